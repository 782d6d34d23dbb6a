// The command line of the desktop program.
#include "app/desktop/arguments.h"
#include "app/desktop/page_table.h"
#include "tests/ui/ui_test.h"
#include "ui/command/command_table.h"

#include <algorithm>

namespace rackwright {

class ArgumentsTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void readsEveryOption()
    {
        const Result<Arguments> read =
            parseArguments({"--shot", "out.png", "--page=design", "--theme", "dark", "--scale", "2", "--size", "1280x800", "a.rackwright"});
        QVERIFY(read);
        QCOMPARE(read->shot, QStringLiteral("out.png"));
        QCOMPARE(read->page, QStringLiteral("design"));
        QVERIFY(read->theme == ThemeKind::dark);
        QCOMPARE(read->scale, 2.0);
        QCOMPARE(read->size, QSize(1280, 800));
        QCOMPARE(read->file, QStringLiteral("a.rackwright"));
    }

    void afterTwoDashesEverythingIsAFile()
    {
        const Result<Arguments> read = parseArguments({"--", "--odd.rackwright"});
        QVERIFY(read);
        QCOMPARE(read->file, QStringLiteral("--odd.rackwright"));
    }

    void refusesWhatItDoesNotKnow_data()
    {
        QTest::addColumn<QStringList>("line");
        QTest::addColumn<QString>("option");
        QTest::newRow("unknown option") << QStringList{"--fast"} << "--fast";
        QTest::newRow("unknown page") << QStringList{"--page", "nowhere"} << "--page";
        QTest::newRow("theme") << QStringList{"--theme", "pink"} << "--theme";
        QTest::newRow("scale 0") << QStringList{"--scale", "0"} << "--scale";
        QTest::newRow("scale text") << QStringList{"--scale", "2x"} << "--scale";
        QTest::newRow("size without height") << QStringList{"--size", "1600"} << "--size";
        QTest::newRow("size too large") << QStringList{"--size", "99999x1000"} << "--size";
        QTest::newRow("picture of another kind") << QStringList{"--shot", "out.jpg"} << "--shot";
        QTest::newRow("no value") << QStringList{"--page"} << "--page";
        QTest::newRow("two files") << QStringList{"a", "b"} << "FILE";
    }
    void refusesWhatItDoesNotKnow()
    {
        QFETCH(QStringList, line);
        QFETCH(QString, option);
        const Result<Arguments> read = parseArguments(line);
        QVERIFY(!read);
        QCOMPARE(read.error().code, std::string{"DESKTOP-BAD-OPTION"});
        QCOMPARE(QString::fromStdString(std::string{read.error().arg("option")}), option);
        QVERIFY(!read.error().arg("wanted").empty());
    }

    void helpNamesEveryOption()
    {
        for (const char* option : {"--shot", "--page", "--theme", "--scale", "--size", "--version", "--help"})
            QVERIFY2(helpText().contains(QLatin1String{option}), option);
    }

    void everyPageHasACommand()
    {
        for (const PageRow& row : pageTable())
            QVERIFY2(std::ranges::find(commandTable(), row.command, &CommandRow::id) != commandTable().end(), row.name.data());
    }
};

RACKWRIGHT_UI_TEST(ArgumentsTest)

} // namespace rackwright

#include "arguments_test.moc"

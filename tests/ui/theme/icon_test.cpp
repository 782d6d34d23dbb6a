// Icons: every name that the program uses is there, drawn on one grid, and takes its colour from the theme.
#include "tests/source_folder.h"
#include "tests/ui/ui_test.h"
#include "ui/command/command_table.h"
#include "ui/theme/icon.h"
#include "ui/theme/theme.h"

#include <QDir>
#include <QDirIterator>
#include <QFile>
#include <QPainter>
#include <QRegularExpression>
#include <QSet>

namespace rackwright::test {

class IconTest : public QObject {
    Q_OBJECT

    static QString folder(const char* below) { return QString::fromStdString((sourceFolder() / below).string()); }
    static QByteArray read(const QString& path)
    {
        QFile file{path};
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray{};
    }
    /// The colour that most of the opaque pixels have.
    static QColor inkOf(const QPixmap& pixmap)
    {
        const QImage image = pixmap.toImage();
        QHash<QRgb, int> counts;
        for (int y = 0; y < image.height(); ++y)
            for (int x = 0; x < image.width(); ++x)
                if (const QColor colour = image.pixelColor(x, y); colour.alpha() == 255) ++counts[colour.rgb()];
        QRgb most = 0;
        for (auto it = counts.cbegin(); it != counts.cend(); ++it)
            if (it.value() > counts.value(most)) most = it.key();
        return QColor{most};
    }

private Q_SLOTS:
    void cleanup() { theme().set(ThemeKind::light); }

    void everyCommandHasItsIcon()
    {
        for (const CommandRow& row : commandTable()) {
            const QString name = QString::fromUtf8(row.icon.data(), static_cast<qsizetype>(row.icon.size()));
            QVERIFY2(name.isEmpty() || hasIcon(name), row.icon.data());
        }
    }

    void everyNameInTheSourcesIsThere()
    {
        // Not a raw string: moc loses the class after one that holds quotes.
        static const QRegularExpression use{QStringLiteral("\\b(?:icon|paintIcon)\\((?:[^\")]*, )?(?:QStringLiteral\\()?\"([a-z-]+)\"")};
        int uses = 0;
        for (const char* below : {"ui", "app"}) {
            QDirIterator files{folder(below), {QStringLiteral("*.cpp")}, QDir::Files, QDirIterator::Subdirectories};
            while (files.hasNext()) {
                const QString path = files.next();
                QRegularExpressionMatchIterator matches = use.globalMatch(QString::fromUtf8(read(path)));
                for (; matches.hasNext(); ++uses) {
                    const QString name = matches.next().captured(1);
                    QVERIFY2(hasIcon(name), qPrintable(path + QStringLiteral(": ") + name));
                }
            }
        }
        qInfo("%d uses of icons by name", uses);
    }

    void theListOfResourcesIsTheFolder()
    {
        const QString list = QString::fromUtf8(read(folder("resources/icons/icons.qrc")));
        const QStringList files = QDir{folder("resources/icons")}.entryList({QStringLiteral("*.svg")});
        QVERIFY(files.size() > 40);
        for (const QString& file : files) QVERIFY2(list.contains(QStringLiteral("<file>%1</file>").arg(file)), qPrintable(file));
        QCOMPARE(list.count(QStringLiteral("<file>")), files.size());
    }

    void allAreDrawnAlike()
    {
        for (const QString& file : QDir{folder("resources/icons")}.entryList({QStringLiteral("*.svg")})) {
            const QByteArray source = read(folder("resources/icons/") + file);
            for (const char* wanted : {"viewBox=\"0 0 16 16\"", "fill=\"none\"", "stroke=\"currentColor\"", "stroke-width=\"1.4\"",
                     "stroke-linecap=\"round\"", "stroke-linejoin=\"round\""})
                QVERIFY2(source.contains(wanted), qPrintable(file + QStringLiteral(": ") + QLatin1String{wanted}));
            QVERIFY2(!source.contains('#') && !source.contains("rgb"), qPrintable(file)); // no colour of its own
            QVERIFY2(!source.contains("<text"), qPrintable(file));
        }
    }

    void nothingLeavesItsGrid()
    {
        for (const QString& file : QDir{folder("resources/icons")}.entryList({QStringLiteral("*.svg")})) {
            QString name = file;
            name.chop(4);
            constexpr int side = 64; // four pixels a cell
            const QImage image = icon(name).pixmap(QSize{side, side}, 1.0).toImage();
            int inked = 0;
            for (int y = 0; y < side; ++y)
                for (int x = 0; x < side; ++x) {
                    const int alpha = qAlpha(image.pixel(x, y));
                    inked += alpha > 0;
                    const bool atEdge = x < 2 || y < 2 || x >= side - 2 || y >= side - 2;
                    QVERIFY2(!atEdge || alpha == 0, qPrintable(name));
                }
            QVERIFY2(inked > 40, qPrintable(name));
        }
    }

    void theColourFollowsThemeAndState()
    {
        const QIcon undo = icon(QStringLiteral("undo"));
        for (const ThemeKind kind : {ThemeKind::light, ThemeKind::dark}) {
            theme().set(kind);
            const Tokens& t = tokensOf(kind);
            const QSize size{48, 48};
            QCOMPARE(inkOf(undo.pixmap(size, 1.0, QIcon::Normal)).name(), t.text2.name());
            QCOMPARE(inkOf(undo.pixmap(size, 1.0, QIcon::Disabled)).name(), t.textDisabled.name());
            QCOMPARE(inkOf(undo.pixmap(size, 1.0, QIcon::Active)).name(), t.text1.name());
            QCOMPARE(inkOf(undo.pixmap(size, 1.0, QIcon::Normal, QIcon::On)).name(), t.accent.name());
        }
    }

    void pixmapsAreSharpAtEveryRatio()
    {
        for (const double ratio : {1.0, 1.25, 1.5, 2.0}) {
            const QPixmap pixmap = icon(QStringLiteral("search")).pixmap(QSize{16, 16}, ratio);
            QCOMPARE(pixmap.size(), QSize(qRound(16 * ratio), qRound(16 * ratio)));
            QCOMPARE(pixmap.devicePixelRatio(), ratio);
        }
    }

    void aNameThatIsNotThereIsSaid()
    {
        QTest::ignoreMessage(QtWarningMsg, "there is no icon 'no-such-icon'");
        QVERIFY(icon(QStringLiteral("no-such-icon")).isNull());
    }
};

RACKWRIGHT_UI_TEST(IconTest)

} // namespace rackwright::test

#include "icon_test.moc"

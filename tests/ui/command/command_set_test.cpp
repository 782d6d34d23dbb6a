// The command table: unique ids, keys and menu letters; every command explains itself.
#include "tests/ui/ui_test.h"
#include "ui/command/command_set.h"

#include <QKeySequence>

#include <set>

namespace rackwright {

class CommandSetTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void idsAndShortcutsAreUnique()
    {
        std::set<std::string_view> ids;
        std::set<QString> keys;
        for (const CommandRow& row : commandTable()) {
            QVERIFY2(ids.insert(row.id).second, row.id.data());
            if (row.shortcut.empty()) continue;
            const QKeySequence key{QString::fromUtf8(row.shortcut.data())};
            QVERIFY2(!key.isEmpty() && key[0].key() != Qt::Key_unknown, row.id.data());
            QVERIFY2(keys.insert(key.toString()).second, row.shortcut.data());
        }
    }

    void everyCommandHasTextAndHelp()
    {
        for (const CommandRow& row : commandTable()) {
            QVERIFY2(*row.text, row.id.data());
            QVERIFY2(*row.help, row.id.data());
            QVERIFY2(row.id.find('.') != std::string_view::npos, row.id.data());
        }
    }

    void aCommandIsDisabledUntilSomebodyDoesIt()
    {
        CommandSet commands;
        QVERIFY(!commands.action("edit.undo")->isEnabled());
        int done = 0;
        {
            QObject owner;
            commands.on("edit.undo", &owner, [&done](bool) { ++done; });
            commands.trigger("edit.undo");
        }
        commands.trigger("edit.undo"); // the owner is gone
        QCOMPARE(done, 1);
    }
};

RACKWRIGHT_UI_TEST(CommandSetTest)

} // namespace rackwright

#include "command_set_test.moc"

#include "ui/command/command_set.h"

#include "ui/theme/icon.h"

#include <QKeySequence>
#include <QLatin1String>

namespace rackwright {

namespace {

QString text(std::string_view utf8)
{
    return QString::fromUtf8(utf8.data(), static_cast<qsizetype>(utf8.size()));
}

} // namespace

CommandSet::CommandSet(QObject* parent) : QObject{parent}
{
    for (const CommandRow& row : commandTable()) {
        auto* action = new QAction{tr(row.text), this};
        action->setObjectName(text(row.id));
        if (!row.icon.empty()) action->setIcon(icon(text(row.icon)));
        action->setShortcut(QKeySequence::fromString(text(row.shortcut), QKeySequence::PortableText));
        action->setStatusTip(tr(row.help));
        action->setCheckable(row.checkable);
        action->setEnabled(false);
        actions_.emplace(row.id, action);
    }
}

QAction* CommandSet::action(std::string_view id) const
{
    const auto found = actions_.find(id);
    Q_ASSERT_X(found != actions_.end(), "CommandSet", "no such command");
    return found->second;
}

void CommandSet::on(std::string_view id, QObject* owner, std::function<void(bool)> handler)
{
    QAction* command = action(id);
    command->setEnabled(true);
    connect(command, &QAction::triggered, owner, std::move(handler));
}

} // namespace rackwright

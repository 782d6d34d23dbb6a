// One QAction per row of the command table. Who can do a command connects to it; a command that nobody can do now is disabled.
#pragma once

#include "ui/command/command_table.h"

#include <QAction>
#include <QObject>

#include <functional>
#include <string_view>
#include <unordered_map>

namespace rackwright {

class CommandSet : public QObject {
    Q_OBJECT
public:
    explicit CommandSet(QObject* parent = nullptr);

    /// The command must be in the table.
    [[nodiscard]] QAction* action(std::string_view id) const;
    /// Enables the command and does it when triggered, for as long as `owner` lives. A checkable command passes its state.
    void on(std::string_view id, QObject* owner, std::function<void(bool checked)> handler);
    void setEnabled(std::string_view id, bool enabled) { action(id)->setEnabled(enabled); }
    /// Does it as if a person had chosen it.
    void trigger(std::string_view id) { action(id)->trigger(); }

private:
    std::unordered_map<std::string_view, QAction*> actions_;
};

} // namespace rackwright

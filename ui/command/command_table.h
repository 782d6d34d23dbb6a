// All commands of the window in one table: it feeds menus, toolbar, shortcuts, search and help.
#pragma once

#include <span>
#include <string_view>

namespace rackwright {

struct CommandRow {
    std::string_view id; ///< "edit.undo"; the part before the dot groups
    const char* text; ///< with & for the menu's key
    std::string_view icon; ///< file name in resources/icons; empty: none
    std::string_view shortcut; ///< portable text; empty: none
    std::string_view menu; ///< "File", "Edit", …; empty: in no menu
    const char* help; ///< one sentence for the status bar and the list of shortcuts
    bool checkable = false;
    bool separatorBefore = false; ///< in the menu
};

/// In the order of the menus.
[[nodiscard]] std::span<const CommandRow> commandTable();

} // namespace rackwright

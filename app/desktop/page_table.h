// The pages of the window, in the order of the rail.
#pragma once

#include <QString>

#include <span>
#include <string_view>

namespace rackwright {

struct PageRow {
    std::string_view name; ///< as in `--page`
    std::string_view command; ///< that shows it
    bool onRail = false;
    bool whole = false; ///< takes the whole window: no rail, toolbar and strip
};

[[nodiscard]] std::span<const PageRow> pageTable();
/// Null for a name that is no page.
[[nodiscard]] const PageRow* pageNamed(std::string_view name);
/// All that `--page` takes, one a line: the pages, and states of the window that are looked at like pages.
[[nodiscard]] QString pageNames();

} // namespace rackwright

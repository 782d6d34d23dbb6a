#include "app/desktop/page_table.h"

#include <QStringList>

#include <algorithm>

namespace rackwright {

namespace {

constexpr PageRow table[] = {
    {"start", "view.page-start", false, true},
    {"design", "view.page-design", true},
    {"floor", "view.page-floor", true},
    {"workloads", "view.page-workloads", true},
    {"compare", "view.page-compare", true},
    {"evidence", "view.page-evidence", true},
    {"settings", "view.page-settings"},
    {"handbook", "help.handbook"},
};

} // namespace

std::span<const PageRow> pageTable()
{
    return table;
}

const PageRow* pageNamed(std::string_view name)
{
    const PageRow* found = std::ranges::find(table, name, &PageRow::name);
    return found != std::end(table) ? found : nullptr;
}

QString pageNames()
{
    QStringList names;
    for (const PageRow& row : table) names.append(QString::fromUtf8(row.name.data(), static_cast<qsizetype>(row.name.size())));
    return names.join(QLatin1Char{'\n'});
}

} // namespace rackwright

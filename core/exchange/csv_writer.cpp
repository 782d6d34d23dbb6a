#include "core/exchange/csv_writer.h"

#include <cassert>
#include <cmath>
#include <fmt/format.h>

namespace rackwright {

namespace {

std::string quoted(std::string_view text)
{
    std::string cell = "\"";
    for (const char c : text) {
        if (c == '"') cell += '"';
        cell += c;
    }
    return cell + '"';
}

std::string cellOf(const std::string& text)
{
    constexpr std::string_view startsFormula{"=+-@\t\r\0", 7};
    std::string safe = text;
    if (!text.empty() && startsFormula.find(text.front()) != std::string_view::npos) safe.insert(0, 1, '\'');
    const bool needsQuotes = safe.find_first_of(",\"\r\n") != std::string::npos;
    return needsQuotes ? quoted(safe) : safe;
}

std::string cellOf(std::monostate)
{
    return {};
}

std::string cellOf(std::int64_t number)
{
    return fmt::format("{}", number);
}

std::string cellOf(double number)
{
    return std::isfinite(number) ? fmt::format("{}", number) : std::string{};
}

std::string cellOf(Money money)
{
    const std::int64_t cents = money.inCents();
    const std::uint64_t size = cents < 0 ? ~static_cast<std::uint64_t>(cents) + 1 : static_cast<std::uint64_t>(cents);
    return fmt::format("{}{}.{:02}", cents < 0 ? "-" : "", size / 100, size % 100);
}

} // namespace

CsvWriter::CsvWriter(std::vector<std::string> columns) : columns_{columns.size()}
{
    addRow({columns.begin(), columns.end()});
}

void CsvWriter::addRow(const std::vector<CsvCell>& cells)
{
    assert(cells.size() == columns_);
    for (std::size_t i = 0; i < cells.size(); ++i) {
        if (i > 0) text_ += ',';
        text_ += std::visit([](const auto& value) { return cellOf(value); }, cells[i]);
    }
    text_ += "\r\n";
}

} // namespace rackwright

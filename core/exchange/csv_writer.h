// Tables as CSV by RFC 4180, safe to open in a spreadsheet.
#pragma once

#include "core/quantity/money.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace rackwright {

/// Nothing is an empty cell: not known, never 0.
using CsvCell = std::variant<std::monostate, std::string, std::int64_t, double, Money>;

class CsvWriter {
public:
    explicit CsvWriter(std::vector<std::string> columns);
    /// One cell for each column. Text that begins with = + - @ TAB CR or NUL gets an apostrophe in front, so that no spreadsheet
    /// runs it; numbers stay numbers; money is dollars with two decimals. A number that is not finite is an empty cell.
    void addRow(const std::vector<CsvCell>& cells);
    /// UTF-8, comma, double quotes where needed, CR LF.
    [[nodiscard]] const std::string& text() const { return text_; }

private:
    std::size_t columns_;
    std::string text_;
};

} // namespace rackwright

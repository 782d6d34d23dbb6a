// Reads tables as RFC 4180 CSV: comma, double quotes, LF or CRLF, UTF-8, one header row. Strict: what is malformed is refused.
#pragma once

#include "core/quantity/error.h"

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace rackwright {

struct CsvLimits {
    std::size_t maxBytes = std::size_t{64} << 20;
    std::size_t maxColumns = 1000;
};

/// A table in memory. Cells are views into one buffer that the table owns: they live as long as the table and survive moves.
class CsvTable {
public:
    /// As errors print it: "servers.csv".
    [[nodiscard]] const std::string& file() const { return file_; }
    [[nodiscard]] const std::vector<std::string_view>& header() const { return header_; }
    [[nodiscard]] std::size_t columns() const { return header_.size(); }
    [[nodiscard]] std::size_t rows() const { return lines_.size(); }
    /// Without quotes; empty for a blank cell.
    [[nodiscard]] std::string_view cell(std::size_t row, std::size_t column) const { return cells_[row * columns() + column]; }
    /// By name; empty where the table has no such column.
    [[nodiscard]] std::string_view cell(std::size_t row, std::string_view column) const;
    [[nodiscard]] std::optional<std::size_t> indexOf(std::string_view column) const;
    /// The line of the file on which the row starts; the header is line 1.
    [[nodiscard]] std::size_t line(std::size_t row) const { return lines_[row]; }

private:
    friend class CsvParser;
    std::string file_;
    std::unique_ptr<std::string> text_;
    std::vector<std::string_view> header_;
    std::vector<std::string_view> cells_;
    std::vector<std::uint32_t> lines_;
};

/// `file` is only a name for errors. Errors: CSV-TOO-LARGE, CSV-NOT-UTF8, CSV-CONTROL, CSV-QUOTE, CSV-LINE-END, CSV-CELL-COUNT,
/// CSV-HEADER, each with file, line, column (name, or number within the header), found, wanted. A byte order mark is skipped.
[[nodiscard]] Result<CsvTable> parseCsv(std::string text, std::string file, const CsvLimits& limits = {});

/// As parseCsv, and CSV-CANNOT-READ with the file and the system's reason.
[[nodiscard]] Result<CsvTable> readCsv(const std::filesystem::path& path, std::string file, const CsvLimits& limits = {});

/// A problem with one cell: file, line, column, found, wanted.
[[nodiscard]] Error cellError(const CsvTable& table, std::size_t row, std::string_view column, std::string code, std::string wanted);

} // namespace rackwright

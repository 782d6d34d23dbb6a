#include "core/catalog/csv.h"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <cerrno>
#include <cstring>
#include <fstream>
#include <unordered_set>

namespace rackwright {

namespace {

constexpr std::string_view byteOrderMark = "\xEF\xBB\xBF";

/// Length of the well-formed UTF-8 sequence at `at` (Unicode 15, table 3-7), or 0.
std::size_t sequenceLength(std::string_view text, std::size_t at)
{
    const auto byte = [&](std::size_t i) -> unsigned { return at + i < text.size() ? static_cast<unsigned char>(text[at + i]) : 0U; };
    const auto follows = [&](std::size_t i) { return (byte(i) & 0xC0U) == 0x80U; };
    const unsigned lead = byte(0);
    if (lead < 0x80) return 1;
    if (lead >= 0xC2 && lead <= 0xDF) return follows(1) ? 2 : 0;
    if (lead >= 0xE0 && lead <= 0xEF) {
        if (lead == 0xE0 && byte(1) < 0xA0) return 0; // overlong
        if (lead == 0xED && byte(1) > 0x9F) return 0; // surrogate
        return follows(1) && follows(2) ? 3 : 0;
    }
    if (lead >= 0xF0 && lead <= 0xF4) {
        if (lead == 0xF0 && byte(1) < 0x90) return 0; // overlong
        if (lead == 0xF4 && byte(1) > 0x8F) return 0; // above U+10FFFF
        return follows(1) && follows(2) && follows(3) ? 4 : 0;
    }
    return 0;
}

} // namespace

/// One pass over the buffer; quotes are removed in place.
class CsvParser {
public:
    CsvParser(std::string text, std::string file, const CsvLimits& limits) : limits_{limits}
    {
        table_.file_ = std::move(file);
        table_.text_ = std::make_unique<std::string>(std::move(text));
    }

    Result<CsvTable> parse()
    {
        std::string& text = *table_.text_;
        if (text.size() > limits_.maxBytes)
            return problem("CSV-TOO-LARGE", fmt::format("{} bytes", text.size()), fmt::format("at most {} bytes", limits_.maxBytes));
        if (text.starts_with(byteOrderMark)) at_ = byteOrderMark.size();
        if (auto checked = checkCharacters(); !checked) return tl::unexpected{checked.error()};
        line_ = 1;
        if (auto read = readRow(table_.header_); !read) return tl::unexpected{read.error()};
        if (auto checked = checkHeader(); !checked) return tl::unexpected{checked.error()};
        std::vector<std::string_view> row;
        while (at_ < text.size()) {
            const std::size_t start = line_;
            if (auto read = readRow(row); !read) return tl::unexpected{read.error()};
            if (row.size() != table_.columns()) {
                line_ = start, cell_ = 0;
                return problem(
                    "CSV-CELL-COUNT", fmt::format("{} cells", row.size()), fmt::format("{} cells, as in line 1", table_.columns()));
            }
            table_.lines_.push_back(static_cast<std::uint32_t>(start));
            table_.cells_.insert(table_.cells_.end(), row.begin(), row.end());
        }
        return std::move(table_);
    }

private:
    /// At the present line and cell.
    Unexpected problem(std::string code, std::string found, std::string wanted) const
    {
        std::vector<std::pair<std::string, std::string>> args{{"file", table_.file_}, {"line", std::to_string(line_)}};
        if (cell_ > 0) args.emplace_back("column", cell_ <= named_ ? std::string{table_.header_[cell_ - 1]} : std::to_string(cell_));
        args.emplace_back("found", std::move(found));
        args.emplace_back("wanted", std::move(wanted));
        return fail(std::move(code), std::move(args));
    }

    Result<void> checkCharacters()
    {
        const std::string_view text = *table_.text_;
        for (std::size_t i = at_; i < text.size();) {
            const auto byte = static_cast<unsigned char>(text[i]);
            const std::size_t length = sequenceLength(text, i);
            if (length == 0) return problem("CSV-NOT-UTF8", fmt::format("byte 0x{:02X}", byte), "UTF-8 text");
            if ((byte < 0x20 && byte != '\n' && byte != '\r' && byte != '\t') || byte == 0x7F)
                return problem("CSV-CONTROL", fmt::format("control character 0x{:02X}", byte), "text");
            if (byte == '\n') ++line_;
            if (byte == '\r' && (i + 1 == text.size() || text[i + 1] != '\n'))
                return problem("CSV-LINE-END", "a carriage return alone", "LF or CRLF at the end of a line");
            i += length;
        }
        return {};
    }

    Result<void> checkHeader()
    {
        std::unordered_set<std::string_view> seen;
        line_ = 1, cell_ = 0;
        if (table_.columns() > limits_.maxColumns)
            return problem(
                "CSV-HEADER", fmt::format("{} columns", table_.columns()), fmt::format("at most {} columns", limits_.maxColumns));
        for (const std::string_view name : table_.header_) {
            ++cell_;
            if (name.empty()) return problem("CSV-HEADER", "a column without a name", "a name for each column");
            if (!seen.insert(name).second) return problem("CSV-HEADER", std::string{name}, "each column once");
        }
        named_ = table_.columns();
        line_ = headerEnd_;
        return {};
    }

    /// Cells of one record; stops behind its line end.
    Result<void> readRow(std::vector<std::string_view>& row)
    {
        row.clear();
        cell_ = 0;
        for (;;) {
            ++cell_;
            auto cell = atQuote() ? readQuoted() : readPlain();
            if (!cell) return tl::unexpected{cell.error()};
            row.push_back(*cell);
            if (!takeComma()) break;
        }
        takeLineEnd();
        headerEnd_ = line_;
        return {};
    }

    [[nodiscard]] bool atQuote() const { return at_ < table_.text_->size() && (*table_.text_)[at_] == '"'; }
    [[nodiscard]] bool atCellEnd() const
    {
        const std::string& text = *table_.text_;
        return at_ == text.size() || text[at_] == ',' || text[at_] == '\n' || text[at_] == '\r';
    }

    Result<std::string_view> readPlain()
    {
        const std::string& text = *table_.text_;
        const std::size_t start = at_;
        while (!atCellEnd()) {
            if (text[at_] == '"')
                return problem("CSV-QUOTE", "a quote inside an unquoted cell", "the whole cell in quotes, inner quotes doubled");
            ++at_;
        }
        return std::string_view{text}.substr(start, at_ - start);
    }

    Result<std::string_view> readQuoted()
    {
        std::string& text = *table_.text_;
        const std::size_t opened = line_;
        const std::size_t start = ++at_;
        std::size_t write = start;
        for (;; ++at_) {
            if (at_ == text.size()) {
                line_ = opened;
                return problem("CSV-QUOTE", "a cell whose quote is never closed", "a closing quote");
            }
            if (text[at_] == '\n') ++line_;
            if (text[at_] == '"') {
                if (at_ + 1 == text.size() || text[at_ + 1] != '"') break;
                ++at_;
            }
            text[write++] = text[at_];
        }
        ++at_;
        if (!atCellEnd()) return problem("CSV-QUOTE", "text behind a closing quote", "a comma or the end of the line");
        return std::string_view{text}.substr(start, write - start);
    }

    bool takeComma()
    {
        const std::string& text = *table_.text_;
        if (at_ == text.size() || text[at_] != ',') return false;
        ++at_;
        return true;
    }

    void takeLineEnd()
    {
        const std::string& text = *table_.text_;
        if (at_ < text.size() && text[at_] == '\r') ++at_;
        if (at_ == text.size()) return;
        assert(text[at_] == '\n');
        ++at_, ++line_;
    }

    CsvLimits limits_;
    CsvTable table_;
    std::size_t at_ = 0;
    std::size_t line_ = 1;
    std::size_t headerEnd_ = 1;
    std::size_t cell_ = 0; ///< number of the present cell; 0: none
    std::size_t named_ = 0; ///< columns whose names are known
};

std::string_view CsvTable::cell(std::size_t row, std::string_view column) const
{
    const auto index = indexOf(column);
    return index ? cell(row, *index) : std::string_view{};
}

std::optional<std::size_t> CsvTable::indexOf(std::string_view column) const
{
    const auto found = std::ranges::find(header_, column);
    return found == header_.end() ? std::nullopt : std::optional{static_cast<std::size_t>(found - header_.begin())};
}

Result<CsvTable> parseCsv(std::string text, std::string file, const CsvLimits& limits)
{
    return CsvParser{std::move(text), std::move(file), limits}.parse();
}

Result<CsvTable> readCsv(const std::filesystem::path& path, std::string file, const CsvLimits& limits)
{
    const auto cannot = [&](std::string why) {
        return fail("CSV-CANNOT-READ", {{"file", file}, {"path", path.string()}, {"found", std::move(why)}, {"wanted", "a readable file"}});
    };
    std::error_code error;
    if (!std::filesystem::is_regular_file(path, error)) return cannot(error ? error.message() : "no regular file");
    const std::uintmax_t size = std::filesystem::file_size(path, error);
    if (error) return cannot(error.message());
    if (size > limits.maxBytes)
        return fail("CSV-TOO-LARGE",
            {{"file", file}, {"found", fmt::format("{} bytes", size)}, {"wanted", fmt::format("at most {} bytes", limits.maxBytes)}});
    std::ifstream stream{path, std::ios::binary};
    std::string text(size, '\0');
    if (!stream.read(text.data(), static_cast<std::streamsize>(size))) return cannot(std::strerror(errno));
    return parseCsv(std::move(text), std::move(file), limits);
}

Error cellError(const CsvTable& table, std::size_t row, std::string_view column, std::string code, std::string wanted)
{
    const std::string_view cell = table.cell(row, column);
    return {std::move(code),
        {{"file", table.file()}, {"line", std::to_string(table.line(row))}, {"column", std::string{column}},
            {"found", cell.empty() ? "a blank cell" : std::string{cell}}, {"wanted", std::move(wanted)}}};
}

} // namespace rackwright

#include "core/store/row_io.h"

#include <algorithm>
#include <bit>
#include <cassert>
#include <cmath>
#include <cstring>
#include <fmt/format.h>

namespace rackwright {

namespace {

constexpr std::size_t flushBytes = 64 << 10;

void append(std::string& buffer, std::uint64_t value)
{
    std::array<char, 8> bytes;
    for (std::size_t i = 0; i < 8; ++i) bytes[i] = static_cast<char>(value >> (8 * i) & 0xff);
    buffer.append(bytes.data(), bytes.size());
}

std::uint64_t numberAt(std::string_view bytes)
{
    std::uint64_t value = 0;
    for (std::size_t i = 0; i < 8; ++i) value |= std::uint64_t{static_cast<unsigned char>(bytes[i])} << (8 * i);
    return value;
}

/// Well-formed UTF-8 without NUL (Unicode 15, table 3-7).
bool isText(std::string_view bytes)
{
    const auto* at = reinterpret_cast<const unsigned char*>(bytes.data());
    const auto* end = at + bytes.size();
    const auto follows = [&](int count, unsigned char low, unsigned char high) {
        if (end - at <= count) return false;
        if (at[1] < low || at[1] > high) return false;
        for (int i = 2; i <= count; ++i)
            if (at[i] < 0x80 || at[i] > 0xbf) return false;
        at += count + 1;
        return true;
    };
    while (at != end) {
        if (*at == 0) return false;
        if (*at < 0x80) {
            ++at;
            continue;
        }
        bool good = false;
        if (*at >= 0xc2 && *at <= 0xdf)
            good = follows(1, 0x80, 0xbf);
        else if (*at == 0xe0)
            good = follows(2, 0xa0, 0xbf);
        else if (*at == 0xed)
            good = follows(2, 0x80, 0x9f);
        else if (*at >= 0xe1 && *at <= 0xef)
            good = follows(2, 0x80, 0xbf);
        else if (*at == 0xf0)
            good = follows(3, 0x90, 0xbf);
        else if (*at >= 0xf1 && *at <= 0xf3)
            good = follows(3, 0x80, 0xbf);
        else if (*at == 0xf4)
            good = follows(3, 0x80, 0x8f);
        if (!good) return false;
    }
    return true;
}

/// A text for a message: short, and nothing in it that could confuse a terminal.
std::string shown(std::string_view text)
{
    std::string out;
    for (const char c : text.substr(0, 60)) {
        const bool plain = c >= 0x20 && c != 0x7f && static_cast<unsigned char>(c) < 0x80;
        out += plain ? std::string(1, c) : fmt::format("\\x{:02x}", static_cast<unsigned char>(c));
    }
    return text.size() > 60 ? out + "…" : out;
}

std::string joined(Words words)
{
    return fmt::format("one of {}", fmt::join(words, ", "));
}

std::string_view nameOf(Statement::Type type)
{
    switch (type) {
    case Statement::Type::null: return "NULL";
    case Statement::Type::integer: return "an integer";
    case Statement::Type::real: return "a real";
    case Statement::Type::text: return "a text";
    case Statement::Type::blob: return "a blob";
    }
    return "";
}

} // namespace

std::optional<EncodedValue> takeValue(std::string_view& encoded)
{
    if (encoded.empty()) return std::nullopt;
    const char type = encoded.front();
    if (type == 'N') {
        encoded.remove_prefix(1);
        return EncodedValue{};
    }
    if (encoded.size() < 9 || (type != 'I' && type != 'R' && type != 'T')) return std::nullopt;
    const std::uint64_t bits = numberAt(encoded.substr(1));
    if (type == 'T' && bits > encoded.size() - 9) return std::nullopt;
    const std::string_view text = encoded.substr(9, type == 'T' ? bits : 0);
    encoded.remove_prefix(9 + text.size());
    if (type == 'T') return EncodedValue{text};
    return type == 'I' ? EncodedValue{static_cast<std::int64_t>(bits)} : EncodedValue{std::bit_cast<double>(bits)};
}

void appendValue(std::string& encoded, std::int64_t value)
{
    encoded += 'I';
    append(encoded, static_cast<std::uint64_t>(value));
}

void appendValue(std::string& encoded, double value)
{
    encoded += 'R';
    append(encoded, std::bit_cast<std::uint64_t>(value == 0 ? 0.0 : value)); // -0 == 0
}

void appendValue(std::string& encoded, std::string_view value)
{
    encoded += 'T';
    append(encoded, value.size());
    encoded += value;
}

// ---- what both share ---------------------------------------------------------------------------------------------

std::string RowIo::digest()
{
    sha_.update(buffer_);
    buffer_.clear();
    return sha_.finishHex();
}

void RowIo::refuse(std::string_view column, std::string found, std::string wanted)
{
    refuseIn(*table_, rowName(), column, std::move(found), std::move(wanted));
}

void RowIo::refuse(Table table, std::string row, std::string_view column, std::string found, std::string wanted)
{
    refuseIn(infoOf(table), std::move(row), column, std::move(found), std::move(wanted));
}

void RowIo::refuseIn(const TableInfo& table, std::string row, std::string_view column, std::string found, std::string wanted)
{
    failWith({"STORE-BAD-VALUE",
        {{"table", std::string{table.name}}, {"row", std::move(row)}, {"column", std::string{column}}, {"found", std::move(found)},
            {"wanted", std::move(wanted)}}});
}

void RowIo::failWith(Error error)
{
    if (!error_) error_ = std::move(error);
}

/// The key columns that have been seen, read back from the encoding.
std::string RowIo::rowName() const
{
    std::string name;
    std::string_view rest = std::string_view{buffer_}.substr(std::min(rowStart_, buffer_.size()));
    for (int i = 0; i < table_->keyColumns && i < column_; ++i) {
        const std::optional<EncodedValue> part = takeValue(rest);
        if (!part) break;
        if (i > 0) name += '/';
        if (const auto* text = std::get_if<std::string_view>(&*part)) name += shown(*text);
        if (const auto* integer = std::get_if<std::int64_t>(&*part)) name += fmt::format("{}", *integer);
    }
    return name;
}

std::string_view RowIo::encodedKey() const
{
    return std::string_view{buffer_}.substr(rowStart_, (keyEnd_ ? keyEnd_ : buffer_.size()) - rowStart_);
}

std::string_view RowIo::encodedRow() const
{
    return std::string_view{buffer_}.substr(rowStart_);
}

/// Order and uniqueness do not rest on what the database says about itself.
void RowIo::expectAscending()
{
    const std::string_view key = encodedKey();
    std::string_view before = previousKey_, now = key;
    std::optional<EncodedValue> a, b;
    do {
        a = takeValue(before), b = takeValue(now);
    } while (a && b && *a == *b);
    if (!previousKey_.empty() && (!a || !b || !(*a < *b)))
        refuse(table_->columns[0].name, rowName(), "each row once, in ascending order");
    else
        previousKey_ = key;
}

void RowIo::startTable(Table table)
{
    table_ = &infoOf(table);
    buffer_ += '=';
    append(buffer_, table_->name.size());
    buffer_ += table_->name;
    rowStart_ = buffer_.size();
    column_ = 0;
    previousKey_.clear();
}

void RowIo::startRow()
{
    if (buffer_.size() >= flushBytes) {
        sha_.update(buffer_);
        buffer_.clear();
    }
    buffer_ += '-';
    rowStart_ = buffer_.size();
    keyEnd_ = 0;
    column_ = 0;
}

void RowIo::endRow()
{
    if (error_) return;
    assert(column_ == static_cast<int>(table_->columns.size()));
    expectAscending();
}

void RowIo::next([[maybe_unused]] std::string_view column)
{
    assert(table_->columns[static_cast<std::size_t>(column_)].name == column);
    if (column_ == table_->keyColumns) keyEnd_ = buffer_.size();
    ++column_;
}

void RowIo::hashNull(std::string_view column)
{
    next(column);
    buffer_ += 'N';
}

void RowIo::hash(std::string_view column, std::int64_t value)
{
    next(column);
    appendValue(buffer_, value);
}

void RowIo::hash(std::string_view column, double value)
{
    next(column);
    appendValue(buffer_, value);
}

void RowIo::hash(std::string_view column, std::string_view value)
{
    next(column);
    appendValue(buffer_, value);
}

bool RowIo::check(std::string_view column, std::int64_t value, IntRange range)
{
    if (value >= range.least && value <= range.most) return true;
    refuse(column, fmt::format("{}", value), fmt::format("{} to {}", range.least, range.most));
    return false;
}

bool RowIo::check(std::string_view column, double value, RealRange range)
{
    if (std::isfinite(value) && value >= range.least && value <= range.most) return true;
    refuse(column, fmt::format("{}", value), fmt::format("a number from {} to {}", range.least, range.most));
    return false;
}

bool RowIo::check(std::string_view column, std::string_view value, std::size_t mostBytes)
{
    if (value.size() > mostBytes) {
        refuse(column, fmt::format("{} bytes: {}", value.size(), shown(value)), fmt::format("at most {} bytes", mostBytes));
        return false;
    }
    if (isText(value)) return true;
    refuse(column, shown(value), "UTF-8 text without NUL");
    return false;
}

// ---- writing -----------------------------------------------------------------------------------------------------

void RowWriter::table(Table table)
{
    startTable(table);
    at_ = table;
    if (!database_ || !good()) return;
    Result<Statement> prepared = database_->prepare(insertInto(*table_));
    if (prepared)
        insert_ = std::move(*prepared);
    else
        failWith(prepared.error());
}

void RowWriter::end()
{
    endRow();
    if (sink_ && good()) sink_(at_, encodedKey(), encodedRow());
    if (!good() || !insert_ || insert_->step() == Statement::Step::done) return;
    const Error cause = database_->lastError();
    refuse("", std::string{cause.arg("reason")}, "a row that the table takes");
}

void RowWriter::integer(std::string_view column, std::int64_t value, IntRange range)
{
    if (!good() || !check(column, value, range)) return;
    if (insert_) insert_->bind(column_, value);
    hash(column, value);
}

void RowWriter::real(std::string_view column, double value, RealRange range)
{
    if (!good() || !check(column, value, range)) return;
    if (insert_) insert_->bind(column_, value);
    hash(column, value);
}

void RowWriter::write(std::string_view column, std::string_view value, std::size_t mostBytes)
{
    if (!good() || !check(column, value, mostBytes)) return;
    if (insert_) insert_->bind(column_, value);
    hash(column, value);
}

void RowWriter::null(std::string_view column)
{
    if (!good()) return;
    if (insert_) insert_->bindNull(column_);
    hashNull(column);
}

void RowWriter::textOrNull(std::string_view column, const std::string& value, std::size_t mostBytes)
{
    value.empty() ? null(column) : write(column, value, mostBytes);
}

void RowWriter::idOrNull(std::string_view column, Id value)
{
    value == Id::none ? null(column) : id(column, value);
}

void RowWriter::maybe(std::string_view column, const std::optional<double>& value, RealRange range)
{
    value ? real(column, *value, range) : null(column);
}

void RowWriter::maybe(std::string_view column, const std::optional<int>& value, IntRange range)
{
    value ? integer(column, *value, range) : null(column);
}

void RowWriter::word(std::string_view column, const std::string& value, Words words)
{
    if (good() && std::ranges::find(words, value) == words.end()) refuse(column, shown(value), joined(words));
    write(column, value, nameBytes);
}

void RowWriter::letter(std::string_view column, const char& value)
{
    if (good() && (value <= ' ' || value > '~')) refuse(column, shown({&value, 1}), "one printable ASCII character");
    write(column, {&value, 1}, 1);
}

// ---- reading -----------------------------------------------------------------------------------------------------

void RowReader::table(Table table)
{
    startTable(table);
    inRow_ = false;
    if (!good()) return;
    Result<Statement> prepared = database_.prepare(selectFrom(*table_));
    if (prepared)
        select_ = std::move(*prepared);
    else
        failWith(prepared.error());
}

bool RowReader::next()
{
    if (inRow_) endRow();
    inRow_ = false;
    if (!good() || !select_) return false;
    if (++rowsSinceCheck_ % 1024 == 0 && database_.overBudget()) failWith({"STORE-TOO-SLOW", {}});
    if (!good()) return false;
    const Statement::Step step = select_->step();
    if (step == Statement::Step::failed) failWith(database_.lastError());
    if (step != Statement::Step::row) return false;
    startRow();
    inRow_ = true;
    return true;
}

bool RowReader::isNull(std::string_view column)
{
    if (!good()) return true;
    if (select_->type(column_) != Statement::Type::null) return false;
    hashNull(column);
    return true;
}

bool RowReader::has(std::string_view column, Statement::Type type)
{
    if (!good()) return false;
    const Statement::Type found = select_->type(column_);
    if (found == type) return true;
    refuse(column, std::string{nameOf(found)}, std::string{nameOf(type)});
    return false;
}

void RowReader::integer(std::string_view column, std::int64_t& value, IntRange range)
{
    if (!has(column, Statement::Type::integer)) return;
    const std::int64_t found = select_->integer(column_);
    if (!check(column, found, range)) return;
    value = found;
    hash(column, found);
}

void RowReader::integer(std::string_view column, int& value, IntRange range)
{
    std::int64_t found = value;
    integer(column, found, range);
    if (good()) value = static_cast<int>(found);
}

void RowReader::real(std::string_view column, double& value, RealRange range)
{
    if (!has(column, Statement::Type::real)) return;
    const double found = select_->real(column_);
    if (!check(column, found, range)) return;
    value = found;
    hash(column, found);
}

void RowReader::flag(std::string_view column, bool& value)
{
    std::int64_t found = 0;
    integer(column, found, {0, 1});
    value = found != 0;
}

std::optional<std::string_view> RowReader::read(std::string_view column, std::size_t mostBytes)
{
    if (!has(column, Statement::Type::text)) return std::nullopt;
    const std::string_view found = select_->text(column_);
    if (!check(column, found, mostBytes)) return std::nullopt;
    hash(column, found);
    return found;
}

void RowReader::text(std::string_view column, std::string& value, std::size_t mostBytes)
{
    if (const auto found = read(column, mostBytes)) value = *found;
}

void RowReader::textOrNull(std::string_view column, std::string& value, std::size_t mostBytes)
{
    if (isNull(column)) return;
    text(column, value, mostBytes);
    if (good() && value.empty()) refuse(column, "an empty text", "NULL or a text");
}

void RowReader::id(std::string_view column, Id& value)
{
    std::int64_t found = 0;
    integer(column, found, anyId);
    value = Id{found};
}

void RowReader::idOrNull(std::string_view column, Id& value)
{
    if (!isNull(column)) id(column, value);
}

void RowReader::maybe(std::string_view column, std::optional<double>& value, RealRange range)
{
    if (!isNull(column)) real(column, value.emplace(), range);
}

void RowReader::maybe(std::string_view column, std::optional<int>& value, IntRange range)
{
    if (!isNull(column)) integer(column, value.emplace(), range);
}

int RowReader::indexOfWord(std::string_view column, Words words)
{
    const auto found = read(column, nameBytes);
    if (!found) return -1;
    const auto word = std::ranges::find(words, *found);
    if (word != words.end()) return static_cast<int>(word - words.begin());
    refuse(column, shown(*found), joined(words));
    return -1;
}

void RowReader::word(std::string_view column, std::string& value, Words words)
{
    if (const int index = indexOfWord(column, words); index >= 0) value = words[static_cast<std::size_t>(index)];
}

void RowReader::letter(std::string_view column, char& value)
{
    const auto found = read(column, 4);
    if (!found) return;
    if (found->size() == 1 && found->front() > ' ' && found->front() <= '~')
        value = found->front();
    else
        refuse(column, shown(*found), "one printable ASCII character");
}

} // namespace rackwright

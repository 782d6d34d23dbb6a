// Rows on their way between a Project and the tables: checked, digested and, when there is a database, written or read.
// Each row goes column by column through the functions of row_columns.h, which serve the writer and the reader alike.
#pragma once

#include "core/quantity/error.h"
#include "core/quantity/id.h"
#include "core/store/schema.h"
#include "core/store/sha256.h"
#include "core/store/sqlite.h"

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <variant>

namespace rackwright {

struct IntRange {
    std::int64_t least, most;
};
struct RealRange {
    double least, most;
};
inline constexpr IntRange anyCount{0, 1'000'000'000}, fromOne{1, 1'000'000'000}, anyInt{-1'000'000'000, 1'000'000'000},
    anyId{1, std::int64_t{1} << 62};
inline constexpr RealRange anyReal{-1e30, 1e30}, atLeastZero{0, 1e30};
/// Bytes of a text.
inline constexpr std::size_t nameBytes = 1000, textBytes = 65536;

/// A value in the encoding that is digested: nothing, integer, real or text.
using EncodedValue = std::variant<std::monostate, std::int64_t, double, std::string_view>;
/// Takes it off the front; nothing, and nothing taken, where there is none.
[[nodiscard]] std::optional<EncodedValue> takeValue(std::string_view& encoded);
void appendValue(std::string& encoded, std::int64_t value);
void appendValue(std::string& encoded, double value);
void appendValue(std::string& encoded, std::string_view value);

using Words = std::span<const std::string_view>;

/// Holds the first error (STORE-BAD-VALUE: table, row, column, found, wanted) and the digest. The encoding that is digested:
/// table name, then per row a mark and per column a type letter and the value; it reads back, so that errors can name the row.
/// The rows of a table must come in strictly ascending order of their keys.
class RowIo {
public:
    [[nodiscard]] bool good() const { return !error_; }
    [[nodiscard]] const std::optional<Error>& error() const { return error_; }
    /// Of all rows so far; ends the digest.
    [[nodiscard]] std::string digest();
    /// Refuses the present row.
    void refuse(std::string_view column, std::string found, std::string wanted);
    /// Refuses a row that was read before.
    void refuse(Table table, std::string row, std::string_view column, std::string found, std::string wanted);

protected:
    void startTable(Table table);
    void startRow();
    void endRow();
    void failWith(Error error);

    void hashNull(std::string_view column);
    void hash(std::string_view column, std::int64_t value);
    void hash(std::string_view column, double value);
    void hash(std::string_view column, std::string_view value);

    /// Of the row that has just ended.
    [[nodiscard]] std::string_view encodedKey() const;
    [[nodiscard]] std::string_view encodedRow() const;

    bool check(std::string_view column, std::int64_t value, IntRange range);
    bool check(std::string_view column, double value, RealRange range);
    bool check(std::string_view column, std::string_view value, std::size_t mostBytes);

    const TableInfo* table_ = nullptr;
    int column_ = 0;

private:
    [[nodiscard]] std::string rowName() const;
    void next(std::string_view column);
    void refuseIn(const TableInfo& table, std::string row, std::string_view column, std::string found, std::string wanted);
    void expectAscending();

    std::optional<Error> error_;
    Sha256 sha_;
    std::string buffer_;
    std::size_t rowStart_ = 0, keyEnd_ = 0;
    std::string previousKey_; ///< encoded
};

/// Project → rows.
class RowWriter : public RowIo {
public:
    static constexpr bool writing = true;

    /// Digests only.
    RowWriter() = default;
    /// Inserts as well; the tables must be there.
    explicit RowWriter(Database& database) : database_{&database} { }
    /// Hands every row on, encoded.
    using Sink = std::function<void(Table table, std::string_view key, std::string_view row)>;
    explicit RowWriter(Sink sink) : sink_{std::move(sink)} { }

    void table(Table table);
    void begin() { startRow(); }
    void end();

    void integer(std::string_view column, std::int64_t value, IntRange range);
    void real(std::string_view column, double value, RealRange range);
    void flag(std::string_view column, bool value) { integer(column, value ? 1 : 0, {0, 1}); }
    void text(std::string_view column, const std::string& value, std::size_t mostBytes) { write(column, value, mostBytes); }
    /// An empty text is NULL.
    void textOrNull(std::string_view column, const std::string& value, std::size_t mostBytes);
    void id(std::string_view column, Id value) { integer(column, toNumber(value), anyId); }
    void idOrNull(std::string_view column, Id value);
    void maybe(std::string_view column, const std::optional<double>& value, RealRange range);
    void maybe(std::string_view column, const std::optional<int>& value, IntRange range);
    template <class E>
    void choice(std::string_view column, E value, Words words)
    {
        write(column, words[static_cast<std::size_t>(value)], nameBytes);
    }
    template <class E>
    void maybeChoice(std::string_view column, const std::optional<E>& value, Words words)
    {
        value ? choice(column, *value, words) : null(column);
    }
    /// A text that must be one of the words.
    void word(std::string_view column, const std::string& value, Words words);
    void letter(std::string_view column, const char& value);

private:
    void write(std::string_view column, std::string_view value, std::size_t mostBytes);
    void null(std::string_view column);

    Database* database_ = nullptr;
    Sink sink_;
    Table at_ = Table::project;
    std::optional<Statement> insert_;
};

/// Rows → Project. The same names; every function fills its argument, or leaves it and refuses the row.
class RowReader : public RowIo {
public:
    static constexpr bool writing = false;

    explicit RowReader(Database& database) : database_{database} { }

    void table(Table table);
    /// The next row is there; false at the end and after an error.
    [[nodiscard]] bool next();

    void integer(std::string_view column, int& value, IntRange range);
    void integer(std::string_view column, std::int64_t& value, IntRange range);
    void real(std::string_view column, double& value, RealRange range);
    void flag(std::string_view column, bool& value);
    void text(std::string_view column, std::string& value, std::size_t mostBytes);
    void textOrNull(std::string_view column, std::string& value, std::size_t mostBytes);
    void id(std::string_view column, Id& value);
    void idOrNull(std::string_view column, Id& value);
    void maybe(std::string_view column, std::optional<double>& value, RealRange range);
    void maybe(std::string_view column, std::optional<int>& value, IntRange range);
    template <class E>
    void choice(std::string_view column, E& value, Words words)
    {
        if (const int index = indexOfWord(column, words); index >= 0) value = static_cast<E>(index);
    }
    template <class E>
    void maybeChoice(std::string_view column, std::optional<E>& value, Words words)
    {
        if (isNull(column)) return;
        E found{};
        choice(column, found, words);
        value = found;
    }
    void word(std::string_view column, std::string& value, Words words);
    void letter(std::string_view column, char& value);

private:
    [[nodiscard]] bool isNull(std::string_view column);
    [[nodiscard]] bool has(std::string_view column, Statement::Type type);
    [[nodiscard]] std::optional<std::string_view> read(std::string_view column, std::size_t mostBytes);
    [[nodiscard]] int indexOfWord(std::string_view column, Words words);

    Database& database_;
    std::optional<Statement> select_;
    bool inRow_ = false;
    unsigned rowsSinceCheck_ = 0;
};

/// What a column function takes: a value to write, or a place to read into.
template <class Io, class T>
using Field = std::conditional_t<Io::writing, const T&, T&>;

} // namespace rackwright

#include "core/store/guard.h"

#include "core/store/project_image.h"
#include "core/store/schema.h"

#include <algorithm>
#include <array>
#include <bit>
#include <fmt/format.h>

namespace rackwright {

namespace {

constexpr std::string_view magic{"SQLite format 3\0", 16};
constexpr std::size_t leastPageBytes = 512, mostPageBytes = 65536;

std::uint32_t bigEndian(std::span<const unsigned char> bytes, std::size_t at, std::size_t count)
{
    std::uint32_t value = 0;
    for (std::size_t i = 0; i < count; ++i) value = value << 8 | bytes[at + i];
    return value;
}

Unexpected noProject(std::string found)
{
    return fail("STORE-NOT-A-PROJECT", {{"found", std::move(found)}, {"wanted", "a Rackwright project"}});
}

Unexpected damaged(std::string where, std::string found, std::string wanted)
{
    return fail("STORE-DAMAGED", {{"where", std::move(where)}, {"found", std::move(found)}, {"wanted", std::move(wanted)}});
}

Result<void> checkVersion(std::uint32_t version)
{
    constexpr std::uint32_t mostSane = 1'000'000;
    const std::string known = fmt::format("{}.{}", formatMajor, formatMinor);
    const std::string found = fmt::format("{}.{}", version / 1000, version % 1000);
    if (version > mostSane || version < 1000)
        return fail("STORE-UNKNOWN-VERSION", {{"found", fmt::format("{}", version)}, {"wanted", known}});
    if (version / 1000 > formatMajor) return fail("STORE-NEWER", {{"found", found}, {"wanted", known}});
    if (version / 1000 < formatMajor) return fail("STORE-UNKNOWN-VERSION", {{"found", found}, {"wanted", known}});
    return {};
}

Result<void> checkPages(std::span<const unsigned char> bytes)
{
    const std::uint32_t stated = bigEndian(bytes, 16, 2);
    const std::size_t pageBytes = stated == 1 ? mostPageBytes : stated;
    if (pageBytes < leastPageBytes || !std::has_single_bit(pageBytes))
        return damaged("page size", fmt::format("{}", stated), "a power of two");
    const std::uint64_t claimed = std::uint64_t{bigEndian(bytes, 28, 4)} * pageBytes;
    if (claimed != bytes.size()) return damaged("file size", fmt::format("{} bytes", bytes.size()), fmt::format("{} bytes", claimed));
    struct Field {
        std::size_t at, count;
        std::uint32_t wanted;
        std::string_view name;
    };
    constexpr std::array<Field, 9> fields{{
        {18, 1, 1, "write version (no write-ahead log)"},
        {19, 1, 1, "read version (no write-ahead log)"},
        {20, 1, 0, "reserved bytes of a page"},
        {21, 3, 0x402020, "payload fractions"},
        {32, 4, 0, "first free page"},
        {36, 4, 0, "number of free pages"},
        {44, 4, 4, "schema format"},
        {52, 4, 0, "largest root page (no auto-vacuum)"},
        {56, 4, 1, "text encoding (UTF-8)"},
    }};
    for (const Field& field : fields)
        if (const std::uint32_t found = bigEndian(bytes, field.at, field.count); found != field.wanted)
            return damaged(std::string{field.name}, fmt::format("{}", found), fmt::format("{}", field.wanted));
    return {};
}

/// A pragma that answers `ok`, or with what is wrong.
Result<void> checkOk(Database& database, std::string_view pragma)
{
    Result<Statement> check = database.prepare(pragma);
    if (!check) return Unexpected{check.error()};
    const Statement::Step step = check->step();
    if (step == Statement::Step::failed) return Unexpected{database.lastError()};
    if (step == Statement::Step::row && check->text(0) == "ok") return {};
    return damaged("structure", step == Statement::Step::row ? std::string{check->text(0)} : "no answer", "ok");
}

} // namespace

double readingBudgetS(std::size_t fileBytes)
{
    return 5.0 + 0.2 * static_cast<double>(fileBytes >> 20);
}

Result<void> checkHeader(std::span<const unsigned char> bytes)
{
    if (bytes.size() > mostFileBytes)
        return fail("STORE-TOO-LARGE",
            {{"found", fmt::format("{} bytes", bytes.size())}, {"wanted", fmt::format("at most {} bytes", mostFileBytes)}});
    if (bytes.empty()) return noProject("an empty file");
    if (!std::ranges::equal(bytes.first(std::min(bytes.size(), magic.size())), magic,
            [](unsigned char a, char b) { return a == static_cast<unsigned char>(b); }))
        return noProject("a file of another kind");
    if (bytes.size() < leastPageBytes) return noProject(fmt::format("a file of {} bytes", bytes.size()));
    if (const std::uint32_t found = bigEndian(bytes, 68, 4); found != projectApplicationId)
        return noProject(fmt::format("a SQLite database of another program (application id {:#010x})", found));
    if (Result<void> fine = checkVersion(bigEndian(bytes, 60, 4)); !fine) return fine;
    return checkPages(bytes);
}

Result<void> checkSchema(Database& database)
{
    const auto foreign = [](std::string_view table, std::string_view found, std::string_view wanted) {
        constexpr std::size_t mostShown = 120;
        return fail("STORE-FOREIGN-SCHEMA",
            {{"table", std::string{table.substr(0, mostShown)}}, {"found", std::string{found.substr(0, mostShown)}},
                {"wanted", std::string{wanted}}});
    };
    if (Result<void> sound = checkOk(database, "PRAGMA quick_check('sqlite_schema')"); !sound) return sound;
    Result<Statement> select = database.prepare("SELECT type, name, tbl_name, sql FROM sqlite_schema ORDER BY rowid");
    if (!select) return Unexpected{select.error()};
    Statement::Step step = Statement::Step::done;
    auto expected = schemaEntries().begin();
    while ((step = select->step()) == Statement::Step::row) {
        const std::string_view name = select->text(1);
        if (expected == schemaEntries().end()) return foreign(name, select->text(0), "no more tables");
        if (name != expected->name || select->text(0) != "table" || select->text(2) != name)
            return foreign(name, select->text(0), "table " + expected->name);
        if (select->text(3) != expected->sql) return foreign(name, select->text(3), expected->sql);
        ++expected;
    }
    if (step == Statement::Step::failed) return Unexpected{database.lastError()};
    if (expected != schemaEntries().end()) return foreign(expected->name, "no such table", expected->sql);
    return {};
}

Result<void> checkStructure(Database& database)
{
    return checkOk(database, "PRAGMA quick_check(1)");
}

Result<void> checkSeal(Database& database, const std::string& digest)
{
    Result<Statement> select = database.prepare(selectFrom(sealTable()));
    if (!select) return Unexpected{select.error()};
    std::string stored;
    int rows = 0;
    Statement::Step step = Statement::Step::done;
    while ((step = select->step()) == Statement::Step::row && rows < 2) {
        if (select->type(0) == Statement::Type::integer && select->integer(0) == 1) stored = select->text(1);
        ++rows;
    }
    if (step == Statement::Step::failed) return Unexpected{database.lastError()};
    if (rows != 1 || stored != digest) return damaged("digest", digest, rows == 1 ? stored.substr(0, 64) : "one row in seal");
    return {};
}

Result<void> checkReferences(Database& database)
{
    Result<Statement> check = database.prepare("PRAGMA foreign_key_check");
    if (!check) return Unexpected{check.error()};
    const Statement::Step step = check->step();
    if (step == Statement::Step::failed) return Unexpected{database.lastError()};
    if (step == Statement::Step::done) return {};
    return fail("STORE-DANGLING",
        {{"table", std::string{check->text(0)}}, {"found", "a row that names what is not there"},
            {"wanted", fmt::format("a row of {}", check->text(2))}});
}

} // namespace rackwright

#include "tests/core/store/database_maker.h"

#include "core/store/project_image.h"
#include "core/store/schema.h"
#include "core/store/sha256.h"

#include <cstring>
#include <memory>
#include <sqlite3.h>
#include <stdexcept>

namespace rackwright::testing_support {

namespace {

using Prepared = std::unique_ptr<sqlite3_stmt, decltype(&sqlite3_finalize)>;

Prepared prepare(sqlite3* connection, const std::string& sql)
{
    sqlite3_stmt* made = nullptr;
    if (sqlite3_prepare_v2(connection, sql.c_str(), -1, &made, nullptr) != SQLITE_OK) throw std::runtime_error{sqlite3_errmsg(connection)};
    return {made, sqlite3_finalize};
}

std::string littleEndian(std::uint64_t value)
{
    std::string bytes;
    for (int i = 0; i < 8; ++i) bytes += static_cast<char>(value >> (8 * i));
    return bytes;
}

std::string encoded(sqlite3_stmt* row, int column)
{
    switch (sqlite3_column_type(row, column)) {
    case SQLITE_INTEGER: return 'I' + littleEndian(static_cast<std::uint64_t>(sqlite3_column_int64(row, column)));
    case SQLITE_FLOAT: {
        const double value = sqlite3_column_double(row, column);
        std::uint64_t bits = 0;
        std::memcpy(&bits, &value, sizeof bits);
        return 'R' + littleEndian(value == 0 ? 0 : bits);
    }
    case SQLITE_NULL: return "N";
    default: {
        const auto* bytes = static_cast<const char*>(sqlite3_column_blob(row, column));
        const auto size = static_cast<std::size_t>(sqlite3_column_bytes(row, column));
        return 'T' + littleEndian(size) + (bytes ? std::string{bytes, size} : std::string{});
    }
    }
}

} // namespace

Bytes bytesOf(std::string_view view)
{
    return {view.begin(), view.end()};
}

std::string textOf(const Error& error)
{
    std::string text = error.code;
    for (const auto& [name, value] : error.args) text += ' ' + name + '=' + value;
    return text;
}

DatabaseMaker::DatabaseMaker(const Project& project)
{
    const Result<ProjectImage> image = imageOf(project);
    if (!image) throw std::runtime_error{textOf(image.error())};
    const std::string_view view = image->image.view();
    auto* copy = static_cast<unsigned char*>(sqlite3_malloc64(view.size()));
    std::memcpy(copy, view.data(), view.size());
    sqlite3_open(":memory:", &connection_);
    const auto size = static_cast<sqlite3_int64>(view.size());
    if (sqlite3_deserialize(connection_, "main", copy, size, size, SQLITE_DESERIALIZE_FREEONCLOSE | SQLITE_DESERIALIZE_RESIZEABLE)
        != SQLITE_OK)
        throw std::runtime_error{sqlite3_errmsg(connection_)};
    run("PRAGMA foreign_keys=OFF; PRAGMA writable_schema=ON; PRAGMA journal_mode=OFF");
}

DatabaseMaker::~DatabaseMaker()
{
    sqlite3_close(connection_);
}

DatabaseMaker& DatabaseMaker::run(const std::string& sql)
{
    if (sqlite3_exec(connection_, sql.c_str(), nullptr, nullptr, nullptr) != SQLITE_OK)
        throw std::runtime_error{sqlite3_errmsg(connection_) + (": " + sql.substr(0, 200))};
    return *this;
}

std::string DatabaseMaker::question(const std::string& sql)
{
    const Prepared statement = prepare(connection_, sql);
    if (sqlite3_step(statement.get()) != SQLITE_ROW) return {};
    const auto* text = reinterpret_cast<const char*>(sqlite3_column_text(statement.get(), 0));
    return text ? text : "";
}

std::vector<std::string> DatabaseMaker::tables()
{
    std::vector<std::string> names;
    const Prepared statement = prepare(connection_, "SELECT name FROM sqlite_schema ORDER BY rowid");
    while (sqlite3_step(statement.get()) == SQLITE_ROW)
        names.emplace_back(reinterpret_cast<const char*>(sqlite3_column_text(statement.get(), 0)));
    std::erase(names, "seal");
    return names;
}

std::string DatabaseMaker::computedDigest()
{
    Sha256 sha;
    for (std::size_t i = 0; i < tableCount; ++i) {
        const TableInfo& table = infoOf(static_cast<Table>(i));
        sha.update('=' + littleEndian(table.name.size()) + std::string{table.name});
        const Prepared rows = prepare(connection_, selectFrom(table));
        while (sqlite3_step(rows.get()) == SQLITE_ROW) {
            std::string row = "-";
            for (int column = 0; column < sqlite3_column_count(rows.get()); ++column) row += encoded(rows.get(), column);
            sha.update(row);
        }
    }
    return sha.finishHex();
}

DatabaseMaker& DatabaseMaker::reseal()
{
    return run("UPDATE seal SET digest = '" + computedDigest() + "'");
}

Bytes DatabaseMaker::bytes()
{
    sqlite3_int64 size = 0;
    const std::unique_ptr<unsigned char, decltype(&sqlite3_free)> image{sqlite3_serialize(connection_, "main", &size, 0), sqlite3_free};
    return {image.get(), image.get() + size};
}

} // namespace rackwright::testing_support

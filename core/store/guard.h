// What is asked of a file before and after its rows are read. Every file is hostile until it has passed.
#pragma once

#include "core/quantity/error.h"
#include "core/store/sqlite.h"

#include <cstddef>
#include <span>
#include <string>

namespace rackwright {

/// Processor seconds: a good file's schema takes a thousandth of it.
inline constexpr double schemaBudgetS = 0.5;
/// 5 s, and more for what is much larger than the largest designs of today.
[[nodiscard]] double readingBudgetS(std::size_t fileBytes);

/// The first 100 bytes (SQLite file format, section 1.3): a SQLite file, of this program, of a version that it reads, with the
/// settings that it writes, and as long as it says. Nothing of SQLite runs before that.
[[nodiscard]] Result<void> checkHeader(std::span<const unsigned char> bytes);
/// sqlite_schema is sound and lists exactly the tables of this version: no trigger, view, index or virtual table beside them.
[[nodiscard]] Result<void> checkSchema(Database& database);
/// SQLite's own check of all pages.
[[nodiscard]] Result<void> checkStructure(Database& database);
/// The stored digest is the one that was computed.
[[nodiscard]] Result<void> checkSeal(Database& database, const std::string& digest);
/// Every foreign key leads somewhere. STORE-DANGLING (table, wanted).
[[nodiscard]] Result<void> checkReferences(Database& database);

} // namespace rackwright

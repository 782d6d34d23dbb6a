// The tables of a project file. All files of one major version have exactly this schema; what a minor version adds goes into
// the rows of `extra`.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace rackwright {

/// Bytes 68–71 of the file: "RkWr".
inline constexpr std::uint32_t projectApplicationId = 0x526b5772;
/// user_version = major × 1000 + minor.
inline constexpr int formatMajor = 1;
inline constexpr int formatMinor = 0;
inline constexpr std::uint32_t projectUserVersion = formatMajor * 1000 + formatMinor;

/// In the order in which rows are written, digested and read: what is referred to comes first.
enum class Table {
    project,
    site,
    room,
    feed,
    workload,
    trainingJob,
    inferenceService,
    visionJob,
    scenario,
    cloudPlan,
    phase,
    rack,
    placement,
    placementOverride,
    link,
    cord,
    allocation,
    allocationDevice,
    parallelPlan,
    approval,
    part,
    partSource,
    partValue,
    partPort,
    partBay,
    partInlet,
    partOutlet,
    partPrice,
    extra
};
inline constexpr std::size_t tableCount = 29;

struct Column {
    std::string_view name;
    std::string_view type; ///< with NOT NULL where it holds
};

struct TableInfo {
    std::string_view name;
    int keyColumns = 1; ///< rows are ordered by the first columns; together they name a row
    std::span<const Column> columns;
    std::string_view constraints; ///< PRIMARY KEY and FOREIGN KEY clauses
};

[[nodiscard]] const TableInfo& infoOf(Table table);

/// CREATE TABLE as it stands in sqlite_schema.
[[nodiscard]] std::string ddlOf(const TableInfo& table);
[[nodiscard]] std::string insertInto(const TableInfo& table);
/// All columns in their order, rows in the order of the key.
[[nodiscard]] std::string selectFrom(const TableInfo& table);

/// One row: the digest of all others. Not part of the logical rows.
[[nodiscard]] const TableInfo& sealTable();

/// Name and DDL of every table, in the order of sqlite_schema.
struct SchemaEntry {
    std::string name, sql;
};
[[nodiscard]] const std::vector<SchemaEntry>& schemaEntries();

} // namespace rackwright

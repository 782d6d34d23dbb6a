// What each column of each table must hold (catalog/schema.csv), and the check of a table against it.
#pragma once

#include "core/catalog/csv.h"

#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

namespace rackwright {

enum class ColumnType { id, text, number, integer, flag, date, choice };

struct ColumnRule {
    std::string column;
    ColumnType type = ColumnType::text;
    std::string unit; ///< "@column": the unit stands in that column of the row
    bool required = false; ///< the cell may not be blank
    std::optional<double> min, max; ///< both allowed themselves
    std::vector<std::string> refersTo; ///< tables; "@column" names the column that holds the table; "aliases", "schema"
    std::vector<std::string> choices;
};

struct TableRule {
    std::string table;
    std::vector<ColumnRule> columns;

    [[nodiscard]] const ColumnRule* find(std::string_view column) const;
};

class Schema {
public:
    /// From the table schema.csv. Errors: SCHEMA-BAD-ROW with file, line, column, found, wanted.
    static Result<Schema> read(const CsvTable& table);
    [[nodiscard]] const TableRule* find(std::string_view table) const;
    /// In the order of the file.
    [[nodiscard]] const std::vector<TableRule>& tables() const { return tables_; }

private:
    std::vector<TableRule> tables_;
};

/// Appends every cell that breaks its rule: CATALOG-BAD-HEADER, -BLANK, -BAD-NUMBER, -BAD-INTEGER, -OUT-OF-RANGE, -BAD-FLAG,
/// -BAD-DATE, -BAD-CHOICE, -BAD-ID, -BAD-TEXT. Each names file, line, column, found, wanted. False when the header is wrong:
/// then no cell was looked at.
bool checkCells(const CsvTable& table, const TableRule& rule, std::vector<Error>& problems);

/// Appends every row whose identity (the columns together) an earlier row has: CATALOG-DUPLICATE with both lines.
void checkUnique(const CsvTable& table, const std::vector<std::string_view>& columns, std::vector<Error>& problems);

/// What references may lead to: the ids of each table, the table names, and the foreign names of aliases.csv. Views into tables
/// that must live longer.
struct ReferenceTargets {
    std::unordered_map<std::string_view, std::unordered_set<std::string_view>> idsOfTable;
    std::unordered_set<std::string> aliases; ///< table '\n' column '\n' value
};

/// Appends every reference that leads nowhere: CATALOG-UNKNOWN-REFERENCE. Blank cells refer to nothing. `table` as in the schema.
void checkReferences(
    const CsvTable& table, const TableRule& rule, const Schema& schema, const ReferenceTargets& targets, std::vector<Error>& problems);

} // namespace rackwright

#include "core/catalog/schema.h"

#include "core/catalog/cell.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>

namespace rackwright {

namespace {

constexpr std::array<std::pair<std::string_view, ColumnType>, 7> types{{
    {"id", ColumnType::id},
    {"text", ColumnType::text},
    {"number", ColumnType::number},
    {"integer", ColumnType::integer},
    {"flag", ColumnType::flag},
    {"date", ColumnType::date},
    {"choice", ColumnType::choice},
}};

std::vector<std::string> copied(const std::vector<std::string_view>& pieces)
{
    return {pieces.begin(), pieces.end()};
}

bool isId(std::string_view cell)
{
    return std::ranges::all_of(cell, [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9')
            || std::string_view{"-_./+,"}.find(c) != std::string_view::npos;
    });
}

std::string rangeOf(const ColumnRule& rule)
{
    if (rule.min && rule.max) return fmt::format("a number from {} to {}", *rule.min, *rule.max);
    if (rule.min) return fmt::format("a number of at least {}", *rule.min);
    return rule.max ? fmt::format("a number of at most {}", *rule.max) : "a number";
}

/// What is wrong with a cell that is not blank: code and what was wanted.
using Complaint = std::optional<std::pair<std::string, std::string>>;

Complaint complain(const ColumnRule& rule, std::string_view cell)
{
    const auto outside = [&](double value) { return (rule.min && value < *rule.min) || (rule.max && value > *rule.max); };
    switch (rule.type) {
    case ColumnType::number: {
        const std::optional<double> value = numberIn(cell);
        if (!value) return std::pair{"CATALOG-BAD-NUMBER", rangeOf(rule)};
        if (outside(*value)) return std::pair{"CATALOG-OUT-OF-RANGE", rangeOf(rule)};
        return {};
    }
    case ColumnType::integer: {
        const std::optional<std::int64_t> value = integerIn(cell);
        if (!value) return std::pair{"CATALOG-BAD-INTEGER", "a whole number"};
        if (outside(static_cast<double>(*value))) return std::pair{"CATALOG-OUT-OF-RANGE", rangeOf(rule)};
        return {};
    }
    case ColumnType::flag: return cell == "0" || cell == "1" ? Complaint{} : std::pair{"CATALOG-BAD-FLAG", "0 or 1"};
    case ColumnType::date: return isDate(cell) ? Complaint{} : std::pair{"CATALOG-BAD-DATE", "YYYY, YYYY-MM or YYYY-MM-DD"};
    case ColumnType::choice:
        if (std::ranges::find(rule.choices, cell) != rule.choices.end()) return {};
        return std::pair{"CATALOG-BAD-CHOICE", fmt::format("one of {}", fmt::join(rule.choices, ", "))};
    case ColumnType::id: return isId(cell) ? Complaint{} : std::pair{"CATALOG-BAD-ID", "letters, digits and -_./+,"};
    case ColumnType::text:
        return cell.front() == ' ' || cell.back() == ' ' ? std::pair{"CATALOG-BAD-TEXT", "no blanks around the text"} : Complaint{};
    }
    return {};
}

Error badRow(const CsvTable& table, std::size_t row, std::string_view column, std::string wanted)
{
    return cellError(table, row, column, "SCHEMA-BAD-ROW", std::move(wanted));
}

Result<ColumnRule> readRule(const CsvTable& table, std::size_t row)
{
    ColumnRule rule;
    rule.column = table.cell(row, "column");
    const auto type = std::ranges::find(types, table.cell(row, "type"), &std::pair<std::string_view, ColumnType>::first);
    if (type == types.end()) return tl::unexpected{badRow(table, row, "type", "id, text, number, integer, flag, date or choice")};
    rule.type = type->second;
    rule.unit = table.cell(row, "unit");
    const std::string_view required = table.cell(row, "required");
    if (required != "0" && required != "1") return tl::unexpected{badRow(table, row, "required", "0 or 1")};
    rule.required = required == "1";
    for (auto [name, bound] : {std::pair{"min", &rule.min}, std::pair{"max", &rule.max}}) {
        const std::string_view cell = table.cell(row, name);
        *bound = numberIn(cell);
        if (!cell.empty() && !*bound) return tl::unexpected{badRow(table, row, name, "a number")};
    }
    if (rule.min && rule.max && *rule.min > *rule.max) return tl::unexpected{badRow(table, row, "max", "at least min")};
    rule.refersTo = copied(piecesIn(table.cell(row, "refers_to")));
    rule.choices = copied(piecesIn(table.cell(row, "choices")));
    if (rule.type == ColumnType::choice && rule.choices.empty())
        return tl::unexpected{badRow(table, row, "choices", "at least one choice")};
    return rule;
}

/// The tables that the row may refer to; "@column" is replaced by what the row says there.
std::vector<std::string_view> tablesMeant(const CsvTable& table, std::size_t row, const ColumnRule& rule)
{
    std::vector<std::string_view> meant;
    for (const std::string_view name : rule.refersTo) meant.push_back(name.starts_with('@') ? table.cell(row, name.substr(1)) : name);
    return meant;
}

} // namespace

const ColumnRule* TableRule::find(std::string_view column) const
{
    const auto found = std::ranges::find(columns, column, &ColumnRule::column);
    return found == columns.end() ? nullptr : &*found;
}

Result<Schema> Schema::read(const CsvTable& table)
{
    for (const std::string_view column : {"table", "column", "type", "unit", "required", "min", "max", "refers_to", "choices"})
        if (!table.indexOf(column))
            return fail("SCHEMA-BAD-ROW",
                {{"file", table.file()}, {"line", "1"}, {"column", std::string{column}}, {"found", "no such column"},
                    {"wanted", "the column"}});
    Schema schema;
    for (std::size_t row = 0; row < table.rows(); ++row) {
        const std::string_view name = table.cell(row, "table");
        if (name.empty()) return tl::unexpected{badRow(table, row, "table", "the name of a table")};
        if (table.cell(row, "column").empty()) return tl::unexpected{badRow(table, row, "column", "the name of a column")};
        if (schema.tables_.empty() || schema.tables_.back().table != name) {
            if (schema.find(name)) return tl::unexpected{badRow(table, row, "table", "the columns of a table in one place")};
            schema.tables_.push_back({std::string{name}, {}});
        }
        auto rule = readRule(table, row);
        if (!rule) return tl::unexpected{rule.error()};
        TableRule& columns = schema.tables_.back();
        if (columns.find(rule->column)) return tl::unexpected{badRow(table, row, "column", "each column once")};
        columns.columns.push_back(std::move(*rule));
    }
    return schema;
}

const TableRule* Schema::find(std::string_view table) const
{
    const auto found = std::ranges::find(tables_, table, &TableRule::table);
    return found == tables_.end() ? nullptr : &*found;
}

bool checkCells(const CsvTable& table, const TableRule& rule, std::vector<Error>& problems)
{
    const std::size_t before = problems.size();
    const auto badHeader = [&](std::string_view column, std::string found, std::string wanted) {
        problems.push_back({"CATALOG-BAD-HEADER",
            {{"file", table.file()}, {"line", "1"}, {"column", std::string{column}}, {"found", std::move(found)},
                {"wanted", std::move(wanted)}}});
    };
    std::vector<const ColumnRule*> rules;
    for (const std::string_view column : table.header()) {
        rules.push_back(rule.find(column));
        if (!rules.back()) badHeader(column, std::string{column}, "a column of the schema");
    }
    for (const ColumnRule& column : rule.columns)
        if (!table.indexOf(column.column)) badHeader(column.column, "no such column", "the column, by the schema");
    if (problems.size() > before) return false;
    for (std::size_t row = 0; row < table.rows(); ++row)
        for (std::size_t column = 0; column < table.columns(); ++column) {
            const ColumnRule& wanted = *rules[column];
            const std::string_view cell = table.cell(row, column);
            if (cell.empty()) {
                if (wanted.required) problems.push_back(cellError(table, row, wanted.column, "CATALOG-BLANK", "a value"));
            } else if (Complaint complaint = complain(wanted, cell)) {
                problems.push_back(cellError(table, row, wanted.column, std::move(complaint->first), std::move(complaint->second)));
            }
        }
    return true;
}

void checkUnique(const CsvTable& table, const std::vector<std::string_view>& columns, std::vector<Error>& problems)
{
    std::vector<std::size_t> indices;
    for (const std::string_view column : columns)
        if (const auto index = table.indexOf(column)) indices.push_back(*index);
    std::unordered_map<std::string, std::size_t> rowOf;
    for (std::size_t row = 0; row < table.rows(); ++row) {
        std::vector<std::string_view> cells;
        for (const std::size_t index : indices) cells.push_back(table.cell(row, index));
        const auto [first, isNew] = rowOf.try_emplace(fmt::format("{}", fmt::join(cells, "\n")), row);
        if (isNew) continue;
        Error error = cellError(table, row, columns.front(), "CATALOG-DUPLICATE", fmt::format("each {} once", fmt::join(columns, ", ")));
        for (auto& [name, value] : error.args)
            if (name == "found") value = fmt::format("{}", fmt::join(cells, ", "));
        error.args.emplace_back("other_line", std::to_string(table.line(first->second)));
        problems.push_back(std::move(error));
    }
}

void checkReferences(
    const CsvTable& table, const TableRule& rule, const Schema& schema, const ReferenceTargets& targets, std::vector<Error>& problems)
{
    const auto leads = [&](std::string_view target, std::string_view column, std::string_view cell) {
        if (target == "schema") return schema.find(cell) != nullptr;
        if (target == "aliases") return targets.aliases.contains(fmt::format("{}\n{}\n{}", rule.table, column, cell));
        const auto ids = targets.idsOfTable.find(target);
        return ids != targets.idsOfTable.end() && ids->second.contains(cell);
    };
    for (const ColumnRule& column : rule.columns) {
        const auto index = table.indexOf(column.column);
        if (column.refersTo.empty() || !index) continue;
        for (std::size_t row = 0; row < table.rows(); ++row) {
            const std::string_view cell = table.cell(row, *index);
            if (cell.empty()) continue;
            const std::vector<std::string_view> meant = tablesMeant(table, row, column);
            if (std::ranges::any_of(meant, [&](std::string_view target) { return leads(target, column.column, cell); })) continue;
            problems.push_back(cellError(
                table, row, column.column, "CATALOG-UNKNOWN-REFERENCE", fmt::format("a name listed in {}", fmt::join(meant, ", "))));
        }
    }
}

} // namespace rackwright

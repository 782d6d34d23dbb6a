#include "core/software/software_rules.h"

#include "core/catalog/cell.h"
#include "core/catalog/csv.h"

#include <algorithm>
#include <array>

namespace rackwright {

namespace {

std::vector<std::string> listIn(std::string_view cell)
{
    const std::vector<std::string_view> pieces = piecesIn(cell);
    return {pieces.begin(), pieces.end()};
}

Result<SoftwareRule> readRule(const CsvTable& table, std::size_t row)
{
    const auto text = [&](std::string_view column) { return std::string{table.cell(row, column)}; };
    for (const std::string_view column : {"id", "vendor", "component", "source", "date"})
        if (text(column).empty()) return tl::unexpected{cellError(table, row, column, "SOFTWARE-BAD-CELL", "not blank")};
    const std::string runs = text("runs");
    if (runs != "0" && runs != "1") return tl::unexpected{cellError(table, row, "runs", "SOFTWARE-BAD-CELL", "0 or 1")};
    SoftwareRule rule;
    rule.id = text("id"), rule.vendor = text("vendor"), rule.component = text("component"), rule.engine = text("engine");
    rule.generations = listIn(table.cell(row, "generations")), rule.accelerators = listIn(table.cell(row, "accelerators"));
    if (rule.generations.empty() == rule.accelerators.empty())
        return tl::unexpected{cellError(table, row, "generations", "SOFTWARE-BAD-CELL", "generations or accelerators")};
    rule.runs = runs == "1";
    rule.minimumVersion = text("minimum_version"), rule.lastVersion = text("last_version");
    rule.formats = listIn(table.cell(row, "formats")), rule.noFormats = listIn(table.cell(row, "no_formats"));
    rule.kind = text("kind"), rule.source = text("source"), rule.date = text("date");
    return rule;
}

bool isFor(const SoftwareRule& rule, const Part& accelerator)
{
    if (std::ranges::find(rule.accelerators, accelerator.id) != rule.accelerators.end()) return true;
    const std::string_view generation = accelerator.text("compute_capability");
    return !generation.empty() && rule.vendor == accelerator.text("vendor")
        && std::ranges::find(rule.generations, generation) != rule.generations.end();
}

} // namespace

Result<SoftwareRules> SoftwareRules::load(const std::filesystem::path& file)
{
    const Result<CsvTable> table = readCsv(file, file.filename().string());
    if (!table) return tl::unexpected{table.error()};
    std::vector<SoftwareRule> rules;
    for (std::size_t row = 0; row < table->rows(); ++row) {
        Result<SoftwareRule> rule = readRule(*table, row);
        if (!rule) return tl::unexpected{rule.error()};
        rules.push_back(std::move(*rule));
    }
    return SoftwareRules{std::move(rules)};
}

std::vector<const SoftwareRule*> SoftwareRules::of(const Part& accelerator) const
{
    std::vector<const SoftwareRule*> found;
    for (const SoftwareRule& rule : rules_) {
        const bool taken = std::ranges::any_of(found, [&](const SoftwareRule* each) { return each->component == rule.component; });
        if (!taken && isFor(rule, accelerator)) found.push_back(&rule);
    }
    return found;
}

} // namespace rackwright

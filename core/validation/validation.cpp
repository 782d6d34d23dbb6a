#include "core/validation/validation.h"

#include "core/catalog/cell.h"
#include "core/validation/area.h"

#include <algorithm>
#include <cmath>
#include <map>

namespace rackwright {

namespace {

const std::vector<AreaRules>& areaRules()
{
    static const std::vector<AreaRules> rules{paramsArea(), flopsArea(), memoryArea(), inferenceMemoryArea(), trainingArea(), fabricArea()};
    return rules;
}

double percentile(std::vector<double> sorted, double share)
{
    const double place = share * static_cast<double>(sorted.size() - 1);
    const auto below = static_cast<std::size_t>(place);
    const double rest = place - static_cast<double>(below);
    return below + 1 < sorted.size() ? sorted[below] * (1 - rest) + sorted[below + 1] * rest : sorted[below];
}

ErrorSummary summaryOf(std::string name, const std::vector<const ValidationRow*>& rows)
{
    ErrorSummary summary;
    summary.name = std::move(name);
    std::vector<double> absolute;
    double bias = 0, inBand = 0;
    for (const ValidationRow* row : rows) {
        if (!row->errorPct) continue;
        absolute.push_back(std::abs(*row->errorPct));
        bias += *row->errorPct;
        inBand += row->low90 && *row->published >= *row->low90 * (1 - 1e-9) && *row->published <= *row->high90 * (1 + 1e-9);
    }
    summary.rows = static_cast<int>(absolute.size());
    if (absolute.empty()) return summary;
    const auto count = static_cast<double>(absolute.size());
    double sum = 0;
    for (const double error : absolute) sum += error;
    std::ranges::sort(absolute);
    summary.meanAbsPct = sum / count;
    summary.medianAbsPct = percentile(absolute, 0.5);
    summary.p90AbsPct = percentile(absolute, 0.9);
    summary.biasPct = bias / count;
    summary.inBandPct = inBand / count * 100;
    return summary;
}

ValidationRow rowOf(std::string_view id, const Prediction& prediction)
{
    ValidationRow row;
    row.id = id;
    row.quantity = prediction.quantity;
    row.unit = prediction.unit;
    row.calibration = prediction.calibration;
    row.group = prediction.group;
    row.statesInputs = prediction.statesInputs;
    row.reason = prediction.reason;
    if (!prediction.value) return row;
    row.status = RowStatus::predicted;
    row.predicted = prediction.value->value;
    row.low90 = prediction.value->low;
    row.high90 = prediction.value->high;
    return row;
}

void compareWith(ValidationRow& row, const Published& published)
{
    row.from = published.from;
    row.publishedText = published.text;
    if (!published.value || *published.value == 0) return;
    row.published = published.value;
    if (row.status != RowStatus::predicted) return;
    row.status = RowStatus::compared;
    row.errorPct = (*row.predicted / *published.value - 1) * 100;
}

void summarise(ValidationReport& report)
{
    std::vector<const ValidationRow*> all;
    std::map<std::string, std::vector<const ValidationRow*>> groups;
    int stating = 0;
    for (const ValidationRow& row : report.rows) {
        report.compared += row.status == RowStatus::compared;
        report.predicted += row.status != RowStatus::skipped;
        report.skipped += row.status == RowStatus::skipped;
        stating += row.statesInputs;
        all.push_back(&row);
        if (!row.group.empty()) groups[row.group].push_back(&row);
    }
    report.coverage = stating > 0 ? double(report.predicted) / stating : 0;
    report.all = summaryOf("all", all);
    for (auto& [name, rows] : groups)
        if (ErrorSummary summary = summaryOf(name, rows); summary.rows > 0) report.groups.push_back(std::move(summary));
}

} // namespace

std::string_view InputRow::text(std::string_view column) const
{
    return std::ranges::find(answers_, column) != answers_.end() ? std::string_view{} : table_.cell(row_, column);
}

std::optional<double> InputRow::number(std::string_view column) const
{
    return numberIn(text(column));
}

std::string_view InputRow::firstBlank(std::span<const std::string_view> columns) const
{
    const auto found = std::ranges::find_if(columns, [&](std::string_view column) { return text(column).empty(); });
    return found == columns.end() ? std::string_view{} : *found;
}

Prediction skipped(std::string quantity, std::string unit, std::string reason, bool statesInputs)
{
    Prediction prediction;
    prediction.quantity = std::move(quantity);
    prediction.unit = std::move(unit);
    prediction.reason = std::move(reason);
    prediction.statesInputs = statesInputs;
    return prediction;
}

Prediction missingInput(std::string quantity, std::string unit, std::string_view column)
{
    return skipped(std::move(quantity), std::move(unit), "MISSING_INPUT:" + std::string{column}, false);
}

const std::vector<ValidationArea>& validationAreas()
{
    static const std::vector<ValidationArea> areas = [] {
        std::vector<ValidationArea> made;
        for (const AreaRules& rules : areaRules()) made.push_back({rules.name, rules.table, rules.inputs});
        return made;
    }();
    return areas;
}

Result<ValidationReport> validate(std::string_view area, const std::filesystem::path& table, const EngineData& data)
{
    const auto rules = std::ranges::find(areaRules(), area, &AreaRules::name);
    if (rules == areaRules().end()) {
        std::string wanted;
        for (const AreaRules& each : areaRules()) wanted += (wanted.empty() ? "" : ", ") + std::string{each.name};
        return fail("VALIDATE-UNKNOWN-AREA", {{"found", std::string{area}}, {"wanted", wanted}});
    }
    const std::filesystem::path file = table.empty() ? Catalog::defaultFolder() / rules->table : table;
    const Result<CsvTable> read = readCsv(file, file.filename().string());
    if (!read) return tl::make_unexpected(read.error());
    for (const std::string_view column : rules->needed)
        if (!read->indexOf(column)) return fail("VALIDATE-MISSING-COLUMN", {{"file", read->file()}, {"wanted", std::string{column}}});

    std::vector<std::vector<Prediction>> predictions;
    for (std::size_t i = 0; i < read->rows(); ++i) predictions.push_back(rules->predict({*read, i, rules->answers}, data));
    ValidationReport report;
    report.area = area;
    for (std::size_t i = 0; i < read->rows(); ++i)
        for (const Prediction& prediction : predictions[i]) {
            report.rows.push_back(rowOf(read->cell(i, "id"), prediction));
            const auto cell = [&](std::string_view column) { return read->cell(i, column); };
            compareWith(report.rows.back(), rules->published({*read, i, rules->answers}, cell, prediction, data));
        }
    summarise(report);
    return report;
}

} // namespace rackwright

// validate: the engine against published figures.

#include "app/cli/command.h"

#include "core/validation/validation.h"

#include <fmt/format.h>
#include <memory>

namespace rackwright::cli {

namespace {

Node orNull(const std::optional<double>& value)
{
    return value ? Node{*value} : Node{};
}

std::string_view toText(RowStatus status)
{
    switch (status) {
    case RowStatus::compared: return "compared";
    case RowStatus::predicted: return "predicted";
    case RowStatus::skipped: return "skipped";
    }
    return "skipped";
}

Node rowNode(const ValidationRow& row)
{
    return Node::Object{{"id", row.id}, {"quantity", row.quantity}, {"unit", row.unit}, {"status", toText(row.status)},
        {"reason", row.reason}, {"published", orNull(row.published)}, {"predicted", orNull(row.predicted)}, {"low90", orNull(row.low90)},
        {"high90", orNull(row.high90)}, {"error_pct", orNull(row.errorPct)}, {"from", row.from}, {"calibration", row.calibration}};
}

Node::Object summaryNode(const ErrorSummary& summary)
{
    return {{"rows", summary.rows}, {"mean_abs_error_pct", orNull(summary.meanAbsPct)},
        {"median_abs_error_pct", orNull(summary.medianAbsPct)}, {"p90_abs_error_pct", orNull(summary.p90AbsPct)},
        {"bias_pct", orNull(summary.biasPct)}, {"in_band_pct", orNull(summary.inBandPct)}};
}

Node reportNode(const ValidationReport& report, bool withRows)
{
    Node::Array rows, groups;
    if (withRows)
        for (const ValidationRow& row : report.rows) rows.push_back(rowNode(row));
    for (const ErrorSummary& group : report.groups) {
        Node::Object node{{"name", group.name}};
        for (auto& entry : summaryNode(group)) node.push_back(std::move(entry));
        groups.push_back(Node{std::move(node)});
    }
    Node::Object node{{"area", report.area}};
    if (withRows) node.emplace_back("rows", std::move(rows));
    for (auto& entry : Node::Object{{"compared", report.compared}, {"skipped", report.skipped}, {"coverage", report.coverage}})
        node.push_back(std::move(entry));
    for (auto& entry : summaryNode(report.all))
        if (entry.first != "rows") node.push_back(std::move(entry));
    node.emplace_back("groups", std::move(groups));
    return node;
}

Result<Answer> runValidation(const std::string& area, const std::string& table, Format format)
{
    const Result<const EngineData*> data = shippedEngine();
    if (!data) return tl::make_unexpected(data.error());
    return validate(area, table, **data).map([&](const ValidationReport& report) {
        if (format != Format::csv) return printed(reportNode(report, format == Format::json), format);
        Node::Array rows;
        for (const ValidationRow& row : report.rows) rows.push_back(rowNode(row));
        return printed(Node{std::move(rows)}, format);
    });
}

} // namespace

void addValidateCommands(Commands& commands)
{
    auto area = std::make_shared<std::string>(), table = std::make_shared<std::string>();
    CLI::App* validate = commands.add(
        "validate", "The engine against published figures", [area, table](Format f) { return runValidation(*area, *table, f); });
    std::string areas;
    for (const ValidationArea& each : validationAreas()) areas += fmt::format("\n  {:<10} inputs: {}", each.name, each.inputs);
    validate->add_option("AREA", *area, "one of:" + areas)->required();
    validate->add_option("--table", *table, "rows to predict and compare; the shipped ones when left out");
}

} // namespace rackwright::cli

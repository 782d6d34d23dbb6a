#include "core/assess/report_cost.h"

#include "core/quantity/figure_id.h"

#include <algorithm>
#include <fmt/format.h>

namespace rackwright {

namespace {

std::string joined(const std::vector<std::string>& names)
{
    return fmt::format("{}", fmt::join(names, ", "));
}

/// "reserved_1y, us-east-1, 4 instances (equal work)"
std::string basisOf(const CloudQuote& quote)
{
    if (!quote.offer) return {};
    std::string text =
        fmt::format("{} {} {} in {}", toText(quote.offer->term), quote.offer->provider(), quote.offer->type(), quote.offer->region());
    if (quote.instances) text += fmt::format(", {} instances ({})", *quote.instances, quote.countBasis);
    return text;
}

std::string horizonOf(const Finance& finance)
{
    return fmt::format("{:g} years at {:g} %", finance.years, finance.discountRate * 100);
}

void addFigures(const CostResult& cost, Report& report)
{
    std::string spent;
    for (const CostItem& item : cost.opex.items) spent += (spent.empty() ? "" : " + ") + item.id;
    if (cost.cloud) spent += spent.empty() ? "rent" : " + rent";
    report.add("cost.capex_usd", cost.capexUsd, "USD", "bill of materials and what is chosen to be spent once");
    for (const BomGroup group : bomGroups()) {
        const bool any = std::ranges::any_of(cost.bom.lines, [group](const BomLine& line) { return line.group == group; });
        if (any) report.add(figureId("cost.capex_usd", "group", toText(group)), cost.bom.totalUsd(group), "USD");
    }
    report.add("cost.opex_usd_per_year", cost.opexUsdPerYear, "USD/year", spent);
    report.add("cost.energy_usd_per_year", cost.energyUsdPerYear, "USD/year");
    report.add("cost.tco_usd", cost.tcoUsd, "USD", horizonOf(cost.finance));
    report.add("cost.equivalent_annual_usd", cost.equivalentAnnualUsd, "USD/year", horizonOf(cost.finance));
    report.add("cost.usd_per_accelerator_hour", cost.usdPerAcceleratorHour, "USD/h", "owned and rented hours, used or not");
    const std::optional<CloudQuote>& rent = cost.cloud ? cost.cloud : cost.alternative;
    report.add("cost.cloud_usd_per_year", cost.cloudUsdPerYear, "USD/year", rent ? basisOf(*rent) : std::string{});
    report.add("cost.break_even_months", cost.breakEven.months, "months", "constant rates");
    report.add("cost.break_even_discounted_months", cost.breakEven.discountedMonths, "months", horizonOf(cost.finance));
    report.add("cost.unpriced_share", cost.bom.unpricedShare, "");
}

void addPriceFindings(const CostResult& cost, Report& report)
{
    if (!cost.bom.noPrice.empty()) {
        Finding finding{.code = "COST-NO-PRICE", .figures = {"cost.capex_usd", "cost.unpriced_share"}};
        for (const std::string& part : cost.bom.noPrice) finding.subjects.push_back(subjectOf("part", part));
        finding.args = {{"parts", joined(cost.bom.noPrice)}, {"count", std::to_string(cost.bom.noPrice.size())}};
        report.findings.push_back(std::move(finding));
    }
    if (!cost.bom.laterPrices.empty()) {
        Finding finding{.code = "COST-PRICE-LATER", .severity = Severity::info, .figures = {"cost.capex_usd"}};
        for (const std::string& part : cost.bom.laterPrices) finding.subjects.push_back(subjectOf("part", part));
        finding.args = {{"parts", joined(cost.bom.laterPrices)}, {"count", std::to_string(cost.bom.laterPrices.size())}};
        report.findings.push_back(std::move(finding));
    }
    if (!cost.assumedRows.empty())
        report.findings.push_back({.code = "COST-ASSUMES",
            .severity = Severity::info,
            .figures = {"cost.capex_usd", "cost.opex_usd_per_year"},
            .args = {{"rows", joined(cost.assumedRows)}}});
}

void addEnergyFindings(const CostResult& cost, Report& report)
{
    if (cost.regionMissing)
        report.findings.push_back({.code = "COST-NO-REGION", .figures = {"cost.energy_usd_per_year"}});
    else if (!cost.energyUsdPerYear.hasValue())
        report.findings.push_back({.code = "COST-NO-ENERGY",
            .figures = {"cost.energy_usd_per_year"},
            .args = {{"missing", joined(cost.energyUsdPerYear.missing)}}});
}

void addCloudFindings(const CloudQuote& quote, Report& report)
{
    const std::vector<std::string> figures{"cost.cloud_usd_per_year"};
    if (quote.problem)
        report.findings.push_back(
            {.code = quote.problem->code, .severity = Severity::error, .figures = figures, .args = quote.problem->args});
    if (!quote.offer) return;
    std::vector<std::pair<std::string, std::string>> args{{"provider", std::string{quote.offer->provider()}},
        {"instance_type", std::string{quote.offer->type()}}, {"region", std::string{quote.offer->region()}}};
    const auto add = [&](std::string code, Severity severity) {
        report.findings.push_back({.code = std::move(code), .severity = severity, .figures = figures, .args = args});
    };
    if (quote.nearestUnknown) add("COST-NEAREST-UNKNOWN", Severity::warning);
    if (quote.countBasis.starts_with("same accelerators")) add("COST-EQUAL-BY-COUNT", Severity::info);
    args.emplace_back("term", toText(quote.commitment.term));
    if (quote.termFallback) add("COST-TERM-NOT-SOLD", Severity::warning);
}

void addBreakEvenFindings(const CostResult& cost, Report& report)
{
    const std::vector<std::string> figures{"cost.break_even_months", "cost.break_even_discounted_months"};
    if (cost.breakEven.hidden)
        report.findings.push_back(
            {.code = "COST-BREAK-EVEN-HIDDEN", .figures = figures, .args = {{"parts", joined(cost.breakEven.unpricedParts)}}});
    else if (cost.breakEven.never)
        report.findings.push_back({.code = "COST-NO-BREAK-EVEN",
            .severity = Severity::info,
            .figures = figures,
            .args = {{"years", fmt::format("{:g}", cost.finance.years)}}});
}

} // namespace

void reportCost(const CostResult& cost, Report& report)
{
    addFigures(cost, report);
    addPriceFindings(cost, report);
    addEnergyFindings(cost, report);
    for (const Expense* expense : {&cost.capex, &cost.opex})
        for (const Error& problem : expense->problems)
            report.findings.push_back({.code = problem.code, .severity = Severity::error, .args = problem.args});
    if (cost.cloud) addCloudFindings(*cost.cloud, report);
    if (cost.alternative) addCloudFindings(*cost.alternative, report);
    addBreakEvenFindings(cost, report);
}

} // namespace rackwright

#include "core/cost/explain_cost.h"

#include "core/quantity/figure_id.h"

#include <fmt/format.h>

namespace rackwright {

namespace {

Explanation leaf(std::string name, double value, std::string unit, Origin origin, std::string source)
{
    return {
        .name = std::move(name), .value = Quantity<>::known(value), .unit = std::move(unit), .origin = origin, .source = std::move(source)};
}

Explanation sumOfItems(std::string name, const Quantity<>& value, std::string unit, const Expense& expense)
{
    Explanation why{.name = std::move(name), .value = value, .unit = std::move(unit), .formula = "sum of the items"};
    for (const CostItem& item : expense.items) why.inputs.push_back(item.why);
    return why;
}

Explanation explainRent(const CloudQuote& quote, double hoursShare)
{
    Explanation why{.name = "rent", .value = quote.usdPerYear, .unit = "USD/year", .formula = "price * 8760 h * hours share * instances"};
    if (quote.offer) {
        const CloudOffer& offer = *quote.offer;
        why.inputs.push_back(
            {.name = fmt::format("{} {} in {}, {} ({})", offer.provider(), offer.type(), offer.region(), toText(offer.term), offer.payment),
                .value = offer.usdPerHour,
                .unit = "USD/instance-h",
                .origin = offer.usdPerHour.knowledge == Knowledge::estimated ? Origin::estimate : Origin::catalog,
                .source = fmt::format("{}: {}", offer.instance->id, offer.instance->sourceOf("instance_type")),
                .date = std::string{offer.instance->text("price_date")}});
        if (offer.distanceKm)
            why.inputs.push_back(leaf("distance from the site", *offer.distanceKm, "km", Origin::derived, "great circle"));
    } else {
        why.source = quote.problem ? quote.problem->code : std::string{"no price"};
    }
    why.inputs.push_back(leaf("hours share", hoursShare, "", Origin::user, "cloud plan"));
    if (quote.instances)
        why.inputs.push_back(leaf("instances", static_cast<double>(*quote.instances), "", Origin::derived, quote.countBasis));
    return why;
}

void explainCapex(const CostResult& result, Trace& trace)
{
    if (result.capex.items.empty()) {
        trace.record("cost.capex_usd",
            {.name = "capex", .value = result.capexUsd, .unit = "USD", .origin = Origin::derived, .source = "nothing is bought"});
        return;
    }
    trace.record("cost.capex_usd", sumOfItems("capex", result.capexUsd, "USD", result.capex));
    const std::vector<Explanation>& lines = result.capex.item("hardware")->why.inputs; // parallel to the lines of the bill
    for (const BomGroup group : bomGroups()) {
        Explanation why{.name = fmt::format("hardware: {}", toText(group)),
            .value = result.bom.totalUsd(group),
            .unit = "USD",
            .formula = "sum of the lines of the group"};
        for (std::size_t i = 0; i < lines.size(); ++i)
            if (result.bom.lines[i].group == group) why.inputs.push_back(lines[i]);
        if (!why.inputs.empty()) trace.record(figureId("cost.capex_usd", "group", toText(group)), std::move(why));
    }
}

Explanation explainUnpriced(const CostResult& result)
{
    Explanation why{.name = "share of the hardware cost that is unknown",
        .value = result.bom.unpricedShare,
        .formula = "U / (U + priced); U = sum of quantity * median catalog price of the kind"};
    why.inputs.push_back(
        {.name = "priced", .value = quantityOf(result.bom.total, Knowledge::known), .unit = "USD", .source = "bill of materials"});
    for (const BomLine& line : result.bom.lines)
        if (line.state == PriceState::noPrice)
            why.inputs.push_back(leaf(line.name, static_cast<double>(line.quantity), "pieces", Origin::derived, "no price is known"));
    return why;
}

void explainBreakEven(const CostInputs& inputs, const CostResult& result, Trace& trace)
{
    const CostResult& own = !result.alternative && inputs.ownInstead ? *inputs.ownInstead : result;
    const std::vector<Explanation> terms{
        {.name = "C0, capex", .value = own.capexUsd, .unit = "USD", .source = "figure cost.capex_usd"},
        {.name = "o, running cost", .value = own.opex.totalUsd(), .unit = "USD/year", .source = "figure cost.opex_usd_per_year"},
        {.name = "p, rent",
            .value = result.alternative ? result.alternative->usdPerYear : result.cloudUsdPerYear,
            .unit = "USD/year",
            .source = "figure cost.cloud_usd_per_year"},
        leaf("r, discount rate", result.finance.discountRate, "1/year", Origin::user, "finance of the scenario"),
        leaf("L, horizon", result.finance.years, "years", Origin::user, "finance of the scenario"),
    };
    trace.record("cost.break_even_months",
        {.name = "break-even at constant rates",
            .value = result.breakEven.months,
            .unit = "months",
            .formula = "C0 / (p - o), month = 730 h",
            .source = "Lenovo LP2225, break-even of purchase and rent",
            .inputs = {terms[0], terms[1], terms[2]}});
    trace.record("cost.break_even_discounted_months",
        {.name = "break-even, discounted",
            .value = result.breakEven.discountedMonths,
            .unit = "months",
            .formula = "smallest t <= 12 L with C0 + sum_1..t o/12/(1+r)^(k/12) <= sum_1..t p/12/(1+r)^(k/12)",
            .inputs = terms});
}

void explainTotals(const CostInputs& inputs, const CostResult& result, Trace& trace)
{
    const Explanation rate = leaf("r, discount rate", result.finance.discountRate, "1/year", Origin::user, "finance of the scenario");
    const Explanation years = leaf("L, horizon", result.finance.years, "years", Origin::user, "finance of the scenario");
    Explanation tco{.name = "total cost over the horizon",
        .value = result.tcoUsd,
        .unit = "USD",
        .formula = "C0 + sum_1..L O / (1+r)^t, no residual value",
        .inputs = {{.name = "C0, capex", .value = result.capexUsd, .unit = "USD", .source = "figure cost.capex_usd"},
            {.name = "O, opex", .value = result.opexUsdPerYear, .unit = "USD/year", .source = "figure cost.opex_usd_per_year"}, rate,
            years}};
    for (const Phase& phase : inputs.scenario->phases)
        tco.inputs.push_back(
            leaf(fmt::format("phase {} is bought in month", phase.name), phase.month, "", Origin::user, "phases of the scenario"));
    Explanation annual{.name = "equivalent annual cost",
        .value = result.equivalentAnnualUsd,
        .unit = "USD/year",
        .formula = "TCO * r / (1 - (1+r)^-L)",
        .inputs = {tco, rate, years}};
    Explanation hour{.name = "cost of an accelerator-hour",
        .value = result.usdPerAcceleratorHour,
        .unit = "USD/h",
        .formula = "EAC / ((owned + rented * hours share) * 8760 h)",
        .inputs = {annual,
            leaf("owned", static_cast<double>(result.base.accelerators), "accelerators", Origin::derived, "counted in the design"),
            leaf("rented", result.cloud ? result.cloud->accelerators() : 0, "accelerators", Origin::derived, "cloud plan")}};
    trace.record("cost.tco_usd", std::move(tco));
    trace.record("cost.equivalent_annual_usd", std::move(annual));
    trace.record("cost.usd_per_accelerator_hour", std::move(hour));
}

} // namespace

void explainCost(const CostInputs& inputs, const CostResult& result, Trace& trace)
{
    explainCapex(result, trace);
    Explanation opex = sumOfItems("opex", result.opexUsdPerYear, "USD/year", result.opex);
    if (result.cloud) opex.inputs.push_back(explainRent(*result.cloud, result.cloudHoursShare));
    trace.record("cost.opex_usd_per_year", std::move(opex));
    const CostItem* energy = result.opex.item("energy");
    trace.record("cost.energy_usd_per_year",
        energy ? energy->why
               : Explanation{.name = "energy", .value = result.energyUsdPerYear, .unit = "USD/year", .source = "inside the rent"});
    if (result.cloud)
        trace.record("cost.cloud_usd_per_year", explainRent(*result.cloud, result.cloudHoursShare));
    else if (result.alternative)
        trace.record("cost.cloud_usd_per_year", explainRent(*result.alternative, inputs.alternative->hoursShare));
    else
        trace.record(
            "cost.cloud_usd_per_year", {.name = "rent", .value = result.cloudUsdPerYear, .unit = "USD/year", .source = "no cloud plan"});
    trace.record("cost.unpriced_share", explainUnpriced(result));
    explainTotals(inputs, result, trace);
    explainBreakEven(inputs, result, trace);
}

} // namespace rackwright

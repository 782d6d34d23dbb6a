#include "core/cost/cost.h"

#include "core/cost/explain_cost.h"

#include <algorithm>
#include <fmt/format.h>

namespace rackwright {

namespace {

constexpr double largestUnknownShare = 0.25; // of capex, up to which a break-even is shown

std::optional<Place> placeOf(const Site* site, const Catalog& catalog)
{
    if (!site) return std::nullopt;
    const Place* place = catalog.energyRegionPlace(site->regionId);
    return place ? std::optional{*place} : std::nullopt;
}

CloudQuote quoteOf(const CostInputs& inputs, const CloudPlan& plan, const CloudWork& work)
{
    const std::vector<PartPtr> rows = instancesOf(*inputs.project, *inputs.catalog, plan.provider, plan.instanceType);
    return cloudQuote(plan, work, placeOf(inputs.site, *inputs.catalog), rows, *inputs.catalog, inputs.project->asOf);
}

/// What the build costs by itself; its present value over the horizon.
Quantity<> computeBuild(const CostInputs& inputs, CostResult& result)
{
    const Catalog& catalog = *inputs.catalog;
    result.bom = makeBom(*inputs.project, *inputs.scenario, *inputs.inventory, inputs.cables, catalog, inputs.fillGaps);
    result.base = costBaseOf(*inputs.inventory, result.bom, inputs.itPowerW);
    result.capex = capexOf(result.bom, result.base, inputs.choices, catalog);
    result.capexUsd = result.capex.totalUsd();
    result.energy = energyTermsOf(*inputs.project, inputs.site, inputs.pue, catalog, inputs.fillGaps);
    result.regionMissing = !inputs.site || (inputs.site->regionId.empty() && !inputs.site->tariffUsdPerKwh);
    result.opex = opexOf(result.base, result.capexUsd, result.energy, inputs.powerBasis, inputs.choices, catalog);
    result.opexUsdPerYear = result.opex.totalUsd();
    result.energyUsdPerYear = result.opex.item("energy")->usd;
    for (const auto* rows : {&result.capex.assumedRows, &result.opex.assumedRows, &result.energy.assumedRows})
        detail::mergeMissing(result.assumedRows, *rows);
    std::vector<std::pair<int, Quantity<>>> capexByMonth = result.bom.totalByMonth();
    for (const CostItem& item : result.capex.items)
        if (item.id != "hardware") capexByMonth.emplace_back(0, item.usd);
    return totalCost(capexByMonth, result.opexUsdPerYear, result.finance);
}

void compareWithRent(const CostInputs& inputs, CostResult& result)
{
    if (result.alternative) {
        result.breakEven =
            breakEvenOf(result.capexUsd, result.opex.totalUsd(), result.alternative->usdPerYear, result.bom.unpricedShare, result.finance);
        result.breakEven.unpricedParts = result.bom.noPrice;
    } else if (inputs.ownInstead && result.cloud) {
        const CostResult& own = *inputs.ownInstead;
        result.breakEven = breakEvenOf(own.capexUsd, own.opex.totalUsd(), result.cloud->usdPerYear, own.bom.unpricedShare, result.finance);
        result.breakEven.unpricedParts = own.bom.noPrice;
    } else {
        result.breakEven.months = result.breakEven.discountedMonths = Quantity<>::unknown("cloud plan");
    }
}

} // namespace

CostResult computeCost(const CostInputs& inputs, Trace* trace)
{
    CostResult result;
    result.finance = inputs.scenario->finance;
    if (inputs.inventory) result.tcoUsd = computeBuild(inputs, result);
    if (const std::optional<CloudPlan>& plan = inputs.scenario->cloud) {
        result.cloud = quoteOf(inputs, *plan, inputs.work);
        result.cloudHoursShare = plan->hoursShare;
        result.cloudUsdPerYear = result.cloud->usdPerYear;
        result.cloudTcoUsd = rentPresentValue(*result.cloud, result.finance);
        result.opexUsdPerYear += result.cloudUsdPerYear;
        result.tcoUsd += result.cloudTcoUsd;
    }
    if (inputs.alternative) {
        result.alternative = quoteOf(inputs, *inputs.alternative, inputs.alternativeWork);
        if (!result.cloud) {
            result.cloudUsdPerYear = result.alternative->usdPerYear;
            result.cloudTcoUsd = rentPresentValue(*result.alternative, result.finance);
        }
    }
    result.equivalentAnnualUsd = result.tcoUsd * equivalentAnnualCostUsd(1, result.finance);
    const double accelerators =
        static_cast<double>(result.base.accelerators) + (result.cloud ? result.cloud->accelerators() * result.cloudHoursShare : 0);
    result.usdPerAcceleratorHour =
        accelerators > 0 ? result.equivalentAnnualUsd * (1 / (accelerators * hoursPerYear)) : Quantity<>::unknown("accelerators");
    compareWithRent(inputs, result);
    if (trace) explainCost(inputs, result, *trace);
    return result;
}

Quantity<> rentPresentValue(const CloudQuote& quote, const Finance& finance)
{
    if (!quote.usdPerYear.hasValue()) return quote.usdPerYear;
    const Commitment commitment{quote.offer->term, quote.commitment.payment};
    return quote.usdPerYear * presentValueUsd(commitmentFlows(1, finance.years, commitment), finance.discountRate);
}

BreakEven breakEvenOf(const Quantity<>& capexUsd, const Quantity<>& opexUsdPerYear, const Quantity<>& rentUsdPerYear,
    const Quantity<>& unpricedShare, const Finance& finance)
{
    BreakEven answer;
    answer.compared = true;
    const auto unknownFor = [&](const std::string& reason) { answer.months = answer.discountedMonths = Quantity<>::unknown(reason); };
    if (!unpricedShare.hasValue() || unpricedShare.value >= largestUnknownShare) {
        answer.hidden = true;
        unknownFor("capex");
        return answer;
    }
    if (!capexUsd.hasValue() || !opexUsdPerYear.hasValue() || !rentUsdPerYear.hasValue()) {
        unknownFor({});
        std::vector<std::string> missing;
        for (const Quantity<>* input : {&capexUsd, &opexUsdPerYear, &rentUsdPerYear}) detail::mergeMissing(missing, input->missing);
        answer.months.missing = answer.discountedMonths.missing = missing;
        return answer;
    }
    const Knowledge knowledge = std::max({capexUsd.knowledge, opexUsdPerYear.knowledge, rentUsdPerYear.knowledge});
    std::vector<std::string> missing = capexUsd.missing;
    detail::mergeMissing(missing, opexUsdPerYear.missing);
    // the ends of the band: cheap to own and dear to rent, and the other way round; an open end stops at the horizon
    const auto bandBy = [&](auto monthOf, const std::string& never) {
        const std::optional<double> value = monthOf(capexUsd.value, opexUsdPerYear.value, rentUsdPerYear.value);
        if (!value) return Quantity<>::unknown(never);
        const double low = monthOf(capexUsd.low, opexUsdPerYear.low, rentUsdPerYear.high).value_or(*value);
        const double high = monthOf(capexUsd.high, opexUsdPerYear.high, rentUsdPerYear.low).value_or(finance.years * 12);
        return Quantity<>{*value, std::min(low, *value), std::max(high, *value), knowledge, missing};
    };
    answer.months = bandBy(
        [](double capex, double opex, double rent) -> std::optional<double> {
            const std::optional<double> hours = breakEvenHours(capex, rent / hoursPerYear, opex / hoursPerYear);
            return hours ? std::optional{*hours / hoursPerMonth} : std::nullopt;
        },
        "never: renting costs no more than running");
    answer.discountedMonths =
        bandBy([&](double capex, double opex,
                   double rent) -> std::optional<double> { return breakEvenMonthDiscounted(capex, opex, rent, finance); },
            fmt::format("never within {:g} years", finance.years));
    answer.never = !answer.discountedMonths.hasValue();
    return answer;
}

} // namespace rackwright

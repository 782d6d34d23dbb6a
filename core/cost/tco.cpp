#include "core/cost/tco.h"

#include "core/cost/band.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

namespace rackwright {

namespace {

/// Present value of 1 a year at the end of each year, the last in part.
double annuityFactor(const Finance& finance)
{
    return presentValueUsd(yearlyFlows(1, finance.years), finance.discountRate);
}

/// Present value of 1 a year that starts at `fromYears`, paid at the ends of the years of the horizon.
double annuityFactorFrom(double fromYears, const Finance& finance)
{
    double factor = 0;
    for (double start = 0; start < finance.years; start += 1) {
        const double end = std::min(start + 1, finance.years);
        const double inService = std::clamp(end - std::max(start, fromYears), 0.0, 1.0);
        factor += inService * std::pow(1 + finance.discountRate, -end);
    }
    return factor;
}

} // namespace

double presentValueUsd(std::span<const CashFlow> flows, double rate)
{
    double sum = 0;
    for (const CashFlow& flow : flows) sum += flow.usd * std::pow(1 + rate, -flow.atYears);
    return sum;
}

std::vector<CashFlow> yearlyFlows(double usdPerYear, double years)
{
    std::vector<CashFlow> flows;
    for (double start = 0; start < years; start += 1) {
        const double end = std::min(start + 1, years);
        flows.push_back({end, usdPerYear * (end - start)});
    }
    return flows;
}

double totalCostUsd(double capexUsd, double opexUsdPerYear, const Finance& finance, double residualUsd)
{
    std::vector<CashFlow> flows = yearlyFlows(opexUsdPerYear, finance.years);
    flows.push_back({0, capexUsd});
    flows.push_back({finance.years, -residualUsd});
    return presentValueUsd(flows, finance.discountRate);
}

double equivalentAnnualCostUsd(double presentValue, const Finance& finance)
{
    const double r = finance.discountRate, years = finance.years;
    return r == 0 ? presentValue / years : presentValue * r / (1 - std::pow(1 + r, -years));
}

UsdPerAcceleratorHour ownedAcceleratorHour(double presentValue, const Finance& finance, double accelerators)
{
    return UsdPerAcceleratorHour{equivalentAnnualCostUsd(presentValue, finance) / (accelerators * hoursPerYear)};
}

UsdPerAcceleratorHour usefulAcceleratorHour(
    double presentValue, const Finance& finance, double accelerators, double availability, double utilisation, double goodput)
{
    const double hours = accelerators * hoursPerYear * availability * utilisation * goodput * annuityFactor(finance);
    return UsdPerAcceleratorHour{hours > 0 ? presentValue / hours : std::numeric_limits<double>::infinity()};
}

Quantity<> totalCost(const std::vector<std::pair<int, Quantity<>>>& capexByMonth, const Quantity<>& opexUsdPerYear, const Finance& finance)
{
    Quantity<> total = zero();
    double bought = 0, inService = 0; // of the typical capex, to weigh what opex starts when
    for (const auto& [month, usd] : capexByMonth) {
        const double years = month / 12.0;
        if (years >= finance.years) continue; // beyond the horizon
        total += usd * std::pow(1 + finance.discountRate, -years);
        if (!usd.hasValue()) continue;
        bought += usd.value;
        inService += usd.value * annuityFactorFrom(years, finance);
    }
    const double factor = bought > 0 ? inService / bought : annuityFactor(finance);
    return total += opexUsdPerYear * factor;
}

std::optional<double> breakEvenHours(double capexUsd, double cloudUsdPerHour, double ownUsdPerHour)
{
    if (cloudUsdPerHour <= ownUsdPerHour) return std::nullopt;
    return capexUsd / (cloudUsdPerHour - ownUsdPerHour);
}

std::optional<int> breakEvenMonthDiscounted(double capexUsd, double ownUsdPerYear, double cloudUsdPerYear, const Finance& finance)
{
    const double savedPerMonth = (cloudUsdPerYear - ownUsdPerYear) / 12;
    const int last = static_cast<int>(std::floor(finance.years * 12 + 1e-9));
    double owned = capexUsd;
    for (int month = 0; month <= last; ++month) {
        if (month > 0) owned -= savedPerMonth * std::pow(1 + finance.discountRate, -month / 12.0);
        if (owned <= 0) return month;
    }
    return std::nullopt;
}

std::optional<double> breakEvenUtilisation(UsdPerAcceleratorHour ownFixed, UsdPerAcceleratorHour ownRunning, UsdPerAcceleratorHour cloud)
{
    if (cloud <= ownRunning) return std::nullopt;
    const double ratio = ownFixed.usd / (cloud.usd - ownRunning.usd);
    return ratio > 1 ? std::nullopt : std::optional{ratio};
}

double equalRentUsdPerYear(double capexUsd, double opexUsdPerYear, const Finance& finance)
{
    return opexUsdPerYear + capexUsd / annuityFactor(finance);
}

int ownedForDemand(
    std::span<const int> demand, UsdPerAcceleratorHour ownFixed, UsdPerAcceleratorHour ownRunning, UsdPerAcceleratorHour cloud)
{
    const std::optional<double> busyShare = breakEvenUtilisation(ownFixed, ownRunning, cloud);
    if (!busyShare || demand.empty()) return 0;
    std::vector<int> sorted(demand.begin(), demand.end());
    std::ranges::sort(sorted);
    const double wanted = (1 - *busyShare) * static_cast<double>(sorted.size()); // spans with X <= q
    const auto spans = static_cast<std::size_t>(std::max(0.0, std::ceil(wanted - 1e-9)));
    return spans == 0 ? 0 : std::max(0, sorted[std::min(spans, sorted.size()) - 1]);
}

double hybridUsdPerHour(
    std::span<const int> demand, int owned, UsdPerAcceleratorHour ownFixed, UsdPerAcceleratorHour ownRunning, UsdPerAcceleratorHour cloud)
{
    if (demand.empty()) return ownFixed.usd * owned;
    double running = 0;
    for (const int x : demand) running += ownRunning.usd * std::min(x, owned) + cloud.usd * std::max(0, x - owned);
    return ownFixed.usd * owned + running / static_cast<double>(demand.size());
}

} // namespace rackwright

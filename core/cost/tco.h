// Cost over the years: present value, equivalent annual cost, unit costs, break-even, owned share of a varying demand.
#pragma once

#include "core/cost/rates.h"
#include "core/design/project.h"
#include "core/quantity/quantity.h"

#include <optional>
#include <span>
#include <utility>
#include <vector>

namespace rackwright {

/// A payment at a time after the start.
struct CashFlow {
    double atYears = 0;
    double usd = 0;
};

/// Sum of the payments, each divided by (1 + rate)^time. At rate 0 it is the plain sum.
[[nodiscard]] double presentValueUsd(std::span<const CashFlow> flows, double rate);
/// Payments of `usdPerYear` at the end of each year, the last one in part when `years` is no whole number.
[[nodiscard]] std::vector<CashFlow> yearlyFlows(double usdPerYear, double years);
/// C0 + sum O/(1+r)^t - RV/(1+r)^L.
[[nodiscard]] double totalCostUsd(double capexUsd, double opexUsdPerYear, const Finance& finance, double residualUsd = 0);
/// NPV · r / (1 - (1+r)^-L); NPV / L at rate 0.
[[nodiscard]] double equivalentAnnualCostUsd(double presentValue, const Finance& finance);
/// Equivalent annual cost over accelerators × 8,760 h.
[[nodiscard]] UsdPerAcceleratorHour ownedAcceleratorHour(double presentValue, const Finance& finance, double accelerators);
/// NPV over the discounted hours of use, N · H · a · u · G a year; infinite when nothing is used.
[[nodiscard]] UsdPerAcceleratorHour usefulAcceleratorHour(
    double presentValue, const Finance& finance, double accelerators, double availability, double utilisation, double goodput);

/// The same as bands: hardware bought by month and opex a year. Opex starts with the part of the hardware that is in service
/// (by its cost). Unknown opex makes the result a lower bound.
[[nodiscard]] Quantity<> totalCost(
    const std::vector<std::pair<int, Quantity<>>>& capexByMonth, const Quantity<>& opexUsdPerYear, const Finance& finance);

/// Hours until owning has cost as much as renting at constant rates: C0 / (cloud - own running cost). Nothing: never, because
/// renting costs no more than running. (Lenovo LP2225: 833806 / (98.32 - 0.87) = 8,556 h.)
[[nodiscard]] std::optional<double> breakEvenHours(double capexUsd, double cloudUsdPerHour, double ownUsdPerHour);
/// The first month in which the discounted cost of owning is not above that of renting, both paid monthly in arrears; nothing
/// when never within the years of `finance`.
[[nodiscard]] std::optional<int> breakEvenMonthDiscounted(
    double capexUsd, double ownUsdPerYear, double cloudUsdPerYear, const Finance& finance);
/// The utilisation above which an owned accelerator is cheaper: o / (p - v). Nothing when the rental price is not above the
/// running cost, or when the ratio exceeds 1.
[[nodiscard]] std::optional<double> breakEvenUtilisation(
    UsdPerAcceleratorHour ownFixed, UsdPerAcceleratorHour ownRunning, UsdPerAcceleratorHour cloud);
/// The yearly rent at which owning and renting cost the same over the horizon: the price to negotiate.
[[nodiscard]] double equalRentUsdPerYear(double capexUsd, double opexUsdPerYear, const Finance& finance);

/// Accelerators to own for a base load when peaks are rented: the least q with F(q) >= 1 - o/(p - v) over the demands given for
/// equal spans of time (newsvendor on the load-duration curve). 0 when renting is always cheaper.
[[nodiscard]] int ownedForDemand(
    std::span<const int> demand, UsdPerAcceleratorHour ownFixed, UsdPerAcceleratorHour ownRunning, UsdPerAcceleratorHour cloud);
/// Cost of an hour on average: o·q + v·E[min(X,q)] + p·E[(X-q)+].
[[nodiscard]] double hybridUsdPerHour(
    std::span<const int> demand, int owned, UsdPerAcceleratorHour ownFixed, UsdPerAcceleratorHour ownRunning, UsdPerAcceleratorHour cloud);

} // namespace rackwright

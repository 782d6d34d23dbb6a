#include "core/cost/tco.h"

#include "core/cost/cloud.h"
#include "core/cost/expense.h"

#include <cmath>
#include <gtest/gtest.h>

namespace rackwright {
namespace {

constexpr Finance undiscounted(double years)
{
    return {.years = years, .discountRate = 0};
}

// ---- published figures: Lenovo Press LP2225 (8x H100 NVL, list price 833,806 USD, energy only) ---------------------------

TEST(Tco, Lp2225BreakEvenOnDemand) // tco001
{
    EXPECT_NEAR(breakEvenHours(833806, 98.32, 0.87).value(), 8556, 0.5);
}

TEST(Tco, Lp2225BreakEvenInMonthsOf720Hours) // tco002
{
    EXPECT_NEAR(breakEvenHours(833806, 98.32, 0.87).value() / 720, 11.9, 11.9 * 0.005);
}

TEST(Tco, Lp2225BreakEvenReservedOneYear) // tco003
{
    EXPECT_NEAR(breakEvenHours(833806, 77.43, 0.87).value(), 10890, 10890 * 0.001);
}

TEST(Tco, Lp2225BreakEvenReservedThreeYears) // tco004
{
    EXPECT_NEAR(breakEvenHours(833806, 53.95, 0.87).value(), 15710, 15710 * 0.001);
}

TEST(Tco, Lp2225BreakEvenAtTheListPriceOf2026) // tco009
{
    EXPECT_NEAR(breakEvenHours(833806, 55.04, 0.87).value(), 15392, 0.5);
}

TEST(Tco, Lp2225FiveYearsOfCloud) // tco005
{
    EXPECT_NEAR(presentValueUsd(yearlyFlows(98.32 * hoursPerYear, 5), 0), 4306415, 4306415 * 1e-4);
}

TEST(Tco, Lp2225FiveYearsOnPremises) // tco006, energy only
{
    EXPECT_NEAR(totalCostUsd(833806, 0.87 * hoursPerYear, undiscounted(5)), 871912, 871912 * 1e-4);
}

// ---- other published totals ---------------------------------------------------------------------------------------------

struct PublishedTotal {
    const char* id;
    double upfront, opexPerYear, years, total;
};

class PublishedTotals : public testing::TestWithParam<PublishedTotal> { };

TEST_P(PublishedTotals, LambdaHyperplaneAgrees)
{
    const PublishedTotal& row = GetParam();
    EXPECT_NEAR(totalCostUsd(row.upfront, row.opexPerYear, undiscounted(row.years)), row.total, row.total * 1e-5) << row.id;
}

INSTANTIATE_TEST_SUITE_P(Tco, PublishedTotals,
    testing::Values(PublishedTotal{"tco032", 299504, 26146, 3, 377942}, PublishedTotal{"tco035", 2297388, 147296, 3, 2739276},
        PublishedTotal{"tco038", 4584787, 294436, 3, 5468095}, PublishedTotal{"tco039", 4584787, 294436, 5, 6056967}));

TEST(Tco, LambdaHyperplaneAmortisedPerYearAndSystem) // tco034, tco037, tco040
{
    EXPECT_NEAR(equivalentAnnualCostUsd(totalCostUsd(299504, 26146, undiscounted(5)), undiscounted(5)), 86047, 86047 * 1e-4);
    EXPECT_NEAR(equivalentAnnualCostUsd(totalCostUsd(2297388, 147296, undiscounted(5)), undiscounted(5)) / 8, 75847, 75847 * 1e-4);
    EXPECT_NEAR(equivalentAnnualCostUsd(totalCostUsd(4584787, 294436, undiscounted(5)), undiscounted(5)) / 16, 75712, 75712 * 1e-4);
}

/// GPUs at a price each, drawing TDP × utilisation all year.
double gpusAndEnergyUsd(double gpus, double priceUsd, double tdpKw, double utilisation, double pue, double usdPerKwh, double years)
{
    const Quantity<> energy =
        energyUsdPerYear(Quantity<>::known(gpus * tdpKw * 1000 * utilisation), Quantity<>::known(pue), Quantity<>::known(usdPerKwh));
    return totalCostUsd(gpus * priceUsd, energy.value, undiscounted(years));
}

TEST(Tco, AiInfraMapFiveYearTotals) // tco041, tco043
{
    EXPECT_NEAR(gpusAndEnergyUsd(1024, 30000, 0.7, 0.7, 1.2, 0.08, 5) / 1e6, 32.83, 32.83 * 0.0005);
    EXPECT_NEAR(gpusAndEnergyUsd(1024, 35000, 0.7, 0.7, 1.2, 0.08, 5) / 1e6, 37.95, 37.95 * 0.0005);
}

TEST(Tco, GpuTcoCalculatorFiveYearTotal) // tco064: PUE on top of an all-in colocation rate, as published
{
    const double nodes = 17, kw = nodes * 10.2, hardware = nodes * 340000 + 1.6e6;
    const double energy = energyUsdPerYear(Quantity<>::known(kw * 1000), Quantity<>::known(1.5), Quantity<>::known(0.13)).value;
    const double opex = energy + kw * 200 * 12 + hardware * 0.10 + 4 * 45000;
    EXPECT_NEAR(totalCostUsd(hardware + 1e6, opex, undiscounted(5)) / 1e6, 16.5, 16.5 * 0.005);
}

TEST(Tco, AtCostPriceOfAnH100) // tco067: 50,000 USD × 1.2 over three years
{
    EXPECT_NEAR(ownedAcceleratorHour(50000 * 1.2, undiscounted(3), 1).usd, 2.3, 2.3 * 0.02);
}

// ---- hand calculations and invariants -----------------------------------------------------------------------------------

TEST(Tco, DiscountedByHand)
{
    // 1000 + 100/1.08 + 100/1.08² - 200/1.08²
    EXPECT_NEAR(totalCostUsd(1000, 100, {.years = 2, .discountRate = 0.08}, 200), 1000 + 92.592593 + 85.733882 - 171.467764, 1e-5);
    EXPECT_NEAR(equivalentAnnualCostUsd(1000, {.years = 5, .discountRate = 0.08}), 250.456, 0.001); // annuity table: 0.25046
}

TEST(Tco, AtRateZeroPresentValueIsThePlainSum)
{
    EXPECT_DOUBLE_EQ(totalCostUsd(1e6, 2e5, undiscounted(5)), 2e6);
    EXPECT_DOUBLE_EQ(equivalentAnnualCostUsd(2e6, undiscounted(5)), 4e5);
    const Quantity<> total = totalCost({{0, Quantity<>::known(1e6)}}, Quantity<>::known(2e5), undiscounted(5));
    EXPECT_DOUBLE_EQ(total.value, 2e6);
}

TEST(Tco, PartOfAYearCostsItsPart)
{
    EXPECT_DOUBLE_EQ(totalCostUsd(0, 1200, undiscounted(2.5)), 3000);
}

TEST(Tco, ScalingAllPricesScalesTheTotal)
{
    const Finance finance;
    const double once = totalCostUsd(833806, 7621.2, finance);
    for (const double k : {0.5, 3.0, 1000.0}) EXPECT_NEAR(totalCostUsd(833806 * k, 7621.2 * k, finance), once * k, once * k * 1e-12);
}

TEST(Tco, NothingUsedHasAFiniteTotalAndNoFiniteUnitCost)
{
    const Finance finance;
    const double total = totalCostUsd(1e6, 1e5, finance);
    EXPECT_TRUE(std::isfinite(total));
    EXPECT_TRUE(std::isinf(usefulAcceleratorHour(total, finance, 8, 0.99, 0, 0.95).usd));
    EXPECT_TRUE(std::isfinite(usefulAcceleratorHour(total, finance, 8, 0.99, 0.4, 0.95).usd));
}

TEST(Tco, UsefulHourOfAFullyUsedAcceleratorCostsAsMuchAsAnOwnedOne)
{
    const Finance finance;
    EXPECT_NEAR(usefulAcceleratorHour(1e6, finance, 8, 1, 1, 1).usd, ownedAcceleratorHour(1e6, finance, 8).usd, 1e-9);
    EXPECT_NEAR(usefulAcceleratorHour(1e6, finance, 8, 1, 0.5, 1).usd, 2 * ownedAcceleratorHour(1e6, finance, 8).usd, 1e-9);
}

TEST(Tco, LaterPhasesAreDiscountedAndRunLater)
{
    const Finance finance{.years = 2, .discountRate = 0.1};
    const Quantity<> total = totalCost({{0, Quantity<>::known(100)}, {12, Quantity<>::known(100)}}, Quantity<>::known(20), finance);
    // 100 + 100/1.1 at once and after a year; half of the opex in year 1, all of it in year 2
    EXPECT_NEAR(total.value, 100 + 100 / 1.1 + 10 / 1.1 + 20 / 1.21, 1e-9);
}

TEST(Tco, UnknownOpexMakesALowerBound)
{
    const Quantity<> total = totalCost({{0, Quantity<>::known(100)}}, Quantity<>::unknown("tariff"), Finance{});
    EXPECT_EQ(total.knowledge, Knowledge::atLeast);
    EXPECT_EQ(total.missing, std::vector<std::string>{"tariff"});
}

TEST(Tco, NeverBreaksEvenWhenRentingCostsNoMoreThanRunning)
{
    EXPECT_FALSE(breakEvenHours(1000, 0.87, 0.87));
    EXPECT_FALSE(breakEvenHours(1000, 0.5, 0.87));
    EXPECT_FALSE(breakEvenMonthDiscounted(1000, 100, 50, Finance{}));
}

TEST(Tco, DiscountedBreakEvenIsTheFirstMonthThatPaysBack)
{
    // at rate 0: 1200 saved a year against 1000: after 10 months
    EXPECT_EQ(breakEvenMonthDiscounted(1000, 0, 1200, undiscounted(5)), 10);
    EXPECT_EQ(breakEvenMonthDiscounted(1001, 0, 1200, undiscounted(5)), 11);
    EXPECT_FALSE(breakEvenMonthDiscounted(6001, 0, 1200, undiscounted(5))); // never within five years
    EXPECT_EQ(breakEvenMonthDiscounted(4000, 0, 1200, undiscounted(5)), 40);
    EXPECT_GT(breakEvenMonthDiscounted(4000, 0, 1200, Finance{}).value(), 40); // discounting makes it later
    EXPECT_FALSE(breakEvenMonthDiscounted(5000, 0, 1200, Finance{})); // 60 discounted payments of 100 are worth 4,964
}

TEST(Tco, AtTheEqualRentBothCostTheSame)
{
    const Finance finance;
    const double rent = equalRentUsdPerYear(833806, 7621.2, finance);
    EXPECT_NEAR(totalCostUsd(833806, 7621.2, finance), totalCostUsd(0, rent, finance), 1e-6);
}

TEST(Tco, BreakEvenUtilisationIsTheNewsvendorRatio)
{
    const UsdPerAcceleratorHour fixed{1.2}, running{0.1}, cloud{3.1};
    EXPECT_DOUBLE_EQ(breakEvenUtilisation(fixed, running, cloud).value(), 0.4);
    std::vector<int> demand; // uniform: F(q) = (q + 1) / 100
    for (int x = 0; x < 100; ++x) demand.push_back(x);
    const int owned = ownedForDemand(demand, fixed, running, cloud);
    EXPECT_EQ(owned, 59); // F(59) = 0.6 = 1 - 0.4
    // and no other number is cheaper
    const double best = hybridUsdPerHour(demand, owned, fixed, running, cloud);
    for (int q = 0; q <= 100; ++q) EXPECT_GE(hybridUsdPerHour(demand, q, fixed, running, cloud), best - 1e-9) << q;
}

TEST(Tco, OwnsNothingWhenRentingIsAlwaysCheaper)
{
    const std::vector<int> demand{4, 8, 8};
    EXPECT_EQ(ownedForDemand(demand, UsdPerAcceleratorHour{4}, UsdPerAcceleratorHour{0.1}, UsdPerAcceleratorHour{3}), 0);
    EXPECT_EQ(ownedForDemand(demand, UsdPerAcceleratorHour{1}, UsdPerAcceleratorHour{3}, UsdPerAcceleratorHour{3}), 0);
}

// t12: a commitment is a term and a payment option; paying up front moves the cash, not the sum.
TEST(Tco, T12UpfrontPaymentsEnterAtTheirDates)
{
    const auto valueOf = [](std::string_view term, double rate) {
        return presentValueUsd(commitmentFlows(1000, 5, commitmentOf(term).value()), rate);
    };
    for (const char* term : {"reserved_1y", "reserved_1y:all_upfront", "reserved_3y:partial_upfront", "reserved_3y:all_upfront"})
        EXPECT_NEAR(valueOf(term, 0), 5000, 1e-9) << term;
    // 3000 at the start and 2000 after three years
    EXPECT_NEAR(valueOf("reserved_3y:all_upfront", 0.08), 3000 + 2000 / std::pow(1.08, 3), 1e-9);
    EXPECT_LT(valueOf("reserved_1y", 0.08), valueOf("reserved_1y:partial_upfront", 0.08));
    EXPECT_LT(valueOf("reserved_1y:partial_upfront", 0.08), valueOf("reserved_1y:all_upfront", 0.08));
}

TEST(Tco, RefusesUnknownTerms)
{
    for (const char* term : {"", "1y", "on_demand:all_upfront", "spot:partial_upfront", "reserved_1y:", "reserved_1y:later"})
        EXPECT_EQ(commitmentOf(term).error().code, "COST-UNKNOWN-TERM") << term;
    EXPECT_EQ(commitmentOf("spot").value(), (Commitment{PriceTerm::spot, Payment::asUsed}));
}

} // namespace
} // namespace rackwright

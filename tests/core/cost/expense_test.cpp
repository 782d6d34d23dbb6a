#include "core/cost/expense.h"

#include "cost_fixture.h"

#include <gtest/gtest.h>

namespace rackwright {
namespace {

using test::Design;
using test::part;
using test::price;

CostFigure row(std::string id, std::string group, std::string unit, std::optional<double> low, std::optional<double> typical,
    std::optional<double> high, std::string kind = "estimate")
{
    CostFigure made;
    made.id = std::move(id), made.group = std::move(group), made.unit = std::move(unit), made.kind = std::move(kind);
    made.figure = made.id + " figure", made.source = "a study", made.date = "2026";
    made.low = low, made.typical = typical, made.high = high;
    return made;
}

/// Rows of the table of unit costs, typed by hand.
Catalog unitCosts()
{
    return Catalog::fromParts({}, {},
        {row("op012", "colocation", "USD/kW-month", 100, 200, 400), row("op028", "install", "USD/rack", 5000, 7500, 10000),
            row("op030", "install", "percent", 1, 3, 5), row("op044", "support", "percent of capex", 5, 10, 20),
            row("op045", "support", "percent of hardware", 1, 2, {}),
            row("op048", "software", "USD/GPU-year", 1125, 4500, 4500, "list_price"),
            row("op053", "staff", "USD/FTE-year", 150000, 200000, 250000), row("op054", "staff", "servers/FTE", 50, 75, 100),
            row("op056", "staff", "FTE/server", 0.25, 0.5, 1.5), row("op104", "spares", "percent of nodes", 1, 2, 5),
            row("op113", "energy", "ratio", 1.10, 1.25, 1.5)});
}

CostBase baseOf(double hardwareUsd, std::int64_t servers, double powerW)
{
    CostBase base;
    base.hardwareUsd = Quantity<>::known(hardwareUsd);
    base.racks = 10, base.servers = servers, base.accelerators = servers * 8;
    base.itPowerW = Quantity<>::known(powerW);
    return base;
}

EnergyTerms terms(double tariff, double pue)
{
    EnergyTerms made;
    made.tariffUsdPerKwh = Quantity<>::known(tariff);
    made.pue = Quantity<>::known(pue);
    return made;
}

TEST(Expense, BandOfARow)
{
    EXPECT_EQ(bandOf(row("a", "g", "u", 1, 2, 3)), Quantity<>::estimated(1, 2, 3));
    EXPECT_EQ(bandOf(row("a", "g", "u", 1, {}, 3)), Quantity<>::estimated(1, 2, 3));
    EXPECT_EQ(bandOf(row("a", "g", "u", 1, 2, {})), Quantity<>::estimated(1, 2, 2));
    EXPECT_EQ(bandOf(row("a", "g", "u", {}, 2, {}, "list_price")), Quantity<>::known(2));
    EXPECT_FALSE(bandOf(row("a", "g", "u", {}, {}, {})).hasValue());
}

TEST(Expense, EnergyByHand)
{
    // Lenovo's node: 5.8 kW at 0.15 USD/kWh is 0.87 USD/h
    const Quantity<> year = energyUsdPerYear(Quantity<>::known(5800), Quantity<>::known(1), Quantity<>::known(0.15));
    EXPECT_NEAR(year.value, 0.87 * 8760, 1e-6);
    EXPECT_FALSE(energyUsdPerYear(Quantity<>::known(1), Quantity<>::known(1), Quantity<>::unknown("tariff")).hasValue());
}

TEST(Expense, CapexIsHardwareUnlessMoreIsChosen)
{
    const CostBase base = baseOf(1e6, 4, 40000);
    const Catalog catalog = unitCosts();
    EXPECT_EQ(capexOf(Bom{}, base, {}, catalog).totalUsd(), Quantity<>::known(1e6));
    CostChoices choices;
    choices.onceRows = {"op028", "op030", "op104"};
    const Expense chosen = capexOf(Bom{}, base, choices, catalog);
    EXPECT_DOUBLE_EQ(chosen.totalUsd().value, 1e6 + 75000 + 30000 + 20000);
    EXPECT_DOUBLE_EQ(chosen.totalUsd().high, 1e6 + 100000 + 50000 + 50000);
    EXPECT_EQ(chosen.totalUsd().knowledge, Knowledge::estimated);
    EXPECT_EQ(chosen.assumedRows, choices.onceRows);
    EXPECT_EQ(chosen.item("op028")->why.inputs.back().source, "op028: a study");
}

TEST(Expense, OpexByHand)
{
    const Expense opex = opexOf(baseOf(9e6, 150, 1e6), Quantity<>::known(1e7), terms(0.08, 1.2), "typical", {}, unitCosts());
    EXPECT_DOUBLE_EQ(opex.item("energy")->usd.value, 1000 * 8760 * 1.2 * 0.08);
    EXPECT_DOUBLE_EQ(opex.item("support")->usd.value, 1e6); // 10 % of capex
    EXPECT_DOUBLE_EQ(opex.item("support")->usd.low, 5e5);
    EXPECT_DOUBLE_EQ(opex.item("staff")->usd.value, 2 * 200000.0); // 150 servers, 75 each
    EXPECT_DOUBLE_EQ(opex.item("staff")->usd.low, 1.5 * 150000);
    EXPECT_DOUBLE_EQ(opex.item("staff")->usd.high, 3 * 250000.0);
    EXPECT_EQ(opex.item("colocation"), nullptr);
    EXPECT_DOUBLE_EQ(opex.totalUsd().value, 840960 + 1e6 + 400000);
    EXPECT_EQ(opex.assumedRows, (std::vector<std::string>{"op044", "op053", "op054", "op056"}));
}

TEST(Expense, FewServersNeedTheLeastStaff)
{
    const Expense opex = opexOf(baseOf(3e5, 1, 10000), Quantity<>::known(3e5), terms(0.1, 1), "typical", {}, unitCosts());
    EXPECT_DOUBLE_EQ(opex.item("staff")->usd.value, 0.5 * 200000);
}

TEST(Expense, AllInColocationHoldsTheEnergy)
{
    CostChoices choices = CostChoices::energyOnly();
    choices.colocationRow = "op012";
    const CostBase base = baseOf(1e6, 4, 50000);
    const Expense allIn = opexOf(base, Quantity<>::known(1e6), terms(0.1, 1.5), "typical", choices, unitCosts());
    EXPECT_DOUBLE_EQ(allIn.totalUsd().value, 50 * 200 * 12);
    choices.colocationMeteredEnergy = true;
    const Expense metered = opexOf(base, Quantity<>::known(1e6), terms(0.1, 1.5), "typical", choices, unitCosts());
    EXPECT_DOUBLE_EQ(metered.totalUsd().value, 50 * 200 * 12 + 50 * 8760 * 1.5 * 0.1);
}

TEST(Expense, YearlyRowsAndThoseOfOnceAreNotMixedUp)
{
    CostChoices choices = CostChoices::energyOnly();
    choices.yearlyRows = {"op048", "op028", "op999"};
    const Expense opex = opexOf(baseOf(1e6, 4, 1000), Quantity<>::known(1e6), terms(0.1, 1), "typical", choices, unitCosts());
    EXPECT_DOUBLE_EQ(opex.item("op048")->usd.value, 32 * 4500);
    ASSERT_EQ(opex.problems.size(), 2U);
    EXPECT_EQ(opex.problems[0].code, "COST-WRONG-ROW");
    EXPECT_EQ(opex.problems[0].arg("row"), "op028");
    EXPECT_EQ(opex.problems[1].code, "COST-NO-ROW");
}

TEST(Expense, TariffOfTheSiteWinsOverItsRegion)
{
    Design design{{part(PartKind::region, "us-tx",
        {{"industrial_price_usd_per_kwh", "0.0612"}, {"price_check_usd_per_kwh", "0.0663"}, {"price_date", "2024"}})}};
    Site site{.regionId = "us-tx"};
    const EnergyTerms byRegion = energyTermsOf(design.project(), &site, Quantity<>::unknown("pue"), unitCosts(), true);
    EXPECT_EQ(byRegion.tariffUsdPerKwh, (Quantity<>{0.0612, 0.0612, 0.0663, Knowledge::known, {}}));
    EXPECT_EQ(byRegion.tariffWhy.date, "2024");
    EXPECT_EQ(byRegion.pue, Quantity<>::estimated(1.10, 1.25, 1.5));
    EXPECT_EQ(byRegion.assumedRows, std::vector<std::string>{"op113"});
    site.tariffUsdPerKwh = 0.05, site.pue = 1.1;
    const EnergyTerms bySite = energyTermsOf(design.project(), &site, Quantity<>::unknown("pue"), unitCosts(), true);
    EXPECT_EQ(bySite.tariffUsdPerKwh, Quantity<>::known(0.05));
    EXPECT_EQ(bySite.tariffWhy.origin, Origin::user);
    EXPECT_EQ(bySite.pue, Quantity<>::known(1.1));
}

TEST(Expense, WithoutRegionOrGapFillingNothingIsMadeUp)
{
    Design design{{}};
    const EnergyTerms nowhere = energyTermsOf(design.project(), nullptr, Quantity<>::unknown("pue"), unitCosts(), false);
    EXPECT_FALSE(nowhere.tariffUsdPerKwh.hasValue());
    EXPECT_FALSE(nowhere.pue.hasValue());
}

TEST(Expense, RackSystemCountsAsItsServers)
{
    Design design{{part(PartKind::server, "node", {{"accelerator_count", "8"}}, {price(1, 2, 3)}),
        part(PartKind::server, "nvl72", {{"rack_system", "1"}, {"accelerator_count", "72"}}, {price(1, 2, 3)})}};
    design.addMany(2, "node"), design.add("nvl72"), design.add("node", Unplaced{});
    const CostBase base = costBaseOf(design.inventory(), Bom{}, Quantity<>::known(0));
    EXPECT_EQ(base.servers, 2 + 9);
    EXPECT_EQ(base.accelerators, 16 + 72);
    EXPECT_EQ(base.racks, 1);
}

} // namespace
} // namespace rackwright

#include "core/cost/cost.h"

#include "core/assess/report_cost.h"
#include "cost_fixture.h"

#include <cmath>
#include <gtest/gtest.h>

namespace rackwright {
namespace {

Report reportOf(const CostResult& cost)
{
    Report report;
    reportCost(cost, report);
    return report;
}

using test::Design;
using test::instance;
using test::part;
using test::price;

/// One node at Lenovo's list price and 0.87 USD/h of energy, against instances at 98.32 USD/h.
class CostOfANode : public testing::Test {
protected:
    CostOfANode()
        : design_{
            {part(PartKind::server, "node", {{"accelerator_id", "h100-nvl"}, {"accelerator_count", "8"}}, {price(833806, 833806, 833806)}),
                *instance("aws", "p5.48xlarge", "us-east-1", "h100", "8", "98.32", "77.43", "53.95"), part(PartKind::storage, "array")}}
    {
        design_.add("node");
        design_.scenario().finance = {.years = 5, .discountRate = 0};
        site_.tariffUsdPerKwh = 0.15, site_.pue = 1;
        plan_ = {.provider = "aws", .instanceType = "p5.48xlarge", .region = "us-east-1", .instances = 1, .term = "on_demand"};
    }

    CostResult compute(Trace* trace = nullptr)
    {
        CostInputs inputs;
        inputs.project = &design_.project();
        inputs.scenario = &design_.scenario();
        inputs.catalog = &catalog_;
        inputs.inventory = onPremises_ ? &design_.inventory() : nullptr;
        inputs.itPowerW = Quantity<>::known(5800);
        inputs.site = &site_;
        inputs.choices = CostChoices::energyOnly();
        inputs.alternative = compared_ ? &plan_ : nullptr;
        return computeCost(inputs, trace);
    }

    Design design_;
    Catalog catalog_;
    Site site_;
    CloudPlan plan_;
    bool onPremises_ = true, compared_ = true;
};

TEST_F(CostOfANode, ReproducesLp2225)
{
    const CostResult cost = compute();
    EXPECT_EQ(cost.capexUsd, Quantity<>::known(833806));
    EXPECT_NEAR(cost.opexUsdPerYear.value, 0.87 * 8760, 1e-6);
    EXPECT_NEAR(cost.tcoUsd.value, 871912, 1); // tco006
    EXPECT_NEAR(cost.cloudTcoUsd.value, 4306415, 431); // tco005
    EXPECT_NEAR(cost.breakEven.months.value * 730, 8556, 1); // tco001
    EXPECT_NEAR(cost.usdPerAcceleratorHour.value, 871912.0 / (8 * 8760 * 5), 1e-4);
    plan_.term = "reserved_1y";
    EXPECT_NEAR(compute().breakEven.months.value * 730, 10890, 11); // tco003
    plan_.term = "reserved_3y";
    EXPECT_NEAR(compute().breakEven.months.value * 730, 15710, 16); // tco004
}

TEST_F(CostOfANode, AlternativeIsComparedAndNotAdded)
{
    const CostResult with = compute();
    compared_ = false;
    const CostResult without = compute();
    EXPECT_EQ(with.tcoUsd, without.tcoUsd);
    EXPECT_FALSE(without.cloudUsdPerYear.hasValue());
    EXPECT_EQ(without.breakEven.months.missing, std::vector<std::string>{"cloud plan"});
}

TEST_F(CostOfANode, HybridCostsBoth)
{
    const CostResult own = compute();
    design_.scenario().cloud = plan_;
    const CostResult both = compute();
    EXPECT_NEAR(both.tcoUsd.value, own.tcoUsd.value + 98.32 * 8760 * 5, 1e-3);
    EXPECT_NEAR(both.opexUsdPerYear.value, own.opexUsdPerYear.value + 98.32 * 8760, 1e-6);
}

TEST_F(CostOfANode, CloudScenarioBuysNothing)
{
    const CostResult own = compute();
    onPremises_ = compared_ = false;
    design_.scenario().cloud = plan_;
    CostInputs inputs{.project = &design_.project(), .scenario = &design_.scenario(), .catalog = &catalog_};
    inputs.ownInstead = &own;
    const CostResult cloud = computeCost(inputs, nullptr);
    EXPECT_EQ(cloud.capexUsd, Quantity<>::known(0));
    EXPECT_NEAR(cloud.tcoUsd.value, 4306415, 431);
    EXPECT_NEAR(cloud.usdPerAcceleratorHour.value, 98.32 / 8, 1e-9);
    EXPECT_NEAR(cloud.breakEven.months.value * 730, 8556, 1);
}

TEST_F(CostOfANode, T10NoPriceInTheRegionIsAnErrorAndNeverZero)
{
    plan_.region = "us-west-1";
    const CostResult cost = compute();
    EXPECT_FALSE(cost.cloudUsdPerYear.hasValue());
    EXPECT_FALSE(cost.breakEven.months.hasValue());
    const Report report = reportOf(cost);
    const auto found = std::ranges::find(report.findings, "COST-NOT-SOLD-IN-REGION", &Finding::code);
    ASSERT_NE(found, report.findings.end());
    EXPECT_EQ(found->severity, Severity::error);
}

TEST_F(CostOfANode, BreakEvenIsHiddenWhenAQuarterOfTheCapexIsUnknown)
{
    catalog_ = Catalog::fromParts({part(PartKind::storage, "known-array", {}, {price(1, 277000, 400000)})});
    design_.add("array"); // stands for 277,000 of 1,110,806: 24.9 %
    EXPECT_TRUE(compute().breakEven.months.hasValue());
    EXPECT_EQ(compute().breakEven.months.knowledge, Knowledge::atLeast);
    catalog_ = Catalog::fromParts({part(PartKind::storage, "known-array", {}, {price(1, 279000, 400000)})}); // 25.1 %
    const CostResult cost = compute();
    EXPECT_FALSE(cost.breakEven.months.hasValue());
    const Report report = reportOf(cost);
    EXPECT_NE(std::ranges::find(report.findings, "COST-BREAK-EVEN-HIDDEN", &Finding::code), report.findings.end());
    EXPECT_EQ(cost.breakEven.unpricedParts, std::vector<std::string>{"array"});
    const auto noPrice = std::ranges::find(report.findings, "COST-NO-PRICE", &Finding::code);
    ASSERT_NE(noPrice, report.findings.end());
    EXPECT_EQ(noPrice->subjects, std::vector<std::string>{"part:array"});
}

TEST_F(CostOfANode, NeverWithinTheHorizonIsSaid)
{
    design_.scenario().finance = {.years = 0.5, .discountRate = 0.08};
    const CostResult cost = compute();
    EXPECT_TRUE(cost.breakEven.never);
    EXPECT_EQ(cost.breakEven.discountedMonths.missing, std::vector<std::string>{"never within 0.5 years"});
    const Report report = reportOf(cost);
    EXPECT_NE(std::ranges::find(report.findings, "COST-NO-BREAK-EVEN", &Finding::code), report.findings.end());
}

TEST_F(CostOfANode, WithoutATariffEnergyIsUnknownAndTheTotalALowerBound)
{
    site_.tariffUsdPerKwh.reset();
    const CostResult cost = compute();
    EXPECT_FALSE(cost.energyUsdPerYear.hasValue());
    EXPECT_EQ(cost.tcoUsd.knowledge, Knowledge::atLeast);
    const Report report = reportOf(cost);
    EXPECT_NE(std::ranges::find(report.findings, "COST-NO-REGION", &Finding::code), report.findings.end());
}

TEST_F(CostOfANode, ScalingEveryPriceScalesTheTotal)
{
    const double once = compute().tcoUsd.value;
    const double k = 3;
    Design scaled{{part(PartKind::server, "node", {{"accelerator_id", "h100-nvl"}, {"accelerator_count", "8"}},
        {price(833806 * k, 833806 * k, 833806 * k)})}};
    scaled.add("node");
    scaled.scenario().finance = design_.scenario().finance;
    design_ = std::move(scaled);
    site_.tariffUsdPerKwh = 0.15 * k;
    compared_ = false;
    EXPECT_NEAR(compute().tcoUsd.value, once * k, 1e-6);
}

TEST_F(CostOfANode, EveryFigureIsExplained)
{
    design_.scenario().finance = Finance{};
    Trace trace;
    const CostResult cost = compute(&trace);
    for (const Figure& figure : reportOf(cost).figures) {
        const Explanation* why = trace.find(figure.id);
        ASSERT_TRUE(why) << figure.id;
        EXPECT_EQ(why->value, figure.value) << figure.id;
        EXPECT_EQ(why->unit, figure.unit) << figure.id;
        EXPECT_TRUE(!why->formula.empty() || !why->source.empty()) << figure.id;
    }
    EXPECT_EQ(trace.find("cost.capex_usd")->inputs[0].inputs.size(), 1U); // the line of the bill
}

TEST_F(CostOfANode, TracingChangesNothing)
{
    Trace trace;
    const Report traced = reportOf(compute(&trace)), plain = reportOf(compute());
    ASSERT_EQ(traced.figures.size(), plain.figures.size());
    for (std::size_t i = 0; i < plain.figures.size(); ++i) EXPECT_EQ(traced.figures[i].value, plain.figures[i].value);
}

TEST(BreakEven, BandSpansBothEnds)
{
    const Finance finance{.years = 5, .discountRate = 0};
    const BreakEven answer = breakEvenOf(Quantity<>::estimated(800, 1000, 1200), Quantity<>::estimated(100, 200, 400),
        Quantity<>::estimated(1000, 1200, 1300), Quantity<>::known(0), finance);
    EXPECT_DOUBLE_EQ(answer.months.value, 12);
    EXPECT_DOUBLE_EQ(answer.months.low, 12 * 800.0 / 1200);
    EXPECT_DOUBLE_EQ(answer.months.high, 24);
    EXPECT_EQ(answer.months.knowledge, Knowledge::estimated);
}

} // namespace
} // namespace rackwright

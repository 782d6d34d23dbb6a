#include "core/cost/cloud.h"

#include "cost_fixture.h"

#include <gtest/gtest.h>

namespace rackwright {
namespace {

using test::instance;

CloudPlan plan(std::string term, std::string region = {}, int instances = 1)
{
    return {.provider = "aws", .instanceType = "p5.48xlarge", .region = std::move(region), .instances = instances, .term = std::move(term)};
}

CloudQuote quote(const CloudPlan& plan, const std::vector<PartPtr>& rows, const CloudWork& work = {}, std::string_view asOf = "2026-12-01")
{
    return cloudQuote(plan, work, std::nullopt, rows, Catalog{}, asOf);
}

const std::vector<PartPtr> p5{instance("aws", "p5.48xlarge", "us-east-1", "h100", "8", "55.04", "35.776", "27.52", "18.68"),
    instance("aws", "p5.48xlarge", "us-west-1", "h100", "8", "68.8", "", "", "16.2")};

TEST(Cloud, YearIs8760HoursTimesShareTimesInstances)
{
    CloudPlan half = plan("on_demand", "us-east-1", 3);
    half.hoursShare = 0.5;
    EXPECT_NEAR(quote(half, p5).usdPerYear.value, 55.04 * 8760 * 0.5 * 3, 1e-6);
    EXPECT_EQ(quote(half, p5).countBasis, "stated");
}

TEST(Cloud, BlankReservedPriceIsNotSoldThere)
{
    const CloudQuote there = quote(plan("reserved_1y", "us-west-1"), p5);
    ASSERT_TRUE(there.offer);
    EXPECT_EQ(there.offer->term, PriceTerm::onDemand); // the region sells no commitment
    EXPECT_TRUE(there.termFallback);
    EXPECT_DOUBLE_EQ(there.offer->price.usd, 68.8);
}

TEST(Cloud, SpotOnlyWhenAsked)
{
    EXPECT_DOUBLE_EQ(quote(plan("spot", "us-west-1"), p5).offer->price.usd, 16.2);
    const std::vector<PartPtr> onlySpot{instance("aws", "p5.48xlarge", "us-west-1", "h100", "8", "", "", "", "16.2")};
    const CloudQuote asked = quote(plan("on_demand"), onlySpot);
    EXPECT_FALSE(asked.offer);
    EXPECT_EQ(asked.problem->code, "COST-NO-CLOUD-PRICE");
    EXPECT_FALSE(asked.usdPerYear.hasValue());
    for (const CloudOffer& other : quote(plan("on_demand"), p5).alternatives) EXPECT_NE(other.term, PriceTerm::spot);
}

TEST(Cloud, T10ZeroIsNoPriceEither)
{
    const std::vector<PartPtr> rows{instance("aws", "p5.48xlarge", "us-east-1", "h100", "8", "0")};
    EXPECT_EQ(quote(plan("on_demand"), rows).problem->code, "COST-NO-CLOUD-PRICE");
}

TEST(Cloud, T11RegionThatDoesNotSellIsNamedWithThoseThatDo)
{
    const CloudQuote none = quote(plan("on_demand", "eu-west-9"), p5);
    EXPECT_FALSE(none.offer);
    EXPECT_EQ(none.problem->code, "COST-NOT-SOLD-IN-REGION");
    EXPECT_EQ(none.problem->arg("region"), "eu-west-9");
    EXPECT_NE(none.problem->arg("sold_in").find("us-east-1"), std::string_view::npos);
    EXPECT_FALSE(none.alternatives.empty());
}

TEST(Cloud, T13PaymentBasisStandsNextToEveryReservedPrice)
{
    const CloudQuote reserved = quote(plan("reserved_1y", "us-east-1"), p5);
    EXPECT_NE(reserved.offer->payment.find("upfront share not stated"), std::string::npos);
    EXPECT_EQ(quote(plan("on_demand", "us-east-1"), p5).offer->payment, "by the hour, no commitment");
}

TEST(Cloud, T14OrderOfRowsDoesNotMatter)
{
    std::vector<PartPtr> rows{instance("aws", "p5.48xlarge", "us-east-1", "h100", "8", "98.32", "", "", "", "2025"),
        instance("aws", "p5.48xlarge", "us-east-1", "h100", "8", "55.04", "", "", "", "2026-07-20"),
        instance("aws", "p5.48xlarge", "us-east-1", "h100", "8", "80.62", "", "", "", "2026-01")};
    std::ranges::sort(rows);
    do EXPECT_DOUBLE_EQ(quote(plan("on_demand"), rows).offer->price.usd, 55.04); // the newest
    while (std::ranges::next_permutation(rows).found);
    // as of an earlier day an earlier price counts
    EXPECT_DOUBLE_EQ(quote(plan("on_demand"), rows, {}, "2026-03-01").offer->price.usd, 80.62);
    EXPECT_DOUBLE_EQ(quote(plan("on_demand"), rows, {}, "2025-12-31").offer->price.usd, 98.32);
}

TEST(Cloud, OfEqualDatesTheCheaperCounts)
{
    const std::vector<PartPtr> rows{
        instance("aws", "p5.48xlarge", "us-east-1", "h100", "8", "60"), instance("aws", "p5.48xlarge", "us-east-1", "h100", "8", "55")};
    EXPECT_DOUBLE_EQ(quote(plan("on_demand"), rows).offer->price.usd, 55);
}

TEST(Cloud, InstancesByEqualWork)
{
    CloudWork work;
    work.ownWorkPerS = Quantity<>::known(1000);
    work.cloudWorkPerSPerInstance = Quantity<>::known(300);
    const CloudQuote equal = quote(plan("on_demand", "us-east-1", 0), p5, work);
    EXPECT_EQ(equal.instances, 4); // 3 do 900 only
    EXPECT_EQ(equal.countBasis, "equal work");
    work.cloudWorkPerSPerInstance = Quantity<>::known(250);
    EXPECT_EQ(quote(plan("on_demand", "us-east-1", 0), p5, work).instances, 4);
}

TEST(Cloud, InstancesByCountOfTheSameAcceleratorWhenWorkIsNotKnown)
{
    CloudWork work;
    work.ownAccelerators = 20, work.ownAcceleratorId = "h100";
    const CloudQuote same = quote(plan("on_demand", "us-east-1", 0), p5, work);
    EXPECT_EQ(same.instances, 3);
    EXPECT_NE(same.countBasis.find("work rate not known"), std::string::npos);
    EXPECT_EQ(same.usdPerYear.knowledge, Knowledge::estimated);
    work.ownAcceleratorId = "b200";
    const CloudQuote other = quote(plan("on_demand", "us-east-1", 0), p5, work);
    EXPECT_FALSE(other.instances);
    EXPECT_EQ(other.problem->code, "COST-NO-EQUAL-WORK");
    EXPECT_FALSE(other.usdPerYear.hasValue());
}

TEST(Cloud, PricePerInstanceAndPerAcceleratorDiffer)
{
    const CloudQuote one = quote(plan("on_demand", "us-east-1"), p5);
    EXPECT_DOUBLE_EQ(one.offer->perAcceleratorHour().usd, 6.88);
    EXPECT_DOUBLE_EQ(one.accelerators(), 8);
    const std::vector<PartPtr> shared{instance("aws", "p5.48xlarge", "us-east-1", "h100", "0.125", "0.9")};
    EXPECT_DOUBLE_EQ(quote(plan("on_demand"), shared).offer->perAcceleratorHour().usd, 7.2);
}

TEST(Cloud, UnknownInstanceAndTermAreErrors)
{
    EXPECT_EQ(quote(plan("on_demand"), {}).problem->code, "COST-NO-INSTANCE");
    EXPECT_EQ(quote(plan("forever"), p5).problem->code, "COST-UNKNOWN-TERM");
}

TEST(Cloud, GreatCircle)
{
    EXPECT_NEAR(distanceKm({0, 0}, {0, 90}), 6371 * 3.14159265 / 2, 0.01);
    EXPECT_NEAR(distanceKm({90, 0}, {-90, 0}), 6371 * 3.14159265, 0.01);
    EXPECT_NEAR(distanceKm({36.12, -86.67}, {33.94, -118.40}), 2886.4, 1); // Nashville to Los Angeles, the usual worked example
    EXPECT_DOUBLE_EQ(distanceKm({10, 20}, {10, 20}), 0);
}

} // namespace
} // namespace rackwright

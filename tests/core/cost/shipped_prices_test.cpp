// The cost area on the catalog that ships: rows as published, and what must hold for all of them.
#include "core/cost/cost.h"

#include "cost_fixture.h"
#include "tests/source_folder.h"

#include <gtest/gtest.h>
#include <map>

namespace rackwright {
namespace {

const Catalog& shipped()
{
    static const Catalog catalog = Catalog::load(sourceFolder() / "catalog").value();
    return catalog;
}

std::optional<Place> placeOf(std::string_view region)
{
    const Place* place = shipped().energyRegionPlace(region);
    return place ? std::optional{*place} : std::nullopt;
}

CloudQuote quoteFor(std::string_view siteRegion, CloudPlan plan)
{
    const std::vector<PartPtr> rows = instancesOf(Project{}, shipped(), plan.provider, plan.instanceType);
    plan.instances = 1;
    return cloudQuote(plan, {}, placeOf(siteRegion), rows, shipped(), "2026-12-01");
}

std::string nearestTo(std::string_view siteRegion, const std::string& type)
{
    const CloudQuote quote = quoteFor(siteRegion, {.provider = "aws", .instanceType = type, .term = "reserved_1y"});
    return quote.offer ? std::string{quote.offer->region()} : quote.problem->code;
}

TEST(ShippedPrices, NearestRegionThatSellsIt)
{
    EXPECT_EQ(nearestTo("us-va", "p5.48xlarge"), "us-east-1");
    EXPECT_EQ(nearestTo("us-ca", "p5.48xlarge"), "us-west-1");
    EXPECT_EQ(nearestTo("us-or", "p5.48xlarge"), "us-west-2");
    EXPECT_EQ(nearestTo("us-ca", "g5.12xlarge"), "us-east-1"); // sold in no nearer region
}

// t01: a price of the host alone, without its accelerators, was taken for the instance.
TEST(ShippedPrices, T01NoGcpInstanceIsPricedAsItsHostAlone)
{
    std::map<std::pair<std::string, std::string>, double> perAccelerator; // region and accelerator, one-accelerator instance
    const auto priceOf = [](const Part& row) { return row.number("on_demand_usd_per_h"); };
    for (const PartPtr& row : shipped().parts(PartKind::cloudInstance))
        if (row->text("instance_type") == "a2-highgpu-1g" && priceOf(*row)) {
            EXPECT_GT(*priceOf(*row), 3 * 0.94) << row->text("region"); // the host alone was 0.94
            perAccelerator[{std::string{row->text("region")}, std::string{row->text("accelerator_id")}}] = *priceOf(*row);
        }
    ASSERT_FALSE(perAccelerator.empty());
    int compared = 0;
    for (const PartPtr& row : shipped().parts(PartKind::cloudInstance)) {
        if (row->text("provider") != "gcp" || row->text("instance_type") != "a2-highgpu-8g" || !priceOf(*row)) continue;
        const auto one = perAccelerator.find({std::string{row->text("region")}, std::string{row->text("accelerator_id")}});
        if (one == perAccelerator.end()) continue;
        ++compared;
        EXPECT_NEAR(*priceOf(*row) / 8, one->second, one->second * 0.05) << row->text("region");
    }
    EXPECT_GT(compared, 0);
}

// t11: g5.12xlarge is not sold in us-west-1.
TEST(ShippedPrices, T11NotSoldInTheRegion)
{
    const CloudQuote quote = quoteFor("us-ca", {.provider = "aws", .instanceType = "g5.12xlarge", .region = "us-west-1"});
    ASSERT_TRUE(quote.problem);
    EXPECT_EQ(quote.problem->code, "COST-NOT-SOLD-IN-REGION");
    EXPECT_FALSE(quote.usdPerYear.hasValue());
}

// t13: reserved prices differ by payment option: none may stand without saying how it was found.
TEST(ShippedPrices, T13EveryReservedPriceSaysItsBasis)
{
    for (const CloudOffer& offer : cloudOffers(shipped().parts(PartKind::cloudInstance), std::nullopt, shipped(), "2026-12-01"))
        if (offer.term == PriceTerm::reserved1Year || offer.term == PriceTerm::reserved3Years) {
            EXPECT_FALSE(offer.instance->text("reserved_basis").empty()) << offer.instance->id;
        }
}

TEST(ShippedPrices, LongerCommitmentsAndSpotAreNotDearer)
{
    for (const PartPtr& row : shipped().parts(PartKind::cloudInstance)) {
        const auto expectNotDearer = [&](const char* cheaper, const char* dearer) {
            const auto a = row->number(cheaper), b = row->number(dearer);
            if (a && b) {
                EXPECT_LE(*a, *b * 1.0001) << row->id << ' ' << cheaper;
            }
        };
        expectNotDearer("spot_usd_per_h", "on_demand_usd_per_h");
        expectNotDearer("reserved_1y_usd_per_h", "on_demand_usd_per_h");
        expectNotDearer("reserved_3y_usd_per_h", "reserved_1y_usd_per_h");
    }
}

TEST(ShippedPrices, InstancesNameAcceleratorsOfTheCatalog)
{
    const std::vector<PartPtr> rows = instancesWith(shipped(), "nv-h100-sxm");
    EXPECT_TRUE(std::ranges::any_of(rows, [](const PartPtr& row) { return row->text("instance_type") == "p5.48xlarge"; }));
}

TEST(ShippedPrices, RowsOfTheDefaultChoicesFit)
{
    CostBase base;
    base.hardwareUsd = Quantity<>::known(1e6);
    base.servers = 4, base.itPowerW = Quantity<>::known(40000);
    CostChoices choices;
    choices.yearlyRows = {"op048", "op106"};
    choices.colocationRow = "op012";
    const Expense opex = opexOf(base, base.hardwareUsd, {}, "typical", choices, shipped());
    for (const Error& problem : opex.problems) ADD_FAILURE() << problem.code << ' ' << problem.arg("row");
    for (const char* item : {"support", "staff", "colocation", "op048", "op106"}) {
        ASSERT_TRUE(opex.item(item)) << item;
        EXPECT_TRUE(opex.item(item)->usd.hasValue()) << item;
    }
    choices.onceRows = {"op028", "op029", "op030", "op104"};
    EXPECT_TRUE(capexOf(Bom{}, base, choices, shipped()).problems.empty());
}

TEST(ShippedPrices, EverythingThatCanBePlacedHasAPriceOrSaysThatItHasNone)
{
    test::Design design{{}};
    auto parts = std::make_shared<PartSnapshot>();
    for (const PartKind kind : {PartKind::server, PartKind::switchUnit, PartKind::storage, PartKind::powerUnit, PartKind::cooling})
        for (const PartPtr& part : shipped().parts(kind)) {
            (*parts)[{kind, part->id}] = part;
            design.add(part->id, Unplaced{}); // beside a rack system some would be in its price
        }
    design.project().parts = parts;
    const Bom bom = design.bom(shipped(), {}, true);
    ASSERT_FALSE(bom.lines.empty());
    PriceBand sum;
    for (const BomLine& line : bom.lines) {
        if (!line.extended) {
            EXPECT_EQ(line.state, PriceState::noPrice) << line.partId;
            EXPECT_TRUE(std::ranges::binary_search(bom.noPrice, line.partId)) << line.partId;
            continue;
        }
        EXPECT_GE(line.extended->low.inCents(), 0) << line.partId;
        EXPECT_LE(line.extended->low, line.extended->typical) << line.partId;
        EXPECT_LE(line.extended->typical, line.extended->high) << line.partId;
        EXPECT_FALSE(line.basis.empty()) << line.partId;
        sum += *line.extended;
    }
    EXPECT_EQ(sum, bom.total);
}

} // namespace
} // namespace rackwright

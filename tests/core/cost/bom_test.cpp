#include "core/cost/bom.h"

#include "cost_fixture.h"

#include <gtest/gtest.h>

namespace rackwright {
namespace {

using test::Design;
using test::lineOf;
using test::part;
using test::price;

Part pcieHost(std::vector<Price> prices)
{
    Part host = part(PartKind::server, "host", {{"accelerator_id", "card"}, {"accelerator_count", "4"}}, std::move(prices));
    host.bays = {{.name = "accelerator", .count = 8, .form = "PCIe FHFL dual-slot"}};
    return host;
}

const Part card = part(PartKind::accelerator, "card", {}, {price(7000, 8000, 9000)});

TEST(Bom, OneLineForEachDistinctPart)
{
    Design design{{part(PartKind::server, "node", {}, {price(200000.10, 300000.25, 375000)}),
        part(PartKind::switchUnit, "leaf", {}, {price(20000, 25000, 30000)})}};
    design.addMany(3, "node");
    design.add("leaf");
    const Bom bom = design.bom(Catalog{});
    ASSERT_EQ(bom.lines.size(), 2U);
    EXPECT_EQ(bom.lines[0].group, BomGroup::compute);
    EXPECT_EQ(bom.lines[0].quantity, 3);
    EXPECT_EQ(bom.lines[0].extended->typical, Money::cents(90000075));
    EXPECT_EQ(bom.lines[0].basis, "list");
    EXPECT_EQ(bom.lines[0].date, "2026-05");
    EXPECT_EQ(bom.lines[1].group, BomGroup::fabric);
    EXPECT_EQ(bom.total.typical, Money::cents(92500075));
    EXPECT_EQ(bom.total.low, Money::cents(60000030 + 2000000));
    EXPECT_EQ(bom.totalUsd().knowledge, Knowledge::known);
}

TEST(Bom, T07PartsSumToTotalsToTheCent)
{
    Design design{{part(PartKind::server, "a", {}, {price(0.1, 1.353, 2)}), part(PartKind::storage, "b", {}, {price(1, 3.335, 4)}),
        part(PartKind::powerUnit, "c", {}, {price(0.01, 0.015, 0.02, "planning-estimate")}),
        part(PartKind::cable, "d", {}, {price(1, 2.225, 3)})}};
    design.addMany(7, "a"), design.addMany(11, "b"), design.addMany(13, "c");
    design.add("b", Unplaced{});
    const Bom bom = design.bom(Catalog{}, {{"d", 3, 17}, {"d", 30, 2}});
    PriceBand lines, groups;
    for (const BomLine& line : bom.lines) {
        ASSERT_TRUE(line.extended);
        EXPECT_EQ(line.extended->typical.inCents(), line.unitPrice->typical.inCents() * line.quantity);
        lines += *line.extended;
    }
    for (const BomGroup group : bomGroups()) groups += bom.totalOf(group);
    EXPECT_EQ(lines, bom.total);
    EXPECT_EQ(groups, bom.total);
    EXPECT_DOUBLE_EQ(bom.totalUsd().value, bom.total.typical.inUsd());
    EXPECT_EQ(bom.totalUsd().knowledge, Knowledge::estimated); // a planning estimate entered
}

TEST(Bom, T07HostAndItsCardsSplitWithoutLoss)
{
    const Part host = pcieHost({price(50000, 61234.57, 70000)});
    Design filled{{host, card}}, empty{{host, card}};
    const Id filledHost = filled.add("host");
    for (int i = 0; i < 4; ++i) filled.add("card", InDevice{filledHost, "accelerator", i});
    empty.add("host");
    const Bom withCards = filled.bom(Catalog{}), bare = empty.bom(Catalog{});
    EXPECT_EQ(withCards.total.typical, Money::usd(61234.57));
    // a bare host and four cards cost what the filled host costs
    EXPECT_EQ(bare.total.typical + Money::usd(32000), withCards.total.typical);
    EXPECT_EQ(bare.lines[0].state, PriceState::estimated);
}

TEST(Bom, CardsInAHostThatIsSoldWithThemAreListedAndNotCharged)
{
    Design design{{pcieHost({price(50000, 60000, 70000)}), card}};
    const Id host = design.add("host");
    for (int i = 0; i < 6; ++i) design.add("card", InDevice{host, "accelerator", i}); // two more than it is sold with
    const Bom bom = design.bom(Catalog{});
    const BomLine* inside = lineOf(bom, "card", PriceState::inHost);
    const BomLine* added = lineOf(bom, "card", PriceState::priced);
    ASSERT_TRUE(inside && added);
    EXPECT_EQ(inside->quantity, 4);
    EXPECT_FALSE(inside->extended);
    EXPECT_EQ(added->quantity, 2);
    EXPECT_EQ(bom.total.typical, Money::usd(60000 + 2 * 8000));
}

TEST(Bom, HostWithSomeOfItsCardsCostsThoseLess)
{
    Design design{{pcieHost({price(50000, 60000, 70000)}), card}};
    const Id host = design.add("host");
    design.add("card", InDevice{host, "accelerator", 0});
    const Bom bom = design.bom(Catalog{});
    EXPECT_EQ(bom.total.typical, Money::usd(60000 - 3 * 8000));
    EXPECT_EQ(bom.total.low, Money::usd(50000 - 3 * 9000));
    EXPECT_EQ(bom.total.high, Money::usd(70000 - 3 * 7000));
}

TEST(Bom, T10MissingPriceIsNamedAndNeverZero)
{
    Design design{{part(PartKind::server, "node", {}, {price(1, 2, 3)}), part(PartKind::storage, "array")}};
    design.add("node"), design.add("array"), design.add("not-held");
    const Bom bom = design.bom(Catalog{});
    EXPECT_EQ(bom.noPrice, (std::vector<std::string>{"array", "not-held"}));
    EXPECT_FALSE(lineOf(bom, "array", PriceState::noPrice)->extended);
    EXPECT_EQ(bom.totalUsd().knowledge, Knowledge::atLeast);
    EXPECT_EQ(bom.totalUsd().missing, bom.noPrice);
    EXPECT_EQ(bom.totalUsd(BomGroup::storage).knowledge, Knowledge::unknown);
}

TEST(Bom, NothingPricedIsUnknown)
{
    Design design{{part(PartKind::storage, "array")}};
    design.add("array");
    EXPECT_FALSE(design.bom(Catalog{}).totalUsd().hasValue());
}

TEST(Bom, EmptyBuildCostsNothing)
{
    Design design{{}};
    EXPECT_EQ(design.bom(Catalog{}).totalUsd(), Quantity<>::known(0));
}

TEST(Bom, T06PriceSetByTheUserWinsAndIsShownAsSuch)
{
    Design design{{part(PartKind::server, "node", {}, {price(200000, 300000, 375000)})}};
    design.add("node");
    design.placement(design.add("node")).overrides["price_usd"] = "1";
    const Bom bom = design.bom(Catalog{});
    ASSERT_EQ(bom.lines.size(), 2U);
    EXPECT_EQ(bom.total.typical, Money::usd(300001));
    const auto byUser = std::ranges::find(bom.lines, "user", &BomLine::basis);
    ASSERT_NE(byUser, bom.lines.end());
    EXPECT_EQ(*byUser->unitPrice, (PriceBand{Money::usd(1), Money::usd(1), Money::usd(1)}));
    EXPECT_EQ(byUser->priceWhy.origin, Origin::user);
}

TEST(Bom, UserQuoteInThePriceBookWins)
{
    Design design{{part(PartKind::server, "node", {}, {price(1, 1, 1, "user-quote"), price(200000, 300000, 375000)})}};
    design.add("node");
    const Bom bom = design.bom(Catalog{});
    EXPECT_EQ(bom.lines[0].basis, "user-quote");
    EXPECT_EQ(bom.total.typical, Money::usd(1));
    EXPECT_EQ(bom.total.high, Money::usd(375000)); // the others stay visible in the band
}

TEST(Bom, PricesNewerThanTheProjectDoNotCount)
{
    const auto later = price(10, 20, 30, "list", "2026-09"), earlier = price(1, 2, 3, "list", "2025");
    Design design{{part(PartKind::server, "both", {}, {later, earlier}), part(PartKind::server, "only-later", {}, {later})}};
    design.add("both"), design.add("only-later");
    design.project().asOf = "2026-08-15";
    const Bom bom = design.bom(Catalog{});
    EXPECT_EQ(lineOf(bom, "both", PriceState::priced)->unitPrice->typical, Money::usd(2));
    EXPECT_EQ(lineOf(bom, "both", PriceState::priced)->unitPrice->high, Money::usd(3));
    EXPECT_EQ(lineOf(bom, "only-later", PriceState::priced)->unitPrice->typical, Money::usd(20));
    EXPECT_EQ(bom.laterPrices, std::vector<std::string>{"only-later"});
    design.project().asOf = "2026-09-01"; // a month is not later than a day in it
    EXPECT_TRUE(design.bom(Catalog{}).laterPrices.empty());
}

TEST(Bom, WhatExistsIsNotBoughtAndSparesAreApart)
{
    Design design{{part(PartKind::server, "node", {}, {price(1, 2, 3)})}};
    design.add("node");
    design.placement(design.add("node")).status = PlacementStatus::existing;
    design.add("node", Unplaced{});
    const Bom bom = design.bom(Catalog{});
    EXPECT_EQ(lineOf(bom, "node", PriceState::owned)->quantity, 1);
    EXPECT_EQ(bom.totalOf(BomGroup::compute).typical, Money::usd(2));
    EXPECT_EQ(bom.totalOf(BomGroup::unplaced).typical, Money::usd(2));
}

TEST(Bom, FrameOfARackSystemIsInItsPrice)
{
    Design design{{part(PartKind::rack, "frame", {}, {price(3000, 4000, 5000)}),
        part(PartKind::server, "nvl72", {{"rack_system", "1"}, {"accelerator_count", "72"}}, {price(3e6, 4e6, 5e6)})}};
    design.rack().partId = "frame";
    EXPECT_EQ(design.bom(Catalog{}).total.typical, Money::usd(4000));
    design.add("nvl72");
    const Bom bom = design.bom(Catalog{});
    EXPECT_EQ(lineOf(bom, "frame", PriceState::inHost)->quantity, 1);
    EXPECT_EQ(bom.total.typical, Money::usd(4e6));
    design.rack().partId = "nvl72"; // the rack is the system: counted once
    EXPECT_EQ(design.bom(Catalog{}).total.typical, Money::usd(4e6));
}

TEST(Bom, PriceThatIsPartOfABiggerOneIsChargedOnlyForSpares)
{
    Price tray = price(30000, 40000, 50000, "planning-estimate");
    tray.source = "part of the rack price; for spares only, do not add to a rack";
    Design design{
        {part(PartKind::switchUnit, "tray", {}, {tray}), part(PartKind::server, "nvl72", {{"rack_system", "1"}}, {price(3e6, 4e6, 5e6)})}};
    design.add("nvl72"), design.add("tray"), design.add("tray", Unplaced{});
    const Bom bom = design.bom(Catalog{});
    EXPECT_EQ(lineOf(bom, "tray", PriceState::inHost)->quantity, 1);
    EXPECT_EQ(bom.totalOf(BomGroup::unplaced).typical, Money::usd(40000));
}

TEST(Bom, CablesKeepTheirLengths)
{
    Design design{{part(PartKind::cable, "dac", {}, {price(100, 120, 150)})}};
    const Bom bom = design.bom(Catalog{}, {{"dac", 2, 64}, {"dac", 1, 32}, {"dac", 2, 4}, {"unknown-cable", 5, 1}});
    const BomLine* dac = lineOf(bom, "dac", PriceState::priced);
    ASSERT_TRUE(dac);
    EXPECT_EQ(dac->group, BomGroup::cables);
    EXPECT_EQ(dac->quantity, 100);
    EXPECT_EQ(dac->lengths, (std::vector<std::pair<double, std::int64_t>>{{1, 32}, {2, 68}}));
    EXPECT_EQ(bom.noPrice, std::vector<std::string>{"unknown-cable"});
}

TEST(Bom, PhasesSumToTheTotal)
{
    Design design{{part(PartKind::server, "node", {}, {price(1, 2.37, 3)})}};
    const Id later = design.addPhase(18);
    design.addMany(2, "node");
    for (int i = 0; i < 3; ++i) design.add("node", InRack{}, later);
    const Bom bom = design.bom(Catalog{});
    const auto byMonth = bom.totalByMonth();
    ASSERT_EQ(byMonth.size(), 2U);
    EXPECT_EQ(byMonth[0].first, 0);
    EXPECT_DOUBLE_EQ(byMonth[0].second.value, 2 * 2.37);
    EXPECT_EQ(byMonth[1].first, 18);
    EXPECT_DOUBLE_EQ(byMonth[1].second.value, 3 * 2.37);
    EXPECT_DOUBLE_EQ(byMonth[0].second.value + byMonth[1].second.value, bom.totalUsd().value);
}

TEST(Bom, UnpricedShareStandsInTheMedianOfTheKind)
{
    const Catalog catalog = Catalog::fromParts({part(PartKind::storage, "s1", {}, {price(1, 100, 1000)}),
        part(PartKind::storage, "s2", {}, {price(1, 300, 1000)}), part(PartKind::storage, "s3", {}, {price(1, 500, 1000)})});
    Design design{{part(PartKind::server, "node", {}, {price(1, 900, 1000)}), part(PartKind::storage, "array")}};
    design.add("node"), design.add("array");
    EXPECT_DOUBLE_EQ(design.bom(catalog).unpricedShare.value, 300.0 / 1200.0);
    EXPECT_FALSE(design.bom(Catalog{}).unpricedShare.hasValue()); // no price of the kind: cannot say
}

} // namespace
} // namespace rackwright

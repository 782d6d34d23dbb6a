#include "core/power/power.h"
#include "tests/core/cluster/build_maker.h"

#include <gtest/gtest.h>

#include <chrono>

namespace rackwright {
namespace {

using test::BuildMaker;
using test::makePart;
using test::shippedCatalog;

constexpr std::size_t nameplate = static_cast<std::size_t>(LoadBasis::nameplate);
constexpr std::size_t typical = static_cast<std::size_t>(LoadBasis::typical);

struct Answered {
    Inventory inventory;
    PowerPath path;

    const PathNode& node(std::string_view name) const { return *std::ranges::find(path.nodes, name, &PathNode::name); }
    const LossOutcome& lossOf(std::string_view name) const
    {
        return *std::ranges::find_if(
            path.losses, [&](const LossOutcome& loss) { return path.nodes[static_cast<std::size_t>(loss.node)].name == name; });
    }
    std::vector<std::string> labels(const std::vector<int>& devices) const
    {
        std::vector<std::string> names;
        for (const int device : devices) names.push_back(inventory.devices[static_cast<std::size_t>(device)].label());
        return names;
    }
    std::vector<std::string> names(const std::vector<int>& nodes) const
    {
        std::vector<std::string> result;
        for (const int index : nodes) result.push_back(path.nodes[static_cast<std::size_t>(index)].name);
        return result;
    }
};

Answered pathOf(BuildMaker& build)
{
    Answered answered{build.inventory(), {}};
    answered.path = assessPower({answered.inventory, build.project, shippedCatalog()}).path;
    return answered;
}

/// A box with so many supplies.
Part box(std::string id, double watts, int supplies, int needed = 0, double ratedW = 0)
{
    Part part = makePart(PartKind::server, std::move(id),
        {{"max_power_w", fmt::format("{}", watts)}, {"typical_power_w", fmt::format("{}", watts * 0.8)},
            {"idle_power_w", fmt::format("{}", watts * 0.2)}});
    InletGroup inlets{supplies, "C20"};
    if (needed > 0) inlets.needed = needed;
    if (ratedW > 0) inlets.ratedW = ratedW;
    part.inlets = {inlets};
    return part;
}

Part pdu(std::string id, double deratedKw)
{
    return makePart(PartKind::powerUnit, std::move(id),
        {{"kind", "rack-pdu"}, {"phases", "3"}, {"voltage_v", "415"}, {"derated_kw", fmt::format("{}", deratedKw)}});
}

/// Two feeds with a PDU on each.
struct TwoSides : BuildMaker {
    explicit TwoSides(double pduKw, double feedKw = 1000)
    {
        feed("A", feedKw);
        feed("B", feedKw);
        add(pdu("pdu", pduKw));
        rackIndex = rack("R1");
        a = place(rackIndex, "pdu", "pdu-a", ZeroU{});
        b = place(rackIndex, "pdu", "pdu-b", ZeroU{});
        cord(a, 0, std::string{"A"});
        cord(b, 0, std::string{"B"});
    }
    int rackIndex = 0;
    Id a{}, b{};
};

// p12: the draw of a dual-corded server is split, not doubled; the survivor carries the whole.
TEST(PowerPath, P12_DualCordedLoadIsSharedAndMovesToTheSurvivor)
{
    TwoSides build{12};
    build.add(box("box", 10000, 2, 1, 12000));
    build.cords(build.place(build.rackIndex, "box", "srv"), 2, {build.a, build.b});
    const Answered answered = pathOf(build);
    EXPECT_EQ(answered.node("pdu-a").loadW[nameplate], Quantity<>::known(5000));
    EXPECT_EQ(answered.node("pdu-b").loadW[nameplate], Quantity<>::known(5000));
    EXPECT_EQ(answered.node("A").loadW[typical], Quantity<>::known(4000));
    EXPECT_EQ(answered.node("pdu-a").within[nameplate], Answer::yes);
    EXPECT_TRUE(answered.lossOf("A").overloaded[nameplate].empty());
    EXPECT_TRUE(answered.lossOf("A").dark.empty());
    EXPECT_TRUE(answered.lossOf("A").reduced.empty());
}

// p11: with feeds A and B each side must carry the whole load; two PDUs are not double capacity.
TEST(PowerPath, P11_EachSideMustCarryTheWholeLoad)
{
    TwoSides build{12, 15};
    build.add(box("box", 10000, 2, 1));
    for (const char* label : {"one", "two"}) build.cords(build.place(build.rackIndex, "box", label), 2, {build.a, build.b});
    const Answered answered = pathOf(build);
    EXPECT_EQ(answered.node("pdu-a").within[nameplate], Answer::yes); // 10 of 12 kW
    const LossOutcome& loss = answered.lossOf("B"); // 20 kW, typical 16 kW
    EXPECT_EQ(answered.names(loss.overloaded[nameplate]), (std::vector<std::string>{"pdu-a", "A"}));
    EXPECT_EQ(answered.names(loss.overloaded[typical]), (std::vector<std::string>{"pdu-a", "A"}));
    EXPECT_EQ(answered.names(answered.lossOf("pdu-b").overloaded[nameplate]), (std::vector<std::string>{"pdu-a", "A"}));
}

// NVIDIA DGX user guides: H100 has 4+2 and B200 5+1 supplies of 3.3 kW. Three live ones carry 9.9 kW: less than 10.2 and 14.3.
TEST(PowerPath, DgxOnOneFeedOfTwoRunsAtReducedPerformance)
{
    TwoSides build{60};
    build.cords(build.place(build.rackIndex, "dgx-h100", "h100"), 6, {build.a, build.b});
    build.cords(build.place(build.rackIndex, "dgx-b200", "b200"), 6, {build.a, build.b});
    build.add(box("fourplus4", 19000, 8, 4, 5000));
    build.cords(build.place(build.rackIndex, "fourplus4", "redundant"), 8, {build.a, build.b});
    const Answered answered = pathOf(build);
    for (const char* lost : {"A", "B", "pdu-a", "pdu-b"}) {
        EXPECT_EQ(answered.labels(answered.lossOf(lost).reduced), (std::vector<std::string>{"h100", "b200"})) << lost;
        EXPECT_TRUE(answered.lossOf(lost).dark.empty());
    }
}

TEST(PowerPath, SingleCordedDevicesGoDark)
{
    TwoSides build{60};
    build.add(box("one", 300, 1));
    build.add(box("two", 1000, 2, 1));
    build.cord(build.place(build.rackIndex, "one", "switch"), 0, build.a);
    build.cord(build.place(build.rackIndex, "two", "half-corded"), 0, build.b);
    build.cords(build.place(build.rackIndex, "two", "same-side"), 2, {build.a});
    const Answered answered = pathOf(build);
    EXPECT_EQ(answered.labels(answered.lossOf("A").dark), (std::vector<std::string>{"switch", "same-side"}));
    EXPECT_EQ(answered.labels(answered.lossOf("pdu-b").dark), (std::vector<std::string>{"half-corded"}));
    EXPECT_EQ(answered.labels(answered.path.singleCord), (std::vector<std::string>{"half-corded", "same-side"}));
}

TEST(PowerPath, TwoPdusOnOneFeedAreOneSide)
{
    TwoSides build{60};
    build.add(box("two", 1000, 2, 1));
    const Id c = build.place(build.rackIndex, "pdu", "pdu-c", ZeroU{});
    build.cord(c, 0, std::string{"A"});
    build.cords(build.place(build.rackIndex, "two", "srv"), 2, {build.a, c});
    const Answered answered = pathOf(build);
    EXPECT_EQ(answered.labels(answered.path.oneSide), (std::vector<std::string>{"srv"}));
    EXPECT_EQ(answered.labels(answered.lossOf("A").dark), (std::vector<std::string>{"srv"}));
    EXPECT_TRUE(answered.lossOf("pdu-a").dark.empty());
    // what pdu-a no longer carries, pdu-c does: the feed's load is the same
    EXPECT_TRUE(answered.lossOf("pdu-a").overloaded[nameplate].empty());
}

// p02: feed - panel - PDU - PDU - device: chains of any depth reach the feed, and losing any link turns the device dark.
TEST(PowerPath, P02_ChainsOfAnyDepthReachTheFeed)
{
    for (int depth = 1; depth <= 5; ++depth) {
        BuildMaker build;
        build.feed("A", 100);
        build.add(pdu("pdu", 50));
        build.add(box("box", 7000, 1));
        const int rack = build.rack("R");
        std::variant<Id, std::string> up = std::string{"A"};
        for (int i = 0; i < depth; ++i) {
            const Id unit = build.place(rack, "pdu", fmt::format("pdu-{}", i), ZeroU{});
            build.cord(unit, 0, up);
            up = unit;
        }
        build.cord(build.place(rack, "box", "srv"), 0, up);
        const Answered answered = pathOf(build);
        for (const PathNode& node : answered.path.nodes) EXPECT_EQ(node.loadW[nameplate], Quantity<>::known(7000)) << node.name;
        EXPECT_EQ(answered.path.losses.size(), static_cast<std::size_t>(depth) + 1);
        for (const LossOutcome& loss : answered.path.losses) EXPECT_EQ(answered.labels(loss.dark), (std::vector<std::string>{"srv"}));
    }
}

TEST(PowerPath, UnitsThatFeedThemselvesAreNamedAndDoNotHang)
{
    BuildMaker build;
    build.feed("A", 100);
    build.add(pdu("pdu", 50));
    build.add(box("box", 1000, 1));
    const int rack = build.rack("R");
    const Id one = build.place(rack, "pdu", "one", ZeroU{}), two = build.place(rack, "pdu", "two", ZeroU{});
    build.cord(one, 0, two);
    build.cord(two, 0, one);
    build.cord(build.place(rack, "box"), 0, one);
    const Answered answered = pathOf(build);
    EXPECT_EQ(answered.path.loops.size(), 1U);
    EXPECT_EQ(answered.node("one").loadW[nameplate].value, 1000);
}

// p07: one supply on a PDU and one straight on the feed count once; p09: no PDU at all is as good a wiring.
TEST(PowerPath, P07_P09_AnyWiringCountsOnce)
{
    TwoSides build{20};
    build.add(box("two", 4000, 2, 1));
    const Id mixed = build.place(build.rackIndex, "two", "mixed");
    build.cord(mixed, 0, build.a);
    build.cord(mixed, 1, std::string{"A"});
    build.cords(build.place(build.rackIndex, "two", "direct"), 2, {std::string{"A"}, std::string{"B"}});
    const Answered answered = pathOf(build);
    EXPECT_EQ(answered.node("A").loadW[nameplate], Quantity<>::known(6000));
    EXPECT_EQ(answered.node("B").loadW[nameplate], Quantity<>::known(2000));
    EXPECT_EQ(answered.node("pdu-a").loadW[nameplate], Quantity<>::known(2000));
}

// p09: what no cord leads to counts as unassigned, and still in the totals.
TEST(PowerPath, P09_UncordedDevicesAreNamedAndStillCount)
{
    TwoSides build{20};
    build.add(box("two", 4000, 2, 1));
    build.place(build.rackIndex, "two", "loose");
    build.cords(build.place(build.rackIndex, "two", "corded"), 2, {build.a, build.b});
    const Inventory inventory = build.inventory();
    const PowerResult power = assessPower({inventory, build.project, shippedCatalog()});
    EXPECT_EQ(power.total.of(PowerBasis::nameplate), Quantity<>::known(8000));
    EXPECT_EQ(power.path.uncordedW[nameplate], Quantity<>::known(4000));
    ASSERT_EQ(power.path.uncorded.size(), 1U);
    EXPECT_EQ(inventory.devices[static_cast<std::size_t>(power.path.uncorded[0])].label(), "loose");
}

// p05: a rating stands beside the load and never replaces it. p06: rack view and feed view are the same watts.
TEST(PowerPath, P05_P06_RackAndFeedViewsAgreeWhateverTheRating)
{
    for (const double kw : {1.0, 100.0}) {
        TwoSides build{kw};
        build.add(box("two", 2300, 2, 1));
        build.add(box("one", 700, 1));
        build.cords(build.place(build.rackIndex, "two"), 2, {build.a, build.b});
        build.cord(build.place(build.rackIndex, "one"), 0, build.b);
        const Inventory inventory = build.inventory();
        const PowerResult power = assessPower({inventory, build.project, shippedCatalog()});
        Quantity<> feeds = zero();
        for (const PathNode& node : power.path.nodes)
            if (node.isFeed()) feeds += node.loadW[nameplate];
        EXPECT_NEAR(feeds.value, power.racks[0].of(PowerBasis::nameplate).value, 3000 * 1e-9);
        EXPECT_NEAR(feeds.value, 3000, 1e-6);
    }
}

// 415 V 30 A at 80 %: 17.25 kW carry one DGX B200 of 14.3 kW and not two.
TEST(PowerPath, A415V30APduCarriesOneDgxB200)
{
    BuildMaker build;
    build.feed("A", 100);
    const int rack = build.rack("R");
    const Id unit = build.place(rack, "class-415v-30a", "pdu", ZeroU{});
    build.cord(unit, 0, std::string{"A"});
    build.cords(build.place(rack, "dgx-b200"), 6, {unit});
    EXPECT_EQ(pathOf(build).node("pdu").within[nameplate], Answer::yes);
    EXPECT_NEAR(pathOf(build).node("pdu").currentA[nameplate].value, 14300 / (std::sqrt(3) * 415 * 0.98), 1e-9);
    build.cords(build.place(rack, "dgx-b200"), 6, {unit});
    EXPECT_EQ(pathOf(build).node("pdu").within[nameplate], Answer::no);
    EXPECT_EQ(pathOf(build).node("pdu").within[typical], Answer::no);
}

// p08: below its total limit a three-phase PDU can be over on one leg: 2 x 3.3 kW on 8.65 kW at 208 V.
TEST(PowerPath, P08_OneLegCanBeOverWithTheTotalUnder)
{
    BuildMaker build;
    build.feed("A", 100);
    build.add(box("half", 3300, 1));
    const int rack = build.rack("R");
    const Id unit = build.place(rack, "apc-ap8865", "pdu", ZeroU{});
    build.cord(build.place(rack, "half"), 0, unit);
    build.cord(build.place(rack, "half"), 0, unit);
    const Answered answered = pathOf(build);
    EXPECT_EQ(answered.node("pdu").within[nameplate], Answer::yes);
    // I = sqrt(3) 3300 / 208 = 27.5 A on the shared line; limit 0.8 x 30 A = 24 A
    EXPECT_NEAR(answered.node("pdu").worstLegShare[nameplate], 27.479 / 24.01, 0.001);
}

TEST(PowerPath, ATransferSwitchDrawsFromOneSourceAndMovesToTheOther)
{
    BuildMaker build;
    build.feed("A", 100);
    build.feed("B", 2);
    build.add(box("one", 3000, 1));
    const int rack = build.rack("R");
    const Id ats = build.place(rack, "apc-ap4423-ats", "ats");
    build.cord(ats, 0, std::string{"A"});
    build.cord(ats, 1, std::string{"B"});
    build.cord(build.place(rack, "one", "srv"), 0, ats);
    const Answered answered = pathOf(build);
    EXPECT_EQ(answered.node("A").loadW[nameplate].value, 3000);
    EXPECT_EQ(answered.node("B").loadW[nameplate].value, 0);
    EXPECT_TRUE(answered.lossOf("A").dark.empty());
    EXPECT_EQ(answered.names(answered.lossOf("A").overloaded[nameplate]), (std::vector<std::string>{"B"}));
}

TEST(PowerPath, UnknownWattsNeverMakeASureOverloadOrASureYes)
{
    TwoSides build{5};
    build.add(makePart(PartKind::switchUnit, "mystery", {}));
    build.add(box("two", 8000, 2, 1));
    build.cords(build.place(build.rackIndex, "mystery"), 2, {build.a, build.b});
    const Inventory inventory = build.inventory();
    const PowerPath only = assessPower({inventory, build.project, shippedCatalog(), false}).path;
    EXPECT_EQ(only.nodes[2].within[nameplate], Answer::cannotSay);
    build.cords(build.place(build.rackIndex, "two"), 2, {build.a, build.b});
    const Inventory more = build.inventory();
    const PowerPath path = assessPower({more, build.project, shippedCatalog(), false}).path;
    EXPECT_EQ(path.nodes[2].within[nameplate], Answer::cannotSay); // 4 kW and something
    EXPECT_EQ(path.losses[0].overloaded[nameplate].size(), 1U); // 8 kW and something on the other
}

TEST(PowerPath, SuppliesShortWhenTooFewAreCorded)
{
    TwoSides build{60};
    build.cords(build.place(build.rackIndex, "dgx-b200", "four"), 4, {build.a, build.b});
    build.cords(build.place(build.rackIndex, "dgx-b200", "five"), 5, {build.a, build.b});
    const Answered answered = pathOf(build);
    EXPECT_EQ(answered.labels(answered.path.suppliesShort), (std::vector<std::string>{"four"}));
}

TEST(PowerPath, CordsToNothingAndUnitsWithoutASourceAreNamed)
{
    TwoSides build{60};
    build.add(box("two", 1000, 2, 1));
    const Id lonely = build.place(build.rackIndex, "pdu", "lonely", ZeroU{});
    const Id srv = build.place(build.rackIndex, "two", "srv");
    build.cord(srv, 0, lonely);
    build.cord(srv, 1, std::string{"C"});
    const Answered answered = pathOf(build);
    EXPECT_EQ(answered.path.dangling.size(), 1U);
    EXPECT_EQ(answered.names(answered.path.unfed), (std::vector<std::string>{"lonely"}));
}

TEST(PowerPath, ContinuousLimitsOfPowerUnits)
{
    EXPECT_NEAR(
        continuousLimitOf(makePart(PartKind::powerUnit, "x", {{"phases", "3"}, {"voltage_v", "208"}, {"current_a", "30"}})).watts.value,
        8646, 1);
    EXPECT_NEAR(
        continuousLimitOf(makePart(PartKind::powerUnit, "x", {{"phases", "3"}, {"voltage_v", "400"}, {"current_a", "32"}})).watts.value,
        22170, 1);
    EXPECT_NEAR(
        continuousLimitOf(makePart(PartKind::powerUnit, "x", {{"phases", "1"}, {"voltage_v", "230"}, {"current_a", "16"}})).watts.value,
        3680, 1);
    EXPECT_EQ(continuousLimitOf(makePart(PartKind::powerUnit, "x", {{"derated_kw", "14.41"}})).watts.value, 14410);
    EXPECT_FALSE(continuousLimitOf(makePart(PartKind::powerUnit, "x", {})).watts.hasValue());
}

// 1,000 racks of 20 devices, dual-corded.
TEST(PowerPath, IsLinearInDevicesAndCords)
{
    BuildMaker build;
    build.feed("A", 1e6);
    build.feed("B", 1e6);
    build.add(pdu("pdu", 60));
    build.add(box("box", 1000, 2, 1, 1200));
    for (int r = 0; r < 1000; ++r) {
        const int rack = build.rack(fmt::format("R{}", r));
        const Id a = build.place(rack, "pdu", {}, ZeroU{}), b = build.place(rack, "pdu", {}, ZeroU{});
        build.cord(a, 0, std::string{"A"});
        build.cord(b, 0, std::string{"B"});
        for (int i = 0; i < 18; ++i) build.cords(build.place(rack, "box"), 2, {a, b});
    }
    const Inventory inventory = build.inventory();
    const auto start = std::chrono::steady_clock::now();
    const PowerResult power = assessPower({inventory, build.project, shippedCatalog()});
    const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    EXPECT_NEAR(power.path.nodes[0].loadW[nameplate].value, 9e6, 1);
    EXPECT_EQ(power.path.losses.size(), 2002U);
    EXPECT_LT(seconds, 3); // an unoptimised build on a busy machine; far above what a linear pass needs
    RecordProperty("seconds", fmt::format("{}", seconds));
}

} // namespace
} // namespace rackwright

#include "core/power/power.h"
#include "tests/core/cluster/build_maker.h"

#include <gtest/gtest.h>

namespace rackwright {
namespace {

using test::BuildMaker;
using test::makePart;
using test::shippedCatalog;

PowerResult powerOf(BuildMaker& build, bool fillGaps = true, std::vector<double> utilisation = {})
{
    const Inventory inventory = build.inventory();
    PowerInputs inputs{inventory, build.project, shippedCatalog(), fillGaps};
    inputs.utilisation = std::move(utilisation);
    return assessPower(inputs);
}

// NVIDIA SuperPOD H100: 31 nodes of 10.2 kW in a scalable unit with a management node.
TEST(PowerLedger, NameplateOf31DgxH100)
{
    BuildMaker build;
    for (int r = 0; r < 8; ++r) {
        const int rack = build.rack(fmt::format("R{}", r));
        for (int i = 0; i < (r == 7 ? 3 : 4); ++i) build.place(rack, "dgx-h100");
    }
    const PowerResult power = powerOf(build);
    EXPECT_EQ(power.total.of(PowerBasis::nameplate).value, 316200);
    EXPECT_EQ(power.total.of(PowerBasis::typical).value, 31 * 7960);
    EXPECT_EQ(power.racks[0].of(PowerBasis::nameplate).value, 40800);
    EXPECT_EQ(power.racks[7].of(PowerBasis::nameplate).value, 30600);
}

// p13: six supplies of 3.3 kW are 19.8 kW of cords and inlets; the load is 10.2 kW.
TEST(PowerLedger, P13_SupplyRatingsAreNeverALoad)
{
    BuildMaker build;
    build.place(build.rack("R"), "dgx-h100");
    build.place(build.rack("N"), "dgx-gb200-nvl72");
    const PowerResult power = powerOf(build);
    EXPECT_EQ(power.racks[0].of(PowerBasis::psuInstalled).value, 19800);
    EXPECT_EQ(power.racks[0].of(PowerBasis::nameplate).value, 10200);
    EXPECT_EQ(power.racks[1].of(PowerBasis::psuInstalled).value, 264000);
    EXPECT_EQ(power.racks[1].of(PowerBasis::nameplate).value, 132000);
    EXPECT_EQ(power.total.of(PowerBasis::nameplate).value, 142200);
}

// p28: utilisation moves between idle and typical, not to the nameplate: 2500 + 0.6 (7960 - 2500) = 5776 W.
TEST(PowerLedger, P28_WorkloadPowerOfAnXe9680At60Percent)
{
    BuildMaker build;
    build.place(build.rack("R"), "dell-xe9680-h100");
    EXPECT_NEAR(powerOf(build, true, {0.6}).total.of(PowerBasis::workload).value, 5776, 1e-9);
    EXPECT_NEAR(powerOf(build, true, {0.0}).total.of(PowerBasis::workload).value, 2500, 1e-9);
    EXPECT_NEAR(powerOf(build, true, {1.0}).total.of(PowerBasis::workload).value, 7960, 1e-9);
    EXPECT_EQ(powerOf(build).total.of(PowerBasis::workload), powerOf(build).total.of(PowerBasis::typical));
}

TEST(PowerLedger, ALowerClockDrawsLessButNotLessThanIdle)
{
    BuildMaker build;
    build.place(build.rack("R"), "dell-xe9680-h100");
    const Inventory inventory = build.inventory();
    PowerInputs inputs{inventory, build.project, shippedCatalog()};
    inputs.clockFraction = {0.5};
    EXPECT_NEAR(assessPower(inputs).total.of(PowerBasis::workload).value, 2500 + 0.25 * 5460, 1e-9);
    inputs.clockFraction = {0};
    EXPECT_NEAR(assessPower(inputs).total.of(PowerBasis::workload).value, 2500, 1e-9);
    EXPECT_EQ(assessPower(inputs).total.of(PowerBasis::typical).value, 7960);
}

// p10: unknown, zero and a figure are three different things.
TEST(PowerLedger, P10_UnknownWattsMakeALowerBoundThatNamesThem)
{
    BuildMaker build;
    build.add(makePart(PartKind::switchUnit, "mystery-switch", {{"u_height", "1"}}));
    const int rack = build.rack("R");
    build.place(rack, "dgx-h100");
    build.place(rack, "mystery-switch");
    const int other = build.rack("S");
    build.place(other, "mystery-switch");
    build.rack("empty");
    const PowerResult power = powerOf(build, false);
    const Quantity<>& sum = power.racks[0].of(PowerBasis::nameplate);
    EXPECT_EQ(sum.knowledge, Knowledge::atLeast);
    EXPECT_EQ(sum.value, 10200);
    EXPECT_EQ(sum.missing, std::vector<std::string>{"mystery-switch max_power_w"});
    EXPECT_FALSE(power.racks[1].of(PowerBasis::nameplate).hasValue());
    EXPECT_EQ(power.racks[2].of(PowerBasis::nameplate), Quantity<>::known(0));
}

Part cardHost()
{
    Part host = makePart(PartKind::server, "host",
        {{"accelerator_id", "card"}, {"accelerator_count", "8"}, {"max_power_w", "4900"}, {"typical_power_w", "3300"},
            {"idle_power_w", "1000"}});
    host.bays = {{"accelerator", 10, "PCIe FHFL dual-slot"}};
    return host;
}

// p14: chassis and what is in it: a host sold with 8 cards, holding 8, 10 and none of them.
TEST(PowerLedger, P14_CardsCountOnceInsideOrBesideTheirHost)
{
    for (const int held : {8, 10, 0}) {
        BuildMaker build;
        build.add(cardHost());
        build.add(makePart(PartKind::accelerator, "card", {{"tdp_w", "350"}, {"idle_w", "30"}}));
        const int rack = build.rack("R");
        const Id host = build.place(rack, "host");
        for (int i = 0; i < held; ++i) build.place(rack, "card", {}, InDevice{host, "accelerator", i});
        const PowerResult power = powerOf(build);
        const Quantity<>& nameplate = power.total.of(PowerBasis::nameplate);
        if (held > 0) {
            EXPECT_EQ(nameplate, Quantity<>::known(held == 8 ? 4900 : 4900 + 2 * 350));
        } else {
            EXPECT_EQ(nameplate.knowledge, Knowledge::estimated);
            EXPECT_NEAR(nameplate.value, 4900 - 8 * 350, 1e-9);
            EXPECT_NEAR(nameplate.high, 4900 - 8 * 350 * (3300.0 / 4900), 1e-9);
        }
    }
}

TEST(PowerLedger, SparesAndPlantOutsideDrawNothingHere)
{
    BuildMaker build;
    build.place(-1, "dgx-h100", {}, Unplaced{});
    build.place(-1, "generic-chiller-1000rt");
    EXPECT_EQ(powerOf(build).total.of(PowerBasis::nameplate), Quantity<>::known(0));
}

TEST(PowerLedger, PlugsInTheDevicesAddToEveryLoadBasis)
{
    BuildMaker build;
    build.place(build.rack("R"), "dell-xe9680-h100");
    const Inventory inventory = build.inventory();
    PowerInputs inputs{inventory, build.project, shippedCatalog()};
    inputs.opticsW = {Quantity<>::known(136)};
    const PowerResult power = assessPower(inputs);
    EXPECT_EQ(power.total.of(PowerBasis::nameplate).value, 10060 + 136);
    EXPECT_EQ(power.total.of(PowerBasis::typical).value, 7960 + 136);
    EXPECT_EQ(power.total.of(PowerBasis::idle).value, 2500 + 136);
    EXPECT_EQ(power.total.of(PowerBasis::psuInstalled).value, 6 * 2800);
}

TEST(PowerFacility, TheSitesPueAppliesToItPowerOnly)
{
    BuildMaker build;
    build.site().pue = 1.25;
    build.place(build.rack("R"), "dell-xe9680-h100");
    build.place(-1, "vertiv-xdu1350");
    const PowerResult power = powerOf(build);
    EXPECT_NEAR(power.itW.value.w, 7960, 1e-9);
    EXPECT_NEAR(power.facilityW.value.w, 7960 * 1.25, 1e-9);
    EXPECT_NEAR(power.total.of(PowerBasis::typical).value, 7960 + 13700, 1e-9);
}

// p26, p27: a default PUE by cooling kind with its derivation; 1.3 air, 1.1 liquid (SemiAnalysis InferenceX).
TEST(PowerFacility, P26_P27_PueFollowsTheCoolingKind)
{
    EXPECT_NEAR(estimatedPue(0).value, 1.3, 1e-12);
    EXPECT_NEAR(estimatedPue(1).value, 1.1, 1e-12);
    BuildMaker air, immersed;
    air.place(air.rack("R"), "dgx-h100");
    immersed.place(immersed.rack("R"), "smc-immersion-hgx-h100");
    EXPECT_NEAR(powerOf(air).pue().value, 1.3, 1e-12);
    EXPECT_NEAR(powerOf(immersed).pue().value, 1.1, 1e-12);
    EXPECT_FALSE(powerOf(air, false).facilityW.hasValue());
}

TEST(PowerTrace, EveryFigureHasAnExplanationWithSources)
{
    BuildMaker build;
    build.feed("A", 500);
    const int rack = build.rack("R 1");
    const Id pdu = build.place(rack, "class-415v-60a", "pdu-a", ZeroU{});
    build.cord(pdu, 0, std::string{"A"});
    build.cords(build.place(rack, "dgx-h100"), 6, {pdu});
    const Inventory inventory = build.inventory();
    const PowerInputs inputs{inventory, build.project, shippedCatalog()};
    Trace trace;
    const PowerResult power = assessPower(inputs, &trace);
    for (const PowerBasis basis :
        {PowerBasis::psuInstalled, PowerBasis::nameplate, PowerBasis::typical, PowerBasis::workload, PowerBasis::idle}) {
        const Explanation* told = trace.find(std::string{figureOf(basis)} + "@rack:R%201");
        ASSERT_TRUE(told);
        EXPECT_EQ(told->value, power.racks[0].of(basis));
        EXPECT_FALSE(told->inputs.empty());
    }
    for (const char* id :
        {"power.facility_w", "power.it_w", "power.pue", "power.uncorded_w", "power.load_w@feed:A", "power.load_w@pdu:pdu-a",
            "power.load_typical_w@pdu:pdu-a", "power.limit_w@feed:A", "power.limit_w@pdu:pdu-a", "power.current_a@pdu:pdu-a"})
        EXPECT_TRUE(trace.find(id)) << id;
    const Explanation* nameplate = trace.find("power.nameplate_w");
    const auto& dgx = *std::ranges::find_if(nameplate->inputs, [](const Explanation& e) { return e.value.value == 10200; });
    EXPECT_FALSE(dgx.inputs.front().source.empty());
}

} // namespace
} // namespace rackwright

#include "core/fabric/network.h"

#include "core/assess/report_fabric.h"
#include "core/fabric/fabric.h"
#include "tests/core/build_maker.h"

#include <gtest/gtest.h>
#include <set>

namespace rackwright {
namespace {

using testing_support::BuildMaker;
using testing_support::makePart;

const Catalog emptyCatalog;

std::string nameOf(const char* stem, int i)
{
    return stem + std::to_string(i);
}

class Fabric : public testing::Test {
protected:
    void SetUp() override
    {
        maker.part(makePart(PartKind::rack, "rack", {{"u_height", "48"}, {"outer_height_mm", "2258"}}));
        maker.part(makePart(PartKind::accelerator, "h100", {{"scaleup_bidir_gb_per_s", "900"}, {"scaleup_domain_size", "8"}}));
        maker.part(makePart(PartKind::server, "dgx", {{"accelerator_id", "h100"}, {"accelerator_count", "8"}},
            {{"compute", 8, 400, "OSFP-2x400G", PortRole::compute, true}, {"storage", 2, 400, "QSFP112", PortRole::storage},
                {"bmc", 1, 1, "RJ45", PortRole::outOfBand}}));
        maker.part(makePart(PartKind::server, "ufm", {}, {{"compute", 4, 400, "OSFP-400G", PortRole::compute}}));
        maker.part(makePart(PartKind::server, "one", {{"accelerator_id", "h100"}, {"accelerator_count", "1"}},
            {{"compute", 1, 400, "OSFP-400G", PortRole::compute}, {"in-band", 1, 25, "SFP28", PortRole::inBand}}));
        maker.part(makePart(PartKind::switchUnit, "qm9700", {{"fabric", "infiniband"}},
            {{"fabric", 64, 400, "OSFP-2x400G", PortRole::fabric}, {"mgmt", 1, 1, "RJ45", PortRole::outOfBand}}));
        maker.part(makePart(PartKind::switchUnit, "hdr", {}, {{"fabric", 40, 200, "QSFP56", PortRole::fabric}}));
        maker.part(makePart(PartKind::switchUnit, "sn5600", {}, {{"fabric", 64, 800, "OSFP-800G", PortRole::fabric}}));
        maker.part(makePart(PartKind::switchUnit, "sn2201", {},
            {{"fabric", 48, 1, "RJ45", PortRole::fabric}, {"uplink", 4, 100, "QSFP28", PortRole::fabric}}));
        maker.part(makePart(PartKind::switchUnit, "sn4600", {}, {{"fabric", 64, 100, "QSFP28", PortRole::fabric}}));
        rack = &maker.rack("R01", "rack");
    }

    void place(const char* part, const char* stem, int count)
    {
        for (int i = 0; i < count; ++i) maker.place(*rack, part, 0, 1, nameOf(stem, i));
    }

    /// Rail r of every node to leaf r; `up` links of every leaf spread over the spines.
    void wireRails(int nodes, int spines, int up = 32)
    {
        for (int n = 0; n < nodes; ++n)
            for (int r = 0; r < 8; ++r) maker.link(nameOf("n", n), "compute", r, nameOf("leaf", r), "fabric", n);
        for (int leaf = 0; leaf < 8; ++leaf)
            for (int u = 0; u < up; ++u)
                maker.link(
                    nameOf("leaf", leaf), "fabric", 32 + u, nameOf("spine", u % spines), "fabric", leaf * (up / spines) + u / spines);
    }

    FabricResult run(Trace* trace = nullptr)
    {
        inventory = maker.inventory();
        FabricResult result = assessFabric({inventory, emptyCatalog, false}, trace);
        reportFabric(result, inventory, report);
        return result;
    }

    [[nodiscard]] const Finding* finding(std::string_view code) const
    {
        const auto found = std::ranges::find(report.findings, code, &Finding::code);
        return found == report.findings.end() ? nullptr : &*found;
    }
    [[nodiscard]] Quantity<> figure(std::string_view id) const { return std::ranges::find(report.figures, id, &Figure::id)->value; }

    BuildMaker maker;
    Rack* rack = nullptr;
    Inventory inventory;
    Report report;
};

TEST_F(Fabric, OneSuperPodUnit)
{
    // NVIDIA DGX SuperPOD RA-11333-001 table 4, 1 SU: 31 nodes, 8 leafs, 4 spines, 252 + 256 cables
    place("dgx", "n", 31);
    place("qm9700", "leaf", 8);
    place("qm9700", "spine", 4);
    place("ufm", "ufm", 1);
    wireRails(31, 4);
    for (int i = 0; i < 4; ++i) maker.link("ufm0", "compute", i, nameOf("leaf", i), "fabric", 31);
    const FabricResult result = run();
    const NetworkState& compute = result.network(PortRole::compute);
    EXPECT_EQ(compute.switchesByTier, (std::vector<int>{8, 4}));
    EXPECT_EQ(compute.links(LinkClass::nodeLeaf), 252);
    EXPECT_EQ(compute.links(LinkClass::leafSpine), 256);
    EXPECT_EQ(compute.portsLinked, 252);
    EXPECT_TRUE(compute.tiered);
    EXPECT_EQ(compute.islands, 1);
    EXPECT_EQ(compute.oversubscription, Quantity<>::known(1)); // 31 or 32 down, 32 up
    EXPECT_EQ(compute.bisectionBytesPerS, Quantity<>::known(252 * 50e9 / 2));
    EXPECT_EQ(compute.railPurity, Quantity<>::known(1));
    EXPECT_EQ(result.scaleOut.bytesPerSByDevice[0], Quantity<>::known(50e9)); // 8 ports of 400 Gb/s for 8 accelerators
    EXPECT_EQ(figure("fabric.leaf_switches"), Quantity<>::known(8));
    EXPECT_EQ(figure("fabric.spine_switches"), Quantity<>::known(4));
    EXPECT_EQ(figure("fabric.core_switches"), Quantity<>::known(0));
    EXPECT_EQ(figure("fabric.node_leaf_cables"), Quantity<>::known(252));
    EXPECT_EQ(figure("fabric.leaf_spine_cables"), Quantity<>::known(256));
    EXPECT_EQ(figure("fabric.links"), Quantity<>::known(508));
    EXPECT_EQ(figure("fabric.ports@network:compute"), Quantity<>::known(252));
    for (const SwitchState& s : result.switches) {
        const bool leaf = s.tier == 1;
        EXPECT_EQ(s.portsUsed, leaf ? (s.device <= 34 ? 64 : 63) : 64); // devices 31 to 34: leafs with a UFM link
        EXPECT_EQ(s.ports, 64);
    }
    EXPECT_EQ(finding("FABRIC-OVERSUBSCRIBED"), nullptr);
    EXPECT_EQ(finding("FABRIC-UNLINKED-HOST"), nullptr);
    EXPECT_EQ(finding("FABRIC-RAIL-MIXED"), nullptr);
}

TEST_F(Fabric, AnUnlinkedBuildKnowsNothingAndSaysWhy)
{
    place("dgx", "n", 2);
    const FabricResult result = run();
    const Quantity<> unknown = Quantity<>::unknown("compute links");
    EXPECT_EQ(figure("fabric.bisection_bytes_per_s"), unknown);
    EXPECT_EQ(figure("fabric.oversubscription"), unknown);
    EXPECT_EQ(figure("fabric.allreduce_s"), unknown);
    EXPECT_EQ(figure("fabric.leaf_switches"), unknown);
    EXPECT_EQ(result.scaleOut.bytesPerSByDevice[0], unknown);
    EXPECT_FALSE(figure("fabric.links").hasValue());
    ASSERT_NE(finding("FABRIC-UNLINKED-HOST"), nullptr);
    EXPECT_EQ(finding("FABRIC-UNLINKED-HOST")->severity, Severity::warning);
    EXPECT_EQ(finding("FABRIC-UNLINKED-HOST")->subjects, (std::vector<std::string>{"device:n0", "device:n1"}));
}

TEST_F(Fabric, HalfTheUpLinksHalveTheBisection)
{
    place("dgx", "n", 32);
    place("qm9700", "leaf", 8);
    place("qm9700", "spine", 2);
    wireRails(32, 2, 16);
    const NetworkState compute = run().network(PortRole::compute);
    EXPECT_EQ(compute.oversubscription, Quantity<>::known(2)); // 32 down, 16 up
    EXPECT_EQ(compute.bisectionBytesPerS, Quantity<>::known(256 * 50e9 / 2 / 2));
    ASSERT_NE(finding("FABRIC-OVERSUBSCRIBED"), nullptr);
    EXPECT_EQ(finding("FABRIC-OVERSUBSCRIBED")->severity, Severity::warning);
}

/// The fat tree of 4-port switches: 4 pods of 2 leafs and 2 spines, 4 cores, 16 hosts (Al-Fares et al. 2008, figure 3).
void wireFatTree(BuildMaker& maker, int cores)
{
    for (int host = 0; host < 16; ++host) maker.link(nameOf("h", host), "compute", 0, nameOf("leaf", host / 2), "fabric", host % 2);
    for (int leaf = 0; leaf < 8; ++leaf)
        for (int s = 0; s < 2; ++s)
            maker.link(nameOf("leaf", leaf), "fabric", 2 + s, nameOf("spine", leaf / 2 * 2 + s), "fabric", leaf % 2);
    for (int spine = 0; spine < 8; ++spine)
        for (int c = 0; c < cores; ++c)
            maker.link(nameOf("spine", spine), "fabric", 2 + c, nameOf("core", spine % 2 * 2 + c), "fabric", spine / 2);
}

TEST_F(Fabric, ThreeTiers)
{
    place("one", "h", 16);
    place("qm9700", "leaf", 8);
    place("qm9700", "spine", 8);
    place("qm9700", "core", 4);
    wireFatTree(maker, 2);
    const NetworkState compute = run().network(PortRole::compute);
    EXPECT_EQ(compute.switchesByTier, (std::vector<int>{8, 8, 4}));
    EXPECT_EQ(compute.links(LinkClass::nodeLeaf), 16);
    EXPECT_EQ(compute.links(LinkClass::leafSpine), 16);
    EXPECT_EQ(compute.links(LinkClass::spineCore), 16);
    EXPECT_EQ(compute.oversubscription, Quantity<>::known(1));
    EXPECT_EQ(compute.bisectionBytesPerS, Quantity<>::known(16 * 50e9 / 2));
}

TEST_F(Fabric, TheCoreCanBeTheNarrowTier)
{
    place("one", "h", 16);
    place("qm9700", "leaf", 8);
    place("qm9700", "spine", 8);
    place("qm9700", "core", 4);
    wireFatTree(maker, 1); // one up-link of every spine: 2:1 above the pods
    const NetworkState compute = run().network(PortRole::compute);
    EXPECT_EQ(compute.oversubscriptionByTier, (std::vector<double>{1, 2}));
    EXPECT_EQ(compute.oversubscription, Quantity<>::known(2));
    EXPECT_EQ(compute.bisectionBytesPerS, Quantity<>::known(8 * 50e9 / 2));
}

TEST_F(Fabric, RailsThatOnlyHostsJoinAddUp)
{
    place("dgx", "n", 4);
    place("qm9700", "leaf", 8);
    for (int n = 0; n < 4; ++n)
        for (int r = 0; r < 8; ++r) maker.link(nameOf("n", n), "compute", r, nameOf("leaf", r), "fabric", n);
    const NetworkState compute = run().network(PortRole::compute);
    EXPECT_EQ(compute.islands, 1);
    EXPECT_EQ(compute.oversubscription, Quantity<>::known(1));
    EXPECT_EQ(compute.bisectionBytesPerS, Quantity<>::known(32 * 50e9 / 2));
    EXPECT_EQ(compute.railPurity, Quantity<>::known(1));
}

TEST_F(Fabric, SeparatePartsHaveNoBisection)
{
    place("one", "h", 5);
    place("qm9700", "leaf", 2);
    for (int h = 0; h < 5; ++h) maker.link(nameOf("h", h), "compute", 0, nameOf("leaf", h < 3 ? 0 : 1), "fabric", h);
    const NetworkState compute = run().network(PortRole::compute);
    EXPECT_EQ(compute.islands, 2);
    EXPECT_FALSE(compute.bisectionBytesPerS.hasValue());
    ASSERT_NE(finding("FABRIC-CUT-OFF"), nullptr);
    EXPECT_EQ(finding("FABRIC-CUT-OFF")->subjects, (std::vector<std::string>{"device:h3", "device:h4"}));
}

TEST_F(Fabric, LinksBetweenLeafsAreNotTiers)
{
    place("one", "h", 2);
    place("qm9700", "leaf", 2);
    maker.link("h0", "compute", 0, "leaf0", "fabric", 0);
    maker.link("h1", "compute", 0, "leaf1", "fabric", 0);
    maker.link("leaf0", "fabric", 1, "leaf1", "fabric", 1);
    const NetworkState compute = run().network(PortRole::compute);
    EXPECT_FALSE(compute.tiered);
    EXPECT_FALSE(compute.bisectionBytesPerS.hasValue());
    EXPECT_NE(finding("FABRIC-NOT-TIERED"), nullptr);
    EXPECT_EQ(figure("fabric.allreduce_s"), compute.oversubscription); // as unknown, for the same reason
}

TEST_F(Fabric, TwoHostsBackToBack)
{
    place("one", "h", 2);
    maker.link("h0", "compute", 0, "h1", "compute", 0);
    const NetworkState compute = run().network(PortRole::compute);
    EXPECT_EQ(compute.links(LinkClass::direct), 1);
    EXPECT_EQ(compute.bisectionBytesPerS, Quantity<>::known(50e9));
    EXPECT_TRUE(compute.unlinkedEnds.empty());
}

TEST_F(Fabric, CardsBringPortsAndAcceleratorsToTheirHost)
{
    maker.part(makePart(PartKind::accelerator, "l40s", {{"scaleup_kind", "none"}}));
    maker.part(makePart(PartKind::nic, "cx7", {{"ports", "1"}, {"port_speed_gbps", "400"}, {"port_form", "OSFP flat-top"}}));
    maker.part(makePart(PartKind::server, "host", {}, {}, {{.name = "pcie", .count = 8, .form = "PCIe FHFL dual-slot"}}));
    place("host", "h", 1);
    place("qm9700", "leaf", 1);
    for (int i = 0; i < 4; ++i) maker.card(*rack, "l40s", "h0", i, nameOf("gpu", i));
    for (int i = 0; i < 2; ++i) {
        maker.card(*rack, "cx7", "h0", 4 + i, nameOf("nic", i));
        maker.link(nameOf("nic", i), "port", 0, "leaf0", "fabric", i);
    }
    const FabricResult result = run();
    const NetworkState& compute = result.network(PortRole::compute);
    ASSERT_EQ(compute.ends.size(), 1u);
    EXPECT_EQ(compute.ends[0].device, 0);
    EXPECT_EQ(compute.ends[0].portsLinked, 2);
    EXPECT_EQ(result.scaleOut.bytesPerSByDevice[0], Quantity<>::known(25e9)); // 2 * 50 GB/s for 4 accelerators
}

TEST_F(Fabric, ALinkRunsAtTheSpeedOfItsSlowerEnd)
{
    place("one", "h", 2);
    place("hdr", "leaf", 1);
    maker.link("h0", "compute", 0, "leaf0", "fabric", 0);
    maker.link("h1", "compute", 0, "leaf0", "fabric", 1);
    const FabricResult result = run();
    EXPECT_EQ(result.scaleOut.bytesPerSByDevice[0], Quantity<>::known(25e9)); // 200 Gb/s
    EXPECT_EQ(result.faults.slowedEnd.size(), 2u);
    ASSERT_NE(finding("FABRIC-SPEED-MISMATCH"), nullptr);
    EXPECT_EQ(finding("FABRIC-SPEED-MISMATCH")->args[1].second, "h0:compute:1");
}

TEST_F(Fabric, ASlowManagementPortIsWorthAWordOnly)
{
    place("one", "h", 1);
    place("sn2201", "oob", 1);
    maker.link("h0", "in-band", 0, "oob0", "fabric", 0); // 25G on 1G
    run();
    EXPECT_EQ(finding("FABRIC-SPEED-MISMATCH"), nullptr);
    ASSERT_NE(finding("FABRIC-SPEED-UNLIKE"), nullptr);
    EXPECT_EQ(finding("FABRIC-SPEED-UNLIKE")->severity, Severity::info);
}

TEST_F(Fabric, ASplitCageIsNoMismatchAndCanBeOverfilled)
{
    place("one", "h", 3);
    place("sn5600", "leaf", 1);
    maker.link("h0", "compute", 0, "leaf0", "fabric", 0); // 2 x 400G fill a cage of 800G
    maker.link("h1", "compute", 0, "leaf0", "fabric", 0);
    FabricResult result = run();
    EXPECT_TRUE(result.faults.speedMismatch.empty());
    EXPECT_TRUE(result.faults.overfilledPort.empty());
    EXPECT_EQ(result.switches[0].portsUsed, 1);
    maker.link("h2", "compute", 0, "leaf0", "fabric", 0);
    result = run();
    EXPECT_EQ(result.faults.overfilledPort.size(), 3u);
    EXPECT_EQ(finding("FABRIC-PORT-OVERFILLED")->severity, Severity::error);
}

TEST_F(Fabric, LinksToPortsThatAreNotThereAreErrors)
{
    place("one", "h", 2);
    place("qm9700", "leaf", 1);
    maker.link("h0", "compute", 1, "leaf0", "fabric", 0);
    maker.link("h1", "compute", 0, "leaf0", "nonsense", 0);
    const FabricResult result = run();
    EXPECT_EQ(result.faults.missingPort.size(), 2u);
    EXPECT_EQ(finding("FABRIC-NO-PORT")->severity, Severity::error);
    EXPECT_EQ(result.network(PortRole::compute).portsLinked, 0);
}

TEST_F(Fabric, RailsThatShareALeafAreNotPure)
{
    place("dgx", "n", 2);
    place("qm9700", "leaf", 8);
    for (int n = 0; n < 2; ++n)
        for (int r = 0; r < 8; ++r) maker.link(nameOf("n", n), "compute", r, nameOf("leaf", n == 1 && r == 7 ? 6 : r), "fabric", r + 8 * n);
    const NetworkState compute = run().network(PortRole::compute);
    EXPECT_EQ(compute.mixedRailLeafs, 1);
    EXPECT_EQ(compute.railPurity, Quantity<>::known(0)); // leaf 6 carries rail 7 too: both hosts use it
    EXPECT_EQ(compute.rails, 8);
    ASSERT_NE(finding("FABRIC-RAIL-MIXED"), nullptr);
    EXPECT_EQ(finding("FABRIC-RAIL-MIXED")->severity, Severity::warning); // eight leafs would do for eight rails
}

TEST_F(Fabric, AnOutOfBandSwitchIsNoSpineOfTheInBandNetwork)
{
    place("one", "h", 2);
    place("dgx", "n", 1);
    place("sn4600", "leaf", 2);
    place("sn4600", "spine", 1);
    place("sn2201", "oob", 1);
    for (int i = 0; i < 2; ++i) {
        maker.link(nameOf("h", i), "in-band", 0, nameOf("leaf", i), "fabric", 0);
        maker.link(nameOf("leaf", i), "fabric", 1, "spine0", "fabric", i);
        maker.link("oob0", "uplink", i, nameOf("leaf", i), "fabric", 2);
    }
    maker.link("n0", "bmc", 0, "oob0", "fabric", 0);
    const FabricResult result = run();
    EXPECT_EQ(result.network(PortRole::inBand).switchesByTier, (std::vector<int>{2, 1}));
    EXPECT_EQ(result.network(PortRole::inBand).links(), 4);
    EXPECT_EQ(result.network(PortRole::outOfBand).switchesByTier, (std::vector<int>{1, 2, 1}));
    const auto oob = std::ranges::find_if(
        result.switches, [&](const SwitchState& s) { return inventory.devices[static_cast<std::size_t>(s.device)].label() == "oob0"; });
    EXPECT_EQ(oob->network, PortRole::outOfBand);
    EXPECT_EQ(oob->tier, 1);
    EXPECT_EQ(oob->portsUsed, 3);
}

TEST_F(Fabric, AllReduceOfOneNodeNeedsNoLinks)
{
    place("dgx", "n", 1);
    const FabricResult result = run();
    // ring of 8 at 82 % of 450 GB/s: 2 * 7/8 * 2^30 / 369e9 + 14 * 3.4 us
    EXPECT_NEAR(result.allReduceS.value, 1.75 * 1073741824 / 369e9 + 14 * 3.4e-6, 1e-9);
    EXPECT_EQ(finding("FABRIC-UNLINKED-HOST"), nullptr);
}

TEST_F(Fabric, AllReduceOverTwoNodesLiesBetweenOverlapAndNone)
{
    place("dgx", "n", 2);
    place("qm9700", "leaf", 8);
    for (int n = 0; n < 2; ++n)
        for (int r = 0; r < 8; ++r) maker.link(nameOf("n", n), "compute", r, nameOf("leaf", r), "fabric", n);
    const FabricResult result = run();
    const double inside = 1.75 * 1073741824 / 369e9 + 14 * 3.4e-6;
    const double across = 1073741824 / 8.0 / 47e9 + 2 * 14e-6; // ring of two: 2 * 1/2 of the eighth
    EXPECT_NEAR(result.allReduceS.value, inside + 0.43 * across, 1e-9);
    EXPECT_EQ(result.allReducePool, "8x h100 in dgx");
    EXPECT_LT(result.allReduceS.low, result.allReduceS.value);
    EXPECT_GT(result.allReduceS.high, inside + across);
}

TEST_F(Fabric, EveryFigureHasAnExplanationWithTheSameValue)
{
    place("dgx", "n", 4);
    place("qm9700", "leaf", 8);
    place("qm9700", "spine", 4);
    wireRails(4, 4);
    Trace trace;
    run(&trace);
    std::set<std::string> ids;
    for (const Figure& figure : report.figures) {
        EXPECT_TRUE(ids.insert(figure.id).second) << figure.id;
        const Explanation* why = trace.find(figure.id);
        ASSERT_NE(why, nullptr) << figure.id;
        EXPECT_EQ(why->value, figure.value) << figure.id;
        EXPECT_EQ(why->unit, figure.unit) << figure.id;
        EXPECT_FALSE(why->formula.empty()) << figure.id;
        EXPECT_FALSE(why->inputs.empty()) << figure.id;
    }
}

} // namespace
} // namespace rackwright

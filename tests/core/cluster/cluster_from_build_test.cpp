#include "core/cluster/cluster_from_build.h"

#include "tests/core/build_maker.h"

#include <gtest/gtest.h>

namespace rackwright {
namespace {

using testing_support::BuildMaker;
using testing_support::makePart;

const Catalog emptyCatalog;

class ClusterFromBuild : public testing::Test {
protected:
    void SetUp() override
    {
        maker.part(makePart(PartKind::rack, "rack", {{"u_height", "48"}}));
        maker.part(makePart(PartKind::accelerator, "h100", {{"scaleup_bidir_gb_per_s", "900"}, {"scaleup_domain_size", "8"}}));
        maker.part(makePart(PartKind::accelerator, "gb200", {{"scaleup_bidir_gb_per_s", "1800"}, {"scaleup_domain_size", "72"}}));
        maker.part(makePart(PartKind::accelerator, "l40s", {{"scaleup_kind", "none"}, {"scaleup_domain_size", "1"}}));
        maker.part(makePart(PartKind::server, "dgx-h100", {{"accelerator_id", "h100"}, {"accelerator_count", "8"}, {"ram_gb", "2048"}}));
        maker.part(makePart(PartKind::server, "nvl72",
            {{"accelerator_id", "gb200"}, {"accelerator_count", "72"}, {"rack_system", "1"}, {"ram_gb", "17280"}}));
        maker.part(makePart(PartKind::server, "pcie-host", {{"accelerator_id", "l40s"}, {"accelerator_count", "8"}, {"ram_gb", "1024"}}, {},
            {{.name = "pcie", .count = 8, .form = "PCIe FHFL dual-slot"}}));
    }

    ClusterView view(const ScaleOut& scaleOut = {})
    {
        inventory = maker.inventory();
        return clusterOf(inventory, emptyCatalog, false, scaleOut);
    }

    BuildMaker maker;
    Inventory inventory;
};

TEST_F(ClusterFromBuild, PoolsAreEqualAcceleratorsInEqualNodes)
{
    Rack& rack = maker.rack("R01", "rack");
    maker.place(rack, "dgx-h100", 0, 8, "a");
    maker.place(rack, "dgx-h100", 8, 8, "b");
    maker.place(maker.rack("N1", "nvl72"), "nvl72", 0, 48, "n");
    const ClusterView cluster = view();
    ASSERT_EQ(cluster.pools.size(), 2u);
    const AcceleratorPool& dgx = cluster.pools[0];
    EXPECT_EQ(dgx.name, "8x h100 in dgx-h100");
    EXPECT_EQ(dgx.nodes, 2);
    EXPECT_EQ(dgx.perNode, 8);
    EXPECT_EQ(dgx.scaleUpDomain, 8);
    EXPECT_EQ(dgx.scaleUpBytesPerS, 450e9); // half of 900 GB/s in both directions
    EXPECT_EQ(dgx.hostMemoryBytes, Quantity<>::known(2048e9));
    EXPECT_EQ(dgx.deviceIds.size(), 2u);
    EXPECT_EQ(cluster.pools[1].scaleUpDomain, 72);
    EXPECT_EQ(cluster.pools[1].perNode, 72);
    EXPECT_EQ(cluster.accelerators(), 88);
}

TEST_F(ClusterFromBuild, CardsCountAtTheirHost)
{
    Rack& rack = maker.rack("R01", "rack");
    maker.place(rack, "pcie-host", 0, 4, "full");
    maker.place(rack, "pcie-host", 4, 4, "half");
    for (int i = 0; i < 4; ++i) maker.card(rack, "l40s", "full", i, "f" + std::to_string(i));
    for (int i = 0; i < 2; ++i) maker.card(rack, "l40s", "half", i, "h" + std::to_string(i));
    const ClusterView cluster = view();
    ASSERT_EQ(cluster.pools.size(), 2u); // four cards and two cards are unlike nodes
    EXPECT_EQ(cluster.pools[0].perNode, 4);
    EXPECT_EQ(cluster.pools[1].perNode, 2);
    EXPECT_EQ(cluster.pools[0].scaleUpBytesPerS, 0);
    EXPECT_EQ(cluster.pools[0].scaleUpDomain, 1);
    const std::vector<int> byHost = acceleratorsByHost(inventory);
    EXPECT_EQ(byHost[0], 4);
    EXPECT_EQ(byHost[1], 2);
    EXPECT_EQ(byHost[2], 0);
}

TEST_F(ClusterFromBuild, TheSlowestNodeSetsTheScaleOutOfItsPool)
{
    Rack& rack = maker.rack("R01", "rack");
    maker.place(rack, "dgx-h100", 0, 8, "a");
    maker.place(rack, "dgx-h100", 8, 8, "b");
    const auto rate = [](double value) { return Quantity<>::known(value); };
    EXPECT_EQ(view({{rate(50e9), rate(25e9)}, 2.0}).pools[0].scaleOutBytesPerS, rate(25e9));
    EXPECT_EQ(view({{rate(50e9), rate(25e9)}, 2.0}).pools[0].oversubscription, 2.0);
    const Quantity<> none = Quantity<>::unknown("compute links");
    EXPECT_EQ(view({{rate(50e9), none}, 1}).pools[0].scaleOutBytesPerS, none);
    EXPECT_EQ(view({{none, rate(50e9)}, 1}).pools[0].scaleOutBytesPerS, none);
    EXPECT_EQ(view().pools[0].scaleOutBytesPerS, none);
}

TEST_F(ClusterFromBuild, AnEmptyBuildHasNoPools)
{
    EXPECT_TRUE(view().pools.empty());
}

} // namespace
} // namespace rackwright

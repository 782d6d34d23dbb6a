#include "core/cluster/collective.h"

#include <array>
#include <cmath>
#include <gtest/gtest.h>

namespace rackwright {
namespace {

constexpr double GiB = 1024.0 * 1024 * 1024;

// 8 ranks, 100 GB/s, 5 us a hop, 8 GB: a ring moves 7/8 of the buffer twice: 2 · 7 GB / 100 GB/s + 14 · 5 us.
TEST(Collective, RingAllReduceByHand)
{
    const Tier tier{8, 100e9, 5e-6};
    EXPECT_DOUBLE_EQ(ringAllReduceS(tier, 8e9), 0.14 + 70e-6);
    EXPECT_DOUBLE_EQ(allGatherS(tier, 8e9), 0.07 + 35e-6);
    EXPECT_DOUBLE_EQ(reduceScatterS(tier, 8e9), 0.07 + 35e-6);
    EXPECT_DOUBLE_EQ(allToAllS(tier, 8e9), 0.07 + 35e-6);
}

TEST(Collective, TreeInNetworkAndPointToPointByHand)
{
    const Tier tier{8, 100e9, 5e-6};
    EXPECT_DOUBLE_EQ(treeAllReduceS(tier, 8e9), 0.16 + 6 * 5e-6);
    EXPECT_DOUBLE_EQ(inNetworkAllReduceS(tier, 8e9), 0.09 + 10e-6);
    EXPECT_DOUBLE_EQ(pointToPointS(tier, 8e9), 0.08 + 5e-6);
}

TEST(Collective, OneRankTakesNoTime)
{
    const Tier alone{1, 0, 1};
    EXPECT_EQ(ringAllReduceS(alone, 1e9), 0);
    EXPECT_EQ(treeAllReduceS(alone, 1e9), 0);
    EXPECT_EQ(inNetworkAllReduceS(alone, 1e9), 0);
    EXPECT_EQ(allToAllS(alone, 1e9), 0);
    const std::array tiers{alone, alone};
    EXPECT_EQ(hierarchicalAllReduce(tiers, 1e9).highS, 0);
    EXPECT_EQ(hierarchicalAllToAll(tiers, 1e9).highS, 0);
}

// Three tiers 4 · 2 · 2 with 400, 50, 25 GB/s and 16 GB: 2·3/4·16/400 = 60 ms; 2·1/2·4/50 = 80 ms; 2·1/2·2/25 = 80 ms.
TEST(Collective, ThreeTiersByHand)
{
    const std::array tiers{Tier{4, 400e9, 0}, Tier{2, 50e9, 0}, Tier{2, 25e9, 0}};
    const TimeBracket time = hierarchicalAllReduce(tiers, 16e9);
    EXPECT_NEAR(time.lowS, 0.080, 1e-12);
    EXPECT_NEAR(time.highS, 0.220, 1e-12);
    EXPECT_NEAR(hierarchicalAllGather(tiers, 16e9).highS, 0.110, 1e-12);
}

// 2 nodes of 8: of 16 GB a rank sends 7 GB inside the node and 8 GB through its NIC.
TEST(Collective, AllToAllSendsWhatLeavesTheDomainOverTheSlowTier)
{
    const std::array tiers{Tier{8, 400e9, 0}, Tier{2, 50e9, 0}};
    const TimeBracket time = hierarchicalAllToAll(tiers, 16e9);
    EXPECT_NEAR(time.lowS, 8.0 / 50, 1e-12);
    EXPECT_NEAR(time.highS, 8.0 / 50 + 7.0 / 400, 1e-12);
}

TEST(Collective, BusBandwidthUndoesTheRing)
{
    const Tier tier{8, 123e9, 0};
    EXPECT_NEAR(allReduceBusBytesPerS(8, 3e9, ringAllReduceS(tier, 3e9)), 123e9, 1);
}

// Measured all-reduces (published_collectives; NIC rate as sold, inside rate as measured in one domain). Seven lie in the
// bracket. GB200 over 20 racks does not: 1.7 and 2 times above the sum, so the model is not to be trusted there.
struct Measured {
    const char* name;
    double bytes;
    Tier inside, outside;
    double measuredMs;
    double lowMs, highMs; ///< as tabulated with the measurements
    bool bracketed;
};

class CollectiveBracket : public ::testing::TestWithParam<Measured> { };

TEST_P(CollectiveBracket, HoldsTheMeasuredTime)
{
    const Measured& row = GetParam();
    const std::array tiers{row.inside, row.outside};
    const TimeBracket time = hierarchicalAllReduce(tiers, row.bytes);
    // One unit of the last printed digit.
    EXPECT_NEAR(time.lowS * 1e3, row.lowMs, 0.10);
    EXPECT_NEAR(time.highS * 1e3, row.highMs, 0.10);
    EXPECT_EQ(time.lowS * 1e3 <= row.measuredMs && row.measuredMs <= time.highS * 1e3, row.bracketed) << row.name;
}

INSTANTIATE_TEST_SUITE_P(Published, CollectiveBracket,
    ::testing::Values( //
        Measured{"B200 4x8, EFA 400G, 4 GiB", 4 * GiB, {8, 737e9, 0}, {4, 50e9, 0}, 22.1, 16.1, 26.3, true},
        Measured{"B200 4x8, EFA 400G, 16 GiB", 16 * GiB, {8, 845.67e9, 0}, {4, 50e9, 0}, 87.2, 64.4, 100.0, true},
        Measured{"H200 4x8, EFA 400G, 4 GiB", 4 * GiB, {8, 473.1e9, 0}, {4, 50e9, 0}, 22.8, 16.1, 32.0, true},
        Measured{"H100 2x8, RoCE, 16 GiB", 16 * GiB, {8, 482.6e9, 0}, {2, 50e9, 0}, 68.4, 62.3, 105.2, true},
        Measured{"H100 2x8, EFA 32x100G, 16 GiB", 16 * GiB, {8, 482.6e9, 0}, {2, 50e9, 0}, 66.1, 62.3, 105.2, true},
        Measured{"A100 2x8, EFA 4x100G, 2 GiB", 2 * GiB, {8, 230.5e9, 0}, {2, 6.25e9, 0}, 51.4, 43.0, 59.2, true},
        Measured{"GB200 2 racks, 16 GiB", 16 * GiB, {72, 847e9, 0}, {2, 50e9, 0}, 42.1, 40.0, 44.8, true},
        Measured{"GB200 20 racks, 16 GiB", 16 * GiB, {72, 847e9, 0}, {20, 50e9, 0}, 84.6, 40.0, 49.1, false},
        Measured{"GB200 20 racks, 4 GiB", 4 * GiB, {72, 839e9, 0}, {20, 50e9, 0}, 24.8, 10.1, 12.4, false}),
    [](const auto& row) { return "Row" + std::to_string(row.index); });

} // namespace
} // namespace rackwright

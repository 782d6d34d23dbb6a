#include "core/fabric/clos.h"

#include <gtest/gtest.h>

namespace rackwright {
namespace {

/// A row of a reference design, typed from the document that it names.
struct Published {
    const char* design;
    ClosInputs inputs;
    std::int64_t leafs, spines, cores, nodeLeaf, leafSpine, spineCore;
};

ClosInputs superPod(std::int64_t nodes, int radix, int nodesPerUnit, int extraLinks = 0)
{
    return {.nodes = nodes, .linksPerNode = 8, .rails = 8, .radix = radix, .nodesPerUnit = nodesPerUnit, .extraLinks = extraLinks};
}

/// Two planes of 400G; one 800G cage with both links counts as one cable.
ClosInputs spectrumX(std::int64_t nodes)
{
    ClosInputs inputs = superPod(nodes, 128, 64);
    inputs.planes = 2;
    inputs.linksPerCable = 2;
    return inputs;
}

const Published rows[] = {
    // NVIDIA DGX SuperPOD H100, RA-11333-001 V11, table 3
    {"H100 4 SU", superPod(128, 64, 32), 32, 16, 0, 1024, 1024, 0},
    {"H100 8 SU", superPod(256, 64, 32), 64, 32, 0, 2048, 2048, 0},
    {"H100 16 SU", superPod(512, 64, 32), 128, 128, 64, 4096, 4096, 4096},
    {"H100 32 SU", superPod(1024, 64, 32), 256, 256, 128, 8192, 8192, 8192},
    {"H100 64 SU", superPod(2048, 64, 32), 512, 512, 256, 16384, 16384, 16384},
    // the same document, table 4: one node of the last unit makes way for four UFM links
    {"H100 1 SU with UFM", superPod(31, 64, 32, 4), 8, 4, 0, 252, 256, 0},
    {"H100 2 SU with UFM", superPod(63, 64, 32, 4), 16, 8, 0, 508, 512, 0},
    {"H100 3 SU with UFM", superPod(95, 64, 32, 4), 24, 16, 0, 764, 768, 0},
    {"H100 4 SU with UFM", superPod(127, 64, 32, 4), 32, 16, 0, 1020, 1024, 0},
    // NVIDIA DGX SuperPOD B200 reference architecture, larger SuperPOD component counts
    {"B200 8 SU", superPod(256, 64, 32), 64, 32, 0, 2048, 2048, 0},
    {"B200 16 SU", superPod(512, 64, 32), 128, 128, 64, 4096, 4096, 4096},
    {"B200 32 SU", superPod(1024, 64, 32), 256, 256, 128, 8192, 8192, 8192},
    // NVIDIA DGX SuperPOD B300 XDR reference architecture, table 3
    {"B300 XDR 1 SU", superPod(72, 144, 72), 8, 4, 0, 576, 576, 0},
    {"B300 XDR 2 SU", superPod(144, 144, 72), 16, 8, 0, 1152, 1152, 0},
    {"B300 XDR 4 SU", superPod(288, 144, 72), 32, 18, 0, 2304, 2304, 0},
    {"B300 XDR 8 SU", superPod(576, 144, 72), 64, 36, 0, 4608, 4608, 0},
    {"B300 XDR 18 SU", superPod(1296, 144, 72), 144, 72, 0, 10368, 10368, 0},
    // NVIDIA DGX SuperPOD B300 Spectrum-X reference architecture, table 3: switches of both planes
    {"B300 SPX 1 SU", spectrumX(64), 16, 8, 0, 512, 512, 0},
    {"B300 SPX 8 SU", spectrumX(512), 128, 64, 0, 4096, 4096, 0},
    {"B300 SPX 16 SU", spectrumX(1024), 256, 128, 0, 8192, 8192, 0},
    // From ATOP to ZCube, table 6: 16384 GPUs on 51.2 Tb/s switches; totals 640 / 49152 and 384 / 32768
    {"rail-optimised fat tree", superPod(2048, 128, 64), 256, 256, 128, 16384, 16384, 16384},
    {"rail-only", {.nodes = 2048, .linksPerNode = 8, .rails = 8, .radix = 128, .railOnly = true}, 256, 128, 0, 16384, 16384, 0},
    // NVIDIA DGX GB200 network fabrics: 18 NVLink switch chips of 72 ports, one link of every GPU to each
    {"NVL72", {.nodes = 72, .linksPerNode = 1, .radix = 72, .planes = 18}, 18, 0, 0, 1296, 0, 0},
    // losslessnetwork.com, cluster sizing and cabling; sizing and bill of materials
    {"rail-only pod of 256", {.nodes = 32, .linksPerNode = 8, .rails = 8, .radix = 32, .railOnly = true}, 8, 0, 0, 256, 0, 0},
    {"pod of 256", superPod(32, 64, 32), 8, 4, 0, 256, 256, 0},
    {"pod of 1024", superPod(128, 128, 64), 16, 8, 0, 1024, 1024, 0},
    // Asterfusion, middle to large scale AI compute backend: 64 nodes of 4 NICs on CX864E-N (128 ports of 400G)
    {"Asterfusion 256", {.nodes = 64, .linksPerNode = 4, .rails = 4, .radix = 128}, 4, 2, 0, 256, 256, 0},
};

TEST(Clos, ReproducesPublishedDesigns)
{
    for (const Published& row : rows) {
        SCOPED_TRACE(row.design);
        const Result<ClosPlan> plan = planClos(row.inputs);
        ASSERT_TRUE(plan.has_value());
        EXPECT_EQ(plan->leafs, row.leafs);
        EXPECT_EQ(plan->spines, row.spines);
        EXPECT_EQ(plan->cores, row.cores);
        EXPECT_EQ(plan->nodeLeafCables, row.nodeLeaf);
        EXPECT_EQ(plan->leafSpineCables, row.leafSpine);
        EXPECT_EQ(plan->spineCoreCables, row.spineCore);
        EXPECT_EQ(plan->oversubscription, 1.0);
    }
}

TEST(Clos, PublishedGpuCountOfEighteenUnitsIsAMisprint)
{
    // The document prints 9216 GPUs for 1296 nodes; its own cable counts say 1296 * 8 = 10368.
    const auto plan = planClos(superPod(1296, 144, 72));
    ASSERT_TRUE(plan.has_value());
    EXPECT_EQ(plan->nodeLeafLinks, 1296 * 8);
    EXPECT_NE(plan->nodeLeafLinks, 9216);
}

TEST(Clos, LeafsOfRacksWithOneSwitchEach)
{
    // Llama 3 (arXiv:2407.21783, 3.3.1): one top-of-rack switch for 16 GPUs; 24576 GPUs, pods of 3072
    const auto racks = [](std::int64_t gpus) {
        return leafSwitches({.nodes = gpus / 8, .linksPerNode = 8, .radix = 32, .down = 16}).value();
    };
    EXPECT_EQ(racks(24576), 1536);
    EXPECT_EQ(racks(3072), 192);
}

TEST(Clos, LeafsOfAJuniperStripe)
{
    // Juniper JVD, calculating the number of leafs and servers: servers per stripe = ports / 2, one leaf a rail
    for (const int ports : {32, 64}) {
        const auto plan = planClos({.nodes = ports / 2, .linksPerNode = 8, .rails = 8, .radix = ports});
        ASSERT_TRUE(plan.has_value());
        EXPECT_EQ(plan->leafs, 8);
        EXPECT_EQ(plan->nodeLeafLinks, ports / 2 * 8);
        EXPECT_EQ(plan->leafSpineLinks, ports / 2 * 8);
    }
}

TEST(Clos, MaxDiversityHasOneLinkAPair)
{
    ClosInputs inputs = superPod(128, 64, 32);
    inputs.policy = SpinePolicy::maxDiversity;
    const auto plan = planClos(inputs);
    ASSERT_TRUE(plan.has_value());
    EXPECT_EQ(plan->spines, 32); // = up-links of a leaf
    EXPECT_EQ(plan->linksPerPair, 1);
    EXPECT_EQ(planClos(superPod(128, 64, 32))->linksPerPair, 2); // 32 up-links over 16 spines
}

TEST(Clos, OversubscriptionIsDownOverUp)
{
    const auto plan = planClos({.nodes = 96, .linksPerNode = 1, .radix = 64, .down = 48, .up = 16});
    ASSERT_TRUE(plan.has_value());
    EXPECT_EQ(plan->oversubscription, 3.0);
    EXPECT_EQ(plan->leafs, 2);
    EXPECT_EQ(plan->spines, 1); // 32 up-links on one switch of 64
}

TEST(Clos, EverySwitchHasPortsEnough)
{
    for (const int radix : {32, 40, 64, 128, 144})
        for (std::int64_t nodes = 1; nodes < 3000; nodes = nodes * 3 / 2 + 1) {
            const auto plan = planClos({.nodes = nodes, .linksPerNode = 8, .rails = 8, .radix = radix});
            if (!plan) continue;
            SCOPED_TRACE(testing::Message() << nodes << " nodes, radix " << radix);
            EXPECT_GE(plan->leafs * plan->down, plan->nodeLeafLinks);
            EXPECT_LE(plan->down + plan->up, radix);
            EXPECT_GE(plan->spines * radix, plan->leafSpineLinks + plan->spineCoreLinks);
            EXPECT_GE(plan->cores * radix, plan->spineCoreLinks);
            if (plan->tiers == 2) {
                EXPECT_EQ(plan->up % plan->spines, 0);
                EXPECT_EQ(plan->linksPerPair * plan->spines, plan->up);
            }
        }
}

TEST(Clos, ThreeTiersEndAtAQuarterOfTheCubeOfTheRadix)
{
    // radix 32: 32^3 / 4 = 8192 ends
    EXPECT_TRUE(planClos({.nodes = 8192, .linksPerNode = 1, .radix = 32}).has_value());
    const auto plan = planClos({.nodes = 8193, .linksPerNode = 1, .radix = 32});
    ASSERT_FALSE(plan.has_value());
    EXPECT_EQ(plan.error().code, "FABRIC-PLAN-TOO-LARGE");
    EXPECT_EQ(plan.error().arg("wanted"), "at most 8192");
}

TEST(Clos, RefusesWhatIsNoFabric)
{
    EXPECT_EQ(planClos({.nodes = 0}).error().code, "FABRIC-PLAN-BAD-INPUT");
    EXPECT_EQ(planClos({.nodes = 4, .linksPerNode = 8, .rails = 3}).error().arg("what"), "rails");
    EXPECT_EQ(planClos({.nodes = 4, .radix = 64, .down = 65}).error().arg("what"), "down");
    EXPECT_EQ(planClos({.nodes = 40, .linksPerNode = 8, .radix = 64, .down = 64, .up = 0}).error().arg("what"), "up");
}

TEST(Clos, ExplainsEveryCount)
{
    Trace trace;
    ASSERT_TRUE(planClos(superPod(31, 64, 32, 4), &trace).has_value());
    const Explanation* spines = trace.find("fabric.spine_switches");
    ASSERT_NE(spines, nullptr);
    EXPECT_EQ(spines->value.value, 4);
    EXPECT_FALSE(spines->formula.empty());
    ASSERT_FALSE(spines->inputs.empty());
    for (const char* id : {"fabric.leaf_switches", "fabric.core_switches", "fabric.node_leaf_cables", "fabric.leaf_spine_cables",
             "fabric.spine_core_cables", "fabric.oversubscription"})
        EXPECT_NE(trace.find(id), nullptr) << id;
}

} // namespace
} // namespace rackwright

#include "core/compute/auto_plan.h"

#include <gtest/gtest.h>

namespace rackwright {
namespace {

Architecture dense(std::int64_t layers, std::int64_t heads)
{
    Architecture a;
    a.kind = "llm_dense";
    a.layers = layers, a.heads = a.kvHeads = heads;
    return a;
}

/// Fits when the weights are split into at least so many parts; recomputation counts as a further split.
FitsPredicate needs(int none, int selective, int full)
{
    return [=](const ParallelPlan& plan) {
        const int split = plan.tp * plan.pp;
        return split >= (plan.recompute == Recompute::none ? none : plan.recompute == Recompute::selective ? selective : full);
    };
}

TEST(AutoPlan, SmallestSplitThatFitsWithTheLargerTp)
{
    const Architecture a = dense(80, 64);
    const AutoPlan result = autoTrainingPlan({&a, 256, 8, 512}, needs(16, 16, 16));
    EXPECT_TRUE(result.fits);
    EXPECT_EQ(result.plan.tp, 8);
    EXPECT_EQ(result.plan.pp, 2);
    EXPECT_EQ(result.plan.dp, 16);
    EXPECT_EQ(result.plan.microBatch, 1);
    EXPECT_EQ(result.plan.zeroStage, 1);
    EXPECT_TRUE(result.plan.sequenceParallel);
    EXPECT_EQ(result.plan.recompute, Recompute::none);
}

TEST(AutoPlan, FirstRecomputationThatFits)
{
    const Architecture a = dense(80, 64);
    EXPECT_EQ(autoTrainingPlan({&a, 256, 8, 512}, needs(32, 8, 8)).plan.recompute, Recompute::selective);
    EXPECT_EQ(autoTrainingPlan({&a, 256, 8, 512}, needs(32, 16, 8)).plan.recompute, Recompute::full);
    EXPECT_EQ(autoTrainingPlan({&a, 256, 8, 512}, needs(32, 16, 8)).plan.tp, 8);
    EXPECT_EQ(autoTrainingPlan({&a, 256, 8, 512}, needs(1, 1, 1)).plan.tp, 1);
    EXPECT_FALSE(autoTrainingPlan({&a, 256, 8, 512}, needs(1, 1, 1)).plan.sequenceParallel);
}

TEST(AutoPlan, TpStaysInsideTheDomainAndDividesHeads)
{
    const Architecture a = dense(64, 40);
    const AutoPlan result = autoTrainingPlan({&a, 128, 8, 512}, needs(64, 64, 64));
    EXPECT_EQ(result.plan.tp, 8);
    EXPECT_EQ(result.plan.pp, 8);
    const Architecture odd = dense(64, 12);
    EXPECT_EQ(autoTrainingPlan({&odd, 128, 8, 512}, needs(4, 4, 4)).plan.tp, 4);
    EXPECT_EQ(autoTrainingPlan({&odd, 128, 1, 512}, needs(4, 4, 4)).plan.pp, 4);
}

TEST(AutoPlan, ExpertsAreSpreadAsFarAsTheyDivide)
{
    Architecture a = dense(61, 128);
    a.kind = "llm_moe", a.experts = 256;
    const AutoPlan result = autoTrainingPlan({&a, 512, 8, 4096}, needs(8, 8, 8));
    EXPECT_EQ(result.plan.dp, 64);
    EXPECT_EQ(result.plan.ep, 64);
    EXPECT_EQ(autoTrainingPlan({&a, 384, 8, 4096}, needs(8, 8, 8)).plan.ep, 16); // DP 48
}

TEST(AutoPlan, NoMoreReplicasThanSequences)
{
    const Architecture a = dense(80, 64);
    EXPECT_EQ(autoTrainingPlan({&a, 256, 8, 64}, needs(1, 1, 1)).plan.dp, 64);
}

TEST(AutoPlan, ARestOfAcceleratorsStaysIdleOnlyWhenItMust)
{
    const Architecture a = dense(80, 64);
    // 8 does not divide 12: 12 = 4 x 3 is no plan of 80 layers, so 8 of 12 run.
    const AutoPlan result = autoTrainingPlan({&a, 12, 8, 512}, needs(8, 8, 8));
    EXPECT_TRUE(result.fits);
    EXPECT_EQ(result.plan.accelerators(), 8);
}

TEST(AutoPlan, SaysWhenNothingFits)
{
    const Architecture a = dense(126, 128);
    const AutoPlan result = autoTrainingPlan({&a, 16384, 8, 2048}, [](const ParallelPlan&) { return false; });
    EXPECT_FALSE(result.fits);
    EXPECT_LT(result.evaluated, 120);
}

TEST(AutoPlan, ServingRunsReplicasOnTheRest)
{
    const Architecture a = dense(80, 64);
    const AutoPlan result = autoServingPlan({&a, 16, 8, 0}, needs(2, 2, 2));
    EXPECT_TRUE(result.fits);
    EXPECT_EQ(result.plan.tp, 2);
    EXPECT_EQ(result.plan.pp, 1);
    EXPECT_EQ(result.plan.dp, 8);
}

} // namespace
} // namespace rackwright

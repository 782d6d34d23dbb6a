#include "core/compute/search.h"

#include <cmath>
#include <gtest/gtest.h>

namespace rackwright {
namespace {

Architecture llama8()
{
    Architecture a;
    a.id = "llama-3-8b";
    a.kind = "llm_dense";
    a.layers = a.attentionLayers = 32;
    a.hidden = 4096, a.ffnHidden = 14336, a.heads = 32, a.kvHeads = 8, a.headDim = 128, a.vocab = 128256;
    return a;
}

TrainingTimeInput job(const Architecture& a)
{
    TrainingTimeInput in;
    in.architecture = &a;
    in.recipe = *trainingRecipeOf("bf16");
    in.sequence = 8192, in.globalBatch = 128;
    in.accelerator.peakFlops = in.accelerator.halfPeakFlops = Quantity<>::known(989.5e12);
    in.accelerator.memoryBytesPerS = Quantity<>::known(3.35e12);
    in.links.scaleUpDomain = 8;
    in.links.scaleUpBytesPerS = Quantity<>::known(450e9);
    in.links.scaleOutBytesPerS = Quantity<>::known(50e9);
    return in;
}

/// A memory that shrinks with the split and grows with the micro-batch; no model, but monotone like one.
std::optional<double> toyMemory(const ParallelPlan& plan)
{
    return 160e9 / (plan.tp * plan.pp) + 10e9 * plan.microBatch;
}

TEST(Search, TriesEveryPlanOnce)
{
    const Architecture a = llama8();
    SearchSpace space;
    space.accelerators = 16, space.maxTp = 8, space.maxPp = 8, space.maxMicroBatch = 4;
    const SearchResult result = searchPlans(job(a), space, toyMemory, 80e9, 1000);
    // TP and PP of 1, 2, 4, 8 with a product that divides 16, and micro-batches 1 to 4 of which 3 divides no batch of 128 / DP.
    std::int64_t tried = 0;
    for (const int tp : {1, 2, 4, 8})
        for (const int pp : {1, 2, 4, 8})
            if (tp * pp <= 16) tried += 3;
    EXPECT_EQ(result.configurationsTried, tried);
    EXPECT_EQ(result.configurationsTried + result.configurationsPruned, 8 * 8 * 4);
    EXPECT_EQ(result.feasible, static_cast<std::int64_t>(result.best.size()));
    EXPECT_LT(result.feasible, result.configurationsTried);
    EXPECT_FALSE(result.stopped);
}

TEST(Search, BestIsTheFastestThatFits)
{
    const Architecture a = llama8();
    SearchSpace space;
    space.accelerators = 16, space.maxPp = 8, space.maxMicroBatch = 4;
    space.recompute = {Recompute::none, Recompute::selective, Recompute::full};
    space.maxVpp = 2;
    const SearchResult all = searchPlans(job(a), space, toyMemory, 80e9, 1000);
    ASSERT_FALSE(all.best.empty());
    for (std::size_t i = 0; i < all.best.size(); ++i) {
        TrainingTimeInput in = job(a);
        in.plan = all.best[i].plan;
        ASSERT_TRUE(checkTrainingPlan(in));
        EXPECT_DOUBLE_EQ(trainingStepCost(in).stepS, all.best[i].stepS);
        EXPECT_LE(all.best[i].memoryBytes, 80e9);
        EXPECT_EQ(in.plan.accelerators(), 16);
        if (i > 0) {
            EXPECT_GE(all.best[i].stepS, all.best[i - 1].stepS);
        }
    }
    // Keeping fewer keeps the first of them, in the same order.
    const SearchResult few = searchPlans(job(a), space, toyMemory, 80e9, 5);
    ASSERT_EQ(few.best.size(), 5U);
    for (std::size_t i = 0; i < 5; ++i) EXPECT_EQ(few.best[i].plan, all.best[i].plan);
    EXPECT_EQ(few.configurationsTried, all.configurationsTried);
}

TEST(Search, TiesBreakTowardsTheSmallerPlan)
{
    const Architecture a = llama8();
    TrainingTimeInput in = job(a);
    in.calibration.hiddenTensorShare = 1;
    SearchSpace space;
    space.accelerators = 8, space.maxPp = 1, space.maxTp = 1, space.maxMicroBatch = 1;
    space.recompute = {Recompute::full, Recompute::none};
    const SearchResult result = searchPlans(in, space, toyMemory, 1e12);
    ASSERT_EQ(result.best.size(), 2U);
    EXPECT_EQ(result.best[0].plan.recompute, Recompute::none);
}

TEST(Search, StopsWhenAsked)
{
    const Architecture a = llama8();
    std::stop_source source;
    source.request_stop();
    const SearchResult result = searchPlans(job(a), {}, toyMemory, 1e12, 10, source.get_token());
    EXPECT_TRUE(result.stopped);
    EXPECT_EQ(result.configurationsTried, 0);
}

TEST(Search, NothingFeasibleIsSaid)
{
    const Architecture a = llama8();
    SearchSpace space;
    space.accelerators = 8;
    const SearchResult result = searchPlans(job(a), space, toyMemory, 1);
    EXPECT_GT(result.configurationsTried, 0);
    EXPECT_EQ(result.feasible, 0);
    EXPECT_TRUE(result.best.empty());
}

} // namespace
} // namespace rackwright

#include "core/cluster/collective.h"
#include "core/compute/training_time.h"

#include <chrono>
#include <cmath>
#include <gtest/gtest.h>
#include <random>

namespace rackwright {
namespace {

/// GPT-3 175B as in Narayanan et al. 2021, table 1.
Architecture gpt175()
{
    Architecture a;
    a.id = "gpt-175b";
    a.kind = "llm_dense";
    a.layers = 96, a.hidden = 12288, a.ffnHidden = 49152, a.heads = 96, a.kvHeads = 96, a.headDim = 128, a.vocab = 51200;
    a.attentionLayers = 96;
    a.gatedFfn = false, a.tiedEmbeddings = true;
    return a;
}

/// DeepSeek-V3 (technical report, section 4.2).
Architecture deepseek()
{
    Architecture a;
    a.id = "deepseek-v3";
    a.kind = "llm_moe";
    a.layers = 61, a.hidden = 7168, a.ffnHidden = 18432, a.heads = 128, a.kvHeads = 128, a.headDim = 192, a.vocab = 129280;
    a.attention = AttentionKind::latent, a.attentionLayers = 61;
    a.kvLoraRank = 512, a.qLoraRank = 1536, a.qkRopeHeadDim = 64, a.qkNopeHeadDim = 128, a.vHeadDim = 128;
    a.experts = 256, a.expertsPerToken = 8, a.sharedExperts = 1, a.moeFfnHidden = 2048, a.denseLayersFirst = 3;
    return a;
}

/// A machine without any loss: every share 1, no launch, infinitely fast memory and links unless set otherwise.
TrainingTimeInput ideal(const Architecture& architecture)
{
    TrainingTimeInput in;
    in.architecture = &architecture;
    in.recipe.name = "bf16";
    in.sequence = 2048;
    in.globalBatch = 512;
    in.accelerator.name = "ideal";
    in.accelerator.peakFlops = in.accelerator.halfPeakFlops = Quantity<>::known(1e15);
    in.accelerator.memoryBytesPerS = Quantity<>::known(1e30);
    in.links.scaleUpDomain = 8;
    in.links.scaleUpBytesPerS = in.links.scaleOutBytesPerS = Quantity<>::known(1e30);
    in.links.scaleOutLatencyS = 0;
    Calibration& c = in.calibration;
    c.matmulShare = c.memoryShare = c.fabricShare = c.attentionShare = 1;
    c.halfShareGflop = c.kernelLaunchS = c.hostLaunchS = c.hopS = 0;
    c.hiddenTensorShare = c.hiddenDataShare = 0;
    c.bandShare = 0.1;
    c.state = "fitted";
    return in;
}

double stepS(const TrainingTimeInput& in)
{
    return trainingStepCost(in).stepS;
}

// Without losses the step is FLOP / peak. Flash kernels run 3.5 forward attentions where the count has 3.
TEST(TrainingTime, IdealMachineRunsAtPeak)
{
    const Architecture a = gpt175();
    const TrainingTimeInput in = ideal(a);
    const StepCost cost = trainingStepCost(in);
    const double tokens = 512.0 * 2048, attention = attentionFlopsPerToken(a, 2048, AttentionConvention::causal);
    const double flops = tokens * (6 * matmulParameters(a) + 3.5 * attention);
    EXPECT_NEAR(cost.stepS, flops / 1e15, 1e-6 * cost.stepS);
    EXPECT_NEAR(cost.modelFlops, tokens * trainingFlopsPerToken(a, 2048, AttentionConvention::causal), 1e-9 * flops);
    EXPECT_EQ(cost.of(StepCause::tensorComm), 0);
    EXPECT_EQ(cost.of(StepCause::bubble), 0);
}

// Narayanan et al. 2021 section 2.2: bubble over ideal time = (p - 1) / (v m). Two equal stages, without embedding and head.
TEST(TrainingTime, BubbleIsPMinusOneOverVM)
{
    Architecture a = gpt175();
    a.vocab = 0;
    TrainingTimeInput in = ideal(a);
    in.plan.pp = 8;
    in.globalBatch = 64; // m = 64
    const StepCost flat = trainingStepCost(in);
    const double useful = flat.stepS - flat.of(StepCause::bubble);
    EXPECT_NEAR(flat.of(StepCause::bubble) / useful, 7.0 / 64, 1e-6);
    in.plan.vpp = 3;
    const StepCost interleaved = trainingStepCost(in);
    EXPECT_NEAR(interleaved.of(StepCause::bubble) / useful, 7.0 / (3 * 64), 1e-6);
}

// Interleaving in groups of p: with m = 12, p = 8 the last group of 4 leaves (v - 1)(p - 4) slots of chunks empty.
TEST(TrainingTime, InterleavingPaysForAGroupThatIsNotFull)
{
    Architecture a = gpt175();
    a.vocab = 0;
    TrainingTimeInput in = ideal(a);
    in.plan.pp = 8, in.plan.vpp = 3;
    in.globalBatch = 12;
    const StepCost cost = trainingStepCost(in);
    const double stage = (cost.stepS - cost.of(StepCause::bubble)) / 12;
    EXPECT_NEAR(cost.of(StepCause::bubble), stage * (7.0 / 3 + 2.0 * 4 / 3), 1e-6 * cost.stepS);
}

// Korthikanti et al. 2022: full recomputation runs the forward pass once more; nothing else changes.
TEST(TrainingTime, FullRecomputationAddsTheForwardPassOfTheLayers)
{
    const Architecture a = gpt175();
    TrainingTimeInput in = ideal(a);
    const double none = stepS(in);
    in.plan.recompute = Recompute::full;
    const double layers = matmulParameters(a) - 51200.0 * 12288;
    const double forward = 512.0 * 2048 * (2 * layers + attentionFlopsPerToken(a, 2048, AttentionConvention::causal));
    EXPECT_NEAR(stepS(in) - none, forward / 1e15, 1e-6 * none);
    in.plan.recompute = Recompute::selective;
    const double attention = 512.0 * 2048 * attentionFlopsPerToken(a, 2048, AttentionConvention::causal);
    EXPECT_NEAR(stepS(in) - none, attention / 1e15, 1e-6 * none);
}

// One all-reduce of 2 s b h bytes per half layer and pass: 2 (t-1)/t · bytes / W, 4 a layer; head and embedding add 1.5 + 0.5.
TEST(TrainingTime, TensorParallelCollectivesByHand)
{
    const Architecture a = gpt175();
    TrainingTimeInput in = ideal(a);
    in.links.scaleUpBytesPerS = Quantity<>::known(300e9);
    in.plan.tp = 8;
    const double one = 2 * 7.0 / 8 * (2048.0 * 12288 * 2) / 300e9;
    const StepCost cost = trainingStepCost(in);
    EXPECT_NEAR(cost.of(StepCause::tensorComm), 512 * one * (96 * 4 + 2), 1e-6 * cost.of(StepCause::tensorComm));
    // Sequence parallelism replaces each by all-gather and reduce-scatter of the same bytes, and gathers inputs again.
    in.plan.sequenceParallel = true;
    EXPECT_NEAR(trainingStepCost(in).of(StepCause::tensorComm), 512 * one * (96 * 5 + 2), 1e-6 * cost.of(StepCause::tensorComm));
}

// TP over two nodes goes through rings of both tiers: only 1/8 of the bytes cross the slow links.
TEST(TrainingTime, TensorParallelAcrossNodesIsHierarchical)
{
    const Architecture a = gpt175();
    TrainingTimeInput in = ideal(a);
    in.links.scaleUpBytesPerS = Quantity<>::known(300e9);
    in.links.scaleOutBytesPerS = Quantity<>::known(25e9);
    in.plan.tp = 16;
    const double bytes = 2048.0 * 12288 * 2;
    const double inside = 2 * 7.0 / 8 * bytes / 300e9, outside = 2 * 1.0 / 2 * bytes / 8 / 25e9;
    const double one = std::max(inside, outside) + typicalBracketShare * std::min(inside, outside);
    const StepCost cost = trainingStepCost(in);
    EXPECT_NEAR(cost.of(StepCause::tensorComm), 512 * one * (96 * 4 + 2), 1e-6 * cost.of(StepCause::tensorComm));
    in.links.oversubscription = 4;
    EXPECT_GT(stepS(in), cost.stepS);
}

// ZeRO-1 over 64 ranks, 8 in a node: reduce-scatter of 4-byte gradients, all-gather of 2-byte weights, both tiers.
TEST(TrainingTime, GradientSynchronisationByHand)
{
    const Architecture a = gpt175();
    TrainingTimeInput in = ideal(a);
    in.links.scaleOutBytesPerS = Quantity<>::known(50e9);
    in.plan.dp = 64;
    const double bytes = countParameters(a).total() * (4 + 2);
    const StepCost cost = trainingStepCost(in);
    EXPECT_NEAR(cost.of(StepCause::dataComm), 7.0 / 8 * bytes / 8 / 50e9, 1e-6 * cost.stepS);
    EXPECT_NEAR(cost.dataBytes, bytes, 1);
    // Hidden behind the backward and forward pass as far as the calibration says.
    in.calibration.hiddenDataShare = 0.9;
    EXPECT_NEAR(trainingStepCost(in).of(StepCause::dataComm), 0.1 * cost.of(StepCause::dataComm), 1e-6 * cost.stepS);
    // Without sharding gradients are all-reduced: 4 + 4 bytes.
    in.calibration.hiddenDataShare = 0;
    in.plan.zeroStage = 0;
    EXPECT_NEAR(trainingStepCost(in).of(StepCause::dataComm), cost.of(StepCause::dataComm) * 8 / 6, 1e-6 * cost.stepS);
}

// ZeRO-3 gathers the weights twice and scatters gradients, in every micro-batch.
TEST(TrainingTime, ShardedWeightsAreGatheredEveryMicroBatch)
{
    const Architecture a = gpt175();
    TrainingTimeInput in = ideal(a);
    in.links.scaleOutBytesPerS = Quantity<>::known(50e9);
    in.plan.dp = 64;
    in.plan.zeroStage = 3; // m = 8
    const double bytes = countParameters(a).total() * (2 * 2 + 4);
    EXPECT_NEAR(trainingStepCost(in).of(StepCause::dataComm), 8 * 7.0 / 8 * bytes / 8 / 50e9, 1e-6 * stepS(in));
}

// Adam with FP32 accumulation: 4 (gradient) + 2 · (4 + 8) + 2 (weight) = 30 bytes a parameter.
TEST(TrainingTime, OptimizerMovesThirtyBytesAParameter)
{
    const Architecture a = gpt175();
    TrainingTimeInput in = ideal(a);
    in.accelerator.memoryBytesPerS = Quantity<>::known(2e12);
    const StepCost cost = trainingStepCost(in);
    EXPECT_NEAR(cost.of(StepCause::optimizer), 30 * countParameters(a).total() / 2e12, 1e-9);
    in.plan.dp = 64;
    EXPECT_NEAR(trainingStepCost(in).of(StepCause::optimizer), 30 * countParameters(a).total() / 64 / 2e12, 1e-9);
}

// Dispatch and combine, forward and backward: 4 all-to-alls of e · s · b · h · 2 bytes per expert layer; 3 of 61 layers are dense.
TEST(TrainingTime, ExpertExchangeByHand)
{
    const Architecture a = deepseek();
    TrainingTimeInput in = ideal(a);
    in.links.scaleUpDomain = 64;
    in.links.scaleUpBytesPerS = Quantity<>::known(900e9);
    in.plan.dp = in.plan.ep = 64;
    in.globalBatch = 64;
    const double one = 63.0 / 64 * (8 * 2048.0 * 7168 * 2) / 900e9;
    EXPECT_NEAR(trainingStepCost(in).of(StepCause::expertComm), 58 * 4 * one, 1e-6);
}

// Narayanan et al. 2021 section 4.1: each tensor-parallel rank hands over its share.
TEST(TrainingTime, HandOverBetweenStagesByHand)
{
    const Architecture a = gpt175();
    TrainingTimeInput in = ideal(a);
    in.links.scaleOutBytesPerS = Quantity<>::known(25e9);
    in.plan.tp = 8, in.plan.pp = 8;
    const double one = 2048.0 * 12288 * 2 / 8 / 25e9;
    EXPECT_NEAR(trainingStepCost(in).of(StepCause::pipelineComm), (2 * 512 + 2 * 7) * one, 1e-9);
}

TEST(TrainingTime, CausesAddUpToTheStep)
{
    const Architecture a = deepseek();
    TrainingTimeInput in = ideal(a);
    in.calibration = Calibration{};
    in.accelerator.memoryBytesPerS = Quantity<>::known(3.35e12);
    in.links.scaleUpBytesPerS = Quantity<>::known(450e9);
    in.links.scaleOutBytesPerS = Quantity<>::known(50e9);
    in.plan = ParallelPlan{4, 8, 32, 2, 16, 2, 1, 1, Recompute::full, true};
    ASSERT_TRUE(checkTrainingPlan(in));
    const StepCost cost = trainingStepCost(in);
    double sum = 0;
    for (const double seconds : cost.causeS) {
        EXPECT_GE(seconds, 0);
        sum += seconds;
    }
    EXPECT_DOUBLE_EQ(sum, cost.stepS);
}

// Whatever plan is allowed: the step is finite, no cause is negative, and no step beats all accelerators at their peak. Where
// all of them share the fast links, no network is needed.
TEST(TrainingTime, EveryAllowedPlanHasAFiniteStep)
{
    const Architecture dense = gpt175(), experts = deepseek();
    std::mt19937 random{1};
    const auto among = [&](std::initializer_list<int> values) { return *(values.begin() + random() % values.size()); };
    int allowed = 0;
    for (int round = 0; round < 20000; ++round) {
        TrainingTimeInput in = ideal(round % 2 ? dense : experts);
        in.calibration = Calibration{};
        in.accelerator.memoryBytesPerS = Quantity<>::known(3.35e12);
        in.links.scaleUpBytesPerS = Quantity<>::known(450e9);
        ParallelPlan& plan = in.plan;
        plan.tp = among({1, 2, 4, 8, 16}), plan.pp = among({1, 2, 3, 8, 16, 61}), plan.dp = among({1, 2, 3, 8, 32}),
        plan.cp = among({1, 2, 8});
        plan.ep = among({1, 2, 8, 64}), plan.vpp = among({1, 2, 5}), plan.microBatch = among({1, 2, 7}),
        plan.zeroStage = among({0, 1, 2, 3});
        plan.recompute = static_cast<Recompute>(among({0, 1, 2})), plan.sequenceParallel = random() % 2 == 0;
        in.links.scaleUpDomain = among({1, 8, 72});
        const bool network = plan.accelerators() > in.links.scaleUpDomain;
        in.links.scaleOutBytesPerS = network ? Quantity<>::known(50e9) : Quantity<>::unknown("compute_nics");
        if (!checkTrainingPlan(in)) continue;
        ++allowed;
        const StepCost cost = trainingStepCost(in);
        ASSERT_TRUE(std::isfinite(cost.stepS)) << toText(plan);
        for (const double seconds : cost.causeS) ASSERT_GE(seconds, 0) << toText(plan);
        ASSERT_GT(cost.stepS, 6 * matmulParameters(*in.architecture) * 512 * 2048 / (1e15 * static_cast<double>(plan.accelerators())));
    }
    EXPECT_GT(allowed, 5000);
}

TEST(TrainingTime, MoreOfAnyResourceNeverSlowsDown)
{
    const Architecture a = deepseek();
    TrainingTimeInput in = ideal(a);
    in.calibration = Calibration{};
    in.accelerator.memoryBytesPerS = Quantity<>::known(3.35e12);
    in.links.scaleUpBytesPerS = Quantity<>::known(450e9);
    in.links.scaleOutBytesPerS = Quantity<>::known(50e9);
    in.plan = ParallelPlan{4, 8, 32, 1, 16, 2, 1, 1, Recompute::none, true};
    const double base = stepS(in);
    for (Quantity<>* rate : {&in.accelerator.peakFlops, &in.accelerator.halfPeakFlops, &in.accelerator.memoryBytesPerS,
             &in.links.scaleUpBytesPerS, &in.links.scaleOutBytesPerS}) {
        const Quantity<> before = *rate;
        *rate = Quantity<>::known(before.value * 2);
        EXPECT_LE(stepS(in), base);
        *rate = before;
    }
    in.accelerator.clockShare = 0.8;
    EXPECT_GT(stepS(in), base);
}

// A step that the host cannot launch fast enough takes what the host takes.
TEST(TrainingTime, SmallLayersWaitForTheHost)
{
    const Architecture a = gpt175();
    TrainingTimeInput in = ideal(a);
    in.accelerator.peakFlops = in.accelerator.halfPeakFlops = Quantity<>::known(1e30);
    in.calibration.hostLaunchS = 20e-6;
    // 6 kernels in the mixer, 6 in the FFN; the backward pass has twice as many.
    EXPECT_NEAR(trainingStepCost(in).of(StepCause::launch), 512 * 96 * (12 + 24) * 20e-6, 1e-3);
}

// r16: a batch of 1,048,576 sequences costs what one of 512 does, and scales in closed form.
TEST(TrainingTime, r16CostDoesNotDependOnTheBatch)
{
    const Architecture a = gpt175();
    TrainingTimeInput in = ideal(a);
    in.plan.tp = 8, in.plan.pp = 8;
    const auto timed = [&](double batch) {
        in.globalBatch = batch;
        const auto start = std::chrono::steady_clock::now();
        double sum = 0;
        for (int i = 0; i < 200; ++i) sum += stepS(in);
        EXPECT_GT(sum, 0);
        return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    };
    timed(512);
    const double small = timed(512), large = timed(1048576);
    EXPECT_LT(large, 10 * small + 0.01);
    in.globalBatch = 1048576;
    const StepCost cost = trainingStepCost(in);
    EXPECT_EQ(cost.microBatches, 1048576);
    in.globalBatch = 524288;
    const StepCost half = trainingStepCost(in);
    EXPECT_NEAR(cost.of(StepCause::matmul), 2 * half.of(StepCause::matmul), 1e-6 * cost.stepS);
    EXPECT_DOUBLE_EQ(cost.of(StepCause::bubble), half.of(StepCause::bubble));
}

// r15: steps = tokens / (batch · sequence); days and accelerator-hours follow from the step.
TEST(TrainingTime, r15TimeToTrainFollowsFromTheStep)
{
    const Architecture a = gpt175();
    TrainingTimeInput in = ideal(a);
    in.totalTokens = 300e9;
    in.plan.dp = 64;
    const Result<TrainingTime> time = trainingTime(in);
    ASSERT_TRUE(time);
    const double steps = 300e9 / (512.0 * 2048);
    EXPECT_NEAR(time->days.value, steps * time->stepS.value / 86400, 1e-9 * time->days.value);
    EXPECT_NEAR(time->acceleratorHours.value, steps * time->stepS.value / 3600 * 64, 1e-6 * time->acceleratorHours.value);
    in.totalTokens = 0;
    EXPECT_FALSE(trainingTime(in)->days.hasValue());
}

// r14: without efficiency data the state says so, the band is wide, and the implied MFU stands beside the time.
TEST(TrainingTime, r14NoEfficiencyDataIsShown)
{
    const Architecture a = gpt175();
    TrainingTimeInput in = ideal(a);
    in.calibration = Calibration{};
    const Result<TrainingTime> time = trainingTime(in);
    ASSERT_TRUE(time);
    EXPECT_EQ(time->calibrationState, "none");
    EXPECT_EQ(time->stepS.knowledge, Knowledge::estimated);
    EXPECT_DOUBLE_EQ(time->stepS.high, time->stepS.value * 1.5);
    EXPECT_TRUE(time->mfu.hasValue());
    EXPECT_EQ(time->mfuConvention, "causal attention");
}

// r18: a run never ends without an answer: what cannot be is refused by name.
TEST(TrainingTime, r18ImpossiblePlansNameTheInput)
{
    const Architecture a = gpt175();
    const auto refused = [&](auto&& change) {
        TrainingTimeInput in = ideal(a);
        change(in);
        const Result<TrainingTime> time = trainingTime(in);
        EXPECT_FALSE(time);
        return time ? std::string{} : std::string{time.error().arg("what")};
    };
    EXPECT_EQ(refused([](auto& in) { in.plan.tp = 5; }), "tp");
    EXPECT_EQ(refused([](auto& in) { in.plan.pp = 97; }), "pp");
    EXPECT_EQ(refused([](auto& in) { in.plan.ep = 2; }), "ep");
    EXPECT_EQ(refused([](auto& in) { in.plan.dp = 0; }), "dp");
    EXPECT_EQ(refused([](auto& in) { in.plan.dp = 1024; }), "dp");
    EXPECT_EQ(refused([](auto& in) { in.plan.vpp = 2; }), "vpp");
    EXPECT_EQ(refused([](auto& in) { in.plan.zeroStage = 4; }), "zero_stage");
    EXPECT_EQ(refused([](auto& in) { in.globalBatch = 0; }), "global_batch");
    EXPECT_EQ(refused([](auto& in) { in.sequence = std::nan(""); }), "sequence");
}

TEST(TrainingTime, UnknownPeakIsUnknownTimeAndNamesTheColumn)
{
    const Architecture a = gpt175();
    TrainingTimeInput in = ideal(a);
    in.accelerator.peakFlops = Quantity<>::unknown("nv-a100-80-sxm fp8_tflops_dense");
    Trace trace;
    const Result<TrainingTime> time = trainingTime(in, "pretrain", &trace);
    ASSERT_TRUE(time);
    EXPECT_FALSE(time->stepS.hasValue());
    EXPECT_EQ(time->stepS.missing, std::vector<std::string>{"nv-a100-80-sxm fp8_tflops_dense"});
    ASSERT_NE(trace.find("compute.step_s@workload:pretrain"), nullptr);
}

TEST(TrainingTime, LinkRatesAreNeededOnlyWhereUsed)
{
    const Architecture a = gpt175();
    TrainingTimeInput in = ideal(a);
    in.links.scaleOutBytesPerS = Quantity<>::unknown("compute_nics");
    in.plan.tp = 8;
    EXPECT_TRUE(trainingTime(in)->stepS.hasValue());
    in.plan.dp = 2;
    EXPECT_EQ(trainingTime(in)->stepS.missing, std::vector<std::string>{"compute_nics"});
}

TEST(TrainingTime, EveryFigureIsExplained)
{
    const Architecture a = gpt175();
    const TrainingTimeInput in = ideal(a);
    Trace trace;
    ASSERT_TRUE(trainingTime(in, "pre train", &trace));
    for (const char* figure : {"step_s", "tokens_per_s", "mfu", "hfu", "days", "accelerator_hours"})
        EXPECT_NE(trace.find(std::string{"compute."} + figure + "@workload:pre%20train"), nullptr) << figure;
    const Explanation* step = trace.find("compute.step_s@workload:pre%20train");
    ASSERT_NE(step, nullptr);
    EXPECT_FALSE(step->formula.empty());
    EXPECT_GT(step->inputs.size(), 8U);
}

// A frozen base with adapters needs no weight gradients: two of three products.
TEST(TrainingTime, FrozenBaseSkipsWeightGradients)
{
    const Architecture a = gpt175();
    TrainingTimeInput in = ideal(a);
    const double full = trainingStepCost(in).of(StepCause::matmul);
    in.recipe.frozenBaseBytes = 2;
    EXPECT_NEAR(trainingStepCost(in).of(StepCause::matmul), full * 2 / 3, 1e-6 * full);
}

} // namespace
} // namespace rackwright

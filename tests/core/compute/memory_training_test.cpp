#include "core/compute/memory.h"
#include "tests/core/workload/model_rows.h"

#include <gtest/gtest.h>

namespace rackwright {
namespace {

using test::gpt;

constexpr double gib = 1073741824.0;

FrameworkReserve noReserve()
{
    FrameworkReserve reserve;
    reserve.contextBytes = reserve.collectiveBytes = reserve.fragmentation = 0;
    return reserve;
}

TrainingMemoryInput job(const Architecture& a, std::string_view recipe, double sequence, double globalBatch)
{
    TrainingMemoryInput input;
    input.architecture = &a;
    input.recipe = trainingRecipeOf(recipe).value();
    input.sequence = sequence;
    input.globalBatch = globalBatch;
    input.reserve = noReserve();
    return input;
}

ParallelPlan plan(int tp, int pp, int dp = 1, int microBatch = 1)
{
    ParallelPlan p;
    p.tp = tp, p.pp = pp, p.dp = dp, p.microBatch = microBatch;
    return p;
}

// ---- Korthikanti et al. 2022, Figure 1 and Table 3 -----------------------------------------------------------------

struct KorthikantiRow {
    std::int64_t layers, hidden, heads;
    int tp, pp, vpp, microBatch;
    double batch, statesGib, baselineGib, presentGib;
};
constexpr KorthikantiRow figure1[]{
    {48, 6144, 64, 8, 1, 1, 4, 4, 45.5625, 59.25, 9.5625},
    {96, 12288, 96, 8, 8, 3, 1, 64, 45.5625, 66.84375, 12.351562},
    {105, 20480, 128, 8, 35, 3, 1, 280, 31.640625, 114.0234375, 23.076172},
    {128, 25600, 160, 8, 64, 1, 1, 512, 32.958984, 131.25, 26.5625},
};

TEST(TrainingMemory, KorthikantiFigure1WeightsAndOptimizerExactly)
{
    for (const KorthikantiRow& row : figure1) {
        Architecture a = gpt(row.layers, row.hidden, row.heads);
        a.qkvBias = a.outputBias = a.ffnBias = false; // the paper counts 12 h² a layer
        ParallelPlan p = plan(row.tp, row.pp, 1, row.microBatch);
        p.vpp = row.vpp;
        const auto memory = trainingMemory(job(a, "bf16", 2048, row.batch), p);
        ASSERT_TRUE(memory);
        // The paper spreads the layers evenly; a stage of ours holds whole layers (or chunks of them).
        const double even = static_cast<double>(row.layers) / row.pp;
        double sum = 0;
        for (const StageMemory& stage : memory->stages) sum += stage.tensorSharded.sum();
        EXPECT_NEAR(sum / row.pp / gib, row.statesGib, 1e-6) << row.layers;
        const StageMemory& first = memory->stages.front();
        const double layers = static_cast<double>(first.layers.layers * row.hidden * row.hidden);
        EXPECT_DOUBLE_EQ(first.tensorSharded.sum(), 18 * 12.0 * layers / row.tp);
        EXPECT_DOUBLE_EQ(static_cast<double>(first.layers.layers), even) << row.layers;
    }
}

TEST(TrainingMemory, KorthikantiFigure1ActivationsExactly)
{
    for (const KorthikantiRow& row : figure1) {
        const Architecture a = gpt(row.layers, row.hidden, row.heads);
        TrainingMemoryInput input = job(a, "bf16", 2048, row.batch);
        input.flashAttention = false, input.dropout = true;
        ParallelPlan p = plan(row.tp, row.pp, 1, row.microBatch);
        p.vpp = row.vpp;
        EXPECT_NEAR(trainingMemory(input, p)->stages.front().activationBytes / gib, row.baselineGib, 1e-6) << row.layers;
        p.sequenceParallel = true, p.recompute = Recompute::selective;
        EXPECT_NEAR(trainingMemory(input, p)->stages.front().activationBytes / gib, row.presentGib, 1e-6) << row.layers;
    }
}

TEST(TrainingMemory, KorthikantiEquationsPerLayer)
{
    const Architecture a = gpt(96, 12288, 96);
    TrainingMemoryInput input = job(a, "bf16", 2048, 64);
    input.flashAttention = false, input.dropout = true;
    const double sbh = 2048.0 * 12288, scores = 5.0 * 96 * 2048 / 12288;
    ParallelPlan p = plan(1, 1);
    EXPECT_DOUBLE_EQ(layerActivationBytes(input, p, {}), sbh * (34 + scores)); // equation 1
    p.tp = 8;
    EXPECT_DOUBLE_EQ(layerActivationBytes(input, p, {}), sbh * (10 + 24.0 / 8 + scores / 8)); // equation 2
    p.sequenceParallel = true;
    EXPECT_DOUBLE_EQ(layerActivationBytes(input, p, {}), sbh * (34 + scores) / 8); // equation 4
    p.recompute = Recompute::selective;
    EXPECT_DOUBLE_EQ(layerActivationBytes(input, p, {}), sbh * 34 / 8); // equation 6
    p.recompute = Recompute::full;
    EXPECT_DOUBLE_EQ(layerActivationBytes(input, p, {}), sbh * 2 / 8);
}

TEST(TrainingMemory, InterleavedFirstStageOfKorthikanti)
{
    // p (1 + (p − 1)/(p v)) micro-batches, appendix of the paper.
    ParallelPlan p = plan(8, 8);
    EXPECT_DOUBLE_EQ(microBatchesInFlight(p, 0, 64), 8);
    EXPECT_DOUBLE_EQ(microBatchesInFlight(p, 7, 64), 1);
    EXPECT_DOUBLE_EQ(microBatchesInFlight(p, 0, 3), 3); // fewer micro-batches than stages
    p.vpp = 3;
    EXPECT_DOUBLE_EQ(microBatchesInFlight(p, 0, 64), 8 * (1 + 7.0 / 24));
}

// ---- ZeRO paper, Figure 1 ------------------------------------------------------------------------------------------

TEST(TrainingMemory, r03_ZeroPaperAllStages)
{
    const TrainingRecipe recipe = trainingRecipeOf("fp16").value();
    const double parameters = 7.5e9;
    const auto gb = [&](int stage) { return persistentBytesPerParameter(recipe, stage, 64).sum() * parameters / 1e9; };
    EXPECT_NEAR(gb(0), 120, 0.05);
    EXPECT_NEAR(gb(1), 31.4, 0.05);
    EXPECT_NEAR(gb(2), 16.6, 0.05);
    EXPECT_NEAR(gb(3), 1.9, 0.05);
}

TEST(TrainingMemory, r04_GradientTypeIsDataOfTheRecipe)
{
    // 2 P + (2 + 12) P/N with 16-bit gradients, 2 P + (4 + 12) P/N when they are kept in FP32 (ZeRO-2).
    EXPECT_DOUBLE_EQ(persistentBytesPerParameter(*trainingRecipeOf("fp16"), 2, 8).sum(), 2 + 14.0 / 8);
    EXPECT_DOUBLE_EQ(persistentBytesPerParameter(*trainingRecipeOf("bf16"), 2, 8).sum(), 2 + 16.0 / 8);
}

// ---- lessons from other tools --------------------------------------------------------------------------------------

TEST(TrainingMemory, r01_PeakHoldsMoreThanStates)
{
    const Architecture a = gpt(32, 4096, 32, 50272);
    TrainingMemoryInput input = job(a, "fp16", 2048, 4);
    input.reserve = {};
    ParallelPlan p = plan(1, 1, 4);
    p.zeroStage = 3;
    const auto memory = trainingMemory(input, p);
    const StageMemory& s = memory->worst();
    EXPECT_GT(s.activationBytes, 0);
    EXPECT_GT(s.gatherBytes, 0);
    EXPECT_GT(s.reserveBytes(), 0);
    EXPECT_GT(s.peakBytes, 1.3 * s.persistent().sum());
    const double bars = s.persistent().sum() + s.dynamicBytes(s.instant) + s.reserveBytes();
    EXPECT_DOUBLE_EQ(s.peakBytes, bars); // the bars add up to the peak
}

TEST(TrainingMemory, r02_ActivationsDoNotShrinkWithDataParallel)
{
    const Architecture a = gpt(28, 4096, 16, 50400); // GPT-J 6B
    const TrainingMemoryInput input = job(a, "fp16", 2048, 64);
    ParallelPlan two = plan(1, 1, 2), four = plan(1, 1, 4);
    two.zeroStage = four.zeroStage = 3;
    const StageMemory s2 = trainingMemory(input, two)->worst(), s4 = trainingMemory(input, four)->worst();
    EXPECT_DOUBLE_EQ(s2.activationBytes, s4.activationBytes);
    EXPECT_DOUBLE_EQ(s2.gatherBytes, s4.gatherBytes);
    EXPECT_DOUBLE_EQ(s2.persistent().sum(), 2 * s4.persistent().sum());
}

TEST(TrainingMemory, r05_EveryStageHasItsOwnFigure)
{
    const Architecture a = gpt(32, 4096, 32);
    const auto memory = trainingMemory(job(a, "bf16", 2048, 64), plan(1, 4));
    ASSERT_EQ(memory->stages.size(), 4u);
    for (int i = 0; i < 4; ++i) EXPECT_DOUBLE_EQ(memory->stages[static_cast<std::size_t>(i)].inFlight, 4 - i);
    EXPECT_DOUBLE_EQ(memory->stages[0].activationBytes, 4 * memory->stages[3].activationBytes);
    EXPECT_EQ(memory->heaviest, 0);
    EXPECT_GT(memory->stages[0].ends.weights, 0); // embedding
    EXPECT_EQ(memory->stages[1].ends.weights, 0);
    EXPECT_GT(memory->stages[3].lossBytes, 0);
}

TEST(TrainingMemory, r06_DenseAndExpertLayersArePricedApart)
{
    const Architecture a = test::deepSeekV3();
    const TrainingMemoryInput input = job(a, "bf16", 4096, 1024);
    const ParallelPlan p = plan(1, 1);
    const double s = 4096, mla = 2.0 * (1536 + 512 + 64) + 2.0 * 128 * (2 * 192 + 128) + 2.0 * 128 * 128 + 4.0 * 128, norms = 4.0 * 7168;
    const double dense = norms + 6.0 * 18432;
    const double moe = norms + 4.0 * 256 + 8 * (2.0 * 7168 + 6.0 * 2048 + 2.0 * 7168) + 6.0 * 2048;
    EXPECT_DOUBLE_EQ(layerActivationBytes(input, p, layerKind(a, 0)), s * (norms + mla + dense));
    EXPECT_DOUBLE_EQ(layerActivationBytes(input, p, layerKind(a, 60)), s * (norms + mla + moe));
}

TEST(TrainingMemory, r07_ExpertParallelDoesNotDivideActivations)
{
    const Architecture a = test::deepSeekV3();
    const TrainingMemoryInput input = job(a, "bf16", 4096, 4096);
    ParallelPlan few = plan(2, 1, 64), many = few;
    many.ep = 64;
    const auto one = trainingMemory(input, few), spread = trainingMemory(input, many);
    EXPECT_DOUBLE_EQ(one->worst().activationBytes, spread->worst().activationBytes);
    // Dispatched tokens: top-k × tokens / TP × imbalance, whatever EP is.
    TrainingMemoryInput hot = input;
    hot.expertImbalance = 2;
    const double extra = layerActivationBytes(hot, many, layerKind(a, 60)) - layerActivationBytes(input, many, layerKind(a, 60));
    EXPECT_DOUBLE_EQ(extra, 4096.0 * 8 / 2 * (2.0 * 7168 + 6.0 * 2048 + 2.0 * 7168));
}

TEST(TrainingMemory, r08_ExpertsHaveTheirOwnDivisorAndShards)
{
    const Architecture a = test::deepSeekV3();
    const TrainingMemoryInput input = job(a, "bf16", 4096, 4096);
    ParallelPlan p = plan(2, 1, 64);
    p.ep = 16;
    const StageMemory s = trainingMemory(input, p)->worst();
    const double experts = 58.0 * 256 * 3 * 7168 * 2048;
    EXPECT_DOUBLE_EQ(s.routedExperts.weights, 2 * experts / (16 * 2)); // EP × expert-TP
    EXPECT_DOUBLE_EQ(s.routedExperts.gradients, 4 * experts / (16 * 2));
    EXPECT_DOUBLE_EQ(s.routedExperts.optimizer, 12 * experts / (16 * 2) / (64 * 2 / (16 * 2))); // expert data parallel: 4
    EXPECT_DOUBLE_EQ(s.replicated.weights, 2 * countParameters(a).replicated);
    EXPECT_DOUBLE_EQ(s.replicated.optimizer, 12 * countParameters(a).replicated / 64);
    EXPECT_DOUBLE_EQ(s.tensorSharded.weights, 2 * countParameters(a).tensorSharded / 2);
}

TEST(TrainingMemory, r09_UnevenPipelineSplits)
{
    const Architecture a = gpt(8, 64, 4, 512);
    TrainingMemoryInput input = job(a, "bf16", 128, 8);
    input.layersPerStage = {1, 2, 2, 3};
    const auto memory = trainingMemory(input, plan(1, 4));
    ASSERT_TRUE(memory);
    EXPECT_EQ(memory->stages[3].layers.layers, 3);
    const double layer = 12.0 * 64 * 64 + 7 * 64, norms = 6.0 * 64; // biases: 3h + 4h sharded, h + h replicated; two LayerNorms
    EXPECT_DOUBLE_EQ(memory->stages[3].tensorSharded.weights, 2 * 3 * layer);
    EXPECT_DOUBLE_EQ(memory->stages[3].replicated.weights, 2 * (3 * norms + 2 * 64));
    input.layersPerStage = {1, 2, 2, 2};
    EXPECT_EQ(trainingMemory(input, plan(1, 4)).error().code, "PLAN-NOT-POSSIBLE");
}

TEST(TrainingMemory, r09_LayersLeftOverGoToTheMiddle)
{
    // 126 layers (Llama 3 405B) on 16 stages: 14 of the stages hold 8, the first and the last 7.
    const Architecture a = test::llama(126, 16384, 53248, 128, 8, 128256);
    const auto memory = trainingMemory(job(a, "bf16", 8192, 256), plan(8, 16));
    EXPECT_EQ(memory->stages.front().layers.layers, 7);
    EXPECT_EQ(memory->stages.back().layers.layers, 7);
    EXPECT_EQ(memory->stages[7].layers.layers, 8);
}

TEST(TrainingMemory, r10_LatentAttentionInActivations)
{
    const Architecture a = test::deepSeekV3();
    TrainingMemoryInput input = job(a, "bf16", 4096, 64);
    ParallelPlan p = plan(1, 1);
    const double all = layerActivationBytes(input, p, {LayerKind::Mixer::attention, LayerKind::Ffn::none});
    p.recompute = Recompute::selective;
    input.modules.latentUpProjection = true;
    const double less = layerActivationBytes(input, p, {LayerKind::Mixer::attention, LayerKind::Ffn::none});
    EXPECT_DOUBLE_EQ(all - less, 4096.0 * 2 * 128 * (192 + 192 + 128)); // up-projected q, k, v
}

TEST(TrainingMemory, r11_FlagsForGradientTypeFlashAttentionAndFinalNorm)
{
    const Architecture a = test::llama3_8b();
    TrainingMemoryInput input = job(a, "bf16", 8192, 8);
    const StageMemory wide = trainingMemory(input, plan(1, 2))->stages[1];
    input.recipe = *trainingRecipeOf("bf16-bf16grads");
    const StageMemory narrow = trainingMemory(input, plan(1, 2))->stages[1];
    EXPECT_DOUBLE_EQ(wide.persistent().gradients, 2 * narrow.persistent().gradients);
    // The final norm is on the last stage only, and whole.
    const StageMemory first = trainingMemory(input, plan(1, 2))->stages[0];
    EXPECT_DOUBLE_EQ(narrow.replicated.weights - first.replicated.weights, 2.0 * 4096);
    // Without flash attention the scores are kept: 2 a s² b bytes a layer, against 4 a s b.
    const double flash = layerActivationBytes(input, plan(1, 1), {});
    input.flashAttention = false;
    EXPECT_DOUBLE_EQ(layerActivationBytes(input, plan(1, 1), {}) - flash, 2.0 * 32 * 8192 * 8192 - 4.0 * 32 * 8192);
}

TEST(TrainingMemory, r12_NormsAreNotDividedByTensorParallel)
{
    const Architecture a = test::llama3_8b();
    const TrainingMemoryInput input = job(a, "bf16", 8192, 8);
    EXPECT_DOUBLE_EQ(
        trainingMemory(input, plan(8, 1))->worst().replicated.sum(), trainingMemory(input, plan(1, 1))->worst().replicated.sum());
    EXPECT_DOUBLE_EQ(trainingMemory(input, plan(1, 1))->worst().replicated.sum(), 18 * (65.0 * 4096)); // 2 a layer and the final one
}

TEST(TrainingMemory, r13_ShardedTrainingGathersUnits)
{
    const Architecture a = test::llama3_8b();
    const TrainingMemoryInput input = job(a, "amp-bf16", 8192, 64);
    ParallelPlan p = plan(1, 1, 8);
    p.zeroStage = 3;
    const StageMemory s = trainingMemory(input, p)->worst();
    const double layer = 2.0 * 4096 * 4096 + 2.0 * 4096 * 1024 + 3.0 * 4096 * 14336 + 2 * 4096, norm = 4096;
    const double root = 2 * 128256.0 * 4096;
    const double unit = layer + norm / 32; // the final norm is spread over the units
    EXPECT_NEAR(s.gatherBytes, 2 * (2 * unit + root) + 4 * unit, 1);
    p.dp = 1;
    EXPECT_EQ(trainingMemory(input, p)->worst().gatherBytes, 0); // nothing to gather on one accelerator
}

TEST(TrainingMemory, r16_CostDoesNotDependOnTheBatch)
{
    const Architecture a = test::llama3_8b();
    const auto small = trainingMemory(job(a, "bf16", 8192, 64), plan(8, 4));
    const auto huge = trainingMemory(job(a, "bf16", 8192, 1048576), plan(8, 4));
    EXPECT_DOUBLE_EQ(small->peakBytes.value, huge->peakBytes.value); // the pipeline is full in both
    EXPECT_EQ(small->stages.size(), huge->stages.size());
}

TEST(TrainingMemory, r19_PeakIsTheMaximumOverInstants)
{
    const Architecture a = test::llama3_8b();
    TrainingMemoryInput input = job(a, "bf16", 8192, 64);
    const StageMemory atLoss = trainingMemory(input, plan(1, 1, 8, 2))->worst();
    EXPECT_EQ(atLoss.instant, Instant::loss);
    EXPECT_DOUBLE_EQ(atLoss.lossBytes, 8.0 * 2 * 8192 * 128256);
    EXPECT_NEAR(4.0 * 2 * 8192 * 128256 / gib, 7.8, 0.05); // the FP32 copy alone
    input.lossChunks = 16;
    const StageMemory chunked = trainingMemory(input, plan(1, 1, 8, 2))->worst();
    EXPECT_EQ(chunked.instant, Instant::backward);
    EXPECT_DOUBLE_EQ(chunked.lossBytes, atLoss.lossBytes / 16);
    for (const Instant at : {Instant::forwardEnd, Instant::loss, Instant::backward, Instant::optimizerStep})
        EXPECT_LE(chunked.dynamicBytes(at), chunked.dynamicBytes(chunked.instant));
}

// ---- verdict and invariants ----------------------------------------------------------------------------------------

TEST(TrainingMemory, ThreeBands)
{
    EXPECT_EQ(trainingFits(75, 100), Fits::yes);
    EXPECT_EQ(trainingFits(75.1, 100), Fits::tight);
    EXPECT_EQ(trainingFits(92, 100), Fits::tight);
    EXPECT_EQ(trainingFits(92.1, 100), Fits::no);
    EXPECT_EQ(trainingFits(1, std::numeric_limits<double>::infinity()), Fits::unknown);
    EXPECT_EQ(toText(Fits::shortened), "short");
}

TEST(TrainingMemory, FullRecomputationKeepsInputsAndOneLayer)
{
    const Architecture a = test::llama3_70b();
    const TrainingMemoryInput input = job(a, "bf16", 8192, 64);
    ParallelPlan p = plan(8, 1, 1);
    p.sequenceParallel = true, p.recompute = Recompute::full;
    const StageMemory s = trainingMemory(input, p)->worst();
    EXPECT_DOUBLE_EQ(s.activationBytes, 80.0 * 2 * 8192 * 8192 / 8);
    p.recompute = Recompute::none;
    EXPECT_GT(s.workingBytes, layerActivationBytes(input, p, {}));
}

TEST(TrainingMemory, ContextParallelDividesTokens)
{
    const Architecture a = test::llama3_8b();
    const TrainingMemoryInput input = job(a, "bf16", 131072, 64);
    ParallelPlan p = plan(1, 1), four = p;
    four.cp = 4;
    EXPECT_DOUBLE_EQ(trainingMemory(input, p)->worst().activationBytes, 4 * trainingMemory(input, four)->worst().activationBytes);
    // Gradients and optimizer are sharded over CP too.
    EXPECT_DOUBLE_EQ(
        trainingMemory(input, p)->worst().tensorSharded.optimizer, 4 * trainingMemory(input, four)->worst().tensorSharded.optimizer);
}

TEST(TrainingMemory, AdaptersOnAFrozenBase)
{
    const Architecture a = test::llama3_8b();
    TrainingMemoryInput input = job(a, "lora", 2048, 2);
    input.adapterRank = 8;
    const StageMemory s = trainingMemory(input, plan(1, 1, 1, 2))->worst();
    EXPECT_DOUBLE_EQ(s.persistent().weights - s.adapters.weights, 2 * 8030261248.0);
    EXPECT_DOUBLE_EQ(s.adapters.sum(), 16 * adapterParameters(a, 8));
    EXPECT_EQ(s.tensorSharded.gradients + s.tensorSharded.optimizer, 0);
    input.recipe = *trainingRecipeOf("qlora");
    const StageMemory q = trainingMemory(input, plan(1, 1, 1, 2))->worst();
    const double ends = 2 * 128256.0 * 4096; // embedding and head are not quantised
    EXPECT_NEAR(q.persistent().weights - q.adapters.weights, (8030261248.0 - ends) * 4.127 / 8 + ends * 2, 1);
    EXPECT_GT(q.gatherBytes, 0); // one layer unpacked to 16 bit
}

TEST(TrainingMemory, PeakAloneIsThePeakOfTheHeaviestStage)
{
    const Architecture a = test::deepSeekV3();
    TrainingMemoryInput input = job(a, "fp8", 4096, 2048);
    input.reserve = {};
    ParallelPlan p = plan(2, 8, 64);
    p.ep = 32, p.vpp = 2;
    const auto memory = trainingMemory(input, p);
    EXPECT_DOUBLE_EQ(trainingPeakBytes(input, p).value(), memory->peakBytes.value);
    for (const StageMemory& stage : memory->stages) EXPECT_LE(stage.peakBytes, memory->peakBytes.value);
    EXPECT_LT(memory->peakBytes.low, memory->peakBytes.value);
    EXPECT_GT(memory->peakBytes.high, memory->peakBytes.value);
    std::int64_t layers = 0;
    for (const StageMemory& stage : memory->stages) layers += stage.layers.layers;
    EXPECT_EQ(layers, 61);
}

TEST(TrainingMemory, PeakAloneLooksAtEveryKindOfStage)
{
    const Architecture a = test::deepSeekV3(); // three dense layers, then experts: uneven stages
    const TrainingMemoryInput input = job(a, "bf16", 4096, 256);
    for (int pp = 1; pp <= 61; ++pp)
        for (const int vpp : {1, 2, 3})
            for (const Recompute recompute : {Recompute::none, Recompute::full}) {
                ParallelPlan p = plan(2, pp, 4);
                p.vpp = pp > 1 ? vpp : 1, p.recompute = recompute;
                const auto memory = trainingMemory(input, p);
                const std::optional<double> peak = trainingPeakBytes(input, p);
                ASSERT_EQ(memory.has_value(), peak.has_value());
                if (!peak) continue;
                EXPECT_DOUBLE_EQ(*peak, memory->worst().peakBytes) << toText(p);
            }
}

TEST(TrainingMemory, RefusesImpossiblePlans)
{
    const Architecture a = test::llama3_8b();
    const TrainingMemoryInput input = job(a, "bf16", 8192, 64);
    for (const ParallelPlan& p : {plan(0, 1), plan(1, 33), plan(1, 1, -1), plan(1, 1, 1, 0)}) {
        const auto memory = trainingMemory(input, p);
        ASSERT_FALSE(memory);
        EXPECT_EQ(memory.error().code, "PLAN-NOT-POSSIBLE");
        EXPECT_FALSE(memory.error().arg("what").empty());
        EXPECT_FALSE(trainingPeakBytes(input, p));
    }
}

void addLeafSum(const Explanation& e, int& leaves)
{
    if (e.inputs.empty()) ++leaves;
    for (const Explanation& input : e.inputs) addLeafSum(input, leaves);
}

TEST(TrainingMemory, EveryFigureIsExplained)
{
    const Architecture a = test::llama3_8b();
    TrainingMemoryInput input = job(a, "bf16", 8192, 64);
    input.reserve = {};
    Trace trace;
    const auto memory = trainingMemory(input, plan(2, 2, 2), "pretrain", &trace);
    ASSERT_TRUE(memory);
    double sum = 0;
    for (const char* part : {"weights", "gradients", "optimizer", "activations", "transient", "reserve"}) {
        const Explanation* e = trace.find(std::string{"memory."} + part + "_bytes@workload:pretrain");
        ASSERT_NE(e, nullptr) << part;
        EXPECT_FALSE(e->formula.empty());
        EXPECT_EQ(e->unit, "bytes");
        EXPECT_FALSE(e->inputs.empty());
        sum += e->value.value;
    }
    const Explanation* peak = trace.find("memory.peak_bytes@workload:pretrain");
    ASSERT_NE(peak, nullptr);
    EXPECT_DOUBLE_EQ(peak->value.value, memory->peakBytes.value);
    EXPECT_NEAR(sum, memory->peakBytes.value, 1); // the parts of the explanation add up to the figure
    int leaves = 0;
    addLeafSum(*peak, leaves);
    EXPECT_GT(leaves, 20);
}

// ---- usable memory -------------------------------------------------------------------------------------------------

TEST(UsableMemory, DriverFigureBeforeLabel)
{
    const Part h100 = test::modelRow("nv-h100-sxm", {{"memory_gb", "80"}, {"memory_reported_mib", "81559"}});
    Explanation why;
    EXPECT_EQ(usableMemoryBytes(h100, &why), Quantity<>::known(81559.0 * 1048576));
    EXPECT_EQ(why.origin, Origin::catalog);
    const Part a100 = test::modelRow("nv-a100-80-sxm", {{"memory_gb", "80"}});
    const Quantity<> usable = usableMemoryBytes(a100, &why);
    EXPECT_EQ(usable.knowledge, Knowledge::estimated);
    EXPECT_DOUBLE_EQ(usable.value, 80e9 * 0.93);
    EXPECT_DOUBLE_EQ(usable.high, 80 * gib);
    EXPECT_EQ(why.origin, Origin::estimate);
    EXPECT_EQ(usableMemoryBytes(test::modelRow("x", {})).missing, std::vector<std::string>{"memory_gb"});
}

} // namespace
} // namespace rackwright

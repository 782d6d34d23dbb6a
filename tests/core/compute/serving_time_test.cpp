#include "core/compute/serving_time.h"

#include <cmath>
#include <gtest/gtest.h>

namespace rackwright {
namespace {

/// Llama 3.1 70B (model card).
Architecture llama70()
{
    Architecture a;
    a.id = "llama-3.1-70b";
    a.kind = "llm_dense";
    a.layers = a.attentionLayers = 80;
    a.hidden = 8192, a.ffnHidden = 28672, a.heads = 64, a.kvHeads = 8, a.headDim = 128, a.vocab = 128256;
    return a;
}

Architecture qwen72()
{
    Architecture a = llama70();
    a.id = "qwen2.5-72b";
    a.ffnHidden = 29568, a.vocab = 152064, a.qkvBias = true;
    return a;
}

ServingTimeInput onH100(const Architecture& architecture, const char* format = "bf16", int tp = 2)
{
    ServingTimeInput in;
    in.architecture = &architecture;
    in.weights = *storageFormatOf(format);
    in.plan.tp = tp;
    in.accelerator.name = "H100";
    in.accelerator.peakFlops = Quantity<>::known(989.5e12);
    in.accelerator.halfPeakFlops = in.accelerator.peakFlops;
    in.accelerator.memoryBytesPerS = Quantity<>::known(3.35e12);
    in.links.scaleUpDomain = 8;
    in.links.scaleUpBytesPerS = Quantity<>::known(450e9);
    in.links.scaleOutBytesPerS = Quantity<>::known(50e9);
    in.calibration.state = "fitted";
    return in;
}

/// Every share 1 and nothing fixed: the pure roofline.
ServingTimeInput ideal(const Architecture& architecture, int tp = 1)
{
    ServingTimeInput in = onH100(architecture, "bf16", tp);
    in.calibration.memoryShare = in.calibration.prefillShare = in.calibration.firstShare = 1;
    in.calibration.layerS = in.calibration.allReduceS = in.calibration.firstTokenS = in.calibration.waitShare = 0;
    return in;
}

// Qwen2.5 72B BF16 on 2 x H100, one stream: 30.9 ms a token measured; weights over bandwidth alone would be 21.7 ms.
TEST(ServingTime, Qwen72OnTwoH100)
{
    const Architecture a = qwen72();
    ServingTimeInput in = onH100(a);
    in.concurrency = 1;
    in.inputTokens = 128, in.outputTokens = 1024;
    const Result<ServingTime> time = servingTime(in);
    ASSERT_TRUE(time);
    EXPECT_NEAR(time->tpotS.value, 30.9e-3, 0.1 * 30.9e-3);
    EXPECT_EQ(time->limitedBy, "memory_bandwidth");
    EXPECT_NEAR(servingCost(ideal(a, 2), 1).decodeMemoryS, 21.7e-3, 0.02 * 21.7e-3);
}

// vLLM on 8 x MI300X, FP8, one stream: 23.7 ms (405B) and 8.42 ms (70B) a token measured, where weights over bandwidth alone
// give 9.6 and 1.66 ms. No constants were fitted on this vendor: they hold within their band of ±50 %.
TEST(ServingTime, SmallShardsAreBoundByLatencyOnMi300x)
{
    Architecture large = llama70();
    large.layers = large.attentionLayers = 126;
    large.hidden = 16384, large.ffnHidden = 53248, large.heads = 128;
    for (const auto& [architecture, measuredS] : {std::pair{large, 23.7e-3}, std::pair{llama70(), 8.42e-3}}) {
        ServingTimeInput in = onH100(architecture, "fp8", 8);
        in.accelerator.peakFlops = Quantity<>::known(2615e12);
        in.accelerator.memoryBytesPerS = Quantity<>::known(5.3e12);
        in.links.scaleUpBytesPerS = Quantity<>::known(448e9);
        in.concurrency = 1;
        in.inputTokens = in.outputTokens = 128;
        in.calibration.bandShare = 0.5;
        const Result<ServingTime> time = servingTime(in);
        EXPECT_LE(time->tpotS.low, measuredS);
        EXPECT_GE(time->tpotS.high, measuredS);
        EXPECT_NEAR(time->tpotS.value, measuredS, 0.25 * measuredS);
    }
}

// Weights without the input embedding, read once a step, plus the cache of each sequence at I + O/2.
TEST(ServingTime, DecodeReadsWeightsAndCache)
{
    const Architecture a = llama70();
    ServingTimeInput in = ideal(a);
    in.inputTokens = 1000, in.outputTokens = 200;
    const ParameterCount count = countParameters(a);
    const double weights = 2 * (count.total() - count.embedding), cache = 4 * 1100.0 * 327680;
    const ServingCost cost = servingCost(in, 4);
    EXPECT_NEAR(cost.decodeMemoryS, (weights + cache) / 3.35e12, 1e-9);
    EXPECT_NEAR(cost.decodeStepS, cost.decodeMemoryS, 1e-12);
}

// 2 A I + causal attention over the peak of all ranks; TPOT adds the prefills of the others.
TEST(ServingTime, PrefillAndInterferenceByHand)
{
    const Architecture a = llama70();
    ServingTimeInput in = ideal(a, 4);
    in.links.scaleUpBytesPerS = Quantity<>::known(1e30);
    in.inputTokens = 2048, in.outputTokens = 256;
    const double flops = 2048 * (2 * matmulParameters(a) + attentionFlopsPerToken(a, 2048, AttentionConvention::causal));
    const ServingCost cost = servingCost(in, 8);
    EXPECT_NEAR(cost.prefillS, flops / (4 * 989.5e12), 1e-9);
    EXPECT_NEAR(cost.tpotS, cost.decodeStepS + 7 * cost.prefillS / 256, 1e-12);
    EXPECT_NEAR(cost.outputTokensPerS, 8 * 256 / (cost.ttftS + 255 * cost.tpotS), 1e-9);
}

// Two all-reduces a layer: latency plus 2 (t-1)/t of B · h · 2 bytes over the link.
TEST(ServingTime, CollectivesByHand)
{
    const Architecture a = llama70();
    ServingTimeInput in = ideal(a, 8);
    in.calibration.allReduceS = 15e-6;
    const double one = 15e-6 + 2 * 7.0 / 8 * (16 * 8192.0 * 2) / 450e9;
    EXPECT_NEAR(servingCost(in, 16).decodeCommS, 160 * one, 1e-12);
    // A cached prefix is not computed again.
    const double all = servingCost(in, 1).prefillS;
    in.prefixHitShare = 0.5;
    EXPECT_NEAR(servingCost(in, 1).prefillS, all / 2, 0.1 * all);
}

// H100 FP8: 1979e12 · 1 / (2 · 3.35e12) = 295 sequences.
TEST(ServingTime, ComputeBatchOfH100Fp8)
{
    const Architecture a = llama70();
    ServingTimeInput in = onH100(a, "fp8");
    in.accelerator.peakFlops = Quantity<>::known(1979e12);
    EXPECT_NEAR(servingComputeBatch(in), 295, 1);
}

// Of 128 experts with 8 a token, one sequence touches 8; a large batch touches all.
TEST(ServingTime, ExpertsAreReadAsTheyAreTouched)
{
    Architecture a;
    a.id = "qwen3-235b";
    a.kind = "llm_moe";
    a.layers = a.attentionLayers = 94;
    a.hidden = 4096, a.ffnHidden = 1536, a.heads = 64, a.kvHeads = 4, a.headDim = 128, a.vocab = 151936;
    a.experts = 128, a.expertsPerToken = 8, a.moeFfnHidden = 1536;
    ServingTimeInput in = ideal(a);
    const double experts = 2 * countParameters(a).routedExperts, dense = servingCost(in, 1).weightReadBytes - experts * 8 / 128;
    EXPECT_NEAR(servingCost(in, 16).weightReadBytes, dense + experts * (1 - std::pow(120.0 / 128, 16)), 1);
    EXPECT_NEAR(servingCost(in, 4096).weightReadBytes, dense + experts, 1);
}

TEST(ServingTime, BatchIsTheSmallestOfTheLimits)
{
    const Architecture a = llama70();
    ServingTimeInput in = onH100(a, "bf16", 8);
    in.concurrency = 100;
    in.plan.dp = 2;
    EXPECT_EQ(servingTime(in)->batch, 50);
    EXPECT_EQ(servingTime(in)->batchLimitedBy, "concurrency");
    in.engineMaxSequences = 40;
    EXPECT_EQ(servingTime(in)->batchLimitedBy, "engine");
    in.memoryBatch = 30.7;
    const Result<ServingTime> memory = servingTime(in);
    EXPECT_EQ(memory->batch, 30);
    EXPECT_EQ(memory->batchLimitedBy, "memory");
    in.tpotLimitS = servingCost(in, 20).tpotS * 1.0001;
    const Result<ServingTime> latency = servingTime(in);
    EXPECT_EQ(latency->batch, 20);
    EXPECT_EQ(latency->latencyBatch, 20);
    EXPECT_EQ(latency->batchLimitedBy, "latency");
    // What does not run waits: TTFT is longer than with all of them running.
    EXPECT_GT(latency->ttftS.value, servingCost(in, 20).ttftS + servingCost(in, 20).tpotS * in.outputTokens);
    in.tpotLimitS = 1e-6;
    EXPECT_EQ(servingTime(in)->latencyBatch, 0);
}

TEST(ServingTime, ReplicasMultiplyThroughput)
{
    const Architecture a = llama70();
    ServingTimeInput in = onH100(a, "bf16", 4);
    in.concurrency = 32;
    const double one = servingTime(in)->tokensPerS.value;
    in.plan.dp = 2, in.concurrency = 64;
    const Result<ServingTime> two = servingTime(in);
    EXPECT_NEAR(two->tokensPerS.value, 2 * one, 1e-6 * one);
    EXPECT_NEAR(two->requestsPerS.value, two->tokensPerS.value / 256, 1e-9);
}

TEST(ServingTime, BandsAreThoseOfTheCalibration)
{
    const Architecture a = llama70();
    const ServingTimeInput in = onH100(a);
    const Result<ServingTime> time = servingTime(in);
    EXPECT_DOUBLE_EQ(time->tpotS.low, time->tpotS.value * 0.75);
    EXPECT_DOUBLE_EQ(time->tpotS.high, time->tpotS.value * 1.25);
    EXPECT_EQ(time->tpotS.knowledge, Knowledge::estimated);
}

TEST(ServingTime, UnknownsAreNamedAndBadInputRefused)
{
    const Architecture a = llama70();
    ServingTimeInput in = onH100(a);
    in.accelerator.peakFlops = Quantity<>::unknown("x fp8_tflops_dense");
    EXPECT_EQ(servingTime(in)->tpotS.missing, std::vector<std::string>{"x fp8_tflops_dense"});
    Architecture vision = llama70();
    vision.kind = "vision";
    ServingTimeInput image = onH100(vision);
    EXPECT_EQ(servingTime(image)->tpotS.missing, std::vector<std::string>{"time model of vision"});
    const auto refused = [&](auto&& change) {
        ServingTimeInput bad = onH100(a);
        change(bad);
        const Result<ServingTime> time = servingTime(bad);
        return time ? std::string{} : std::string{time.error().arg("what")};
    };
    EXPECT_EQ(refused([](auto& bad) { bad.plan.tp = 3; }), "tp");
    EXPECT_EQ(refused([](auto& bad) { bad.plan.ep = 2; }), "ep");
    EXPECT_EQ(refused([](auto& bad) { bad.outputTokens = 0; }), "output_tokens");
    EXPECT_EQ(refused([](auto& bad) { bad.concurrency = std::nan(""); }), "concurrency");
}

TEST(ServingTime, EveryFigureIsExplained)
{
    const Architecture a = llama70();
    Trace trace;
    ASSERT_TRUE(servingTime(onH100(a), "chat", &trace));
    for (const char* figure : {"tpot_s", "ttft_s", "decode_step_s", "prefill_s", "tokens_per_s", "requests_per_s"}) {
        const Explanation* node = trace.find(std::string{"compute."} + figure + "@workload:chat");
        ASSERT_NE(node, nullptr) << figure;
        EXPECT_FALSE(node->formula.empty());
        EXPECT_FALSE(node->inputs.empty());
    }
}

// Erlang C by hand: 2 servers, load 1: B = 0.2, C = 0.2 / (1 - 0.5 · 0.8) = 1/3; mean wait = C s / (c (1 - rho)) = s/3.
TEST(Waiting, ErlangCByHand)
{
    const Waiting w = waiting(0.5, 2, 2);
    EXPECT_TRUE(w.stable);
    EXPECT_DOUBLE_EQ(w.utilisation, 0.5);
    EXPECT_NEAR(w.probability, 1.0 / 3, 1e-12);
    EXPECT_NEAR(w.meanS, 2.0 / 3, 1e-12);
    // P(wait > x) = 1/3 exp(-x / 2): half of the waiting third is over after 2 ln 2.
    EXPECT_NEAR(w.percentileS(1 - 1.0 / 6), 2 * std::log(2.0), 1e-9);
    EXPECT_EQ(w.percentileS(0.5), 0);
    // Constant service halves the wait (Allen-Cunneen).
    EXPECT_NEAR(waiting(0.5, 2, 2, 0).meanS, 1.0 / 3, 1e-12);
}

TEST(Waiting, OverloadIsNotStable)
{
    EXPECT_FALSE(waiting(1, 2, 2).stable);
    EXPECT_FALSE(waiting(2, 2, 2).stable);
}

TEST(Waiting, UsersAndReplicas)
{
    EXPECT_DOUBLE_EQ(requestRate(36000, 0.1, 5), 5);
    EXPECT_EQ(replicasNeeded(5, 14, 100, 0.7), 1);
    EXPECT_EQ(replicasNeeded(5.01, 14, 100, 0.7), 2);
}

} // namespace
} // namespace rackwright

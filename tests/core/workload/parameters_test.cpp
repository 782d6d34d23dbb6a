#include "core/workload/architecture.h"
#include "tests/core/workload/model_rows.h"

#include <gtest/gtest.h>

namespace rackwright {
namespace {

using test::gpt;
using test::llama;

/// Narayanan et al. 2021 (arXiv 2104.04473), Table 1: layers, hidden, heads, billions of parameters.
struct NarayananRow {
    std::int64_t layers, hidden, heads;
    double billions;
};
constexpr NarayananRow table1[]{{24, 2304, 24, 1.7}, {30, 3072, 32, 3.6}, {36, 4096, 32, 7.5}, {40, 6144, 48, 18.4}, {48, 8192, 64, 39.1},
    {60, 10240, 80, 76.1}, {80, 12288, 96, 145.6}, {96, 16384, 128, 310.1}, {105, 20480, 128, 529.6}, {128, 25600, 160, 1008.0}};

TEST(Parameters, NarayananTable1WithinTheDigitPrinted)
{
    for (const NarayananRow& row : table1)
        EXPECT_NEAR(countParameters(gpt(row.layers, row.hidden, row.heads)).total() / 1e9, row.billions, 0.0501) << row.billions;
}

TEST(Parameters, NarayananEquation1)
{
    for (const NarayananRow& row : table1) {
        const double l = static_cast<double>(row.layers), h = static_cast<double>(row.hidden), v = 51200, s = 2048;
        const double equation = 12 * l * h * h * (1 + 13 / (12 * h) + (v + s) / (12 * l * h));
        const double finalNorm = 2 * h; // the paper leaves the last LayerNorm out
        EXPECT_NEAR(countParameters(gpt(row.layers, row.hidden, row.heads)).total(), equation + finalNorm, 1e-6 * equation);
    }
}

TEST(Parameters, PublishedCountsExactly)
{
    // Element counts of the released checkpoints (model cards and safetensors metadata).
    EXPECT_EQ(countParameters(llama(32, 4096, 11008, 32, 32, 32000)).total(), 6738415616.0); // Llama 2 7B
    EXPECT_EQ(countParameters(llama(80, 8192, 28672, 64, 8, 32000)).total(), 68976648192.0); // Llama 2 70B
    EXPECT_EQ(countParameters(test::llama3_8b()).total(), 8030261248.0);
    EXPECT_EQ(countParameters(test::llama3_70b()).total(), 70553706496.0);
    EXPECT_EQ(countParameters(llama(126, 16384, 53248, 128, 8, 128256)).total(), 405853388800.0); // Llama 3.1 405B
    EXPECT_EQ(countParameters(gpt(96, 12288, 96, 50257)).total(), 174604259328.0); // GPT-3
}

TEST(Parameters, n27_GroupedQueriesShareKeysAndValues)
{
    // Llama 3 8B: q and o 2 × 4096², k and v 2 × 4096 × 1024 a layer.
    const ParameterCount count = countParameters(test::llama3_8b());
    EXPECT_EQ(count.attention, 32.0 * (2 * 4096.0 * 4096 + 2 * 4096.0 * 1024));
    EXPECT_EQ(count.keyValue, 32.0 * 2 * 4096 * 1024);
}

TEST(Parameters, MixtralTotalAndActive)
{
    Architecture a = llama(32, 4096, 14336, 32, 8, 32000);
    a.experts = 8, a.expertsPerToken = 2, a.moeFfnHidden = 14336;
    const ParameterCount count = countParameters(a);
    EXPECT_EQ(count.total(), 46702792704.0);
    EXPECT_NEAR(count.activeTotal / 1e9, 12.9, 0.05); // Mixtral paper (arXiv 2401.04088): 13B active
    EXPECT_EQ(count.routedExperts, 32.0 * 8 * 3 * 4096 * 14336);
}

TEST(Parameters, r10_DeepSeekV3WithLatentAttention)
{
    const ParameterCount count = countParameters(test::deepSeekV3());
    EXPECT_NEAR(count.total() / 1e9, 671.0, 0.05); // DeepSeek-V3 report: 671B in total, 37B for a token
    EXPECT_NEAR(count.activeTotal / 1e9, 37, 0.6);
    // Standard attention of the same heads would be far larger: 4 × 7168 × 128 × 128 a layer instead of 187 million.
    const double latent = (count.attention + count.replicatedLinear) / 61;
    EXPECT_NEAR(latent, 7168.0 * 1536 + 1536.0 * 128 * 192 + 7168.0 * 576 + 512.0 * 128 * 256 + 128.0 * 128 * 7168, 1);
}

TEST(Parameters, r08_ThreeBucketsWithTheirOwnDivisors)
{
    const ParameterCount count = countParameters(test::deepSeekV3());
    EXPECT_EQ(count.routedExperts, 58.0 * 256 * 3 * 7168 * 2048);
    // Norms (2h a layer, q and kv latents, final), routers and the two down-projections.
    const double norms = 61.0 * (2 * 7168 + 1536 + 512) + 7168, routers = 58.0 * 7168 * 256, down = 61.0 * 7168 * (1536 + 512 + 64);
    EXPECT_EQ(count.replicated, norms + routers + down);
}

TEST(Parameters, r09_RangesOfLayersAddUpToTheWhole)
{
    for (const Architecture& a : {test::llama3_8b(), test::deepSeekV3(), gpt(48, 6144, 64)}) {
        const ParameterCount first = countParameters(a, 0, 7), middle = countParameters(a, 7, 20), last = countParameters(a, 20, a.layers);
        const double copy = a.tiedEmbeddings ? static_cast<double>(a.vocab * a.hidden) : 0; // the last stage holds its own head
        EXPECT_DOUBLE_EQ(first.total() + middle.total() + last.total(), countParameters(a).total() + copy);
        EXPECT_EQ(middle.embedding + middle.head + first.head + last.embedding, 0);
    }
}

TEST(Parameters, PredictionModulesAreOutsideTheCount)
{
    Architecture a = test::deepSeekV3();
    const double before = countParameters(a).total();
    a.mtpLayers = 1;
    EXPECT_EQ(countParameters(a).total(), before);
    EXPECT_NEAR(mtpParameters(a) / 1e9, 11.6, 0.1); // DeepSeek-V3 repository: 11.5B of own weights in the module
}

TEST(Parameters, LowRankAdaptersOnAllLinearLayers)
{
    // Llama 3 8B, rank 8: q 8192, k and v 5120, o 8192, gate, up and down 18432 in + out.
    EXPECT_EQ(adapterParameters(test::llama3_8b(), 8), 32.0 * 8 * (8192 + 2 * 5120 + 8192 + 3 * 18432));
}

TEST(Architecture, n18_HeadSizeIsReadNotDerived)
{
    // Mistral Nemo: 32 heads of 128 beside a width of 5120.
    const auto a = architectureOf(test::modelRow("mistral-nemo-12b",
        {{"kind", "llm_dense"}, {"layers", "40"}, {"hidden", "5120"}, {"ffn_hidden", "14336"}, {"heads", "32"}, {"kv_heads", "8"},
            {"head_dim", "128"}, {"vocab", "131072"}, {"attention", "gqa"}, {"gated_ffn", "1"}, {"tied_embeddings", "0"},
            {"qkv_bias", "none"}}));
    ASSERT_TRUE(a);
    EXPECT_EQ(countParameters(*a).total(), 12247782400.0); // published element count
    EXPECT_EQ(kvCacheBytes(*a, 1, 2), 2.0 * 40 * 8 * 128 * 2);
}

TEST(Architecture, MissingShapeNamesTheColumns)
{
    const auto a = architectureOf(test::modelRow("sdxl-base", {{"kind", "diffusion"}, {"params_b", "2.6"}}));
    ASSERT_FALSE(a);
    EXPECT_EQ(a.error().code, "MODEL-NO-SHAPE");
    EXPECT_EQ(a.error().arg("model"), "sdxl-base");
    EXPECT_NE(a.error().arg("missing").find("layers"), std::string_view::npos);
}

TEST(Architecture, WhatCannotBeCountedSaysWhyAndFollowsThePublishedTotal)
{
    const auto a = architectureOf(test::modelRow("hybrid",
        {{"kind", "llm_hybrid"}, {"params_b", "27"}, {"layers", "64"}, {"hidden", "5120"}, {"ffn_hidden", "17408"}, {"heads", "24"},
            {"kv_heads", "4"}, {"head_dim", "256"}, {"vocab", "248320"}, {"attention", "hybrid"}, {"attention_layers", "16"},
            {"global_attention_every", "4"}}));
    ASSERT_TRUE(a);
    EXPECT_EQ(a->missing, std::vector<std::string>{"linear_mixer"});
    EXPECT_NEAR(countParameters(*a).total(), 27e9, 1);
    EXPECT_NEAR(countParameters(*a, 0, 32).total() + countParameters(*a, 32, 64).total(), 27e9, 1);
}

TEST(Architecture, n28_ParametersComeFromTheChosenRowOnly)
{
    const Architecture small = test::llama3_8b(), large = test::llama3_70b();
    EXPECT_NE(countParameters(small).total(), countParameters(large).total());
    EXPECT_EQ(architectureOf(test::modelRow("klein", {{"kind", "diffusion"}})).error().arg("model"), "klein");
}

TEST(Layers, MixtureOfExpertsBehindDenseLayers)
{
    const LayerMix mix = layerMix(test::deepSeekV3());
    EXPECT_EQ(mix.dense, 3);
    EXPECT_EQ(mix.moe, 58);
    EXPECT_EQ(mix.attention, 61);
    EXPECT_EQ(layerKind(test::deepSeekV3(), 2).ffn, LayerKind::Ffn::dense);
    EXPECT_EQ(layerKind(test::deepSeekV3(), 3).ffn, LayerKind::Ffn::moe);
}

TEST(Layers, SingleBlocksAreSpreadOverTheDepth)
{
    Architecture a = llama(52, 2688, 1856, 32, 2, 131072); // Nemotron 3 Nano: 23 Mamba-2, 23 MoE, 6 attention
    a.attention = AttentionKind::hybrid;
    a.singleBlocks = true, a.attentionLayers = 6, a.linearLayers = 23, a.moeLayers = 23;
    a.experts = 128, a.expertsPerToken = 6, a.moeFfnHidden = 1856;
    const LayerMix mix = layerMix(a);
    EXPECT_EQ(mix.attention, 6);
    EXPECT_EQ(mix.linear, 23);
    EXPECT_EQ(mix.moe, 23);
    EXPECT_EQ(mix.dense, 0);
    const LayerMix half = layerMix(a, 0, 26);
    EXPECT_EQ(half.attention, 3);
    EXPECT_NEAR(static_cast<double>(half.linear), 11.5, 0.6);
}

} // namespace
} // namespace rackwright

#include "core/workload/architecture.h"
#include "tests/core/workload/model_rows.h"

#include <gtest/gtest.h>

namespace rackwright {
namespace {

using test::gpt;

TEST(Flops, GptShortFormOfNarayanan)
{
    // 72 B s L h² (1 + s/(6h) + V/(12 L h)) for a batch; per token without B s. Equation 3 without recomputation.
    for (const auto& [layers, hidden, heads] : {std::tuple{48, 6144, 64}, {96, 12288, 96}, {105, 20480, 128}}) {
        const double l = layers, h = hidden, s = 2048, v = 51200;
        const double form = 72 * l * h * h * (1 + s / (6 * h) + v / (12 * l * h));
        EXPECT_NEAR(trainingFlopsPerToken(gpt(layers, hidden, heads), 2048, AttentionConvention::full), form, 1e-9 * form);
    }
}

TEST(Flops, CausalHalvesTheScores)
{
    const Architecture a = test::llama3_8b();
    const double full = attentionFlopsPerToken(a, 8192, AttentionConvention::full);
    EXPECT_DOUBLE_EQ(full, 4.0 * 32 * 32 * 128 * 8192); // 4 L a d s
    EXPECT_DOUBLE_EQ(attentionFlopsPerToken(a, 8192, AttentionConvention::causal), full / 2);
}

TEST(Flops, r10_LatentAttentionUsesItsOwnHeadSizes)
{
    // 2 L a (n + o + w) s = 2 × 61 × 128 × (128 + 64 + 128) × 4096.
    EXPECT_DOUBLE_EQ(attentionFlopsPerToken(test::deepSeekV3(), 4096, AttentionConvention::full), 2.0 * 61 * 128 * 320 * 4096);
}

TEST(Flops, OnlyActiveExpertsWork)
{
    Architecture a = test::llama(32, 4096, 14336, 32, 8, 32000);
    const double attention = 2 * 4096.0 * 4096 + 2 * 4096.0 * 1024, head = 32000.0 * 4096;
    a.experts = 8, a.expertsPerToken = 2, a.moeFfnHidden = 14336;
    EXPECT_DOUBLE_EQ(matmulParameters(a), 32 * (attention + 2 * 3 * 4096.0 * 14336 + 8 * 4096.0) + head);
}

TEST(Flops, WindowsLimitTheSum)
{
    Architecture a = test::llama(32, 4096, 14336, 32, 8, 32000);
    a.attention = AttentionKind::slidingWindow;
    a.attentionLayers = 0, a.slidingWindow = 4096;
    const double each = 4.0 * 32 * 32 * 128;
    // Token i sees min(i, W): mean over s = 16384 is W − W²/(2s) = 4096 − 512.
    EXPECT_DOUBLE_EQ(attentionFlopsPerToken(a, 16384, AttentionConvention::causal), each * 3584);
    EXPECT_DOUBLE_EQ(attentionFlopsPerToken(a, 16384, AttentionConvention::full), each * 4096);
    EXPECT_DOUBLE_EQ(attentionFlopsPerToken(a, 2048, AttentionConvention::causal), each * 1024);
}

} // namespace
} // namespace rackwright

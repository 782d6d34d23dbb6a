#include "core/workload/architecture.h"
#include "tests/core/workload/model_rows.h"

#include <gtest/gtest.h>

namespace rackwright {
namespace {

constexpr double mib = 1048576;

TEST(Cache, n27_PublishedBytesPerToken)
{
    EXPECT_EQ(kvCacheBytes(test::llama3_8b(), 1, 2), 131072);
    EXPECT_EQ(kvCacheBytes(test::llama3_70b(), 1, 2), 327680);
    EXPECT_EQ(kvCacheBytes(test::llama(126, 16384, 53248, 128, 8, 128256), 1, 2), 516096); // Llama 3.1 405B
}

TEST(Cache, n08_n09_LatentAttentionKeepsTheLatentOnly)
{
    // 61 × (512 + 64) × 2 bytes; as full heads it would be 61 × (24,576 + 16,384) × 2, seventy-one times as much.
    const double latent = kvCacheBytes(test::deepSeekV3(), 1, 2);
    EXPECT_EQ(latent, 70272);
    EXPECT_NEAR(61.0 * (24576 + 16384) * 2 / latent, 71.1, 0.1);
}

TEST(Cache, n13_QuantisedCacheOfMistralSmall)
{
    // 56 layers × 8 heads × 128 × 2, q8_0, 49,152 tokens: llama.cpp logged 5712.00 MiB.
    const Architecture a = test::llama(56, 6144, 16384, 48, 8, 32768);
    EXPECT_DOUBLE_EQ(kvCacheBytes(a, 49152, 34.0 / 32) / mib, 5712.0);
}

TEST(Cache, LlamaCppLogs)
{
    EXPECT_DOUBLE_EQ(kvCacheBytes(test::llama(28, 3584, 18944, 28, 4, 152064), 2048, 2) / mib, 112.0); // Qwen2.5 7B
    EXPECT_DOUBLE_EQ(kvCacheBytes(test::llama(36, 2048, 11008, 16, 2, 151936), 4096, 2) / mib, 144.0); // Qwen2.5 3B
    EXPECT_DOUBLE_EQ(kvCacheBytes(test::llama3_70b(), 2048, 2) / mib, 640.0);
}

Architecture gemma3_27b()
{
    Architecture a = test::llama(62, 5376, 21504, 32, 16, 262208);
    a.headDim = 128;
    a.attention = AttentionKind::slidingWindow;
    a.slidingWindow = 1024, a.globalAttentionEvery = 6, a.attentionLayers = 10;
    a.tiedEmbeddings = true;
    return a;
}

TEST(Cache, n15_n17_WindowLayersStopGrowing)
{
    const Architecture a = gemma3_27b();
    const CacheShape shape = cacheShape(a, 2);
    EXPECT_EQ(shape.growingBytesPerToken, 81920); // 10 global layers × 2 × 16 × 128 × 2
    EXPECT_EQ(shape.windowBytesPerToken * shape.window, 436207616); // 52 layers × 8192 × 1024
    EXPECT_EQ(shape.bytes(131072), 81920.0 * 131072 + 436207616.0);
    EXPECT_EQ(shape.bytes(512), 512.0 * 62 * 2 * 16 * 128 * 2); // below the window all layers grow
}

TEST(Cache, n15_AllLayersAtFullContextIsTheErrorOfTheTool)
{
    Architecture a = gemma3_27b();
    a.attention = AttentionKind::multiHead; // what the tool assumed: 992 MiB at 2048 tokens
    EXPECT_DOUBLE_EQ(kvCacheBytes(a, 2048, 2) / mib, 992.0);
}

TEST(Cache, n17_PerLayerKindsMatchTheCorrectedTool)
{
    // 25 of 30 layers with windows of 1024 (Gemma 4 26B-A4B): growth per token is that of 5 layers only.
    Architecture a = test::llama(30, 2816, 2112, 16, 8, 262144);
    a.headDim = 256;
    a.attention = AttentionKind::slidingWindow;
    a.slidingWindow = 1024, a.globalAttentionEvery = 6, a.attentionLayers = 5;
    const double growth = kvCacheBytes(a, 131072, 2) - kvCacheBytes(a, 65536, 2);
    EXPECT_DOUBLE_EQ(growth, 65536.0 * 5 * 2 * 8 * 256 * 2);
}

TEST(Cache, GptOssAlternatesWindowAndFullAttention)
{
    Architecture a = test::llama(36, 2880, 2880, 64, 8, 201088);
    a.headDim = 64;
    a.attention = AttentionKind::slidingWindow;
    a.slidingWindow = 128, a.globalAttentionEvery = 2, a.attentionLayers = 18;
    EXPECT_EQ(cacheShape(a, 2).growingBytesPerToken, 36864);
    EXPECT_EQ(cacheShape(a, 2).windowBytesPerToken * 128, 4718592);
}

TEST(Cache, n03_HybridsKeepAConstantStatePerSequence)
{
    // Qwen3-Next: 12 attention layers of 2 heads × 256; 36 gated delta-net layers of 32 value heads, 128 × 128 in FP32, and a
    // convolution over 8192 channels that keeps 3 inputs in 16 bit.
    Architecture a = test::llama(48, 2048, 5120, 16, 2, 151936);
    a.headDim = 256;
    a.attention = AttentionKind::hybrid;
    a.globalAttentionEvery = 4, a.attentionLayers = 12;
    a.linear = {LinearMixerKind::gatedDeltaNet, 16, 128, 32, 128, 1, 0, 4, 0};
    EXPECT_EQ(cacheShape(a, 2).growingBytesPerToken, 24576);
    EXPECT_EQ(cacheShape(a, 2).constantBytes, 36.0 * (32 * 128 * 128 * 4 + 8192 * 3 * 2));
    EXPECT_EQ(cacheShape(a, 2).constantBytes, 77266944);
    EXPECT_EQ(kvCacheBytes(a, 0, 2), 77266944); // before the first token
}

TEST(Cache, StateSpaceModelsDoNotGrow)
{
    Architecture a; // Mamba 2.8B: 64 layers, inner width 5120, state 16
    a.kind = "llm_ssm";
    a.layers = 64, a.hidden = 2560, a.vocab = 50280;
    a.attention = AttentionKind::none;
    a.linear = {LinearMixerKind::mamba1, 0, 0, 5120, 1, 1, 16, 4, 160};
    EXPECT_EQ(kvCacheBytes(a, 1, 2), 22937600);
    EXPECT_EQ(kvCacheBytes(a, 100000, 2), 22937600);
}

TEST(Cache, n19_EncodersHaveNone)
{
    Architecture a = test::llama(24, 1024, 4096, 16, 16, 250002); // a re-ranker
    a.kind = "encoder";
    EXPECT_EQ(kvCacheBytes(a, 8192, 2), 0);
}

TEST(Cache, CrossAttentionIsConstant)
{
    Architecture a = test::llama(64, 1280, 5120, 20, 20, 51866); // Whisper large: 32 decoder layers, 1500 encoder positions
    a.kind = "speech";
    a.encoderLayers = 32, a.encoderPositions = 1500;
    const CacheShape shape = cacheShape(a, 2);
    EXPECT_EQ(shape.growingBytesPerToken, 32.0 * 2 * 1280 * 2);
    EXPECT_EQ(shape.constantBytes, 32.0 * 2 * 1280 * 2 * 1500);
}

TEST(Cache, n16_RangesOfLayersAddUp)
{
    const Architecture a = gemma3_27b();
    EXPECT_DOUBLE_EQ(cacheShape(a, 2, 0, 20).bytes(50000) + cacheShape(a, 2, 20, 62).bytes(50000), kvCacheBytes(a, 50000, 2));
}

} // namespace
} // namespace rackwright

#include "core/workload/architecture.h"

#include <gtest/gtest.h>

namespace rackwright {
namespace {

LayerMix oneByOne(const Architecture& a, std::int64_t first, std::int64_t last)
{
    LayerMix mix;
    for (std::int64_t layer = first; layer < last; ++layer) {
        const LayerKind kind = layerKind(a, layer);
        ++mix.layers;
        mix.attention += kind.mixer == LayerKind::Mixer::attention;
        mix.window += kind.mixer == LayerKind::Mixer::window;
        mix.linear += kind.mixer == LayerKind::Mixer::linear;
        mix.cross += kind.crossAttention;
        mix.dense += kind.ffn == LayerKind::Ffn::dense;
        mix.moe += kind.ffn == LayerKind::Ffn::moe;
    }
    return mix;
}

void expectEveryRangeCounted(const Architecture& a)
{
    for (std::int64_t first = 0; first <= a.layers; ++first)
        for (std::int64_t last = first; last <= a.layers; ++last)
            EXPECT_EQ(layerMix(a, first, last), oneByOne(a, first, last)) << first << " to " << last;
    EXPECT_EQ(layerMix(a), oneByOne(a, 0, a.layers));
}

// Counting a range at once gives what looking at each of its layers gives.
TEST(LayerMix, IsTheSumOfItsLayers)
{
    Architecture a;
    a.kind = "llm_dense";
    a.layers = a.attentionLayers = 12;
    a.hidden = 64, a.ffnHidden = 256, a.heads = a.kvHeads = 4, a.headDim = 16, a.vocab = 100;
    expectEveryRangeCounted(a);
    Architecture experts = a;
    experts.kind = "llm_moe", experts.experts = 8, experts.expertsPerToken = 2, experts.moeFfnHidden = 64, experts.denseLayersFirst = 3;
    expectEveryRangeCounted(experts);
    experts.attention = AttentionKind::latent;
    experts.ffnHidden = 0;
    expectEveryRangeCounted(experts);
    experts.ffnHidden = 256, experts.moeLayerEvery = 2;
    expectEveryRangeCounted(experts);
    Architecture window = a;
    window.attention = AttentionKind::slidingWindow, window.slidingWindow = 32, window.globalAttentionEvery = 6, window.attentionLayers = 2;
    expectEveryRangeCounted(window);
}

} // namespace
} // namespace rackwright

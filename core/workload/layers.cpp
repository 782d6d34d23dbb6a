// Which layer holds what: attention or another mixer, dense FFN or experts.
#include "core/workload/architecture.h"

#include <algorithm>

namespace rackwright {

namespace {

/// Are `count` of `total` places taken evenly, is place `index` one of them?
bool evenly(std::int64_t index, std::int64_t count, std::int64_t total)
{
    return total > 0 && (index + 1) * count / total > index * count / total;
}

/// Attends with a growing cache: by the published period, else the stated number of layers spread evenly.
bool attendsGlobally(const Architecture& a, std::int64_t layer)
{
    if (a.globalAttentionEvery > 0) return (layer + 1) % a.globalAttentionEvery == 0;
    return evenly(layer, a.attentionLayers, a.layers);
}

LayerKind::Ffn ffnKind(const Architecture& a, std::int64_t layer)
{
    if (a.experts > 0 && layer >= a.denseLayersFirst && (layer + 1) % a.moeLayerEvery == 0) return LayerKind::Ffn::moe;
    return a.ffnHidden > 0 ? LayerKind::Ffn::dense : LayerKind::Ffn::none;
}

/// A stack of single blocks: attention spread evenly, linear mixers evenly among the rest, then FFNs of both kinds.
LayerKind singleBlock(const Architecture& a, std::int64_t layer)
{
    if (evenly(layer, a.attentionLayers, a.layers)) return {LayerKind::Mixer::attention, LayerKind::Ffn::none};
    std::int64_t index = layer - layer * a.attentionLayers / a.layers;
    const std::int64_t rest = a.layers - a.attentionLayers;
    if (evenly(index, a.linearLayers, rest)) return {LayerKind::Mixer::linear, LayerKind::Ffn::none};
    index -= index * a.linearLayers / rest;
    const bool moe = evenly(index, a.moeLayers, rest - a.linearLayers);
    return {LayerKind::Mixer::none, moe ? LayerKind::Ffn::moe : LayerKind::Ffn::dense};
}

/// Attention in every layer, dense FFNs first and experts in all that follow: counted without looking at each layer.
bool isRegular(const Architecture& a)
{
    const bool attends = a.attention == AttentionKind::multiHead || a.attention == AttentionKind::latent;
    return attends && !a.singleBlocks && a.encoderLayers == 0 && a.moeLayerEvery == 1;
}

} // namespace

LayerKind layerKind(const Architecture& a, std::int64_t layer)
{
    if (a.singleBlocks) return singleBlock(a, layer);
    LayerKind kind{LayerKind::Mixer::attention, ffnKind(a, layer), a.encoderLayers > 0 && layer >= a.encoderLayers};
    switch (a.attention) {
    case AttentionKind::multiHead:
    case AttentionKind::latent: break;
    case AttentionKind::slidingWindow:
        if (!attendsGlobally(a, layer)) kind.mixer = LayerKind::Mixer::window;
        break;
    case AttentionKind::hybrid:
        if (!attendsGlobally(a, layer)) kind.mixer = LayerKind::Mixer::linear;
        break;
    case AttentionKind::none: kind.mixer = LayerKind::Mixer::linear; break;
    }
    return kind;
}

LayerMix layerMix(const Architecture& a, std::int64_t firstLayer, std::int64_t lastLayer)
{
    LayerMix mix;
    if (isRegular(a)) {
        mix.layers = mix.attention = std::max<std::int64_t>(0, lastLayer - firstLayer);
        if (a.experts > 0) mix.moe = std::max<std::int64_t>(0, lastLayer - std::max(firstLayer, a.denseLayersFirst));
        if (a.ffnHidden > 0) mix.dense = mix.layers - mix.moe;
        return mix;
    }
    for (std::int64_t layer = firstLayer; layer < lastLayer; ++layer) {
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

LayerMix layerMix(const Architecture& a)
{
    return layerMix(a, 0, a.layers);
}

} // namespace rackwright

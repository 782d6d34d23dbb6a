// The shape of a model, and what follows from it alone: parameters, FLOPs, cache bytes.
#pragma once

#include "core/catalog/part.h"
#include "core/quantity/error.h"
#include "core/quantity/quantity.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace rackwright {

enum class AttentionKind { multiHead, latent /* MLA */, slidingWindow, hybrid, none };

/// Token mixers that are not attention; each keeps a constant state per sequence in place of a growing cache.
enum class LinearMixerKind { none, mamba1, mamba2, gatedDeltaNet, lightning };

[[nodiscard]] std::string_view toText(LinearMixerKind kind);

/// The shape of one layer's linear mixer. mamba1: `valueHeads` = inner width, `valueDim` = 1.
struct LinearMixer {
    LinearMixerKind kind = LinearMixerKind::none;
    std::int64_t keyHeads = 0, keyDim = 0, valueHeads = 0, valueDim = 0;
    std::int64_t groups = 0, state = 0, conv = 0, dtRank = 0;
    friend bool operator==(const LinearMixer&, const LinearMixer&) = default;
};

/// A transformer (or its relatives). All counts are of the whole model; 0 means "has none".
struct Architecture {
    std::string id;
    std::string kind; ///< llm_dense, llm_moe, llm_hybrid, llm_ssm, encoder, vision, speech, diffusion, recommender
    std::int64_t layers = 0, hidden = 0, ffnHidden = 0, heads = 0, kvHeads = 0, headDim = 0, vocab = 0;
    std::int64_t maxContext = 0;
    AttentionKind attention = AttentionKind::multiHead;
    std::int64_t slidingWindow = 0, globalAttentionEvery = 0; ///< one layer in n attends globally; 0: all
    std::int64_t attentionLayers = 0; ///< layers with a growing cache: fewer than `layers` with windows and in hybrids
    std::int64_t kvLoraRank = 0, qkRopeHeadDim = 0, qkNopeHeadDim = 0, vHeadDim = 0, qLoraRank = 0; ///< MLA
    std::int64_t experts = 0, expertsPerToken = 0, sharedExperts = 0, moeFfnHidden = 0, denseLayersFirst = 0, moeLayerEvery = 1;
    bool gatedFfn = true, tiedEmbeddings = false, qkvBias = false, learnedPositions = false, layerNorm = false;
    double stateBytesPerSequence = 0; ///< constant state of recurrent layers
    std::string nativeFormat; ///< "bf16", "fp8" … of the released checkpoint
    std::optional<double> officialParameters, officialActiveParameters; ///< published, not in billions

    bool outputBias = false, ffnBias = false; ///< of the attention output; of the FFN
    bool gatedAttention = false; ///< an output gate as wide as the query projection
    std::int64_t sharedFfnHidden = 0; ///< width of all shared experts together; 0: sharedExperts × moeFfnHidden
    std::int64_t moeLatent = 0; ///< routed experts work in this width in place of `hidden`
    std::int64_t indexHeads = 0, indexHeadDim = 0; ///< sparse-attention indexer; its key is cached
    LinearMixer linear;
    bool singleBlocks = false; ///< a layer is a mixer or an FFN, not both (Nemotron-H)
    std::int64_t linearLayers = 0, denseFfnLayers = 0, moeLayers = 0; ///< of single blocks
    std::int64_t encoderLayers = 0, encoderPositions = 0; ///< the first of `layers` that encode, in an encoder-decoder
    std::int64_t patchSize = 0, classes = 0; ///< image input and output of a vision transformer
    std::int64_t inputChannels = 0; ///< colours of an image, mel bins of speech
    std::int64_t mtpLayers = 0; ///< multi-token-prediction modules; outside the usual count
    std::vector<std::string> missing; ///< columns without which the shape cannot be counted; counts then follow the published total

    friend bool operator==(const Architecture&, const Architecture&) = default;
};

/// What one layer holds.
struct LayerKind {
    enum class Mixer { none, attention, window, linear } mixer = Mixer::attention;
    enum class Ffn { none, dense, moe } ffn = Ffn::dense;
    bool crossAttention = false;
};
[[nodiscard]] LayerKind layerKind(const Architecture& architecture, std::int64_t layer);

/// Layers of each kind in [first, last).
struct LayerMix {
    std::int64_t layers = 0, attention = 0, window = 0, linear = 0, cross = 0, dense = 0, moe = 0;

    LayerMix& operator+=(const LayerMix& other)
    {
        layers += other.layers, attention += other.attention, window += other.window, linear += other.linear;
        cross += other.cross, dense += other.dense, moe += other.moe;
        return *this;
    }
    friend bool operator==(const LayerMix&, const LayerMix&) = default;
};
[[nodiscard]] LayerMix layerMix(const Architecture& architecture, std::int64_t firstLayer, std::int64_t lastLayer);
[[nodiscard]] LayerMix layerMix(const Architecture& architecture);

/// Are keys and values kept as one latent vector (MLA)?
[[nodiscard]] inline bool usesLatentAttention(const Architecture& architecture)
{
    return architecture.kvLoraRank > 0;
}

/// Does it decode token by token with a cache? Encoders, vision, diffusion and recommenders do not.
[[nodiscard]] bool hasCache(const Architecture& architecture);

/// From a row of the models or model_shapes table. A row without the needed shape gives MODEL-NO-SHAPE with the columns.
Result<Architecture> architectureOf(const Part& model);

/// Parameters by bucket, because each bucket has its own divisor when sharded.
struct ParameterCount {
    double tensorSharded = 0; ///< attention, dense FFN, shared experts: / TP
    double replicated = 0; ///< norms, routers, MLA down-projections
    double routedExperts = 0; ///< / (EP × expert-TP)
    double embedding = 0; ///< input embedding (and learned positions)
    double head = 0; ///< output head; 0 when tied
    double activeTotal = 0; ///< parameters that take part for one token, embedding included as the field counts it
    // Of which, because formats and adapters treat them apart:
    double attention = 0; ///< attention and linear-mixer projections, part of tensorSharded
    double replicatedLinear = 0; ///< MLA down-projections, part of replicated
    double raisable = 0; ///< value and FFN-down projections, of all buckets
    double keyValue = 0; ///< key and value projections (copied when heads < TP), part of attention
    [[nodiscard]] double total() const { return tensorSharded + replicated + routedExperts + embedding + head; }
};
/// Closed forms of equations Transformer parameter counts (Narayanan et al. 2021 eq. 1; DeepSeek-V2 for MLA).
ParameterCount countParameters(const Architecture& architecture);
/// Where `missing` is not empty the published total takes the place of the closed form.
/// The same for layers [first, last) only, with embedding/head when the range holds the first/last layer.
ParameterCount countParameters(const Architecture& architecture, std::int64_t firstLayer, std::int64_t lastLayer);

enum class AttentionConvention { full, causal };

/// The same for so many layers of each kind; `first` brings the embedding, `last` head and final norm.
ParameterCount countParameters(const Architecture& architecture, const LayerMix& mix, bool first, bool last);
/// Of `mtpLayers` multi-token-prediction modules: a layer of the last kind and a 2h × h projection each.
double mtpParameters(const Architecture& architecture);
/// Trainable parameters of adapters of this rank on all linear layers (LoRA): rank × (in + out) for each.
double adapterParameters(const Architecture& architecture, double rank);

/// Training FLOPs per token, forward and backward, matrix products only: 6 N_mm + 3 A.
double trainingFlopsPerToken(const Architecture& architecture, double sequence, AttentionConvention convention);
/// Forward FLOPs of attention scores and values per token (A); `context` = tokens attended to at most.
double attentionFlopsPerToken(const Architecture& architecture, double context, AttentionConvention convention);
/// Forward FLOPs per token of the state updates of linear mixers; they do not depend on the context.
double recurrentFlopsPerToken(const Architecture& architecture);
/// Parameters in matrix products per token (active, no embedding lookup, with head and router): N_mm.
double matmulParameters(const Architecture& architecture);

/// Key/value cache of one sequence of `context` tokens, in bytes, over all layers: growing + window cap + state.
double kvCacheBytes(const Architecture& architecture, double context, double elementBytes);

/// The cache split by how it grows, per sequence and over all layers.
struct CacheShape {
    double growingBytesPerToken = 0; ///< attention layers
    double windowBytesPerToken = 0; ///< window layers, up to `window` tokens
    double window = 0;
    double constantBytes = 0; ///< state of linear mixers, cross attention
    bool latent = false; ///< MLA: one copy on every tensor-parallel rank
    [[nodiscard]] double bytes(double context) const
    {
        return growingBytesPerToken * context + windowBytesPerToken * (context < window ? context : window) + constantBytes;
    }
};
CacheShape cacheShape(const Architecture& architecture, double elementBytes);
/// The same for layers [first, last).
CacheShape cacheShape(const Architecture& architecture, double elementBytes, std::int64_t firstLayer, std::int64_t lastLayer);

} // namespace rackwright

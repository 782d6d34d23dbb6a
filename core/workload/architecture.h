// The shape of a model, and what follows from it alone: parameters, FLOPs, cache bytes.
#pragma once

#include "core/catalog/part.h"
#include "core/quantity/error.h"
#include "core/quantity/quantity.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace rackwright {

enum class AttentionKind { multiHead, latent /* MLA */, slidingWindow, hybrid, none };

/// A transformer (or its relatives). All counts are of the whole model; 0 means "has none".
struct Architecture {
    std::string id;
    std::string kind; ///< llm_dense, llm_moe, llm_hybrid, llm_ssm, encoder, vision, speech, diffusion, recommender
    std::int64_t layers = 0, hidden = 0, ffnHidden = 0, heads = 0, kvHeads = 0, headDim = 0, vocab = 0;
    std::int64_t maxContext = 0;
    AttentionKind attention = AttentionKind::multiHead;
    std::int64_t slidingWindow = 0, globalAttentionEvery = 0; ///< one layer in n attends globally; 0: all
    std::int64_t attentionLayers = 0; ///< layers with growing cache in a hybrid; else = layers
    std::int64_t kvLoraRank = 0, qkRopeHeadDim = 0, qkNopeHeadDim = 0, vHeadDim = 0, qLoraRank = 0; ///< MLA
    std::int64_t experts = 0, expertsPerToken = 0, sharedExperts = 0, moeFfnHidden = 0, denseLayersFirst = 0, moeLayerEvery = 1;
    bool gatedFfn = true, tiedEmbeddings = false, qkvBias = false, learnedPositions = false, layerNorm = false;
    double stateBytesPerSequence = 0; ///< constant state of recurrent layers
    std::string nativeFormat; ///< "bf16", "fp8" … of the released checkpoint
    std::optional<double> officialParameters, officialActiveParameters; ///< published, not in billions
};

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
    [[nodiscard]] double total() const { return tensorSharded + replicated + routedExperts + embedding + head; }
};
/// Closed forms of equations Transformer parameter counts (Narayanan et al. 2021 eq. 1; DeepSeek-V2 for MLA).
ParameterCount countParameters(const Architecture& architecture);
/// The same for layers [first, last) only, with embedding/head when the range holds the first/last layer.
ParameterCount countParameters(const Architecture& architecture, std::int64_t firstLayer, std::int64_t lastLayer);

enum class AttentionConvention { full, causal };

/// Training FLOPs per token, forward and backward, matrix products only: 6 N_mm + 3 A.
double trainingFlopsPerToken(const Architecture& architecture, double sequence, AttentionConvention convention);
/// Forward FLOPs of attention scores and values per token (A); `context` = tokens attended to at most.
double attentionFlopsPerToken(const Architecture& architecture, double context, AttentionConvention convention);
/// Parameters in matrix products per token (active, no embedding lookup, with head and router): N_mm.
double matmulParameters(const Architecture& architecture);

/// Key/value cache of one sequence of `context` tokens, in bytes, over all layers: growing + window cap + state.
double kvCacheBytes(const Architecture& architecture, double context, double elementBytes);

} // namespace rackwright

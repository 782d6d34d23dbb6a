// Catalog rows for tests: a part from "column=value" pairs.
#pragma once

#include "core/catalog/part.h"
#include "core/workload/architecture.h"

#include <algorithm>
#include <initializer_list>
#include <utility>

namespace rackwright::test {

inline Part modelRow(std::string id, std::initializer_list<std::pair<const char*, const char*>> cells)
{
    Part part;
    part.kind = PartKind::model;
    part.id = std::move(id);
    for (const auto& [column, value] : cells) part.values.push_back({column, value, 0});
    std::ranges::sort(part.values, {}, &PartValue::column);
    return part;
}

/// A dense decoder with gated FFN, untied embeddings and no biases, as in the Llama papers.
inline Architecture llama(
    std::int64_t layers, std::int64_t hidden, std::int64_t ffn, std::int64_t heads, std::int64_t kvHeads, std::int64_t vocab)
{
    Architecture a;
    a.kind = "llm_dense";
    a.layers = a.attentionLayers = layers;
    a.hidden = hidden, a.ffnHidden = ffn, a.heads = heads, a.kvHeads = kvHeads, a.headDim = hidden / heads, a.vocab = vocab;
    a.maxContext = 8192;
    return a;
}

/// A GPT of Narayanan et al. 2021: LayerNorm, biases, learned positions, tied embedding, FFN of 4h.
inline Architecture gpt(
    std::int64_t layers, std::int64_t hidden, std::int64_t heads, std::int64_t vocab = 51200, std::int64_t sequence = 2048)
{
    Architecture a = llama(layers, hidden, 4 * hidden, heads, heads, vocab);
    a.gatedFfn = false;
    a.tiedEmbeddings = a.learnedPositions = a.layerNorm = a.qkvBias = a.outputBias = a.ffnBias = true;
    a.maxContext = sequence;
    return a;
}

inline Architecture llama3_8b()
{
    return llama(32, 4096, 14336, 32, 8, 128256);
}
inline Architecture llama3_70b()
{
    return llama(80, 8192, 28672, 64, 8, 128256);
}

/// DeepSeek-V3 and R1 (arXiv 2412.19437 section 4.2).
inline Architecture deepSeekV3()
{
    Architecture a = llama(61, 7168, 18432, 128, 128, 129280);
    a.kind = "llm_moe";
    a.attention = AttentionKind::latent;
    a.headDim = 192;
    a.kvLoraRank = 512, a.qkRopeHeadDim = 64, a.qkNopeHeadDim = 128, a.vHeadDim = 128, a.qLoraRank = 1536;
    a.experts = 256, a.expertsPerToken = 8, a.sharedExperts = 1, a.moeFfnHidden = 2048, a.denseLayersFirst = 3;
    return a;
}

} // namespace rackwright::test

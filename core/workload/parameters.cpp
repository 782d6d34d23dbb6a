// Parameter counts as closed forms of the shape, by bucket.
#include "core/workload/architecture.h"
#include "core/workload/blocks.h"

#include <algorithm>

namespace rackwright {

namespace {

double real(std::int64_t n)
{
    return static_cast<double>(n);
}

double ffnMatrices(const Architecture& a)
{
    return a.gatedFfn ? 3 : 2;
}

/// Multi-head or grouped-query attention: q (and output gate), k, v, output. Narayanan et al. 2021; Ainslie et al. 2023.
BlockCount multiHeadBlock(const Architecture& a)
{
    const double h = real(a.hidden), d = real(a.headDim);
    const double q = h * real(a.heads) * d * (a.gatedAttention ? 2 : 1), kv = h * real(a.kvHeads) * d, out = real(a.heads) * d * h;
    BlockCount b;
    b.sharded = b.matmul = q + 2 * kv + out;
    b.attention = b.sharded;
    b.keyValue = 2 * kv;
    b.raisable = kv;
    if (a.qkvBias) b.sharded += real(a.heads + 2 * a.kvHeads) * d;
    if (a.outputBias) b.replicated += h;
    return b;
}

/// Multi-head latent attention: down-projections to the ranks, up-projections to the heads. DeepSeek-V2 (arXiv 2405.04434)
/// section 2.1; the sparse-attention indexer of DeepSeek-V3.2 where there is one.
BlockCount latentBlock(const Architecture& a)
{
    const double h = real(a.hidden), heads = real(a.heads), q = real(a.qLoraRank), r = real(a.kvLoraRank);
    const double nope = real(a.qkNopeHeadDim), rope = real(a.qkRopeHeadDim), v = real(a.vHeadDim);
    const double queryIn = a.qLoraRank > 0 ? q : h;
    BlockCount b;
    b.sharded = queryIn * heads * (nope + rope) + r * heads * (nope + v) + heads * v * h;
    b.attention = b.sharded;
    b.replicatedLinear = (a.qLoraRank > 0 ? h * q : 0) + h * (r + rope);
    b.replicatedLinear += real(a.indexHeads) * (queryIn * real(a.indexHeadDim) + h) + (a.indexHeads > 0 ? h * real(a.indexHeadDim) : 0);
    b.matmul = b.sharded + b.replicatedLinear;
    b.replicated = b.replicatedLinear + q + r + (a.indexHeads > 0 ? 2 * real(a.indexHeadDim) : 0);
    return b;
}

/// Mamba (arXiv 2312.00752), Mamba-2 (arXiv 2405.21060), gated delta networks (arXiv 2412.06464), lightning attention
/// (arXiv 2501.08313).
BlockCount linearBlock(const Architecture& a)
{
    const LinearMixer& m = a.linear;
    const double h = real(a.hidden), inner = real(m.valueHeads * m.valueDim), conv = real(m.conv), state = real(m.state);
    BlockCount b;
    switch (m.kind) {
    case LinearMixerKind::none: break;
    case LinearMixerKind::mamba1: {
        const double rank = real(m.dtRank);
        b.matmul = h * 2 * inner + inner * (rank + 2 * state) + rank * inner + inner * h;
        b.sharded = b.matmul + inner * (conv + 1) + inner + inner * state + inner;
        break;
    }
    case LinearMixerKind::mamba2: {
        const double channels = inner + 2 * real(m.groups) * state;
        b.matmul = h * (inner + channels + real(m.valueHeads)) + inner * h;
        b.sharded = b.matmul + channels * (conv + 1) + 3 * real(m.valueHeads) + inner;
        break;
    }
    case LinearMixerKind::gatedDeltaNet: {
        const double keys = real(m.keyHeads * m.keyDim), heads = real(m.valueHeads);
        b.matmul = h * (2 * keys + 2 * inner) + h * 2 * heads + inner * h;
        b.sharded = b.matmul + (2 * keys + inner) * conv + 2 * heads + real(m.valueDim);
        break;
    }
    case LinearMixerKind::lightning:
        b.matmul = 5 * h * inner;
        b.sharded = b.matmul + inner;
        break;
    }
    b.attention = b.sharded;
    return b;
}

BlockCount denseBlock(const Architecture& a)
{
    BlockCount b;
    b.sharded = b.matmul = ffnMatrices(a) * real(a.hidden * a.ffnHidden);
    b.raisable = real(a.hidden * a.ffnHidden);
    if (a.ffnBias) b.sharded += (ffnMatrices(a) - 1) * real(a.ffnHidden), b.replicated += real(a.hidden);
    return b;
}

/// Router, routed and shared experts. Experts may work in a latent width between two shared projections.
BlockCount moeBlock(const Architecture& a)
{
    const double h = real(a.hidden), width = real(a.moeLatent > 0 ? a.moeLatent : a.hidden), f = real(a.moeFfnHidden);
    const double one = ffnMatrices(a) * width * f, bias = a.ffnBias ? (ffnMatrices(a) - 1) * f + width : 0;
    const double shared = real(a.sharedFfnHidden > 0 ? a.sharedFfnHidden : a.sharedExperts * a.moeFfnHidden);
    BlockCount b;
    b.experts = real(a.experts) * (one + bias);
    b.activeExperts = real(a.expertsPerToken) * (one + bias);
    b.sharded = ffnMatrices(a) * h * shared + (a.moeLatent > 0 ? 2 * h * width : 0);
    b.replicated = h * real(a.experts);
    b.matmul = real(a.expertsPerToken) * one + b.sharded + b.replicated;
    b.raisable = real(a.experts) * width * f + h * shared;
    return b;
}

void add(ParameterCount& count, const BlockCount& b, double times)
{
    count.tensorSharded += times * b.sharded;
    count.replicated += times * b.replicated;
    count.routedExperts += times * b.experts;
    count.activeTotal += times * (b.sharded + b.replicated + b.activeExperts);
    count.attention += times * b.attention;
    count.replicatedLinear += times * b.replicatedLinear;
    count.raisable += times * b.raisable;
    count.keyValue += times * b.keyValue;
}

/// Embedding before the first layer; head and final norm behind the last. A tied head has a copy of its own only where the
/// embedding is elsewhere.
void addEnds(ParameterCount& count, const Architecture& a, bool first, bool last)
{
    const double h = real(a.hidden), norm = h * (a.layerNorm ? 2 : 1);
    if (first) {
        count.embedding = real(a.vocab) * h;
        if (a.learnedPositions) count.embedding += real(a.maxContext + a.encoderPositions) * h;
        if (a.kind == "encoder") count.embedding += 2 * h + norm; // token types and their norm, as in BERT
        if (a.kind == "vision") count.embedding += real(a.patchSize * a.patchSize * a.inputChannels) * h + 2 * h;
        if (a.kind == "speech") count.embedding += 3 * h * (real(a.inputChannels) + h) + 2 * h;
        count.activeTotal += count.embedding;
    }
    if (!last) return;
    if (a.kind != "encoder") count.replicated += norm, count.activeTotal += norm; // BERT's norms come after each block
    if (a.encoderLayers > 0) count.replicated += norm, count.activeTotal += norm;
    if (a.kind == "encoder")
        count.head = h * h + h; // pooler
    else if (a.kind == "vision")
        count.head = (h + 1) * real(a.classes);
    else if (!a.tiedEmbeddings || !first)
        count.head = real(a.vocab) * h;
    count.activeTotal += count.head;
}

/// What is left of the published total once embedding, head and experts are taken off, spread evenly over the layers.
ParameterCount countByPublishedTotal(const Architecture& a, const LayerMix& mix, bool first, bool last)
{
    ParameterCount whole;
    addEnds(whole, a, true, true);
    const double ends = whole.embedding + whole.head, total = a.officialParameters.value_or(0);
    const double expertsEach = a.experts > 0 && a.missing.empty() ? moeBlock(a).experts : 0;
    const LayerMix all = layerMix(a);
    double experts = expertsEach * real(all.moe);
    if (experts > total - ends) experts = 0;
    const double share = all.layers > 0 ? real(mix.layers) / real(all.layers) : 0;
    ParameterCount count;
    addEnds(count, a, first, last);
    count.tensorSharded = std::max(0.0, std::max(0.0, total - ends - experts) * share - count.replicated);
    count.routedExperts = all.moe > 0 ? experts * real(mix.moe) / real(all.moe) : 0;
    count.activeTotal = a.officialActiveParameters.value_or(total) * share;
    return count;
}

} // namespace

BlockCount attentionBlock(const Architecture& a)
{
    return usesLatentAttention(a) ? latentBlock(a) : multiHeadBlock(a);
}

BlockCount linearMixerBlock(const Architecture& a)
{
    return linearBlock(a);
}

BlockCount ffnBlock(const Architecture& a, bool moe)
{
    return moe ? moeBlock(a) : denseBlock(a);
}

ParameterCount countParameters(const Architecture& a)
{
    return countParameters(a, 0, a.layers);
}

ParameterCount countParameters(const Architecture& a, std::int64_t firstLayer, std::int64_t lastLayer)
{
    return countParameters(a, layerMix(a, firstLayer, lastLayer), firstLayer == 0, lastLayer == a.layers);
}

ParameterCount countParameters(const Architecture& a, const LayerMix& mix, bool first, bool last)
{
    if (!a.missing.empty()) return countByPublishedTotal(a, mix, first, last);
    ParameterCount count;
    if (mix.attention + mix.window > 0) add(count, attentionBlock(a), real(mix.attention + mix.window));
    if (mix.cross > 0) add(count, multiHeadBlock(a), real(mix.cross));
    if (mix.linear > 0) add(count, linearBlock(a), real(mix.linear));
    if (mix.dense > 0) add(count, denseBlock(a), real(mix.dense));
    if (mix.moe > 0) add(count, moeBlock(a), real(mix.moe));
    const std::int64_t blocks = mix.attention + mix.window + mix.cross + mix.linear + mix.dense + mix.moe;
    const double norms = real(blocks * a.hidden) * (a.layerNorm ? 2 : 1);
    count.replicated += norms;
    count.activeTotal += norms;
    addEnds(count, a, first, last);
    return count;
}

double mtpParameters(const Architecture& a)
{
    if (a.mtpLayers <= 0 || a.layers <= 0) return 0;
    const double h = real(a.hidden);
    const ParameterCount last = countParameters(a, a.layers - 1, a.layers);
    const double layer = last.tensorSharded + last.replicated + last.routedExperts;
    return real(a.mtpLayers) * (layer + 2 * h * h + 2 * h);
}

double adapterParameters(const Architecture& a, double rank)
{
    const LayerMix mix = layerMix(a);
    const double h = real(a.hidden), q = real(a.heads * a.headDim), kv = real(a.kvHeads * a.headDim);
    double widths = 0; // sum of (in + out) over the linear layers
    if (usesLatentAttention(a)) {
        const double head = real(a.qkNopeHeadDim + a.qkRopeHeadDim), r = real(a.kvLoraRank), heads = real(a.heads);
        const double query = a.qLoraRank > 0 ? h + 2 * real(a.qLoraRank) + heads * head : h + heads * head;
        const double latent = h + r + real(a.qkRopeHeadDim) + r + heads * real(a.qkNopeHeadDim + a.vHeadDim);
        widths += real(mix.attention) * (query + latent + heads * real(a.vHeadDim) + h);
    } else {
        widths += real(mix.attention + mix.window + mix.cross) * ((h + q) + 2 * (h + kv) + (q + h));
    }
    widths += real(mix.dense) * ffnMatrices(a) * (h + real(a.ffnHidden));
    widths += real(mix.moe * a.experts) * ffnMatrices(a) * (h + real(a.moeFfnHidden));
    return rank * widths;
}

} // namespace rackwright

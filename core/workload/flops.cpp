// Floating-point operations per token. Narayanan et al. 2021 (arXiv 2104.04473) equation 3 is the GPT case of these forms.
#include "core/workload/architecture.h"
#include "core/workload/blocks.h"

#include <algorithm>

namespace rackwright {

namespace {

/// Mean number of tokens that a token attends to in a sequence of `context`.
double attended(double context, AttentionConvention convention)
{
    return convention == AttentionConvention::full ? context : context / 2;
}

/// The same within a window: the first `window` tokens see what precedes them, the others see the window.
double attendedInWindow(double context, double window, AttentionConvention convention)
{
    if (window <= 0 || context <= window) return attended(context, convention);
    return convention == AttentionConvention::full ? window : window - window * window / (2 * context);
}

/// FLOPs of scores and values per token and attended token of one layer: 2 per multiply-add in each of two products.
double flopsPerAttendedToken(const Architecture& a)
{
    if (usesLatentAttention(a)) return 2.0 * static_cast<double>(a.heads * (a.qkNopeHeadDim + a.qkRopeHeadDim + a.vHeadDim));
    return 4.0 * static_cast<double>(a.heads * a.headDim);
}

} // namespace

double matmulParameters(const Architecture& a)
{
    const double head = a.kind == "encoder" || a.kind == "vision" ? 0 : static_cast<double>(a.vocab) * static_cast<double>(a.hidden);
    if (!a.missing.empty()) {
        const ParameterCount count = countParameters(a);
        return std::max(0.0, count.activeTotal - count.embedding - count.head) + head;
    }
    const LayerMix mix = layerMix(a);
    double sum = head;
    if (mix.attention + mix.window > 0) sum += static_cast<double>(mix.attention + mix.window) * attentionBlock(a).matmul;
    if (mix.cross > 0) sum += static_cast<double>(mix.cross) * attentionBlock(a).matmul;
    if (mix.linear > 0) sum += static_cast<double>(mix.linear) * linearMixerBlock(a).matmul;
    if (mix.dense > 0) sum += static_cast<double>(mix.dense) * ffnBlock(a, false).matmul;
    if (mix.moe > 0) sum += static_cast<double>(mix.moe) * ffnBlock(a, true).matmul;
    return sum;
}

double attentionFlopsPerToken(const Architecture& a, double context, AttentionConvention convention)
{
    const LayerMix mix = layerMix(a);
    const double each = flopsPerAttendedToken(a);
    const double window = attendedInWindow(context, static_cast<double>(a.slidingWindow), convention);
    const double cross = static_cast<double>(mix.cross) * each * static_cast<double>(a.encoderPositions);
    return each * (static_cast<double>(mix.attention) * attended(context, convention) + static_cast<double>(mix.window) * window) + cross;
}

double recurrentFlopsPerToken(const Architecture& a)
{
    const LinearMixer& m = a.linear;
    const double inner = static_cast<double>(m.valueHeads * m.valueDim);
    double each = 0;
    switch (m.kind) {
    case LinearMixerKind::none: break;
    // Decay, input and output of a state of `inner` × `state`: seven operations an element (Mamba-2, arXiv 2405.21060).
    case LinearMixerKind::mamba1:
    case LinearMixerKind::mamba2: each = 7 * inner * static_cast<double>(m.state); break;
    // Read by key, rank-one update, read by query: three products with a state of key × value size.
    case LinearMixerKind::gatedDeltaNet: each = 6 * inner * static_cast<double>(m.keyDim); break;
    // Rank-one update and read by query of a value × value state.
    case LinearMixerKind::lightning: each = 4 * inner * static_cast<double>(m.valueDim); break;
    }
    return each > 0 ? each * static_cast<double>(layerMix(a).linear) : 0;
}

double trainingFlopsPerToken(const Architecture& a, double sequence, AttentionConvention convention)
{
    return 6 * matmulParameters(a) + 3 * (attentionFlopsPerToken(a, sequence, convention) + recurrentFlopsPerToken(a));
}

} // namespace rackwright

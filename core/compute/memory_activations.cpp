// Activations kept for the backward pass, by layer kind. Terms follow Korthikanti et al. 2022 (arXiv 2205.05198) section 4;
// with GELU, dropout and materialised scores they are that paper's equations 1, 2 and 4.
#include "core/compute/memory_activations.h"

#include <algorithm>

namespace rackwright {

namespace {

double real(std::int64_t n)
{
    return static_cast<double>(n);
}

/// What all terms share: tokens of a micro-batch on this rank and the divisors of tensor and sequence parallelism.
struct Frame {
    Frame(const TrainingMemoryInput& job, const ParallelPlan& plan)
        : input{job}, a{*job.architecture}, tokens{plan.microBatch * job.sequence / plan.cp}, t{static_cast<double>(plan.tp)},
          sp{plan.sequenceParallel ? t : 1}, productInput{job.recipe.compute == Precision::fp8 || job.recipe.compute == Precision::fp4
                                                     ? 1.0
                                                     : 2.0},
          selective{plan.recompute == Recompute::selective}
    {
    }
    const TrainingMemoryInput& input;
    const Architecture& a;
    double tokens, t, sp;
    double productInput; ///< bytes of a stored input of a matrix product: one in FP8 recipes
    bool selective;

    [[nodiscard]] bool dropped(bool module) const { return selective && module; }
    /// Norm input, and the norm's output, which is the input of the next product.
    [[nodiscard]] double normBytes() const
    {
        const double output = dropped(input.modules.layerNorm) ? 0 : productInput;
        return (2 + output) * real(a.hidden) / sp;
    }
    [[nodiscard]] double maskBytes() const { return input.dropout ? real(a.hidden) / sp : 0; }
};

/// Scores and values: softmax output, with dropout also its mask and output (5 bytes a score); with flash attention only
/// the softmax statistics.
double scoreBytes(const Frame& f)
{
    const double heads = real(f.a.heads) / f.t;
    if (f.input.flashAttention) return 4 * heads;
    if (f.dropped(f.input.modules.coreAttention)) return 0;
    return heads * f.input.sequence * (f.input.dropout ? 5 : 2);
}

double attentionBytes(const Frame& f)
{
    const Architecture& a = f.a;
    double sum = f.normBytes() + f.maskBytes() + scoreBytes(f);
    if (usesLatentAttention(a)) {
        const double heads = real(a.heads) / f.t, head = real(a.qkNopeHeadDim + a.qkRopeHeadDim), value = real(a.vHeadDim);
        sum += 2 * real(a.qLoraRank + a.kvLoraRank + a.qkRopeHeadDim) / f.sp;
        if (!f.dropped(f.input.modules.latentUpProjection)) sum += 2 * heads * (2 * head + value);
        return sum + 2 * heads * value;
    }
    const double query = real(a.heads * a.headDim) / f.t, keys = std::max(real(a.kvHeads) / f.t, 1.0) * real(a.headDim);
    return sum + 2 * query * (a.gatedAttention ? 2 : 1) + 4 * keys + 2 * query;
}

/// Projections in, after the convolution, the scan's output and the gated output.
double linearMixerBytes(const Frame& f)
{
    const LinearMixer& m = f.a.linear;
    const double inner = real(m.valueHeads * m.valueDim);
    double in = 2 * inner, convolved = 0;
    if (m.kind == LinearMixerKind::mamba1) convolved = inner, in += real(m.dtRank + 2 * m.state);
    if (m.kind == LinearMixerKind::mamba2) convolved = inner + 2 * real(m.groups * m.state), in += convolved - inner + real(m.valueHeads);
    if (m.kind == LinearMixerKind::gatedDeltaNet) convolved = inner + 2 * real(m.keyHeads * m.keyDim), in += convolved - inner;
    if (m.kind == LinearMixerKind::lightning) in = 4 * inner;
    if (m.kind == LinearMixerKind::none) in = 3 * real(f.a.hidden); // shape not stated: as wide as plain attention
    return f.normBytes() + f.maskBytes() + 2 * (in + convolved + 2 * inner) / f.t;
}

/// Inside an FFN of this width: what stands before and after the activation.
double widthBytes(const Frame& f, double width, bool recomputed, bool productRecomputed)
{
    if (recomputed) return 0;
    const double before = f.a.gatedFfn ? 4 : 2;
    return (before + (productRecomputed ? 0 : f.productInput)) * width;
}

double denseBytes(const Frame& f)
{
    return f.normBytes() + f.maskBytes() + widthBytes(f, real(f.a.ffnHidden), f.dropped(f.input.modules.mlp), false) / f.t;
}

/// Every expert-parallel rank brings its own micro-batch, so a rank keeps `expertsPerToken` copies of its tokens whatever
/// EP is (Megatron-LM #6782): EP does not divide activations.
double moeBytes(const Frame& f)
{
    const Architecture& a = f.a;
    const double width = real(a.moeLatent > 0 ? a.moeLatent : a.hidden);
    const double copies = real(a.expertsPerToken) * f.input.expertImbalance / f.t;
    const double inside = widthBytes(f, real(a.moeFfnHidden), false, f.dropped(f.input.modules.moeActivation));
    const double shared = real(a.sharedFfnHidden > 0 ? a.sharedFfnHidden : a.sharedExperts * a.moeFfnHidden);
    const double routed = copies * (f.productInput * width + inside + 2 * width);
    return f.normBytes() + f.maskBytes() + 4 * real(a.experts) / f.sp + routed + widthBytes(f, shared, false, false) / f.t;
}

double keptBytesPerToken(const Frame& f, LayerKind kind)
{
    double sum = kind.crossAttention ? attentionBytes(f) : 0;
    switch (kind.mixer) {
    case LayerKind::Mixer::none: break;
    case LayerKind::Mixer::attention:
    case LayerKind::Mixer::window: sum += attentionBytes(f); break;
    case LayerKind::Mixer::linear: sum += linearMixerBytes(f); break;
    }
    if (kind.ffn == LayerKind::Ffn::dense) sum += denseBytes(f);
    if (kind.ffn == LayerKind::Ffn::moe) sum += moeBytes(f);
    return sum;
}

} // namespace

double fullLayerBytes(const TrainingMemoryInput& input, const ParallelPlan& plan, LayerKind kind)
{
    const Frame frame{input, plan};
    return frame.tokens * keptBytesPerToken(frame, kind);
}

double layerActivationBytes(const TrainingMemoryInput& input, const ParallelPlan& plan, LayerKind kind)
{
    const Frame frame{input, plan};
    if (plan.recompute == Recompute::full) return frame.tokens * 2 * real(frame.a.hidden) / frame.sp; // the layer's input
    return frame.tokens * keptBytesPerToken(frame, kind);
}

double backwardWorkingBytes(const TrainingMemoryInput& input, const ParallelPlan& plan, LayerKind kind)
{
    const Frame f{input, plan};
    const double before = f.a.gatedFfn ? 2 : 1;
    double width = 0;
    if (kind.ffn == LayerKind::Ffn::dense) width = before * real(f.a.ffnHidden);
    if (kind.ffn == LayerKind::Ffn::moe) width = real(f.a.expertsPerToken) * before * real(f.a.moeFfnHidden);
    return f.tokens * 2 * (width / f.t + real(f.a.hidden));
}

} // namespace rackwright

#include "core/compute/training_time_layer.h"

#include "core/workload/blocks.h"

#include <algorithm>
#include <cmath>

namespace rackwright::training {
namespace {

// Memory-bound passes over the residual stream per half layer (norm, dropout, residual add): read and written bytes per
// element of 16 bit, forward; the backward pass moves 1.6 times that (Ivanov et al. 2021, table of memory-bound operators).
constexpr double streamPassesPerBlock = 5;
constexpr double backwardStreamFactor = 1.6;
// Kernels of a half layer beside its products: norm, dropout or rotation, residual.
constexpr double streamKernelsPerBlock = 3;
// Gated or plain activation function: two inputs read and one output written, or one and one plus bias.
constexpr double activationPasses = 3;
// Quantising an FP8 or FP4 input reads 16 bit and writes 8: bytes per element.
constexpr double quantiseBytes = 3;
// Flash attention: the backward pass has five products where the forward has two (Dao 2023, section 3.1).
constexpr double flashBackwardFactor = 2.5;
// Scores in memory (Korthikanti et al. 2022, section 4): products, softmax and dropout write and read 16-bit scores.
constexpr double scoreBytesForward = 11;
// Loss: logits written and read, a float copy, its gradient.
constexpr double lossBytesPerLogit = 14;

double gemmShare(const Calibration& calibration, double flops)
{
    const double gflop = flops * 1e-9;
    return calibration.matmulShare * gflop / (gflop + calibration.halfShareGflop);
}

/// Tiles are 128 wide: an edge that is no multiple leaves part of the last tile idle.
double tileFill(double edge)
{
    return edge / (std::ceil(edge / 128) * 128);
}

double scoresPerToken(const Machine& machine, bool window)
{
    const double sequence = machine.sequence;
    const auto limit = static_cast<double>(machine.model.slidingWindow);
    if (window && limit > 0 && limit < sequence) return limit * (1 - limit / (2 * sequence));
    return machine.calibration.scoresInMemory ? sequence : sequence / 2; // flash kernels skip what causality masks
}

/// Widths of scores and of values, all heads of the rank.
std::pair<double, double> attentionWidths(const Machine& machine)
{
    const Architecture& a = machine.model;
    const double heads = static_cast<double>(a.heads) / machine.tp;
    if (a.attention == AttentionKind::latent)
        return {heads * static_cast<double>(a.qkNopeHeadDim + a.qkRopeHeadDim), heads * static_cast<double>(a.vHeadDim)};
    return {heads * static_cast<double>(a.headDim), heads * static_cast<double>(a.headDim)};
}

PartS coreAttentionS(const Machine& machine, bool window)
{
    const auto [scoreWidth, valueWidth] = attentionWidths(machine);
    const double perToken = scoresPerToken(machine, window);
    const double flops = 2 * machine.tokens * perToken * (scoreWidth + valueWidth);
    const double launch = machine.calibration.kernelLaunchS;
    PartS part;
    if (machine.calibration.scoresInMemory) {
        const double share = gemmShare(machine.calibration, flops / 2) * tileFill(static_cast<double>(machine.model.headDim) * 2);
        const double products = flops / (machine.halfPeakFlops * share) + 2 * launch;
        const double scores = machine.tokens * perToken * static_cast<double>(machine.model.heads) / machine.tp;
        const double stream = machine.streamS(scores * scoreBytesForward, 3);
        part.forward.attention = products + stream;
        part.backward.attention = 2 * products + stream * backwardStreamFactor;
    } else {
        part.forward.attention = flops / (machine.halfPeakFlops * machine.calibration.attentionShare) + launch;
        part.backward.attention = flashBackwardFactor * (part.forward.attention - launch) + 2 * launch;
    }
    return part;
}

/// Products of the mixer, forward: projections in and out.
double projectionsS(const Machine& machine)
{
    const Architecture& a = machine.model;
    const double n = machine.tokens, t = machine.tp, hidden = static_cast<double>(a.hidden), heads = static_cast<double>(a.heads);
    if (a.attention == AttentionKind::latent) {
        const auto query = heads * static_cast<double>(a.qkNopeHeadDim + a.qkRopeHeadDim);
        const auto rank = static_cast<double>(a.kvLoraRank), low = static_cast<double>(a.qLoraRank);
        double time = low > 0 ? machine.productS(n / machine.normSplit, low, hidden) + machine.productS(n, query / t, low)
                              : machine.productS(n, query / t, hidden);
        time += machine.productS(n / machine.normSplit, rank + static_cast<double>(a.qkRopeHeadDim), hidden);
        time += machine.productS(n, heads * static_cast<double>(a.qkNopeHeadDim + a.vHeadDim) / t, rank);
        return time + machine.productS(n, hidden, heads * static_cast<double>(a.vHeadDim) / t);
    }
    const double kv = std::max(static_cast<double>(a.kvHeads) / t, 1.0) * t; // copied below one head a rank
    const double width = static_cast<double>(a.headDim);
    return machine.productS(n, (heads + 2 * kv) * width / t, hidden) + machine.productS(n, hidden, heads * width / t);
}

/// Norm, dropout and residual of half a layer, plus quantising the inputs of its products.
double blockStreamS(const Machine& machine, double quantisedElements)
{
    const auto hidden = static_cast<double>(machine.model.hidden);
    const double elements = machine.tokens * hidden / machine.normSplit;
    const double quantise = machine.inputBytes < 2 ? quantisedElements * quantiseBytes : 0;
    return machine.streamS(elements * streamPassesPerBlock * machine.activationBytes + quantise, streamKernelsPerBlock);
}

/// One all-reduce of the layer's output, or the all-gather and reduce-scatter that take its place.
double tensorCommS(const Machine& machine)
{
    if (machine.tp <= 1) return 0;
    const double bytes = machine.tokens * static_cast<double>(machine.model.hidden) * machine.activationBytes;
    const GroupTiers group = machine.group(machine.tp, 1);
    return hierarchicalAllReduce(group.tiers, bytes).at(typicalBracketShare) * (1 - machine.calibration.hiddenTensorShare);
}

/// A pass is never shorter than the host needs to launch its kernels.
void waitForHost(const Machine& machine, PassS& pass, double kernels)
{
    pass.launch = std::max(0.0, kernels * machine.calibration.hostLaunchS - pass.sum());
}

void finish(const Machine& machine, PartS& part, double forwardProducts, double forwardStream, double kernels)
{
    part.forward.matmul += forwardProducts;
    part.backward.matmul += machine.backwardProducts * forwardProducts;
    part.forward.memory += forwardStream;
    part.backward.memory += backwardStreamFactor * forwardStream;
    const double collectives = machine.tp > 1 ? 1 : 0;
    waitForHost(machine, part.forward, kernels + collectives);
    waitForHost(machine, part.backward, 2 * kernels + collectives);
    if (machine.plan.recompute == Recompute::full) part.again = part.forward;
}

/// Keys and values go round the ring of the context-parallel ranks while attention works on those that are there.
double ringExcessS(const Machine& machine, double bytes, double hiddenBehindS)
{
    const int ranks = machine.plan.cp;
    if (ranks <= 1) return 0;
    const GroupTiers group = machine.group(ranks, machine.tp);
    const Tier& slow = group.leavesDomain() ? group.tiers[1] : group.tiers[0];
    const double time = (ranks - 1) * (bytes / slow.bytesPerS + slow.latencyS);
    return std::max(0.0, time - hiddenBehindS);
}

double keyValueBytes(const Machine& machine)
{
    const Architecture& a = machine.model;
    const bool latent = a.attention == AttentionKind::latent;
    const double width = latent ? static_cast<double>(a.kvLoraRank + a.qkRopeHeadDim)
                                : 2 * std::max(static_cast<double>(a.kvHeads) / machine.tp, 1.0) * static_cast<double>(a.headDim);
    return machine.tokens * width * machine.activationBytes;
}

double expertBytes(const Machine& machine)
{
    const Architecture& a = machine.model;
    return static_cast<double>(a.expertsPerToken) * machine.tokens * static_cast<double>(a.hidden) * machine.activationBytes / machine.tp;
}

} // namespace

Machine::Machine(const TrainingTimeInput& input) : model{*input.architecture}, plan{input.plan}, calibration{input.calibration}
{
    const AcceleratorFigures& accelerator = input.accelerator;
    peakFlops = accelerator.peakFlops.value * accelerator.clockShare;
    halfPeakFlops =
        (accelerator.halfPeakFlops.hasValue() ? accelerator.halfPeakFlops.value : accelerator.peakFlops.value) * accelerator.clockShare;
    memoryBytesPerS = accelerator.memoryBytesPerS.value * calibration.memoryShare;
    domain = std::max(1, input.links.scaleUpDomain);
    insideBytesPerS = input.links.scaleUpBytesPerS.value * calibration.fabricShare;
    outsideBytesPerS = input.links.scaleOutBytesPerS.value * calibration.fabricShare / std::max(1.0, input.links.oversubscription);
    insideLatencyS = calibration.hopS;
    outsideLatencyS = input.links.scaleOutLatencyS;
    switch (input.recipe.compute) {
    case Precision::fp64: inputBytes = activationBytes = 8; break;
    case Precision::fp32:
    case Precision::tf32: inputBytes = activationBytes = 4; break;
    case Precision::fp8:
    case Precision::int8: inputBytes = 1; break;
    case Precision::fp4: inputBytes = 0.5; break;
    case Precision::bf16:
    case Precision::fp16: break;
    }
    backwardProducts = input.recipe.frozenBaseBytes > 0 ? 1 : 2;
    sequence = input.sequence;
    tokens = plan.microBatch * sequence / plan.cp;
    tp = plan.tp;
    normSplit = plan.sequenceParallel ? tp : 1;
}

GroupTiers Machine::group(double ranks, double stride) const
{
    const double inside = std::clamp(std::floor(domain / stride), 1.0, ranks);
    const auto inner = static_cast<int>(inside), outer = static_cast<int>(std::ceil(ranks / inside));
    return {{Tier{inner, insideBytesPerS, insideLatencyS}, Tier{outer, outsideBytesPerS, outsideLatencyS}}};
}

double Machine::productS(double m, double n, double k) const
{
    const double flops = 2 * m * n * k;
    if (flops <= 0) return 0;
    const double compute = flops / (peakFlops * gemmShare(calibration, flops) * tileFill(n) * tileFill(k));
    const double stream = ((m * k + k * n) * inputBytes + m * n * activationBytes) / memoryBytesPerS;
    return std::max(compute, stream) + calibration.kernelLaunchS;
}

double Machine::streamS(double bytes, double kernels) const
{
    return bytes / memoryBytesPerS + kernels * calibration.kernelLaunchS;
}

PartS mixerS(const Machine& machine, bool window)
{
    PartS part = coreAttentionS(machine, window);
    const PassS core = part.forward;
    const double kv = keyValueBytes(machine);
    part.forward.context = ringExcessS(machine, kv, part.forward.attention);
    part.backward.context = ringExcessS(machine, 2 * kv, part.backward.attention);
    part.forward.tensor = tensorCommS(machine);
    part.backward.tensor = part.forward.tensor * (machine.plan.sequenceParallel ? 1.5 : 1); // inputs are gathered again
    const auto [scoreWidth, valueWidth] = attentionWidths(machine);
    const double quantised = machine.tokens * (static_cast<double>(machine.model.hidden) + valueWidth);
    const double kernels = 2 + streamKernelsPerBlock + (machine.calibration.scoresInMemory ? 5 : 1);
    finish(machine, part, projectionsS(machine), blockStreamS(machine, quantised), kernels);
    if (machine.plan.recompute == Recompute::selective) part.again = core;
    return part;
}

PartS linearMixerS(const Machine& machine, double layers)
{
    const Architecture& a = machine.model;
    const double n = machine.tokens, hidden = static_cast<double>(a.hidden);
    const double width = linearMixerBlock(a).matmul / hidden / machine.tp; // in and out projections as one product
    const double inner = static_cast<double>(a.linear.valueHeads * a.linear.valueDim) / machine.tp;
    PartS part;
    const double flops = n * recurrentFlopsPerToken(a) / layers / machine.tp;
    part.forward.attention = flops / (machine.halfPeakFlops * machine.calibration.attentionShare) + 2 * machine.calibration.kernelLaunchS;
    part.backward.attention = flashBackwardFactor * part.forward.attention;
    part.forward.tensor = tensorCommS(machine);
    part.backward.tensor = part.forward.tensor * (machine.plan.sequenceParallel ? 1.5 : 1);
    const double stream =
        blockStreamS(machine, n * (hidden + inner)) + machine.streamS(n * inner * activationPasses * machine.activationBytes, 2);
    finish(machine, part, machine.productS(n, width, hidden), stream, 6 + streamKernelsPerBlock);
    return part;
}

PartS denseFfnS(const Machine& machine)
{
    const Architecture& a = machine.model;
    const double n = machine.tokens, hidden = static_cast<double>(a.hidden), width = static_cast<double>(a.ffnHidden) / machine.tp;
    PartS part;
    part.forward.tensor = tensorCommS(machine);
    part.backward.tensor = part.forward.tensor * (machine.plan.sequenceParallel ? 1.5 : 1);
    const double products = machine.productS(n, width * (a.gatedFfn ? 2 : 1), hidden) + machine.productS(n, hidden, width);
    const double stream =
        blockStreamS(machine, n * (hidden + width)) + machine.streamS(n * width * activationPasses * machine.activationBytes, 1);
    finish(machine, part, products, stream, 3 + streamKernelsPerBlock);
    return part;
}

PartS expertFfnS(const Machine& machine)
{
    const Architecture& a = machine.model;
    const double n = machine.tokens, hidden = static_cast<double>(a.hidden), width = static_cast<double>(a.moeFfnHidden);
    const double picks = static_cast<double>(a.expertsPerToken), all = static_cast<double>(a.experts), ep = machine.plan.ep;
    const double local = std::max(1.0, all / ep), up = a.gatedFfn ? 2 : 1;
    const double inner = a.moeLatent > 0 ? static_cast<double>(a.moeLatent) : hidden;
    const double tokensPerExpert = picks * n / machine.tp / local;
    const double launch = machine.calibration.kernelLaunchS;
    // One grouped kernel runs all local experts: the size of one expert's product decides its efficiency.
    const double grouped = local * (machine.productS(tokensPerExpert, width * up, inner) + machine.productS(tokensPerExpert, inner, width))
        - (local - 1) * 2 * launch;
    double products = grouped + machine.productS(n / machine.tp, all, hidden);
    const double shared = a.sharedFfnHidden > 0 ? static_cast<double>(a.sharedFfnHidden) : static_cast<double>(a.sharedExperts) * width;
    if (shared > 0) products += machine.productS(n, shared * up / machine.tp, hidden) + machine.productS(n, hidden, shared / machine.tp);
    const double moved = picks * n / machine.tp; // permuted, activated and un-permuted
    const double stream = blockStreamS(machine, moved * (inner + width))
        + machine.streamS(
            (moved * (4 * inner + activationPasses * width) + n * shared / machine.tp * activationPasses) * machine.activationBytes, 6);
    PartS part;
    if (ep > 1) {
        const double stride = expertTensorParallel(machine.plan);
        const GroupTiers group = machine.group(ep, stride);
        const double exchange = hierarchicalAllToAll(group.tiers, expertBytes(machine)).at(typicalBracketShare);
        part.forward.expert = part.backward.expert = 2 * exchange * (1 - machine.calibration.hiddenTensorShare);
    }
    if (machine.tp > 1 && !machine.plan.sequenceParallel) part.forward.tensor = part.backward.tensor = tensorCommS(machine);
    finish(machine, part, products, stream, 12 + streamKernelsPerBlock);
    return part;
}

PartS headS(const Machine& machine)
{
    const Architecture& a = machine.model;
    const double n = machine.tokens, vocab = static_cast<double>(a.vocab) / machine.tp, hidden = static_cast<double>(a.hidden);
    PartS part;
    if (vocab <= 0) return part;
    const double products = machine.productS(n, vocab, hidden);
    part.forward.matmul = products;
    part.backward.matmul = machine.backwardProducts * products;
    part.forward.memory = machine.streamS(n * vocab * lossBytesPerLogit, 4);
    part.forward.tensor = part.backward.tensor = tensorCommS(machine) / 2;
    return part;
}

PartS embeddingS(const Machine& machine)
{
    const double bytes = machine.tokens * static_cast<double>(machine.model.hidden) * machine.activationBytes;
    PartS part;
    part.forward.memory = machine.streamS(2 * bytes, 2);
    part.backward.memory = machine.streamS(3 * bytes, 1);
    part.forward.tensor = tensorCommS(machine);
    return part;
}

LayerTraffic layerTraffic(const Machine& machine, bool experts)
{
    LayerTraffic traffic;
    const double t = machine.tp, hidden = static_cast<double>(machine.model.hidden);
    const double again = machine.plan.recompute == Recompute::full ? 1 : 0;
    const double reduced = 2 * (t - 1) / t * machine.tokens * hidden * machine.activationBytes;
    const double blocks = experts && machine.plan.sequenceParallel ? 1 : 2;
    traffic.tensor = blocks * reduced * (2 + again + (machine.plan.sequenceParallel ? 0.5 : 0));
    const double ep = machine.plan.ep;
    if (experts) traffic.expert = 2 * (ep - 1) / ep * expertBytes(machine) * (2 + again);
    traffic.context = keyValueBytes(machine) * (machine.plan.cp - 1) * (3 + again);
    return traffic;
}

} // namespace rackwright::training

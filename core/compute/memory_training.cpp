// Peak memory of training, stage by stage.
#include "core/compute/memory.h"
#include "core/compute/memory_activations.h"
#include "core/compute/memory_explain.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace rackwright {

namespace {

/// Bytes of one logit at the loss: 16-bit logit, FP32 copy, 16-bit gradient.
constexpr double logitBytes = 2 + 4 + 2;

Unexpected refused(std::string_view what, std::int64_t found, std::string_view wanted)
{
    return fail("PLAN-NOT-POSSIBLE", {{"what", std::string{what}}, {"found", std::to_string(found)}, {"wanted", std::string{wanted}}});
}

/// What is the same for all stages of a plan, computed once.
class Evaluation {
public:
    Evaluation(const TrainingMemoryInput& input, const ParallelPlan& plan);
    [[nodiscard]] StageMemory stage(int index) const;
    [[nodiscard]] LayerMix mixOf(int stage) const;

private:
    void addPersistent(StageMemory& stage, const ParameterCount& count) const;
    void addActivations(StageMemory& stage) const;
    [[nodiscard]] double workingBytes(const LayerMix& mix) const;
    [[nodiscard]] double gatherBytes(const StageMemory& stage, const ParameterCount& count) const;
    [[nodiscard]] double unitParameters(const LayerMix& mix, const ParameterCount& count) const;

    const TrainingMemoryInput& input_;
    const ParallelPlan& plan_;
    const Architecture& a_;
    double t_, experts_, shards_, expertShards_, microBatches_, tokens_;
    PersistentBytes dense_, expert_, frozen_;
    double attentionKept_ = 0, linearKept_ = 0, crossKept_ = 0, denseKept_ = 0, moeKept_ = 0, layerKept_ = 0;
};

constexpr LayerKind only(LayerKind::Mixer mixer)
{
    return {mixer, LayerKind::Ffn::none};
}
constexpr LayerKind only(LayerKind::Ffn ffn)
{
    return {LayerKind::Mixer::none, ffn};
}
constexpr LayerKind crossOnly{LayerKind::Mixer::none, LayerKind::Ffn::none, true};

Evaluation::Evaluation(const TrainingMemoryInput& input, const ParallelPlan& plan)
    : input_{input}, plan_{plan}, a_{*input.architecture}, t_{static_cast<double>(plan.tp)}, experts_{static_cast<double>(plan.ep)
                                                                                                 * expertTensorParallel(plan)},
      shards_{static_cast<double>(plan.dp) * plan.cp}, expertShards_{std::max(1.0, shards_ * t_ / experts_)},
      microBatches_{std::max(1.0, std::ceil(input.globalBatch / (static_cast<double>(plan.microBatch) * plan.dp)))},
      tokens_{plan.microBatch * input.sequence / plan.cp}, dense_{persistentBytesPerParameter(input.recipe, plan.zeroStage, shards_)},
      expert_{persistentBytesPerParameter(input.recipe, plan.zeroStage, expertShards_)}
{
    frozen_.weights = input.recipe.frozenBaseBytes;
    if (plan.recompute == Recompute::full) {
        layerKept_ = layerActivationBytes(input, plan, LayerKind{});
        return;
    }
    attentionKept_ = layerActivationBytes(input, plan, only(LayerKind::Mixer::attention));
    linearKept_ = layerActivationBytes(input, plan, only(LayerKind::Mixer::linear));
    crossKept_ = layerActivationBytes(input, plan, crossOnly);
    denseKept_ = layerActivationBytes(input, plan, only(LayerKind::Ffn::dense));
    moeKept_ = layerActivationBytes(input, plan, only(LayerKind::Ffn::moe));
}

/// An interleaved stage holds chunks i, i + p, i + 2p …
LayerMix Evaluation::mixOf(int stage) const
{
    if (!input_.layersPerStage.empty()) {
        std::int64_t first = 0;
        for (int i = 0; i < stage; ++i) first += input_.layersPerStage[static_cast<std::size_t>(i)];
        return layerMix(a_, first, first + input_.layersPerStage[static_cast<std::size_t>(stage)]);
    }
    LayerMix sum;
    for (int chunk = 0; chunk < plan_.vpp; ++chunk) {
        const LayerRange range = stageLayers(a_.layers, plan_.pp * plan_.vpp, chunk * plan_.pp + stage);
        sum += layerMix(a_, range.first, range.last);
    }
    return sum;
}

void Evaluation::addPersistent(StageMemory& stage, const ParameterCount& count) const
{
    const bool adapters = input_.recipe.frozenBaseBytes > 0;
    PersistentBytes dense = dense_, expert = expert_;
    if (adapters) {
        dense = expert = frozen_;
        if (plan_.zeroStage >= 3) dense.weights /= shards_, expert.weights /= expertShards_;
        const double share = a_.layers > 0 ? static_cast<double>(stage.layers.layers) / static_cast<double>(a_.layers) : 0;
        stage.adapters = dense_ * (adapterParameters(a_, input_.adapterRank) * share / t_);
    }
    stage.tensorSharded = dense * (count.tensorSharded / t_);
    stage.replicated = dense * count.replicated;
    stage.routedExperts = expert * (count.routedExperts / experts_);
    // Quantisation of a frozen base leaves embedding and head at 16 bit.
    if (adapters) dense.weights *= std::max(1.0, input_.recipe.computeWeightBytes / input_.recipe.frozenBaseBytes);
    stage.ends = dense * ((count.embedding + count.head) / t_);
}

void Evaluation::addActivations(StageMemory& stage) const
{
    const LayerMix& mix = stage.layers;
    const auto times = [](std::int64_t count, double bytes) { return static_cast<double>(count) * bytes; };
    double each = times(mix.layers, layerKept_) + times(mix.attention + mix.window, attentionKept_) + times(mix.linear, linearKept_);
    each += times(mix.cross, crossKept_) + times(mix.dense, denseKept_) + times(mix.moe, moeKept_);
    stage.inFlight = microBatchesInFlight(plan_, stage.stage, microBatches_);
    stage.activationBytes = each * stage.inFlight;
    stage.workingBytes = workingBytes(mix);
    if (stage.stage == 0) {
        const double mask = input_.dropout ? static_cast<double>(a_.hidden) / (plan_.sequenceParallel ? t_ : 1) : 0;
        stage.embeddingBytes = tokens_ * (8 + mask) * stage.inFlight; // 64-bit ids
    }
    if (stage.stage == plan_.pp - 1) {
        const double divisor = (input_.vocabularyParallelLoss ? t_ : 1) * std::max(1, input_.lossChunks);
        stage.lossBytes = tokens_ * static_cast<double>(a_.vocab) * logitBytes / divisor;
    }
}

/// Of the widest layer of the stage: gradients while it runs backward, and all its activations when they are computed again.
double Evaluation::workingBytes(const LayerMix& mix) const
{
    LayerKind widest;
    widest.mixer = mix.attention + mix.window > 0 ? LayerKind::Mixer::attention
        : mix.linear > 0                          ? LayerKind::Mixer::linear
                                                  : LayerKind::Mixer::none;
    widest.ffn = mix.dense > 0 ? LayerKind::Ffn::dense : LayerKind::Ffn::none;
    const bool full = plan_.recompute == Recompute::full;
    const auto bytes = [&](LayerKind kind) {
        return (full ? fullLayerBytes(input_, plan_, kind) : 0) + backwardWorkingBytes(input_, plan_, kind);
    };
    double most = bytes(widest);
    if (mix.moe > 0) most = std::max(most, bytes({widest.mixer, LayerKind::Ffn::moe}));
    return most;
}

/// Parameters of the mean layer of the stage on this rank, unsharded over data parallel: the unit that FSDP gathers.
double Evaluation::unitParameters(const LayerMix& mix, const ParameterCount& count) const
{
    if (mix.layers == 0) return 0;
    return (count.tensorSharded / t_ + count.replicated + count.routedExperts / experts_) / static_cast<double>(mix.layers);
}

/// FSDP and ZeRO-3 gather the weights of the running and of the prefetched unit, beside embedding and head of the root unit,
/// and hold the unsharded gradient of one unit; ZeRO-2 the latter only. QLoRA unpacks one unit to 16 bit.
double Evaluation::gatherBytes(const StageMemory& stage, const ParameterCount& count) const
{
    const TrainingRecipe& recipe = input_.recipe;
    const bool frozen = recipe.frozenBaseBytes > 0;
    const double unit = unitParameters(stage.layers, count), root = (count.embedding + count.head) / t_;
    double bytes = 0;
    if (plan_.zeroStage >= 2 && shards_ > 1 && !frozen) bytes += unit * recipe.gradientBytes;
    if (plan_.zeroStage >= 3 && shards_ > 1)
        bytes += (2 * unit + root) * recipe.computeWeightBytes;
    else if (frozen && recipe.frozenBaseBytes < recipe.computeWeightBytes)
        bytes += unit * recipe.computeWeightBytes;
    return bytes;
}

StageMemory Evaluation::stage(int index) const
{
    StageMemory stage;
    stage.stage = index;
    stage.layers = mixOf(index);
    const ParameterCount count = countParameters(a_, stage.layers, index == 0, index == plan_.pp - 1);
    addPersistent(stage, count);
    addActivations(stage);
    stage.gatherBytes = gatherBytes(stage, count);
    double most = 0;
    for (const Instant at : {Instant::optimizerStep, Instant::forwardEnd, Instant::loss, Instant::backward})
        if (const double bytes = stage.dynamicBytes(at); bytes >= most) most = bytes, stage.instant = at;
    const FrameworkReserve& reserve = input_.reserve;
    stage.contextBytes = reserve.contextBytes;
    stage.collectiveBytes = plan_.accelerators() > 1 ? reserve.collectiveBytes : 0;
    stage.fragmentationBytes = reserve.fragmentation * most;
    stage.peakBytes = stage.persistent().sum() + most + stage.reserveBytes();
    return stage;
}

/// The same peak with the low and the high end of what the framework takes.
Quantity<> withBand(const StageMemory& stage, const FrameworkReserve& reserve)
{
    const double dynamic = stage.dynamicBytes(stage.instant);
    const auto shifted = [&](double context, double collective, double fragmentation) {
        const double bare = stage.peakBytes - stage.reserveBytes();
        return bare + context + (stage.collectiveBytes > 0 ? collective : 0) + fragmentation * dynamic;
    };
    return Quantity<>::estimated(shifted(reserve.contextLow, reserve.collectiveLow, reserve.fragmentationLow), stage.peakBytes,
        shifted(reserve.contextHigh, reserve.collectiveHigh, reserve.fragmentationHigh));
}

/// The first thing that is wrong with a plan: what, found, wanted; no allocation.
struct Problem {
    std::string_view what;
    std::int64_t found = 0;
    std::string_view wanted;
};
std::optional<Problem> problemOf(const TrainingMemoryInput& input, const ParallelPlan& plan)
{
    const std::pair<std::string_view, int> degrees[] = {{"tp", plan.tp}, {"pp", plan.pp}, {"dp", plan.dp}, {"cp", plan.cp}, {"ep", plan.ep},
        {"vpp", plan.vpp}, {"micro_batch", plan.microBatch}};
    for (const auto& [name, degree] : degrees)
        if (degree < 1 || degree > 10'000'000) return Problem{name, degree, "1 to 10000000"};
    if (plan.zeroStage < 0 || plan.zeroStage > 3) return Problem{"zero_stage", plan.zeroStage, "0 to 3"};
    if (!(input.sequence >= 1 && input.sequence <= 1e12)) return Problem{"sequence", 0, "at least 1"};
    if (!(input.globalBatch >= 1 && input.globalBatch <= 1e12)) return Problem{"global_batch", 0, "at least 1"};
    if (std::int64_t{plan.pp} * plan.vpp > input.architecture->layers) return Problem{"pp", plan.pp, "at most the layers, also with vpp"};
    if (input.layersPerStage.empty()) return std::nullopt;
    if (input.layersPerStage.size() != static_cast<std::size_t>(plan.pp)) return Problem{"layers_per_stage", plan.pp, "one number a stage"};
    std::int64_t sum = 0;
    for (const int layers : input.layersPerStage) {
        if (layers < 0) return Problem{"layers_per_stage", layers, "at least 0"};
        sum += layers;
    }
    if (sum != input.architecture->layers) return Problem{"layers_per_stage", sum, "the layers of the model"};
    return std::nullopt;
}

} // namespace

double StageMemory::dynamicBytes(Instant at) const
{
    const double kept = activationBytes + embeddingBytes;
    switch (at) {
    case Instant::forwardEnd: return kept + gatherBytes;
    case Instant::loss: return kept + gatherBytes + lossBytes;
    case Instant::backward: return kept + gatherBytes + workingBytes;
    case Instant::optimizerStep: return 0;
    }
    return kept;
}

double microBatchesInFlight(const ParallelPlan& plan, int stage, double microBatches)
{
    if (plan.vpp <= 1) return std::min(microBatches, static_cast<double>(plan.pp - stage));
    const double chunks = 2.0 * (plan.pp - stage - 1) + (plan.vpp - 1.0) * plan.pp + 1;
    return std::min(microBatches * plan.vpp, chunks) / plan.vpp;
}

Result<void> checkMemoryPlan(const TrainingMemoryInput& input, const ParallelPlan& plan)
{
    if (const auto problem = problemOf(input, plan)) return refused(problem->what, problem->found, problem->wanted);
    return {};
}

Result<TrainingMemory> trainingMemory(const TrainingMemoryInput& input, const ParallelPlan& plan, std::string_view workload, Trace* trace)
{
    if (const auto possible = checkMemoryPlan(input, plan); !possible) return tl::unexpected{possible.error()};
    const Evaluation evaluation{input, plan};
    TrainingMemory memory;
    memory.stages.reserve(static_cast<std::size_t>(plan.pp));
    for (int stage = 0; stage < plan.pp; ++stage) {
        memory.stages.push_back(evaluation.stage(stage));
        if (memory.stages.back().peakBytes > memory.worst().peakBytes) memory.heaviest = stage;
    }
    memory.peakBytes = withBand(memory.worst(), input.reserve);
    memory.usableBytes = input.usableBytes;
    memory.fits = trainingFits(memory.worst().peakBytes, input.usableBytes);
    if (trace) explainTrainingMemory(input, plan, memory, workload, *trace);
    return memory;
}

std::optional<double> trainingPeakBytes(const TrainingMemoryInput& input, const ParallelPlan& plan)
{
    if (problemOf(input, plan)) return std::nullopt;
    const Evaluation evaluation{input, plan};
    // Of inner stages that hold the same, the earliest keeps the most micro-batches: the others cannot be heavier.
    std::array<LayerMix, 8> seen;
    std::size_t kinds = 0;
    double peak = 0;
    for (int stage = 0; stage < plan.pp; ++stage) {
        if (stage > 0 && stage < plan.pp - 1) {
            const LayerMix mix = evaluation.mixOf(stage);
            if (std::find(seen.begin(), seen.begin() + kinds, mix) != seen.begin() + kinds) continue;
            if (kinds < seen.size()) seen[kinds++] = mix;
        }
        peak = std::max(peak, evaluation.stage(stage).peakBytes);
    }
    return peak;
}

} // namespace rackwright

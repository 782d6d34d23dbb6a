// Memory of one accelerator: does a training job or a service fit, and where do the bytes go.
#pragma once

#include "core/catalog/part.h"
#include "core/quantity/error.h"
#include "core/quantity/explanation.h"
#include "core/workload/architecture.h"
#include "core/workload/plan.h"
#include "core/workload/precision.h"

#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace rackwright {

/// `shortened`: fits, but only at a shorter context or with fewer sequences than asked for.
enum class Fits { yes, shortened, tight, no, unknown };
[[nodiscard]] std::string_view toText(Fits fits); ///< yes, short, tight, no, unknown

/// Bytes that software can use on one accelerator. `memory_reported_mib` where the driver's figure is stated; else the
/// label × 10^9 × 0.93, estimated, up to the label read as GiB. Unknown names the column. `why` receives the leaf.
[[nodiscard]] Quantity<> usableMemoryBytes(const Part& accelerator, Explanation* why = nullptr);

// ---- training ----------------------------------------------------------------------------------------------------

/// Modules whose activations are computed again under selective recomputation (Megatron-Core `recompute_modules`).
struct RecomputeModules {
    bool coreAttention = true; ///< scores; nothing to gain with flash attention
    bool layerNorm = false; ///< norm outputs
    bool mlp = false; ///< dense FFN
    bool moeActivation = false; ///< gate × up products of experts
    bool latentUpProjection = false; ///< up-projected q, k, v of MLA
    friend bool operator==(const RecomputeModules&, const RecomputeModules&) = default;
};

/// What a framework holds beside tensors. Every value is an assumption that is shown; low and high make the band.
struct FrameworkReserve {
    double contextBytes = 1.45e9, contextLow = 1.3e9, contextHigh = 1.6e9; ///< driver context and loaded kernels
    double collectiveBytes = 1.0e9, collectiveLow = 0.5e9, collectiveHigh = 2.0e9; ///< NCCL buffers; none on one accelerator
    double fragmentation = 0.10, fragmentationLow = 0.05, fragmentationHigh = 0.15; ///< share of activations and transients
    friend bool operator==(const FrameworkReserve&, const FrameworkReserve&) = default;
};

/// All but the plan. Made once for a job; evaluating a plan allocates nothing but the list of stages.
struct TrainingMemoryInput {
    const Architecture* architecture = nullptr;
    TrainingRecipe recipe;
    double sequence = 8192;
    double globalBatch = 512; ///< sequences
    double usableBytes = std::numeric_limits<double>::infinity(); ///< of one accelerator
    std::optional<Explanation> usable; ///< where usableBytes comes from (usableMemoryBytes)
    std::vector<int> layersPerStage; ///< explicit pipeline split; empty: even, the middle stages take the rest
    bool flashAttention = true; ///< scores are never materialised
    bool dropout = false; ///< masks are kept
    bool vocabularyParallelLoss = true; ///< logits are divided by TP
    int lossChunks = 1; ///< parts in which logits and loss are computed
    double expertImbalance = 1.0; ///< tokens of the busiest expert rank over the mean
    double adapterRank = 16; ///< of LoRA recipes
    RecomputeModules modules;
    FrameworkReserve reserve;
};

/// Bytes of a parameter that stay on an accelerator, by what they are.
struct PersistentBytes {
    double weights = 0, gradients = 0, optimizer = 0;
    [[nodiscard]] double sum() const { return weights + gradients + optimizer; }
    PersistentBytes& operator+=(const PersistentBytes& other)
    {
        weights += other.weights, gradients += other.gradients, optimizer += other.optimizer;
        return *this;
    }
    friend PersistentBytes operator*(PersistentBytes bytes, double times)
    {
        return {bytes.weights * times, bytes.gradients * times, bytes.optimizer * times};
    }
};
/// Of one parameter, with ZeRO `stage` over `shards` ranks. Rajbhandari et al. 2020 (arXiv 1910.02054) section 5.
[[nodiscard]] PersistentBytes persistentBytesPerParameter(const TrainingRecipe& recipe, int zeroStage, double shards);

/// When the peak of a stage is reached.
enum class Instant { forwardEnd, loss, backward, optimizerStep };
[[nodiscard]] std::string_view toText(Instant instant);

/// One pipeline stage, per accelerator.
struct StageMemory {
    int stage = 0;
    LayerMix layers;
    double inFlight = 0; ///< micro-batches of the whole stage that are kept at the deepest point
    // Persistent, by bucket: each has its own divisor.
    PersistentBytes tensorSharded; ///< attention, dense FFN, shared experts: / TP
    PersistentBytes replicated; ///< norms, routers, MLA down-projections: / 1
    PersistentBytes routedExperts; ///< / (EP × expert-TP)
    PersistentBytes ends; ///< embedding and head: / TP
    PersistentBytes adapters; ///< trained adapters beside a frozen base
    double activationBytes = 0; ///< kept for the backward pass, all micro-batches in flight
    double embeddingBytes = 0; ///< token ids and masks of the first stage
    double workingBytes = 0; ///< one layer computed again
    double lossBytes = 0; ///< logits, their FP32 copy and gradient
    double gatherBytes = 0; ///< unsharded weights and gradients of FSDP / ZeRO-3 units
    double contextBytes = 0, collectiveBytes = 0, fragmentationBytes = 0; ///< framework reserve
    double peakBytes = 0;
    Instant instant = Instant::backward;

    [[nodiscard]] PersistentBytes persistent() const
    {
        PersistentBytes sum = tensorSharded;
        sum += replicated, sum += routedExperts, sum += ends, sum += adapters;
        return sum;
    }
    [[nodiscard]] double reserveBytes() const { return contextBytes + collectiveBytes + fragmentationBytes; }
    /// What is alive at the peak beside persistent bytes and reserve.
    [[nodiscard]] double dynamicBytes(Instant at) const;
};

struct TrainingMemory {
    std::vector<StageMemory> stages;
    int heaviest = 0; ///< index of the stage with the highest peak
    Quantity<> peakBytes = Quantity<>::unknown("memory"); ///< of the heaviest stage, with the band of the reserve
    double usableBytes = 0;
    Fits fits = Fits::unknown; ///< yes up to 75 % of usable, tight up to 92 %, else no

    [[nodiscard]] const StageMemory& worst() const { return stages[static_cast<std::size_t>(heaviest)]; }
};

/// Shares of the usable memory up to which a training peak fits, and fits tightly (Llama 3 70B and BigScience runs).
inline constexpr double comfortableShare = 0.75, largestShare = 0.92;
/// Verdict of a training peak: yes up to 75 % of what is usable, tight up to 92 %, else no; unknown without a limit. Memory
/// that is nearly full fails by fragmentation: Llama 3 70B ran out of 80 GB at a peak of 58.8 GB.
[[nodiscard]] Fits trainingFits(double peakBytes, double usableBytes);

/// Activations that one layer of this kind keeps for one micro-batch on one accelerator. Korthikanti et al. 2022
/// (arXiv 2205.05198) section 4, extended to flash attention, gated FFNs, grouped queries, MLA, experts and linear mixers.
[[nodiscard]] double layerActivationBytes(const TrainingMemoryInput& input, const ParallelPlan& plan, LayerKind kind);

/// Micro-batches (of the whole stage) in flight on a stage: 1F1B min(m, p − i); interleaved by Megatron's warm-up.
[[nodiscard]] double microBatchesInFlight(const ParallelPlan& plan, int stage, double microBatches);

/// Is this a plan that memory can be computed for? Errors `PLAN-NOT-POSSIBLE` name what, found and wanted.
[[nodiscard]] Result<void> checkMemoryPlan(const TrainingMemoryInput& input, const ParallelPlan& plan);
/// Every stage and the verdict. The cost does not depend on the batch size. Records `memory.peak_bytes`,
/// `.weights_bytes`, `.gradients_bytes`, `.optimizer_bytes`, `.activations_bytes`, `.transient_bytes`, `.reserve_bytes` of the
/// workload when `trace` is not null.
[[nodiscard]] Result<TrainingMemory> trainingMemory(
    const TrainingMemoryInput& input, const ParallelPlan& plan, std::string_view workload = {}, Trace* trace = nullptr);
/// The peak alone, for searches: no allocation, no explanation. Nothing for a plan that checkMemoryPlan refuses.
[[nodiscard]] std::optional<double> trainingPeakBytes(const TrainingMemoryInput& input, const ParallelPlan& plan);

} // namespace rackwright

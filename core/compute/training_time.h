// Time of one training step: an operator roofline per layer, collectives per kind of parallelism, the pipeline in closed
// form. The cost of an evaluation does not depend on the batch size.
#pragma once

#include "core/compute/accelerator_figures.h"
#include "core/quantity/error.h"
#include "core/workload/architecture.h"
#include "core/workload/plan.h"
#include "core/workload/precision.h"

#include <array>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace rackwright {

struct TrainingTimeInput {
    const Architecture* architecture = nullptr;
    TrainingRecipe recipe;
    ParallelPlan plan;
    double sequence = 8192;
    double globalBatch = 512; ///< sequences
    AcceleratorFigures accelerator;
    Interconnect links;
    Calibration calibration;
    AttentionConvention convention = AttentionConvention::causal; ///< of the MFU that is reported
    double totalTokens = 0; ///< 0: no time to train
    double adapterRank = 16; ///< of LoRA recipes
};

/// Where the seconds of a step go. What is hidden behind compute is not listed.
enum class StepCause {
    matmul,
    attention,
    memoryBound,
    launch, ///< waiting for the host to start kernels
    recompute,
    tensorComm,
    contextComm,
    expertComm,
    pipelineComm,
    bubble,
    dataComm,
    optimizer
};
inline constexpr std::size_t stepCauseCount = 12;
/// "matmul", "tensor_parallel_comm", "pipeline_bubble" …
[[nodiscard]] std::string_view toText(StepCause cause);

/// The untraced kernel's answer (search and assess use the same).
struct StepCost {
    double stepS = 0;
    std::array<double, stepCauseCount> causeS{}; ///< sums to stepS
    double microBatches = 0; ///< per replica, the last one possibly partly filled
    double modelFlops = 0; ///< of the whole step, matrix products, without recomputation
    double hardwareFlops = 0; ///< with recomputation
    // Traffic of one accelerator in a step, for the fabric.
    double tensorBytes = 0, expertBytes = 0, pipelineBytes = 0, dataBytes = 0, contextBytes = 0;

    [[nodiscard]] double of(StepCause cause) const { return causeS[static_cast<std::size_t>(cause)]; }
};

struct TrainingTime {
    Quantity<> stepS = Quantity<>::unknown("time"); ///< s, band of the calibration
    Quantity<> tokensPerS = Quantity<>::unknown("time");
    Quantity<> mfu = Quantity<>::unknown("time"); ///< model FLOPs over peak, by `mfuConvention`
    Quantity<> hfu = Quantity<>::unknown("time"); ///< with recomputation
    Quantity<> days = Quantity<>::unknown("total_tokens");
    Quantity<> acceleratorHours = Quantity<>::unknown("total_tokens");
    std::string mfuConvention; ///< "causal attention" or "full attention"
    std::string calibrationState; ///< measured, fitted, scaled, none
    std::string limitedBy; ///< cause with the largest share, in words
    std::vector<std::pair<std::string, double>> causes; ///< seconds by cause, largest first; sums to the step
    StepCost cost;
};

/// Is the plan one that the model and the batch allow? Errors `PLAN-NOT-POSSIBLE` name what, found and wanted.
[[nodiscard]] Result<void> checkTrainingPlan(const TrainingTimeInput& input);

/// What a step takes from model and pipeline alone: worked out once for many plans with the same PP and VPP.
class PipelineShape {
public:
    /// Reads architecture, recipe, sequence, convention, adapter rank, PP and VPP of the input.
    explicit PipelineShape(const TrainingTimeInput& input);

    /// Stages that hold the same, and how many of them there are.
    struct Stages {
        LayerMix mix;
        ParameterCount parameters;
        bool first = false, last = false;
        int count = 1;
    };
    std::vector<Stages> stages;
    LayerMix all;
    double trainedShare = 1; ///< of all parameters; below 1: adapters on a frozen base
    double matmulParameters = 0;
    double attentionFlopsPerToken = 0; ///< forward
    double modelFlopsPerToken = 0; ///< forward and backward
};

/// The step in closed form. Needs a plan that passes checkTrainingPlan and known figures.
[[nodiscard]] StepCost trainingStepCost(const TrainingTimeInput& input);
/// The same with a shape that was made for this model, PP and VPP.
[[nodiscard]] StepCost trainingStepCost(const TrainingTimeInput& input, const PipelineShape& shape);

/// Figures `compute.step_s`, `.tokens_per_s`, `.mfu`, `.days`, `.accelerator_hours` of the workload, explained when `trace`
/// is not null. Unknown, with the column named, where the catalog states no peak at the precision.
[[nodiscard]] Result<TrainingTime> trainingTime(const TrainingTimeInput& input, std::string_view workload = {}, Trace* trace = nullptr);

} // namespace rackwright

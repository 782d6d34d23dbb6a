// One job on one pool: architecture, plan, memory and time put together.
#pragma once

#include "core/assess/workloads.h"
#include "core/compute/memory_serving.h"
#include "core/compute/serving_time.h"
#include "core/compute/training_time.h"

namespace rackwright {

/// What the memory and time engines read for the run; `memory.architecture` is the run's. The plan is left to the caller.
struct TrainingInputs {
    TrainingMemoryInput memory;
    TrainingTimeInput time;
};
struct ServingInputs {
    ServingMemoryInput memory;
    ServingTimeInput time;
};
/// The run's workload must be a training job, and have an architecture and a pool. Errors name an unknown recipe.
[[nodiscard]] Result<TrainingInputs> trainingInputs(const WorkloadRun& run, const OperatingState& state, const Calibrations& calibrations);
/// The same for an inference service: unknown format, cache format or engine.
[[nodiscard]] Result<ServingInputs> servingInputs(const WorkloadRun& run, const OperatingState& state, const Calibrations& calibrations);

/// The run's own plan, else the Auto rule: the first plan that fits with room to spare, else one that fits tightly.
[[nodiscard]] ParallelPlan planFor(const WorkloadRun& run, const TrainingInputs& inputs);
[[nodiscard]] ParallelPlan planFor(const WorkloadRun& run, const ServingInputs& inputs);

/// The same with memory and time filled in.
struct TrainingOutcome {
    ParallelPlan plan;
    TrainingMemory memory;
    TrainingTime time;
};
struct ServingOutcome {
    ParallelPlan plan;
    ServingMemory memory;
    ServingTime time;
};
[[nodiscard]] Result<TrainingOutcome> train(const WorkloadRun& run, TrainingInputs inputs, Trace* trace);
[[nodiscard]] Result<ServingOutcome> serve(const WorkloadRun& run, ServingInputs inputs, Trace* trace);

struct ModelAnswer {
    WorkloadAnswer answer;
    ParallelPlan plan;
    std::vector<Figure> figures; ///< parts of memory, time to train …
};

/// Memory, plan and time of the run's workload in this state. Vision jobs answer unknown. Errors: no such model, a shape that
/// cannot be counted, a plan that does not suit.
[[nodiscard]] Result<ModelAnswer> modelAnswer(
    const WorkloadRun& run, const OperatingState& state, const Calibrations& calibrations, Trace* trace);

} // namespace rackwright

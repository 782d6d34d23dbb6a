// What each workload gets from a cluster: plan, memory, time. The same for a build and for a cloud plan.
#pragma once

#include "core/assess/assessment.h"
#include "core/assess/engine_data.h"
#include "core/cluster/cluster_view.h"
#include "core/design/project.h"
#include "core/workload/architecture.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace rackwright {

/// State of the machine while a workload runs; a default-made one limits nothing.
struct OperatingState {
    double clockShare = 1; ///< of the pool's accelerators: the slowest sets the pace
    bool fabricLimits = true; ///< false: links at line rate, no oversubscription
};

/// A workload on the accelerators that a scenario gives it.
struct WorkloadRun {
    const Workload* workload = nullptr;
    const Allocation* allocation = nullptr;
    const AcceleratorPool* pool = nullptr; ///< null: no accelerators
    int accelerators = 0; ///< of the pool, by its share
    int processorHosts = 0; ///< servers without accelerators that would do the work when there are no accelerators
    bool mixedPools = false; ///< other kinds are there and stay unused
    std::shared_ptr<const Architecture> architecture; ///< null: vision, or `problem`
    std::optional<Error> problem; ///< why the model cannot be computed
    std::optional<ParallelPlan> plan; ///< as used
    WorkloadAnswer answer;
    Quantity<> workPerS = Quantity<>::unknown("time"); ///< tokens per s while it runs
};

/// The workloads that the scenario allocates, each with its pool and the architecture of its model. Those that no allocation
/// names are left out.
[[nodiscard]] std::vector<WorkloadRun> planRuns(
    const Project& project, const Scenario& scenario, const ClusterView& cluster, const EngineData& data);

/// Fits the workload into memory, plans it (the user's plan, else the Auto rule) and times it in this state. With a report, adds
/// figures and findings of the workload; with a trace, their explanations.
void answerRun(WorkloadRun& run, const OperatingState& state, const EngineData& data, Report* report, Trace* trace);

/// Its speed alone, in the same plan and another state.
[[nodiscard]] Quantity<> workPerSOf(const WorkloadRun& run, const OperatingState& state, const EngineData& data);

} // namespace rackwright

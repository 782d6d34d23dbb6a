// A cloud plan as something that works: how much one instance does, and the cluster that a quote rents.
#pragma once

#include "core/assess/workloads.h"
#include "core/cost/cloud.h"

#include <vector>

namespace rackwright {

/// The work of the build and of one instance on the same workload, at the build's number of accelerators: the first workload of
/// the build whose speed is known. Without one only the accelerators are told.
[[nodiscard]] CloudWork cloudWork(
    const CloudPlan& plan, const std::vector<WorkloadRun>& own, const Project& project, const EngineData& data);

/// The instances of a quote as a cluster; empty when the quote has no price or no count.
[[nodiscard]] ClusterView clusterOfQuote(const CloudQuote& quote, const Project& project, const EngineData& data);

} // namespace rackwright

// Software against the accelerators of a scenario: figures and findings.
#pragma once

#include "core/assess/workloads.h"
#include "core/software/software.h"

namespace rackwright {

/// What the workloads ask of the software on the accelerators of this cluster. Those without accelerators ask nothing.
[[nodiscard]] SoftwareInputs softwareInputs(const ClusterView& cluster, const std::vector<WorkloadRun>& runs, const SoftwareRules& rules);

void reportSoftware(const SoftwareResult& result, Report& report, Trace* trace);

} // namespace rackwright

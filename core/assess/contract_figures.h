// The figures that every scenario has, whatever it is made of.
#pragma once

#include "core/assess/workloads.h"

namespace rackwright {

/// Adds the scenario's memory and compute figures (its worst workload's), and those that no area reported as unknown, naming why.
void addContractFigures(const Scenario& scenario, const std::vector<WorkloadRun>& runs, Report& report, Trace* trace);

} // namespace rackwright

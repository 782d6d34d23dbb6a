// The operating point of a build: clocks and watts at which workloads, fabric and cooling agree.
#pragma once

#include "core/assess/workloads.h"
#include "core/cluster/inventory.h"
#include "core/power/power.h"
#include "core/thermal/thermal.h"

#include <stop_token>
#include <vector>

namespace rackwright {

struct OperateInputs {
    const Project& project;
    const Inventory& inventory;
    const EngineData& data;
    bool fillGaps = true;
    std::vector<Quantity<>> opticsW; ///< parallel to the devices; empty: none counted
    bool unlimited = false; ///< round 0 alone: full clocks whatever the cooling takes away
    std::stop_token stop;
};

struct OperatingPoint {
    PowerResult power;
    ThermalResult thermal;
    std::vector<OperatingState> states; ///< parallel to the runs
    bool converged = true;
    int rounds = 0;
    std::string lastMoved; ///< what still changed in the last round
};

/// Round 0 limits nothing; then watts follow from utilisation and clock, and clocks from the heat that cooling takes away, until
/// no clock moves by 0.1 %; an entry that turns back is halved; at most 12 rounds. Watts and heat are computed once more at the
/// end with the trace.
[[nodiscard]] OperatingPoint operate(const OperateInputs& inputs, const std::vector<WorkloadRun>& runs, Trace* trace);

/// Share of full speed that each limit costs at the operating point, by lifting it alone: {"fabric", 0.07}, {"heat", 0.02}.
[[nodiscard]] std::vector<std::pair<std::string, double>> lossByCause(
    const WorkloadRun& run, const OperatingState& state, const EngineData& data);

} // namespace rackwright

// The engine: a pure function from a project to its assessment.
#pragma once

#include "core/assess/assessment.h"
#include "core/assess/engine_data.h"
#include "core/design/project.h"

#include <optional>
#include <stop_token>
#include <string>

namespace rackwright {

struct AssessOptions {
    std::string scenario; ///< only this one; empty: all
    std::optional<int> month; ///< what is bought by then; none: everything
    bool fillGaps = true; ///< class rules fill blanks that a headline needs; off, totals are "at least"
    bool unlimited = false; ///< the first of two stages: nothing throttles, one round of the operating loop
    std::stop_token stop; ///< checked between steps; a stopped assessment is incomplete and to be dropped
};

/// Assesses each scenario by itself: inventory, cluster, capacity, the operating loop, cost, findings. Reads no clock,
/// file or random device. With a trace, records the explanation of every figure of the scenario named in `options`.
[[nodiscard]] Assessment assess(const Project& project, const EngineData& data, const AssessOptions& options = {}, Trace* trace = nullptr);

} // namespace rackwright

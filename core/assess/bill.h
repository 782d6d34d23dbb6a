// The bill of materials of a scenario with the cables that its fabric needs.
#pragma once

#include "core/assess/engine_data.h"
#include "core/cost/bom.h"
#include "core/design/project.h"
#include "core/fabric/fabric.h"

#include <optional>

namespace rackwright {

/// Cables and plugs as the fabric chose them.
[[nodiscard]] std::vector<CableOrder> cableOrders(const FabricResult& fabric);

/// Empty for a scenario without a build.
[[nodiscard]] Bom billOfMaterials(
    const Project& project, const Scenario& scenario, const EngineData& data, std::optional<int> month, bool fillGaps);

} // namespace rackwright

// Figures and findings of the fabric area.
#pragma once

#include "core/assess/assessment.h"
#include "core/fabric/fabric.h"

namespace rackwright {

/// Adds the `fabric.` figures and `FABRIC-` findings. Errors only where the answer is sure.
void reportFabric(const FabricResult& result, const Inventory& inventory, Report& report);

} // namespace rackwright

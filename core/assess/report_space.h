// Figures and findings of the space area.
#pragma once

#include "core/assess/assessment.h"
#include "core/space/space.h"

namespace rackwright {

/// Adds the `space.` and `count.` figures and `SPACE-` findings. Errors only where the answer is sure.
void reportSpace(const SpaceResult& result, const Inventory& inventory, Report& report);

} // namespace rackwright

// The explanation of every figure of the cost area.
#pragma once

#include "core/cost/cost.h"

namespace rackwright {

void explainCost(const CostInputs& inputs, const CostResult& result, Trace& trace);

} // namespace rackwright

// The figures of the fabric with their explanations: for assessFabric.
#pragma once

#include "core/fabric/fabric.h"

namespace rackwright {

/// Fills `result.figures`; every figure gets its explanation when `trace` is given.
void writeFigures(
    const FabricInputs& inputs, const ClusterView& cluster, const AcceleratorPool* largestPool, FabricResult& result, Trace* trace);

} // namespace rackwright

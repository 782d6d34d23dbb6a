// Activation terms that the training memory model adds up; see memory.h for layerActivationBytes.
#pragma once

#include "core/compute/memory.h"

namespace rackwright {

/// All activations of one layer, whatever is recomputed: the working set of a layer under full recomputation.
[[nodiscard]] double fullLayerBytes(const TrainingMemoryInput& input, const ParallelPlan& plan, LayerKind kind);
/// Gradients of the widest activation and of the layer's output while a layer runs backward.
[[nodiscard]] double backwardWorkingBytes(const TrainingMemoryInput& input, const ParallelPlan& plan, LayerKind kind);

} // namespace rackwright

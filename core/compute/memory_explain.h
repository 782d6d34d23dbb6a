// Explanations of memory figures; built only when a trace is asked for.
#pragma once

#include "core/compute/memory.h"
#include "core/compute/memory_serving.h"

namespace rackwright {

void explainTrainingMemory(
    const TrainingMemoryInput& input, const ParallelPlan& plan, const TrainingMemory& memory, std::string_view workload, Trace& trace);
void explainServingMemory(
    const ServingMemoryInput& input, const ParallelPlan& plan, const ServingMemory& memory, std::string_view workload, Trace& trace);

} // namespace rackwright

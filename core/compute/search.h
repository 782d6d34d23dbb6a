// Exhaustive search for the fastest plan that fits. Only ever started by a command; assess does not search.
#pragma once

#include "core/compute/training_time.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <stop_token>
#include <vector>

namespace rackwright {

/// Peak bytes per accelerator of a plan, or nothing when the plan has no memory model.
using MemoryModel = std::function<std::optional<double>(const ParallelPlan&)>;

struct SearchSpace {
    int accelerators = 1;
    int maxTp = 8; ///< TP beyond the scale-up domain is allowed when larger, and priced on the slow tier
    int maxPp = 64;
    int maxMicroBatch = 8;
    int maxVpp = 1; ///< 1: no interleaving is tried
    int cp = 1;
    std::vector<Recompute> recompute{Recompute::none};
    int zeroStage = 1;
    bool expertParallel = true; ///< EP by the rule of the Auto plan; false: 1
};

struct SearchHit {
    ParallelPlan plan;
    double stepS = 0, tokensPerS = 0, memoryBytes = 0;
};

struct SearchResult {
    std::int64_t configurationsTried = 0; ///< time and memory fully evaluated
    std::int64_t configurationsPruned = 0; ///< not a plan that the model, the batch or the accelerators allow
    std::int64_t feasible = 0; ///< of those tried: fit the memory
    std::vector<SearchHit> best; ///< fastest first; ties by plan: smaller TP, PP, micro-batch, VPP, less recomputation
    bool stopped = false;
};

/// Tries TP × PP × micro-batch (× VPP × recomputation), DP being what remains. `base` brings everything but the plan;
/// `memoryLimitBytes` is what may be used of an accelerator.
[[nodiscard]] SearchResult searchPlans(const TrainingTimeInput& base, const SearchSpace& space, const MemoryModel& memory,
    double memoryLimitBytes, std::size_t keep = 10, std::stop_token stop = {});

} // namespace rackwright

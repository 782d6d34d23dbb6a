// The plan that is used when the user states none: one fixed rule, no search.
#pragma once

#include "core/workload/architecture.h"
#include "core/workload/plan.h"

#include <cstdint>
#include <functional>
#include <optional>
#include <string>

namespace rackwright {

/// Does the plan fit the memory of an accelerator?
using FitsPredicate = std::function<bool(const ParallelPlan&)>;

struct AutoPlanInput {
    const Architecture* architecture = nullptr;
    int accelerators = 1;
    int scaleUpDomain = 1;
    double globalBatch = 0; ///< training only: more replicas than sequences make no sense; 0: no limit
};

struct AutoPlan {
    ParallelPlan plan; ///< the last candidate when none fits
    bool fits = false;
    int evaluated = 0; ///< calls of the predicate
};

/// Micro-batch 1; the smallest TP × PP that fits with TP inside the scale-up domain (of equal products the larger TP),
/// sequence parallel where TP > 1; EP the largest divisor of the experts that divides DP; ZeRO-1; the first of no,
/// selective and full recomputation that fits. TP divides the heads and the domain. Products that divide the accelerators
/// come first; if none of them fits, the rest of the accelerators stays idle.
[[nodiscard]] AutoPlan autoTrainingPlan(const AutoPlanInput& input, const FitsPredicate& fits);
/// The smallest TP × PP that fits with TP inside the domain; DP the replicas that remain; EP the largest divisor of the experts
/// that divides TP.
[[nodiscard]] AutoPlan autoServingPlan(const AutoPlanInput& input, const FitsPredicate& fits);
/// The rule in one sentence, for the explanation.
[[nodiscard]] std::string autoPlanRule(bool training);

} // namespace rackwright

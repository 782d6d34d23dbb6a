#include "core/workload/plan.h"

#include <fmt/format.h>

namespace rackwright {

namespace {

const char* textOf(Recompute recompute)
{
    switch (recompute) {
    case Recompute::none: return "";
    case Recompute::selective: return " selective";
    case Recompute::full: return " full";
    }
    return "";
}

} // namespace

std::string toText(const ParallelPlan& plan)
{
    std::string text = fmt::format("TP{} PP{} DP{}", plan.tp, plan.pp, plan.dp);
    if (plan.cp > 1) text += fmt::format(" CP{}", plan.cp);
    if (plan.ep > 1) text += fmt::format(" EP{}", plan.ep);
    if (plan.vpp > 1) text += fmt::format(" VPP{}", plan.vpp);
    text += fmt::format(" mb{} zero{}", plan.microBatch, plan.zeroStage);
    if (plan.sequenceParallel) text += " sp";
    return text + textOf(plan.recompute);
}

} // namespace rackwright

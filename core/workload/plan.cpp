#include "core/workload/plan.h"

#include <algorithm>
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

LayerRange stageLayers(std::int64_t layers, int parts, int part)
{
    const std::int64_t each = layers / parts, over = layers % parts;
    const std::int64_t firstLonger = over < parts - 1 ? 1 : 0;
    const auto before = [&](std::int64_t index) { return each * index + std::clamp<std::int64_t>(index - firstLonger, 0, over); };
    return {before(part), before(part + 1)};
}

int expertTensorParallel(const ParallelPlan& plan)
{
    return std::int64_t{plan.ep} <= std::int64_t{plan.dp} * plan.cp ? plan.tp : 1;
}

} // namespace rackwright

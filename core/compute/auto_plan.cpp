#include "core/compute/auto_plan.h"

#include <algorithm>
#include <numeric>
#include <vector>

namespace rackwright {
namespace {

std::vector<int> divisorsUpTo(std::int64_t number, std::int64_t most)
{
    std::vector<int> divisors;
    for (std::int64_t d = 1; d <= std::min(number, most); ++d)
        if (number % d == 0) divisors.push_back(static_cast<int>(d));
    return divisors;
}

struct Shape {
    int tp = 1, pp = 1;
    bool divides = true; ///< the accelerators, without a rest
};

/// TP divides heads and domain; PP the divisors of the layers and powers of two, so that the stages come out nearly even.
std::vector<Shape> shapesOf(const AutoPlanInput& input)
{
    const Architecture& a = *input.architecture;
    const std::int64_t heads = a.heads > 0 ? a.heads : 1;
    std::vector<int> stages = divisorsUpTo(a.layers, input.accelerators);
    for (std::int64_t pp = 2; pp <= std::min<std::int64_t>(a.layers, input.accelerators); pp *= 2) stages.push_back(static_cast<int>(pp));
    std::ranges::sort(stages);
    stages.erase(std::unique(stages.begin(), stages.end()), stages.end());
    std::vector<Shape> shapes;
    for (const int tp : divisorsUpTo(std::gcd<std::int64_t>(heads, std::max(1, input.scaleUpDomain)), input.accelerators))
        for (const int pp : stages)
            if (std::int64_t{tp} * pp <= input.accelerators) shapes.push_back({tp, pp, input.accelerators % (std::int64_t{tp} * pp) == 0});
    std::ranges::sort(shapes, [](const Shape& x, const Shape& y) {
        if (x.divides != y.divides) return x.divides;
        const std::int64_t sizeX = std::int64_t{x.tp} * x.pp, sizeY = std::int64_t{y.tp} * y.pp;
        return sizeX != sizeY ? sizeX < sizeY : x.tp > y.tp;
    });
    return shapes;
}

int expertParallel(const Architecture& a, std::int64_t ranks)
{
    return a.experts > 0 ? static_cast<int>(std::gcd(a.experts, ranks)) : 1;
}

} // namespace

AutoPlan autoTrainingPlan(const AutoPlanInput& input, const FitsPredicate& fits)
{
    AutoPlan best;
    const auto ask = [&](const ParallelPlan& plan) {
        ++best.evaluated;
        best.plan = plan;
        return fits(plan);
    };
    for (const Shape& shape : shapesOf(input)) {
        ParallelPlan plan;
        plan.tp = shape.tp, plan.pp = shape.pp;
        const int replicas = input.accelerators / (shape.tp * shape.pp);
        plan.dp = input.globalBatch > 0 ? static_cast<int>(std::min<double>(replicas, input.globalBatch)) : replicas;
        plan.ep = expertParallel(*input.architecture, plan.dp);
        plan.sequenceParallel = plan.tp > 1;
        plan.zeroStage = 1;
        plan.recompute = Recompute::full;
        if (!ask(plan)) continue; // what does not fit with full recomputation fits with none
        for (const Recompute recompute : {Recompute::none, Recompute::selective}) {
            plan.recompute = recompute;
            if (ask(plan)) break;
            plan.recompute = Recompute::full;
        }
        best.plan = plan;
        best.fits = true;
        return best;
    }
    return best;
}

AutoPlan autoServingPlan(const AutoPlanInput& input, const FitsPredicate& fits)
{
    AutoPlan best;
    for (const Shape& shape : shapesOf(input)) {
        ParallelPlan plan;
        plan.tp = shape.tp, plan.pp = shape.pp;
        plan.dp = input.accelerators / (shape.tp * shape.pp);
        plan.ep = expertParallel(*input.architecture, shape.tp);
        plan.zeroStage = 0;
        ++best.evaluated;
        best.plan = plan;
        if (!fits(plan)) continue;
        best.fits = true;
        return best;
    }
    return best;
}

std::string autoPlanRule(bool training)
{
    if (training)
        return "micro-batch 1; the smallest TP x PP that fits, TP inside the scale-up domain and as large as possible among equals; "
               "sequence parallel "
               "where TP > 1; EP the largest divisor of the experts that divides DP; ZeRO-1; the first of no, selective and full "
               "recomputation that fits";
    return "the smallest TP x PP that fits, TP inside the scale-up domain and as large as possible among equals; experts spread over TP; "
           "all other "
           "accelerators run replicas";
}

} // namespace rackwright

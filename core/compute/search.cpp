#include "core/compute/search.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <tuple>

namespace rackwright {
namespace {

/// Order of equals: less of everything first.
auto orderOf(const SearchHit& hit)
{
    const ParallelPlan& p = hit.plan;
    return std::tuple{hit.stepS, p.tp, p.pp, p.microBatch, p.vpp, static_cast<int>(p.recompute)};
}

class Search {
public:
    Search(const TrainingTimeInput& base, const SearchSpace& space, const MemoryModel& memory, double limitBytes, std::size_t keep)
        : input_{base}, space_{space}, memory_{memory}, limitBytes_{limitBytes}, keep_{keep}
    {
    }

    SearchResult run(const std::stop_token& stop)
    {
        for (int tp = 1; tp <= space_.maxTp; ++tp)
            for (int pp = 1; pp <= space_.maxPp; ++pp) {
                if (stop.stop_requested()) {
                    result_.stopped = true;
                    return finish();
                }
                trySplit(tp, pp);
            }
        return finish();
    }

private:
    void trySplit(int tp, int pp)
    {
        const std::int64_t group = std::int64_t{tp} * pp * space_.cp;
        const Architecture& a = *input_.architecture;
        // A split that leaves accelerators over is no plan for all of them; nor one that model or batch do not divide by.
        const bool possible =
            group <= space_.accelerators && space_.accelerators % group == 0 && (a.heads == 0 || a.heads % tp == 0) && pp <= a.layers;
        const auto combinations = static_cast<std::int64_t>(space_.recompute.size()) * space_.maxMicroBatch * (pp > 1 ? space_.maxVpp : 1);
        if (!possible) {
            result_.configurationsPruned += combinations;
            return;
        }
        const std::int64_t dp = space_.accelerators / group;
        for (int vpp = 1; vpp <= (pp > 1 ? space_.maxVpp : 1); ++vpp) {
            if (vpp > 1 && a.layers % (std::int64_t{pp} * vpp) != 0) {
                result_.configurationsPruned += static_cast<std::int64_t>(space_.recompute.size()) * space_.maxMicroBatch;
                continue;
            }
            setPlan(tp, pp, vpp, dp);
            const PipelineShape shape{input_};
            for (int micro = 1; micro <= space_.maxMicroBatch; ++micro)
                for (const Recompute recompute : space_.recompute) {
                    input_.plan.microBatch = micro;
                    input_.plan.recompute = recompute;
                    tryPlan(shape);
                }
        }
    }

    void setPlan(int tp, int pp, int vpp, std::int64_t dp)
    {
        ParallelPlan& plan = input_.plan;
        plan = ParallelPlan{};
        plan.tp = tp, plan.pp = pp, plan.dp = static_cast<int>(dp), plan.cp = space_.cp, plan.vpp = vpp;
        plan.zeroStage = space_.zeroStage;
        plan.sequenceParallel = tp > 1;
        const Architecture& a = *input_.architecture;
        plan.ep = space_.expertParallel && a.experts > 0 ? static_cast<int>(std::gcd(a.experts, dp * space_.cp)) : 1;
    }

    void tryPlan(const PipelineShape& shape)
    {
        const ParallelPlan& plan = input_.plan;
        std::optional<double> bytes;
        const bool even = std::fmod(input_.globalBatch, static_cast<double>(plan.dp) * plan.microBatch) == 0;
        if (even && checkTrainingPlan(input_)) bytes = memory_(plan);
        if (!bytes) {
            ++result_.configurationsPruned;
            return;
        }
        ++result_.configurationsTried;
        const StepCost cost = trainingStepCost(input_, shape);
        if (*bytes > limitBytes_) return;
        ++result_.feasible;
        add({plan, cost.stepS, input_.sequence * input_.globalBatch / cost.stepS, *bytes});
    }

    void add(const SearchHit& hit)
    {
        std::vector<SearchHit>& best = result_.best;
        if (best.size() >= keep_ && (keep_ == 0 || orderOf(best.back()) <= orderOf(hit))) return;
        const auto place =
            std::upper_bound(best.begin(), best.end(), hit, [](const SearchHit& x, const SearchHit& y) { return orderOf(x) < orderOf(y); });
        best.insert(place, hit);
        if (best.size() > keep_) best.pop_back();
    }

    SearchResult finish() { return std::move(result_); }

    TrainingTimeInput input_;
    const SearchSpace& space_;
    const MemoryModel& memory_;
    double limitBytes_;
    std::size_t keep_;
    SearchResult result_;
};

} // namespace

SearchResult searchPlans(const TrainingTimeInput& base, const SearchSpace& space, const MemoryModel& memory, double memoryLimitBytes,
    std::size_t keep, std::stop_token stop)
{
    return Search{base, space, memory, memoryLimitBytes, keep}.run(stop);
}

} // namespace rackwright

#include "core/compute/serving_time.h"

#include "core/cluster/collective.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <fmt/format.h>

namespace rackwright {
namespace {

constexpr double mostSequences = 1 << 20; ///< where the search for the latency batch ends

Unexpected badPlan(std::string_view what, double found, std::string wanted)
{
    return fail("PLAN-NOT-POSSIBLE", {{"what", std::string{what}}, {"found", fmt::format("{:g}", found)}, {"wanted", std::move(wanted)}});
}

double real(std::int64_t n)
{
    return static_cast<double>(n);
}

/// What one replica is made of, per accelerator, worked out once for all batches.
class Replica {
public:
    explicit Replica(const ServingTimeInput& input) : input_{input}, model_{*input.architecture}, mix_{layerMix(model_)}
    {
        const ParameterCount count = countParameters(model_);
        const StorageFormat& format = input.weights;
        const double head = model_.tiedEmbeddings ? count.embedding : count.head;
        denseBytes_ = (count.attention * format.attentionBits + (count.tensorSharded - count.attention) * format.linearBits
                          + count.replicated * format.otherBits + head * format.headBits)
            / 8;
        expertBytes_ = count.routedExperts * format.linearBits / 8;
        matmul_ = matmulParameters(model_);
        cache_ = cacheShape(model_, input.kvElementBytes);
        tp_ = input.plan.tp;
        // Experts are spread over EP ranks, which may lie in several attention-parallel replicas.
        expertRanks_ = std::max<double>(input.plan.ep, tp_);
        const double kvSplit = cache_.latent ? 1 : std::clamp<double>(real(model_.kvHeads), 1, tp_);
        cacheSplit_ = kvSplit;
        link_ = rate(tp_);
        expertLink_ = rate(expertRanks_);
        flops_ = input.accelerator.peakFlops.value * input.accelerator.clockShare;
        memory_ = input.accelerator.memoryBytesPerS.value * input.calibration.memoryShare;
    }

    [[nodiscard]] ServingCost cost(double batch) const;

private:
    /// Two tiers of a group of neighbouring ranks; latency is in the calibration.
    [[nodiscard]] std::array<Tier, 2> rate(double ranks) const
    {
        const double inside = std::clamp<double>(input_.links.scaleUpDomain, 1, ranks);
        return {Tier{static_cast<int>(inside), input_.links.scaleUpBytesPerS.value, 0},
            Tier{static_cast<int>(std::ceil(ranks / inside)),
                input_.links.scaleOutBytesPerS.value / std::max(1.0, input_.links.oversubscription), 0}};
    }

    /// Collectives of a whole pass over the model for `tokens` tokens.
    [[nodiscard]] double commS(double tokens) const
    {
        const double hidden = real(model_.hidden), latency = input_.calibration.allReduceS;
        const double blocks = 2 * real(mix_.layers);
        const bool spread = input_.plan.ep > tp_;
        double time = 0;
        if (tp_ > 1) {
            const double reduced = spread ? blocks - real(mix_.moe) : blocks;
            time += reduced * (latency + hierarchicalAllReduce(link_, tokens * hidden * 2).at(typicalBracketShare));
        }
        if (spread) {
            const double exchanged = tokens * real(model_.expertsPerToken) * hidden;
            time += 2 * real(mix_.moe) * (latency + hierarchicalAllToAll(expertLink_, exchanged).at(typicalBracketShare));
        }
        return time;
    }

    [[nodiscard]] double hopsS(double tokens) const
    {
        if (input_.plan.pp <= 1) return 0;
        const bool inside = tp_ * input_.plan.pp <= input_.links.scaleUpDomain;
        const double rate = inside ? input_.links.scaleUpBytesPerS.value : input_.links.scaleOutBytesPerS.value;
        return (input_.plan.pp - 1) * (input_.calibration.allReduceS + tokens * real(model_.hidden) * 2 / rate);
    }

    const ServingTimeInput& input_;
    const Architecture& model_;
    LayerMix mix_;
    CacheShape cache_;
    double denseBytes_ = 0, expertBytes_ = 0, matmul_ = 0;
    double tp_ = 1, expertRanks_ = 1, cacheSplit_ = 1;
    std::array<Tier, 2> link_, expertLink_;
    double flops_ = 0, memory_ = 0;
};

ServingCost Replica::cost(double batch) const
{
    const ServingCalibration& c = input_.calibration;
    ServingCost cost;
    cost.batch = batch;
    const double stages = input_.plan.pp;
    const double together = std::max(1.0, batch / stages); // of one micro-batch in the pipeline
    const double context = input_.inputTokens + input_.outputTokens / 2;
    // Experts that at least one of the tokens picks; all ranks of the group bring tokens.
    const double tokens = together * std::max(1.0, expertRanks_ / tp_);
    const double touched = model_.experts > 0 ? 1 - std::pow(1 - real(model_.expertsPerToken) / real(model_.experts), tokens) : 0;
    const double weights = denseBytes_ / tp_ + expertBytes_ * touched / expertRanks_;
    const double cache = together * cache_.bytes(context) / cacheSplit_;
    cost.weightReadBytes = denseBytes_ + expertBytes_ * touched;
    cost.cacheReadBytes = batch * cache_.bytes(context);
    cost.decodeMemoryS = (weights + cache) / memory_;
    cost.decodeComputeS =
        together * (2 * matmul_ + attentionFlopsPerToken(model_, context, AttentionConvention::full)) / (tp_ * flops_ * c.prefillShare);
    cost.decodeLayerS = real(mix_.layers) * c.layerS;
    cost.decodeCommS = commS(together) + hopsS(together);
    cost.decodeStepS = std::max(cost.decodeMemoryS, cost.decodeComputeS) + cost.decodeLayerS + cost.decodeCommS;
    const double fresh = (1 - input_.prefixHitShare) * input_.inputTokens;
    const double flops = fresh * (2 * matmul_ + attentionFlopsPerToken(model_, input_.inputTokens, AttentionConvention::causal));
    cost.prefillS = flops / (tp_ * flops_ * c.prefillShare) + commS(fresh) + hopsS(fresh) + cost.decodeLayerS;
    // Every sequence waits while the others are prefilled in between; the stages of a pipeline share that work.
    cost.tpotS = cost.decodeStepS + (batch - 1) * cost.prefillS / stages / input_.outputTokens;
    cost.ttftS = c.firstTokenS + cost.prefillS * (c.firstShare + c.waitShare * (batch - 1));
    cost.outputTokensPerS = batch * input_.outputTokens / (cost.ttftS + (input_.outputTokens - 1) * cost.tpotS);
    return cost;
}

/// B*: where decoding turns from memory- to compute-bound. peak · bytes per weight / (2 · bandwidth), experts · E / k.
double computeBatchOf(const ServingTimeInput& input)
{
    const Architecture& a = *input.architecture;
    const double spread = a.experts > 0 ? real(a.experts) / real(a.expertsPerToken) : 1;
    return input.accelerator.peakFlops.value * input.weights.linearBits / 8 / (2 * input.accelerator.memoryBytesPerS.value) * spread;
}

/// Largest whole batch whose TPOT holds the limit; 0 when not even one sequence does. TPOT grows with the batch.
double latencyBatchOf(const Replica& replica, double limitS)
{
    if (replica.cost(1).tpotS > limitS) return 0;
    double good = 1, bad = 2;
    while (bad < mostSequences && replica.cost(bad).tpotS <= limitS) good = bad, bad *= 2;
    while (bad - good > 1) {
        const double middle = std::floor((good + bad) / 2);
        (replica.cost(middle).tpotS <= limitS ? good : bad) = middle;
    }
    return good;
}

} // namespace

Result<void> checkServingPlan(const ServingTimeInput& input)
{
    const ParallelPlan& plan = input.plan;
    const Architecture& a = *input.architecture;
    const std::pair<std::string_view, int> degrees[] = {{"tp", plan.tp}, {"pp", plan.pp}, {"dp", plan.dp}, {"ep", plan.ep}};
    for (const auto& [name, degree] : degrees)
        if (degree < 1) return badPlan(name, degree, "at least 1");
    if (a.heads > 0 && a.heads % plan.tp != 0) return badPlan("tp", plan.tp, fmt::format("a divisor of {} heads", a.heads));
    if (plan.pp > a.layers) return badPlan("pp", plan.pp, fmt::format("at most {} layers", a.layers));
    if (plan.ep > 1 && (a.experts == 0 || a.experts % plan.ep != 0))
        return badPlan("ep", plan.ep, fmt::format("a divisor of {} experts", a.experts));
    if (plan.ep > std::int64_t{plan.tp} * plan.dp)
        return badPlan("ep", plan.ep, fmt::format("at most {} ranks", std::int64_t{plan.tp} * plan.dp));
    if (!(input.inputTokens >= 1)) return badPlan("input_tokens", input.inputTokens, "at least 1");
    if (!(input.outputTokens >= 1)) return badPlan("output_tokens", input.outputTokens, "at least 1");
    if (!(input.concurrency > 0)) return badPlan("concurrency", input.concurrency, "above 0");
    if (!(input.prefixHitShare >= 0 && input.prefixHitShare <= 1)) return badPlan("prefix_hit_share", input.prefixHitShare, "0 to 1");
    return {};
}

ServingCost servingCost(const ServingTimeInput& input, double batch)
{
    return Replica{input}.cost(batch);
}

double servingComputeBatch(const ServingTimeInput& input)
{
    return computeBatchOf(input);
}

double servingLatencyBatch(const ServingTimeInput& input, double tpotLimitS)
{
    return latencyBatchOf(Replica{input}, tpotLimitS);
}

double Waiting::percentileS(double p) const
{
    const double over = 1 - p;
    if (!stable || probability <= over) return 0;
    // P(wait > x) = P_wait · exp(-x / tail)
    return tailS * std::log(probability / over);
}

Waiting waiting(double requestsPerS, double serviceS, double slots, double serviceCv)
{
    Waiting w;
    const double load = requestsPerS * serviceS;
    w.utilisation = load / slots;
    w.stable = w.utilisation < 1;
    if (!w.stable) return w;
    // Erlang B by its recursion, then Erlang C.
    double blocked = 1;
    for (double n = 1; n <= slots; ++n) blocked = load * blocked / (n + load * blocked);
    w.probability = blocked / (1 - w.utilisation * (1 - blocked));
    w.tailS = serviceS / (slots * (1 - w.utilisation)) * (1 + serviceCv * serviceCv) / 2;
    w.meanS = w.probability * w.tailS;
    return w;
}

double requestRate(double users, double activeShare, double requestsPerUserHour)
{
    return users * activeShare * requestsPerUserHour / 3600;
}

double replicasNeeded(double requestsPerS, double serviceS, double slotsPerReplica, double utilisation)
{
    return std::max(1.0, std::ceil(requestsPerS * serviceS / (slotsPerReplica * utilisation) - 1e-9));
}

} // namespace rackwright

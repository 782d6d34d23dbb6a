#include "core/compute/training_time.h"

#include "core/compute/training_time_layer.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <utility>

namespace rackwright {

using namespace training;

namespace {

Unexpected badPlan(std::string_view what, std::int64_t found, std::string wanted)
{
    return fail("PLAN-NOT-POSSIBLE", {{"what", std::string{what}}, {"found", std::to_string(found)}, {"wanted", std::move(wanted)}});
}

/// Seconds per micro-batch of one stage and its share of what is sent and owned.
struct Stage {
    PartS work;
    LayerTraffic traffic;
    double parametersDense = 0, parametersExperts = 0; ///< on one accelerator
};

class Step {
public:
    Step(const TrainingTimeInput& input, const PipelineShape& shape)
        : input_{input}, shape_{shape}, machine_{input}, plan_{input.plan}, model_{*input.architecture}, calibration_{input.calibration}
    {
        const Parts parts = partsOfModel();
        double slowest = -1;
        for (const PipelineShape::Stages& stages : shape_.stages) {
            const Stage stage = makeStage(stages, parts);
            const double seconds = stage.work.sum();
            allStagesS_ += stages.count * seconds;
            if (seconds > slowest) slowest = seconds, slowest_ = stage;
        }
    }

    [[nodiscard]] StepCost cost() const;

private:
    struct Parts {
        PartS attention, window, linear, dense, experts;
        LayerTraffic dense_, experts_;
    };

    [[nodiscard]] Parts partsOfModel() const;
    [[nodiscard]] Stage makeStage(const PipelineShape::Stages& stages, const Parts& parts) const;
    [[nodiscard]] double sendS() const;
    [[nodiscard]] double shown(double time, double window) const;
    void addPipeline(StepCost& cost) const;
    void addData(StepCost& cost) const;
    void addShardedData(StepCost& cost) const;
    void addOptimizer(StepCost& cost) const;
    void addFlops(StepCost& cost) const;

    [[nodiscard]] double replicas() const { return static_cast<double>(plan_.dp) * plan_.cp; }
    [[nodiscard]] double expertReplicas() const { return std::max(1.0, replicas() * plan_.tp / (plan_.ep * expertSplit())); }
    [[nodiscard]] double expertSplit() const { return expertTensorParallel(plan_); }

    const TrainingTimeInput& input_;
    const PipelineShape& shape_;
    Machine machine_;
    const ParallelPlan& plan_;
    const Architecture& model_;
    const Calibration& calibration_;
    Stage slowest_;
    double allStagesS_ = 0; ///< of one micro-batch, one after the other
};

void add(StepCost& cost, StepCause cause, double seconds)
{
    cost.causeS[static_cast<std::size_t>(cause)] += seconds;
}

Step::Parts Step::partsOfModel() const
{
    const LayerMix& mix = shape_.all;
    Parts parts;
    if (mix.attention > 0) parts.attention = mixerS(machine_, false);
    if (mix.window > 0) parts.window = mixerS(machine_, true);
    if (mix.linear > 0) parts.linear = linearMixerS(machine_, static_cast<double>(mix.linear));
    if (mix.dense > 0) parts.dense = denseFfnS(machine_), parts.dense_ = layerTraffic(machine_, false);
    if (mix.moe > 0) parts.experts = expertFfnS(machine_), parts.experts_ = layerTraffic(machine_, true);
    return parts;
}

Stage Step::makeStage(const PipelineShape::Stages& stages, const Parts& parts) const
{
    const LayerMix& mix = stages.mix;
    Stage stage;
    const auto times = [&](const PartS& part, std::int64_t count) { stage.work += part * static_cast<double>(count); };
    times(parts.attention, mix.attention + mix.cross);
    times(parts.window, mix.window);
    times(parts.linear, mix.linear);
    times(parts.dense, mix.dense);
    times(parts.experts, mix.moe);
    if (stages.first) stage.work += embeddingS(machine_);
    if (stages.last) stage.work += headS(machine_);
    const auto dense = static_cast<double>(mix.dense), experts = static_cast<double>(mix.moe);
    stage.traffic.tensor = dense * parts.dense_.tensor + experts * parts.experts_.tensor;
    stage.traffic.expert = experts * parts.experts_.expert;
    stage.traffic.context = dense * parts.dense_.context + experts * parts.experts_.context;
    const ParameterCount& count = stages.parameters;
    stage.parametersDense = (count.tensorSharded + count.embedding + count.head) / plan_.tp + count.replicated;
    stage.parametersExperts = count.routedExperts / (plan_.ep * expertSplit());
    return stage;
}

/// One hand-over between neighbouring stages: each tensor-parallel rank sends its share, which the receivers gather
/// over the fast links (Narayanan et al. 2021, section 4.1).
double Step::sendS() const
{
    if (plan_.pp <= 1) return 0;
    const double bytes = machine_.tokens * static_cast<double>(model_.hidden) * machine_.activationBytes / machine_.tp;
    const double replica = static_cast<double>(plan_.tp) * plan_.cp * plan_.dp;
    const bool inside = replica * plan_.pp <= machine_.domain;
    return pointToPointS(
        {2, inside ? machine_.insideBytesPerS : machine_.outsideBytesPerS, inside ? machine_.insideLatencyS : machine_.outsideLatencyS},
        bytes);
}

/// Communication that cannot hide: all of it without overlap, else what the window or the fitted share leaves over.
double Step::shown(double time, double window) const
{
    if (calibration_.hiddenDataShare <= 0) return time;
    return std::max(time * (1 - calibration_.hiddenDataShare), time - window);
}

void Step::addPipeline(StepCost& cost) const
{
    const double m = cost.microBatches, slowest = slowest_.work.sum();
    const PartS& work = slowest_.work;
    for (const PassS* pass : {&work.forward, &work.backward}) {
        add(cost, StepCause::matmul, m * pass->matmul);
        add(cost, StepCause::attention, m * pass->attention);
        add(cost, StepCause::memoryBound, m * pass->memory);
        add(cost, StepCause::launch, m * pass->launch);
        add(cost, StepCause::tensorComm, m * pass->tensor);
        add(cost, StepCause::expertComm, m * pass->expert);
        add(cost, StepCause::contextComm, m * pass->context);
    }
    add(cost, StepCause::recompute, m * work.again.sum());
    if (plan_.pp <= 1) return;
    const double others = allStagesS_ - slowest;
    const double chunks = plan_.vpp;
    add(cost, StepCause::bubble, others / chunks);
    // Interleaving runs micro-batches in groups of PP: a last group that is not full leaves slots of chunks empty.
    const double rest = std::fmod(m, plan_.pp);
    if (chunks > 1 && rest > 0) add(cost, StepCause::bubble, (chunks - 1) * (plan_.pp - rest) * slowest / chunks);
    // Interleaved schedules send behind compute as far as collectives hide at all.
    const double hidden = chunks > 1 ? calibration_.hiddenTensorShare : 0;
    add(cost, StepCause::pipelineComm, (2 * chunks * m * (1 - hidden) + 2.0 * (plan_.pp - 1)) * sendS());
}

void Step::addShardedData(StepCost& cost) const
{
    // ZeRO-3: weights are gathered for the forward and for the backward pass, gradients scattered, every micro-batch.
    const double weights = slowest_.parametersDense * input_.recipe.computeWeightBytes;
    const double gradients = shape_.trainedShare * slowest_.parametersDense * input_.recipe.gradientBytes;
    const double expertWeights = slowest_.parametersExperts * input_.recipe.computeWeightBytes;
    const double expertGradients = shape_.trainedShare * slowest_.parametersExperts * input_.recipe.gradientBytes;
    const GroupTiers group = machine_.group(replicas(), plan_.tp);
    const GroupTiers experts = machine_.group(expertReplicas(), expertSplit() * plan_.ep);
    const double time = 2 * hierarchicalAllGather(group.tiers, weights).at(typicalBracketShare)
        + hierarchicalAllGather(group.tiers, gradients).at(typicalBracketShare)
        + 2 * hierarchicalAllGather(experts.tiers, expertWeights).at(typicalBracketShare)
        + hierarchicalAllGather(experts.tiers, expertGradients).at(typicalBracketShare);
    add(cost, StepCause::dataComm, cost.microBatches * shown(time, slowest_.work.sum()));
    cost.dataBytes = cost.microBatches * (2 * weights + gradients + 2 * expertWeights + expertGradients);
}

void Step::addData(StepCost& cost) const
{
    if (replicas() <= 1) return;
    if (plan_.zeroStage >= 3) return addShardedData(cost);
    const TrainingRecipe& recipe = input_.recipe;
    // Gradients are reduced; with a sharded optimizer they are scattered and the new weights gathered.
    const double after = plan_.zeroStage == 0 ? recipe.gradientBytes : recipe.computeWeightBytes;
    const auto syncS = [&](double parameters, double ranks, double stride) {
        const GroupTiers group = machine_.group(ranks, stride);
        return std::pair{hierarchicalAllGather(group.tiers, parameters * recipe.gradientBytes).at(typicalBracketShare),
            hierarchicalAllGather(group.tiers, parameters * after).at(typicalBracketShare)};
    };
    const auto [reduce, gather] = syncS(slowest_.parametersDense * shape_.trainedShare, replicas(), plan_.tp);
    const auto [reduceExperts, gatherExperts] =
        syncS(slowest_.parametersExperts * shape_.trainedShare, expertReplicas(), expertSplit() * plan_.ep);
    const double backward = slowest_.work.backward.sum() + slowest_.work.again.sum(), forward = slowest_.work.forward.sum();
    add(cost, StepCause::dataComm, shown(reduce + reduceExperts, backward) + shown(gather + gatherExperts, forward));
    cost.dataBytes = shape_.trainedShare * (slowest_.parametersDense + slowest_.parametersExperts) * (recipe.gradientBytes + after);
}

void Step::addOptimizer(StepCost& cost) const
{
    // Gradient read; master copy and moments read and written; weight written.
    const TrainingRecipe& recipe = input_.recipe;
    const double bytes = recipe.gradientBytes + 2 * (recipe.masterBytes + recipe.momentBytes) + recipe.weightBytes;
    const bool sharded = plan_.zeroStage >= 1;
    const double owned = shape_.trainedShare
        * (slowest_.parametersDense / (sharded ? replicas() : 1) + slowest_.parametersExperts / (sharded ? expertReplicas() : 1));
    add(cost, StepCause::optimizer, machine_.streamS(owned * bytes, 4));
}

void Step::addFlops(StepCost& cost) const
{
    const double tokens = input_.globalBatch * input_.sequence;
    const double attention = shape_.attentionFlopsPerToken, model = shape_.modelFlopsPerToken;
    cost.modelFlops = tokens * model;
    double again = 0;
    if (plan_.recompute == Recompute::selective) again = attention;
    if (plan_.recompute == Recompute::full) again = 2 * shape_.matmulParameters + attention;
    cost.hardwareFlops = tokens * (model + again);
}

StepCost Step::cost() const
{
    StepCost cost;
    const double exact = input_.globalBatch / (static_cast<double>(plan_.microBatch) * plan_.dp);
    cost.microBatches = std::max(1.0, std::ceil(exact));
    addPipeline(cost);
    addData(cost);
    addOptimizer(cost);
    addFlops(cost);
    cost.tensorBytes = cost.microBatches * slowest_.traffic.tensor;
    cost.expertBytes = cost.microBatches * slowest_.traffic.expert;
    cost.contextBytes = cost.microBatches * slowest_.traffic.context;
    if (plan_.pp > 1)
        cost.pipelineBytes = cost.microBatches * 2 * plan_.vpp * machine_.tokens * static_cast<double>(model_.hidden)
            * machine_.activationBytes / machine_.tp;
    for (const double seconds : cost.causeS) cost.stepS += seconds;
    return cost;
}

} // namespace

std::string_view toText(StepCause cause)
{
    switch (cause) {
    case StepCause::matmul: return "matmul";
    case StepCause::attention: return "attention";
    case StepCause::memoryBound: return "memory_bound";
    case StepCause::launch: return "kernel_launch";
    case StepCause::recompute: return "recompute";
    case StepCause::tensorComm: return "tensor_parallel_comm";
    case StepCause::contextComm: return "context_parallel_comm";
    case StepCause::expertComm: return "expert_parallel_comm";
    case StepCause::pipelineComm: return "pipeline_comm";
    case StepCause::bubble: return "pipeline_bubble";
    case StepCause::dataComm: return "data_parallel_comm";
    case StepCause::optimizer: return "optimizer";
    }
    return "matmul";
}

Result<void> checkTrainingPlan(const TrainingTimeInput& input)
{
    const ParallelPlan& plan = input.plan;
    const Architecture& a = *input.architecture;
    const std::pair<std::string_view, int> degrees[] = {{"tp", plan.tp}, {"pp", plan.pp}, {"dp", plan.dp}, {"cp", plan.cp}, {"ep", plan.ep},
        {"vpp", plan.vpp}, {"micro_batch", plan.microBatch}};
    for (const auto& [name, degree] : degrees)
        if (degree < 1) return badPlan(name, degree, "at least 1");
    if (plan.zeroStage < 0 || plan.zeroStage > 3) return badPlan("zero_stage", plan.zeroStage, "0 to 3");
    if (!(input.sequence >= 1)) return badPlan("sequence", static_cast<std::int64_t>(input.sequence), "at least 1");
    if (!(input.globalBatch >= 1)) return badPlan("global_batch", static_cast<std::int64_t>(input.globalBatch), "at least 1");
    if (a.heads > 0 && a.heads % plan.tp != 0) return badPlan("tp", plan.tp, fmt::format("a divisor of {} heads", a.heads));
    if (plan.pp > a.layers) return badPlan("pp", plan.pp, fmt::format("at most {} layers", a.layers));
    if (plan.vpp > 1 && plan.pp == 1) return badPlan("vpp", plan.vpp, "1 without pipeline stages");
    if (std::int64_t{plan.vpp} * plan.pp > a.layers)
        return badPlan("vpp", plan.vpp, fmt::format("at most {} chunks a stage", a.layers / plan.pp));
    if (plan.ep > 1 && a.experts == 0) return badPlan("ep", plan.ep, "1 for a model without experts");
    if (plan.ep > 1 && a.experts % plan.ep != 0) return badPlan("ep", plan.ep, fmt::format("a divisor of {} experts", a.experts));
    const std::int64_t ranks = std::int64_t{plan.dp} * plan.cp * plan.tp;
    if (plan.ep > ranks) return badPlan("ep", plan.ep, fmt::format("at most {} ranks of a stage", ranks));
    if (plan.dp > input.globalBatch) return badPlan("dp", plan.dp, fmt::format("at most {} sequences of the batch", input.globalBatch));
    return {};
}

PipelineShape::PipelineShape(const TrainingTimeInput& input)
{
    const Architecture& model = *input.architecture;
    const int pp = input.plan.pp, vpp = input.plan.vpp;
    all = layerMix(model);
    for (int stage = 0; stage < pp; ++stage) {
        Stages one;
        one.first = stage == 0, one.last = stage == pp - 1;
        // An interleaved stage holds chunks i, i + p, i + 2 p …
        for (int chunk = 0; chunk < vpp; ++chunk) {
            const LayerRange range = stageLayers(model.layers, pp * vpp, chunk * pp + stage);
            one.mix += layerMix(model, range.first, range.last);
        }
        const auto same = std::ranges::find_if(
            stages, [&](const Stages& other) { return !one.first && !one.last && !other.first && !other.last && other.mix == one.mix; });
        if (same != stages.end()) {
            ++same->count;
            continue;
        }
        one.parameters = countParameters(model, one.mix, one.first, one.last);
        stages.push_back(one);
    }
    const bool frozen = input.recipe.frozenBaseBytes > 0;
    if (frozen) trainedShare = adapterParameters(model, input.adapterRank) / countParameters(model).total();
    matmulParameters = rackwright::matmulParameters(model);
    attentionFlopsPerToken = rackwright::attentionFlopsPerToken(model, input.sequence, input.convention);
    // A frozen base needs no weight gradients: two of three products.
    modelFlopsPerToken = trainingFlopsPerToken(model, input.sequence, input.convention) - (frozen ? 2 * matmulParameters : 0);
}

StepCost trainingStepCost(const TrainingTimeInput& input)
{
    return trainingStepCost(input, PipelineShape{input});
}

StepCost trainingStepCost(const TrainingTimeInput& input, const PipelineShape& shape)
{
    return Step{input, shape}.cost();
}

} // namespace rackwright

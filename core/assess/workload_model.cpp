#include "core/assess/workload_model.h"

#include "core/compute/auto_plan.h"

#include <algorithm>

namespace rackwright {

namespace {

Interconnect linksOf(const WorkloadRun& run, const OperatingState& state)
{
    Interconnect links = interconnectOf(*run.pool);
    if (!state.fabricLimits) links.oversubscription = 1;
    return links;
}

AcceleratorFigures figuresOf(const WorkloadRun& run, const OperatingState& state, Precision precision)
{
    AcceleratorFigures figures = acceleratorFigures(*run.pool->accelerator, precision);
    figures.clockShare = state.clockShare;
    return figures;
}

AutoPlanInput autoInput(const WorkloadRun& run, double globalBatch)
{
    return {run.architecture.get(), run.accelerators, run.pool->scaleUpDomain, globalBatch};
}

/// Where the usable memory is not known the first plan is as good as any.
bool holds(Fits fits, bool tightWillDo)
{
    return fits == Fits::yes || fits == Fits::unknown || (tightWillDo && fits == Fits::tight);
}

/// The Auto rule with room to spare; where no plan leaves any, one that fits tightly.
template <class Rule>
ParallelPlan comfortablePlan(Rule rule)
{
    const AutoPlan comfortable = rule(false);
    return comfortable.fits ? comfortable.plan : rule(true).plan;
}

/// A figure of the workload.
Figure figureOf(const WorkloadRun& run, const char* figure, const Quantity<>& value, const char* unit, std::string basis = {})
{
    return {figureId(figure, "workload", run.workload->name), value, unit, std::move(basis)};
}

Figure bytesOf(const WorkloadRun& run, const char* figure, double bytes)
{
    return figureOf(run, figure, Quantity<>::known(bytes), "bytes");
}

ModelAnswer answerOf(const WorkloadRun& run, const TrainingOutcome& outcome, bool usableKnown)
{
    ModelAnswer result;
    result.plan = outcome.plan;
    WorkloadAnswer& answer = result.answer;
    answer.plan = toText(outcome.plan);
    answer.memoryBytes = outcome.memory.peakBytes;
    answer.fits = toText(usableKnown ? outcome.memory.fits : Fits::unknown);
    answer.stepS = outcome.time.stepS;
    answer.tokensPerS = outcome.time.tokensPerS;
    answer.mfu = outcome.time.mfu;
    answer.limitedBy = outcome.time.limitedBy;
    const StageMemory& worst = outcome.memory.worst();
    const PersistentBytes persistent = worst.persistent();
    result.figures = {bytesOf(run, "memory.weights_bytes", persistent.weights),
        bytesOf(run, "memory.gradients_bytes", persistent.gradients), bytesOf(run, "memory.optimizer_bytes", persistent.optimizer),
        bytesOf(run, "memory.activations_bytes", worst.activationBytes + worst.embeddingBytes)};
    if (std::get<TrainingJob>(run.workload->job).totalTokens > 0) {
        result.figures.push_back(figureOf(run, "compute.days", outcome.time.days, "d", outcome.time.calibrationState));
        result.figures.push_back(
            figureOf(run, "compute.accelerator_hours", outcome.time.acceleratorHours, "h", outcome.time.calibrationState));
    }
    return result;
}

ModelAnswer answerOf(const WorkloadRun& run, const ServingOutcome& outcome, bool usableKnown)
{
    ModelAnswer result;
    result.plan = outcome.plan;
    WorkloadAnswer& answer = result.answer;
    answer.plan = toText(outcome.plan);
    answer.memoryBytes = outcome.memory.peakBytes();
    answer.fits = toText(usableKnown ? outcome.memory.fits : Fits::unknown);
    answer.ttftS = outcome.time.ttftS;
    answer.tpotS = outcome.time.tpotS;
    answer.tokensPerS = outcome.time.tokensPerS;
    answer.limitedBy = outcome.time.limitedBy;
    result.figures = {bytesOf(run, "memory.weights_bytes", outcome.memory.weightBytes),
        bytesOf(run, "memory.kv_cache_bytes", outcome.memory.cacheBytes),
        figureOf(run, "memory.max_sequences", Quantity<>::known(outcome.memory.maxSequences), "", "per replica")};
    return result;
}

} // namespace

Result<TrainingInputs> trainingInputs(const WorkloadRun& run, const OperatingState& state, const Calibrations& calibrations)
{
    const auto& job = std::get<TrainingJob>(run.workload->job);
    const Result<TrainingRecipe> recipe = trainingRecipeOf(job.recipe);
    if (!recipe) return tl::make_unexpected(recipe.error());
    const Quantity<> usable = usableMemoryBytes(*run.pool->accelerator);
    TrainingInputs inputs;
    inputs.memory.architecture = inputs.time.architecture = run.architecture.get();
    inputs.memory.recipe = inputs.time.recipe = *recipe;
    inputs.memory.sequence = inputs.time.sequence = job.sequence;
    inputs.memory.globalBatch = inputs.time.globalBatch = job.globalBatch;
    if (usable.hasValue()) inputs.memory.usableBytes = usable.value;
    inputs.time.accelerator = figuresOf(run, state, recipe->compute);
    inputs.time.links = linksOf(run, state);
    const TrainingStack stack = run.plan ? stackOf(*run.plan) : TrainingStack::megatron;
    inputs.time.calibration = calibrations.training(*run.pool->accelerator, *recipe, run.architecture->experts > 0, stack);
    inputs.time.totalTokens = job.totalTokens;
    return inputs;
}

Result<ServingInputs> servingInputs(const WorkloadRun& run, const OperatingState& state, const Calibrations& calibrations)
{
    const auto& job = std::get<InferenceService>(run.workload->job);
    const Result<StorageFormat> format = storageFormatOf(job.weightFormat);
    if (!format) return tl::make_unexpected(format.error());
    const Result<double> kvBytes = kvElementBytesOf(job.kvFormat);
    if (!kvBytes) return tl::make_unexpected(kvBytes.error());
    const Result<EngineRules> engine = engineRulesOf(job.engine);
    if (!engine) return tl::make_unexpected(engine.error());
    const Quantity<> usable = usableMemoryBytes(*run.pool->accelerator);
    ServingInputs inputs;
    inputs.memory.architecture = inputs.time.architecture = run.architecture.get();
    inputs.memory.weights = inputs.time.weights = *format;
    inputs.memory.kvElementBytes = inputs.time.kvElementBytes = *kvBytes;
    inputs.memory.engine = *engine;
    inputs.memory.context = double(job.inputTokens) + job.outputTokens;
    inputs.memory.concurrency = inputs.time.concurrency = job.concurrency;
    if (usable.hasValue()) inputs.memory.usableBytes = usable.value;
    inputs.memory.accelerator = run.pool->accelerator->displayName();
    inputs.time.inputTokens = job.inputTokens;
    inputs.time.outputTokens = job.outputTokens;
    inputs.time.engineMaxSequences = engine->maxSequences;
    inputs.time.tpotLimitS = job.tpotLimitS;
    inputs.time.accelerator = figuresOf(run, state, format->compute);
    inputs.time.links = linksOf(run, state);
    inputs.time.calibration = calibrations.serving(*run.pool->accelerator, format->compute, run.architecture->experts > 0);
    return inputs;
}

ParallelPlan planFor(const WorkloadRun& run, const TrainingInputs& inputs)
{
    if (run.plan) return *run.plan;
    return comfortablePlan([&](bool tightWillDo) {
        return autoTrainingPlan(autoInput(run, inputs.memory.globalBatch), [&](const ParallelPlan& plan) {
            const std::optional<double> peak = trainingPeakBytes(inputs.memory, plan);
            return peak && holds(trainingFits(*peak, inputs.memory.usableBytes), tightWillDo);
        });
    });
}

ParallelPlan planFor(const WorkloadRun& run, const ServingInputs& inputs)
{
    if (run.plan) return *run.plan;
    return comfortablePlan([&](bool tightWillDo) {
        return autoServingPlan(autoInput(run, 0), [&](const ParallelPlan& plan) {
            const Result<ServingMemory> tried = servingMemory(inputs.memory, plan);
            return tried && holds(tried->fits, tightWillDo);
        });
    });
}

Result<TrainingOutcome> train(const WorkloadRun& run, TrainingInputs inputs, Trace* trace)
{
    TrainingOutcome outcome;
    outcome.plan = inputs.time.plan = planFor(run, inputs);
    Result<TrainingMemory> memory = trainingMemory(inputs.memory, outcome.plan, run.workload->name, trace);
    if (!memory) return tl::make_unexpected(memory.error());
    Result<TrainingTime> time = trainingTime(inputs.time, run.workload->name, trace);
    if (!time) return tl::make_unexpected(time.error());
    outcome.memory = std::move(*memory);
    outcome.time = std::move(*time);
    return outcome;
}

Result<ServingOutcome> serve(const WorkloadRun& run, ServingInputs inputs, Trace* trace)
{
    ServingOutcome outcome;
    outcome.plan = inputs.time.plan = planFor(run, inputs);
    Result<ServingMemory> memory = servingMemory(inputs.memory, outcome.plan, run.workload->name, trace);
    if (!memory) return tl::make_unexpected(memory.error());
    if (memory->missing.empty()) inputs.time.memoryBatch = memory->maxSequences;
    Result<ServingTime> time = servingTime(inputs.time, run.workload->name, trace);
    if (!time) return tl::make_unexpected(time.error());
    outcome.memory = std::move(*memory);
    outcome.time = std::move(*time);
    return outcome;
}

Result<ModelAnswer> modelAnswer(const WorkloadRun& run, const OperatingState& state, const Calibrations& calibrations, Trace* trace)
{
    if (std::holds_alternative<VisionJob>(run.workload->job)) {
        ModelAnswer unknown;
        WorkloadAnswer& answer = unknown.answer;
        answer.memoryBytes = answer.ttftS = answer.tpotS = answer.tokensPerS = Quantity<>::unknown("vision engine");
        return unknown;
    }
    if (!run.architecture) return tl::make_unexpected(run.problem.value_or(Error{"WORKLOAD-NO-MODEL", {}}));
    const bool usableKnown = usableMemoryBytes(*run.pool->accelerator).hasValue();
    const auto toAnswer = [&](const auto& outcome) { return answerOf(run, outcome, usableKnown); };
    if (std::holds_alternative<TrainingJob>(run.workload->job))
        return trainingInputs(run, state, calibrations)
            .and_then([&](const TrainingInputs& inputs) { return train(run, inputs, trace); })
            .map(toAnswer);
    return servingInputs(run, state, calibrations)
        .and_then([&](const ServingInputs& inputs) { return serve(run, inputs, trace); })
        .map(toAnswer);
}

} // namespace rackwright

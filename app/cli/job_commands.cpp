// fit, train, serve, search: one job on N accelerators, without a project.

#include "app/cli/command.h"
#include "app/cli/job.h"

#include "core/compute/search.h"

#include <chrono>
#include <fmt/format.h>
#include <memory>

namespace rackwright::cli {

namespace {

Node planNode(const ParallelPlan& plan)
{
    return Node::Object{{"tp", plan.tp}, {"pp", plan.pp}, {"dp", plan.dp}, {"cp", plan.cp}, {"ep", plan.ep}, {"vpp", plan.vpp},
        {"micro_batch", plan.microBatch}, {"zero", plan.zeroStage}, {"text", toText(plan)}};
}

Node assumed(const PreparedJob& job)
{
    Node::Array list;
    for (const std::string& assumption : job.assumptions) list.push_back(assumption);
    return list;
}

Node::Object heading(const PreparedJob& job, const char* kind)
{
    return {{"job", kind}, {"model", job.workload.name}, {"accelerator", job.pool.accelerator->id},
        {"accelerators", job.pool.accelerators()}, {"nodes", job.pool.nodes}, {"assumptions", assumed(job)}};
}

void append(Node::Object& into, Node::Object more)
{
    for (auto& entry : more) into.push_back(std::move(entry));
}

Node finiteOrNull(double value)
{
    return std::isfinite(value) ? Node{value} : Node{};
}

Node::Object memoryNode(const TrainingMemory& memory, const ParallelPlan& plan)
{
    Node::Array stages;
    for (const StageMemory& stage : memory.stages) {
        const PersistentBytes persistent = stage.persistent();
        stages.push_back(Node::Object{{"stage", stage.stage}, {"weights_bytes", persistent.weights},
            {"gradients_bytes", persistent.gradients}, {"optimizer_bytes", persistent.optimizer},
            {"activations_bytes", stage.activationBytes}, {"loss_bytes", stage.lossBytes}, {"gather_bytes", stage.gatherBytes},
            {"reserve_bytes", stage.reserveBytes()}, {"peak_bytes", stage.peakBytes}, {"peak_at", toText(stage.instant)}});
    }
    return {{"plan", planNode(plan)}, {"fits", toText(memory.fits)}, {"peak_bytes", memory.peakBytes},
        {"peak_low_bytes", memory.peakBytes.low}, {"peak_high_bytes", memory.peakBytes.high},
        {"usable_bytes", finiteOrNull(memory.usableBytes)}, {"heaviest_stage", memory.heaviest}, {"stages", stages}};
}

Node::Object memoryNode(const ServingMemory& memory, const ParallelPlan& plan)
{
    Node::Array levers;
    for (const std::string& lever : memory.levers) levers.push_back(lever);
    return {{"plan", planNode(plan)}, {"fits", toText(memory.fits)}, {"peak_bytes", memory.peakBytes()},
        {"usable_bytes", finiteOrNull(memory.usableBytes)}, {"available_bytes", finiteOrNull(memory.availableBytes)},
        {"missing_bytes", memory.missingBytes}, {"weights_bytes", memory.weightBytes}, {"kv_cache_bytes", memory.cacheBytes},
        {"kv_bytes_per_token", memory.groupCacheBytesPerToken}, {"activations_bytes", memory.activationBytes},
        {"reserve_bytes", memory.reserveBytes()}, {"max_sequences", memory.maxSequences}, {"max_context_tokens", memory.maxContext},
        {"smallest_memory_share", memory.smallestShare}, {"levers", levers}};
}

Node causesNode(const std::vector<std::pair<std::string, double>>& causes)
{
    Node::Array rows;
    for (const auto& [cause, seconds] : causes) rows.push_back(Node::Object{{"cause", cause}, {"s", seconds}});
    return rows;
}

Node missingOf(const Quantity<>& quantity)
{
    Node::Array names;
    for (const std::string& name : quantity.missing) names.push_back(name);
    return names;
}

Node::Object timeNode(const TrainingTime& time)
{
    return {{"step_s", time.stepS}, {"step_low_s", time.stepS.hasValue() ? Node{time.stepS.low} : Node{}},
        {"step_high_s", time.stepS.hasValue() ? Node{time.stepS.high} : Node{}}, {"tokens_per_s", time.tokensPerS}, {"mfu", time.mfu},
        {"mfu_convention", time.mfuConvention}, {"hfu", time.hfu}, {"days", time.days}, {"accelerator_hours", time.acceleratorHours},
        {"limited_by", time.limitedBy}, {"calibration", time.calibrationState}, {"missing", missingOf(time.stepS)},
        {"causes", causesNode(time.causes)}};
}

Node::Object timeNode(const ServingTime& time)
{
    return {{"ttft_s", time.ttftS}, {"tpot_s", time.tpotS}, {"tokens_per_s", time.tokensPerS}, {"requests_per_s", time.requestsPerS},
        {"batch_per_replica", time.batch}, {"batch_limited_by", time.batchLimitedBy},
        {"compute_bound_from_batch", finiteOrNull(time.computeBatch)}, {"limited_by", time.limitedBy},
        {"calibration", time.calibrationState}, {"missing", missingOf(time.tpotS)}, {"causes", causesNode(time.causes)}};
}

/// The flags resolved and handed to `body` with the engine's data.
template <class Body>
Result<Answer> withJob(const JobFlags& flags, JobKind kind, Format format, Body body)
{
    const Result<const EngineData*> data = shippedEngine();
    if (!data) return tl::make_unexpected(data.error());
    const Result<std::unique_ptr<PreparedJob>> job = prepareJob(flags, kind, **data);
    if (!job) return tl::make_unexpected(job.error());
    return body(**job, **data).map([&](Node::Object node) { return printed(Node{std::move(node)}, format); });
}

Result<Node::Object> fitTraining(const PreparedJob& job, const EngineData& data)
{
    return trainingInputs(job.run, {}, data.calibrations).and_then([&](const TrainingInputs& inputs) {
        const ParallelPlan plan = planFor(job.run, inputs);
        return trainingMemory(inputs.memory, plan).map([&](const TrainingMemory& memory) {
            Node::Object node = heading(job, "training");
            append(node, memoryNode(memory, plan));
            return node;
        });
    });
}

Result<Node::Object> fitServing(const PreparedJob& job, const EngineData& data)
{
    return servingInputs(job.run, {}, data.calibrations).and_then([&](const ServingInputs& inputs) {
        const ParallelPlan plan = planFor(job.run, inputs);
        return servingMemory(inputs.memory, plan).map([&](const ServingMemory& memory) {
            Node::Object node = heading(job, "serving");
            append(node, memoryNode(memory, plan));
            return node;
        });
    });
}

/// A job is a service when a flag that only services have is given.
JobKind kindOf(const JobFlags& flags)
{
    const bool serving = flags.concurrency || flags.input || flags.output || !flags.kvPrecision.empty() || !flags.engine.empty();
    return serving ? JobKind::serving : JobKind::training;
}

Result<Answer> fit(const JobFlags& flags, Format format)
{
    const JobKind kind = kindOf(flags);
    return withJob(flags, kind, format, [kind](const PreparedJob& job, const EngineData& data) {
        return kind == JobKind::training ? fitTraining(job, data) : fitServing(job, data);
    });
}

Result<Answer> runTraining(const JobFlags& flags, Format format)
{
    return withJob(flags, JobKind::training, format, [](const PreparedJob& job, const EngineData& data) {
        return trainingInputs(job.run, {}, data.calibrations)
            .and_then([&](const TrainingInputs& inputs) { return train(job.run, inputs, nullptr); })
            .map([&](const TrainingOutcome& outcome) {
                Node::Object node = heading(job, "training");
                append(node, timeNode(outcome.time));
                append(node, memoryNode(outcome.memory, outcome.plan));
                return node;
            });
    });
}

Result<Answer> runServing(const JobFlags& flags, Format format)
{
    return withJob(flags, JobKind::serving, format, [](const PreparedJob& job, const EngineData& data) {
        return servingInputs(job.run, {}, data.calibrations)
            .and_then([&](const ServingInputs& inputs) { return serve(job.run, inputs, nullptr); })
            .map([&](const ServingOutcome& outcome) {
                Node::Object node = heading(job, "serving");
                append(node, timeNode(outcome.time));
                append(node, memoryNode(outcome.memory, outcome.plan));
                return node;
            });
    });
}

Node hitNode(const SearchHit& hit)
{
    return Node::Object{{"tp", hit.plan.tp}, {"pp", hit.plan.pp}, {"dp", hit.plan.dp}, {"ep", hit.plan.ep},
        {"micro_batch", hit.plan.microBatch}, {"plan", toText(hit.plan)}, {"step_s", hit.stepS}, {"tokens_per_s", hit.tokensPerS},
        {"memory_bytes", hit.memoryBytes}};
}

Result<Node::Object> searchJob(const PreparedJob& job, const EngineData& data, const JobFlags& flags)
{
    return trainingInputs(job.run, {}, data.calibrations).and_then([&](const TrainingInputs& inputs) -> Result<Node::Object> {
        const Quantity<>& peak = inputs.time.accelerator.peakFlops;
        if (!peak.hasValue()) return fail("JOB-NO-PEAK", {{"accelerator", job.pool.accelerator->id}, {"missing", peak.missing.front()}});
        SearchSpace space;
        space.accelerators = job.pool.accelerators();
        space.maxTp = std::max(space.maxTp, job.pool.scaleUpDomain);
        if (flags.microBatch) space.maxMicroBatch = *flags.microBatch;
        if (flags.vpp) space.maxVpp = *flags.vpp;
        if (flags.cp) space.cp = *flags.cp;
        if (flags.zero) space.zeroStage = *flags.zero;
        space.recompute = {Recompute::none, Recompute::selective, Recompute::full};
        const auto memory = [&](const ParallelPlan& plan) { return trainingPeakBytes(inputs.memory, plan); };
        const auto start = std::chrono::steady_clock::now();
        const SearchResult found = searchPlans(inputs.time, space, memory, largestShare * inputs.memory.usableBytes);
        const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
        Node::Array best;
        for (const SearchHit& hit : found.best) best.push_back(hitNode(hit));
        Node::Object node = heading(job, "training");
        append(node,
            {{"configurations_tried", found.configurationsTried}, {"configurations_pruned", found.configurationsPruned},
                {"feasible", found.feasible},
                {"configurations_per_s", static_cast<double>(found.configurationsTried) / std::max(seconds, 1e-9)}, {"best", best}});
        return node;
    });
}

Result<Answer> search(const JobFlags& flags, Format format)
{
    JobFlags withoutPlan = flags;
    for (std::optional<int>* flag : {&withoutPlan.tp, &withoutPlan.pp, &withoutPlan.dp, &withoutPlan.ep, &withoutPlan.vpp, &withoutPlan.cp,
             &withoutPlan.zero, &withoutPlan.microBatch})
        flag->reset();
    withoutPlan.recompute.clear();
    return withJob(withoutPlan, JobKind::training, format,
        [&flags](const PreparedJob& job, const EngineData& data) { return searchJob(job, data, flags); });
}

void addJob(Commands& commands, const char* name, const char* help, Result<Answer> (*body)(const JobFlags&, Format))
{
    auto flags = std::make_shared<JobFlags>();
    flags->addTo(*commands.add(name, help, [flags, body](Format f) { return body(*flags, f); }));
}

} // namespace

void addJobCommands(Commands& commands)
{
    addJob(commands, "fit", "Does a job fit? Memory of an accelerator, part by part", fit);
    addJob(commands, "train", "How fast does a model train?", runTraining);
    addJob(commands, "serve", "How fast does a service answer?", runServing);
    addJob(commands, "search", "The fastest plan that fits: TP × PP × DP × micro-batch, exhaustively", search);
}

} // namespace rackwright::cli

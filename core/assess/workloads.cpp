#include "core/assess/workloads.h"

#include "core/assess/workload_model.h"
#include "core/compute/processor.h"

#include <algorithm>
#include <cmath>
#include <unordered_set>

namespace rackwright {

namespace {

/// The pool with the most accelerators among the devices that the allocation names; all of them when it names none.
void choosePool(WorkloadRun& run, const ClusterView& cluster)
{
    const auto* devices = std::get_if<std::vector<Id>>(&run.allocation->pool);
    std::unordered_set<std::int64_t> named;
    if (devices)
        for (const Id id : *devices) named.insert(toNumber(id));
    // A training job is not meant for processors unless it is given them by name.
    if (devices || !std::holds_alternative<TrainingJob>(run.workload->job))
        run.processorHosts = static_cast<int>(
            std::ranges::count_if(cluster.processorHosts, [&](std::int64_t id) { return !devices || named.contains(id); }));
    int others = 0;
    for (const AcceleratorPool& pool : cluster.pools) {
        const auto hosts = std::ranges::count_if(pool.deviceIds, [&](std::int64_t id) { return named.contains(id); });
        const int count = devices ? static_cast<int>(hosts) * pool.perNode : pool.accelerators();
        if (count == 0) continue;
        others += run.accelerators > 0 || others > 0;
        if (count > run.accelerators) run.pool = &pool, run.accelerators = count;
    }
    run.mixedPools = others > 0;
    if (const auto* share = std::get_if<double>(&run.allocation->pool); share && run.pool) {
        // Whole nodes: a job is not spread over part of one.
        const double nodes = std::floor(*share * run.pool->nodes + 1e-9);
        run.accelerators = std::min(run.pool->nodes, static_cast<int>(nodes)) * run.pool->perNode;
        if (run.accelerators == 0 && *share > 0)
            run.accelerators = std::min(run.pool->perNode, static_cast<int>(std::ceil(*share * run.pool->accelerators())));
    }
}

/// The shape of the run's model, from the project's own parts, else from the catalog.
void resolveModel(WorkloadRun& run, const Project& project, const EngineData& data)
{
    if (std::holds_alternative<VisionJob>(run.workload->job)) return;
    const std::string& modelId = std::visit([](const auto& job) -> const std::string& { return job.modelId; }, run.workload->job);
    PartPtr model = project.part(PartKind::model, modelId);
    if (!model) model = data.catalog.find(PartKind::model, modelId);
    if (!model) {
        run.problem = Error{"WORKLOAD-NO-MODEL", {{"workload", run.workload->name}, {"found", modelId}}};
        return;
    }
    if (Result<Architecture> architecture = architectureOf(*model))
        run.architecture = std::make_shared<const Architecture>(std::move(*architecture));
    else
        run.problem = architecture.error().with("model", modelId);
}

std::string workloadSubject(const Workload& workload)
{
    return subjectOf("workload", workload.name);
}

void reportFit(const WorkloadRun& run, Report& report)
{
    const std::string subject = workloadSubject(*run.workload);
    const std::string figure = figureId("memory.peak_bytes", "workload", run.workload->name);
    const auto add = [&](const char* code, Severity severity) {
        report.findings.push_back({code, severity, {subject}, {figure},
            {{"workload", run.workload->name}, {"accelerator", run.pool->accelerator->displayName()},
                {"accelerators", std::to_string(run.accelerators)}},
            {}});
    };
    if (run.answer.fits == "no") add("MEMORY-DOES-NOT-FIT", Severity::error);
    if (run.answer.fits == "tight") add("MEMORY-TIGHT", Severity::warning);
    if (run.answer.fits == "short") add("MEMORY-SHORT", Severity::warning);
    if (run.mixedPools)
        report.findings.push_back({"WORKLOAD-MIXED-ACCELERATORS", Severity::info, {subject}, {},
            {{"workload", run.workload->name}, {"used", run.pool->name}}, {}});
}

void reportFigures(const WorkloadRun& run, Report& report)
{
    const WorkloadAnswer& answer = run.answer;
    const auto add = [&](const char* figure, const Quantity<>& value, const char* unit) {
        report.add(figureId(figure, "workload", run.workload->name), value, unit, answer.plan);
    };
    add("memory.peak_bytes", answer.memoryBytes, "bytes");
    add("compute.tokens_per_s", answer.tokensPerS, "tokens/s");
    if (std::holds_alternative<TrainingJob>(run.workload->job)) {
        add("compute.step_s", answer.stepS, "s");
        add("compute.mfu", answer.mfu, "");
    } else {
        add("compute.ttft_s", answer.ttftS, "s");
        add("compute.tpot_s", answer.tpotS, "s");
    }
}

/// Processors would do the work, of which no speed is known; without any, nothing does.
void answerWithoutAccelerators(WorkloadRun& run, Report* report, Trace* trace)
{
    const bool onProcessors = run.processorHosts > 0;
    run.answer.limitedBy = onProcessors ? "processors" : "no accelerators";
    if (onProcessors) {
        const ProcessorAnswer answer = answerOnProcessors(run.processorHosts, run.workload->name, report ? trace : nullptr);
        run.answer.memoryBytes = answer.memoryBytes, run.answer.stepS = answer.stepS, run.answer.tokensPerS = answer.tokensPerS;
        run.answer.ttftS = answer.ttftS, run.answer.tpotS = answer.tpotS;
    }
    if (!report) return;
    reportFigures(run, *report);
    Finding finding{onProcessors ? "WORKLOAD-ON-PROCESSORS" : "WORKLOAD-NO-ACCELERATORS",
        onProcessors ? Severity::warning : Severity::error, {workloadSubject(*run.workload)}, {}, {{"workload", run.workload->name}}, {}};
    if (onProcessors) finding.args.emplace_back("hosts", std::to_string(run.processorHosts));
    report->findings.push_back(std::move(finding));
}

} // namespace

std::vector<WorkloadRun> planRuns(const Project& project, const Scenario& scenario, const ClusterView& cluster, const EngineData& data)
{
    std::vector<WorkloadRun> runs;
    for (const Allocation& allocation : scenario.allocations) {
        WorkloadRun run;
        run.workload = project.workload(allocation.workload);
        if (!run.workload) continue;
        run.allocation = &allocation;
        run.plan = allocation.plan;
        run.answer.name = run.workload->name;
        choosePool(run, cluster);
        resolveModel(run, project, data);
        runs.push_back(std::move(run));
    }
    return runs;
}

void answerRun(WorkloadRun& run, const OperatingState& state, const EngineData& data, Report* report, Trace* trace)
{
    if (!run.pool || run.accelerators == 0) {
        answerWithoutAccelerators(run, report, trace);
        return;
    }
    const Result<ModelAnswer> answer = modelAnswer(run, state, data.calibrations, trace);
    if (!answer) {
        const std::string why = answer.error().code;
        run.answer.memoryBytes = run.answer.stepS = run.answer.tokensPerS = Quantity<>::unknown(why);
        if (report) {
            Finding finding{"WORKLOAD-NOT-COMPUTED", Severity::warning, {workloadSubject(*run.workload)}, {},
                {{"workload", run.workload->name}, {"reason", why}}, {}};
            finding.args.insert(finding.args.end(), answer.error().args.begin(), answer.error().args.end());
            report->findings.push_back(std::move(finding));
            reportFigures(run, *report);
        }
        return;
    }
    run.plan = answer->plan;
    run.answer = answer->answer;
    run.answer.name = run.workload->name;
    run.workPerS = answer->answer.tokensPerS;
    if (!report) return;
    reportFigures(run, *report);
    for (const Figure& figure : answer->figures) report->figures.push_back(figure);
    reportFit(run, *report);
}

Quantity<> workPerSOf(const WorkloadRun& run, const OperatingState& state, const EngineData& data)
{
    if (!run.pool || run.accelerators == 0) return Quantity<>::unknown("accelerators");
    const Result<ModelAnswer> answer = modelAnswer(run, state, data.calibrations, nullptr);
    return answer ? answer->answer.tokensPerS : Quantity<>::unknown(answer.error().code);
}

} // namespace rackwright

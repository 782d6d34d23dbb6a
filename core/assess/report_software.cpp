#include "core/assess/report_software.h"

#include "core/compute/memory_serving.h"
#include "core/workload/precision.h"

#include <algorithm>
#include <cctype>
#include <fmt/format.h>

namespace rackwright {

namespace {

std::string lowerCase(std::string text)
{
    for (char& c : text) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    return text;
}

SoftwareUse useOf(const WorkloadRun& run)
{
    SoftwareUse use{run.workload->name, run.pool->accelerator, run.accelerators, {}, {}};
    if (const auto* service = std::get_if<InferenceService>(&run.workload->job)) {
        use.engine = engineRulesOf(service->engine).map([](const EngineRules& rules) { return rules.name; }).value_or(service->engine);
        use.formats.push_back(lowerCase(service->weightFormat));
        if (const auto format = storageFormatOf(service->weightFormat)) use.formats.push_back(format->name);
    } else if (const auto* job = std::get_if<TrainingJob>(&run.workload->job)) {
        if (const auto recipe = trainingRecipeOf(job->recipe)) use.formats.push_back(std::string{toText(recipe->compute)});
    }
    return use;
}

/// "CUDA 12.8, NVIDIA driver 570".
std::string versionsOf(const std::vector<const SoftwareRule*>& rules)
{
    std::vector<std::string> texts;
    for (const SoftwareRule* rule : rules)
        texts.push_back(rule->minimumVersion.empty() ? rule->component : fmt::format("{} {}", rule->component, rule->minimumVersion));
    return fmt::format("{}", fmt::join(texts, ", "));
}

void reportNeeds(const SoftwareNeeds& needs, Report& report)
{
    const std::string name = needs.accelerator->displayName();
    const std::vector<std::string> subjects{subjectOf("part", needs.accelerator->id)};
    if (needs.rules.empty())
        report.findings.push_back({"SOFTWARE-UNKNOWN", Severity::info, subjects, {}, {{"accelerator", name}}, {}});
    else
        report.findings.push_back(
            {"SOFTWARE-NEEDS", Severity::info, subjects, {}, {{"accelerator", name}, {"versions", versionsOf(needs.rules)}}, {}});
}

void reportAnswer(const SoftwareAnswer& answer, Report& report)
{
    if (answer.runs == Answer::yes) return;
    const SoftwareUse& use = answer.use;
    std::vector<std::pair<std::string, std::string>> args{{"workload", use.workload}, {"accelerator", use.accelerator->displayName()}};
    if (!use.engine.empty()) args.emplace_back("engine", use.engine);
    if (!use.formats.empty() && (answer.runs == Answer::cannotSay || answer.formatBlocks)) args.emplace_back("format", use.formats.front());
    const bool blocks = answer.runs == Answer::no;
    report.findings.push_back({blocks ? "SOFTWARE-BLOCKS" : "SOFTWARE-NOT-STATED", blocks ? Severity::error : Severity::info,
        {subjectOf("workload", use.workload)}, {"software.supported_share"}, std::move(args), {}});
}

std::string_view wordOf(Answer answer)
{
    return answer == Answer::yes ? "runs" : answer == Answer::no ? "does not run" : "not stated";
}

Explanation explain(const SoftwareAnswer& answer)
{
    const SoftwareUse& use = answer.use;
    std::string name = fmt::format("{} on {}: {}", use.workload, use.accelerator->displayName(), wordOf(answer.runs));
    if (answer.because.empty()) return explainInput(std::move(name), Quantity<>::unknown("software rule"), "", Origin::catalog, "software");
    const SoftwareRule& rule = *answer.because.front();
    Explanation leaf = explainInput(std::move(name), Quantity<>::known(answer.runs == Answer::yes ? use.accelerators : 0), "",
        Origin::catalog, fmt::format("software {}: {}", rule.id, rule.source));
    leaf.date = rule.date;
    return leaf;
}

} // namespace

SoftwareInputs softwareInputs(const ClusterView& cluster, const std::vector<WorkloadRun>& runs, const SoftwareRules& rules)
{
    SoftwareInputs inputs{rules, {}, {}};
    for (const AcceleratorPool& pool : cluster.pools) {
        const auto same = [&](const PartPtr& part) { return part->id == pool.accelerator->id; };
        if (pool.accelerators() > 0 && std::ranges::none_of(inputs.accelerators, same)) inputs.accelerators.push_back(pool.accelerator);
    }
    for (const WorkloadRun& run : runs)
        if (run.pool && run.accelerators > 0 && !std::holds_alternative<VisionJob>(run.workload->job)) inputs.uses.push_back(useOf(run));
    return inputs;
}

void reportSoftware(const SoftwareResult& result, Report& report, Trace* trace)
{
    report.add("software.supported_share", result.supportedShare, "");
    report.add("software.usable_share", result.usableShare, "");
    for (const SoftwareNeeds& needs : result.needs) reportNeeds(needs, report);
    for (const SoftwareAnswer& answer : result.answers) reportAnswer(answer, report);
    if (!trace) return;
    std::vector<Explanation> uses;
    for (const SoftwareAnswer& answer : result.answers) uses.push_back(explain(answer));
    trace->record("software.supported_share",
        explainDerived("accelerators whose software runs their work", result.supportedShare, "", "supported / at work", std::move(uses)));
    trace->record("software.usable_share",
        explainDerived("share of peak that the software uses", result.usableShare, "",
            "not computed: a project states neither versions nor settings of its software", {}));
}

} // namespace rackwright

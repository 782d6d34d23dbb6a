// assess, compare, figures, findings: what the engine says of a design.

#include "app/cli/command.h"

#include "core/assess/assess.h"
#include "core/assess/figure_table.h"
#include "core/assess/finding_table.h"
#include "core/exchange/assessment_json.h"
#include "core/store/project_file.h"
#include "ui/text/sentence.h"
#include "ui/text/summary.h"

#include <algorithm>
#include <memory>
#include <sstream>

namespace rackwright::cli {

namespace {

struct AssessFlags {
    std::string file, scenario, explain;
    std::vector<std::string> scenarios;
    std::optional<int> month;
    bool noEstimates = false;
};

/// A project with what the engine says of it.
struct Assessed {
    Project project;
    Assessment assessment;
};

Result<void> checkScenario(const Project& project, const std::string& name)
{
    if (name.empty() || project.scenario(name)) return {};
    std::string wanted;
    for (const ScenarioPtr& scenario : project.scenarios) wanted += (wanted.empty() ? "" : ", ") + scenario->name;
    return fail("CLI-NO-SCENARIO", {{"found", name}, {"wanted", wanted}});
}

Result<Assessed> assessFile(const AssessFlags& flags, Trace* trace)
{
    const Result<const EngineData*> data = shippedEngine();
    if (!data) return tl::make_unexpected(data.error());
    Result<OpenedProject> opened = openProject(flags.file);
    if (!opened) return tl::make_unexpected(opened.error());
    if (const Result<void> known = checkScenario(opened->project, flags.scenario); !known) return tl::make_unexpected(known.error());
    AssessOptions options;
    options.scenario = flags.scenario;
    options.month = flags.month;
    options.fillGaps = !flags.noEstimates;
    Assessment assessment = assess(opened->project, **data, options, trace);
    return Assessed{std::move(opened->project), std::move(assessment)};
}

Node figureRows(const Assessment& assessment)
{
    Node::Array rows;
    for (const ScenarioAssessment& scenario : assessment.scenarios)
        for (const Figure& figure : scenario.figures) {
            const bool has = figure.value.hasValue();
            Node::Array missing;
            for (const std::string& name : figure.value.missing) missing.push_back(name);
            rows.push_back(Node::Object{{"scenario", scenario.name}, {"id", figure.id}, {"value", figure.value},
                {"low", has ? Node{figure.value.low} : Node{}}, {"high", has ? Node{figure.value.high} : Node{}}, {"unit", figure.unit},
                {"basis", figure.basis}, {"knowledge", toText(figure.value.knowledge)}, {"missing", missing}});
        }
    return rows;
}

/// The explanation of one figure, of the scenario named or the first that has it.
Result<Answer> explain(AssessFlags flags, Format format)
{
    std::vector<std::string> names;
    if (flags.scenario.empty()) {
        const Result<OpenedProject> opened = openProject(flags.file);
        if (!opened) return tl::make_unexpected(opened.error());
        for (const ScenarioPtr& scenario : opened->project.scenarios) names.push_back(scenario->name);
    } else {
        names.push_back(flags.scenario);
    }
    for (const std::string& name : names) {
        flags.scenario = name;
        Trace trace;
        const Result<Assessed> assessed = assessFile(flags, &trace);
        if (!assessed) return tl::make_unexpected(assessed.error());
        const Explanation* explanation = trace.find(flags.explain);
        if (!explanation) continue;
        return Answer{format == Format::json ? explanationJson(*explanation) : explanationText(*explanation)};
    }
    return fail("CLI-NO-FIGURE", {{"found", flags.explain}, {"wanted", "an id of the assessment, e.g. power.typical_w; see figures list"}});
}

Result<Answer> runAssess(const AssessFlags& flags, Format format)
{
    if (!flags.explain.empty()) return explain(flags, format);
    return assessFile(flags, nullptr).map([&](const Assessed& assessed) {
        const int exitCode = assessed.assessment.hasErrors() ? hasErrorFindings : allWell;
        if (format == Format::json) return Answer{assessmentJson(assessed.assessment), exitCode};
        if (format == Format::csv) return printed(figureRows(assessed.assessment), format, exitCode);
        return Answer{summaryText(assessed.project, assessed.assessment), exitCode};
    });
}

/// Figures of the scenario itself, side by side: those without a subject.
Result<Answer> runCompare(const AssessFlags& flags, Format format)
{
    const Result<Assessed> assessed = assessFile(flags, nullptr);
    if (!assessed) return tl::make_unexpected(assessed.error());
    std::vector<const ScenarioAssessment*> chosen;
    if (flags.scenarios.empty())
        for (const ScenarioAssessment& scenario : assessed->assessment.scenarios) chosen.push_back(&scenario);
    for (const std::string& name : flags.scenarios) {
        if (const Result<void> known = checkScenario(assessed->project, name); !known) return tl::make_unexpected(known.error());
        chosen.push_back(assessed->assessment.scenario(name));
    }
    std::vector<std::pair<std::string, std::string>> ids;
    for (const ScenarioAssessment* scenario : chosen)
        for (const Figure& figure : scenario->figures)
            if (figure.id.find('@') == std::string::npos || figure.id.find("@workload:") != std::string::npos)
                ids.emplace_back(figure.id, figure.unit);
    std::ranges::sort(ids);
    ids.erase(std::unique(ids.begin(), ids.end()), ids.end());
    Node::Array rows;
    for (const auto& [id, unit] : ids) {
        Node::Object row{{"figure", id}, {"unit", unit}};
        for (const ScenarioAssessment* scenario : chosen) {
            const Figure* figure = scenario->figure(id);
            row.emplace_back(scenario->name, figure ? Node{figure->value} : Node{});
        }
        rows.push_back(Node{std::move(row)});
    }
    return printed(Node{std::move(rows)}, format);
}

Result<Answer> listFigures(Format format)
{
    Node::Array rows;
    for (const FigureKind& kind : figureTable())
        rows.push_back(Node::Object{{"id", kind.figure}, {"subjects", kind.subjects}, {"unit", kind.unit}, {"formula", kind.formula}});
    return printed(Node{std::move(rows)}, format);
}

Result<Answer> listFindings(Format format)
{
    Node::Array rows;
    for (const FindingKind& kind : findingTable())
        rows.push_back(Node::Object{{"code", kind.code}, {"severity", toText(kind.severity)}, {"meaning", kind.meaning}});
    return printed(Node{std::move(rows)}, format);
}

} // namespace

void addAssessCommands(Commands& commands)
{
    auto flags = std::make_shared<AssessFlags>();
    CLI::App* assess =
        commands.add("assess", "Assess a project; exit 1 when there are errors", [flags](Format f) { return runAssess(*flags, f); });
    assess->add_option("FILE", flags->file, "the project")->required();
    assess->add_option("--scenario", flags->scenario, "only this one");
    assess->add_option("--month", flags->month, "what is bought by then")->check(CLI::Range(0, 1200));
    assess->add_option("--explain", flags->explain, "formula, inputs and sources of one figure");
    assess->add_flag("--no-estimates", flags->noEstimates, "fill no gaps with class rules: totals are then at least so much");

    auto compared = std::make_shared<AssessFlags>();
    CLI::App* compare = commands.add("compare", "Scenarios side by side", [compared](Format f) { return runCompare(*compared, f); });
    compare->add_option("FILE", compared->file, "the project")->required();
    compare->add_option("--scenarios", compared->scenarios, "names, separated by commas; all when left out")->delimiter(',');

    CLI::App* figures = commands.group("figures", "The figures of an assessment");
    commands.add("list", "All kinds of figures with unit and formula", listFigures, figures);
    CLI::App* findings = commands.group("findings", "The findings of an assessment");
    commands.add("list", "All kinds of findings with severity and meaning", listFindings, findings);
}

} // namespace rackwright::cli

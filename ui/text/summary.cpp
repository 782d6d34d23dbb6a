#include "ui/text/summary.h"

#include "ui/text/figure_text.h"
#include "ui/text/sentence.h"

#include <QCoreApplication>
#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <map>

namespace rackwright {

namespace {

std::string tr(const char* text)
{
    return QCoreApplication::translate("rackwright", text).toStdString();
}

/// A line of the page: a label and the figures that stand on it.
struct Line {
    const char* label;
    struct Entry {
        const char* text; ///< "{}" is the figure
        const char* id;
        bool band = false;
    };
    std::vector<Entry> entries;
};

const std::vector<Line>& lines()
{
    static const std::vector<Line> page{
        {"Equipment", {{"{} accelerators", "count.accelerators"}, {"{} racks", "count.racks"}, {"{} switches", "count.switches"}}},
        {"Power",
            {{"nameplate {}", "power.nameplate_w"}, {"typical {}", "power.typical_w"}, {"at this work {}", "power.workload_w"},
                {"supplies installed {}", "power.psu_installed_w"}, {"facility {}", "power.facility_w"}}},
        {"Heat",
            {{"to air {}", "heat.air_w"}, {"to liquid {}", "heat.liquid_w"}, {"left to the room {}", "heat.room_air_w"},
                {"hottest intake {}", "thermal.intake_c"}}},
        {"Fabric",
            {{"{} leaf", "fabric.leaf_switches"}, {"{} spine", "fabric.spine_switches"}, {"{}:1 oversubscribed", "fabric.oversubscription"},
                {"bisection {}", "fabric.bisection_bytes_per_s"}, {"all-reduce of 1 GiB {}", "fabric.allreduce_s"}}},
        {"Storage", {{"reads {}", "storage.read_bytes_per_s"}, {"demand {}", "storage.read_demand_bytes_per_s"}}},
        {"Space", {{"{} used", "space.u_used"}, {"{}", "space.mass_kg"}, {"floor {}", "space.floor_kg_per_m2"}}},
        {"Capex", {{"{}", "cost.capex_usd", true}}},
        {"Opex", {{"{}", "cost.opex_usd_per_year", true}, {"energy {}", "cost.energy_usd_per_year"}}},
        {"Total cost", {{"{}", "cost.tco_usd", true}, {"{} per accelerator-hour", "cost.usd_per_accelerator_hour"}}},
        {"Cloud", {{"{}", "cost.cloud_usd_per_year", true}, {"break-even after {}", "cost.break_even_months"}}},
    };
    return page;
}

/// Power, heat and space of a rented machine are the provider's business.
bool isProvidersOwn(const Quantity<>& value)
{
    return !value.hasValue() && value.missing == std::vector<std::string>{std::string{providersOwn}};
}

/// What the entry is about, without its figure: "leaf" of "{} leaf".
std::string nameOf(const Line::Entry& entry)
{
    std::string name = tr(entry.text);
    for (const std::string_view part : {"{}:1", "{}"})
        if (const std::size_t at = name.find(part); at != std::string::npos) name.erase(at, part.size());
    const std::size_t first = name.find_first_not_of(' ');
    return first == std::string::npos ? std::string{} : name.substr(first, name.find_last_not_of(' ') - first + 1);
}

/// Known figures first; then, together, what is not known.
std::string lineText(const Line& line, const ScenarioAssessment& scenario)
{
    std::string text, unknown;
    for (const Line::Entry& entry : line.entries) {
        const Figure* figure = scenario.figure(entry.id);
        if (!figure || isProvidersOwn(figure->value)) continue;
        if (!figure->value.hasValue()) {
            const std::string name = nameOf(entry);
            unknown += (unknown.empty() ? "" : ", ") + (name.empty() ? tr(line.label) : name);
            continue;
        }
        std::string value = figureText(figure->value, figure->unit);
        if (entry.band)
            if (const std::string band = bandText(figure->value, figure->unit); !band.empty()) value += ' ' + band;
        text += (text.empty() ? "" : "   ") + fmt::format(fmt::runtime(tr(entry.text)), value);
    }
    if (!unknown.empty()) text += (text.empty() ? "" : "   ") + tr("not known:") + ' ' + unknown;
    return text.empty() ? text : fmt::format("  {:<12}{}\n", tr(line.label), text);
}

std::string fitText(const std::string& fits)
{
    static const std::map<std::string, const char*> words{{"yes", "fits"}, {"tight", "fits tightly"},
        {"short", "fits only shorter or with fewer users"}, {"no", "does not fit"}, {"unknown", "fit unknown"}};
    const auto found = words.find(fits);
    return tr(found == words.end() ? "fit unknown" : found->second);
}

std::string workloadText(const WorkloadAnswer& workload)
{
    std::string text = fmt::format("  {:<12}{}, {}", workload.name, fitText(workload.fits), figureText(workload.memoryBytes, "bytes"));
    text += ' ' + tr("per accelerator");
    if (!workload.plan.empty()) text += "; " + workload.plan;
    const auto add = [&](const char* label, const Quantity<>& value, const char* unit) {
        if (value.hasValue()) text += fmt::format("; {} {}", tr(label), figureText(value, unit));
    };
    add("step", workload.stepS, "s");
    add("MFU", workload.mfu * 100, "%");
    add("first token", workload.ttftS, "s");
    add("per token", workload.tpotS, "s");
    add("speed", workload.tokensPerS, "tokens/s");
    if (!workload.tokensPerS.hasValue()) text += "; " + tr("speed") + ' ' + figureText(workload.tokensPerS, "tokens/s");
    if (!workload.limitedBy.empty()) text += "; " + tr("limited by") + ' ' + workload.limitedBy;
    for (const auto& [cause, share] : workload.lossByCause)
        text += fmt::format("; {} {:.1f} %", fmt::format(fmt::runtime(tr("{} costs")), cause), share * 100);
    return text + '\n';
}

/// Findings of one code and severity stand together: the first as a sentence, the others counted.
std::string findingsText(const ScenarioAssessment& scenario)
{
    constexpr std::size_t shownPerCode = 3;
    std::map<std::string, std::size_t> counts;
    for (const Finding& finding : scenario.findings) ++counts[finding.code];
    const auto countOf = [&](Severity severity) {
        return std::ranges::count_if(scenario.findings,
            [severity](const Finding& finding) { return finding.severity == severity && finding.approvedBecause.empty(); });
    };
    std::string text = fmt::format("  {:<12}{} errors, {} warnings, {} notes\n", tr("Findings"), countOf(Severity::error),
        countOf(Severity::warning), countOf(Severity::info));
    std::map<std::string, std::size_t> shown;
    for (const Finding& finding : scenario.findings) {
        const std::size_t already = shown[finding.code]++;
        if (already == shownPerCode) text += fmt::format("    … {} more of {}\n", counts[finding.code] - shownPerCode, finding.code);
        if (already >= shownPerCode) continue;
        const std::string approved = finding.approvedBecause.empty() ? "" : ' ' + tr("(approved)");
        text += fmt::format("    {:<8}{}  {}{}\n", toText(finding.severity), finding.code, sentenceOf(finding), approved);
    }
    return text;
}

std::string originText(const Explanation& explanation)
{
    if (!explanation.formula.empty()) return "= " + explanation.formula;
    std::string text{toText(explanation.origin)};
    if (!explanation.source.empty()) text += ": " + explanation.source;
    if (!explanation.date.empty()) text += ", " + explanation.date;
    return text;
}

void addTree(std::string& text, const Explanation& explanation, std::size_t depth)
{
    text += std::string(depth * 2, ' ') + explanation.name + "  " + figureText(explanation.value, explanation.unit);
    if (const std::string band = bandText(explanation.value, explanation.unit); !band.empty()) text += ' ' + band;
    text += "   [" + originText(explanation) + "]\n";
    for (const Explanation& input : explanation.inputs) addTree(text, input, depth + 1);
}

} // namespace

std::string summaryText(const Project& project, const Assessment& assessment)
{
    std::string text = fmt::format("{}, {}\n", project.name, fmt::format(fmt::runtime(tr("prices as of {}")), project.asOf));
    for (const ScenarioAssessment& scenario : assessment.scenarios) {
        text += fmt::format("\n{} ({})\n", scenario.name, tr(scenario.kind.c_str()));
        for (const WorkloadAnswer& workload : scenario.workloads) text += workloadText(workload);
        for (const Line& line : lines()) text += lineText(line, scenario);
        text += findingsText(scenario);
    }
    return text;
}

std::string explanationText(const Explanation& explanation)
{
    std::string text;
    addTree(text, explanation, 0);
    return text;
}

} // namespace rackwright

#include "core/assess/report_power.h"

#include <algorithm>
#include <span>

namespace rackwright {

namespace {

constexpr std::size_t mostSubjects = 64;
constexpr std::array<LoadBasis, loadBases> bothBases{LoadBasis::nameplate, LoadBasis::typical};

class PowerReporter {
public:
    PowerReporter(const PowerResult& power, const Inventory& inventory, Report& report)
        : power_{power}, inventory_{inventory}, report_{report}
    {
    }

    void addFigures(const std::string& workload)
    {
        addTotals(power_.total, {}, {}, workload);
        for (std::size_t rack = 0; rack < power_.racks.size(); ++rack)
            addTotals(power_.racks[rack], "rack", inventory_.racks[rack]->name, workload);
        report_.add("power.it_w", plain(power_.itW), "W", workload);
        report_.add("power.facility_w", plain(power_.facilityW), "W", workload);
        report_.add("power.pue", power_.pue(), "");
        report_.add("power.uncorded_w", power_.path.uncordedW[0], "W", "nameplate");
        for (const PathNode& node : power_.path.nodes) {
            report_.add(figureId("power.load_w", kindOf(node), node.name), node.loadW[0], "W", "nameplate");
            report_.add(figureId("power.load_typical_w", kindOf(node), node.name), node.loadW[1], "W", "typical");
            report_.add(figureId("power.limit_w", kindOf(node), node.name), node.limitW, "W", node.limitRule);
            report_.add(figureId("power.current_a", kindOf(node), node.name), node.currentA[0], "A", "nameplate");
        }
    }

    void addFindings()
    {
        for (const PathNode& node : power_.path.nodes) judgeNode(node);
        addFeedLosses();
        addPduLosses();
        const PowerPath& path = power_.path;
        addDevices("POWER-SUPPLIES-SHORT", Severity::error, path.suppliesShort);
        addDevices("POWER-SINGLE-CORD", Severity::warning, path.singleCord);
        addDevices("POWER-ONE-SIDE", Severity::warning, path.oneSide);
        // a build without any cord has not come to its cabling yet
        addDevices("POWER-UNCORDED", inventory_.cords.empty() ? Severity::info : Severity::warning, path.uncorded);
        addNodes("POWER-PDU-UNFED", Severity::warning, path.unfed, {});
        addNodes("POWER-LOOP", Severity::error, path.loops, {});
        if (!path.dangling.empty())
            report_.findings.push_back(
                {"POWER-DANGLING-CORD", Severity::error, danglingSubjects(), {}, {{"cords", std::to_string(path.dangling.size())}}, {}});
    }

private:
    static std::string_view kindOf(const PathNode& node) { return node.isFeed() ? "feed" : "pdu"; }
    [[nodiscard]] const PathNode& node(int index) const { return power_.path.nodes[static_cast<std::size_t>(index)]; }

    void addTotals(const PowerTotals& totals, std::string_view kind, std::string_view name, const std::string& workload)
    {
        for (std::size_t i = 0; i < powerBases; ++i) {
            const PowerBasis basis = static_cast<PowerBasis>(i);
            report_.add(figureId(figureOf(basis), kind, name), totals.of(basis), "W",
                basis == PowerBasis::workload ? workload : std::string{toText(basis)});
        }
    }

    void judgeNode(const PathNode& judged)
    {
        const std::string subject = subjectOf(kindOf(judged), judged.name);
        for (const LoadBasis basis : bothBases) {
            const std::size_t b = static_cast<std::size_t>(basis);
            const Quantity<>& load = judged.loadW[b];
            const bool sure = judged.within[b] == Answer::no;
            const bool likely = load.hasValue() && judged.limitW.hasValue() && load.value > judged.limitW.value * (1 + 1e-9);
            if (sure || likely) {
                report_.findings.push_back(
                    {judged.isFeed() ? "POWER-FEED-OVERLOAD" : "POWER-PDU-OVERLOAD", sure ? Severity::error : Severity::warning, {subject},
                        {figureId(basis == LoadBasis::nameplate ? "power.load_w" : "power.load_typical_w", kindOf(judged), judged.name),
                            figureId("power.limit_w", kindOf(judged), judged.name)},
                        {{"name", judged.name}, {"basis", std::string{toText(basis)}}, {"found_w", shortNumber(load.value)},
                            {"limit_w", shortNumber(judged.limitW.value)}},
                        {}});
            } else if (judged.worstLegShare[b] > 1 + 1e-9) {
                report_.findings.push_back({"POWER-PHASE-OVERLOAD", Severity::warning, {subject},
                    {figureId("power.current_a", kindOf(judged), judged.name)},
                    {{"name", judged.name}, {"basis", std::string{toText(basis)}}, {"share", shortNumber(judged.worstLegShare[b])}}, {}});
            }
        }
    }

    void addFeedLosses()
    {
        for (const LossOutcome& loss : power_.path.losses) {
            const PathNode& lost = node(loss.node);
            if (!lost.isFeed()) continue;
            const bool redundant = lost.site->feeds.size() > 1;
            addLoss("POWER-FEED-LOSS", lost, "dark", loss.dark, redundant ? Severity::warning : Severity::info);
            addLoss("POWER-FEED-LOSS", lost, "reduced", loss.reduced, Severity::warning);
            addLoss("POWER-FEED-LOSS", lost, "short", loss.short_, Severity::info);
            for (const LoadBasis basis : bothBases) {
                const std::size_t b = static_cast<std::size_t>(basis);
                addOverload(
                    "POWER-FEED-LOSS", lost, basis, loss.overloaded[b], basis == LoadBasis::typical ? Severity::error : Severity::warning);
                addOverload("POWER-FEED-LOSS", lost, basis, loss.perhapsOverloaded[b], Severity::warning);
            }
        }
    }

    void addLoss(const char* code, const PathNode& lost, const char* effect, const std::vector<int>& devices, Severity severity)
    {
        if (devices.empty()) return;
        Finding finding{code, severity, {subjectOf(kindOf(lost), lost.name)}, {figureId("power.load_w", kindOf(lost), lost.name)},
            {{"name", lost.name}, {"effect", effect}, {"devices", std::to_string(devices.size())}}, {}};
        listDevices(finding, devices);
        report_.findings.push_back(std::move(finding));
    }

    void addOverload(const char* code, const PathNode& lost, LoadBasis basis, const std::vector<int>& nodes, Severity severity)
    {
        if (nodes.empty()) return;
        Finding finding{code, severity, {subjectOf(kindOf(lost), lost.name)}, {figureId("power.load_w", kindOf(lost), lost.name)},
            {{"name", lost.name}, {"effect", "overload"}, {"basis", std::string{toText(basis)}}, {"units", std::to_string(nodes.size())}},
            {}};
        listNodes(finding, nodes);
        report_.findings.push_back(std::move(finding));
    }

    /// Racks repeat: the losses of all PDUs are told together, by effect.
    void addPduLosses()
    {
        std::vector<int> dark, reduced, overTypical, overNameplate;
        std::vector<int> ofDark, ofReduced;
        for (const LossOutcome& loss : power_.path.losses) {
            if (node(loss.node).isFeed()) continue;
            if (!loss.dark.empty()) dark.push_back(loss.node);
            if (!loss.reduced.empty()) reduced.push_back(loss.node);
            ofDark.insert(ofDark.end(), loss.dark.begin(), loss.dark.end());
            ofReduced.insert(ofReduced.end(), loss.reduced.begin(), loss.reduced.end());
            if (!loss.overloaded[1].empty())
                overTypical.push_back(loss.node);
            else if (!loss.overloaded[0].empty())
                overNameplate.push_back(loss.node);
        }
        addNodes("POWER-PDU-LOSS", Severity::warning, dark, {{"effect", "dark"}, {"devices", countOf(ofDark)}});
        addNodes("POWER-PDU-LOSS", Severity::warning, reduced, {{"effect", "reduced"}, {"devices", countOf(ofReduced)}});
        addNodes("POWER-PDU-LOSS", Severity::error, overTypical, {{"effect", "overload"}, {"basis", "typical"}});
        addNodes("POWER-PDU-LOSS", Severity::warning, overNameplate, {{"effect", "overload"}, {"basis", "nameplate"}});
    }

    static std::string countOf(std::vector<int> devices)
    {
        std::ranges::sort(devices);
        return std::to_string(std::unique(devices.begin(), devices.end()) - devices.begin());
    }

    void addDevices(const char* code, Severity severity, const std::vector<int>& devices)
    {
        if (devices.empty()) return;
        Finding finding{code, severity, {}, {}, {{"devices", std::to_string(devices.size())}}, {}};
        if (std::string_view{code} == "POWER-UNCORDED") finding.figures.push_back("power.uncorded_w");
        listDevices(finding, devices);
        report_.findings.push_back(std::move(finding));
    }

    void addNodes(const char* code, Severity severity, const std::vector<int>& nodes, std::vector<std::pair<std::string, std::string>> args)
    {
        if (nodes.empty()) return;
        args.insert(args.begin(), {"units", std::to_string(nodes.size())});
        Finding finding{code, severity, {}, {}, std::move(args), {}};
        listNodes(finding, nodes);
        report_.findings.push_back(std::move(finding));
    }

    void listDevices(Finding& finding, std::span<const int> devices) const
    {
        for (const int device : devices.first(std::min(devices.size(), mostSubjects)))
            finding.subjects.push_back(subjectOf("device", inventory_.devices[static_cast<std::size_t>(device)].label()));
    }

    void listNodes(Finding& finding, std::span<const int> nodes) const
    {
        for (const int index : nodes.first(std::min(nodes.size(), mostSubjects)))
            finding.subjects.push_back(subjectOf(kindOf(node(index)), node(index).name));
    }

    [[nodiscard]] std::vector<std::string> danglingSubjects() const
    {
        std::vector<std::string> subjects;
        for (const Cord* cord : power_.path.dangling) {
            if (subjects.size() == mostSubjects) break;
            const int device = inventory_.indexOf(cord->device);
            if (device >= 0) subjects.push_back(subjectOf("device", inventory_.devices[static_cast<std::size_t>(device)].label()));
        }
        subjects.erase(std::unique(subjects.begin(), subjects.end()), subjects.end());
        return subjects;
    }

    const PowerResult& power_;
    const Inventory& inventory_;
    Report& report_;
};

} // namespace

void reportPower(const PowerResult& power, const Inventory& inventory, const std::string& workload, Report& report)
{
    PowerReporter reporter{power, inventory, report};
    reporter.addFigures(workload);
    reporter.addFindings();
}

} // namespace rackwright

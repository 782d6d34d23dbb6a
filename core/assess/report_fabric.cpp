#include "core/assess/report_fabric.h"

#include <algorithm>
#include <fmt/format.h>

namespace rackwright {

namespace {

constexpr std::size_t mostSubjects = 50; ///< of one finding; `count` tells how many there are

class Reporter {
public:
    Reporter(const FabricResult& result, const Inventory& inventory, Report& report)
        : result_{result}, inventory_{inventory}, report_{report}
    {
    }

    void networkFindings(const NetworkState& network);
    void linkFindings();

private:
    using Args = std::vector<std::pair<std::string, std::string>>;

    [[nodiscard]] std::string labelOf(int device) const { return inventory_.devices[static_cast<std::size_t>(device)].label(); }

    void aboutDevices(const char* code, Severity severity, const std::vector<int>& devices, const NetworkState& network)
    {
        if (devices.empty()) return;
        Finding finding{
            code, severity, {}, {}, {{"network", std::string{toText(network.role)}}, {"count", std::to_string(devices.size())}}, {}};
        for (std::size_t i = 0; i < std::min(devices.size(), mostSubjects); ++i)
            finding.subjects.push_back(subjectOf("device", labelOf(devices[i])));
        report_.findings.push_back(std::move(finding));
    }

    /// One finding for all links with the same fault; `a` and `b` are the ends of the first.
    void aboutLinks(const char* code, Severity severity, const std::vector<int>& links)
    {
        if (links.empty()) return;
        const Link& first = *inventory_.links[static_cast<std::size_t>(links.front())];
        Finding finding{
            code, severity, {}, {}, {{"count", std::to_string(links.size())}, {"a", endOf(first.a)}, {"b", endOf(first.b)}}, {}};
        for (const int l : links) {
            const Link& link = *inventory_.links[static_cast<std::size_t>(l)];
            for (const LinkEnd& end : {link.a, link.b}) {
                const int device = inventory_.indexOf(end.device);
                if (device < 0 || finding.subjects.size() >= mostSubjects) continue;
                std::string subject = subjectOf("device", labelOf(device));
                if (std::ranges::find(finding.subjects, subject) == finding.subjects.end()) finding.subjects.push_back(std::move(subject));
            }
            if (finding.subjects.size() >= mostSubjects) break;
        }
        report_.findings.push_back(std::move(finding));
    }

    [[nodiscard]] std::string endOf(const LinkEnd& end) const
    {
        const int device = inventory_.indexOf(end.device);
        return fmt::format("{}:{}:{}", device < 0 ? std::string{"?"} : labelOf(device), end.port, end.index + 1);
    }

    const FabricResult& result_;
    const Inventory& inventory_;
    Report& report_;
};

void Reporter::networkFindings(const NetworkState& network)
{
    const bool compute = network.role == PortRole::compute;
    const std::string name{toText(network.role)};
    // A single host needs no compute network; the other networks are judged once somebody began to link them.
    if (compute ? network.ends.size() > 1 : network.portsLinked > 0)
        aboutDevices("FABRIC-UNLINKED-HOST", compute ? Severity::warning : Severity::info, network.unlinkedEnds, network);
    aboutDevices("FABRIC-CUT-OFF", Severity::warning, network.cutOffEnds, network);
    if (compute) {
        std::vector<int> partly;
        for (const EndState& end : network.ends)
            if (end.portsLinked > 0 && end.portsLinked < end.ports) partly.push_back(end.device);
        aboutDevices("FABRIC-PARTLY-LINKED", Severity::info, partly, network);
    }
    if (network.oversubscription.hasValue() && network.oversubscription.value > 1)
        report_.findings.push_back({"FABRIC-OVERSUBSCRIBED", compute ? Severity::warning : Severity::info, {subjectOf("network", name)},
            {compute ? "fabric.oversubscription" : figureId("fabric.oversubscription", "network", name)},
            {{"network", name}, {"ratio", fmt::format("{:.2f}", network.oversubscription.value)}}, {}});
    if (network.portsLinked > 0 && !network.tiered)
        report_.findings.push_back({"FABRIC-NOT-TIERED", Severity::info, {subjectOf("network", name)},
            {compute ? "fabric.bisection_bytes_per_s" : figureId("fabric.bisection_bytes_per_s", "network", name)}, {{"network", name}},
            {}});
    const std::size_t leafs = network.switchesByTier.empty() ? 0 : static_cast<std::size_t>(network.switchesByTier[0]);
    const bool enough = leafs >= static_cast<std::size_t>(network.rails); // leafs for one rail each
    if (compute && leafs > 1 && network.railPurity.hasValue() && network.railPurity.value < 1)
        report_.findings.push_back(
            {"FABRIC-RAIL-MIXED", enough ? Severity::warning : Severity::info, {subjectOf("network", name)}, {"fabric.rail_purity"},
                {{"share", fmt::format("{:.3f}", network.railPurity.value)}, {"leafs", std::to_string(network.mixedRailLeafs)}}, {}});
}

void Reporter::linkFindings()
{
    const LinkFaults& faults = result_.faults;
    aboutLinks("FABRIC-NO-PORT", Severity::error, faults.missingPort);
    aboutLinks("FABRIC-PORT-OVERFILLED", Severity::error, faults.overfilledPort);
    aboutLinks("FABRIC-PORT-FORM", Severity::error, faults.formConflict);
    aboutLinks("FABRIC-CABLE-REACH", Severity::error, faults.beyondReach);
    // A slow compute or storage port costs the work; management ports and idle halves of switch ports do not.
    std::vector<int> costly, harmless = faults.speedMismatch;
    for (const int l : faults.slowedEnd) {
        const PortRole network = result_.cabling.links[static_cast<std::size_t>(l)].network;
        (network == PortRole::compute || network == PortRole::storage ? costly : harmless).push_back(l);
    }
    std::ranges::sort(harmless);
    aboutLinks("FABRIC-SPEED-MISMATCH", Severity::warning, costly);
    aboutLinks("FABRIC-SPEED-UNLIKE", Severity::info, harmless);
    aboutLinks("FABRIC-NO-CABLE", Severity::warning, faults.noCable);
}

} // namespace

void reportFabric(const FabricResult& result, const Inventory& inventory, Report& report)
{
    for (const FabricFigure& figure : result.figures) report.add(figure.id, figure.value, figure.unit, figure.basis);
    Reporter reporter{result, inventory, report};
    for (const NetworkState& network : result.networks) reporter.networkFindings(network);
    reporter.linkFindings();
}

} // namespace rackwright

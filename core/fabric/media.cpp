#include "core/fabric/media.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <fmt/format.h>

namespace rackwright {

namespace {

/// Families in which a slower plug goes into a faster cage.
constexpr std::array<std::string_view, 4> quadPlugs{"QSFP+", "QSFP28", "QSFP56", "QSFP112"};
constexpr std::array<std::string_view, 2> densePlugs{"QSFP-DD", "QSFP-DD800"};
constexpr std::array<std::string_view, 2> singlePlugs{"SFP+", "SFP28"};

template <std::size_t N>
int rankIn(const std::array<std::string_view, N>& family, std::string_view name)
{
    const auto found = std::ranges::find(family, name);
    return found == family.end() ? -1 : static_cast<int>(found - family.begin());
}

bool goesInto(std::string_view plug, std::string_view cage)
{
    if (plug == cage) return true;
    const int quad = rankIn(quadPlugs, plug), dense = rankIn(densePlugs, plug), single = rankIn(singlePlugs, plug);
    if (quad >= 0 && rankIn(quadPlugs, cage) > quad) return true;
    if (dense >= 0 && rankIn(densePlugs, cage) > dense) return true;
    if (single >= 0 && rankIn(singlePlugs, cage) > single) return true;
    return quad >= 0 && quad <= rankIn(quadPlugs, "QSFP56") && rankIn(densePlugs, cage) >= 0; // QSFP-DD takes QSFP plugs up to 56
}

bool shellFits(std::string_view shell, const CableEnd& end)
{
    if (shell.empty()) return true;
    const bool finned = shell == "finned" || shell == "IHS";
    return finned == end.airCooledSwitch;
}

int rankOfKind(std::string_view kind)
{
    if (kind == "DAC" || kind == "copper") return 0;
    if (kind == "ACC") return 1;
    if (kind == "AEC") return 2;
    if (kind == "AOC") return 3;
    return -1;
}

std::string_view nameOfKind(std::string_view kind)
{
    if (kind == "DAC") return "passive copper";
    if (kind == "ACC") return "linear active copper";
    if (kind == "AEC") return "active electrical cable";
    if (kind == "AOC") return "active optical cable";
    return "twisted pair";
}

int fibresOf(double linkGbps, double plugGbps, int fibres)
{
    return std::max(1, static_cast<int>(std::ceil(linkGbps / (plugGbps / fibres) - 1e-9)));
}

} // namespace

CableEnd cableEndOf(const PortType& type)
{
    CableEnd end{&type, type.part->kind == PartKind::switchUnit, false};
    end.airCooledSwitch = end.isSwitch && !type.part->text("cooling").starts_with("liquid");
    return end;
}

bool plugFits(const PortForm& plug, std::string_view shell, const CableEnd& end)
{
    const PortForm& cage = end.type->form;
    if (plug.family != "OSFP" || cage.family != "OSFP") return goesInto(plug.family, cage.family);
    if (!shellFits(shell, end)) return false;
    if (plug.portsPerCage == cage.portsPerCage) return plug.cageGbps() <= cage.cageGbps();
    // A cage of one fast port can be split in a switch; a plug of one port never goes into a twin cage.
    return cage.portsPerCage == 1 && end.isSwitch && plug.cageGbps() <= cage.cageGbps();
}

bool MediaBook::formsConflict(const PortForm& a, const PortForm& b)
{
    const auto kindOf = [](const PortForm& form) {
        if (form.family == "RJ45") return 1;
        if (form.family.starts_with("OSFP") || form.family.starts_with("QSFP") || form.family.starts_with("SFP")) return 2;
        return 0; // not known, or both ways ("RJ45/SFP+")
    };
    return kindOf(a) != 0 && kindOf(b) != 0 && kindOf(a) != kindOf(b);
}

MediaBook::MediaBook(const Inventory& inventory, const Catalog& catalog)
{
    if (inventory.snapshot)
        for (const auto& [key, part] : *inventory.snapshot)
            if (key.first == PartKind::cable) add(part);
    if (held_.empty())
        for (const PartPtr& part : catalog.parts(PartKind::cable)) add(part);
    const auto order = [](const Cable& x, const Cable& y) {
        return std::tuple{x.rank, x.reachM, std::string_view{x.part->id}} < std::tuple{y.rank, y.reachM, std::string_view{y.part->id}};
    };
    std::ranges::sort(assemblies_, order);
    std::ranges::sort(transceivers_, order);
}

void MediaBook::add(const PartPtr& part)
{
    held_.push_back(part);
    Cable cable;
    cable.part = part.get();
    const std::string_view kind = part->text("kind");
    cable.rank = std::max(0, rankOfKind(kind));
    cable.formA = parsePortForm(part->text("form_a"));
    cable.formB = parsePortForm(part->text("form_b"));
    cable.shellA = part->text("shell_a");
    cable.shellB = part->text("shell_b");
    cable.medium = part->text("medium");
    cable.connector = part->text("form_b");
    cable.countA = std::max(1, static_cast<int>(part->number("count_a").value_or(1)));
    cable.countB = std::max(1, static_cast<int>(part->number("count_b").value_or(1)));
    cable.gbps = part->number("speed_gbps").value_or(0);
    cable.reachM = part->number("max_length_m").value_or(0);
    cable.ethernetOnly = part->text("connector").find("Ethernet") != std::string_view::npos;
    cable.aec = kind == "AEC";
    if (kind == "transceiver")
        transceivers_.push_back(cable);
    else if (kind == "fibre trunk")
        fibres_.push_back(cable);
    else if (rankOfKind(kind) >= 0)
        assemblies_.push_back(cable);
}

const Part* MediaBook::find(std::string_view id) const
{
    const auto found = std::ranges::find_if(held_, [&](const PartPtr& part) { return part->id == id; });
    return found == held_.end() ? nullptr : found->get();
}

/// End a takes the plug of form A. `aloneB`: the only link in the cage of end b.
bool MediaBook::serves(const Cable& cable, const CableEnd& a, const CableEnd& b, const MediumQuery& query, bool aloneB)
{
    if (!plugFits(cable.formA, cable.shellA, a) || !plugFits(cable.formB, cable.shellB, b)) return false;
    if (cable.reachM < query.lengthM || cable.gbps / std::max(cable.countA, cable.countB) < query.gbps) return false;
    if (query.infiniband && (cable.ethernetOnly || cable.aec)) return false;
    if (cable.countB > 1) // split: each leg ends in a cage of its own
        return aloneB && (a.type->form.portsPerCage > 1 || a.isSwitch);
    return query.cagePair;
}

Medium MediaBook::cableFor(const MediumQuery& query) const
{
    for (const Cable& cable : assemblies_) {
        const bool straight = serves(cable, query.a, query.b, query, query.aloneB);
        const bool turned = !straight && serves(cable, query.b, query.a, query, query.aloneA);
        if (!straight && !turned) continue;
        Medium medium;
        medium.cable = cable.part;
        medium.splitAtA = straight && cable.countB > 1;
        medium.splitAtB = turned && cable.countB > 1;
        medium.reachM = cable.reachM;
        medium.reason = fmt::format("{} reaches {:g} m", nameOfKind(cable.part->text("kind")), cable.reachM);
        return medium;
    }
    return {};
}

const MediaBook::Cable* MediaBook::fibreFor(const Cable& plug) const
{
    const auto found = std::ranges::find_if(
        fibres_, [&](const Cable& fibre) { return fibre.medium == plug.medium && fibre.part->text("form_a") == plug.connector; });
    return found == fibres_.end() ? nullptr : &*found;
}

Medium MediaBook::opticsFor(const MediumQuery& query) const
{
    Medium best;
    bool bestHasFibre = false;
    const auto usable = [&](const Cable& plug, const CableEnd& end) {
        return plugFits(plug.formA, plug.shellA, end) && plug.reachM >= query.lengthM && plug.gbps >= query.gbps
            && !(query.infiniband && plug.ethernetOnly) && !(query.singleMode && plug.medium != "OS2");
    };
    for (const Cable& a : transceivers_) {
        if (!usable(a, query.a)) continue;
        for (const Cable& b : transceivers_) {
            if (!usable(b, query.b) || a.medium != b.medium || a.connector != b.connector) continue;
            if (a.gbps / a.countB != b.gbps / b.countB) continue; // unlike engines do not talk to each other
            const int fibres = fibresOf(query.gbps, a.gbps, a.countB);
            if (fibres != fibresOf(query.gbps, b.gbps, b.countB)) continue;
            const double reach = std::min(a.reachM, b.reachM);
            const Cable* fibre = fibreFor(a);
            const bool better = !best.plugA || std::pair{fibre == nullptr, reach} < std::pair{!bestHasFibre, best.reachM};
            if (!better) continue;
            best.plugA = a.part;
            best.plugB = b.part;
            best.cable = fibre ? fibre->part : nullptr;
            best.fibres = fibres;
            best.reachM = reach;
            best.reason = fmt::format("{} optics reach {:g} m", a.medium == "OS2" ? "single-mode" : "multimode", reach);
            bestHasFibre = fibre != nullptr;
        }
    }
    return best;
}

} // namespace rackwright

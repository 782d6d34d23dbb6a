#include "core/design/mounting.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <set>

namespace rackwright {

namespace {

bool isYes(const Part& part, std::string_view column)
{
    const std::string_view text = part.text(column);
    return text == "1" || text == "yes" || text == "true";
}

/// "15U system" → 15.
std::optional<int> leadingU(std::string_view form)
{
    int u = 0;
    const auto [stop, error] = std::from_chars(form.data(), form.data() + form.size(), u);
    if (error != std::errc{} || stop == form.data() + form.size() || *stop != 'U') return std::nullopt;
    return u;
}

Mount mountOfAccelerator(const Part& part)
{
    if (isYes(part, "cloud_only")) return Mount::cloudOnly;
    const std::string_view form = part.text("form_factor");
    if (form.starts_with("PCIe")) return Mount::card;
    return leadingU(form) ? Mount::rackUnits : Mount::builtIn;
}

Mount mountOfCooling(const Part& part)
{
    const std::string_view kind = part.text("kind");
    const std::string_view mounts = part.text("mounts");
    if (kind.starts_with("rdhx") || mounts.starts_with("rear-door")) return Mount::rearDoor;
    if (kind == "rack-liquid-kit") return Mount::zeroU;
    if (kind == "cdu-in-rack" || mounts == "rack" || leadingU(mounts)) return Mount::rackUnits;
    return Mount::floor;
}

Mount mountOfPowerUnit(const Part& part)
{
    const std::string_view mount = part.text("mount");
    if (mount == "zeroU") return Mount::zeroU;
    return mount == "rack" || (mount.empty() && part.number("u_height")) ? Mount::rackUnits : Mount::floor;
}

/// A PCIe card or slot by its size: FHFL, HHHL, FHHL and slots taken.
struct CardSize {
    bool fullHeight = false, fullLength = false;
    int slots = 1;
};

std::optional<CardSize> cardSizeOf(std::string_view form)
{
    if (!form.starts_with("PCIe")) return std::nullopt;
    const auto has = [&](std::string_view word) { return form.find(word) != std::string_view::npos; };
    if (has("CEM")) return CardSize{true, false, 1};
    CardSize size{has("FHFL") || has("FHHL"), has("FHFL"), 1};
    if (has("dual-slot")) size.slots = 2;
    if (has("triple-slot")) size.slots = 3;
    return size;
}

bool formFits(const Part& card, std::string_view cardForm, std::string_view bayForm)
{
    const bool isNic = card.kind == PartKind::nic;
    const bool nicBay = bayForm.find("NIC") != std::string_view::npos;
    if (nicBay && !isNic) return false;
    if (bayForm.starts_with("OCP") || cardForm.starts_with("OCP")) return bayForm.substr(0, 3) == cardForm.substr(0, 3);
    if (cardForm.starts_with("E3.S")) return bayForm == cardForm || (bayForm.starts_with("E3.S 2T") && cardForm == "E3.S");
    const std::optional<CardSize> wanted = cardSizeOf(cardForm);
    const std::optional<CardSize> given = cardSizeOf(bayForm);
    if (!wanted || !given) return false;
    return (given->fullHeight || !wanted->fullHeight) && (given->fullLength || !wanted->fullLength) && given->slots >= wanted->slots;
}

std::optional<double> cardPowerW(const Part& card)
{
    for (const std::string_view column : {"tdp_w", "max_power_w", "power_w"})
        if (const std::optional<double> watts = card.number(column)) return watts;
    return std::nullopt;
}

} // namespace

Mount mountOf(const Part& part)
{
    switch (part.kind) {
    case PartKind::accelerator: return mountOfAccelerator(part);
    case PartKind::server: return isYes(part, "rack_system") ? Mount::wholeRack : Mount::rackUnits;
    case PartKind::rack: return Mount::frame;
    case PartKind::switchUnit:
    case PartKind::storage: return Mount::rackUnits;
    case PartKind::nic: return part.text("pcie").starts_with("Gen") ? Mount::card : Mount::builtIn;
    case PartKind::cxlMemory: return Mount::card;
    case PartKind::cooling: return mountOfCooling(part);
    case PartKind::powerUnit: return mountOfPowerUnit(part);
    case PartKind::cloudInstance: return Mount::cloudOnly;
    case PartKind::cpu:
    case PartKind::cable:
    case PartKind::model:
    case PartKind::region: break;
    }
    return Mount::loose;
}

std::string_view toText(Mount mount)
{
    switch (mount) {
    case Mount::rackUnits: return "in U of a rack";
    case Mount::zeroU: return "at the side of a rack";
    case Mount::rearDoor: return "at the back of a rack";
    case Mount::floor: return "on the floor of a room";
    case Mount::card: return "in a bay of a host";
    case Mount::builtIn: return "inside a system that carries it";
    case Mount::wholeRack: return "as a rack of its own";
    case Mount::frame: return "as a rack";
    case Mount::cloudOnly: return "in a cloud scenario";
    case Mount::loose: return "among the unplaced parts";
    }
    return {};
}

std::optional<int> heightHalfUOf(const Part& part)
{
    std::optional<double> u = part.number("u_height");
    if (mountOf(part) == Mount::wholeRack && part.number("rack_units_total_if_rack")) u = part.number("rack_units_total_if_rack");
    if (!u && part.kind == PartKind::accelerator)
        if (const std::optional<int> stated = leadingU(part.text("form_factor"))) u = *stated;
    if (!u || *u <= 0) return std::nullopt;
    return static_cast<int>(std::ceil(*u * 2));
}

std::optional<double> statedNumber(const Part& part, const Placement* placement, std::string_view column)
{
    if (placement) {
        if (const auto found = placement->overrides.find(std::string{column}); found != placement->overrides.end()) {
            double value = 0;
            const char* end = found->second.data() + found->second.size();
            const auto [stop, error] = std::from_chars(found->second.data(), end, value);
            if (error == std::errc{} && stop == end) return value;
        }
    }
    return part.number(column);
}

std::optional<double> nameplateWOf(const Part& part, const Placement* placement)
{
    for (const std::string_view column : {"max_power_w", "tdp_w", "power_w"})
        if (const std::optional<double> watts = statedNumber(part, placement, column)) return watts;
    return std::nullopt;
}

std::optional<double> usableDepthMm(const Part& rack)
{
    const std::optional<double> rails = rack.number("mounting_depth_mm");
    return rails ? rails : rack.number("outer_depth_mm");
}

std::vector<PortGroup> portsOf(const Part& part)
{
    if (!part.ports.empty() || part.kind != PartKind::nic) return part.ports;
    const std::optional<double> count = part.number("ports");
    const std::optional<double> speed = part.number("port_speed_gbps");
    if (!count || !speed || *count < 1) return {};
    return {PortGroup{"port", static_cast<int>(*count), *speed, std::string{part.text("port_form")}, PortRole::compute, false}};
}

std::string_view cardFormOf(const Part& card)
{
    if (card.kind == PartKind::nic) {
        const std::string_view name = card.text("model");
        return name.find("OCP") != std::string_view::npos ? "OCP 3.0 NIC" : "PCIe HHHL single-slot";
    }
    return card.text("form_factor");
}

std::optional<int> cardLanesOf(const Part& card)
{
    if (card.kind == PartKind::nic) {
        const std::string_view pcie = card.text("pcie");
        const auto at = pcie.find(" x");
        int lanes = 0;
        if (at == std::string_view::npos) return std::nullopt;
        const auto [stop, error] = std::from_chars(pcie.data() + at + 2, pcie.data() + pcie.size(), lanes);
        return error == std::errc{} ? std::optional{lanes} : std::nullopt;
    }
    const std::optional<double> lanes = card.number(card.kind == PartKind::cxlMemory ? "lanes" : "pcie_lanes");
    return lanes ? std::optional{static_cast<int>(*lanes)} : std::nullopt;
}

BayFit bayFit(const Part& card, const Part& host, const BayGroup& bay)
{
    const std::string_view form = cardFormOf(card);
    if (!form.empty() && !bay.form.empty() && !formFits(card, form, bay.form)) return BayFit::form;
    const std::optional<double> watts = cardPowerW(card);
    if (watts && bay.maxPowerW && *watts > *bay.maxPowerW) return BayFit::power;
    const std::optional<int> lanes = cardLanesOf(card);
    if (lanes && bay.lanes && *lanes > *bay.lanes) return BayFit::lanes;
    if (card.text("cooling") == "liquid" && host.text("cooling") == "air") return BayFit::cooling;
    return BayFit::fits;
}

bool soldWithCards(const Part& server)
{
    return server.kind == PartKind::server && !server.text("accelerator_id").empty() && server.number("accelerator_count").value_or(0) > 0
        && std::ranges::any_of(server.bays, [](const BayGroup& bay) { return bay.name == "accelerator" && bay.form.starts_with("PCIe"); });
}

std::vector<PartPtr> systemsWith(const Part& accelerator, const Catalog& catalog)
{
    std::vector<PartPtr> systems;
    for (const PartPtr& server : catalog.parts(PartKind::server))
        if (server->text("accelerator_id") == accelerator.id) systems.push_back(server);
    return systems;
}

std::vector<PartPtr> hostsFor(const Part& card, const Catalog& catalog)
{
    std::vector<PartPtr> hosts;
    for (const PartPtr& server : catalog.parts(PartKind::server))
        if (std::ranges::any_of(server->bays, [&](const BayGroup& bay) { return bayFit(card, *server, bay) == BayFit::fits; }))
            hosts.push_back(server);
    return hosts;
}

PartPtr acceleratorOfInstance(const Part& instance, const Catalog& catalog)
{
    const std::string_view name = instance.text("accelerator_id");
    if (PartPtr same = catalog.find(PartKind::accelerator, name)) return same;
    for (const Alias& alias : catalog.resolve("cloud_instances", "accelerator_id", name))
        if (PartPtr found = catalog.find(PartKind::accelerator, alias.targetId)) return found;
    return nullptr;
}

std::vector<std::string> instancesWith(const Part& accelerator, const Catalog& catalog)
{
    std::set<std::string> names;
    for (const PartPtr& instance : catalog.parts(PartKind::cloudInstance)) {
        const PartPtr rented = acceleratorOfInstance(*instance, catalog);
        if (rented && rented->id == accelerator.id)
            names.insert(std::string{instance->text("provider")} + ' ' + std::string{instance->text("instance_type")});
    }
    return {names.begin(), names.end()};
}

} // namespace rackwright

#include "core/power/ledger.h"

#include "core/catalog/estimate.h"
#include "core/cluster/clock_power.h"

#include <algorithm>
#include <array>
#include <unordered_map>

namespace rackwright::power {

namespace {

bool isOneOf(std::string_view text, std::initializer_list<std::string_view> words)
{
    return std::ranges::find(words, text) != words.end();
}

PartPower partPower(const Part& part, const Catalog& catalog, bool fillGaps)
{
    PartPower power;
    power.loadClass = loadClassOf(part);
    power.outside = isOutsidePlant(part);
    power.psuInstalled = installedSupplyW(part);
    const PowerColumns columns = columnsOf(part);
    if (columns.passes) return power;
    const auto value = [&](std::string_view column) { return valueOf(part, column, catalog, fillGaps); };
    power.nameplate = value(columns.nameplate);
    power.typical = columns.typical == columns.nameplate ? power.nameplate : value(columns.typical);
    power.idle = columns.steady ? power.typical : value(columns.idle);
    return power;
}

} // namespace

PowerColumns columnsOf(const Part& part)
{
    switch (part.kind) {
    case PartKind::server: return {"max_power_w", "typical_power_w", "idle_power_w"};
    case PartKind::switchUnit:
    case PartKind::storage:
    case PartKind::nic: return {"max_power_w", "typical_power_w", {}, true};
    case PartKind::accelerator: return {"tdp_w", "tdp_w", "idle_w"};
    case PartKind::cxlMemory: return {"power_w", "power_w", {}, true};
    case PartKind::cooling:
        if (isOneOf(part.text("kind"), {"rdhx-passive", "rack-liquid-kit"})) return {{}, {}, {}, true, true};
        return {part.find("power_nameplate_w") ? "power_nameplate_w" : "power_w", "power_w", {}, true};
    default: return {{}, {}, {}, true, true};
    }
}

LoadClass loadClassOf(const Part& part)
{
    if (part.kind == PartKind::cooling) return LoadClass::cooling;
    return part.kind == PartKind::powerUnit ? LoadClass::powerChain : LoadClass::it;
}

bool isOutsidePlant(const Part& part)
{
    return part.kind == PartKind::cooling && isOneOf(part.text("kind"), {"chiller", "dry-cooler"});
}

Quantity<> installedSupplyW(const Part& part)
{
    if (part.kind == PartKind::powerUnit || part.kind == PartKind::rack || columnsOf(part).passes) return zero();
    const bool isCard = part.kind == PartKind::accelerator || part.kind == PartKind::nic || part.kind == PartKind::cxlMemory;
    if (part.inlets.empty()) return isCard ? zero() : Quantity<>::unknown(part.id + " inlets");
    Quantity<> sum = zero();
    for (const InletGroup& group : part.inlets) sum += Quantity<>::from(group.ratedW, part.id + " inlets rated_w") * group.count;
    return sum;
}

std::vector<PartPower> partPowers(const PowerInputs& inputs)
{
    std::vector<PartPower> powers;
    powers.reserve(inputs.inventory.parts.size());
    for (const PartPtr& part : inputs.inventory.parts) powers.push_back(partPower(*part, inputs.catalog, inputs.fillGaps));
    return powers;
}

Quantity<> bareShare(const Part& host, int missingCards, const PowerInputs& inputs)
{
    const PartPtr card = inputs.project.part(PartKind::accelerator, host.text("accelerator_id"));
    const std::optional<double> tdpW = card ? card->number("tdp_w") : std::nullopt;
    const std::optional<double> nameplateW = host.number("max_power_w");
    if (!tdpW || !nameplateW || *nameplateW <= 0) return Quantity<>::unknown(host.id + " without its cards");
    const double cards = missingCards * *tdpW / *nameplateW;
    const double typicalShare = std::clamp(host.number("typical_power_w").value_or(*nameplateW) / *nameplateW, 0.0, 1.0);
    const auto left = [](double taken) { return std::max(0.0, 1 - taken); };
    return Quantity<>::estimated(left(cards), left(cards), left(cards * typicalShare));
}

int CardCount::missing(const Inventory& inventory, int host) const
{
    const Part& part = *inventory.devices[static_cast<std::size_t>(host)].part;
    if (part.kind != PartKind::server || !bringsCardsInBays(part)) return 0;
    const int sold = static_cast<int>(part.number("accelerator_count").value_or(0));
    return std::max(0, sold - own[static_cast<std::size_t>(host)]);
}

CardCount countCards(const Inventory& inventory)
{
    CardCount cards;
    cards.own.assign(inventory.devices.size(), 0);
    cards.inside.assign(inventory.devices.size(), false);
    for (std::size_t i = 0; i < inventory.devices.size(); ++i) {
        const Device& card = inventory.devices[i];
        if (!card.inHostFigure || card.host < 0) continue;
        const std::size_t host = static_cast<std::size_t>(card.host);
        const int sold = static_cast<int>(inventory.devices[host].part->number("accelerator_count").value_or(0));
        if (cards.own[host] >= sold) continue; // beyond what the host is sold with: a load of its own
        ++cards.own[host];
        cards.inside[i] = true;
    }
    return cards;
}

Quantity<> between(const Quantity<>& idle, const Quantity<>& full, double share)
{
    const double s = std::clamp(share, 0.0, 1.0);
    if (s == 1) return full;
    if (s == 0 || !idle.hasValue()) return idle;
    return idle * (1 - s) + full * s;
}

double dynamicShareOf(const PowerInputs& inputs, std::size_t device)
{
    const double u = inputs.utilisation.empty() ? 1.0 : inputs.utilisation[device];
    const double clock = inputs.clockFraction.empty() ? 1.0 : inputs.clockFraction[device];
    return std::clamp(u, 0.0, 1.0) * dynamicShareAt(clock);
}

namespace {

PartPower devicePower(const PowerInputs& inputs, const PartPower& part, const CardCount& cards, int device)
{
    PartPower power = part;
    const std::size_t i = static_cast<std::size_t>(device);
    if (const int missing = cards.missing(inputs.inventory, device); missing > 0) {
        const Quantity<> share = bareShare(*inputs.inventory.devices[i].part, missing, inputs);
        for (Quantity<>* watts : {&power.nameplate, &power.typical, &power.idle}) *watts = multiplied(*watts, share);
    }
    if (!inputs.opticsW.empty())
        for (Quantity<>* watts : {&power.nameplate, &power.typical, &power.idle}) *watts += inputs.opticsW[i];
    return power;
}

} // namespace

PowerLedger makeLedger(const PowerInputs& inputs)
{
    const Inventory& inventory = inputs.inventory;
    const std::size_t count = inventory.devices.size();
    const std::vector<PartPower> parts = partPowers(inputs);
    const CardCount cards = countCards(inventory);
    PowerLedger ledger;
    for (std::vector<Quantity<>>& column : ledger.watts) column.assign(count, zero());
    ledger.loadClass.resize(count, LoadClass::it);
    ledger.counts.assign(count, false);
    for (std::size_t i = 0; i < count; ++i) {
        const Device& device = inventory.devices[i];
        const PartPower& part = parts[static_cast<std::size_t>(device.partIndex)];
        ledger.loadClass[i] = part.loadClass;
        ledger.counts[i] = device.counts && !part.outside;
        if (!ledger.counts[i] || cards.inside[i]) continue;
        PartPower power = devicePower(inputs, part, cards, static_cast<int>(i));
        const Quantity<>& full = power.typical.hasValue() ? power.typical : power.nameplate;
        const auto put = [&](PowerBasis basis) -> Quantity<>& { return ledger.watts[static_cast<std::size_t>(basis)][i]; };
        put(PowerBasis::workload) = between(power.idle, full, dynamicShareOf(inputs, i));
        put(PowerBasis::psuInstalled) = std::move(power.psuInstalled);
        put(PowerBasis::nameplate) = std::move(power.nameplate);
        put(PowerBasis::typical) = std::move(power.typical);
        put(PowerBasis::idle) = std::move(power.idle);
    }
    return ledger;
}

std::vector<const Site*> sitesOf(const Inventory& inventory, const Project& project)
{
    std::unordered_map<std::int64_t, const Site*> byPlace;
    for (const Site& site : project.sites) {
        byPlace.emplace(toNumber(site.id), &site);
        for (const Room& room : site.rooms) byPlace.emplace(toNumber(room.id), &site);
    }
    const Site* only = project.sites.size() == 1 ? &project.sites.front() : nullptr;
    const auto siteAt = [&](Id place) {
        const auto found = byPlace.find(toNumber(place));
        return found == byPlace.end() ? only : found->second;
    };
    std::vector<const Site*> sites(inventory.devices.size(), only);
    for (std::size_t i = 0; i < sites.size(); ++i) {
        const Device& device = inventory.devices[i];
        if (device.rack >= 0)
            sites[i] = siteAt(inventory.racks[static_cast<std::size_t>(device.rack)]->room);
        else if (const auto* floor = std::get_if<OnFloor>(&device.placement->anchor))
            sites[i] = siteAt(floor->room);
        else if (const auto* at = std::get_if<AtSite>(&device.placement->anchor))
            sites[i] = siteAt(at->site);
    }
    for (std::size_t i = 0; i < sites.size(); ++i) // cards stand where their host stands
        if (const int host = inventory.devices[i].host; host >= 0) sites[i] = sites[static_cast<std::size_t>(host)];
    return sites;
}

} // namespace rackwright::power

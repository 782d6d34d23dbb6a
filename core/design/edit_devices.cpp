#include "core/design/edit_devices.h"

#include "core/design/edit.h"
#include "core/design/edit_text.h"
#include "core/design/place_check.h"

#include <algorithm>
#include <fmt/format.h>

namespace rackwright::edit {

namespace {

int soldCount(const Part& host, const BayGroup& bay)
{
    return std::min(bay.count, static_cast<int>(host.number("accelerator_count").value_or(0)));
}

/// Where a copy of the device goes when the request does not say.
Where besides(const Draft& draft, const PlacedDevice& device, Where where)
{
    if (where.rack != Id::none || where.host != Id::none || where.room != Id::none || where.site != Id::none) return where;
    const Anchor& anchor = device.placement->anchor;
    if (device.rack && !std::holds_alternative<InDevice>(anchor)) where.rack = device.rack->id;
    if (const auto* card = std::get_if<InDevice>(&anchor)) where.host = card->host;
    if (const auto* site = std::get_if<AtSite>(&anchor)) where.site = site->site;
    if (const auto* floor = std::get_if<OnFloor>(&anchor)) {
        const std::optional<double> widthMm = draft.parts.own(device.placement->partId)->number("width_mm");
        where.room = floor->room;
        where.xM = floor->xM + widthMm.value_or(600) / 1000;
        where.yM = floor->yM;
    }
    return where;
}

/// Labels of a copy and of its guests: the host's label in front of a card's name is exchanged.
std::vector<std::string> copyLabels(Draft& draft, Id device, const std::string& label)
{
    std::vector<std::string> labels{label};
    const std::string prefix = draft.nameOf(device) + '/';
    for (const Id guest : draft.guestsOf(device)) {
        const Placement& placement = *draft.find(guest).placement;
        labels.push_back(
            placement.label.starts_with(prefix) ? label + '/' + placement.label.substr(prefix.size()) : draft.freeLabel(placement.partId));
    }
    return labels;
}

Result<void> insertCopy(Draft& draft, Id device, const Where& where, const std::vector<std::string>& labels)
{
    const std::vector<Id> guests = draft.guestsOf(device);
    Placement copy = *draft.find(device).placement;
    copy.id = Id::none;
    const PartPtr part = draft.parts.own(copy.partId);
    const Result<Located> located = locate(draft, *part, where, &copy);
    if (!located) return Unexpected{located.error()};
    copy.id = draft.newId();
    copy.label = labels.front();
    copy.anchor = located->anchor;
    const Id host = copy.id;
    draft.insert(located->rack, std::move(copy));
    for (std::size_t i = 0; i < guests.size(); ++i) {
        Placement guest = *draft.find(guests[i]).placement;
        guest.id = draft.newId();
        guest.label = labels[i + 1];
        if (auto* card = std::get_if<InDevice>(&guest.anchor)) card->host = host;
        if (auto* shelved = std::get_if<OnShelf>(&guest.anchor)) shelved->host = host;
        draft.insert(located->rack, std::move(guest));
    }
    return {};
}

} // namespace

const BayGroup* soldBay(const Part& host)
{
    if (!soldWithCards(host)) return nullptr;
    const auto found = std::ranges::find(host.bays, "accelerator", &BayGroup::name);
    return found == host.bays.end() ? nullptr : &*found;
}

std::string cardLabel(std::string_view host, std::string_view bay, int index)
{
    return fmt::format("{}/{}-{}", host, bay, index + 1);
}

std::vector<std::string> soldCardLabels(const Part& host, std::string_view label)
{
    std::vector<std::string> labels;
    if (const BayGroup* bay = soldBay(host))
        for (int i = 0; i < soldCount(host, *bay); ++i) labels.push_back(cardLabel(label, bay->name, i));
    return labels;
}

void insertSoldCards(Draft& draft, const Part& host, Id hostId)
{
    const BayGroup* bay = soldBay(host);
    if (!bay) return;
    const Placement placed = *draft.find(hostId).placement;
    const Id rack = draft.rackOf(hostId);
    for (int i = 0; i < soldCount(host, *bay); ++i) {
        Placement card;
        card.id = draft.newId();
        card.label = cardLabel(placed.label, bay->name, i);
        card.partId = host.text("accelerator_id");
        card.anchor = InDevice{hostId, bay->name, i};
        card.phase = placed.phase;
        card.status = placed.status;
        draft.insert(rack, std::move(card));
    }
}

std::vector<Id> withGuests(const Draft& draft, const std::vector<Id>& devices)
{
    std::vector<Id> all;
    std::unordered_set<std::int64_t> seen;
    for (const Id device : devices)
        if (seen.insert(toNumber(device)).second) all.push_back(device);
    for (std::size_t i = 0; i < all.size(); ++i)
        for (const Id guest : draft.guestsOf(all[i]))
            if (seen.insert(toNumber(guest)).second) all.push_back(guest);
    return all;
}

void eraseDevices(Draft& draft, const std::vector<Id>& devices)
{
    const std::vector<Id> all = withGuests(draft, devices);
    std::unordered_set<std::int64_t> ids;
    bool powers = false;
    for (const Id id : all) {
        ids.insert(toNumber(id));
        const PartPtr part = draft.parts.own(draft.find(id).placement->partId);
        powers = powers || (part && part->kind == PartKind::powerUnit);
    }
    draft.takeLinks(ids);
    draft.takeCords(ids, powers);
    for (const Id id : all) draft.erase(id);
    const auto isGone = [&](Id id) { return ids.contains(toNumber(id)); };
    for (const Allocation& allocation : draft.scenario().allocations) {
        const auto* pool = std::get_if<std::vector<Id>>(&allocation.pool);
        if (!pool || std::ranges::none_of(*pool, isGone)) continue;
        auto& allocations = draft.changeScenario().allocations;
        for (Allocation& each : allocations)
            if (auto* named = std::get_if<std::vector<Id>>(&each.pool)) std::erase_if(*named, isGone);
        break;
    }
}

Result<void> checkPhase(const Draft& draft, Id phase)
{
    const auto& phases = draft.scenario().phases;
    if (phase == Id::none || std::ranges::find(phases, phase, &Phase::id) != phases.end()) return {};
    return fail("EDIT-NOT-FOUND", {{"kind", "phase"}, {"found", fmt::format("{}", toNumber(phase))}, {"nearest", ""}});
}

Result<Project> placeMany(const Project& project, const PlaceMany& request, const Catalog& catalog)
{
    Result<Draft> draft = Draft::open(project, request.scenario, catalog);
    if (!draft) return Unexpected{draft.error()};
    const Result<PartPtr> part = draft->parts.require(request.partId);
    if (!part) return Unexpected{part.error()};
    if (const Result<void> good = checkPhase(*draft, request.phase); !good) return Unexpected{good.error()};
    const bool filled = request.filled && soldWithCards(**part);
    std::vector<std::string> labels, all;
    for (std::size_t i = 0; i < request.wheres.size(); ++i) {
        const bool named = i < request.labels.size() && !request.labels[i].empty();
        labels.push_back(named ? request.labels[i] : draft->freeLabel(request.partId));
        all.push_back(labels.back());
        if (filled) std::ranges::move(soldCardLabels(**part, labels.back()), std::back_inserter(all));
    }
    if (const Result<void> good = draft->checkLabels(all); !good) return Unexpected{good.error()};
    for (std::size_t i = 0; i < request.wheres.size(); ++i) {
        const Result<Located> located = locate(*draft, **part, request.wheres[i]);
        if (!located) return Unexpected{located.error()};
        Placement placement;
        placement.id = draft->newId();
        placement.label = labels[i];
        placement.partId = request.partId;
        placement.anchor = located->anchor;
        placement.phase = request.phase;
        placement.status = request.status;
        const Id id = placement.id;
        draft->parts.use(*part);
        draft->insert(located->rack, std::move(placement));
        if (filled) insertSoldCards(*draft, **part, id);
    }
    return draft->finish();
}

Result<Project> place(const Project& project, const Place& request, const Catalog& catalog)
{
    return placeMany(project,
        {request.scenario, request.partId, {request.where}, {request.label}, request.phase, request.status, request.filled}, catalog);
}

Result<Project> move(const Project& project, const Move& request, const Catalog& catalog)
{
    Result<Draft> draft = Draft::open(project, request.scenario, catalog);
    if (!draft) return Unexpected{draft.error()};
    const Result<PlacedDevice> device = draft->require(request.device);
    if (!device) return Unexpected{device.error()};
    const PartPtr part = draft->parts.own(device->placement->partId);
    if (mountOf(*part) == Mount::wholeRack) return fail("EDIT-WHOLE-RACK", {{"part", part->id}});
    const Result<Located> located = locate(*draft, *part, request.where, device->placement);
    if (!located) return Unexpected{located.error()};
    if (device->placement->anchor == located->anchor && draft->rackOf(request.device) == located->rack) return project;
    draft->moveToRack(request.device, located->rack);
    draft->change(request.device).anchor = located->anchor;
    return draft->finish();
}

Result<Project> remove(const Project& project, const Remove& request, const Catalog& catalog)
{
    Result<Draft> draft = Draft::open(project, request.scenario, catalog);
    if (!draft) return Unexpected{draft.error()};
    std::vector<Id> racks;
    for (const Id id : request.devices) {
        const Result<PlacedDevice> device = draft->require(id);
        if (!device) return Unexpected{device.error()};
        const PartPtr part = draft->parts.own(device->placement->partId);
        if (device->rack && part && mountOf(*part) == Mount::wholeRack) racks.push_back(device->rack->id);
    }
    eraseDevices(*draft, request.devices);
    for (const Id rack : racks) {
        std::vector<Id> rest;
        for (const Placement& placement : draft->rack(rack)->placements) rest.push_back(placement.id);
        eraseDevices(*draft, rest);
        draft->eraseRack(rack);
    }
    return draft->finish();
}

Result<Project> duplicate(const Project& project, const Duplicate& request, const Catalog& catalog)
{
    Result<Draft> draft = Draft::open(project, request.scenario, catalog);
    if (!draft) return Unexpected{draft.error()};
    const Result<PlacedDevice> device = draft->require(request.device);
    if (!device) return Unexpected{device.error()};
    const std::string label = request.label.empty() ? draft->freeLabel(device->placement->partId) : request.label;
    const Where where = besides(*draft, *device, request.where);
    const std::vector<std::string> labels = copyLabels(*draft, request.device, label);
    if (const Result<void> good = draft->checkLabels(labels); !good) return Unexpected{good.error()};
    if (const Result<void> good = insertCopy(*draft, request.device, where, labels); !good) return Unexpected{good.error()};
    return draft->finish();
}

Result<Project> array(const Project& project, const Array& request, const Catalog& catalog)
{
    Result<Draft> draft = Draft::open(project, request.scenario, catalog);
    if (!draft) return Unexpected{draft.error()};
    const Result<PlacedDevice> device = draft->require(request.device);
    if (!device) return Unexpected{device.error()};
    const Placement first = *device->placement;
    const auto* space = std::get_if<InRack>(&first.anchor);
    const int step = request.stepHalfU.value_or(space ? space->heightHalfU : 0);
    std::vector<std::vector<std::string>> labels;
    std::vector<std::string> all;
    for (int i = 0; i < request.count; ++i) {
        const Result<std::string> label = request.labelPattern.empty() ? Result<std::string>{draft->freeLabel(first.partId)}
                                                                       : filled(request.labelPattern, request.firstNumber + i);
        if (!label) return Unexpected{label.error()};
        labels.push_back(copyLabels(*draft, request.device, *label));
        std::ranges::copy(labels.back(), std::back_inserter(all));
    }
    if (const Result<void> good = draft->checkLabels(all); !good) return Unexpected{good.error()};
    Where where = besides(*draft, *device, {});
    const auto* floor = std::get_if<OnFloor>(&first.anchor);
    const double pitchM = floor ? where.xM - floor->xM : 0;
    for (int i = 0; i < request.count; ++i) {
        if (space) where.fromHalfU = space->fromHalfU + step * (i + 1);
        if (const Result<void> good = insertCopy(*draft, request.device, where, labels[static_cast<std::size_t>(i)]); !good)
            return Unexpected{good.error()};
        if (floor) where.xM += pitchM;
    }
    return draft->finish();
}

} // namespace rackwright::edit

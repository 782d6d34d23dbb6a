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
std::vector<std::string> copyLabels(Draft& draft, const CopiedDevice& copied, const std::string& label)
{
    std::vector<std::string> labels{label};
    const std::string prefix = copied.device.label + '/';
    for (const Placement& guest : copied.guests)
        labels.push_back(guest.label.starts_with(prefix) ? label + '/' + guest.label.substr(prefix.size()) : draft.freeLabel(guest.partId));
    return labels;
}

Result<void> insertCopy(Draft& draft, const CopiedDevice& copied, const Where& where, const std::vector<std::string>& labels)
{
    Placement copy = copied.device;
    copy.id = Id::none;
    const PartPtr part = draft.parts.own(copy.partId);
    const Result<Located> located = locate(draft, *part, where, &copy);
    if (!located) return Unexpected{located.error()};
    copy.id = draft.newId();
    copy.label = labels.front();
    copy.anchor = located->anchor;
    const Id host = copy.id;
    draft.insert(located->rack, std::move(copy));
    for (std::size_t i = 0; i < copied.guests.size(); ++i) {
        Placement guest = copied.guests[i];
        guest.id = draft.newId();
        guest.label = labels[i + 1];
        if (auto* card = std::get_if<InDevice>(&guest.anchor)) card->host = host;
        if (auto* shelved = std::get_if<OnShelf>(&guest.anchor)) shelved->host = host;
        draft.insert(located->rack, std::move(guest));
    }
    return {};
}

/// The parts of what is pasted, from the project or the catalog; it may come from another project.
Result<void> useParts(Draft& draft, const CopiedDevice& copied)
{
    const auto use = [&draft](const Placement& placement) -> Result<void> {
        const Result<PartPtr> part = draft.parts.require(placement.partId);
        if (!part) return Unexpected{part.error()};
        draft.parts.use(*part);
        return {};
    };
    Result<void> good = use(copied.device);
    for (std::size_t i = 0; good && i < copied.guests.size(); ++i) good = use(copied.guests[i]);
    return good;
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

Result<Project> moveMany(const Project& project, const MoveMany& request, const Catalog& catalog)
{
    Result<Draft> draft = Draft::open(project, request.scenario, catalog);
    if (!draft) return Unexpected{draft.error()};
    struct Lifted {
        Placement before;
        Id rack{};
        const Where* where = nullptr;
    };
    std::vector<Lifted> lifted;
    for (const auto& [id, where] : request.moves) {
        const Result<PlacedDevice> device = draft->require(id);
        if (!device) return Unexpected{device.error()};
        if (mountOf(*draft->parts.own(device->placement->partId)) == Mount::wholeRack)
            return fail("EDIT-WHOLE-RACK", {{"part", device->placement->partId}});
        lifted.push_back({*device->placement, draft->rackOf(id), &where});
    }
    for (const Lifted& device : lifted) draft->change(device.before.id).anchor = Unplaced{};
    bool isSame = true;
    for (const Lifted& device : lifted) {
        const Id id = device.before.id;
        const Result<Located> located = locate(*draft, *draft->parts.own(device.before.partId), *device.where, &device.before);
        if (!located) return Unexpected{located.error()};
        isSame = isSame && located->rack == device.rack && located->anchor == device.before.anchor;
        draft->moveToRack(id, located->rack);
        draft->change(id).anchor = located->anchor;
    }
    return isSame ? project : draft->finish();
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
    const CopiedDevice copied = copyOf(draft->build(), request.device);
    const std::vector<std::string> labels = copyLabels(*draft, copied, label);
    if (const Result<void> good = draft->checkLabels(labels); !good) return Unexpected{good.error()};
    if (const Result<void> good = insertCopy(*draft, copied, where, labels); !good) return Unexpected{good.error()};
    return draft->finish();
}

CopiedDevice copyOf(const Build& build, Id device)
{
    CopiedDevice copied;
    const PlacedDevice found = findDevice(build, device);
    if (!found.placement) return copied;
    copied.device = *found.placement;
    for (const Placement& placement : found.rack ? found.rack->placements : build.placements) {
        const auto* card = std::get_if<InDevice>(&placement.anchor);
        const auto* shelved = std::get_if<OnShelf>(&placement.anchor);
        if ((card && card->host == device) || (shelved && shelved->host == device)) copied.guests.push_back(placement);
    }
    return copied;
}

Result<Project> paste(const Project& project, const Paste& request, const Catalog& catalog)
{
    Result<Draft> draft = Draft::open(project, request.scenario, catalog);
    if (!draft) return Unexpected{draft.error()};
    for (std::size_t i = 0; i < request.devices.size() && i < request.wheres.size(); ++i) {
        CopiedDevice copied = request.devices[i];
        const auto& phases = draft->scenario().phases;
        if (std::ranges::find(phases, copied.device.phase, &Phase::id) == phases.end()) {
            copied.device.phase = Id::none;
            for (Placement& guest : copied.guests) guest.phase = Id::none;
        }
        if (const Result<void> good = useParts(*draft, copied); !good) return Unexpected{good.error()};
        std::vector<std::string> labels = copyLabels(*draft, copied, copied.device.label);
        if (!draft->checkLabels(labels)) labels = copyLabels(*draft, copied, draft->freeLabel(copied.device.partId));
        if (const Result<void> good = draft->checkLabels(labels); !good) return Unexpected{good.error()};
        if (const Result<void> good = insertCopy(*draft, copied, request.wheres[i], labels); !good) return Unexpected{good.error()};
    }
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
    const CopiedDevice copied = copyOf(draft->build(), request.device);
    std::vector<std::vector<std::string>> labels;
    std::vector<std::string> all;
    for (int i = 0; i < request.count; ++i) {
        const Result<std::string> label = request.labelPattern.empty() ? Result<std::string>{draft->freeLabel(first.partId)}
                                                                       : filled(request.labelPattern, request.firstNumber + i);
        if (!label) return Unexpected{label.error()};
        labels.push_back(copyLabels(*draft, copied, *label));
        std::ranges::copy(labels.back(), std::back_inserter(all));
    }
    if (const Result<void> good = draft->checkLabels(all); !good) return Unexpected{good.error()};
    Where where = besides(*draft, *device, {});
    const auto* floor = std::get_if<OnFloor>(&first.anchor);
    const double pitchM = floor ? where.xM - floor->xM : 0;
    for (int i = 0; i < request.count; ++i) {
        if (space) where.fromHalfU = space->fromHalfU + step * (i + 1);
        if (const Result<void> good = insertCopy(*draft, copied, where, labels[static_cast<std::size_t>(i)]); !good)
            return Unexpected{good.error()};
        if (floor) where.xM += pitchM;
    }
    return draft->finish();
}

} // namespace rackwright::edit

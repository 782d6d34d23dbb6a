#include "core/design/draft.h"

#include "core/design/edit_text.h"

#include <algorithm>
#include <charconv>
#include <fmt/format.h>

namespace rackwright::edit {

namespace {

constexpr int scansBeforeIndex = 12; ///< a few look-ups scan the build; more of them pay for an index

/// Inserts by id into a list that is sorted by id.
template <class T>
T& insertById(std::vector<T>& list, T item)
{
    const auto at = std::ranges::upper_bound(list, item.id, {}, &T::id);
    return *list.insert(at, std::move(item));
}

template <class List>
auto findById(List& list, Id id)
{
    const auto found = std::ranges::lower_bound(list, id, {}, [](const auto& item) { return item.id; });
    return found != list.end() && found->id == id ? found : list.end();
}

} // namespace

Draft::Draft(const Project& project, const ScenarioPtr& scenario, const Catalog& catalog)
    : parts{project, catalog}, project_{project}, scenario_{scenario}, build_{*scenario->build}
{
}

Result<Draft> Draft::open(const Project& project, const std::string& scenarioName, const Catalog& catalog)
{
    ScenarioPtr scenario;
    if (scenarioName.empty()) {
        const auto found = std::ranges::find_if(project.scenarios, [](const ScenarioPtr& s) { return s->build != nullptr; });
        if (found != project.scenarios.end()) scenario = *found;
    } else {
        scenario = project.scenario(scenarioName);
    }
    if (!scenario) {
        std::vector<std::string> names;
        for (const ScenarioPtr& each : project.scenarios) names.push_back(each->name);
        return fail("EDIT-NO-SCENARIO", {{"found", scenarioName}, {"wanted", joined(names)}});
    }
    if (!scenario->build) return fail("EDIT-NO-BUILD", {{"scenario", scenario->name}});
    return Draft{project, scenario, catalog};
}

// ---- finish ------------------------------------------------------------------------------------------------------

void Draft::finishRacks()
{
    for (const auto& [id, own] : ownRacks_) {
        const auto now = std::ranges::find_if(build_.racks, [rack = own](const RackPtr& each) { return each.get() == rack; });
        const auto before = std::ranges::lower_bound(scenario_->build->racks, Id{id}, {}, [](const RackPtr& each) { return each->id; });
        if (now != build_.racks.end() && before != scenario_->build->racks.end() && (*before)->id == Id{id} && **before == *own)
            *now = *before;
    }
}

void Draft::finishLinks()
{
    const std::vector<LinkChunk>& before = scenario_->build->links;
    for (const auto& [key, own] : ownLinks_) {
        const auto keyOfChunk = [](const LinkChunk& chunk) { return ChunkKey{chunk.rackA, chunk.rackB}; };
        const auto now = std::ranges::lower_bound(build_.links, key, {}, keyOfChunk);
        if (own->empty()) {
            build_.links.erase(now);
            continue;
        }
        const auto old = std::ranges::lower_bound(before, key, {}, keyOfChunk);
        if (old != before.end() && keyOfChunk(*old) == key && *old->links == *own) now->links = old->links;
    }
}

void Draft::finishCords()
{
    const std::vector<CordChunk>& before = scenario_->build->cords;
    for (const auto& [rack, own] : ownCords_) {
        const auto now = std::ranges::lower_bound(build_.cords, rack, {}, &CordChunk::rack);
        if (own->empty()) {
            build_.cords.erase(now);
            continue;
        }
        const auto old = std::ranges::lower_bound(before, rack, {}, &CordChunk::rack);
        if (old != before.end() && old->rack == rack && *old->cords == *own) now->cords = old->cords;
    }
}

Project Draft::finish()
{
    finishRacks();
    finishLinks();
    finishCords();
    const Build& before = *scenario_->build;
    const auto sameLinks = [](const LinkChunk& a, const LinkChunk& b) { return a.links == b.links; };
    const auto sameCords = [](const CordChunk& a, const CordChunk& b) { return a.cords == b.cords; };
    const bool sameBuild = build_.racks == before.racks && (!looseChanged_ || build_.placements == before.placements)
        && std::ranges::equal(build_.links, before.links, sameLinks) && std::ranges::equal(build_.cords, before.cords, sameCords);
    const bool sameScenario = !changedScenario_
        || (changedScenario_->name == scenario_->name && changedScenario_->cloud == scenario_->cloud
            && changedScenario_->finance == scenario_->finance && changedScenario_->allocations == scenario_->allocations
            && changedScenario_->phases == scenario_->phases);
    if (!sameBuild || !sameScenario) {
        Scenario after = changedScenario_ ? std::move(*changedScenario_) : *scenario_;
        after.build = sameBuild ? scenario_->build : std::make_shared<const Build>(std::move(build_));
        *std::ranges::find(project_.scenarios, scenario_) = std::make_shared<const Scenario>(std::move(after));
    }
    project_.parts = parts.parts();
    return std::move(project_);
}

Scenario& Draft::changeScenario()
{
    if (!changedScenario_) changedScenario_ = *scenario_;
    return *changedScenario_;
}

// ---- racks -------------------------------------------------------------------------------------------------------

int Draft::rackIndex(Id id) const
{
    const auto found = std::ranges::lower_bound(build_.racks, id, {}, [](const RackPtr& rack) { return rack->id; });
    return found != build_.racks.end() && (*found)->id == id ? static_cast<int>(found - build_.racks.begin()) : -1;
}

const Rack* Draft::rack(Id id) const
{
    const int index = rackIndex(id);
    return index < 0 ? nullptr : build_.racks[static_cast<std::size_t>(index)].get();
}

Result<const Rack*> Draft::requireRack(Id id) const
{
    if (const Rack* found = rack(id)) return found;
    return fail("EDIT-NOT-FOUND", {{"kind", "rack"}, {"found", fmt::format("{}", toNumber(id))}, {"nearest", ""}});
}

Rack& Draft::changeRack(Id id)
{
    if (const auto own = ownRacks_.find(toNumber(id)); own != ownRacks_.end()) return *own->second;
    RackPtr& slot = build_.racks[static_cast<std::size_t>(rackIndex(id))];
    auto copy = std::make_shared<Rack>(*slot);
    Rack* raw = copy.get();
    slot = std::move(copy);
    ownRacks_.emplace(toNumber(id), raw);
    return *raw;
}

void Draft::addRack(Rack rack)
{
    auto added = std::make_shared<Rack>(std::move(rack));
    ownRacks_.emplace(toNumber(added->id), added.get());
    build_.racks.push_back(std::move(added));
}

void Draft::eraseRack(Id id)
{
    ownRacks_.erase(toNumber(id));
    build_.racks.erase(build_.racks.begin() + rackIndex(id));
}

bool Draft::rackNameTaken(std::string_view name) const
{
    return std::ranges::any_of(build_.racks, [&](const RackPtr& rack) { return rack->name == name; });
}

// ---- placements --------------------------------------------------------------------------------------------------

std::vector<Placement>& Draft::placementsOf(Id rack)
{
    if (rack != Id::none) return changeRack(rack).placements;
    looseChanged_ = true;
    return build_.placements;
}

void Draft::indexPlaces() const
{
    forEachPlacement(build_, [&](const PlacedDevice& device) {
        places_.insert_or_assign(toNumber(device.placement->id), device.rack ? device.rack->id : Id::none);
    });
}

PlacedDevice Draft::find(Id id) const
{
    const auto known = places_.find(toNumber(id));
    if (known != places_.end()) {
        const Rack* holder = known->second == Id::none ? nullptr : rack(known->second);
        return {holder, &*findById(holder ? holder->placements : build_.placements, id)};
    }
    if (scans_ > scansBeforeIndex) return {};
    if (++scans_ > scansBeforeIndex) {
        indexPlaces();
        return find(id);
    }
    const PlacedDevice device = findDevice(build_, id);
    if (device.rack) // its neighbours are asked for next
        for (const Placement& neighbour : device.rack->placements) places_.insert_or_assign(toNumber(neighbour.id), device.rack->id);
    else if (device.placement)
        places_.emplace(toNumber(id), Id::none);
    return device;
}

Result<PlacedDevice> Draft::require(Id id) const
{
    const PlacedDevice device = find(id);
    if (device.placement) return device;
    return fail("EDIT-NOT-FOUND", {{"kind", "device"}, {"found", fmt::format("{}", toNumber(id))}, {"nearest", ""}});
}

Id Draft::rackOf(Id device) const
{
    const PlacedDevice placed = find(device);
    return placed.rack ? placed.rack->id : Id::none;
}

std::string Draft::nameOf(Id device) const
{
    const PlacedDevice placed = find(device);
    return placed.placement ? placed.placement->label : fmt::format("{}", toNumber(device));
}

void Draft::insert(Id rack, Placement placement)
{
    places_.insert_or_assign(toNumber(placement.id), rack);
    insertById(placementsOf(rack), std::move(placement));
}

Placement& Draft::change(Id id)
{
    const Id rack = rackOf(id);
    return *findById(placementsOf(rack), id);
}

void Draft::erase(Id id)
{
    const Id rack = rackOf(id);
    std::vector<Placement>& list = placementsOf(rack);
    places_.erase(toNumber(id));
    list.erase(findById(list, id));
}

std::vector<Id> Draft::guestsOf(Id host) const
{
    std::vector<Id> guests;
    const PlacedDevice device = find(host);
    for (const Placement& placement : device.rack ? device.rack->placements : build_.placements) {
        const auto* card = std::get_if<InDevice>(&placement.anchor);
        const auto* shelved = std::get_if<OnShelf>(&placement.anchor);
        if ((card && card->host == host) || (shelved && shelved->host == host)) guests.push_back(placement.id);
    }
    return guests;
}

Result<void> Draft::checkLabels(const std::vector<std::string>& labels, const std::unordered_set<std::int64_t>& ignored) const
{
    const auto duplicate = [](const std::string& label) { return fail("EDIT-DUPLICATE", {{"kind", "device"}, {"name", label}}); };
    std::unordered_set<std::string_view> wanted;
    for (const std::string& label : labels) {
        if (const Result<void> good = checkName("device", label); !good) return good;
        if (!wanted.insert(label).second) return duplicate(label);
    }
    const std::string* taken = nullptr;
    forEachPlacement(build_, [&](const PlacedDevice& device) {
        if (taken || !wanted.contains(device.placement->label) || ignored.contains(toNumber(device.placement->id))) return;
        taken = &device.placement->label;
    });
    return taken ? Result<void>{duplicate(*taken)} : Result<void>{};
}

std::string Draft::freeLabel(const std::string& stem)
{
    const auto [entry, isNew] = nextNumber_.try_emplace(stem, 1);
    int& next = entry->second;
    if (isNew) {
        const std::string prefix = stem + '-';
        forEachPlacement(build_, [&](const PlacedDevice& device) {
            const std::string& label = device.placement->label;
            if (!label.starts_with(prefix)) return;
            int number = 0;
            const auto [stop, error] = std::from_chars(label.data() + prefix.size(), label.data() + label.size(), number);
            if (error == std::errc{} && stop == label.data() + label.size() && number < 1'000'000'000)
                next = std::max(next, number + 1);
        });
    }
    return fmt::format("{}-{}", stem, next++);
}

// ---- links and cords ---------------------------------------------------------------------------------------------

Draft::ChunkKey Draft::keyOf(const Link& link) const
{
    const Id a = rackOf(link.a.device), b = rackOf(link.b.device);
    return {std::min(a, b), std::max(a, b)};
}

std::vector<Link>& Draft::linksBetween(ChunkKey key)
{
    if (const auto own = ownLinks_.find(key); own != ownLinks_.end()) return *own->second;
    const auto keyOfChunk = [](const LinkChunk& chunk) { return ChunkKey{chunk.rackA, chunk.rackB}; };
    auto at = std::ranges::lower_bound(build_.links, key, {}, keyOfChunk);
    const bool held = at != build_.links.end() && keyOfChunk(*at) == key;
    auto copy = held ? std::make_shared<std::vector<Link>>(*at->links) : std::make_shared<std::vector<Link>>();
    if (!held) at = build_.links.insert(at, LinkChunk{key.first, key.second, nullptr});
    ownLinks_.emplace(key, copy.get());
    std::vector<Link>& links = *copy;
    at->links = std::move(copy);
    return links;
}

std::vector<Cord>& Draft::cordsOf(Id rack)
{
    if (const auto own = ownCords_.find(rack); own != ownCords_.end()) return *own->second;
    auto at = std::ranges::lower_bound(build_.cords, rack, {}, &CordChunk::rack);
    const bool held = at != build_.cords.end() && at->rack == rack;
    auto copy = held ? std::make_shared<std::vector<Cord>>(*at->cords) : std::make_shared<std::vector<Cord>>();
    if (!held) at = build_.cords.insert(at, CordChunk{rack, nullptr});
    ownCords_.emplace(rack, copy.get());
    std::vector<Cord>& cords = *copy;
    at->cords = std::move(copy);
    return cords;
}

void Draft::addLink(const Link& link)
{
    insertById(linksBetween(keyOf(link)), link);
}

std::vector<Draft::TakenLink> Draft::takeLinks(const std::unordered_set<std::int64_t>& devices)
{
    std::vector<TakenLink> taken;
    const auto isTaken = [&](const Link& link) {
        return devices.contains(toNumber(link.a.device)) || devices.contains(toNumber(link.b.device));
    };
    std::unordered_set<std::int64_t> racks;
    for (const std::int64_t device : devices) racks.insert(toNumber(rackOf(Id{device})));
    std::vector<ChunkKey> keys;
    for (const LinkChunk& chunk : build_.links) {
        if (!racks.contains(toNumber(chunk.rackA)) && !racks.contains(toNumber(chunk.rackB))) continue;
        if (std::ranges::any_of(*chunk.links, isTaken)) keys.emplace_back(chunk.rackA, chunk.rackB);
    }
    for (const ChunkKey& key : keys) {
        std::vector<Link>& links = linksBetween(key);
        for (const Link& link : links)
            if (isTaken(link)) taken.push_back({link, key.first, key.second});
        std::erase_if(links, isTaken);
    }
    return taken;
}

void Draft::eraseLinks(const std::unordered_set<std::int64_t>& links)
{
    const auto isMeant = [&](const Link& link) { return links.contains(toNumber(link.id)); };
    std::vector<ChunkKey> keys;
    for (const LinkChunk& chunk : build_.links)
        if (std::ranges::any_of(*chunk.links, isMeant)) keys.emplace_back(chunk.rackA, chunk.rackB);
    for (const ChunkKey& key : keys) std::erase_if(linksBetween(key), isMeant);
}

void Draft::addCord(const Cord& cord)
{
    insertById(cordsOf(rackOf(cord.device)), cord);
}

std::vector<Cord> Draft::takeCords(const std::unordered_set<std::int64_t>& devices, bool alsoTo)
{
    std::vector<Cord> taken;
    const auto isTaken = [&](const Cord& cord) {
        if (devices.contains(toNumber(cord.device))) return true;
        const Id* pdu = std::get_if<Id>(&cord.to);
        return alsoTo && pdu && devices.contains(toNumber(*pdu));
    };
    std::unordered_set<std::int64_t> racks;
    for (const std::int64_t device : devices) racks.insert(toNumber(rackOf(Id{device})));
    std::vector<Id> holders;
    for (const CordChunk& chunk : build_.cords)
        if ((alsoTo || racks.contains(toNumber(chunk.rack))) && std::ranges::any_of(*chunk.cords, isTaken)) holders.push_back(chunk.rack);
    for (const Id rack : holders) {
        std::vector<Cord>& cords = cordsOf(rack);
        std::ranges::copy_if(cords, std::back_inserter(taken), isTaken);
        std::erase_if(cords, isTaken);
    }
    std::ranges::sort(taken, {}, &Cord::id);
    return taken;
}

void Draft::moveToRack(Id device, Id rack)
{
    const Id from = rackOf(device);
    if (from == rack) return;
    std::vector<Id> moved{device};
    for (std::size_t i = 0; i < moved.size(); ++i) std::ranges::copy(guestsOf(moved[i]), std::back_inserter(moved));
    std::unordered_set<std::int64_t> ids;
    for (const Id id : moved) ids.insert(toNumber(id));
    const std::vector<TakenLink> links = takeLinks(ids);
    const std::vector<Cord> cords = takeCords(ids, false);
    for (const Id id : moved) {
        Placement placement = *find(id).placement;
        erase(id);
        insert(rack, std::move(placement));
    }
    for (const TakenLink& taken : links) {
        const bool both = ids.contains(toNumber(taken.link.a.device)) && ids.contains(toNumber(taken.link.b.device));
        const Id other = both ? rack : (taken.rackA == from ? taken.rackB : taken.rackA);
        insertById(linksBetween({std::min(rack, other), std::max(rack, other)}), taken.link);
    }
    if (!cords.empty())
        for (std::vector<Cord>& held = cordsOf(rack); const Cord& cord : cords) insertById(held, cord);
}

} // namespace rackwright::edit

#include "core/design/edit.h"
#include "core/design/edit_properties.h"
#include "core/design/edit_text.h"
#include "core/design/part_book.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>

namespace rackwright::edit {

namespace {

Result<void> setContainment(Room& room, const Key<Room>& key, std::string_view text)
{
    if (text != "contained" && text != "open" && text != "none") return badValue(key.name, text, "contained, open or none");
    room.containment = text;
    return {};
}

Result<void> setSide(Feed& feed, const Key<Feed>& key, std::string_view text)
{
    if (text.size() != 1 || text[0] < 'A' || text[0] > 'Z') return badValue(key.name, text, "one letter: A, B, …");
    feed.side = text[0];
    return {};
}

constexpr std::array<Key<Site>, 4> siteTable{{
    {"region", {}, setText<&Site::regionId>},
    {"tariff", {"USD/kWh", 0, 10}, setNumber<&Site::tariffUsdPerKwh>},
    {"pue", {"", 1, 5}, setNumber<&Site::pue>},
    {"altitude", {"m", -500, 6000}, setNumber<&Site::altitudeM>},
}};

constexpr std::array<Key<Room>, 7> roomTable{{
    {"supply-air", {"C", 0, 60}, setNumber<&Room::supplyAirC>},
    {"air-cooling", {"kW", 0}, setNumber<&Room::airCoolingKw>},
    {"airflow", {"cfm", 0}, setNumber<&Room::airSupplyCfm>},
    {"containment", {}, setContainment},
    {"floor-limit", {"kg/m2", 0}, setNumber<&Room::floorLimitKgPerM2>},
    {"liquid-supply", {"C", 0, 80}, setNumber<&Room::liquidSupplyC>},
    {"liquid-flow", {"l/min", 0}, setNumber<&Room::liquidFlowLpm>},
}};

constexpr std::array<Key<Feed>, 3> feedTable{{
    {"side", {}, setSide},
    {"rating", {"kW", 0}, setNumber<&Feed::ratedKw>},
    {"voltage", {"V", 0, 100000}, setNumber<&Feed::voltageV>},
}};

Result<Site*> siteFor(Project& project, Id wanted)
{
    const auto found = wanted == Id::none ? project.sites.begin() : std::ranges::find(project.sites, wanted, &Site::id);
    if (found != project.sites.end()) return &*found;
    return fail(
        "EDIT-NOT-FOUND", {{"kind", "site"}, {"found", wanted == Id::none ? "" : fmt::format("{}", toNumber(wanted))}, {"nearest", ""}});
}

template <class List>
auto* byName(List& list, std::string_view name)
{
    const auto found = std::ranges::find_if(list, [&](const auto& each) { return each.name == name; });
    return found == list.end() ? nullptr : &*found;
}

/// The thing of that name wherever it stands, else a new one in the list.
template <class T, class Lists>
Result<T*> findOrAdd(Project& project, Lists&& lists, std::vector<T>& into, std::string_view kind, const std::string& name)
{
    if (const Result<void> good = checkName(kind, name); !good) return Unexpected{good.error()};
    for (std::vector<T>* list : lists)
        if (T* found = byName(*list, name)) return found;
    T added;
    added.id = Id{project.nextId++};
    added.name = name;
    into.push_back(std::move(added));
    return &into.back();
}

/// The label of the first thing that stands in the room or at the site, in any scenario.
std::string standsThere(const Project& project, Id place)
{
    for (const ScenarioPtr& scenario : project.scenarios) {
        if (!scenario->build) continue;
        for (const RackPtr& rack : scenario->build->racks)
            if (rack->room == place) return rack->name;
        for (const Placement& placement : scenario->build->placements) {
            const auto* floor = std::get_if<OnFloor>(&placement.anchor);
            const auto* site = std::get_if<AtSite>(&placement.anchor);
            if ((floor && floor->room == place) || (site && site->site == place)) return placement.label;
        }
    }
    return {};
}

std::string hangsOn(const Project& project, std::string_view feed)
{
    for (const ScenarioPtr& scenario : project.scenarios) {
        if (!scenario->build) continue;
        for (const CordChunk& chunk : scenario->build->cords)
            for (const Cord& cord : *chunk.cords)
                if (const auto* name = std::get_if<std::string>(&cord.to); name && *name == feed)
                    return findDevice(*scenario->build, cord.device).placement->label;
    }
    return {};
}

Unexpected inUse(std::string_view kind, const std::string& name, const std::string& by)
{
    return fail("EDIT-IN-USE", {{"kind", std::string{kind}}, {"name", name}, {"by", by}});
}

} // namespace

std::span<const Key<Site>> siteKeys()
{
    return siteTable;
}
std::span<const Key<Room>> roomKeys()
{
    return roomTable;
}
std::span<const Key<Feed>> feedKeys()
{
    return feedTable;
}

const Site* findSite(const Project& project, std::string_view name)
{
    return byName(project.sites, name);
}

const Room* findRoom(const Project& project, std::string_view name)
{
    for (const Site& site : project.sites)
        if (const Room* found = byName(site.rooms, name)) return found;
    return nullptr;
}

const Feed* findFeed(const Project& project, std::string_view name)
{
    for (const Site& site : project.sites)
        if (const Feed* found = byName(site.feeds, name)) return found;
    return nullptr;
}

Result<void> useRegion(const Site& site, PartBook& parts)
{
    if (site.regionId.empty()) return {};
    const Result<PartPtr> region = parts.require(PartKind::region, site.regionId);
    if (!region) return Unexpected{region.error()};
    parts.use(*region);
    return {};
}

Result<Project> site(const Project& project, const SiteEdit& request, const Catalog& catalog)
{
    Project after = project;
    const Result<Site*> edited = findOrAdd<Site>(after, std::array{&after.sites}, after.sites, "site", request.name);
    if (!edited) return Unexpected{edited.error()};
    if (const Result<void> good = applyProperties(**edited, "site", siteKeys(), request.properties); !good) return Unexpected{good.error()};
    PartBook parts{project, catalog};
    if (const Result<void> good = useRegion(**edited, parts); !good) return Unexpected{good.error()};
    after.parts = parts.parts();
    return after;
}

Result<Project> room(const Project& project, const RoomEdit& request, const Catalog&)
{
    Project after = project;
    const Result<Site*> home = siteFor(after, request.site);
    if (!home) return Unexpected{home.error()};
    std::vector<std::vector<Room>*> lists;
    for (Site& each : after.sites) lists.push_back(&each.rooms);
    const Result<Room*> edited = findOrAdd<Room>(after, lists, (*home)->rooms, "room", request.name);
    if (!edited) return Unexpected{edited.error()};
    if (const Result<void> good = applyProperties(**edited, "room", roomKeys(), request.properties); !good) return Unexpected{good.error()};
    return after;
}

Result<Project> feed(const Project& project, const FeedEdit& request, const Catalog&)
{
    Project after = project;
    const Result<Site*> home = siteFor(after, request.site);
    if (!home) return Unexpected{home.error()};
    std::vector<std::vector<Feed>*> lists;
    for (Site& each : after.sites) lists.push_back(&each.feeds);
    const bool isNew = findFeed(project, request.name) == nullptr;
    const Result<Feed*> edited = findOrAdd<Feed>(after, lists, (*home)->feeds, "feed", request.name);
    if (!edited) return Unexpected{edited.error()};
    const bool saysSide = std::ranges::any_of(request.properties, [](const auto& property) { return property.first == "side"; });
    if (isNew && !saysSide && request.name[0] >= 'A' && request.name[0] <= 'Z') (*edited)->side = request.name[0];
    if (const Result<void> good = applyProperties(**edited, "feed", feedKeys(), request.properties); !good) return Unexpected{good.error()};
    return after;
}

Result<Project> removeFacility(const Project& project, const RemoveFacility& request, const Catalog&)
{
    Project after = project;
    for (auto home = after.sites.begin(); home != after.sites.end(); ++home) {
        if (request.thing == Thing::site && home->id == request.id) {
            std::string by = standsThere(project, home->id);
            for (const Room& each : home->rooms)
                if (by.empty()) by = standsThere(project, each.id);
            for (const Feed& each : home->feeds)
                if (by.empty()) by = hangsOn(project, each.name);
            if (!by.empty()) return inUse("site", home->name, by);
            after.sites.erase(home);
            return after;
        }
        const auto inRooms = std::ranges::find(home->rooms, request.id, &Room::id);
        if (request.thing == Thing::room && inRooms != home->rooms.end()) {
            if (const std::string by = standsThere(project, request.id); !by.empty()) return inUse("room", inRooms->name, by);
            home->rooms.erase(inRooms);
            return after;
        }
        const auto inFeeds = std::ranges::find(home->feeds, request.id, &Feed::id);
        if (request.thing == Thing::feed && inFeeds != home->feeds.end()) {
            if (const std::string by = hangsOn(project, inFeeds->name); !by.empty()) return inUse("feed", inFeeds->name, by);
            home->feeds.erase(inFeeds);
            return after;
        }
    }
    return fail("EDIT-NOT-FOUND",
        {{"kind", std::string{toText(request.thing)}}, {"found", fmt::format("{}", toNumber(request.id))}, {"nearest", ""}});
}

} // namespace rackwright::edit

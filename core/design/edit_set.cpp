#include "core/design/draft.h"
#include "core/design/edit.h"
#include "core/design/edit_devices.h"
#include "core/design/edit_properties.h"
#include "core/design/edit_text.h"
#include "core/design/place_check.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <fmt/format.h>
#include <set>

namespace rackwright::edit {

namespace {

constexpr std::array<std::pair<Thing, std::string_view>, 9> things{{
    {Thing::project, "project"},
    {Thing::site, "site"},
    {Thing::room, "room"},
    {Thing::feed, "feed"},
    {Thing::rack, "rack"},
    {Thing::device, "device"},
    {Thing::workload, "workload"},
    {Thing::scenario, "scenario"},
    {Thing::phase, "phase"},
}};

constexpr std::array<Key<Rack>, 5> rackTable{{
    {"x", {"m", -1e4, 1e4}, setNumber<&Rack::xM>},
    {"y", {"m", -1e4, 1e4}, setNumber<&Rack::yM>},
    {"row", {"", 0, 10000, true}, setNumber<&Rack::row>},
    {"column", {"", 0, 10000, true}, setNumber<&Rack::column>},
    {"power-limit", {"kW", 0, 1e6}, setNumber<&Rack::powerLimitKw>},
}};
constexpr std::array<Key<Phase>, 1> phaseTable{{{"month", {"", 0, 600, true}, setNumber<&Phase::month>}}};
constexpr std::array<std::string_view, 2> projectNames{"name", "as-of"};
/// Of devices, besides the columns of the part; `price_usd` is a price for this device.
constexpr std::array<std::string_view, 3> deviceNames{"phase", "status", "price_usd"};

Unexpected notFound(Thing thing, Id id)
{
    return fail("EDIT-NOT-FOUND", {{"kind", std::string{toText(thing)}}, {"found", fmt::format("{}", toNumber(id))}, {"nearest", ""}});
}

bool isNumber(std::string_view text)
{
    double value = 0;
    const auto [stop, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    return error == std::errc{} && stop == text.data() + text.size();
}

/// How a column may be overridden: it must be stated for some part of the kind; numeric where it is a number there.
class Columns {
public:
    Columns(const Part& part, const Catalog& catalog) : part_{part}, catalog_{catalog} { }

    Result<void> check(const std::string& column, const std::string& text) const
    {
        const Part* example = part_.find(column) ? &part_ : nullptr;
        for (const PartPtr& other : catalog_.parts(part_.kind)) {
            if (example) break;
            if (other->find(column)) example = other.get();
        }
        if (!example && column != "price_usd") {
            const std::vector<std::string_view> known = all();
            return unknownKey(fmt::format("device ({})", part_.id), column, known);
        }
        if (text.empty()) return {};
        const bool numeric = !example || example->number(column).has_value();
        if (numeric && !isNumber(text)) return badValue(column, text, "a number");
        if (numeric && text.front() == '-' && !column.ends_with("_c")) return badValue(column, text, "a number of at least 0");
        return {};
    }

private:
    std::vector<std::string_view> all() const
    {
        std::set<std::string_view> names{deviceNames.begin(), deviceNames.end()};
        for (const PartValue& value : part_.values) names.insert(value.column);
        for (const PartPtr& other : catalog_.parts(part_.kind))
            for (const PartValue& value : other->values) names.insert(value.column);
        return {names.begin(), names.end()};
    }

    const Part& part_;
    const Catalog& catalog_;
};

Result<Id> phaseNamed(const Draft& draft, std::string_view name)
{
    if (name.empty()) return Id::none;
    const auto& phases = draft.scenario().phases;
    const auto found = std::ranges::find_if(phases, [&](const Phase& phase) { return phase.name == name; });
    if (found != phases.end()) return found->id;
    std::vector<std::string_view> names;
    for (const Phase& phase : phases) names.push_back(phase.name);
    return fail("EDIT-NOT-FOUND", {{"kind", "phase"}, {"found", std::string{name}}, {"nearest", nearestOf(name, names)}});
}

Result<PlacementStatus> statusOf(std::string_view text)
{
    if (text == "planned") return PlacementStatus::planned;
    if (text == "existing") return PlacementStatus::existing;
    if (text == "removed") return PlacementStatus::removed;
    return badValue("status", text, "planned, existing or removed");
}

/// A door or side unit that came back may find its place taken.
bool isInTheWay(const PlacedDevice& placed)
{
    const auto* at = std::get_if<ZeroU>(&placed.placement->anchor);
    return std::ranges::any_of(placed.rack->placements, [&](const Placement& other) {
        if (other.id == placed.placement->id || other.status == PlacementStatus::removed) return false;
        if (std::holds_alternative<RearDoor>(placed.placement->anchor)) return std::holds_alternative<RearDoor>(other.anchor);
        const auto* beside = std::get_if<ZeroU>(&other.anchor);
        return at && beside && at->side == beside->side && at->position == beside->position;
    });
}

/// After overrides and status the device must still stand where it stands.
Result<void> settle(Draft& draft, Id device)
{
    const PlacedDevice placed = draft.find(device);
    const auto* space = std::get_if<InRack>(&placed.placement->anchor);
    const PartPtr part = draft.parts.own(placed.placement->partId);
    if (!part || placed.placement->status == PlacementStatus::removed || mountOf(*part) == Mount::wholeRack) return {};
    if (const auto* card = std::get_if<InDevice>(&placed.placement->anchor)) {
        for (const Id other : draft.guestsOf(card->host)) {
            const Placement& neighbour = *draft.find(other).placement;
            if (other != device && neighbour.anchor == placed.placement->anchor && neighbour.status != PlacementStatus::removed)
                return fail("EDIT-BAYS-FULL", {{"part", part->id}, {"host", draft.nameOf(card->host)}, {"bays", card->bay}});
        }
        return {};
    }
    if (!placed.rack || (!space && !isInTheWay(placed))) return {};
    Where where;
    where.rack = placed.rack->id;
    if (space) where.fromHalfU = space->fromHalfU;
    if (const auto* at = std::get_if<ZeroU>(&placed.placement->anchor)) where.side = at->side;
    const Result<Located> located = locate(draft, *part, where, placed.placement);
    if (!located) return Unexpected{located.error()};
    draft.change(device).anchor = located->anchor;
    return {};
}

Result<void> setDevice(Draft& draft, Id device, const Properties& properties)
{
    const Result<PlacedDevice> placed = draft.require(device);
    if (!placed) return Unexpected{placed.error()};
    const PartPtr part = draft.parts.own(placed->placement->partId);
    bool settles = false;
    for (const auto& [key, text] : properties) {
        if (key == "phase") {
            const Result<Id> phase = phaseNamed(draft, text);
            if (!phase) return Unexpected{phase.error()};
            draft.change(device).phase = *phase;
            for (const Id guest : draft.guestsOf(device)) draft.change(guest).phase = *phase;
            continue;
        }
        settles = true;
        if (key == "status") {
            const Result<PlacementStatus> status = statusOf(text);
            if (!status) return Unexpected{status.error()};
            draft.change(device).status = *status;
            for (const Id guest : draft.guestsOf(device)) draft.change(guest).status = *status;
            continue;
        }
        if (const Result<void> good = Columns{*part, draft.parts.catalog()}.check(key, text); !good) return good;
        auto& overrides = draft.change(device).overrides;
        if (text.empty())
            overrides.erase(key);
        else
            overrides.insert_or_assign(key, text);
    }
    return settles ? settle(draft, device) : Result<void>{};
}

Result<void> setRack(Draft& draft, Id id, const Properties& properties)
{
    if (const Result<const Rack*> found = draft.requireRack(id); !found) return Unexpected{found.error()};
    Properties rest;
    for (const auto& [key, text] : properties) {
        if (key == "phase") {
            const Result<Id> phase = phaseNamed(draft, text);
            if (!phase) return Unexpected{phase.error()};
            draft.changeRack(id).phase = *phase;
        } else if (key == "room") {
            const Room* room = findRoom(draft.project(), text);
            if (!room) return fail("EDIT-NOT-FOUND", {{"kind", "room"}, {"found", text}, {"nearest", ""}});
            draft.changeRack(id).room = room->id;
        } else {
            rest.emplace_back(key, text);
        }
    }
    return applyProperties(draft.changeRack(id), "rack", std::span<const Key<Rack>>{rackTable}, rest);
}

Result<Project> setInBuild(const Project& project, const Set& request, const Catalog& catalog)
{
    Result<Draft> draft = Draft::open(project, request.scenario, catalog);
    if (!draft) return Unexpected{draft.error()};
    for (const Id id : request.ids) {
        const Result<void> done =
            request.thing == Thing::rack ? setRack(*draft, id, request.properties) : setDevice(*draft, id, request.properties);
        if (!done) return Unexpected{done.error()};
    }
    return draft->finish();
}

Result<Project> setProject(const Project& project, const Properties& properties)
{
    Project after = project;
    for (const auto& [key, text] : properties) {
        if (key == "name") {
            if (const Result<void> good = checkName("project", text); !good) return Unexpected{good.error()};
            after.name = text;
        } else if (key == "as-of") {
            const bool isDate = text.size() == 10 && text[4] == '-' && text[7] == '-';
            if (!isDate) return badValue(key, text, "a date like 2026-12-01");
            after.asOf = text;
        } else {
            return unknownKey("project", key, projectNames);
        }
    }
    return after;
}

Result<void> setFacility(Project& project, Thing thing, Id id, const Properties& properties, PartBook& parts)
{
    for (Site& site : project.sites) {
        if (thing == Thing::site && site.id == id) {
            const Result<void> done = applyProperties(site, "site", siteKeys(), properties);
            return done ? useRegion(site, parts) : done;
        }
        if (const auto room = std::ranges::find(site.rooms, id, &Room::id); thing == Thing::room && room != site.rooms.end())
            return applyProperties(*room, "room", roomKeys(), properties);
        if (const auto feed = std::ranges::find(site.feeds, id, &Feed::id); thing == Thing::feed && feed != site.feeds.end())
            return applyProperties(*feed, "feed", feedKeys(), properties);
    }
    return notFound(thing, id);
}

Result<void> setWorkload(Project& project, Id id, const Properties& properties, PartBook& parts)
{
    const auto found = std::ranges::find(project.workloads, id, &Workload::id);
    if (found == project.workloads.end()) return notFound(Thing::workload, id);
    const Result<void> done = applyToWorkload(*found, properties);
    return done ? useModel(*found, parts) : done;
}

Result<void> setScenario(Project& project, Id id, const Properties& properties, PartBook& parts)
{
    const auto found = std::ranges::find_if(project.scenarios, [&](const ScenarioPtr& scenario) { return scenario->id == id; });
    if (found == project.scenarios.end()) return notFound(Thing::scenario, id);
    Properties finance, cloud;
    const std::vector<std::string_view> financeNames = namesOf(financeKeys());
    for (const auto& property : properties)
        (std::ranges::find(financeNames, std::string_view{property.first}) != financeNames.end() ? finance : cloud).push_back(property);
    Scenario changed = **found;
    if (const Result<void> done = applyProperties(changed.finance, "scenario", financeKeys(), finance); !done) return done;
    if (!cloud.empty()) {
        CloudPlan plan = changed.cloud.value_or(CloudPlan{});
        if (const Result<void> done = applyProperties(plan, "scenario", cloudKeys(), cloud); !done) return done;
        if (const Result<void> good = checkCloudPlan(project, changed.name, plan, parts); !good) return good;
        changed.cloud = plan;
    }
    if (changed.finance != (*found)->finance || changed.cloud != (*found)->cloud)
        *found = std::make_shared<const Scenario>(std::move(changed));
    return {};
}

Result<void> setPhase(Project& project, Id id, const Properties& properties)
{
    bool any = false;
    for (ScenarioPtr& scenario : project.scenarios) {
        const auto found = std::ranges::find(scenario->phases, id, &Phase::id);
        if (found == scenario->phases.end()) continue;
        any = true;
        Scenario changed = *scenario;
        Phase& phase = changed.phases[static_cast<std::size_t>(found - scenario->phases.begin())];
        if (const Result<void> done = applyProperties(phase, "phase", std::span<const Key<Phase>>{phaseTable}, properties); !done)
            return done;
        if (changed.phases != scenario->phases) scenario = std::make_shared<const Scenario>(std::move(changed));
    }
    return any ? Result<void>{} : Result<void>{notFound(Thing::phase, id)};
}

std::vector<std::string_view> scenarioNames()
{
    std::vector<std::string_view> names = namesOf(financeKeys());
    std::ranges::copy(namesOf(cloudKeys()), std::back_inserter(names));
    return names;
}

std::vector<std::string_view> rackNames()
{
    std::vector<std::string_view> names = namesOf(std::span<const Key<Rack>>{rackTable});
    names.insert(names.end(), {"phase", "room"});
    return names;
}

} // namespace

std::string_view toText(Thing thing)
{
    return std::ranges::find(things, thing, &std::pair<Thing, std::string_view>::first)->second;
}

std::span<const std::string_view> keysOf(Thing thing)
{
    static const std::vector<std::string_view> site = namesOf(siteKeys()), room = namesOf(roomKeys()), feed = namesOf(feedKeys()),
                                               rack = rackNames(), workload = workloadKeys(), scenario = scenarioNames(),
                                               phase = namesOf(std::span<const Key<Phase>>{phaseTable});
    switch (thing) {
    case Thing::project: return projectNames;
    case Thing::site: return site;
    case Thing::room: return room;
    case Thing::feed: return feed;
    case Thing::rack: return rack;
    case Thing::device: return deviceNames;
    case Thing::workload: return workload;
    case Thing::scenario: return scenario;
    case Thing::phase: return phase;
    }
    return {};
}

Result<Project> set(const Project& project, const Set& request, const Catalog& catalog)
{
    if (request.thing == Thing::rack || request.thing == Thing::device) return setInBuild(project, request, catalog);
    if (request.thing == Thing::project) return setProject(project, request.properties);
    Project after = project;
    PartBook parts{project, catalog};
    for (const Id id : request.ids) {
        Result<void> done;
        switch (request.thing) {
        case Thing::workload: done = setWorkload(after, id, request.properties, parts); break;
        case Thing::scenario: done = setScenario(after, id, request.properties, parts); break;
        case Thing::phase: done = setPhase(after, id, request.properties); break;
        default: done = setFacility(after, request.thing, id, request.properties, parts); break;
        }
        if (!done) return Unexpected{done.error()};
    }
    after.parts = parts.parts();
    return after;
}

} // namespace rackwright::edit

#include "core/design/draft.h"
#include "core/design/edit.h"
#include "core/design/edit_text.h"

#include <algorithm>
#include <fmt/format.h>
#include <functional>
#include <set>

namespace rackwright::edit {

namespace {

using Words = std::vector<std::pair<std::string_view, std::string>>;

Unexpected notFound(Thing thing, Id id)
{
    return fail("EDIT-NOT-FOUND", {{"kind", std::string{toText(thing)}}, {"found", fmt::format("{}", toNumber(id))}, {"nearest", ""}});
}

Words wordsOf(const PlacedDevice& device)
{
    Words words{{"name", device.placement->label}, {"rack", device.rack ? device.rack->name : std::string{}}};
    if (const auto* space = std::get_if<InRack>(&device.placement->anchor)) words.emplace_back("u", uText(space->fromHalfU).substr(1));
    return words;
}

Result<Project> renameDevices(const Project& project, const Rename& request, const Catalog& catalog)
{
    Result<Draft> draft = Draft::open(project, request.scenario, catalog);
    if (!draft) return Unexpected{draft.error()};
    std::vector<std::pair<Id, std::string>> names;
    std::unordered_set<std::int64_t> renamed;
    int number = request.firstNumber;
    std::unordered_set<std::int64_t> asked;
    for (const Id id : request.ids) {
        const Result<PlacedDevice> device = draft->require(id);
        if (!device) return Unexpected{device.error()};
        if (!asked.insert(toNumber(id)).second) continue;
        const Result<std::string> name = filled(request.pattern, number++, wordsOf(*device));
        if (!name) return Unexpected{name.error()};
        const std::string prefix = device->placement->label + '/';
        names.emplace_back(id, *name);
        for (const Id guest : draft->guestsOf(id)) {
            const std::string& label = draft->find(guest).placement->label;
            const bool asksItself = std::ranges::find(request.ids, guest) != request.ids.end();
            if (!asksItself && label.starts_with(prefix)) names.emplace_back(guest, *name + '/' + label.substr(prefix.size()));
        }
    }
    std::vector<std::string> labels;
    for (const auto& [id, name] : names) {
        renamed.insert(toNumber(id));
        labels.push_back(name);
    }
    if (const Result<void> good = draft->checkLabels(labels, renamed); !good) return Unexpected{good.error()};
    for (const auto& [id, name] : names) draft->change(id).label = name;
    return draft->finish();
}

Result<Project> renameRacks(const Project& project, const Rename& request, const Catalog& catalog)
{
    Result<Draft> draft = Draft::open(project, request.scenario, catalog);
    if (!draft) return Unexpected{draft.error()};
    int number = request.firstNumber;
    for (const Id id : request.ids) {
        const Result<const Rack*> rack = draft->requireRack(id);
        if (!rack) return Unexpected{rack.error()};
        const Words words{
            {"name", (*rack)->name}, {"row", fmt::format("{}", (*rack)->row)}, {"column", fmt::format("{}", (*rack)->column)}};
        const Result<std::string> name = filled(request.pattern, number++, words);
        if (!name) return Unexpected{name.error()};
        if (const Result<void> good = checkName("rack", *name); !good) return Unexpected{good.error()};
        draft->changeRack(id).name = *name;
    }
    std::set<std::string_view> seen;
    for (const RackPtr& rack : draft->build().racks)
        if (!seen.insert(rack->name).second) return fail("EDIT-DUPLICATE", {{"kind", "rack"}, {"name", rack->name}});
    return draft->finish();
}

/// Cords name feeds: they follow the new name.
void renameFeedInCords(Project& project, const std::string& before, const std::string& after)
{
    for (ScenarioPtr& scenario : project.scenarios) {
        if (!scenario->build) continue;
        std::shared_ptr<Build> build;
        for (std::size_t i = 0; i < scenario->build->cords.size(); ++i) {
            const auto isMeant = [&](const Cord& cord) {
                const auto* name = std::get_if<std::string>(&cord.to);
                return name && *name == before;
            };
            const std::vector<Cord>& old = *scenario->build->cords[i].cords;
            if (std::ranges::none_of(old, isMeant)) continue;
            if (!build) build = std::make_shared<Build>(*scenario->build);
            auto cords = std::make_shared<std::vector<Cord>>(old);
            for (Cord& cord : *cords)
                if (isMeant(cord)) cord.to = after;
            build->cords[i].cords = std::move(cords);
        }
        if (!build) continue;
        Scenario changed = *scenario;
        changed.build = std::move(build);
        scenario = std::make_shared<const Scenario>(std::move(changed));
    }
}

/// Plans that equal a scenario name it: they follow the new name.
void renameScenario(Project& project, ScenarioPtr& scenario, const std::string& name)
{
    const std::string before = scenario->name;
    if (before == name) return;
    for (ScenarioPtr& each : project.scenarios) {
        const bool equals = each->cloud && each->cloud->equalTo == before;
        if (each != scenario && !equals) continue;
        Scenario changed = *each;
        if (equals) changed.cloud->equalTo = name;
        if (changed.name == before) changed.name = name;
        each = std::make_shared<const Scenario>(std::move(changed));
    }
}

/// One name of a kind in the project: its text, and how to change it.
struct Named {
    Id id{};
    std::string name;
    std::function<void(Project&, const std::string&)> change;
};

template <class List>
void collect(List& list, std::vector<Named>& into)
{
    for (auto& each : list) into.push_back({each.id, each.name, [&each](Project&, const std::string& name) { each.name = name; }});
}

std::vector<Named> namedThings(Project& project, Thing thing, const std::string& scenarioName)
{
    std::vector<Named> all;
    if (thing == Thing::site) collect(project.sites, all);
    if (thing == Thing::workload) collect(project.workloads, all);
    for (Site& site : project.sites) {
        if (thing == Thing::room) collect(site.rooms, all);
        if (thing != Thing::feed) continue;
        for (Feed& feed : site.feeds)
            all.push_back({feed.id, feed.name, [&feed](Project& after, const std::string& name) {
                               renameFeedInCords(after, feed.name, name);
                               feed.name = name;
                           }});
    }
    for (ScenarioPtr& scenario : project.scenarios) {
        if (thing == Thing::scenario)
            all.push_back({scenario->id, scenario->name,
                [&scenario](Project& after, const std::string& name) { renameScenario(after, scenario, name); }});
        if (thing != Thing::phase || (!scenarioName.empty() && scenario->name != scenarioName)) continue;
        for (std::size_t i = 0; i < scenario->phases.size(); ++i)
            all.push_back({scenario->phases[i].id, scenario->phases[i].name, [&scenario, i](Project&, const std::string& name) {
                               Scenario changed = *scenario;
                               changed.phases[i].name = name;
                               scenario = std::make_shared<const Scenario>(std::move(changed));
                           }});
        if (thing == Thing::phase && scenarioName.empty()) break;
    }
    return all;
}

Result<Project> renameNamed(const Project& project, const Rename& request)
{
    Project after = project;
    std::vector<Named> all = namedThings(after, request.thing, request.scenario);
    int number = request.firstNumber;
    for (const Id id : request.ids) {
        const auto found = std::ranges::find(all, id, &Named::id);
        if (found == all.end()) return notFound(request.thing, id);
        const Words words{{"name", found->name}};
        const Result<std::string> name = filled(request.pattern, number++, words);
        if (!name) return Unexpected{name.error()};
        if (const Result<void> good = checkName(toText(request.thing), *name); !good) return Unexpected{good.error()};
        found->name = *name;
    }
    std::set<std::string_view> seen;
    for (const Named& each : all)
        if (!seen.insert(each.name).second)
            return fail("EDIT-DUPLICATE", {{"kind", std::string{toText(request.thing)}}, {"name", each.name}});
    for (const Id id : request.ids) {
        const auto found = std::ranges::find(all, id, &Named::id);
        found->change(after, found->name);
    }
    return after;
}

} // namespace

Result<Project> rename(const Project& project, const Rename& request, const Catalog& catalog)
{
    switch (request.thing) {
    case Thing::device: return renameDevices(project, request, catalog);
    case Thing::rack: return renameRacks(project, request, catalog);
    case Thing::project: return set(project, {{}, Thing::project, {}, {{"name", request.pattern}}}, catalog);
    default: return renameNamed(project, request);
    }
}

} // namespace rackwright::edit

#include "core/design/edit.h"
#include "core/design/edit_properties.h"
#include "core/design/edit_text.h"
#include "core/design/part_book.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <unordered_set>

namespace rackwright::edit {

namespace {

constexpr std::array<std::string_view, 4> terms{"reserved_1y", "reserved_3y", "on_demand", "spot"};

Result<void> setTerm(CloudPlan& plan, const Key<CloudPlan>& key, std::string_view text)
{
    if (std::ranges::find(terms, text) == terms.end()) return badValue(key.name, text, joined(terms));
    plan.term = text;
    return {};
}

Result<void> setRecompute(ParallelPlan& plan, const Key<ParallelPlan>& key, std::string_view text)
{
    if (text == "none")
        plan.recompute = Recompute::none;
    else if (text == "selective")
        plan.recompute = Recompute::selective;
    else if (text == "full")
        plan.recompute = Recompute::full;
    else
        return badValue(key.name, text, "none, selective or full");
    return {};
}

Result<void> setSequenceParallel(ParallelPlan& plan, const Key<ParallelPlan>& key, std::string_view text)
{
    const Result<bool> value = yesOrNo(key.name, text);
    if (!value) return Unexpected{value.error()};
    plan.sequenceParallel = *value;
    return {};
}

constexpr std::array<Key<Finance>, 2> financeTable{{
    {"years", {"", 0.25, 30}, setNumber<&Finance::years>},
    {"discount", {"", 0, 1}, setShare<&Finance::discountRate>},
}};

constexpr std::array<Key<CloudPlan>, 7> cloudTable{{
    {"cloud", {}, setText<&CloudPlan::provider>},
    {"instance", {}, setText<&CloudPlan::instanceType>},
    {"region", {}, setText<&CloudPlan::region>},
    {"instances", {"", 0, 1e7, true}, setNumber<&CloudPlan::instances>},
    {"equal-to", {}, setText<&CloudPlan::equalTo>},
    {"term", {}, setTerm},
    {"hours", {"", 0, 1}, setShare<&CloudPlan::hoursShare>},
}};

constexpr ValueRule degree{"", 1, 1e6, true};
constexpr std::array<Key<ParallelPlan>, 10> planTable{{
    {"tp", degree, setNumber<&ParallelPlan::tp>},
    {"pp", degree, setNumber<&ParallelPlan::pp>},
    {"dp", degree, setNumber<&ParallelPlan::dp>},
    {"cp", degree, setNumber<&ParallelPlan::cp>},
    {"ep", degree, setNumber<&ParallelPlan::ep>},
    {"vpp", degree, setNumber<&ParallelPlan::vpp>},
    {"micro-batch", degree, setNumber<&ParallelPlan::microBatch>},
    {"zero", {"", 0, 3, true}, setNumber<&ParallelPlan::zeroStage>},
    {"recompute", {}, setRecompute},
    {"sequence-parallel", {}, setSequenceParallel},
}};

Unexpected noScenario(const Project& project, const std::string& found)
{
    std::vector<std::string> names;
    for (const ScenarioPtr& each : project.scenarios) names.push_back(each->name);
    return fail("EDIT-NO-SCENARIO", {{"found", found}, {"wanted", joined(names)}});
}

bool same(const Scenario& a, const Scenario& b)
{
    return a.name == b.name && a.build == b.build && a.cloud == b.cloud && a.finance == b.finance && a.allocations == b.allocations
        && a.phases == b.phases;
}

/// Changes one scenario (empty name: the first with a build, else the first); what stays the same is shared.
template <class Change>
Result<Project> changed(const Project& project, const std::string& name, Change&& change)
{
    Project after = project;
    auto found = std::ranges::find_if(
        after.scenarios, [&](const ScenarioPtr& each) { return name.empty() ? each->build != nullptr : each->name == name; });
    if (name.empty() && found == after.scenarios.end()) found = after.scenarios.begin();
    if (found == after.scenarios.end()) return noScenario(project, name);
    Scenario copy = **found;
    if (const Result<void> good = change(after, copy); !good) return Unexpected{good.error()};
    if (!same(copy, **found)) *found = std::make_shared<const Scenario>(std::move(copy));
    return after;
}

} // namespace

std::span<const Key<Finance>> financeKeys()
{
    return financeTable;
}
std::span<const Key<CloudPlan>> cloudKeys()
{
    return cloudTable;
}
std::span<const Key<ParallelPlan>> planKeys()
{
    return planTable;
}

Result<void> checkCloudPlan(const Project& project, std::string_view scenario, const CloudPlan& plan, PartBook& parts)
{
    if (plan.provider.empty() || plan.instanceType.empty())
        return badValue(plan.provider.empty() ? "cloud" : "instance", "", "a provider and an instance type of the catalog");
    if (const Result<void> sold = parts.useInstances(plan.provider, plan.instanceType); !sold) return sold;
    if (!plan.region.empty()) {
        std::vector<std::string_view> regions;
        for (const auto& [key, part] : *parts.parts())
            if (key.first == PartKind::cloudInstance && part->text("provider") == plan.provider
                && part->text("instance_type") == plan.instanceType)
                regions.push_back(part->text("region"));
        if (std::ranges::find(regions, std::string_view{plan.region}) == regions.end())
            return badValue("region", plan.region, joined(regions));
    }
    if (!plan.equalTo.empty()) {
        const ScenarioPtr other = project.scenario(plan.equalTo);
        if (!other || other->name == scenario) return noScenario(project, plan.equalTo);
        if (!other->build) return fail("EDIT-NO-BUILD", {{"scenario", plan.equalTo}});
    }
    return {};
}

Result<Project> scenario(const Project& project, const ScenarioEdit& request, const Catalog& catalog)
{
    if (const Result<void> good = checkName("scenario", request.name); !good) return Unexpected{good.error()};
    PartBook parts{project, catalog};
    if (request.cloud)
        if (const Result<void> good = checkCloudPlan(project, request.name, *request.cloud, parts); !good) return Unexpected{good.error()};
    Project start = project;
    if (!project.scenario(request.name)) {
        Scenario added;
        added.id = Id{start.nextId++};
        added.name = request.name;
        if (request.build.value_or(!request.cloud)) added.build = std::make_shared<const Build>();
        start.scenarios.push_back(std::make_shared<const Scenario>(std::move(added)));
    }
    Result<Project> after = changed(start, request.name, [&](const Project&, Scenario& edited) -> Result<void> {
        if (request.cloud) edited.cloud = request.cloud;
        if (request.build == true && !edited.build) edited.build = std::make_shared<const Build>();
        if (request.build == false && edited.build) {
            if (!edited.build->racks.empty() || !edited.build->placements.empty())
                return fail("EDIT-IN-USE", {{"kind", "build"}, {"name", edited.name}, {"by", "its racks and devices"}});
            edited.build = nullptr;
        }
        return applyProperties(edited.finance, "finance", financeKeys(), request.finance);
    });
    if (after) after->parts = parts.parts();
    return after;
}

Result<Project> copyScenario(const Project& project, const CopyScenario& request, const Catalog&)
{
    if (const Result<void> good = checkName("scenario", request.name); !good) return Unexpected{good.error()};
    const ScenarioPtr from = project.scenario(request.from);
    if (!from) return noScenario(project, request.from);
    if (project.scenario(request.name)) return fail("EDIT-DUPLICATE", {{"kind", "scenario"}, {"name", request.name}});
    Project after = project;
    Scenario copy = *from;
    copy.id = Id{after.nextId++};
    copy.name = request.name;
    after.scenarios.push_back(std::make_shared<const Scenario>(std::move(copy)));
    return after;
}

Result<Project> removeScenario(const Project& project, const RemoveScenario& request, const Catalog&)
{
    const ScenarioPtr gone = project.scenario(request.name);
    if (!gone) return noScenario(project, request.name);
    for (const ScenarioPtr& each : project.scenarios)
        if (each != gone && each->cloud && each->cloud->equalTo == request.name)
            return fail("EDIT-IN-USE", {{"kind", "scenario"}, {"name", request.name}, {"by", each->name}});
    Project after = project;
    std::erase(after.scenarios, gone);
    return after;
}

Result<Project> allocate(const Project& project, const Allocate& request, const Catalog&)
{
    return changed(project, request.scenario, [&](const Project&, Scenario& edited) -> Result<void> {
        const Workload* workload = project.workload(request.allocation.workload);
        if (!workload)
            return fail("EDIT-NOT-FOUND",
                {{"kind", "workload"}, {"found", fmt::format("{}", toNumber(request.allocation.workload))}, {"nearest", ""}});
        const auto found = std::ranges::find(edited.allocations, workload->id, &Allocation::workload);
        if (request.off) {
            if (found != edited.allocations.end()) edited.allocations.erase(found);
            return {};
        }
        if (const auto* devices = std::get_if<std::vector<Id>>(&request.allocation.pool)) {
            if (!edited.build) return fail("EDIT-NO-BUILD", {{"scenario", edited.name}});
            std::unordered_set<std::int64_t> wanted;
            for (const Id device : *devices) wanted.insert(toNumber(device));
            forEachPlacement(*edited.build, [&](const PlacedDevice& device) { wanted.erase(toNumber(device.placement->id)); });
            if (!wanted.empty())
                return fail("EDIT-NOT-FOUND", {{"kind", "device"}, {"found", fmt::format("{}", *wanted.begin())}, {"nearest", ""}});
        }
        if (const double* share = std::get_if<double>(&request.allocation.pool); share && !(*share > 0 && *share <= 1))
            return badValue("share", numberText(*share), "above 0, at most 1");
        if (!(request.allocation.hoursShare > 0 && request.allocation.hoursShare <= 1))
            return badValue("hours", numberText(request.allocation.hoursShare), "above 0, at most 1");
        if (found != edited.allocations.end())
            *found = request.allocation;
        else
            edited.allocations.push_back(request.allocation);
        return {};
    });
}

Result<Project> phase(const Project& project, const PhaseEdit& request, const Catalog&)
{
    if (const Result<void> good = checkName("phase", request.name); !good) return Unexpected{good.error()};
    if (request.month < 0 || request.month > 600) return badValue("month", fmt::format("{}", request.month), "0 to 600");
    return changed(project, request.scenario, [&](Project& after, Scenario& edited) -> Result<void> {
        const auto found = std::ranges::find(edited.phases, request.name, &Phase::name);
        if (!request.off) {
            if (found != edited.phases.end())
                found->month = request.month;
            else
                edited.phases.push_back({Id{after.nextId++}, request.name, request.month});
            return {};
        }
        if (found == edited.phases.end()) return fail("EDIT-NOT-FOUND", {{"kind", "phase"}, {"found", request.name}, {"nearest", ""}});
        const Id gone = found->id;
        edited.phases.erase(found);
        if (!edited.build) return {};
        auto build = std::make_shared<Build>(*edited.build);
        const auto clear = [&](auto& thing) {
            if (thing.phase == gone) thing.phase = Id::none;
        };
        for (RackPtr& rack : build->racks) {
            const bool touched =
                rack->phase == gone || std::ranges::find(rack->placements, gone, &Placement::phase) != rack->placements.end();
            if (!touched) continue;
            auto copy = std::make_shared<Rack>(*rack);
            clear(*copy);
            std::ranges::for_each(copy->placements, clear);
            rack = std::move(copy);
        }
        std::ranges::for_each(build->placements, clear);
        edited.build = std::move(build);
        return {};
    });
}

Result<Project> approve(const Project& project, const Approve& request, const Catalog&)
{
    Project after = project;
    const auto isMeant = [&](const Approval& approval) {
        return approval.findingCode == request.findingCode && approval.subject == request.subject;
    };
    const auto found = std::ranges::find_if(after.approvals, isMeant);
    if (request.reason.empty()) {
        if (found != after.approvals.end()) after.approvals.erase(found);
        return after;
    }
    if (request.findingCode.empty()) return badValue("finding", "", "the code of a finding");
    if (found != after.approvals.end())
        found->reason = request.reason;
    else
        after.approvals.push_back({request.findingCode, request.subject, request.reason});
    return after;
}

} // namespace rackwright::edit

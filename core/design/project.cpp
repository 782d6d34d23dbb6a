#include "core/design/project.h"

#include <algorithm>

namespace rackwright {

namespace {

template <class T>
bool samePointee(const std::shared_ptr<const T>& a, const std::shared_ptr<const T>& b)
{
    return a == b || (a && b && *a == *b);
}

bool operator==(const LinkChunk& a, const LinkChunk& b)
{
    return a.rackA == b.rackA && a.rackB == b.rackB && samePointee(a.links, b.links);
}

bool operator==(const CordChunk& a, const CordChunk& b)
{
    return a.rack == b.rack && samePointee(a.cords, b.cords);
}

bool operator==(const Scenario& a, const Scenario& b)
{
    return a.id == b.id && a.name == b.name && samePointee(a.build, b.build) && a.cloud == b.cloud && a.finance == b.finance
        && a.allocations == b.allocations && a.phases == b.phases;
}

} // namespace

bool operator==(const Build& a, const Build& b)
{
    return std::ranges::equal(a.racks, b.racks, samePointee<Rack>) && a.placements == b.placements
        && std::ranges::equal(a.links, b.links, [](const auto& x, const auto& y) { return x == y; })
        && std::ranges::equal(a.cords, b.cords, [](const auto& x, const auto& y) { return x == y; });
}

bool operator==(const Project& a, const Project& b)
{
    const auto sameParts = [](const PartSnapshot& x, const PartSnapshot& y) {
        return std::ranges::equal(x, y, [](const auto& p, const auto& q) { return p.first == q.first && samePointee(p.second, q.second); });
    };
    return a.id == b.id && a.name == b.name && a.asOf == b.asOf && a.sites == b.sites && a.workloads == b.workloads
        && std::ranges::equal(a.scenarios, b.scenarios, [](const auto& x, const auto& y) { return x == y || *x == *y; })
        && (a.parts == b.parts || sameParts(*a.parts, *b.parts)) && a.approvals == b.approvals && a.nextId == b.nextId && a.extra == b.extra;
}

PartPtr Project::part(PartKind kind, std::string_view partId) const
{
    const auto found = parts->find({kind, std::string{partId}});
    return found == parts->end() ? nullptr : found->second;
}

PartPtr Project::part(std::string_view partId) const
{
    using enum PartKind;
    for (const PartKind kind : {server, switchUnit, accelerator, storage, cooling, powerUnit, nic, rack, cxlMemory, cable, cpu})
        if (PartPtr found = part(kind, partId)) return found;
    return nullptr;
}

ScenarioPtr Project::scenario(std::string_view scenarioName) const
{
    const auto found = std::ranges::find_if(scenarios, [&](const ScenarioPtr& s) { return s->name == scenarioName; });
    return found == scenarios.end() ? nullptr : *found;
}

const Workload* Project::workload(std::string_view workloadName) const
{
    const auto found = std::ranges::find_if(workloads, [&](const Workload& w) { return w.name == workloadName; });
    return found == workloads.end() ? nullptr : &*found;
}

const Workload* Project::workload(Id workloadId) const
{
    const auto found = std::ranges::find(workloads, workloadId, &Workload::id);
    return found == workloads.end() ? nullptr : &*found;
}

PlacedDevice findDevice(const Build& build, Id id)
{
    for (const RackPtr& rack : build.racks) {
        const auto found = std::ranges::lower_bound(rack->placements, id, {}, &Placement::id);
        if (found != rack->placements.end() && found->id == id) return {rack.get(), &*found};
    }
    const auto found = std::ranges::lower_bound(build.placements, id, {}, &Placement::id);
    if (found != build.placements.end() && found->id == id) return {nullptr, &*found};
    return {};
}

PlacedDevice findDevice(const Build& build, std::string_view label)
{
    PlacedDevice found;
    forEachPlacement(build, [&](const PlacedDevice& device) {
        if (!found.placement && device.placement->label == label) found = device;
    });
    return found;
}

RackPtr findRack(const Build& build, std::string_view name)
{
    const auto found = std::ranges::find_if(build.racks, [&](const RackPtr& rack) { return rack->name == name; });
    return found == build.racks.end() ? nullptr : *found;
}

} // namespace rackwright

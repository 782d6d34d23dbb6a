#include "core/store/write_rows.h"

#include "core/store/row_columns.h"

#include <algorithm>

namespace rackwright {

namespace {

using namespace rows;

/// The elements in ascending order of a key; without a copy of them.
template <class T, class Key>
std::vector<const T*> sortedBy(const std::vector<T>& list, Key&& key)
{
    std::vector<const T*> sorted;
    sorted.reserve(list.size());
    for (const T& each : list) sorted.push_back(&each);
    std::ranges::sort(sorted, {}, [&](const T* each) { return key(*each); });
    return sorted;
}

Result<void> requireWhole(const Project& project)
{
    const auto incomplete = [](std::string_view what) { return fail("STORE-INCOMPLETE", {{"found", std::string{what}}}); };
    if (!project.parts) return incomplete("a project without parts");
    for (const auto& [key, part] : *project.parts) {
        if (!part) return incomplete("a part without content: " + key.second);
        if (part->kind != key.first || part->id != key.second) return incomplete("a part under another name: " + key.second);
    }
    for (const ScenarioPtr& scenario : project.scenarios) {
        if (!scenario) return incomplete("a scenario without content");
        if (!scenario->build) continue;
        if (std::ranges::find(scenario->build->racks, nullptr) != scenario->build->racks.end()) return incomplete("a rack without content");
    }
    return {};
}

// ---- parts -------------------------------------------------------------------------------------------------------

struct KeyedPart {
    PartKey key;
    const Part* part;
};

std::vector<KeyedPart> partsInOrder(const Project& project)
{
    std::vector<KeyedPart> parts;
    for (const auto& [key, part] : *project.parts) parts.push_back({{key.second, key.first}, part.get()});
    std::ranges::sort(parts, {}, [](const KeyedPart& each) {
        return std::pair<std::string_view, std::string_view>{each.key.id, tableOf(each.key.kind)};
    });
    return parts;
}

template <class T>
void writeList(RowWriter& io, const PartKey& key, const std::vector<T>& list)
{
    int position = 0;
    for (const T& each : list) {
        io.begin();
        listColumns(io, key, position++, each);
        io.end();
    }
}

void writeValues(RowWriter& io, const PartKey& key, const Part& part)
{
    for (const PartValue* value : sortedBy(part.values, [](const PartValue& each) { return std::string_view{each.column}; })) {
        const bool stated = value->provenance < part.provenances.size();
        io.begin();
        valueColumns(io, key, *value, stated ? std::optional{static_cast<int>(value->provenance)} : std::nullopt);
        io.end();
    }
}

/// The tables of the parts' contents.
void writeContents(RowWriter& io, const std::vector<KeyedPart>& parts)
{
    const auto lists = [&](Table table, auto member) {
        io.table(table);
        for (const auto& [key, part] : parts) writeList(io, key, part->*member);
    };
    lists(Table::partSource, &Part::provenances);
    io.table(Table::partValue);
    for (const auto& [key, part] : parts) writeValues(io, key, *part);
    lists(Table::partPort, &Part::ports);
    lists(Table::partBay, &Part::bays);
    lists(Table::partInlet, &Part::inlets);
    lists(Table::partOutlet, &Part::outlets);
    lists(Table::partPrice, &Part::prices);
}

void writeParts(RowWriter& io, const Project& project)
{
    const std::vector<KeyedPart> parts = partsInOrder(project);
    io.table(Table::part);
    for (const auto& [key, part] : parts) {
        const std::string digest = partDigest(*part);
        io.begin();
        partColumns(io, key, digest);
        io.end();
    }
    writeContents(io, parts);
}

// ---- project, site, workloads ------------------------------------------------------------------------------------

void writeSites(RowWriter& io, const Project& project)
{
    io.table(Table::site);
    int position = 0;
    for (const Site& site : project.sites) {
        io.begin();
        siteColumns(io, position++, site);
        io.end();
    }
    const std::vector<const Site*> sites = sortedBy(project.sites, [](const Site& each) { return each.id; });
    io.table(Table::room);
    for (const Site* site : sites) {
        position = 0;
        for (const Room& room : site->rooms) {
            io.begin();
            roomColumns(io, site->id, position++, room);
            io.end();
        }
    }
    io.table(Table::feed);
    for (const Site* site : sites) {
        position = 0;
        for (const Feed& feed : site->feeds) {
            io.begin();
            feedColumns(io, site->id, position++, feed);
            io.end();
        }
    }
}

template <class T>
void writeJobs(RowWriter& io, Table table, const std::vector<const Workload*>& workloads)
{
    io.table(table);
    for (const Workload* workload : workloads) {
        const T* job = std::get_if<T>(&workload->job);
        if (!job) continue;
        io.begin();
        jobColumns(io, workload->id, *job);
        io.end();
    }
}

void writeWorkloads(RowWriter& io, const Project& project)
{
    io.table(Table::workload);
    int position = 0;
    for (const Workload& workload : project.workloads) {
        io.begin();
        workloadColumns(io, position++, workload, static_cast<int>(workload.job.index()));
        io.end();
    }
    const std::vector<const Workload*> workloads = sortedBy(project.workloads, [](const Workload& each) { return each.id; });
    writeJobs<TrainingJob>(io, Table::trainingJob, workloads);
    writeJobs<InferenceService>(io, Table::inferenceService, workloads);
    writeJobs<VisionJob>(io, Table::visionJob, workloads);
}

// ---- scenarios ---------------------------------------------------------------------------------------------------

/// A scenario with pointers to what its build holds, by id.
struct SortedScenario {
    struct Device {
        const Placement* placement;
        Id rack;
    };
    const Scenario* scenario;
    std::vector<const Rack*> racks;
    std::vector<Device> devices;
    std::vector<const Link*> links;
    std::vector<const Cord*> cords;

    [[nodiscard]] Id id() const { return scenario->id; }
};

SortedScenario sorted(const Scenario& scenario)
{
    SortedScenario made{&scenario, {}, {}, {}, {}};
    if (!scenario.build) return made;
    const Build& build = *scenario.build;
    for (const RackPtr& rack : build.racks) made.racks.push_back(rack.get());
    forEachPlacement(build, [&](const PlacedDevice& each) {
        made.devices.push_back({each.placement, each.rack ? each.rack->id : Id::none});
    });
    for (const LinkChunk& chunk : build.links)
        if (chunk.links)
            for (const Link& link : *chunk.links) made.links.push_back(&link);
    for (const CordChunk& chunk : build.cords)
        if (chunk.cords)
            for (const Cord& cord : *chunk.cords) made.cords.push_back(&cord);
    std::ranges::sort(made.racks, {}, &Rack::id);
    std::ranges::sort(made.devices, {}, [](const SortedScenario::Device& each) { return each.placement->id; });
    std::ranges::sort(made.links, {}, &Link::id);
    std::ranges::sort(made.cords, {}, &Cord::id);
    return made;
}

void writeScenarioHeads(RowWriter& io, const Project& project)
{
    io.table(Table::scenario);
    int position = 0;
    for (const ScenarioPtr& scenario : project.scenarios) {
        io.begin();
        scenarioColumns(io, position++, *scenario, scenario->build != nullptr);
        io.end();
    }
}

void writePlans(RowWriter& io, const std::vector<SortedScenario>& scenarios)
{
    io.table(Table::cloudPlan);
    for (const SortedScenario& each : scenarios) {
        if (!each.scenario->cloud) continue;
        io.begin();
        cloudPlanColumns(io, each.id(), *each.scenario->cloud);
        io.end();
    }
    io.table(Table::phase);
    for (const SortedScenario& each : scenarios) {
        int position = 0;
        for (const Phase& phase : each.scenario->phases) {
            io.begin();
            phaseColumns(io, each.id(), position++, phase);
            io.end();
        }
    }
}

void writePlacements(RowWriter& io, const std::vector<SortedScenario>& scenarios)
{
    io.table(Table::rack);
    for (const SortedScenario& each : scenarios)
        for (const Rack* rack : each.racks) {
            io.begin();
            rackColumns(io, each.id(), *rack);
            io.end();
        }
    io.table(Table::placement);
    for (const SortedScenario& each : scenarios)
        for (const auto& [placement, rack] : each.devices) {
            const AnchorRow anchor = flat(placement->anchor);
            io.begin();
            placementColumns(io, each.id(), rack, *placement, anchor);
            io.end();
        }
    io.table(Table::placementOverride);
    for (const SortedScenario& each : scenarios)
        for (const auto& [placement, rack] : each.devices)
            for (const auto& [column, value] : placement->overrides) {
                io.begin();
                overrideColumns(io, each.id(), placement->id, column, value);
                io.end();
            }
}

void writeLinks(RowWriter& io, const std::vector<SortedScenario>& scenarios)
{
    io.table(Table::link);
    for (const SortedScenario& each : scenarios)
        for (const Link* link : each.links) {
            io.begin();
            linkColumns(io, each.id(), *link);
            io.end();
        }
    io.table(Table::cord);
    for (const SortedScenario& each : scenarios)
        for (const Cord* cord : each.cords) {
            const CordRow row = flat(*cord);
            io.begin();
            cordColumns(io, each.id(), row);
            if (row.pdu == Id::none && row.feed.empty()) io.refuse("feed", "", "a PDU or the name of a feed");
            io.end();
        }
}

void writeAllocations(RowWriter& io, const std::vector<SortedScenario>& scenarios)
{
    const auto forEach = [&](auto&& visit) {
        for (const SortedScenario& each : scenarios)
            for (std::size_t i = 0; i < each.scenario->allocations.size(); ++i)
                visit(each.id(), static_cast<int>(i), each.scenario->allocations[i]);
    };
    io.table(Table::allocation);
    forEach([&](Id scenario, int position, const Allocation& allocation) {
        AllocationRow row{allocation.workload, static_cast<int>(allocation.pool.index()), {}, allocation.hoursShare};
        if (const double* share = std::get_if<double>(&allocation.pool)) row.share = *share;
        io.begin();
        allocationColumns(io, scenario, position, row);
        io.end();
    });
    io.table(Table::allocationDevice);
    forEach([&](Id scenario, int allocation, const Allocation& each) {
        const auto* devices = std::get_if<std::vector<Id>>(&each.pool);
        for (std::size_t i = 0; devices && i < devices->size(); ++i) {
            io.begin();
            allocationDeviceColumns(io, scenario, allocation, static_cast<int>(i), (*devices)[i]);
            io.end();
        }
    });
    io.table(Table::parallelPlan);
    forEach([&](Id scenario, int allocation, const Allocation& each) {
        if (!each.plan) return;
        io.begin();
        planColumns(io, scenario, allocation, *each.plan);
        io.end();
    });
}

void writeScenarios(RowWriter& io, const Project& project)
{
    writeScenarioHeads(io, project);
    std::vector<SortedScenario> scenarios;
    for (const ScenarioPtr& scenario : project.scenarios) scenarios.push_back(sorted(*scenario));
    std::ranges::sort(scenarios, {}, &SortedScenario::id);
    writePlans(io, scenarios);
    writePlacements(io, scenarios);
    writeLinks(io, scenarios);
    writeAllocations(io, scenarios);
}

void writeRest(RowWriter& io, const Project& project)
{
    io.table(Table::approval);
    int position = 0;
    for (const Approval& approval : project.approvals) {
        io.begin();
        approvalColumns(io, position++, approval);
        io.end();
    }
    writeParts(io, project);
    io.table(Table::extra);
    for (const ExtraRow* extra : sortedBy(project.extra, [](const ExtraRow& each) { return std::tie(each.entity, each.id, each.key); })) {
        io.begin();
        extraColumns(io, *extra);
        io.end();
    }
}

} // namespace

std::string partDigest(const Part& part)
{
    RowWriter io;
    writeContents(io, {{{part.id, part.kind}, &part}});
    return io.digest();
}

Result<void> writeRows(const Project& project, RowWriter& writer)
{
    if (Result<void> whole = requireWhole(project); !whole) return whole;
    writer.table(Table::project);
    writer.begin();
    projectColumns(writer, project);
    writer.end();
    writeSites(writer, project);
    writeWorkloads(writer, project);
    writeScenarios(writer, project);
    writeRest(writer, project);
    if (writer.error()) return Unexpected{*writer.error()};
    return {};
}

} // namespace rackwright

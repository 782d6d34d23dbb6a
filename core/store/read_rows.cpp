#include "core/store/read_rows.h"

#include "core/store/read_builds.h"
#include "core/store/row_columns.h"
#include "core/store/write_rows.h"

#include <algorithm>
#include <fmt/format.h>

namespace rackwright {

namespace {

using namespace rows;

/// Lists are stored with the position of each element; it must count up from 0.
void expectPosition(RowReader& io, int position, std::size_t expected)
{
    if (io.good() && static_cast<std::size_t>(position) != expected)
        io.refuse("position", fmt::format("{}", position), fmt::format("{}", expected));
}

template <class T>
T* byId(RowReader& io, std::vector<T>& list, Id id, std::string_view column)
{
    if (!io.good()) return nullptr;
    const auto found = std::ranges::find(list, id, &T::id);
    if (found != list.end()) return &*found;
    io.refuse(column, fmt::format("{}", toNumber(id)), "the id of a row that is there");
    return nullptr;
}

// ---- project, site, workloads ------------------------------------------------------------------------------------

void readHead(RowReader& io, Project& project)
{
    io.table(Table::project);
    int count = 0;
    while (io.next()) {
        projectColumns(io, project);
        if (++count > 1) io.refuse("id", project.id, "one project in a file");
    }
    if (io.good() && count == 0) io.refuse("id", "no row", "one project in a file");
}

void readSites(RowReader& io, Project& project)
{
    io.table(Table::site);
    while (io.next()) {
        int position = 0;
        Site site;
        siteColumns(io, position, site);
        expectPosition(io, position, project.sites.size());
        project.sites.push_back(std::move(site));
    }
    io.table(Table::room);
    while (io.next()) {
        Id owner{};
        int position = 0;
        Room room;
        roomColumns(io, owner, position, room);
        Site* site = byId(io, project.sites, owner, "site");
        if (!site) break;
        expectPosition(io, position, site->rooms.size());
        site->rooms.push_back(std::move(room));
    }
    io.table(Table::feed);
    while (io.next()) {
        Id owner{};
        int position = 0;
        Feed feed;
        feedColumns(io, owner, position, feed);
        Site* site = byId(io, project.sites, owner, "site");
        if (!site) break;
        expectPosition(io, position, site->feeds.size());
        site->feeds.push_back(std::move(feed));
    }
}

Job emptyJob(int kind)
{
    switch (kind) {
    case 0: return TrainingJob{};
    case 1: return InferenceService{};
    default: return VisionJob{};
    }
}

template <class T>
void readJobs(RowReader& io, Table table, std::vector<Workload>& workloads)
{
    io.table(table);
    std::size_t count = 0;
    while (io.next()) {
        Id owner{};
        T job;
        jobColumns(io, owner, job);
        Workload* workload = byId(io, workloads, owner, "workload");
        if (!workload) break;
        if (!std::holds_alternative<T>(workload->job)) io.refuse("workload", workload->name, "a workload of this kind");
        workload->job = std::move(job);
        ++count;
    }
    const auto expected = static_cast<std::size_t>(
        std::ranges::count_if(workloads, [](const Workload& each) { return std::holds_alternative<T>(each.job); }));
    if (io.good() && count != expected)
        io.refuse("workload", fmt::format("{} rows", count), fmt::format("{} rows, one a workload", expected));
}

void readWorkloads(RowReader& io, Project& project)
{
    io.table(Table::workload);
    while (io.next()) {
        int position = 0, kind = 0;
        Workload workload;
        workloadColumns(io, position, workload, kind);
        expectPosition(io, position, project.workloads.size());
        workload.job = emptyJob(kind);
        project.workloads.push_back(std::move(workload));
    }
    readJobs<TrainingJob>(io, Table::trainingJob, project.workloads);
    readJobs<InferenceService>(io, Table::inferenceService, project.workloads);
    readJobs<VisionJob>(io, Table::visionJob, project.workloads);
}

// ---- scenarios ---------------------------------------------------------------------------------------------------

struct ScenarioHead : Scenario {
    bool hasBuild = false;
};

std::vector<ScenarioHead> readScenarioHeads(RowReader& io)
{
    std::vector<ScenarioHead> heads;
    io.table(Table::scenario);
    while (io.next()) {
        int position = 0;
        ScenarioHead head;
        scenarioColumns(io, position, head, head.hasBuild);
        expectPosition(io, position, heads.size());
        heads.push_back(std::move(head));
    }
    return heads;
}

void readPlans(RowReader& io, std::vector<ScenarioHead>& heads)
{
    io.table(Table::cloudPlan);
    while (io.next()) {
        Id owner{};
        CloudPlan plan;
        cloudPlanColumns(io, owner, plan);
        if (ScenarioHead* head = byId(io, heads, owner, "scenario")) head->cloud = std::move(plan);
    }
    io.table(Table::phase);
    while (io.next()) {
        Id owner{};
        int position = 0;
        Phase phase;
        phaseColumns(io, owner, position, phase);
        ScenarioHead* head = byId(io, heads, owner, "scenario");
        if (!head) break;
        expectPosition(io, position, head->phases.size());
        head->phases.push_back(std::move(phase));
    }
}

Allocation* allocationAt(RowReader& io, std::vector<ScenarioHead>& heads, Id owner, int position)
{
    ScenarioHead* head = byId(io, heads, owner, "scenario");
    if (!head) return nullptr;
    if (static_cast<std::size_t>(position) < head->allocations.size()) return &head->allocations[static_cast<std::size_t>(position)];
    io.refuse("allocation", fmt::format("{}", position), "the position of an allocation");
    return nullptr;
}

void readAllocationHeads(RowReader& io, std::vector<ScenarioHead>& heads)
{
    io.table(Table::allocation);
    while (io.next()) {
        Id owner{};
        int position = 0;
        AllocationRow row;
        allocationColumns(io, owner, position, row);
        ScenarioHead* head = byId(io, heads, owner, "scenario");
        if (!head) break;
        expectPosition(io, position, head->allocations.size());
        if (row.share.has_value() != (row.pool == 2)) io.refuse("share", row.share ? "a share" : "NULL", "a share where the pool is one");
        Allocation allocation{row.workload, {}, row.hoursShare, {}};
        if (row.pool == 1) allocation.pool = std::vector<Id>{};
        if (row.pool == 2) allocation.pool = row.share.value_or(0);
        head->allocations.push_back(std::move(allocation));
    }
}

void readAllocations(RowReader& io, std::vector<ScenarioHead>& heads)
{
    readAllocationHeads(io, heads);
    io.table(Table::allocationDevice);
    while (io.next()) {
        Id owner{}, device{};
        int allocation = 0, position = 0;
        allocationDeviceColumns(io, owner, allocation, position, device);
        Allocation* found = allocationAt(io, heads, owner, allocation);
        if (!found) break;
        auto* devices = std::get_if<std::vector<Id>>(&found->pool);
        if (!devices) {
            io.refuse("allocation", fmt::format("{}", allocation), "an allocation of devices");
            break;
        }
        expectPosition(io, position, devices->size());
        devices->push_back(device);
    }
    io.table(Table::parallelPlan);
    while (io.next()) {
        Id owner{};
        int allocation = 0;
        ParallelPlan plan;
        planColumns(io, owner, allocation, plan);
        if (Allocation* found = allocationAt(io, heads, owner, allocation)) found->plan = plan;
    }
}

void readScenarios(RowReader& io, Project& project)
{
    std::vector<ScenarioHead> heads = readScenarioHeads(io);
    readPlans(io, heads);
    std::vector<Id> withBuild;
    for (const ScenarioHead& head : heads)
        if (head.hasBuild) withBuild.push_back(head.id);
    const std::vector<BuildPtr> builds = readBuilds(io, withBuild);
    readAllocations(io, heads);
    if (!io.good()) return;
    auto build = builds.begin();
    for (ScenarioHead& head : heads) {
        if (head.hasBuild) head.build = *build++;
        project.scenarios.push_back(std::make_shared<const Scenario>(std::move(static_cast<Scenario&>(head))));
    }
}

// ---- parts -------------------------------------------------------------------------------------------------------

struct ReadPart {
    PartKey key;
    std::string digest;
    std::shared_ptr<Part> part = std::make_shared<Part>();
};

/// Rows come in the order of their parts: a cursor finds the part of each.
class PartCursor {
public:
    PartCursor(RowReader& io, std::vector<ReadPart>& parts) : io_{io}, parts_{parts} { }
    Part* of(const PartKey& key)
    {
        if (!io_.good()) return nullptr;
        while (at_ < parts_.size() && parts_[at_].key != key) ++at_;
        if (at_ < parts_.size()) return parts_[at_].part.get();
        io_.refuse("part", key.id, "a part of the table part");
        return nullptr;
    }

private:
    RowReader& io_;
    std::vector<ReadPart>& parts_;
    std::size_t at_ = 0;
};

template <class T>
void readList(RowReader& io, Table table, std::vector<ReadPart>& parts, std::vector<T> Part::*member)
{
    io.table(table);
    PartCursor cursor{io, parts};
    while (io.next()) {
        PartKey key;
        int position = 0;
        T element;
        listColumns(io, key, position, element);
        Part* part = cursor.of(key);
        if (!part) break;
        expectPosition(io, position, (part->*member).size());
        (part->*member).push_back(std::move(element));
    }
}

void readValues(RowReader& io, std::vector<ReadPart>& parts)
{
    io.table(Table::partValue);
    PartCursor cursor{io, parts};
    while (io.next()) {
        PartKey key;
        PartValue value;
        std::optional<int> source;
        valueColumns(io, key, value, source);
        Part* part = cursor.of(key);
        if (!part) break;
        const std::size_t sources = part->provenances.size();
        if (source && static_cast<std::size_t>(*source) >= sources)
            io.refuse("source", fmt::format("{}", *source), "a position in part_source");
        value.provenance = static_cast<std::uint32_t>(source ? static_cast<std::size_t>(*source) : sources);
        part->values.push_back(std::move(value));
    }
}

void readParts(RowReader& io, Project& project)
{
    std::vector<ReadPart> parts;
    io.table(Table::part);
    while (io.next()) {
        ReadPart part;
        partColumns(io, part.key, part.digest);
        part.part->kind = part.key.kind;
        part.part->id = part.key.id;
        parts.push_back(std::move(part));
    }
    readList(io, Table::partSource, parts, &Part::provenances);
    readValues(io, parts);
    readList(io, Table::partPort, parts, &Part::ports);
    readList(io, Table::partBay, parts, &Part::bays);
    readList(io, Table::partInlet, parts, &Part::inlets);
    readList(io, Table::partOutlet, parts, &Part::outlets);
    readList(io, Table::partPrice, parts, &Part::prices);
    if (!io.good()) return;
    auto snapshot = std::make_shared<PartSnapshot>();
    for (ReadPart& each : parts) {
        if (const std::string digest = partDigest(*each.part); digest != each.digest) {
            io.refuse(Table::part, fmt::format("{}/{}", each.key.id, tableOf(each.key.kind)), "digest", each.digest, digest);
            return;
        }
        snapshot->emplace(std::pair{each.key.kind, each.key.id}, std::move(each.part));
    }
    project.parts = std::move(snapshot);
}

void readRest(RowReader& io, Project& project)
{
    io.table(Table::approval);
    while (io.next()) {
        int position = 0;
        Approval approval;
        approvalColumns(io, position, approval);
        expectPosition(io, position, project.approvals.size());
        project.approvals.push_back(std::move(approval));
    }
    readParts(io, project);
    io.table(Table::extra);
    while (io.next()) extraColumns(io, project.extra.emplace_back());
}

} // namespace

Result<Project> readRows(RowReader& reader)
{
    Project project;
    readHead(reader, project);
    readSites(reader, project);
    readWorkloads(reader, project);
    readScenarios(reader, project);
    readRest(reader, project);
    if (reader.error()) return Unexpected{*reader.error()};
    return project;
}

} // namespace rackwright

#include "core/design/generate.h"

#include "core/design/part_book.h"

#include <array>
#include <fmt/format.h>
#include <map>
#include <random>

namespace rackwright {

namespace {

constexpr int racksPerRow = 20;
constexpr int racksPerGroup = 4; ///< the first of a group gathers the uplinks of the others
constexpr int fillers = 14;

/// One rack: two accelerated servers of 8U (U1-U16), 14 servers of 1U, two switches, two PDUs: 20 devices. Links: 8 + 8 compute,
/// 2 + 2 storage, 14 x 2 in-band, 12 uplinks: 60.
class Generator {
public:
    Generator(int racks, std::uint64_t seed, const Catalog& catalog) : racks_{racks}, random_{seed}, parts_{empty_, catalog} { }

    Result<Project> run()
    {
        if (const Result<void> good = chooseParts(); !good) return Unexpected{good.error()};
        Project project;
        project.id = fmt::format("generated-{}", racks_);
        project.name = fmt::format("Generated, {} racks", racks_);
        project.asOf = "2026-12-01";
        addSite(project);
        auto build = std::make_shared<Build>();
        for (int r = 0; r < racks_; ++r) addRack(*build, r);
        for (int r = 0; r < racks_; ++r) addUplinks(r);
        finishLists(*build);
        Scenario scenario;
        scenario.id = newId();
        scenario.name = "Own";
        scenario.build = std::move(build);
        addWorkload(project, scenario);
        project.scenarios.push_back(std::make_shared<const Scenario>(std::move(scenario)));
        project.parts = parts_.parts();
        project.nextId = next_;
        return project;
    }

private:
    struct RackIds {
        Id rack{}, leaf[2];
        int usedPorts[2] = {0, 0};
    };

    Id newId() { return Id{next_++}; }
    /// Below `limit`, the same on every platform.
    std::size_t pick(std::size_t limit) { return static_cast<std::size_t>(random_() % limit); }

    Result<void> chooseParts()
    {
        constexpr std::array<std::string_view, 7> ids{
            "apc-ar3357", "dgx-h100", "dgx-h200", "dell-r660", "hpe-dl360-g11", "nv-sn5400", "apc-apdu10350sw"};
        for (const std::string_view id : ids) {
            const Result<PartPtr> part = parts_.require(id);
            if (!part) return fail("GENERATE-NO-PART", {{"found", std::string{id}}});
            parts_.use(*part);
        }
        parts_.useCablesFor("OSFP-2x400G");
        for (const std::string_view form : {"QSFP-DD", "QSFP112", "QSFP28"}) parts_.useCablesFor(form);
        frame_ = ids[0];
        boxes_ = {ids[1], ids[2]};
        servers_ = {ids[3], ids[4]};
        leaf_ = ids[5];
        pdu_ = ids[6];
        return {};
    }

    void addSite(Project& project)
    {
        Site site;
        site.id = newId();
        site.name = "Site";
        if (const Result<PartPtr> region = parts_.require(PartKind::region, "us-va"); region) {
            site.regionId = "us-va";
            parts_.use(*region);
        }
        Room room;
        room.id = room_ = newId();
        room.name = "Hall";
        room.airCoolingKw = 40.0 * racks_;
        site.rooms = {room};
        for (const char side : {'A', 'B'}) site.feeds.push_back({newId(), std::string{side}, side, 40.0 * racks_, 400});
        project.sites.push_back(std::move(site));
    }

    void addWorkload(Project& project, Scenario& scenario)
    {
        const Result<PartPtr> model = parts_.require(PartKind::model, "llama-3.1-70b");
        if (!model) return;
        parts_.use(*model);
        TrainingJob job;
        job.modelId = (*model)->id;
        job.globalBatch = 16 * racks_;
        project.workloads.push_back({newId(), "pretrain", job});
        Allocation allocation;
        allocation.workload = project.workloads.back().id;
        scenario.allocations.push_back(allocation);
    }

    Placement& place(Rack& rack, std::string_view part, std::string label, Anchor anchor)
    {
        Placement placement;
        placement.id = newId();
        placement.label = std::move(label);
        placement.partId = part;
        placement.anchor = std::move(anchor);
        rack.placements.push_back(std::move(placement));
        return rack.placements.back();
    }

    static Anchor atU(int u, int heightU)
    {
        InRack space;
        space.fromHalfU = (u - 1) * 2;
        space.heightHalfU = heightU * 2;
        return space;
    }

    void addRack(Build& build, int number)
    {
        auto rack = std::make_shared<Rack>();
        rack->id = newId();
        rack->name = fmt::format("R{:04}", number + 1);
        rack->partId = frame_;
        rack->room = room_;
        rack->row = number / racksPerRow + 1;
        rack->column = number % racksPerRow + 1;
        rack->xM = (rack->column - 1) * 0.75;
        rack->yM = (rack->row - 1) * 3.0;
        RackIds ids;
        ids.rack = rack->id;
        std::vector<Id> boxes, servers, pdus;
        const std::string_view box = boxes_[pick(10) < 7 ? 0 : 1]; // seven racks in ten hold the first kind
        for (int i = 0; i < 2; ++i) boxes.push_back(place(*rack, box, fmt::format("{}-gpu-{}", rack->name, i + 1), atU(1 + 8 * i, 8)).id);
        for (int i = 0; i < fillers; ++i)
            servers.push_back(place(*rack, servers_[pick(2)], fmt::format("{}-srv-{:02}", rack->name, i + 1), atU(17 + i, 1)).id);
        for (int i = 0; i < 2; ++i) ids.leaf[i] = place(*rack, leaf_, fmt::format("{}-leaf-{}", rack->name, i + 1), atU(46 + i, 1)).id;
        for (int i = 0; i < 2; ++i) {
            ZeroU side;
            side.side = i == 0 ? Side::left : Side::right;
            side.toHalfU = 96;
            pdus.push_back(place(*rack, pdu_, fmt::format("{}-pdu-{}", rack->name, i == 0 ? 'a' : 'b'), side).id);
        }
        racksMade_.push_back(ids);
        addLinks(racksMade_.back(), boxes, servers);
        addCords(*rack, pdus);
        build.racks.push_back(std::move(rack));
    }

    void link(Id rackA, Id rackB, LinkEnd a, LinkEnd b)
    {
        links_[{std::min(rackA, rackB), std::max(rackA, rackB)}].push_back({newId(), std::move(a), std::move(b), {}, {}});
    }

    LinkEnd leafPort(RackIds& ids, int leaf) { return {ids.leaf[leaf], "fabric", ids.usedPorts[leaf]++}; }

    void addLinks(RackIds& ids, const std::vector<Id>& boxes, const std::vector<Id>& servers)
    {
        for (const Id box : boxes) {
            for (int port = 0; port < 8; ++port) link(ids.rack, ids.rack, {box, "compute", port}, leafPort(ids, port % 2));
            for (int port = 0; port < 2; ++port) link(ids.rack, ids.rack, {box, "storage", port}, leafPort(ids, port));
        }
        for (const Id server : servers)
            for (int port = 0; port < 2; ++port) link(ids.rack, ids.rack, {server, "in-band", port}, leafPort(ids, port));
    }

    /// Six uplinks from each switch to those of the rack that gathers; the gathering rack's go to the group before it, those of
    /// the first rack to its own twin.
    void addUplinks(int number)
    {
        RackIds& own = racksMade_[static_cast<std::size_t>(number)];
        const int head = number / racksPerGroup * racksPerGroup;
        const int target = number != head ? head : head - racksPerGroup;
        for (int leaf = 0; leaf < 2; ++leaf)
            for (int i = 0; i < 6; ++i) {
                if (target < 0) {
                    LinkEnd near = leafPort(own, 0);
                    link(own.rack, own.rack, std::move(near), leafPort(own, 1));
                    continue;
                }
                RackIds& other = racksMade_[static_cast<std::size_t>(target)];
                LinkEnd near = leafPort(own, leaf);
                link(own.rack, other.rack, std::move(near), leafPort(other, leaf));
            }
    }

    void addCords(const Rack& rack, const std::vector<Id>& pdus)
    {
        auto cords = std::make_shared<std::vector<Cord>>();
        for (const Placement& placement : rack.placements) {
            int inlets = 0;
            for (const InletGroup& group : parts_.own(placement.partId)->inlets) inlets += group.count;
            if (placement.partId == pdu_) continue;
            for (int inlet = 0; inlet < inlets; ++inlet)
                cords->push_back({newId(), placement.id, inlet, pdus[static_cast<std::size_t>(inlet % 2)]});
        }
        for (std::size_t i = 0; i < pdus.size(); ++i) cords->push_back({newId(), pdus[i], 0, std::string{i == 0 ? "A" : "B"}});
        cords_.push_back({rack.id, std::move(cords)});
    }

    void finishLists(Build& build)
    {
        for (auto& [key, links] : links_)
            build.links.push_back({key.first, key.second, std::make_shared<const std::vector<Link>>(std::move(links))});
        build.cords = std::move(cords_);
    }

    int racks_;
    std::mt19937_64 random_;
    Project empty_;
    edit::PartBook parts_;
    std::int64_t next_ = 1;
    Id room_{};
    std::string_view frame_, leaf_, pdu_;
    std::array<std::string_view, 2> boxes_, servers_;
    std::vector<RackIds> racksMade_;
    std::map<std::pair<Id, Id>, std::vector<Link>> links_;
    std::vector<CordChunk> cords_;
};

} // namespace

Result<Project> generate(int racks, std::uint64_t seed, const Catalog& catalog)
{
    if (racks < 1 || racks > 100'000)
        return fail("GENERATE-BAD-COUNT", {{"found", fmt::format("{}", racks)}, {"wanted", "1 to 100000 racks"}});
    return Generator{racks, seed, catalog}.run();
}

} // namespace rackwright

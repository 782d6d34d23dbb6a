#include "core/design/invariants.h"

#include "core/design/mounting.h"
#include "core/design/place_check.h"

#include <algorithm>
#include <fmt/format.h>
#include <set>
#include <unordered_map>
#include <unordered_set>

namespace rackwright {

namespace {

using Args = std::vector<std::pair<std::string, std::string>>;

/// Collects what is wrong; knows the ids and names that were seen.
class Checker {
public:
    explicit Checker(const Project& project) : project_{project} { }

    std::vector<Error> run()
    {
        if (!project_.parts) return {Error{"DESIGN-NULL", {{"name", "parts"}}}};
        checkSites();
        std::unordered_set<std::string_view> names;
        for (const Workload& workload : project_.workloads) {
            seeId(projectIds_, workload.id, workload.name);
            seeName(names, "workload", workload.name);
            const std::string model = std::visit([](const auto& job) { return job.modelId; }, workload.job);
            if (!project_.part(PartKind::model, model)) report("DESIGN-NO-PART", {{"name", workload.name}, {"found", model}});
        }
        checkSorted(project_.workloads, "workloads");
        names.clear();
        for (const ScenarioPtr& scenario : project_.scenarios) {
            if (!scenario) {
                report("DESIGN-NULL", {{"name", "scenario"}});
                continue;
            }
            seeId(projectIds_, scenario->id, scenario->name);
            seeName(names, "scenario", scenario->name);
        }
        for (const ScenarioPtr& scenario : project_.scenarios)
            if (scenario) checkScenario(*scenario);
        return std::move(errors_);
    }

private:
    using Ids = std::unordered_set<std::int64_t>;

    struct Device {
        const Placement* placement = nullptr;
        const Part* part = nullptr;
        Id rack{};
    };

    void report(std::string code, Args args)
    {
        if (!scenario_.empty()) args.insert(args.begin(), {"scenario", scenario_});
        errors_.push_back({std::move(code), std::move(args)});
    }

    void seeId(Ids& ids, Id id, const std::string& name)
    {
        if (toNumber(id) <= 0 || toNumber(id) >= project_.nextId)
            report("DESIGN-ID-BEYOND-NEXT", {{"name", name}, {"found", fmt::format("{}", toNumber(id))}});
        if (!ids.insert(toNumber(id)).second || (&ids != &projectIds_ && projectIds_.contains(toNumber(id))))
            report("DESIGN-DUPLICATE-ID", {{"name", name}, {"found", fmt::format("{}", toNumber(id))}});
    }

    void seeName(std::unordered_set<std::string_view>& names, std::string_view kind, const std::string& name)
    {
        if (name.empty() || !names.insert(name).second) report("DESIGN-DUPLICATE-NAME", {{"kind", std::string{kind}}, {"name", name}});
    }

    template <class List>
    void checkSorted(const List& list, std::string_view what)
    {
        const auto idOf = [](const auto& item) {
            if constexpr (requires { item->id; })
                return item->id;
            else
                return item.id;
        };
        if (!std::ranges::is_sorted(list, {}, idOf)) report("DESIGN-UNSORTED", {{"name", std::string{what}}});
    }

    void checkSites()
    {
        std::unordered_set<std::string_view> sites, rooms, feeds;
        for (const Site& site : project_.sites) {
            seeId(projectIds_, site.id, site.name);
            seeName(sites, "site", site.name);
            siteIds_.insert(toNumber(site.id));
            if (!site.regionId.empty() && !project_.part(PartKind::region, site.regionId))
                report("DESIGN-NO-PART", {{"name", site.name}, {"found", site.regionId}});
            for (const Room& room : site.rooms) {
                seeId(projectIds_, room.id, room.name);
                seeName(rooms, "room", room.name);
                roomIds_.insert(toNumber(room.id));
            }
            for (const Feed& feed : site.feeds) {
                seeId(projectIds_, feed.id, feed.name);
                seeName(feeds, "feed", feed.name);
                feedNames_.insert(feed.name);
            }
        }
    }

    void checkScenario(const Scenario& scenario)
    {
        scenario_ = scenario.name;
        Ids ids;
        std::unordered_set<std::string_view> names;
        phaseIds_.clear();
        devices_.clear();
        for (const Phase& phase : scenario.phases) {
            seeId(ids, phase.id, phase.name);
            seeName(names, "phase", phase.name);
            phaseIds_.insert(toNumber(phase.id));
        }
        if (scenario.build) checkBuild(*scenario.build, ids);
        for (const Allocation& allocation : scenario.allocations) {
            if (!project_.workload(allocation.workload))
                report("DESIGN-NO-WORKLOAD", {{"found", fmt::format("{}", toNumber(allocation.workload))}});
            if (const auto* pool = std::get_if<std::vector<Id>>(&allocation.pool))
                for (const Id device : *pool) checkDevice(device, "allocation");
        }
        if (scenario.cloud && !scenario.cloud->equalTo.empty() && !project_.scenario(scenario.cloud->equalTo))
            report("DESIGN-NO-SCENARIO", {{"found", scenario.cloud->equalTo}});
    }

    void checkBuild(const Build& build, Ids& ids)
    {
        std::unordered_set<std::string_view> rackNames;
        labels_.clear();
        if (std::ranges::any_of(build.racks, [](const RackPtr& rack) { return rack == nullptr; })) {
            report("DESIGN-NULL", {{"name", "rack"}});
            return;
        }
        checkSorted(build.racks, "racks");
        checkSorted(build.placements, "placements");
        for (const RackPtr& rack : build.racks) {
            seeId(ids, rack->id, rack->name);
            seeName(rackNames, "rack", rack->name);
            if (!roomIds_.contains(toNumber(rack->room))) report("DESIGN-NO-ROOM", {{"rack", rack->name}});
            checkPhase(rack->phase, rack->name);
            if (!project_.part(rack->partId)) report("DESIGN-NO-PART", {{"name", rack->name}, {"found", rack->partId}});
            checkSorted(rack->placements, rack->name);
            for (const Placement& placement : rack->placements) seePlacement(placement, rack->id, ids);
        }
        for (const Placement& placement : build.placements) seePlacement(placement, Id::none, ids);
        for (const RackPtr& rack : build.racks) {
            for (const Placement& placement : rack->placements) checkAnchor(placement, rack.get());
            checkOverlaps(*rack);
            checkBays(rack->placements);
        }
        for (const Placement& placement : build.placements) checkAnchor(placement, nullptr);
        checkBays(build.placements);
        checkLinks(build, ids);
        checkCords(build, ids);
    }

    void seePlacement(const Placement& placement, Id rack, Ids& ids)
    {
        seeId(ids, placement.id, placement.label);
        seeName(labels_, "device", placement.label);
        checkPhase(placement.phase, placement.label);
        const PartPtr part = project_.part(placement.partId);
        if (!part) report("DESIGN-NO-PART", {{"name", placement.label}, {"found", placement.partId}});
        devices_.emplace(toNumber(placement.id), Device{&placement, part.get(), rack});
    }

    void checkPhase(Id phase, const std::string& name)
    {
        if (phase != Id::none && !phaseIds_.contains(toNumber(phase))) report("DESIGN-NO-PHASE", {{"name", name}});
    }

    const Device* checkDevice(Id id, std::string_view by)
    {
        const auto found = devices_.find(toNumber(id));
        if (found != devices_.end()) return &found->second;
        report("DESIGN-NO-DEVICE", {{"name", std::string{by}}, {"found", fmt::format("{}", toNumber(id))}});
        return nullptr;
    }

    void badAnchor(const Placement& placement, std::string_view found)
    {
        report("DESIGN-BAD-ANCHOR", {{"name", placement.label}, {"found", std::string{found}}});
    }

    void checkHost(const Placement& placement, Id host, const Rack* rack)
    {
        const auto found = devices_.find(toNumber(host));
        const bool together = found != devices_.end() && found->second.rack == (rack ? rack->id : Id::none) && host != placement.id;
        if (!together) report("DESIGN-NO-HOST", {{"name", placement.label}, {"found", fmt::format("{}", toNumber(host))}});
    }

    void checkSpace(const Placement& placement, const InRack& space, const Rack& rack)
    {
        const bool sound = space.fromHalfU >= 0 && space.heightHalfU > 0 && space.fromQuarter >= 0 && space.widthQuarters > 0
            && space.fromQuarter + space.widthQuarters <= 4;
        if (!sound) badAnchor(placement, "a space without size or outside of the frame");
        const PartPtr frame = project_.part(rack.partId);
        const std::optional<int> top = frame ? heightHalfUOf(*frame) : std::nullopt;
        if (top && space.fromHalfU + space.heightHalfU > *top)
            report("DESIGN-BEYOND-RACK", {{"rack", rack.name}, {"name", placement.label}});
    }

    void checkAnchor(const Placement& placement, const Rack* rack)
    {
        const Anchor& anchor = placement.anchor;
        if (const auto* card = std::get_if<InDevice>(&anchor)) return checkHost(placement, card->host, rack);
        if (const auto* shelf = std::get_if<OnShelf>(&anchor)) return checkHost(placement, shelf->host, rack);
        const bool needsRack =
            std::holds_alternative<InRack>(anchor) || std::holds_alternative<ZeroU>(anchor) || std::holds_alternative<RearDoor>(anchor);
        if (needsRack != (rack != nullptr)) return badAnchor(placement, rack ? "in the list of a rack" : "in no rack");
        if (const auto* space = std::get_if<InRack>(&anchor)) checkSpace(placement, *space, *rack);
        if (const auto* side = std::get_if<ZeroU>(&anchor);
            side && (side->fromHalfU < 0 || side->toHalfU < side->fromHalfU || side->position < 0))
            badAnchor(placement, "a side without length");
        if (const auto* floor = std::get_if<OnFloor>(&anchor); floor && !roomIds_.contains(toNumber(floor->room)))
            report("DESIGN-NO-ROOM", {{"name", placement.label}});
        if (const auto* site = std::get_if<AtSite>(&anchor); site && !siteIds_.contains(toNumber(site->site)))
            badAnchor(placement, "at no site");
    }

    void checkOverlaps(const Rack& rack)
    {
        std::vector<const Placement*> present;
        std::set<std::pair<int, int>> sides;
        int doors = 0;
        for (const Placement& placement : rack.placements) {
            if (placement.status == PlacementStatus::removed) continue;
            if (std::holds_alternative<InRack>(placement.anchor)) present.push_back(&placement);
            const auto* side = std::get_if<ZeroU>(&placement.anchor);
            const bool taken = side && !sides.insert({static_cast<int>(side->side), side->position}).second;
            const bool secondDoor = std::holds_alternative<RearDoor>(placement.anchor) && ++doors > 1;
            if (taken || secondDoor) report("DESIGN-OVERLAP", {{"rack", rack.name}, {"name", placement.label}});
        }
        const auto space = [](const Placement* placement) -> const InRack& { return std::get<InRack>(placement->anchor); };
        std::ranges::sort(present, {}, [&](const Placement* placement) { return space(placement).fromHalfU; });
        for (std::size_t i = 0; i < present.size(); ++i)
            for (std::size_t j = i + 1; j < present.size(); ++j) {
                if (space(present[j]).fromHalfU >= space(present[i]).fromHalfU + space(present[i]).heightHalfU) break;
                if (edit::overlap(space(present[i]), space(present[j])))
                    report("DESIGN-OVERLAP", {{"rack", rack.name}, {"name", present[j]->label}, {"found", present[i]->label}});
            }
    }

    void checkBays(const std::vector<Placement>& placements)
    {
        std::set<std::tuple<Id, std::string_view, int>> taken;
        for (const Placement& placement : placements) {
            const auto* card = std::get_if<InDevice>(&placement.anchor);
            if (!card || placement.status == PlacementStatus::removed) continue;
            if (!taken.insert({card->host, card->bay, card->index}).second)
                report("DESIGN-OVERLAP", {{"name", placement.label}, {"found", card->bay}});
            const auto host = devices_.find(toNumber(card->host));
            if (host == devices_.end() || !host->second.part) continue;
            const auto& bays = host->second.part->bays;
            const auto bay = std::ranges::find(bays, card->bay, &BayGroup::name);
            if (bay == bays.end() || card->index < 0 || card->index >= bay->count) badAnchor(placement, card->bay);
        }
    }

    void checkEnd(const LinkEnd& end, std::set<LinkEnd>& used)
    {
        const Device* device = checkDevice(end.device, "link");
        if (!device || !device->part) return;
        auto [ports, isNew] = ports_.try_emplace(device->part);
        if (isNew) ports->second = portsOf(*device->part);
        const auto group = std::ranges::find(ports->second, end.port, &PortGroup::name);
        const std::string port = fmt::format("{} {}", end.port, end.index + 1);
        if (group == ports->second.end() || end.index < 0 || end.index >= group->count)
            report("DESIGN-NO-PORT", {{"name", device->placement->label}, {"found", port}});
        if (!used.insert(end).second) report("DESIGN-PORT-TWICE", {{"name", device->placement->label}, {"found", port}});
    }

    Id rackOf(Id device) const
    {
        const auto found = devices_.find(toNumber(device));
        return found == devices_.end() ? Id::none : found->second.rack;
    }

    void checkLinks(const Build& build, Ids& ids)
    {
        std::set<LinkEnd> used;
        std::optional<std::pair<Id, Id>> last;
        for (const LinkChunk& chunk : build.links) {
            const std::pair key{chunk.rackA, chunk.rackB};
            if (!chunk.links || chunk.links->empty()) {
                report("DESIGN-NULL", {{"name", "links"}});
                continue;
            }
            if (chunk.rackA > chunk.rackB || (last && *last >= key)) report("DESIGN-UNSORTED", {{"name", "link chunks"}});
            last = key;
            checkSorted(*chunk.links, "links");
            for (const Link& link : *chunk.links) {
                seeId(ids, link.id, "link");
                checkEnd(link.a, used);
                checkEnd(link.b, used);
                const Id a = rackOf(link.a.device), b = rackOf(link.b.device);
                if (std::pair{std::min(a, b), std::max(a, b)} != key)
                    report("DESIGN-WRONG-CHUNK", {{"name", fmt::format("link {}", toNumber(link.id))}});
                if (link.a.device == link.b.device) report("DESIGN-BAD-ANCHOR", {{"name", "link"}, {"found", "both ends on one device"}});
                if (!link.cablePartId.empty() && !project_.part(PartKind::cable, link.cablePartId))
                    report("DESIGN-NO-PART", {{"name", "link"}, {"found", link.cablePartId}});
            }
        }
    }

    void checkCords(const Build& build, Ids& ids)
    {
        std::set<std::pair<Id, int>> used;
        std::optional<Id> last;
        for (const CordChunk& chunk : build.cords) {
            if (!chunk.cords || chunk.cords->empty()) {
                report("DESIGN-NULL", {{"name", "cords"}});
                continue;
            }
            if (last && *last >= chunk.rack) report("DESIGN-UNSORTED", {{"name", "cord chunks"}});
            last = chunk.rack;
            checkSorted(*chunk.cords, "cords");
            for (const Cord& cord : *chunk.cords) {
                seeId(ids, cord.id, "cord");
                const Device* device = checkDevice(cord.device, "cord");
                if (device && device->rack != chunk.rack)
                    report("DESIGN-WRONG-CHUNK", {{"name", fmt::format("cord {}", toNumber(cord.id))}});
                if (!used.insert({cord.device, cord.inlet}).second && device)
                    report("DESIGN-INLET-TWICE", {{"name", device->placement->label}, {"found", fmt::format("{}", cord.inlet + 1)}});
                if (const Id* pdu = std::get_if<Id>(&cord.to)) checkDevice(*pdu, "cord");
                if (const auto* feed = std::get_if<std::string>(&cord.to); feed && !feedNames_.contains(*feed))
                    report("DESIGN-NO-FEED", {{"name", device ? device->placement->label : ""}, {"found", *feed}});
            }
        }
    }

    const Project& project_;
    std::vector<Error> errors_;
    std::string scenario_;
    Ids projectIds_, siteIds_, roomIds_, phaseIds_;
    std::unordered_set<std::string_view> feedNames_, labels_;
    std::unordered_map<std::int64_t, Device> devices_;
    std::unordered_map<const Part*, std::vector<PortGroup>> ports_;
};

} // namespace

std::vector<Error> checkInvariants(const Project& project)
{
    return Checker{project}.run();
}

} // namespace rackwright

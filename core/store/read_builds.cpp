#include "core/store/read_builds.h"

#include "core/store/row_columns.h"

#include <algorithm>
#include <fmt/format.h>
#include <unordered_map>

namespace rackwright {

namespace {

using namespace rows;

struct DraftRack {
    std::shared_ptr<Rack> rack;
    std::vector<Cord> cords;
};

/// A build whose rows are coming in.
struct Draft {
    Id scenario{};
    std::vector<DraftRack> racks; ///< by id
    std::unordered_map<std::int64_t, std::size_t> rackAt; ///< id → index in racks
    std::vector<Placement> loose;
    std::vector<Cord> looseCords;
    std::unordered_map<std::int64_t, Id> rackOf; ///< device → rack, none for what is in no rack
    std::map<std::pair<Id, Id>, std::vector<Link>> links;
};

/// Rows come in the order of the scenarios' ids; the last one found is mostly the next one wanted.
class Drafts {
public:
    Drafts(RowReader& io, const std::vector<Id>& scenarios) : io_{io}, drafts_(scenarios.size())
    {
        for (std::size_t i = 0; i < scenarios.size(); ++i) drafts_[i].scenario = scenarios[i];
    }

    Draft* of(Id scenario)
    {
        if (!io_.good()) return nullptr;
        if (last_ < drafts_.size() && drafts_[last_].scenario == scenario) return &drafts_[last_];
        const auto found = std::ranges::find(drafts_, scenario, &Draft::scenario);
        if (found != drafts_.end()) {
            last_ = static_cast<std::size_t>(found - drafts_.begin());
            return &*found;
        }
        io_.refuse("scenario", fmt::format("{}", toNumber(scenario)), "a scenario with a build");
        return nullptr;
    }

    DraftRack* rack(Draft& draft, Id id)
    {
        const auto found = draft.rackAt.find(toNumber(id));
        if (found != draft.rackAt.end()) return &draft.racks[found->second];
        io_.refuse("rack", fmt::format("{}", toNumber(id)), "a rack of the scenario");
        return nullptr;
    }

    /// The rack of a device that links and cords name.
    std::optional<Id> rackOf(const Draft& draft, Id device, std::string_view column)
    {
        const auto found = draft.rackOf.find(toNumber(device));
        if (found != draft.rackOf.end()) return found->second;
        if (io_.good()) io_.refuse(column, fmt::format("{}", toNumber(device)), "a device of the scenario");
        return std::nullopt;
    }

    std::vector<Draft>& all() { return drafts_; }

private:
    RowReader& io_;
    std::vector<Draft> drafts_;
    std::size_t last_ = 0;
};

void readRacks(RowReader& io, Drafts& drafts)
{
    io.table(Table::rack);
    while (io.next()) {
        Id scenario{};
        auto rack = std::make_shared<Rack>();
        rackColumns(io, scenario, *rack);
        Draft* draft = drafts.of(scenario);
        if (!draft) break;
        draft->rackAt.emplace(toNumber(rack->id), draft->racks.size());
        draft->racks.push_back({std::move(rack), {}});
    }
}

std::vector<Placement>* listFor(Drafts& drafts, Draft& draft, Id rack)
{
    if (rack == Id::none) return &draft.loose;
    DraftRack* found = drafts.rack(draft, rack);
    return found ? &found->rack->placements : nullptr;
}

void readPlacements(RowReader& io, Drafts& drafts)
{
    io.table(Table::placement);
    while (io.next()) {
        Id scenario{}, rack{};
        Placement placement;
        AnchorRow row;
        placementColumns(io, scenario, rack, placement, row);
        Draft* draft = drafts.of(scenario);
        if (!draft) break;
        std::optional<Anchor> anchor = anchorOf(row);
        if (!anchor) {
            io.refuse(
                "anchor", std::string{anchorKinds[static_cast<std::size_t>(row.kind)]}, "the columns of this kind of place and no others");
            break;
        }
        std::vector<Placement>* list = listFor(drafts, *draft, rack);
        if (!list) break;
        placement.anchor = std::move(*anchor);
        draft->rackOf.emplace(toNumber(placement.id), rack);
        list->push_back(std::move(placement));
    }
}

void readOverrides(RowReader& io, Drafts& drafts)
{
    io.table(Table::placementOverride);
    while (io.next()) {
        Id scenario{}, device{};
        std::string column, value;
        overrideColumns(io, scenario, device, column, value);
        Draft* draft = drafts.of(scenario);
        if (!draft) break;
        const std::optional<Id> rack = drafts.rackOf(*draft, device, "placement");
        if (!rack) break;
        std::vector<Placement>& list = *listFor(drafts, *draft, *rack);
        const auto found = std::ranges::lower_bound(list, device, {}, &Placement::id);
        found->overrides.insert_or_assign(std::move(column), std::move(value));
    }
}

void readLinks(RowReader& io, Drafts& drafts)
{
    io.table(Table::link);
    while (io.next()) {
        Id scenario{};
        Link link;
        linkColumns(io, scenario, link);
        Draft* draft = drafts.of(scenario);
        if (!draft) break;
        const std::optional<Id> a = drafts.rackOf(*draft, link.a.device, "device_a");
        const std::optional<Id> b = drafts.rackOf(*draft, link.b.device, "device_b");
        if (!a || !b) break;
        draft->links[std::minmax(*a, *b)].push_back(std::move(link));
    }
}

void readCords(RowReader& io, Drafts& drafts)
{
    io.table(Table::cord);
    while (io.next()) {
        Id scenario{};
        CordRow row;
        cordColumns(io, scenario, row);
        Draft* draft = drafts.of(scenario);
        if (!draft) break;
        if ((row.pdu == Id::none) == row.feed.empty()) {
            io.refuse("pdu", row.feed.empty() ? "NULL" : "a PDU and a feed", "a PDU or a feed");
            break;
        }
        const std::optional<Id> rack = drafts.rackOf(*draft, row.device, "device");
        if (!rack || (row.pdu != Id::none && !drafts.rackOf(*draft, row.pdu, "pdu"))) break;
        Cord cord{row.id, row.device, row.inlet, row.pdu};
        if (row.pdu == Id::none) cord.to = std::move(row.feed);
        DraftRack* in = *rack == Id::none ? nullptr : drafts.rack(*draft, *rack);
        (in ? in->cords : draft->looseCords).push_back(std::move(cord));
    }
}

/// Keeps one object of what several builds hold alike.
class Sharing {
public:
    RackPtr rack(std::shared_ptr<Rack> made)
    {
        RackPtr& kept = racks_[toNumber(made->id)];
        if (!kept || !(*kept == *made)) kept = std::move(made);
        return kept;
    }
    auto links(std::pair<Id, Id> racks, std::vector<Link> made) { return shared(links_[racks], std::move(made)); }
    auto cords(Id rack, std::vector<Cord> made) { return shared(cords_[rack], std::move(made)); }
    BuildPtr build(Build made)
    {
        for (const BuildPtr& kept : builds_)
            if (*kept == made) return kept;
        return builds_.emplace_back(std::make_shared<const Build>(std::move(made)));
    }

private:
    template <class T>
    static std::shared_ptr<const T> shared(std::shared_ptr<const T>& kept, T made)
    {
        if (!kept || *kept != made) kept = std::make_shared<const T>(std::move(made));
        return kept;
    }

    std::unordered_map<std::int64_t, RackPtr> racks_;
    std::map<std::pair<Id, Id>, std::shared_ptr<const std::vector<Link>>> links_;
    std::map<Id, std::shared_ptr<const std::vector<Cord>>> cords_;
    std::vector<BuildPtr> builds_;
};

BuildPtr finish(Draft& draft, Sharing& sharing)
{
    Build build;
    if (!draft.looseCords.empty()) build.cords.push_back({Id::none, sharing.cords(Id::none, std::move(draft.looseCords))});
    for (DraftRack& each : draft.racks) {
        const Id id = each.rack->id;
        build.racks.push_back(sharing.rack(std::move(each.rack)));
        if (!each.cords.empty()) build.cords.push_back({id, sharing.cords(id, std::move(each.cords))});
    }
    build.placements = std::move(draft.loose);
    for (auto& [racks, links] : draft.links) build.links.push_back({racks.first, racks.second, sharing.links(racks, std::move(links))});
    return sharing.build(std::move(build));
}

} // namespace

std::vector<BuildPtr> readBuilds(RowReader& io, const std::vector<Id>& scenarios)
{
    Drafts drafts{io, scenarios};
    readRacks(io, drafts);
    readPlacements(io, drafts);
    readOverrides(io, drafts);
    readLinks(io, drafts);
    readCords(io, drafts);
    std::vector<BuildPtr> builds;
    if (!io.good()) return builds;
    Sharing sharing;
    for (Draft& draft : drafts.all()) builds.push_back(finish(draft, sharing));
    return builds;
}

} // namespace rackwright

// Small builds for tests, put together by hand without the edit functions.
#pragma once

#include "core/cluster/inventory.h"
#include "core/design/project.h"

#include <algorithm>
#include <initializer_list>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace rackwright::testing_support {

using Cells = std::initializer_list<std::pair<const char*, const char*>>;

inline PartPtr makePart(PartKind kind, std::string id, Cells cells, std::vector<PortGroup> ports = {}, std::vector<BayGroup> bays = {})
{
    auto part = std::make_shared<Part>();
    part->kind = kind;
    part->id = std::move(id);
    part->provenances.push_back({"spec", "test", "2026-01"});
    for (const auto& [column, value] : cells) part->values.push_back({column, value, 0});
    std::ranges::sort(part->values, {}, &PartValue::column);
    part->ports = std::move(ports);
    part->bays = std::move(bays);
    return part;
}

class BuildMaker {
public:
    void part(const PartPtr& added) { snapshot_[{added->kind, added->id}] = added; }

    Rack& rack(const std::string& name, const std::string& partId, double xM = 0, double yM = 0, Id room = Id::none)
    {
        auto made = std::make_shared<Rack>();
        made->id = newId();
        made->name = name;
        made->partId = partId;
        made->room = room;
        made->xM = xM;
        made->yM = yM;
        racks_.push_back(made);
        return *made;
    }

    Placement& place(Rack& rack, const std::string& partId, int fromU, int heightU, const std::string& label)
    {
        return add(rack.placements, partId, InRack{.fromHalfU = fromU * 2, .heightHalfU = heightU * 2}, label);
    }

    /// A card in a bay of a device that stands in the same rack.
    Placement& card(Rack& rack, const std::string& partId, const std::string& hostLabel, int index, const std::string& label)
    {
        return add(rack.placements, partId, InDevice{.host = ids_.at(hostLabel), .bay = "pcie", .index = index}, label);
    }

    Placement& loose(const std::string& partId, Anchor anchor, const std::string& label)
    {
        return add(loose_, partId, std::move(anchor), label);
    }

    Link& link(const std::string& a, const std::string& portA, int indexA, const std::string& b, const std::string& portB, int indexB)
    {
        links_.push_back({newId(), {ids_.at(a), portA, indexA}, {ids_.at(b), portB, indexB}, {}, {}});
        return links_.back();
    }

    [[nodiscard]] Id id(const std::string& label) const { return ids_.at(label); }

    /// The project lives as long as the maker; the Inventory points into it.
    Inventory inventory()
    {
        auto build = std::make_shared<Build>();
        build->racks.assign(racks_.begin(), racks_.end());
        build->placements = loose_;
        build->links.push_back({Id::none, Id::none, std::make_shared<const std::vector<Link>>(links_)});
        auto scenario = std::make_shared<Scenario>();
        scenario->name = "Own";
        scenario->build = std::move(build);
        project_.parts = std::make_shared<const PartSnapshot>(snapshot_);
        project_.scenarios = {scenario};
        return takeInventory(project_, *scenario, std::nullopt);
    }

private:
    Id newId() { return Id{nextId_++}; }

    Placement& add(std::vector<Placement>& into, const std::string& partId, Anchor anchor, const std::string& label)
    {
        Placement placement;
        placement.id = newId();
        placement.partId = partId;
        placement.label = label;
        placement.anchor = std::move(anchor);
        ids_[label] = placement.id;
        into.push_back(std::move(placement));
        return into.back();
    }

    std::int64_t nextId_ = 1;
    Project project_;
    PartSnapshot snapshot_;
    std::vector<std::shared_ptr<Rack>> racks_;
    std::vector<Placement> loose_;
    std::vector<Link> links_;
    std::map<std::string, Id> ids_;
};

} // namespace rackwright::testing_support

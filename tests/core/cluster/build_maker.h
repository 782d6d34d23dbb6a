// Builds small projects for tests from catalog parts or hand-made ones.
#pragma once

#include "core/catalog/catalog.h"
#include "core/cluster/inventory.h"
#include "core/design/project.h"
#include "tests/source_folder.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <fmt/format.h>
#include <memory>
#include <string>
#include <variant>
#include <vector>

namespace rackwright::test {

/// The catalog of the source tree, read once.
inline const Catalog& shippedCatalog()
{
    static const Catalog catalog = [] {
        Result<Catalog> loaded = Catalog::load(sourceFolder() / "catalog");
        if (!loaded) {
            ADD_FAILURE() << loaded.error().code;
            std::abort();
        }
        return *std::move(loaded);
    }();
    return catalog;
}

/// A part with stated values "column=value".
inline Part makePart(PartKind kind, std::string id, std::vector<std::pair<std::string, std::string>> values)
{
    Part part;
    part.kind = kind;
    part.id = std::move(id);
    part.provenances = {{"spec", "a document", "2024"}};
    for (auto& [column, value] : values) part.values.push_back({column, value, 0});
    std::ranges::sort(part.values, {}, &PartValue::column);
    return part;
}

class BuildMaker {
public:
    BuildMaker()
    {
        Site site;
        site.id = Id{1};
        site.name = "site";
        Room room;
        room.id = Id{2};
        room.name = "hall";
        site.rooms.push_back(room);
        project.sites.push_back(site);
        project.parts = snapshot_;
    }

    Site& site() { return project.sites.front(); }
    Room& room() { return site().rooms.front(); }

    void feed(std::string name, double ratedKw, double voltageV = 415)
    {
        Feed feed;
        feed.id = next();
        feed.name = name;
        feed.side = name.front();
        feed.ratedKw = ratedKw;
        feed.voltageV = voltageV;
        site().feeds.push_back(feed);
    }

    void add(Part part)
    {
        const std::pair key{part.kind, part.id};
        (*snapshot_)[key] = std::make_shared<const Part>(std::move(part));
    }
    /// Takes the part into the snapshot from the shipped catalog, with the accelerator it names.
    void use(const std::string& id)
    {
        const PartPtr part = shippedCatalog().find(id);
        ASSERT_TRUE(part) << id;
        add(*part);
        if (const auto accelerator = part->text("accelerator_id"); !accelerator.empty()) add(*shippedCatalog().find(accelerator));
    }

    int rack(std::string name, std::string partId = {})
    {
        Rack rack;
        rack.partId = std::move(partId);
        rack.id = next();
        rack.name = std::move(name);
        rack.room = room().id;
        racks_.push_back(std::move(rack));
        return static_cast<int>(racks_.size()) - 1;
    }

    /// Places a device in a rack, or on the floor for -1.
    Id place(int rack, const std::string& partId, std::string label = {}, Anchor anchor = InRack{})
    {
        if (!project.part(partId)) use(partId);
        Placement placement;
        placement.id = next();
        placement.label = label.empty() ? fmt::format("device-{}", toNumber(placement.id)) : std::move(label);
        placement.partId = partId;
        placement.anchor = rack < 0 && std::holds_alternative<InRack>(anchor) ? Anchor{OnFloor{room().id}} : std::move(anchor);
        (rack < 0 ? loose_ : racks_[static_cast<std::size_t>(rack)].placements).push_back(placement);
        return placement.id;
    }
    Placement& last(int rack) { return (rack < 0 ? loose_ : racks_[static_cast<std::size_t>(rack)].placements).back(); }

    void cord(Id device, int inlet, std::variant<Id, std::string> to) { cords_.push_back({next(), device, inlet, std::move(to)}); }
    /// Inlets in turn over the targets: 0 to the first, 1 to the second …
    void cords(Id device, int count, const std::vector<std::variant<Id, std::string>>& targets)
    {
        for (int i = 0; i < count; ++i) cord(device, i, targets[static_cast<std::size_t>(i) % targets.size()]);
    }

    Inventory inventory()
    {
        auto build = std::make_shared<Build>();
        for (const Rack& rack : racks_) build->racks.push_back(std::make_shared<const Rack>(rack));
        build->placements = loose_;
        build->cords.push_back({Id::none, std::make_shared<const std::vector<Cord>>(cords_)});
        Scenario scenario;
        scenario.build = build;
        return takeInventory(project, scenario, std::nullopt);
    }

    Project project;

private:
    Id next() { return Id{next_++}; }

    std::shared_ptr<PartSnapshot> snapshot_ = std::make_shared<PartSnapshot>();
    std::vector<Rack> racks_;
    std::vector<Placement> loose_;
    std::vector<Cord> cords_;
    std::int64_t next_ = 10;
};

} // namespace rackwright::test

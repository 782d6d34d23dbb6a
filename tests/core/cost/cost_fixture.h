// Small parts and projects for tests of the cost area.
#pragma once

#include "core/cost/cost.h"

#include <algorithm>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace rackwright::test {

using Cells = std::vector<std::pair<std::string, std::string>>;

inline Price price(double low, double typical, double high, std::string basis = "list", std::string date = "2026-05")
{
    return {low, typical, high, "each", std::move(basis), std::move(date), "high", "price list"};
}

inline Part part(PartKind kind, std::string id, Cells cells = {}, std::vector<Price> prices = {})
{
    Part made;
    made.kind = kind;
    made.id = std::move(id);
    made.provenances.push_back({"spec", "data sheet", "2026"});
    for (auto& [column, value] : cells) made.values.push_back({column, value, 0});
    std::ranges::sort(made.values, {}, &PartValue::column);
    made.prices = std::move(prices);
    return made;
}

/// A row of cloud_instances with these prices; an empty text is a blank cell.
inline PartPtr instance(std::string provider, std::string type, std::string region, std::string accelerator, std::string accelerators,
    std::string onDemand, std::string reserved1y = {}, std::string reserved3y = {}, std::string spot = {}, std::string date = "2026-05")
{
    Cells cells{{"provider", provider}, {"instance_type", type}, {"region", region}, {"accelerator_id", std::move(accelerator)},
        {"accelerators", std::move(accelerators)}, {"price_date", date}};
    for (auto& [column, value] : Cells{{"on_demand_usd_per_h", std::move(onDemand)}, {"reserved_1y_usd_per_h", std::move(reserved1y)},
             {"reserved_3y_usd_per_h", std::move(reserved3y)}, {"spot_usd_per_h", std::move(spot)}})
        if (!value.empty()) cells.emplace_back(column, value);
    return std::make_shared<const Part>(part(PartKind::cloudInstance, provider + '/' + type + '/' + region + '/' + date, std::move(cells)));
}

/// A project with one scenario; devices are added to one rack unless an anchor says otherwise.
class Design {
public:
    explicit Design(std::vector<Part> parts)
    {
        auto snapshot = std::make_shared<PartSnapshot>();
        for (Part& each : parts) {
            const std::pair key{each.kind, each.id};
            (*snapshot)[key] = std::make_shared<const Part>(std::move(each));
        }
        project_.parts = snapshot;
        project_.asOf = "2026-12-01";
    }

    Id add(std::string partId, Anchor anchor = InRack{}, Id phase = Id::none)
    {
        Placement placement{.id = nextId(), .partId = std::move(partId), .anchor = std::move(anchor), .phase = phase};
        placement.label = "d" + std::to_string(toNumber(placement.id));
        const bool inRack = std::holds_alternative<InRack>(placement.anchor) || std::holds_alternative<InDevice>(placement.anchor);
        (inRack ? rack_.placements : loose_).push_back(placement);
        return placement.id;
    }
    void addMany(int count, const std::string& partId)
    {
        for (int i = 0; i < count; ++i) add(partId);
    }
    Placement& placement(Id id)
    {
        for (std::vector<Placement>* all : {&rack_.placements, &loose_})
            for (Placement& each : *all)
                if (each.id == id) return each;
        throw std::out_of_range{"placement"};
    }
    Id addPhase(int month)
    {
        scenario_.phases.push_back({.id = nextId(), .name = "later", .month = month});
        return scenario_.phases.back().id;
    }

    Project& project() { return project_; }
    Scenario& scenario() { return scenario_; }
    Rack& rack() { return rack_; }

    /// The build as it stands; valid as long as this design is.
    const Inventory& inventory()
    {
        Build build;
        rack_.id = Id{1000000}, rack_.name = "R01";
        build.racks.push_back(std::make_shared<const Rack>(rack_));
        build.placements = loose_;
        scenario_.build = std::make_shared<const Build>(std::move(build));
        inventory_ = takeInventory(project_, scenario_, std::nullopt);
        return inventory_;
    }

    Bom bom(const Catalog& catalog, std::vector<CableOrder> cables = {}, bool fillGaps = false)
    {
        return makeBom(project_, scenario_, inventory(), cables, catalog, fillGaps);
    }

private:
    Id nextId() { return Id{next_++}; }

    Project project_;
    Scenario scenario_;
    Rack rack_;
    std::vector<Placement> loose_;
    Inventory inventory_;
    std::int64_t next_ = 1;
};

inline const BomLine* lineOf(const Bom& bom, std::string_view partId, PriceState state)
{
    for (const BomLine& line : bom.lines)
        if (line.partId == partId && line.state == state) return &line;
    return nullptr;
}

} // namespace rackwright::test

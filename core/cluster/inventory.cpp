#include "core/cluster/inventory.h"

#include "core/catalog/estimate.h"

#include <algorithm>
#include <charconv>
#include <unordered_set>

namespace rackwright {

namespace {

/// A copy with the user's values in place of the stated ones; an empty value takes the stated one away.
Part overlaid(Part part, const std::map<std::string, std::string>& overrides)
{
    const auto provenance = static_cast<std::uint32_t>(part.provenances.size());
    part.provenances.push_back({"user", "set on the device", {}});
    for (const auto& [column, value] : overrides) {
        const auto at = std::ranges::lower_bound(part.values, column, {}, &PartValue::column);
        const bool stated = at != part.values.end() && at->column == column;
        if (value.empty()) {
            if (stated) part.values.erase(at);
        } else if (stated) {
            *at = {column, value, provenance};
        } else {
            part.values.insert(at, {column, value, provenance});
        }
    }
    return part;
}

/// Builds an Inventory; remembers the index of each distinct part and which phases are bought by the month.
class InventoryBuilder {
public:
    InventoryBuilder(const Project& project, const Scenario& scenario, std::optional<int> month) : project_{project}
    {
        inventory_.build = scenario.build;
        inventory_.snapshot = project.parts;
        if (month)
            for (const Phase& phase : scenario.phases)
                if (phase.month > *month) later_.insert(toNumber(phase.id));
    }

    Inventory take()
    {
        if (!inventory_.build) return std::move(inventory_);
        for (const RackPtr& rack : inventory_.build->racks) addRack(*rack);
        for (const Placement& placement : inventory_.build->placements) add(placement, -1);
        linkHosts();
        for (const LinkChunk& chunk : inventory_.build->links)
            for (const Link& link : *chunk.links)
                if (present(link.a.device) && present(link.b.device)) inventory_.links.push_back(&link);
        for (const CordChunk& chunk : inventory_.build->cords)
            for (const Cord& cord : *chunk.cords)
                if (present(cord.device)) inventory_.cords.push_back(&cord);
        return std::move(inventory_);
    }

private:
    [[nodiscard]] bool isLater(Id phase) const { return later_.contains(toNumber(phase)); }
    [[nodiscard]] bool present(Id device) const { return inventory_.indexById.contains(toNumber(device)); }

    void addRack(const Rack& rack)
    {
        if (isLater(rack.phase)) return;
        const int index = static_cast<int>(inventory_.racks.size());
        inventory_.racks.push_back(&rack);
        inventory_.rackParts.push_back(project_.part(PartKind::rack, rack.partId));
        inventory_.devicesOfRack.emplace_back();
        for (const Placement& placement : rack.placements) add(placement, index);
    }

    void add(const Placement& placement, int rack)
    {
        if (isLater(placement.phase) || placement.status == PlacementStatus::removed) return;
        const PartPtr part = withOverrides(project_.part(placement.partId), placement.overrides);
        if (!part) {
            inventory_.unresolved.push_back(&placement);
            return;
        }
        Device device;
        device.placement = &placement;
        device.part = part.get();
        device.partIndex = partIndexOf(part);
        device.rack = rack;
        device.counts = !std::holds_alternative<Unplaced>(placement.anchor);
        const int index = static_cast<int>(inventory_.devices.size());
        inventory_.indexById.emplace(toNumber(placement.id), index);
        if (rack >= 0) inventory_.devicesOfRack[static_cast<std::size_t>(rack)].push_back(index);
        inventory_.devices.push_back(device);
    }

    /// The part as the user set it on this placement; placements with the same part and values share one.
    PartPtr withOverrides(PartPtr part, const std::map<std::string, std::string>& overrides)
    {
        if (!part || overrides.empty()) return part;
        PartPtr& own = overridden_[{part.get(), overrides}];
        if (!own) own = std::make_shared<const Part>(overlaid(*part, overrides));
        return own;
    }

    int partIndexOf(const PartPtr& part)
    {
        const auto [entry, isNew] = partIndex_.try_emplace(part.get(), static_cast<int>(inventory_.parts.size()));
        if (isNew) inventory_.parts.push_back(part);
        return entry->second;
    }

    /// A card is inside its host's figure when the host is sold with cards of that kind.
    void linkHosts()
    {
        for (Device& device : inventory_.devices) {
            const auto* anchor = std::get_if<InDevice>(&device.placement->anchor);
            if (!anchor) continue;
            device.host = inventory_.indexOf(anchor->host);
            if (device.host < 0) continue;
            const Device& host = inventory_.devices[static_cast<std::size_t>(device.host)];
            device.inHostFigure = host.part->text("accelerator_id") == device.part->id;
        }
    }

    const Project& project_;
    Inventory inventory_;
    std::unordered_map<const Part*, int> partIndex_;
    std::map<std::pair<const Part*, std::map<std::string, std::string>>, PartPtr> overridden_;
    std::unordered_set<std::int64_t> later_;
};

} // namespace

int Inventory::indexOf(Id id) const
{
    const auto found = indexById.find(toNumber(id));
    return found == indexById.end() ? -1 : found->second;
}

std::string Inventory::rackName(int rack) const
{
    return rack < 0 ? std::string{} : racks[static_cast<std::size_t>(rack)]->name;
}

PartPtr Inventory::namedPart(PartKind kind, std::string_view partId) const
{
    if (!snapshot) return nullptr;
    const auto found = snapshot->find({kind, std::string{partId}});
    return found == snapshot->end() ? nullptr : found->second;
}

Inventory takeInventory(const Project& project, const Scenario& scenario, std::optional<int> month)
{
    return InventoryBuilder{project, scenario, month}.take();
}

bool bringsCardsInBays(const Part& server)
{
    const auto isCardBay = [](const BayGroup& bay) { return bay.form.starts_with("PCIe") && !bay.form.ends_with("NIC"); };
    const auto holdsModules = [&](const BayGroup& bay) { return bay.name == "accelerator" && !isCardBay(bay); };
    return std::ranges::any_of(server.bays, isCardBay) && std::ranges::none_of(server.bays, holdsModules);
}

int acceleratorsOf(const Inventory& inventory, int device)
{
    const Device& d = inventory.devices[static_cast<std::size_t>(device)];
    if (!d.counts) return 0;
    if (d.part->kind == PartKind::accelerator) return 1;
    if (d.part->kind != PartKind::server || bringsCardsInBays(*d.part)) return 0;
    return static_cast<int>(d.part->number("accelerator_count").value_or(0));
}

std::optional<double> overriddenNumber(const Device& device, std::string_view column)
{
    if (device.placement->overrides.empty()) return std::nullopt;
    const auto own = device.placement->overrides.find(std::string{column});
    if (own == device.placement->overrides.end()) return std::nullopt;
    double value = 0;
    const char* end = own->second.data() + own->second.size();
    const auto [stop, error] = std::from_chars(own->second.data(), end, value);
    return error == std::errc{} && stop == end ? std::optional{value} : std::nullopt;
}

std::vector<Quantity<>> columnOf(const Inventory& inventory, std::string_view column, const Catalog& catalog, bool fillGaps)
{
    std::vector<Quantity<>> values;
    values.reserve(inventory.parts.size());
    for (const PartPtr& part : inventory.parts) values.push_back(valueOf(*part, column, catalog, fillGaps));
    return values;
}

} // namespace rackwright

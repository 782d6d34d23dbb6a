#include "core/fabric/cable_route.h"

#include "core/catalog/estimate.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

namespace rackwright {

namespace {

constexpr double defaultUnitMm = 44.45;
constexpr double frameAboveUnitsMm = 120; ///< plinth and roof: 111 to 131 mm over the stated racks
constexpr double defaultHeightMm = 2000;

struct FrameSize {
    double unitM = 0, heightM = 0;
};

FrameSize sizeOf(const Part* rack, const Catalog& catalog, bool fillGaps)
{
    const auto column = [&](std::string_view name) { return rack ? valueOf(*rack, name, catalog, fillGaps) : Quantity<>{}; };
    const Quantity<> unit = column("unit_mm"), height = column("outer_height_mm"), units = column("u_height");
    FrameSize size;
    size.unitM = (unit.hasValue() ? unit.value : defaultUnitMm) / 1000;
    if (height.hasValue())
        size.heightM = height.value / 1000;
    else
        size.heightM = units.hasValue() ? units.value * size.unitM + frameAboveUnitsMm / 1000 : defaultHeightMm / 1000;
    return size;
}

/// Racks whose place on the floor is shared with another rack of the room: it was never given.
std::vector<bool> withoutPlace(const Inventory& inventory)
{
    std::map<std::tuple<std::int64_t, double, double>, int> at;
    for (const Rack* rack : inventory.racks) ++at[{toNumber(rack->room), rack->xM, rack->yM}];
    std::vector<bool> shared;
    for (const Rack* rack : inventory.racks) shared.push_back(at[{toNumber(rack->room), rack->xM, rack->yM}] > 1);
    return shared;
}

/// The place of every rack: its own, else by row and column where these tell racks apart.
std::vector<CableSpot> placeRacks(const Inventory& inventory)
{
    const std::vector<bool> byRow = withoutPlace(inventory);
    std::map<std::tuple<std::int64_t, int, int>, int> cells;
    for (std::size_t r = 0; r < byRow.size(); ++r)
        if (byRow[r]) ++cells[{toNumber(inventory.racks[r]->room), inventory.racks[r]->row, inventory.racks[r]->column}];
    std::vector<CableSpot> spots;
    for (std::size_t r = 0; r < byRow.size(); ++r) {
        const Rack& rack = *inventory.racks[r];
        CableSpot spot{.room = rack.room, .rack = static_cast<int>(r), .xM = rack.xM, .yM = rack.yM, .known = true};
        if (byRow[r]) {
            spot.known = cells[{toNumber(rack.room), rack.row, rack.column}] == 1;
            spot.xM = rack.column * columnPitchM;
            spot.yM = rack.row * rowPitchM;
        }
        spots.push_back(spot);
    }
    return spots;
}

double heightInRackM(const Placement& placement, const FrameSize& size)
{
    if (const auto* at = std::get_if<InRack>(&placement.anchor)) return (at->fromHalfU + at->heightHalfU / 2.0) / 2 * size.unitM;
    if (const auto* at = std::get_if<ZeroU>(&placement.anchor)) return (at->fromHalfU + at->toHalfU) / 4.0 * size.unitM;
    return size.heightM / 2;
}

} // namespace

CableRoutes::CableRoutes(const Inventory& inventory, const Catalog& catalog, bool fillGaps)
{
    const std::vector<CableSpot> racks = placeRacks(inventory);
    std::map<const Part*, FrameSize> sizes;
    std::vector<FrameSize> sizeOfRack;
    double highestM = 0;
    for (const PartPtr& part : inventory.rackParts) {
        const auto [entry, isNew] = sizes.try_emplace(part.get());
        if (isNew) entry->second = sizeOf(part.get(), catalog, fillGaps);
        sizeOfRack.push_back(entry->second);
        highestM = std::max(highestM, entry->second.heightM);
    }
    if (highestM == 0) highestM = defaultHeightMm / 1000;
    spots_.resize(inventory.devices.size());
    for (std::size_t d = 0; d < spots_.size(); ++d) {
        const Device& device = inventory.devices[d];
        const Placement& placed =
            device.host >= 0 ? *inventory.devices[static_cast<std::size_t>(device.host)].placement : *device.placement;
        if (device.rack >= 0) {
            spots_[d] = racks[static_cast<std::size_t>(device.rack)];
            spots_[d].zM = heightInRackM(placed, sizeOfRack[static_cast<std::size_t>(device.rack)]);
            spots_[d].trayM = highestM + trayAboveRackM;
        } else if (const auto* floor = std::get_if<OnFloor>(&placed.anchor)) {
            spots_[d] = {.room = floor->room, .xM = floor->xM, .yM = floor->yM, .trayM = highestM + trayAboveRackM, .known = true};
        }
    }
}

std::optional<double> CableRoutes::lengthM(int deviceA, int deviceB) const
{
    const CableSpot& a = spots_[static_cast<std::size_t>(deviceA)];
    const CableSpot& b = spots_[static_cast<std::size_t>(deviceB)];
    const double exits = 2 * sideExitM;
    if (a.rack >= 0 && a.rack == b.rack) return std::abs(a.zM - b.zM) + exits;
    if (!a.known || !b.known || a.room != b.room) return std::nullopt;
    return a.trayM - a.zM + b.trayM - b.zM + std::abs(a.xM - b.xM) + std::abs(a.yM - b.yM) + exits;
}

double slackM(double lengthM)
{
    return std::max(leastSlackM, slackShare * lengthM);
}

} // namespace rackwright

// Room in the racks, weight on racks and floor, depth, and the plain counts of a build.
#pragma once

#include "core/cluster/inventory.h"
#include "core/quantity/explanation.h"

#include <optional>
#include <string>
#include <vector>

namespace rackwright {

struct SpaceInputs {
    const Inventory& inventory;
    const Catalog& catalog;
    bool fillGaps = true;
    const std::vector<Site>* sites = nullptr; ///< floor limits of the rooms; null: none stated
};

/// Room behind a device for cords, cables and the bend of fibres, mm (a planning rule: 8-GPU servers of 897 mm go into
/// racks of 1,200 mm).
inline constexpr double cableRoomMm = 150;

struct DepthConflict {
    int device = 0; ///< into Inventory::devices
    Answer fits = Answer::cannotSay; ///< no: deeper than the rack, or than its rails where no room is left; else doubtful
};

struct RackSpace {
    double uUsed = 0; ///< half-U rows with a device on either face
    Quantity<> uTotal, uFree;
    Quantity<> contentKg; ///< devices, without the rack
    Quantity<> massKg; ///< with the rack; a rack system sold whole weighs its own
    Quantity<> staticLimitKg; ///< the rack's static rating, of the content
    Answer carries = Answer::cannotSay;
    Quantity<> floorKgPerM2; ///< mass over the footprint of the rack
    std::optional<double> floorLimitKgPerM2; ///< of its room
    Answer floorHolds = Answer::cannotSay;
    std::vector<DepthConflict> tooDeep;
    std::vector<int> tooHigh; ///< devices that stand above the top of the rack
    std::vector<std::pair<int, int>> overlaps; ///< devices in the same place
};

struct SpaceResult {
    std::vector<RackSpace> racks; ///< parallel to Inventory::racks
    double uUsed = 0;
    Quantity<> uFree, massKg; ///< mass: racks, their content, and devices on the floor
    Quantity<> floorKgPerM2; ///< the most loaded rack
    Quantity<> footprintM2; ///< of all racks, without aisles
    int accelerators = 0, nodes = 0; ///< nodes: hosts with accelerators
    int devices = 0; ///< placed, without cards in their bays
    int racksInUse = 0, switches = 0;
    std::vector<int> unplaced; ///< devices that stand nowhere yet
};

/// Floor load = mass / footprint (NVL72: 1,360 kg on 0.6 m x 1.068 m = 2,122 kg/m2). Records `space.` and `count.` figures.
[[nodiscard]] SpaceResult assessSpace(const SpaceInputs& inputs, Trace* trace = nullptr);

} // namespace rackwright

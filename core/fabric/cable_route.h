// The way of a cable from device to device: along an overhead tray, or up and down within a rack.
#pragma once

#include "core/cluster/inventory.h"

#include <optional>
#include <vector>

namespace rackwright {

/// Where a device is, in metres: on the floor plan of its room, and its height above the floor.
struct CableSpot {
    Id room{};
    int rack = -1; ///< into Inventory::racks
    double xM = 0, yM = 0, zM = 0;
    double trayM = 0; ///< height of the tray above this place
    bool known = false;
};

/// Planning rules: the tray runs 0.3 m above the racks, 0.5 m leave the side of a device at each end, and slack is a
/// tenth but at least 0.5 m.
inline constexpr double trayAboveRackM = 0.3, sideExitM = 0.5, leastSlackM = 0.5, slackShare = 0.1;

/// Racks without a place on the floor of their own stand by row and column: 0.8 m apart, rows 2.4 m.
inline constexpr double columnPitchM = 0.8, rowPitchM = 2.4;

class CableRoutes {
public:
    CableRoutes(const Inventory& inventory, const Catalog& catalog, bool fillGaps);

    /// Length of the way without slack: |dz| + 2 exits in one rack; (H - z1) + (H - z2) + |dx| + |dy| + 2 exits else.
    /// Nothing when a place is not known or the rooms differ.
    [[nodiscard]] std::optional<double> lengthM(int deviceA, int deviceB) const;

private:
    std::vector<CableSpot> spots_; ///< by device
};

[[nodiscard]] double slackM(double lengthM);

} // namespace rackwright

// The canvas in words and in order: what the keyboard walks through and what a screen reader hears.
#pragma once

#include "ui/canvas/rack_scene.h"

#include <QString>

#include <vector>

namespace rackwright {

/// Devices of a rack from the top, left to right; then those at its sides and its door. No cards.
[[nodiscard]] std::vector<Id> devicesFromTop(const Rack& rack);
/// Racks with their devices, then what stands in no rack, in reading order: `step` 1 for the next, -1 for the one before. None at
/// the end, the first (or last) from none.
[[nodiscard]] Id besideInOrder(const RackScene& scene, Id from, int step);
/// Where an arrow key leads; stays where nothing is that way.
[[nodiscard]] Id towards(const RackScene& scene, Id from, Qt::Key arrow);

/// "U22 – U29", "U22" from half-U.
[[nodiscard]] QString rangeOfU(int fromHalfU, int heightHalfU);
/// "dgx-07, NVIDIA DGX H100, R04, U22 to U29"; "R04, rack, 6 devices, 33.2 of 35.0 kW".
[[nodiscard]] QString spokenOf(const RackScene& scene, const Project& project, Id id);

} // namespace rackwright

// What space.cpp and its explanations share; not for other areas.
#pragma once

#include "core/space/space.h"

namespace rackwright {

/// A server that is a rack with all in it.
[[nodiscard]] bool isWholeRack(const Part& part);
/// Stands at a site outside any room.
[[nodiscard]] bool isEdgeBox(const Device& device);
/// The empty rack, or the system that is sold as a whole rack; null when neither is there.
[[nodiscard]] const Part* framePart(const Inventory& inventory, int rack);
/// Outside width of a rack sold whole where none is stated: 19-inch frames are 600 mm wide, with wide doors up to 750 mm.
[[nodiscard]] Quantity<> wholeRackWidthMm();

void explainSpace(const SpaceInputs& inputs, const SpaceResult& result, Trace& trace);

} // namespace rackwright

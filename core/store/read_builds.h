// Racks, placements, links and cords of the scenarios, from their rows.
#pragma once

#include "core/design/project.h"
#include "core/store/row_io.h"

#include <vector>

namespace rackwright {

/// The builds of these scenarios, in the same order; reads the tables from rack to cord. What equals its like in an earlier
/// build is that very object. Nothing when the reader holds an error.
[[nodiscard]] std::vector<BuildPtr> readBuilds(RowReader& io, const std::vector<Id>& scenarios);

} // namespace rackwright

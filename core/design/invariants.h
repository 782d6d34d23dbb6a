// What holds for every project, whatever was edited; the loader of project files checks a read value with it.
#pragma once

#include "core/design/project.h"
#include "core/quantity/error.h"

#include <vector>

namespace rackwright {

/// Every violated invariant, in document order; empty when all hold. Codes `DESIGN-…` with args scenario, rack, name, found:
/// DESIGN-DUPLICATE-ID, DESIGN-DUPLICATE-NAME, DESIGN-ID-BEYOND-NEXT, DESIGN-OVERLAP, DESIGN-BEYOND-RACK, DESIGN-BAD-ANCHOR,
/// DESIGN-NO-HOST, DESIGN-NO-ROOM, DESIGN-NO-PHASE, DESIGN-NO-WORKLOAD, DESIGN-NO-DEVICE, DESIGN-NO-SCENARIO, DESIGN-NO-PORT,
/// DESIGN-PORT-TWICE, DESIGN-INLET-TWICE, DESIGN-NO-FEED, DESIGN-UNSORTED, DESIGN-WRONG-CHUNK, DESIGN-NO-PART, DESIGN-NULL.
std::vector<Error> checkInvariants(const Project& project);

} // namespace rackwright

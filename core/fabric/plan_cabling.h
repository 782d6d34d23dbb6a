// From resolved links to what is bought: for assessFabric.
#pragma once

#include "core/fabric/analyse_networks.h"
#include "core/fabric/cabling.h"
#include "core/fabric/ports.h"

#include <vector>

namespace rackwright {

/// Links of which the cabling is at fault: indexes into Inventory::links.
struct CablingFaults {
    std::vector<int> formConflict, noCable, beyondReach;
};

/// Media are chosen once for each pair of port types and length. All ports of a twin cage take one kind of plug, so where
/// twin cages tie links together, the longest of them decides the optics of all.
[[nodiscard]] Cabling planCabling(const Inventory& inventory, const Catalog& catalog, bool fillGaps, const PortTable& ports,
    const std::vector<ResolvedLink>& links, const NetworkAnalysis& networks, CablingFaults& faults);

} // namespace rackwright

// From resolved links to networks: for assessFabric.
#pragma once

#include "core/fabric/network.h"
#include "core/fabric/ports.h"

#include <vector>

namespace rackwright {

struct NetworkAnalysis {
    std::vector<NetworkState> networks; ///< in the order of networkRoles
    std::vector<SwitchState> switches;
    std::vector<PortRole> linkNetwork; ///< by link: the first network that uses it; fabric: none
    std::vector<LinkClass> linkClass; ///< by link, within that network
};

/// Tiers are distances from the ends; a switch that serves only a later network is not part of an earlier one (the
/// out-of-band switch that hangs on an in-band leaf). Time grows with devices plus links.
[[nodiscard]] NetworkAnalysis analyseNetworks(const Inventory& inventory, const PortTable& ports, const std::vector<ResolvedLink>& links);

} // namespace rackwright

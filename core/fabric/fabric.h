// The fabric of a build: networks, cables, bandwidth per accelerator, and what is wrong with the links.
#pragma once

#include "core/cluster/cluster_from_build.h"
#include "core/cluster/inventory.h"
#include "core/fabric/cabling.h"
#include "core/fabric/network.h"
#include "core/quantity/explanation.h"

#include <string>
#include <vector>

namespace rackwright {

struct FabricInputs {
    const Inventory& inventory;
    const Catalog& catalog; ///< cables and transceivers to choose from; estimates
    bool fillGaps = true;
    double allReduceBytes = 1073741824.0; ///< message of `allReduceS`: 1 GiB
};

/// Something wrong with single links: indexes into Inventory::links.
struct LinkFaults {
    std::vector<int> missingPort; ///< a device or port that does not exist
    std::vector<int> overfilledPort; ///< a port asked to carry more than its speed
    std::vector<int> slowedEnd; ///< a port of a host or storage system runs below its speed
    std::vector<int> speedMismatch; ///< ends of unlike speed otherwise, and no break-out fills the faster
    std::vector<int> formConflict; ///< ports that no plug can join
    std::vector<int> noCable; ///< nothing in the catalog serves
    std::vector<int> beyondReach; ///< the stated cable is longer than it may be, or shorter than the way
};

/// A figure with the id under which it is reported and explained.
struct FabricFigure {
    std::string id;
    Quantity<> value;
    std::string unit, basis;
};

struct FabricResult {
    std::vector<FabricFigure> figures; ///< scenario figures are those of the compute network
    std::vector<NetworkState> networks; ///< in the order of networkRoles
    std::vector<SwitchState> switches; ///< by device
    Cabling cabling;
    LinkFaults faults;
    ScaleOut scaleOut; ///< for clusterOf
    Quantity<> allReduceS = Quantity<>::unknown("compute links"); ///< over the largest pool
    std::string allReducePool; ///< its name

    [[nodiscard]] const NetworkState& network(PortRole role) const;
};

/// Near linear in links and devices. Records explanations of every `fabric.` figure when `trace` is given.
[[nodiscard]] FabricResult assessFabric(const FabricInputs& inputs, Trace* trace = nullptr);

} // namespace rackwright

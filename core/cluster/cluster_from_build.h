// A build as compute, fabric and storage see it: pools of equal accelerators in equal nodes.
#pragma once

#include "core/cluster/cluster_view.h"
#include "core/cluster/inventory.h"

#include <vector>

namespace rackwright {

/// What the fabric gives a node, passed in as values.
struct ScaleOut {
    std::vector<Quantity<>> bytesPerSByDevice; ///< per accelerator and direction, by host; parallel to Inventory::devices
    double oversubscription = 1; ///< of the compute fabric above the leaf
};

/// Pools by accelerator part, host part and accelerators per host, in order of first use. A pool's scale-out bandwidth is
/// that of its slowest node; with an unlinked node it is unknown ("compute links"). Scale-up bandwidth is half of
/// `scaleup_bidir_gb_per_s`; the domain never leaves a node. Storage is left unknown: the caller fills it in.
[[nodiscard]] ClusterView clusterOf(const Inventory& inventory, const Catalog& catalog, bool fillGaps, const ScaleOut& scaleOut);

/// Accelerators of every device with those of its cards, parallel to Inventory::devices; cards themselves count 0.
[[nodiscard]] std::vector<int> acceleratorsByHost(const Inventory& inventory);

/// The accelerator part that a server is built around: from the project's own parts, else from the catalog; may be null.
[[nodiscard]] PartPtr acceleratorOf(const Part& server, const Inventory& inventory, const Catalog& catalog);

} // namespace rackwright

// What compute, fabric and storage see of a build or of a cloud plan.
#pragma once

#include "core/catalog/part.h"
#include "core/quantity/quantity.h"

#include <string>
#include <vector>

namespace rackwright {

/// Accelerators of one kind in equal nodes.
struct AcceleratorPool {
    std::string name;
    PartPtr accelerator;
    int nodes = 0;
    int perNode = 0;
    int scaleUpDomain = 1; ///< accelerators that share the fast links (8 in an HGX node, 72 in NVL72)
    double scaleUpBytesPerS = 0; ///< per accelerator and direction; 0: PCIe only
    Quantity<> scaleOutBytesPerS; ///< per accelerator and direction, NIC ports that are linked
    double oversubscription = 1; ///< of the compute fabric above the leaf
    Quantity<> hostMemoryBytes; ///< per node
    std::vector<std::int64_t> deviceIds; ///< hosts (placements) of the pool; empty for cloud

    [[nodiscard]] int accelerators() const { return nodes * perNode; }
};

struct ClusterView {
    std::vector<AcceleratorPool> pools;
    std::vector<std::int64_t> processorHosts; ///< servers (placements) without accelerators; empty for cloud
    Quantity<> storageReadBytesPerS = Quantity<>::unknown("storage");
    Quantity<> storageWriteBytesPerS = Quantity<>::unknown("storage");

    [[nodiscard]] int accelerators() const
    {
        int sum = 0;
        for (const AcceleratorPool& pool : pools) sum += pool.accelerators();
        return sum;
    }
};

} // namespace rackwright

#include "core/cluster/cluster_from_cloud.h"

#include <algorithm>
#include <cmath>

namespace rackwright {

ClusterView clusterOfCloud(const Part& instance, int instances, PartPtr accelerator)
{
    ClusterView view;
    const double perNode = instance.number("accelerators").value_or(0);
    if (!accelerator || perNode < 1 || std::floor(perNode) != perNode) return view;
    AcceleratorPool pool;
    pool.name = std::string{instance.text("instance_type")};
    pool.nodes = instances;
    pool.perNode = static_cast<int>(perNode);
    // Accelerators of one instance share their links; a rack-wide domain is only stated for instances sold as a rack.
    const double domain = accelerator->number("scaleup_domain_size").value_or(1);
    pool.scaleUpDomain = std::max(1, std::min(static_cast<int>(domain), pool.perNode));
    if (pool.scaleUpDomain > 1) pool.scaleUpBytesPerS = accelerator->number("scaleup_bidir_gb_per_s").value_or(0) / 2 * 1e9;
    if (const auto networkGbps = instance.number("network_gbps"))
        pool.scaleOutBytesPerS = Quantity<>::known(*networkGbps * 1e9 / 8 / perNode);
    else
        pool.scaleOutBytesPerS = Quantity<>::unknown(pool.name + " network_gbps");
    if (const auto ramGb = instance.number("ram_gb")) pool.hostMemoryBytes = Quantity<>::known(*ramGb * 1e9);
    pool.accelerator = std::move(accelerator);
    view.pools.push_back(std::move(pool));
    return view;
}

} // namespace rackwright

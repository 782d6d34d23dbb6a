// A cloud plan as compute sees it: instances as nodes.
#pragma once

#include "core/catalog/catalog.h"
#include "core/cluster/cluster_view.h"

namespace rackwright {

/// One pool of `instances` nodes. Scale-up from the accelerator's columns, scale-out from the instance's `network_gbps`; a
/// fraction of an accelerator makes no pool. The provider's fabric above the node is taken as not oversubscribed.
[[nodiscard]] ClusterView clusterOfCloud(const Part& instance, int instances, PartPtr accelerator);

} // namespace rackwright

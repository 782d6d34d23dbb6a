// Time of an all-reduce over a pool, from catalog rates: for assessFabric.
#pragma once

#include "core/cluster/cluster_view.h"
#include "core/cluster/collective.h"

namespace rackwright {

/// A share of a line rate that collectives reach.
struct ReachedShare {
    double low, typical, high;
};
/// NICs: 46 to 48 of 50 GB/s on NDR (NVIDIA's advice for NCCL tests).
inline constexpr ReachedShare nicShare{0.92, 0.94, 0.96};
/// Fast links: rings reach 20.0 to 20.6 of 25 GB/s a link (NCCL tuning constants for A100 and H100), 313 of 448 GB/s on
/// MI300X, and 480 of 450 GB/s where the switch reduces (H200, NVLS).
inline constexpr ReachedShare scaleUpShare{0.70, 0.82, 1.07};
/// Seconds a hop of NCCL's Simple protocol in a ring (NCCL src/graph/tuning.cc).
inline constexpr double scaleUpHopS = 3.4e-6, networkHopS = 14e-6;

struct AllReduceTiers {
    int inside = 1, across = 1; ///< accelerators of a domain; domains
};
[[nodiscard]] AllReduceTiers allReduceTiers(const AcceleratorPool& pool);

/// Ring inside the domain, the faster of ring and double tree across; low: stages overlap and nothing is oversubscribed;
/// high: none overlaps; typical: low + 0.43 of what lies between. Unknown without linked NICs or a scale-up rate.
[[nodiscard]] Quantity<> allReduceS(const AcceleratorPool& pool, double bytes);

} // namespace rackwright

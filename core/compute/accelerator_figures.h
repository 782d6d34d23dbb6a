// The figures of one accelerator and its links that decide time, as plain values.
#pragma once

#include "core/catalog/part.h"
#include "core/cluster/cluster_view.h"
#include "core/quantity/explanation.h"
#include "core/workload/precision.h"

#include <string>

namespace rackwright {

/// One accelerator. Peaks are dense; a peak that the catalog does not state is unknown and names its column: one
/// precision is never derived from another.
struct AcceleratorFigures {
    std::string name;
    Quantity<> peakFlops = Quantity<>::unknown("peak"); ///< at the precision of the matrix products
    Quantity<> halfPeakFlops = Quantity<>::unknown("peak"); ///< 16 bit: attention of FP8 and FP4 recipes
    Quantity<> memoryBytesPerS = Quantity<>::unknown("memory_bandwidth_gb_per_s");
    Explanation peakSource, memorySource; ///< leaves: where the figures are read
    double clockShare = 1; ///< of nominal: power caps and heat; scales the peaks only
};

/// How accelerators are joined. Rates are per accelerator and direction, as sold.
struct Interconnect {
    int scaleUpDomain = 1; ///< accelerators that share the fast links
    Quantity<> scaleUpBytesPerS = Quantity<>::unknown("scaleup_bidir_gb_per_s");
    Quantity<> scaleOutBytesPerS = Quantity<>::unknown("compute_nics");
    double oversubscription = 1; ///< of the scale-out fabric above the leaf
    double scaleOutLatencyS = 4.0e-6; ///< per hop, medium messages (NCCL src/graph/tuning.cc: network ring, LL128)
};

/// From the catalog row: peak at `precision`, 16-bit peak, bandwidth. `fillGaps` has no say: peaks are never estimated.
[[nodiscard]] AcceleratorFigures acceleratorFigures(const Part& accelerator, Precision precision);
/// From a pool of the cluster. Without scale-up links the cards of a node talk over PCIe (lanes of the stated generation,
/// 128b/130b coded).
[[nodiscard]] Interconnect interconnectOf(const AcceleratorPool& pool);

} // namespace rackwright

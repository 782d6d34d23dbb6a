// What the storage systems of a build can do, and what the workloads ask of them.
#pragma once

#include "core/cluster/inventory.h"
#include "core/quantity/explanation.h"

namespace rackwright {

struct StorageInputs {
    const Inventory& inventory;
    const Catalog& catalog;
    bool fillGaps = true;
};

struct StorageResult {
    int systems = 0;
    Quantity<> readBytesPerS, writeBytesPerS, usableBytes; ///< sums over the systems; unknown when there are none
    Quantity<> readDemandBytesPerS; ///< unknown: needs the read demand of each workload
};

/// Sums of the columns read_gb_per_s, write_gb_per_s and usable_tb (decimal). Records the `storage.` figures.
[[nodiscard]] StorageResult assessStorage(const StorageInputs& inputs, Trace* trace = nullptr);

} // namespace rackwright

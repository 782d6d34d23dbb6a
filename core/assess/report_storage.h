// Figures and findings of the storage area.
#pragma once

#include "core/assess/assessment.h"
#include "core/storage/storage.h"

namespace rackwright {

/// Adds the `storage.` figures and `STORAGE-` findings. Errors only where the answer is sure.
void reportStorage(const StorageResult& result, const Inventory& inventory, Report& report);

} // namespace rackwright

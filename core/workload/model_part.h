// An architecture as a catalog row, so that an imported model lives in a project like any other part.
#pragma once

#include "core/workload/architecture.h"

namespace rackwright {

/// Columns of the models table and its attributes; `architectureOf` of the result gives the architecture back. `params_b` and
/// `active_params_b` are the published counts where stated, else those of the shape.
[[nodiscard]] Part modelPartOf(const Architecture& architecture, const Provenance& provenance);

} // namespace rackwright

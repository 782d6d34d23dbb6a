// Parameter counts of one block; shared by the parameter and FLOP formulas of this folder.
#pragma once

#include "core/workload/architecture.h"

namespace rackwright {

/// Parameters of one mixer or FFN without its norm. `attention`, `keyValue`, `raisable` and `replicatedLinear` are "of which".
struct BlockCount {
    double sharded = 0; ///< over tensor parallel
    double replicated = 0;
    double experts = 0; ///< all routed experts
    double activeExperts = 0; ///< those of one token
    double matmul = 0; ///< in products for one token
    double attention = 0, keyValue = 0, raisable = 0, replicatedLinear = 0;
};

BlockCount attentionBlock(const Architecture& architecture);
BlockCount linearMixerBlock(const Architecture& architecture);
BlockCount ffnBlock(const Architecture& architecture, bool moe);

} // namespace rackwright

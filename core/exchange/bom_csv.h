// The bill of materials as a CSV table.
#pragma once

#include "core/cost/bom.h"

#include <string>

namespace rackwright {

/// One row a line, then a total row for each group and the whole. Estimated prices stand in columns of their own and never in
/// those of stated prices; what has no price has empty price cells.
[[nodiscard]] std::string bomCsv(const Bom& bom);

} // namespace rackwright

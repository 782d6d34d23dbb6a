// The bill of materials as JSON.
#pragma once

#include "core/cost/bom.h"
#include "core/exchange/node.h"

#include <string>

namespace rackwright {

/// `{"lines": […], "totals": {…}, "no_price": […], "unpriced_share"}`; keys in snake_case with their unit, unknown is null.
[[nodiscard]] Node bomNode(const Bom& bom);
[[nodiscard]] std::string bomJson(const Bom& bom);

} // namespace rackwright

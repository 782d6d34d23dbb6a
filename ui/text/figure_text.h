// Figures as a person reads them: "≈ 17.0 kW", "≥ $12.3M", "unknown (switch max_power_w)".
#pragma once

#include "core/quantity/quantity.h"

#include <string>
#include <string_view>

namespace rackwright {

/// Sign of knowledge, value, unit. An unknown figure names what is missing.
[[nodiscard]] std::string figureText(const Quantity<>& value, std::string_view unit);
/// The band "(10.1 kW … 15.2 kW)", or nothing for a figure without one.
[[nodiscard]] std::string bandText(const Quantity<>& value, std::string_view unit);

} // namespace rackwright

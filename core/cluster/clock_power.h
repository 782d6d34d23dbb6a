// What a lower clock does to watts: the one law that power and thermal share.
#pragma once

#include <algorithm>
#include <cmath>
#include <string_view>

namespace rackwright {

/// Speed goes as (P / P_max)^alpha with alpha 0.4 to 0.6 near the cap; taken at 0.5, so watts above idle go as the square of
/// the clock. An assumption without a published fit.
inline constexpr double clockPowerExponent = 2.0;
inline constexpr std::string_view clockPowerAssumption = "watts above idle follow the square of the clock (speed ~ P^0.5; assumption)";

/// Share of the watts above idle that is left at a clock fraction of 0 to 1.
[[nodiscard]] inline double dynamicShareAt(double clockFraction)
{
    return std::pow(std::clamp(clockFraction, 0.0, 1.0), clockPowerExponent);
}

/// The clock fraction at which that share of the watts above idle is left; 1 for a share of 1 and more.
[[nodiscard]] inline double clockAtDynamicShare(double share)
{
    return std::pow(std::clamp(share, 0.0, 1.0), 1.0 / clockPowerExponent);
}

} // namespace rackwright

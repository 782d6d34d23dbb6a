// Volts, amperes and watts of one, two or three conductors. Line-to-line and line-to-neutral volts are types that do not mix.
#pragma once

#include "core/catalog/part.h"

#include <array>
#include <numbers>
#include <optional>
#include <span>

namespace rackwright {

/// Volts between two lines (208, 400, 415 …).
struct VoltsLineToLine {
    explicit constexpr VoltsLineToLine(double value) : v{value} { }
    double v;
};

/// Volts between a line and neutral (120, 230, 240 …).
struct VoltsLineToNeutral {
    explicit constexpr VoltsLineToNeutral(double value) : v{value} { }
    double v;
};

[[nodiscard]] constexpr VoltsLineToNeutral toNeutral(VoltsLineToLine volts)
{
    return VoltsLineToNeutral{volts.v / std::numbers::sqrt3};
}

/// P = sqrt(3) V_LL I pf = 3 V_LN I pf, in watts.
[[nodiscard]] constexpr double threePhaseW(VoltsLineToLine volts, double currentA, double powerFactor = 1)
{
    return std::numbers::sqrt3 * volts.v * currentA * powerFactor;
}
[[nodiscard]] constexpr double threePhaseW(VoltsLineToNeutral volts, double currentA, double powerFactor = 1)
{
    return 3 * volts.v * currentA * powerFactor;
}
/// Current per line of a balanced three-phase load, in amperes.
[[nodiscard]] constexpr double threePhaseA(VoltsLineToLine volts, double powerW, double powerFactor = 1)
{
    return powerW / (std::numbers::sqrt3 * volts.v * powerFactor);
}

/// Currents of the three lines that feed loads between pairs of lines:
/// I_a = sqrt(P_ab^2 + P_ca^2 + P_ab P_ca) / (V_LL pf), cyclic (phasor sum of two currents 60 degrees apart).
[[nodiscard]] std::array<double, 3> lineCurrentsA(double abW, double bcW, double caW, VoltsLineToLine volts, double powerFactor = 1);

/// (largest - mean) / mean; 0 for no current.
[[nodiscard]] double imbalance(const std::array<double, 3>& currents);

/// Spreads single-phase loads over three legs, largest first onto the least loaded leg (LPT), and returns the watts per leg.
[[nodiscard]] std::array<double, 3> spreadOverLegs(std::span<const double> loadsW);

/// Share of a breaker's rating that may flow for hours: 0.8 under NEC 210.20(A) and 215.3, 1 under IEC.
[[nodiscard]] double continuousShare(const Part& powerUnit);

/// Measured at the wall of accelerated nodes under load: 0.983 to 0.998 (MLPerf inference v4.1 and v5.1 power logs); idle 0.96.
inline constexpr double powerFactorLow = 0.96, powerFactorTypical = 0.98, powerFactorHigh = 1.0;

} // namespace rackwright

#include "core/power/electrical.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <numeric>
#include <vector>

namespace rackwright {

std::array<double, 3> lineCurrentsA(double abW, double bcW, double caW, VoltsLineToLine volts, double powerFactor)
{
    const auto current = [&](double p, double q) { return std::sqrt(p * p + q * q + p * q) / (volts.v * powerFactor); };
    return {current(abW, caW), current(bcW, abW), current(caW, bcW)};
}

double imbalance(const std::array<double, 3>& currents)
{
    const double mean = std::accumulate(currents.begin(), currents.end(), 0.0) / 3;
    return mean > 0 ? (std::ranges::max(currents) - mean) / mean : 0;
}

std::array<double, 3> spreadOverLegs(std::span<const double> loadsW)
{
    std::vector<double> sorted{loadsW.begin(), loadsW.end()};
    std::ranges::sort(sorted, std::greater{});
    std::array<double, 3> legs{};
    for (const double load : sorted) *std::ranges::min_element(legs) += load;
    return legs;
}

double continuousShare(const Part& powerUnit)
{
    const std::string_view rule = powerUnit.text("continuous_rule");
    if (rule == "nec-80") return 0.8;
    if (rule == "iec-100") return 1.0;
    // No rule stated: 230 and 400 V equipment is built to IEC; elsewhere the stricter rule is taken.
    const double volts = powerUnit.number("voltage_v").value_or(0);
    return volts == 230 || volts == 400 ? 1.0 : 0.8;
}

} // namespace rackwright

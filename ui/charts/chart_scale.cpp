#include "ui/charts/chart_scale.h"

#include <algorithm>
#include <cmath>

namespace rackwright {

ChartScale chartScale(double low, double high, int mostTicks)
{
    if (!(high > low)) high = low + (low == 0 ? 1 : std::abs(low));
    const double least = (high - low) / (mostTicks - 1);
    const double decade = std::pow(10.0, std::floor(std::log10(least)));
    for (const double magnitude : {decade, decade * 10})
        for (const double factor : {1.0, 2.0, 2.5, 5.0}) {
            const double step = factor * magnitude;
            if (step < least * (1 - 1e-9)) continue;
            const double min = std::floor(low / step + 1e-9) * step, max = std::ceil(high / step - 1e-9) * step;
            const int ticks = static_cast<int>(std::lround((max - min) / step)) + 1;
            if (ticks > mostTicks) continue;
            const int power = static_cast<int>(std::floor(std::log10(step) + 1e-9));
            return {min, max, std::max(2, ticks), std::max(0, -power + (factor == 2.5 ? 1 : 0))};
        }
    return {low, high, 2, 0};
}

ChartScale logChartScale(double low, double high)
{
    const double first = std::floor(std::log10(low) + 1e-9);
    const double last = std::max(first + 1, std::ceil(std::log10(high) - 1e-9));
    return {std::pow(10.0, first), std::pow(10.0, last), static_cast<int>(last - first) + 1, std::max(0, -static_cast<int>(first))};
}

} // namespace rackwright

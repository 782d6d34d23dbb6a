// Ends and steps of an axis that a person reads at a glance.
#pragma once

namespace rackwright {

struct ChartScale {
    double min = 0, max = 1;
    int ticks = 2;
    int decimals = 0; ///< that the labels need
};

/// Covers low … high with steps of 1, 2, 2.5 or 5 × 10^n; at most `mostTicks` ticks, at least two.
[[nodiscard]] ChartScale chartScale(double low, double high, int mostTicks = 6);
/// Whole decades around low … high, both above 0; `ticks` is the number of decade lines.
[[nodiscard]] ChartScale logChartScale(double low, double high);

} // namespace rackwright

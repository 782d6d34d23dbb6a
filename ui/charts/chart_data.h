// A chart as a plain value; screen and page render the same one.
#pragma once

#include <QString>

#include <optional>
#include <vector>

namespace rackwright {

struct ChartPoint {
    double x = 0, y = 0;
    std::optional<double> low, high; ///< band of y
};

struct ChartSeries {
    QString name;
    std::vector<ChartPoint> points;
    bool markersOnly = false; ///< a scatter
    bool guide = false; ///< a thin line to read others against: 1:1, ±20 %
};

/// A point or line that the eye shall find: a break-even, a limit.
struct ChartMark {
    QString text; ///< may have a second line
    std::optional<double> x, y; ///< one of them: a line across; both: a point
};

/// Lines and scatters go together: each series says which it is. Bars lie, their categories one under the other.
enum class ChartKind { lines, stackedBars, groupedBars, scatter };

struct ChartData {
    ChartKind kind = ChartKind::lines;
    QString title; ///< with the unit: "Cumulative cost, M USD"
    QString xTitle;
    double xStep = 0; ///< from one label to the next: 12 for months; 0: round steps
    std::vector<ChartSeries> series; ///< ≤ 4 lines; bars: a series is a part, its points' y go by category
    std::vector<QString> categories; ///< of bars
    std::vector<ChartMark> marks;
    bool logX = false, logY = false;
};

} // namespace rackwright

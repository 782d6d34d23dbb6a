// Makes a QChart of a ChartData, in the colours of a theme, and paints it anywhere.
#pragma once

#include "ui/charts/chart_data.h"
#include "ui/drawing/tokens.h"

#include <QRectF>

#include <memory>

class QChart;
class QPainter;

namespace rackwright {

/// Needs a QApplication. No animation, no background, at most six ticks an axis; labels at the ends of up to four lines.
[[nodiscard]] std::unique_ptr<QChart> makeChart(const ChartData& data, const Tokens& tokens);
/// Paints the chart into the rectangle: as vectors on a vector device.
void paintChart(QPainter& painter, const QRectF& rect, const ChartData& data, const Tokens& tokens);

} // namespace rackwright

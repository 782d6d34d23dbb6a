// What QtCharts does not draw: title with unit, labels at line ends, marks, numbers in bars, a legend of named signs.
#pragma once

#include "ui/charts/chart_data.h"
#include "ui/drawing/tokens.h"

#include <QChart>
#include <QGraphicsObject>
#include <QMargins>

#include <vector>

class QAbstractSeries;

namespace rackwright {

/// Lies over its chart and follows its plot area. The chart owns it.
class ChartOverlay : public QGraphicsObject {
public:
    /// `drawn[i]` shows `data.series[i]`: positions are asked from it; bars need none.
    ChartOverlay(QChart* chart, ChartData data, std::vector<QAbstractSeries*> drawn, const Tokens& tokens);

    [[nodiscard]] QRectF boundingRect() const override;
    void paint(QPainter* painter, const QStyleOptionGraphicsItem*, QWidget*) override;

    /// Room around the plot that the overlay paints in.
    [[nodiscard]] static QMargins roomFor(const ChartData& data);

private:
    void paintTitle(QPainter& painter) const;
    void paintEnds(QPainter& painter) const;
    void paintMark(QPainter& painter, const ChartMark& mark) const;
    void paintBarNumbers(QPainter& painter) const;
    void paintLegend(QPainter& painter) const;
    [[nodiscard]] QPointF positionOf(QPointF value) const;

    QChart* chart_;
    ChartData data_;
    std::vector<QAbstractSeries*> drawn_;
    const Tokens& tokens_;
};

/// Lines whose names stand at their ends.
[[nodiscard]] bool namesAtEnds(const ChartData& data);
[[nodiscard]] inline bool isBars(const ChartData& data)
{
    return data.kind == ChartKind::stackedBars || data.kind == ChartKind::groupedBars;
}
/// Colour index of the series: guides take none.
[[nodiscard]] std::size_t colourOf(const ChartData& data, std::size_t series);
/// "3.96", "12.6", "413": three significant digits in the application's locale.
[[nodiscard]] QString chartNumber(double value);

/// Disc, square, diamond, triangle, star or pentagon of the n-th series, 4 px around the centre.
void paintChartMarker(QPainter& painter, QPointF centre, std::size_t series, const QColor& colour);

} // namespace rackwright

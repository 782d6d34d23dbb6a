#include "ui/charts/chart_maker.h"

#include "ui/charts/chart_overlay.h"
#include "ui/charts/chart_scale.h"

#include <QAreaSeries>
#include <QBarCategoryAxis>
#include <QBarSet>
#include <QChart>
#include <QGraphicsLayout>
#include <QGraphicsScene>
#include <QHorizontalBarSeries>
#include <QHorizontalStackedBarSeries>
#include <QLegend>
#include <QLineSeries>
#include <QLogValueAxis>
#include <QPainter>
#include <QScatterSeries>
#include <QValueAxis>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace rackwright {

namespace {

constexpr double barHeight = 22;

/// Smallest and largest coordinate of everything that is shown, 0 included on linear axes of values.
struct Extent {
    double low = std::numeric_limits<double>::infinity(), high = -low;
    void add(double value) { low = std::min(low, value), high = std::max(high, value); }
    [[nodiscard]] bool empty() const { return low > high; }
};

Extent extentX(const ChartData& data)
{
    Extent extent;
    for (const ChartSeries& series : data.series)
        for (const ChartPoint& point : series.points) extent.add(point.x);
    return extent;
}

Extent extentY(const ChartData& data)
{
    Extent extent;
    for (const ChartSeries& series : data.series)
        for (const ChartPoint& point : series.points) {
            extent.add(point.y);
            if (point.low) extent.add(*point.low);
            if (point.high) extent.add(*point.high);
        }
    for (const ChartMark& mark : data.marks)
        if (mark.y) extent.add(*mark.y);
    if (!data.logY) extent.add(0);
    return extent;
}

/// Dash of the n-th line, in pen widths: solid, 6-3, 2-3, 8-3-2-3 px …
QVector<qreal> dashOf(std::size_t series)
{
    switch (series % 6) {
    case 1: return {3, 1.5};
    case 2: return {1, 1.5};
    case 3: return {4, 1.5, 1, 1.5};
    case 4: return {6, 2};
    case 5: return {2, 1, 0.5, 1};
    default: return {};
    }
}

void styleAxis(QAbstractAxis& axis, const Tokens& tokens, bool grid)
{
    axis.setLabelsFont(fontOf(TypeRole::small));
    axis.setTitleFont(fontOf(TypeRole::small));
    axis.setLabelsBrush(tokens.text3);
    axis.setTitleBrush(tokens.text3);
    axis.setGridLineVisible(grid);
    axis.setGridLinePen(QPen{tokens.chartGrid, 1});
    axis.setMinorGridLineVisible(false);
    axis.setLinePen(QPen{grid ? QColor{Qt::transparent} : tokens.lineStrong, 1});
}

QAbstractAxis* makeAxis(const Extent& extent, bool log, double step = 0)
{
    const double low = extent.empty() ? (log ? 1 : 0) : extent.low, high = extent.empty() ? 1 : extent.high;
    if (log) {
        const ChartScale scale = logChartScale(low, high);
        auto* axis = new QLogValueAxis;
        // Six labels at most: a label every second or third decade.
        axis->setBase(std::pow(10.0, (scale.ticks + 4) / 6));
        axis->setRange(scale.min * (1 - 1e-9), scale.max * (1 + 1e-9)); // rounding shall lose no line at the ends
        axis->setLabelFormat(QStringLiteral("%g"));
        axis->setMinorTickCount(0);
        return axis;
    }
    ChartScale scale = chartScale(low, high);
    if (step > 0) {
        while ((high - low) / step > 5) step *= 2;
        const double first = std::floor(low / step), last = std::max(first + 1, std::ceil(high / step - 1e-9));
        scale = {first * step, last * step, static_cast<int>(last - first) + 1, 0};
    }
    auto* axis = new QValueAxis;
    axis->setRange(scale.min, scale.max);
    axis->setTickCount(scale.ticks);
    axis->setLabelFormat(QStringLiteral("%.%1f").arg(scale.decimals));
    return axis;
}

QXYSeries* makePoints(const ChartSeries& from, std::size_t colour, const Tokens& tokens)
{
    if (from.markersOnly) {
        static constexpr std::array shapes{QScatterSeries::MarkerShapeCircle, QScatterSeries::MarkerShapeRectangle,
            QScatterSeries::MarkerShapeRotatedRectangle, QScatterSeries::MarkerShapeTriangle, QScatterSeries::MarkerShapeStar,
            QScatterSeries::MarkerShapePentagon};
        auto* series = new QScatterSeries;
        series->setMarkerShape(shapes[colour]);
        series->setMarkerSize(7);
        QColor fill = tokens.series[colour];
        fill.setAlphaF(0.6F);
        series->setColor(fill);
        series->setBorderColor(tokens.field);
        return series;
    }
    auto* series = new QLineSeries;
    QPen pen{from.guide ? tokens.text3 : tokens.series[colour], from.guide ? 1.0 : 2.0};
    pen.setCapStyle(Qt::FlatCap);
    if (const QVector<qreal> dash = dashOf(colour); !from.guide && !dash.isEmpty()) pen.setDashPattern(dash);
    if (from.guide) pen.setDashPattern({4, 3});
    series->setPen(pen);
    return series;
}

/// The band under its line, at 16 % of the colour; null without one.
QAreaSeries* makeBand(const ChartSeries& from, const QColor& colour)
{
    auto* low = new QLineSeries;
    auto* high = new QLineSeries;
    for (const ChartPoint& point : from.points)
        if (point.low && point.high) low->append(point.x, *point.low), high->append(point.x, *point.high);
    if (low->count() < 2) {
        delete low;
        delete high;
        return nullptr;
    }
    auto* band = new QAreaSeries{high, low}; // takes no ownership
    low->setParent(band);
    high->setParent(band);
    QColor fill = colour;
    fill.setAlphaF(0.16F);
    band->setBrush(fill);
    band->setPen(Qt::NoPen);
    return band;
}

std::vector<QAbstractSeries*> addPoints(QChart& chart, const ChartData& data, const Tokens& tokens)
{
    QAbstractAxis* x = makeAxis(extentX(data), data.logX, data.xStep);
    QAbstractAxis* y = makeAxis(extentY(data), data.logY);
    chart.addAxis(x, Qt::AlignBottom);
    chart.addAxis(y, Qt::AlignLeft);
    styleAxis(*x, tokens, false);
    styleAxis(*y, tokens, true);
    x->setTitleText(data.xTitle);
    const auto add = [&](QAbstractSeries* series) {
        chart.addSeries(series);
        series->attachAxis(x);
        series->attachAxis(y);
    };
    for (std::size_t i = 0; i < data.series.size(); ++i)
        if (QAreaSeries* band = makeBand(data.series[i], tokens.series[colourOf(data, i)])) add(band);
    std::vector<QAbstractSeries*> drawn;
    for (std::size_t i = 0; i < data.series.size(); ++i) {
        QXYSeries* series = makePoints(data.series[i], colourOf(data, i), tokens);
        series->setName(data.series[i].name);
        QList<QPointF> points;
        for (const ChartPoint& point : data.series[i].points) points.append({point.x, point.y});
        series->replace(points);
        add(series);
        drawn.push_back(series);
    }
    return drawn;
}

void addBars(QChart& chart, const ChartData& data, const Tokens& tokens)
{
    QAbstractBarSeries* series =
        data.kind == ChartKind::stackedBars ? static_cast<QAbstractBarSeries*>(new QHorizontalStackedBarSeries) : new QHorizontalBarSeries;
    // Categories go upwards: the first is to stand on top.
    QStringList names;
    for (auto name = data.categories.rbegin(); name != data.categories.rend(); ++name) names.append(*name);
    double most = 0;
    std::vector<double> sums(data.categories.size());
    for (std::size_t i = 0; i < data.series.size(); ++i) {
        auto* set = new QBarSet{data.series[i].name};
        for (std::size_t category = data.categories.size(); category-- > 0;) {
            const auto& points = data.series[i].points;
            const double value = category < points.size() ? points[category].y : 0;
            set->append(value);
            sums[category] += value;
            most = std::max({most, data.kind == ChartKind::stackedBars ? sums[category] : value});
        }
        set->setBrush(tokens.series[colourOf(data, i)]);
        set->setPen(QPen{tokens.panel, 2}); // the gap between parts
        series->append(set);
    }
    chart.addSeries(series);
    auto* categories = new QBarCategoryAxis;
    categories->append(names);
    auto* values = new QValueAxis;
    values->setRange(0, most > 0 ? most : 1);
    chart.addAxis(categories, Qt::AlignLeft);
    chart.addAxis(values, Qt::AlignBottom);
    series->attachAxis(categories);
    series->attachAxis(values);
    styleAxis(*categories, tokens, false);
    categories->setLinePen(Qt::NoPen);
    categories->setLabelsFont(fontOf(TypeRole::total));
    categories->setLabelsBrush(tokens.text1);
    values->setVisible(false);
    const auto setWidth = [series, count = names.size()](const QRectF& plot) {
        if (count > 0 && plot.height() > 0) series->setBarWidth(std::min(0.9, barHeight * static_cast<double>(count) / plot.height()));
    };
    QObject::connect(&chart, &QChart::plotAreaChanged, series, setWidth);
    setWidth(chart.plotArea());
}

} // namespace

std::unique_ptr<QChart> makeChart(const ChartData& data, const Tokens& tokens)
{
    auto chart = std::make_unique<QChart>();
    chart->setAnimationOptions(QChart::NoAnimation);
    chart->setBackgroundVisible(false);
    chart->setPlotAreaBackgroundVisible(false);
    chart->setBackgroundRoundness(0);
    chart->layout()->setContentsMargins(0, 0, 0, 0);
    chart->setMargins(ChartOverlay::roomFor(data));
    chart->legend()->hide();
    chart->setLocalizeNumbers(!data.logX && !data.logY); // Qt 6.4 knows no localised %g
    std::vector<QAbstractSeries*> drawn;
    if (isBars(data))
        addBars(*chart, data, tokens);
    else
        drawn = addPoints(*chart, data, tokens);
    new ChartOverlay{chart.get(), data, std::move(drawn), tokens}; // the chart owns it
    return chart;
}

void paintChart(QPainter& painter, const QRectF& rect, const ChartData& data, const Tokens& tokens)
{
    QGraphicsScene scene;
    QChart* chart = makeChart(data, tokens).release();
    scene.addItem(chart); // owns it
    chart->setGeometry(0, 0, rect.width(), rect.height());
    scene.setSceneRect(chart->geometry());
    scene.render(&painter, rect, scene.sceneRect(), Qt::IgnoreAspectRatio);
}

} // namespace rackwright

#include "ui/charts/chart_overlay.h"

#include <QFontMetricsF>
#include <QLocale>
#include <QPainter>
#include <QXYSeries>

#include <algorithm>
#include <cmath>
#include <numbers>

namespace rackwright {

namespace {

constexpr double titleHeight = 30, legendRow = 20, legendGap = 10, markerRadius = 4, endGap = 8;
constexpr std::size_t mostNamedLines = 4;

bool isGuide(const ChartSeries& series)
{
    return series.guide;
}

std::size_t lineCount(const ChartData& data)
{
    return static_cast<std::size_t>(
        std::ranges::count_if(data.series, [](const ChartSeries& each) { return !each.guide && !each.markersOnly; }));
}

bool hasLegend(const ChartData& data)
{
    const auto named = std::ranges::count_if(data.series, [](const ChartSeries& each) { return !each.guide && !each.name.isEmpty(); });
    return named > 0 && !namesAtEnds(data);
}

int legendRows(const ChartData& data)
{
    if (!hasLegend(data)) return 0;
    const auto named = data.series.size() - static_cast<std::size_t>(std::ranges::count_if(data.series, isGuide));
    return static_cast<int>((named + 1) / 2);
}

double totalOf(const ChartData& data, std::size_t category)
{
    double sum = 0;
    for (const ChartSeries& series : data.series)
        if (category < series.points.size()) sum += series.points[category].y;
    return sum;
}

double widthOf(const QFont& font, const QString& text)
{
    return QFontMetricsF{font}.horizontalAdvance(text);
}

/// `corners` corners 5 px from the centre, and points between them at `inner`: a star, or with the same radius a polygon.
QPolygonF starOf(QPointF centre, int corners, double inner)
{
    QPolygonF shape;
    for (int i = 0; i < 2 * corners; ++i) {
        const double angle = std::numbers::pi * i / corners, radius = i % 2 == 0 ? markerRadius * 1.2 : inner;
        shape << centre + QPointF{radius * std::sin(angle), -radius * std::cos(angle)};
    }
    return shape;
}

QString endNumber(const ChartSeries& series)
{
    return series.points.empty() ? QString{} : chartNumber(series.points.back().y);
}

} // namespace

QString chartNumber(double value)
{
    const double size = std::abs(value);
    const int decimals = size == 0 || size >= 100 ? 0 : std::clamp(2 - static_cast<int>(std::floor(std::log10(size))), 0, 6);
    return QLocale{}.toString(value, 'f', decimals);
}

bool namesAtEnds(const ChartData& data)
{
    const bool scattered = std::ranges::any_of(data.series, &ChartSeries::markersOnly);
    return !isBars(data) && !scattered && lineCount(data) <= mostNamedLines;
}

std::size_t colourOf(const ChartData& data, std::size_t series)
{
    std::size_t index = 0;
    for (std::size_t i = 0; i < series; ++i) index += !data.series[i].guide;
    return index % 6;
}

void paintChartMarker(QPainter& painter, QPointF centre, std::size_t series, const QColor& colour)
{
    painter.setPen(Qt::NoPen);
    painter.setBrush(colour);
    constexpr double r = markerRadius;
    const auto polygon = [&](std::initializer_list<QPointF> points) {
        QPolygonF shape;
        for (const QPointF& point : points) shape << centre + point;
        painter.drawPolygon(shape);
    };
    switch (series % 6) {
    case 0: painter.drawEllipse(centre, r, r); break;
    case 1: painter.drawRect(QRectF{centre.x() - r * 0.9, centre.y() - r * 0.9, r * 1.8, r * 1.8}); break;
    case 2: polygon({{0, -r * 1.2}, {r * 1.2, 0}, {0, r * 1.2}, {-r * 1.2, 0}}); break;
    case 3: polygon({{0, -r}, {r * 1.1, r * 0.9}, {-r * 1.1, r * 0.9}}); break;
    case 4: painter.drawPolygon(starOf(centre, 5, r * 0.5)); break;
    default: painter.drawPolygon(starOf(centre, 5, r));
    }
}

ChartOverlay::ChartOverlay(QChart* chart, ChartData data, std::vector<QAbstractSeries*> drawn, const Tokens& tokens)
    : QGraphicsObject{chart}, chart_{chart}, data_{std::move(data)}, drawn_{std::move(drawn)}, tokens_{tokens}
{
    setZValue(1000);
    QObject::connect(chart, &QChart::plotAreaChanged, this, [this] {
        prepareGeometryChange();
        update();
    });
}

QMargins ChartOverlay::roomFor(const ChartData& data)
{
    QMargins room;
    if (!data.title.isEmpty()) room.setTop(static_cast<int>(titleHeight));
    if (const int rows = legendRows(data)) room.setBottom(static_cast<int>(rows * legendRow + legendGap));
    double right = 0;
    if (namesAtEnds(data)) {
        for (const ChartSeries& series : data.series) {
            if (series.points.empty() || series.name.isEmpty()) continue;
            const double value = series.guide ? 0 : widthOf(fontOf(TypeRole::total), endNumber(series)) + endGap;
            right = std::max(right, widthOf(fontOf(TypeRole::total), series.name) + value + markerRadius + endGap);
        }
        if (right == 0) right = 16;
    } else if (isBars(data)) {
        for (std::size_t i = 0; i < data.categories.size(); ++i)
            right = std::max(right, widthOf(fontOf(TypeRole::total), chartNumber(totalOf(data, i))) + endGap);
    } else {
        right = 24; // the last label of the axis reaches past the plot
        for (const ChartSeries& series : data.series)
            if (series.guide) right = std::max(right, widthOf(fontOf(TypeRole::small), series.name) + endGap);
    }
    room.setRight(static_cast<int>(std::ceil(right)));
    return room;
}

QRectF ChartOverlay::boundingRect() const
{
    return chart_->rect();
}

QPointF ChartOverlay::positionOf(QPointF value) const
{
    return chart_->mapToPosition(value, drawn_.empty() ? nullptr : drawn_.front());
}

void ChartOverlay::paint(QPainter* painter, const QStyleOptionGraphicsItem*, QWidget*)
{
    painter->setRenderHint(QPainter::Antialiasing);
    paintTitle(*painter);
    if (isBars(data_))
        paintBarNumbers(*painter);
    else
        paintEnds(*painter);
    for (const ChartMark& mark : data_.marks) paintMark(*painter, mark);
    if (hasLegend(data_)) paintLegend(*painter);
}

void ChartOverlay::paintTitle(QPainter& painter) const
{
    if (data_.title.isEmpty()) return;
    const qsizetype comma = data_.title.indexOf(QLatin1String{", "});
    const QString name = comma < 0 ? data_.title : data_.title.left(comma);
    const double baseline = 16;
    painter.setFont(fontOf(TypeRole::section));
    painter.setPen(tokens_.text1);
    painter.drawText(QPointF{0, baseline}, name);
    if (comma < 0) return;
    const double x = widthOf(painter.font(), name) + 8;
    painter.setFont(fontOf(TypeRole::small));
    painter.setPen(tokens_.text3);
    painter.drawText(QPointF{x, baseline}, data_.title.mid(comma + 2));
}

/// Names and last values beside the ends, moved apart where they would touch.
void ChartOverlay::paintEnds(QPainter& painter) const
{
    struct End {
        std::size_t series;
        QPointF at;
        double labelY;
    };
    std::vector<End> ends;
    for (std::size_t i = 0; i < data_.series.size(); ++i) {
        const ChartSeries& series = data_.series[i];
        if (series.points.empty() || series.markersOnly || (!namesAtEnds(data_) && !series.guide)) continue;
        const QPointF at = chart_->mapToPosition({series.points.back().x, series.points.back().y}, drawn_[i]);
        ends.push_back({i, at, at.y()});
    }
    std::ranges::sort(ends, {}, &End::labelY);
    constexpr double lineHeight = 16;
    for (std::size_t i = 1; i < ends.size(); ++i) ends[i].labelY = std::max(ends[i].labelY, ends[i - 1].labelY + lineHeight);
    const double lowest = chart_->plotArea().bottom();
    for (std::size_t i = ends.size(); i-- > 0;) {
        const double limit = i + 1 == ends.size() ? lowest : ends[i + 1].labelY - lineHeight;
        ends[i].labelY = std::min(ends[i].labelY, limit);
    }
    const double right = chart_->rect().right();
    for (const End& end : ends) {
        const ChartSeries& series = data_.series[end.series];
        const std::size_t colour = colourOf(data_, end.series);
        if (!series.guide) paintChartMarker(painter, end.at, colour, tokens_.series[colour]);
        painter.setFont(fontOf(series.guide ? TypeRole::small : TypeRole::total));
        painter.setPen(series.guide ? tokens_.text3 : tokens_.series[colour]);
        const QPointF text{end.at.x() + (series.guide ? 4 : markerRadius + endGap), end.labelY + 4};
        painter.drawText(text, series.name);
        if (series.guide) continue;
        const QString number = endNumber(series);
        painter.setPen(tokens_.text1);
        painter.drawText(QPointF{right - widthOf(painter.font(), number), text.y()}, number);
    }
}

void ChartOverlay::paintMark(QPainter& painter, const ChartMark& mark) const
{
    const QRectF plot = chart_->plotArea();
    const QPointF at = positionOf({mark.x.value_or(0), mark.y.value_or(0)});
    painter.setFont(fontOf(TypeRole::small));
    painter.setPen(QPen{tokens_.text2, 1, Qt::DashLine});
    const QStringList rows = mark.text.split(QLatin1Char{'\n'});
    if (mark.x) {
        const double from = mark.y ? at.y() : plot.top();
        painter.drawLine(QPointF{at.x(), from}, QPointF{at.x(), plot.bottom()});
    } else {
        painter.drawLine(QPointF{plot.left(), at.y()}, QPointF{plot.right(), at.y()});
    }
    double width = 0;
    for (const QString& row : rows) width = std::max(width, widthOf(fontOf(TypeRole::total), row));
    // Beside the line where there is room: left of a vertical one, above a horizontal one.
    const bool leftSide = mark.x && at.x() - width - 8 > plot.left();
    double y = mark.x ? plot.bottom() - 8 - 15.0 * static_cast<double>(rows.size() - 1) : at.y() - 5;
    for (qsizetype i = 0; i < rows.size(); ++i, y += 15) {
        painter.setFont(fontOf(i == 0 ? TypeRole::total : TypeRole::small));
        painter.setPen(i == 0 ? tokens_.text1 : tokens_.text2);
        const double rowWidth = widthOf(painter.font(), rows[i]);
        const double x = !mark.x ? plot.right() - rowWidth : leftSide ? at.x() - 6 - rowWidth : at.x() + 6;
        painter.drawText(QPointF{x, y}, rows[i]);
    }
    if (!mark.x || !mark.y) return;
    painter.setPen(QPen{tokens_.text1, 1.5});
    painter.setBrush(tokens_.field);
    painter.drawEllipse(at, 5, 5);
}

/// Values inside the parts that have room for them; the sum of a category, or the values of grouped bars, at the right.
void ChartOverlay::paintBarNumbers(QPainter& painter) const
{
    const QRectF plot = chart_->plotArea();
    const auto categories = data_.categories.size();
    if (categories == 0) return;
    double most = 0;
    for (std::size_t i = 0; i < categories; ++i) most = std::max(most, totalOf(data_, i));
    const double rowHeight = plot.height() / static_cast<double>(categories);
    painter.setFont(fontOf(TypeRole::total));
    for (std::size_t category = 0; category < categories; ++category) {
        const double middle = plot.top() + (static_cast<double>(category) + 0.5) * rowHeight;
        const QRectF row{plot.left(), middle - 12, plot.width(), 24};
        double x = plot.left();
        for (std::size_t i = 0; i < data_.series.size() && most > 0 && data_.kind == ChartKind::stackedBars; ++i) {
            const auto& points = data_.series[i].points;
            const double value = category < points.size() ? points[category].y : 0;
            const double width = value / most * plot.width();
            const QString number = chartNumber(value);
            if (width > widthOf(painter.font(), number) + 10) {
                painter.setPen(tokens_.onSeries[colourOf(data_, i)]);
                painter.drawText(QRectF{x, row.top(), width, row.height()}, Qt::AlignCenter, number);
            }
            x += width;
        }
        painter.setPen(tokens_.text1);
        if (data_.kind == ChartKind::stackedBars)
            painter.drawText(QRectF{row.left(), row.top(), chart_->rect().right() - row.left(), row.height()},
                Qt::AlignRight | Qt::AlignVCenter, chartNumber(totalOf(data_, category)));
    }
}

void ChartOverlay::paintLegend(QPainter& painter) const
{
    const double columnWidth = chart_->rect().width() / 2;
    double y = chart_->rect().bottom() - legendRows(data_) * legendRow + legendRow / 2;
    painter.setFont(fontOf(TypeRole::small));
    const QFontMetricsF metrics{painter.font()};
    int shown = 0;
    for (std::size_t i = 0; i < data_.series.size(); ++i) {
        if (data_.series[i].guide) continue;
        const double x = shown % 2 ? columnWidth : 0;
        const std::size_t colour = colourOf(data_, i);
        if (isBars(data_))
            painter.fillRect(QRectF{x, y - 5, 10, 10}, tokens_.series[colour]);
        else
            paintChartMarker(painter, {x + 5, y}, colour, tokens_.series[colour]);
        painter.setPen(tokens_.text2);
        painter.drawText(QPointF{x + 18, y + 4}, metrics.elidedText(data_.series[i].name, Qt::ElideRight, columnWidth - 24));
        if (++shown % 2 == 0) y += legendRow;
    }
}

} // namespace rackwright

#include "ui/drawing/signs.h"

#include <QPainter>
#include <QPainterPath>

#include <cmath>
#include <numbers>
#include <span>

namespace rackwright {

namespace {

constexpr double statusGrid = 14, kindGrid = 16;

/// Paints on a square grid laid over the middle of the box.
class Grid {
public:
    Grid(QPainter& painter, const QRectF& box, double cells) : painter_{painter}
    {
        painter_.save();
        const double side = std::min(box.width(), box.height());
        painter_.translate(box.center() - QPointF{side / 2, side / 2});
        painter_.scale(side / cells, side / cells);
        painter_.setRenderHint(QPainter::Antialiasing, true);
    }
    ~Grid() { painter_.restore(); }
    Grid(const Grid&) = delete;
    Grid& operator=(const Grid&) = delete;

    void solid(const QPainterPath& path, const QColor& colour, double rounding = 0)
    {
        QPen pen{colour, rounding};
        pen.setJoinStyle(Qt::RoundJoin);
        painter_.setPen(rounding > 0 ? pen : QPen{Qt::NoPen});
        painter_.setBrush(colour);
        painter_.drawPath(path);
    }
    void stroke(const QPainterPath& path, const QColor& colour, double width)
    {
        QPen pen{colour, width};
        pen.setCapStyle(Qt::RoundCap);
        pen.setJoinStyle(Qt::RoundJoin);
        painter_.setPen(pen);
        painter_.setBrush(Qt::NoBrush);
        painter_.drawPath(path);
    }
    void dashedRing(const QPointF& centre, double radius, const QColor& colour)
    {
        QPen pen{colour, 1.4};
        pen.setCapStyle(Qt::FlatCap);
        // Eight dashes and gaps that close the ring exactly.
        const double dash = 2 * std::numbers::pi * radius / 8 / 1.4;
        pen.setDashPattern({dash * 0.62, dash * 0.38});
        painter_.setPen(pen);
        painter_.setBrush(Qt::NoBrush);
        painter_.drawEllipse(centre, radius, radius);
    }

private:
    QPainter& painter_;
};

QPainterPath line(std::initializer_list<QPointF> points)
{
    QPainterPath path{*points.begin()};
    for (const QPointF& point : std::span{points.begin(), points.size()}.subspan(1)) path.lineTo(point);
    return path;
}

QPainterPath disc(double x, double y, double radius)
{
    QPainterPath path;
    path.addEllipse(QPointF{x, y}, radius, radius);
    return path;
}

QPainterPath rounded(const QRectF& rect, double radius)
{
    QPainterPath path;
    path.addRoundedRect(rect, radius, radius);
    return path;
}

QPainterPath octagon()
{
    constexpr double a = 4.1, b = 9.9, low = 0.4, high = 13.6;
    QPainterPath path = line({{a, low}, {b, low}, {high, a}, {high, b}, {b, high}, {a, high}, {low, b}, {low, a}});
    path.closeSubpath();
    return path;
}

QPainterPath question()
{
    QPainterPath path{QPointF{5.3, 5.6}};
    path.cubicTo(5.3, 3.3, 8.8, 3.3, 8.8, 5.5);
    path.cubicTo(8.8, 6.9, 7, 6.8, 7, 8.3);
    return path;
}

QPainterPath wave(double y)
{
    QPainterPath path{QPointF{4, y + 0.5}};
    path.cubicTo(5.4, y - 1.4, 6.2, y - 0.7, 7, y);
    path.cubicTo(7.8, y + 0.7, 8.6, y + 1.4, 10, y - 0.5);
    return path;
}

} // namespace

void paintStatus(QPainter& painter, const QRectF& box, Status status, const Tokens& tokens)
{
    Grid grid{painter, box, statusGrid};
    const QColor colour = tokens.of(status).line;
    const QColor sign = tokens.kind == ThemeKind::light ? QColor{Qt::white} : tokens.window;
    switch (status) {
    case Status::ok:
        grid.solid(disc(7, 7, 6.5), colour);
        grid.stroke(line({{4.1, 7.2}, {6.2, 9.3}, {10, 5.1}}), sign, 1.5);
        break;
    case Status::nearLimit: {
        QPainterPath triangle = line({{7, 1.6}, {13, 12.2}, {1, 12.2}});
        triangle.closeSubpath();
        grid.solid(triangle, colour, 1.6);
        grid.stroke(line({{7, 5.2}, {7, 8.3}}), sign, 1.5);
        grid.solid(disc(7, 10.6, 0.9), sign);
        break;
    }
    case Status::over:
        grid.solid(octagon(), colour, 0.6);
        grid.stroke(line({{4.9, 4.9}, {9.1, 9.1}}), sign, 1.5);
        grid.stroke(line({{9.1, 4.9}, {4.9, 9.1}}), sign, 1.5);
        break;
    case Status::unknown:
        grid.dashedRing({7, 7}, 5.8, colour);
        grid.stroke(question(), colour, 1.3);
        grid.solid(disc(7, 10.3, 0.8), colour);
        break;
    case Status::estimated:
        grid.solid(rounded({0.8, 0.8, 12.4, 12.4}, 3), colour);
        grid.stroke(wave(5.3), sign, 1.3);
        grid.stroke(wave(8.7), sign, 1.3);
        break;
    }
}

void paintKind(QPainter& painter, const QRectF& box, DeviceKind kind, const Tokens& tokens)
{
    Grid grid{painter, box, kindGrid};
    const QColor colour = tokens.of(kind);
    constexpr double pen = 1.4;
    switch (kind) {
    case DeviceKind::compute:
        grid.stroke(rounded({1.7, 5, 12.6, 6}, 1.5), colour, pen);
        grid.solid(disc(4.6, 8, 0.9), colour);
        grid.stroke(line({{8.5, 8}, {11.6, 8}}), colour, pen);
        break;
    case DeviceKind::accelerator:
        grid.stroke(rounded({4, 4, 8, 8}, 1.2), colour, pen);
        grid.solid(rounded({6.4, 6.4, 3.2, 3.2}, 0.6), colour);
        for (const double at : {6.0, 10.0}) {
            grid.stroke(line({{at, 1.7}, {at, 4}}), colour, pen);
            grid.stroke(line({{at, 12}, {at, 14.3}}), colour, pen);
            grid.stroke(line({{1.7, at}, {4, at}}), colour, pen);
            grid.stroke(line({{12, at}, {14.3, at}}), colour, pen);
        }
        break;
    case DeviceKind::network:
        grid.stroke(rounded({1.7, 8.6, 12.6, 5}, 1.4), colour, pen);
        grid.solid(disc(4.6, 11.1, 0.9), colour);
        grid.solid(disc(7.4, 11.1, 0.9), colour);
        grid.stroke(line({{8, 6.4}, {8, 2}}), colour, pen);
        grid.stroke(line({{5.7, 4.2}, {8, 1.9}, {10.3, 4.2}}), colour, pen);
        break;
    case DeviceKind::storage: {
        QPainterPath body{QPointF{2.7, 3.9}};
        body.lineTo(2.7, 12.1);
        body.cubicTo(2.7, 14.9, 13.3, 14.9, 13.3, 12.1);
        body.lineTo(13.3, 3.9);
        body.moveTo(2.7, 8);
        body.cubicTo(2.7, 10.8, 13.3, 10.8, 13.3, 8);
        grid.stroke(body, colour, pen);
        QPainterPath lid;
        lid.addEllipse(QPointF{8, 3.9}, 5.3, 2.1);
        grid.stroke(lid, colour, pen);
        break;
    }
    case DeviceKind::power: {
        QPainterPath bolt = line({{9, 1.6}, {3.4, 9.2}, {7.4, 9.2}, {7, 14.4}, {12.6, 6.8}, {8.6, 6.8}});
        bolt.closeSubpath();
        grid.stroke(bolt, colour, pen);
        break;
    }
    case DeviceKind::cooling:
        for (int arm = 0; arm < 6; ++arm) {
            const auto at = [arm](double radius, double turn) {
                const double angle = (arm * 60 + 30 + turn) * std::numbers::pi / 180;
                return QPointF{8 + radius * std::cos(angle), 8 + radius * std::sin(angle)};
            };
            grid.stroke(line({{8, 8}, at(6.4, 0)}), colour, pen);
            grid.stroke(line({at(5.9, 22), at(4, 0), at(5.9, -22)}), colour, 1.1);
        }
        break;
    case DeviceKind::other: grid.stroke(rounded({2.7, 2.7, 10.6, 10.6}, 2), colour, pen); break;
    }
}

} // namespace rackwright

#include "ui/drawing/ink.h"

#include <QFontMetricsF>
#include <QPainter>
#include <QPainterPath>

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

namespace rackwright {

QColor mixed(const QColor& first, const QColor& second, double share)
{
    const auto part = [share](int a, int b) { return static_cast<int>(std::lround(a + (b - a) * share)); };
    return QColor{part(first.red(), second.red()), part(first.green(), second.green()), part(first.blue(), second.blue())};
}

const QFont& canvasFont(int pixels, QFont::Weight weight)
{
    // Racks are painted on the screen's thread and reports on others.
    thread_local std::map<std::pair<int, int>, QFont> fonts;
    const auto [at, isNew] = fonts.try_emplace({pixels, static_cast<int>(weight)});
    if (isNew) {
        at->second = fontOf(pixels, weight);
        at->second.setPixelSize(pixels);
    }
    return at->second;
}

Ink::Ink(QPainter& painter_, const Tokens& tokens_, double scale_, bool onPaper)
    : painter{painter_}, tokens{tokens_}, scale{scale_}, toDevice_{std::abs(painter_.deviceTransform().m11())}
{
    const QTransform transform = painter.deviceTransform();
    snaps_ = !onPaper && transform.type() <= QTransform::TxScale && toDevice_ > 0;
    // At 1.25 and 1.5 a hairline is one device pixel, at 2 it is two.
    const double ratio = toDevice_ / scale;
    hair_ = snaps_ ? std::max(1.0, std::ceil(ratio - 0.5)) / toDevice_ : px(1);
}

QRectF Ink::snapped(const QRectF& rect) const
{
    if (!snaps_) return rect;
    const QTransform transform = painter.deviceTransform();
    const QRectF device = transform.mapRect(rect);
    const double left = std::round(device.left()), top = std::round(device.top());
    const double right = std::max(left + 1, std::round(device.right())), bottom = std::max(top + 1, std::round(device.bottom()));
    return transform.inverted().mapRect(QRectF{left, top, right - left, bottom - top});
}

void Ink::fill(const QRectF& rect, const QColor& colour) const
{
    painter.setRenderHint(QPainter::Antialiasing, !snaps_);
    painter.fillRect(snapped(rect), colour);
}

void Ink::roundFill(const QRectF& rect, const QColor& colour, double radius) const
{
    if (radius <= 0) return fill(rect, colour);
    painter.setRenderHint(QPainter::Antialiasing, true);
    painter.setPen(Qt::NoPen);
    painter.setBrush(colour);
    painter.drawRoundedRect(snapped(rect), radius, radius);
}

void Ink::box(const QRectF& rect, const QColor& fillColour, const QColor& line, double radius) const
{
    const QRectF outer = snapped(rect);
    roundFill(outer, line, radius);
    const QRectF inner = outer.adjusted(hair_, hair_, -hair_, -hair_);
    if (inner.width() > 0 && inner.height() > 0) roundFill(inner, fillColour, std::max(0.0, radius - hair_));
}

void Ink::dashedOutline(const QRectF& rect, const QColor& colour, double pixelWidth) const
{
    QPen pen{colour, pixelWidth * hair_};
    pen.setDashPattern({4, 3});
    pen.setCapStyle(Qt::FlatCap);
    painter.setRenderHint(QPainter::Antialiasing, false);
    painter.setPen(pen);
    painter.setBrush(Qt::NoBrush);
    const double half = pixelWidth * hair_ / 2;
    painter.drawRect(snapped(rect).adjusted(half, half, -half, -half));
}

void Ink::circle(const QRectF& rect, const QColor& fillColour, const QColor& line) const
{
    painter.setRenderHint(QPainter::Antialiasing, true);
    painter.setPen(line.isValid() ? QPen{line, hair_} : QPen{Qt::NoPen});
    painter.setBrush(fillColour);
    painter.drawEllipse(rect);
}

void Ink::hatch(const QRectF& rect, const QColor& colour, double stepPixels) const
{
    painter.save();
    painter.setClipRect(snapped(rect), Qt::IntersectClip);
    painter.setRenderHint(QPainter::Antialiasing, true);
    painter.setPen(QPen{colour, px(1)});
    for (double x = rect.left() - rect.height(); x < rect.right(); x += px(stepPixels))
        painter.drawLine(QPointF{x, rect.bottom()}, QPointF{x + rect.height(), rect.top()});
    painter.restore();
}

void Ink::mesh(const QRectF& rect, const QColor& colour) const
{
    const double pitch = std::max(px(3), 2.2); // at great zoom the holes grow, they do not multiply
    const int columns = static_cast<int>(rect.width() / pitch), rows = static_cast<int>(rect.height() / (pitch * 0.87));
    if (columns < 2 || rows < 1) return;
    std::vector<QPointF> holes;
    holes.reserve(static_cast<std::size_t>(columns * rows));
    const double left = rect.left() + (rect.width() - (columns - 0.5) * pitch) / 2 + pitch / 4;
    const double top = rect.top() + (rect.height() - rows * pitch * 0.87) / 2 + pitch * 0.43;
    for (int row = 0; row < rows; ++row)
        for (int column = 0; column + (row % 2) < columns; ++column)
            holes.emplace_back(left + (column + (row % 2) * 0.5) * pitch, top + row * pitch * 0.87);
    painter.setRenderHint(QPainter::Antialiasing, true);
    QPen pen{colour, pitch * 0.55};
    pen.setCapStyle(Qt::RoundCap);
    painter.setPen(pen);
    painter.drawPoints(holes.data(), static_cast<int>(holes.size()));
}

double Ink::textWidth(const QString& text, const TextStyle& style) const
{
    return px(QFontMetricsF{canvasFont(style.pixels, style.weight)}.horizontalAdvance(text));
}

double Ink::text(const QRectF& rect, const QString& text, const TextStyle& style) const
{
    constexpr double least = 8; ///< smaller text is not read
    if (text.isEmpty() || style.pixels < least || rect.height() * scale < style.pixels) return 0;
    const QFont& font = canvasFont(style.pixels, style.weight);
    const QFontMetricsF metrics{font};
    const double room = rect.width() * scale;
    QString shown = text;
    if (metrics.horizontalAdvance(text) > room) {
        if (style.elide == Elide::none || room < 2.5 * style.pixels) return 0;
        shown = metrics.elidedText(text, style.elide == Elide::middle ? Qt::ElideMiddle : Qt::ElideRight, room);
        if (shown.size() < 3) return 0;
    }
    painter.save();
    painter.translate(rect.topLeft());
    painter.scale(1 / scale, 1 / scale);
    painter.setRenderHint(QPainter::TextAntialiasing, true);
    painter.setFont(font);
    painter.setPen(style.colour);
    QRectF used;
    painter.drawText(
        QRectF{0, 0, room, rect.height() * scale}, static_cast<int>(style.align) | Qt::TextSingleLine | Qt::TextDontClip, shown, &used);
    if (style.struck) {
        painter.setRenderHint(QPainter::Antialiasing, true);
        painter.setPen(QPen{style.colour, 1});
        const double middle = used.center().y() + metrics.descent() / 4;
        painter.drawLine(QPointF{used.left(), middle}, QPointF{used.right(), middle});
    }
    painter.restore();
    return px(metrics.horizontalAdvance(shown));
}

} // namespace rackwright

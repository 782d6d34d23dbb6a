#include "ui/canvas/marks_painter.h"

#include "ui/drawing/signs.h"

#include <QCoreApplication>
#include <QFontMetricsF>
#include <QPainter>

#include <algorithm>
#include <cmath>

namespace rackwright {

namespace {

constexpr double tipWidth = 340, tipInset = 14, tipSign = 24, chipHeight = 24, chipInset = 10;

void strokeRounded(QPainter& painter, const QRectF& rect, double radius, const QPen& pen, const QBrush& brush = Qt::NoBrush)
{
    painter.setPen(pen);
    painter.setBrush(brush);
    painter.drawRoundedRect(rect, radius, radius);
}

void paintFloating(QPainter& painter, const QRectF& rect, const Tokens& t)
{
    for (int i = 4; i > 0; --i) {
        QColor shade = t.shadow;
        shade.setAlpha(t.shadow.alpha() / 5);
        strokeRounded(painter, rect.translated(0, 3), 8, QPen{shade, 2.0 * i});
    }
    strokeRounded(painter, rect.adjusted(0.5, 0.5, -0.5, -0.5), 8, QPen{t.lineStrong, 1}, t.raised);
}

double textHeight(const QFont& font, const QString& words, double width)
{
    return words.isEmpty() ? 0 : QFontMetricsF{font}.boundingRect(QRectF{0, 0, width, 1000}, Qt::TextWordWrap, words).height();
}

} // namespace

QRectF snapped(const QRectF& rect, double ratio)
{
    const auto snap = [ratio](double value) { return std::round(value * ratio) / ratio; };
    return {QPointF{snap(rect.left()), snap(rect.top())}, QPointF{snap(rect.right()), snap(rect.bottom())}};
}

void paintSelected(QPainter& painter, const QRectF& rect, const Tokens& t)
{
    strokeRounded(painter, rect.adjusted(-2, -2, 2, 2), 3, QPen{t.accent, 2});
}

void paintGroupBox(QPainter& painter, const QRectF& rect, const Tokens& t)
{
    strokeRounded(painter, rect.adjusted(-6.5, -6.5, 6.5, 6.5), 4, QPen{t.accent, 1});
}

void paintHover(QPainter& painter, const QRectF& rect, const Tokens& t)
{
    strokeRounded(painter, rect.adjusted(-0.5, -0.5, 0.5, 0.5), 3, QPen{t.text2, 1});
}

void paintFocus(QPainter& painter, const QRectF& rect, const Tokens& t)
{
    // A gap in the colour of the ground keeps it apart from the selection line.
    strokeRounded(painter, rect.adjusted(-4, -4, 4, 4), 5, QPen{t.canvas, 2});
    strokeRounded(painter, rect.adjusted(-6, -6, 6, 6), 5, QPen{t.accent, 2});
}

void paintDropPlace(QPainter& painter, const QRectF& rect, const Tokens& t)
{
    QPen pen{t.accent, 1};
    pen.setDashPattern({4, 3});
    strokeRounded(painter, rect.adjusted(0.5, 0.5, -0.5, -0.5), 3, pen);
}

void paintRubberBand(QPainter& painter, const QRectF& rect, const Tokens& t)
{
    QColor fill = t.accent;
    fill.setAlphaF(0.10f);
    strokeRounded(painter, rect.adjusted(0.5, 0.5, -0.5, -0.5), 0, QPen{t.accent, 1}, fill);
}

void paintGhostRect(QPainter& painter, const QRectF& rect, bool isLegal, const Tokens& t)
{
    if (isLegal) {
        QColor fill = t.accent;
        fill.setAlphaF(0.14f);
        strokeRounded(painter, rect.adjusted(1, 1, -1, -1), 3, QPen{t.accent, 2}, fill);
        return;
    }
    const QColor over = t.of(Status::over).line;
    QColor hatch = over;
    hatch.setAlphaF(0.25f);
    painter.save();
    painter.setClipRect(rect);
    painter.setPen(QPen{hatch, 1.5});
    for (double x = rect.left() - rect.height(); x < rect.right(); x += 6)
        painter.drawLine(QPointF{x, rect.bottom()}, QPointF{x + rect.height(), rect.top()});
    painter.restore();
    QPen pen{over, 2};
    pen.setDashPattern({4, 3});
    strokeRounded(painter, rect.adjusted(1, 1, -1, -1), 3, pen);
}

QRectF chipRect(const Ghost& ghost, const QRectF& ghostRect, const QRectF& viewport)
{
    if (!ghost.isLegal || ghost.chip.isEmpty()) return {};
    const double sign = ghost.isNearLimit ? 20 : 0;
    const double width = std::ceil(QFontMetricsF{fontOf(TypeRole::value)}.horizontalAdvance(ghost.chip)) + 2 * chipInset + sign;
    const double above = ghostRect.top() - chipHeight - 6;
    const double top = above < viewport.top() + 4 ? ghostRect.top() + 6 : above;
    const double left = std::clamp(ghostRect.left(), viewport.left() + 4, std::max(viewport.left() + 4, viewport.right() - width - 4));
    return {std::round(left), std::round(std::clamp(top, viewport.top() + 4, viewport.bottom() - chipHeight - 4)), width, chipHeight};
}

void paintChip(QPainter& painter, const QRectF& rect, const Ghost& ghost, const Tokens& t)
{
    strokeRounded(
        painter, rect.adjusted(0.5, 0.5, -0.5, -0.5), 4, QPen{ghost.isNearLimit ? t.of(Status::nearLimit).line : t.accent, 1}, t.raised);
    double left = rect.left() + chipInset;
    if (ghost.isNearLimit) {
        paintStatus(painter, {left, rect.center().y() - 6.5, 13, 13}, Status::nearLimit, t);
        left += 20;
    }
    painter.setFont(fontOf(TypeRole::value));
    painter.setPen(t.text1);
    painter.drawText(QRectF{QPointF{left, rect.top()}, rect.bottomRight()}, Qt::AlignLeft | Qt::AlignVCenter, ghost.chip);
}

QRectF tipRect(const Ghost& ghost, const QPointF& pointer, const QRectF& viewport)
{
    if (ghost.isLegal || ghost.reason.isEmpty()) return {};
    const double width = std::min(tipWidth, viewport.width() - 16), inner = width - 2 * tipInset - tipSign;
    double height = 2 * 10 + textHeight(fontOf(TypeRole::section), ghost.reason, inner);
    if (!ghost.mend.isEmpty()) height += 6 + textHeight(fontOf(TypeRole::body), ghost.mend, inner);
    QPointF corner = pointer + QPointF{20, 24};
    if (corner.x() + width > viewport.right() - 8) corner.setX(pointer.x() - width - 20);
    if (corner.y() + height > viewport.bottom() - 8) corner.setY(pointer.y() - height - 24);
    corner.setX(std::max(corner.x(), viewport.left() + 8));
    corner.setY(std::max(corner.y(), viewport.top() + 8));
    return {std::round(corner.x()), std::round(corner.y()), width, std::ceil(height)};
}

void paintTip(QPainter& painter, const QRectF& rect, const Ghost& ghost, const Tokens& t)
{
    paintFloating(painter, rect, t);
    const QColor over = t.of(Status::over).line;
    painter.fillRect(QRectF{rect.left() + 1, rect.top() + 8, 3, rect.height() - 16}, over);
    paintStatus(painter, {rect.left() + tipInset, rect.top() + 11, 14, 14}, Status::over, t);
    QRectF inner = rect.adjusted(tipInset + tipSign, 10, -tipInset, -10);
    painter.setFont(fontOf(TypeRole::section));
    painter.setPen(t.text1);
    painter.drawText(inner, Qt::TextWordWrap, ghost.reason);
    if (ghost.mend.isEmpty()) return;
    inner.setTop(inner.top() + textHeight(fontOf(TypeRole::section), ghost.reason, inner.width()) + 6);
    painter.setFont(fontOf(TypeRole::body));
    painter.setPen(t.text2);
    painter.drawText(inner, Qt::TextWordWrap, ghost.mend);
}

QRectF legendRect(const QRectF& viewport)
{
    return {viewport.right() - 244, viewport.bottom() - 52, 236, 44};
}

void paintLegend(QPainter& painter, const QRectF& viewport, double mostWatts, const Tokens& t)
{
    const QRectF rect = legendRect(viewport);
    strokeRounded(painter, rect.adjusted(0.5, 0.5, -0.5, -0.5), 4, QPen{t.line, 1}, t.panel);
    const double width = (rect.width() - 20) / 7;
    for (std::size_t i = 0; i < 7; ++i)
        painter.fillRect(QRectF{rect.left() + 10 + static_cast<double>(i) * width, rect.top() + 8, width, 10}, t.ramp[i]);
    painter.setFont(fontOf(TypeRole::small));
    painter.setPen(t.text2);
    const QRectF line{rect.left() + 10, rect.top() + 20, rect.width() - 20, 18};
    painter.drawText(line, Qt::AlignLeft | Qt::AlignVCenter, QStringLiteral("0"));
    painter.drawText(line, Qt::AlignHCenter | Qt::AlignVCenter, QCoreApplication::translate("Canvas", "power of a device"));
    painter.drawText(line, Qt::AlignRight | Qt::AlignVCenter, kilowatts(mostWatts));
}

} // namespace rackwright

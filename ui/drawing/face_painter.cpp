#include "ui/drawing/face_painter.h"

#include <QPainter>
#include <QPainterPath>

#include <algorithm>
#include <cmath>

namespace rackwright {

namespace {

constexpr double earShare = 0.034; ///< of the panel: (482.6 - 450) / 2 / 482.6

struct Colours {
    QColor face, line, label, number, quiet;
};

Colours coloursOf(const DeviceFace& device, const Tokens& t)
{
    if (device.heat) {
        const auto step = static_cast<std::size_t>(std::clamp(*device.heat, 0, 6));
        const QColor on = t.onRamp[step];
        return {t.ramp[step], mixed(t.ramp[step], t.text1, 0.35), on, on, on};
    }
    return {device.shape == FaceShape::blank ? t.blank : t.face, t.faceLine, t.text1, t.text1, t.text2};
}

void paintEars(const Ink& ink, const QRectF& rect, double ear, bool left, bool right, int heightHalfU)
{
    const Tokens& t = ink.tokens;
    const int pairs = heightHalfU > 2 ? 2 : 1;
    for (const bool isLeft : {true, false}) {
        if (isLeft ? !left : !right) continue;
        const QRectF flange{isLeft ? rect.left() : rect.right() - ear, rect.top(), ear, rect.height()};
        ink.fill(flange, t.ear);
        const double radius = std::min(ear * 0.2, rect.height() * 0.2);
        for (int i = 0; i < pairs; ++i) {
            const double inset = pairs == 1 ? rect.height() / 2 : 3.2;
            const double y = i == 0 ? rect.top() + inset : rect.bottom() - inset;
            ink.circle({flange.center().x() - radius, y - radius, 2 * radius, 2 * radius}, t.faceLine, {});
        }
    }
}

void paintLock(const Ink& ink, const QPointF& left, double side, const QColor& colour)
{
    QPainter& painter = ink.painter;
    painter.setRenderHint(QPainter::Antialiasing, true);
    painter.setPen(QPen{colour, side * 0.13});
    painter.setBrush(Qt::NoBrush);
    QPainterPath shackle;
    shackle.moveTo(left.x() + side * 0.27, left.y());
    shackle.lineTo(left.x() + side * 0.27, left.y() - side * 0.2);
    shackle.cubicTo(left.x() + side * 0.27, left.y() - side * 0.58, left.x() + side * 0.73, left.y() - side * 0.58, left.x() + side * 0.73,
        left.y() - side * 0.2);
    shackle.lineTo(left.x() + side * 0.73, left.y());
    painter.drawPath(shackle);
    ink.roundFill({left.x() + side * 0.12, left.y() - side * 0.06, side * 0.76, side * 0.54}, colour, side * 0.1);
}

/// Label, model and watts in one row; gives back how far from the left the words reach.
class Words {
public:
    Words(const Ink& ink, const DeviceFace& device, const Colours& colours, Detail detail)
        : ink_{ink}, device_{device}, colours_{colours}, detail_{detail}
    {
    }

    [[nodiscard]] TextStyle labelStyle(bool tall) const
    {
        return {facePixels(tall ? 11 : 10, ink_.scale, 15), QFont::DemiBold, colours_.label, Qt::AlignLeft | Qt::AlignVCenter,
            Elide::middle, device_.status == PlacementStatus::removed};
    }
    [[nodiscard]] TextStyle wattsStyle() const
    {
        return {facePixels(10, ink_.scale, 14), QFont::Medium, colours_.number, Qt::AlignRight | Qt::AlignVCenter};
    }

    /// Width of the label column of a low face: the label, rounded up so that neighbours align.
    [[nodiscard]] double column(double most) const
    {
        constexpr double step = 12;
        const double wanted = ink_.textWidth(device_.label, labelStyle(false)) + ink_.px(6) + lockWidth();
        return std::min(std::ceil(wanted / step) * step, most);
    }
    [[nodiscard]] double wattsWidth() const { return device_.watts.isEmpty() ? 0 : ink_.textWidth(device_.watts, wattsStyle()); }

    /// Watts are never shortened; the label gives way.
    void row(const QRectF& room, bool tall, bool withWatts) const
    {
        double right = room.right();
        if (withWatts && wattsWidth() > 0 && wattsWidth() < room.width() * 0.7) right -= ink_.text(room, device_.watts, wattsStyle());
        double left = room.left();
        left += ink_.text({left, room.top(), right - left - (right < room.right() ? ink_.px(6) : 0) - lockWidth(), room.height()},
            device_.label, labelStyle(tall));
        if (lockWidth() > 0 && left > room.left()) {
            paintLock(ink_, {left + ink_.px(4), room.center().y()}, lockSide(), colours_.quiet);
            left += lockWidth();
        }
        if (detail_ == Detail::close && tall && left > room.left())
            ink_.text({left + ink_.px(8), room.top(), right - left - ink_.px(18), room.height()}, device_.model,
                {facePixels(9, ink_.scale, 13), QFont::Normal, colours_.quiet, Qt::AlignLeft | Qt::AlignVCenter, Elide::right});
    }

private:
    [[nodiscard]] double lockSide() const { return ink_.px(facePixels(9, ink_.scale, 14)); }
    [[nodiscard]] double lockWidth() const { return device_.status == PlacementStatus::existing ? lockSide() + ink_.px(4) : 0; }

    const Ink& ink_;
    const DeviceFace& device_;
    const Colours& colours_;
    Detail detail_;
};

void paintHeld(const Ink& ink, const QRectF& body, const DeviceFace& device)
{
    if (device.status == PlacementStatus::removed) ink.hatch(body, mixed(ink.tokens.face, ink.tokens.text1, 0.2));
}

/// Label above, inside below.
void paintTall(const Ink& ink, const QRectF& body, const QRectF& room, const DeviceFace& device, const Words& words, const RackStyle& style)
{
    const Detail detail = detailAt(style.pixelsPerU);
    const bool close = device.heightHalfU < 6; // two U hold a row of words and one of things
    const double row = ink.px(words.labelStyle(!close).pixels * (close ? 1.2 : 1.36));
    const QRectF rest = room.adjusted(0, row + ink.px(close ? 1 : 2), 0, -ink.px(2));
    if (rest.height() * ink.scale >= 5) {
        if (detail == Detail::shape)
            paintInsideShape(ink, rest, device);
        else
            paintInside(ink, rest, device, style.face != device.face, detail);
    }
    paintHeld(ink, body, device);
    words.row({room.left(), room.top() + (close ? 0 : ink.px(1)), room.width(), row}, !close, detail >= Detail::whole);
}

/// Label, inside and watts side by side.
void paintLow(const Ink& ink, const QRectF& body, const QRectF& room, const DeviceFace& device, const Words& words, const RackStyle& style)
{
    const bool wide = device.widthQuarters > 2;
    const QRectF line{room.left(), body.top(), room.width(), body.height()};
    const double column = words.column(room.width() * (wide ? 0.58 : 0.9));
    const double watts = (style.pixelsPerU >= 20 && wide) || device.door || device.shape == FaceShape::shelf ? words.wattsWidth() : 0;
    const QRectF rest = room.adjusted(column, ink.px(1), watts > 0 ? -watts - ink.px(8) : 0, -ink.px(1));
    if (rest.width() * ink.scale > 12) paintInside(ink, rest, device, style.face != device.face, detailAt(style.pixelsPerU));
    paintHeld(ink, body, device);
    if (watts > 0) ink.text(line, device.watts, words.wattsStyle());
    words.row({line.left(), line.top(), column - ink.px(4), line.height()}, false, false);
}

/// A unit in a side channel: stripe on top, outlets left, load right, its label along it.
void paintUpright(const Ink& ink, const QRectF& rect, const DeviceFace& device, Detail detail)
{
    const Tokens& t = ink.tokens;
    const Colours colours = coloursOf(device, t);
    ink.box(rect, colours.face, colours.line, std::min(ink.px(3), rect.width() / 4));
    const double stripe = std::max(2.0, ink.px(3));
    ink.fill({rect.left(), rect.top(), rect.width(), stripe}, t.of(device.kind));
    const double side = std::min(ink.px(2), rect.width() * 0.1);
    const QRectF room = rect.adjusted(side, stripe + ink.px(3), -side, -ink.px(4));
    if (room.width() <= ink.px(1)) return;

    // Load: a column from the bottom; full and in the colour of "over" when it is beyond its rating.
    const double bar = std::min(std::max(ink.px(2), rect.width() * 0.16), room.width());
    const QRectF track{room.right() - bar, room.top(), bar, room.height()};
    if (device.loadShare >= 0 || device.overloaded) {
        const double share = device.overloaded ? 1 : std::clamp(device.loadShare, 0.0, 1.0);
        ink.roundFill(track, t.barTrack, bar / 2);
        const double height = std::max(bar, track.height() * share);
        const QColor colour = device.overloaded ? t.of(Status::over).line : share >= 0.9 ? t.of(Status::nearLimit).line : t.barFill;
        ink.roundFill({track.left(), track.bottom() - height, bar, height}, colour, bar / 2);
    }
    if (detail < Detail::whole || rect.width() * ink.scale < 10) return;

    const double outlet = std::min(3.6, rect.width() * 0.22);
    const double words = room.width() - bar - std::min(ink.px(1.5), rect.width() * 0.08);
    TextStyle style{facePixels(9, ink.scale, 13), QFont::DemiBold, colours.label, Qt::AlignLeft | Qt::AlignVCenter, Elide::middle,
        device.status == PlacementStatus::removed};
    double label = 0;
    if (words * ink.scale >= style.pixels) {
        label = std::min(ink.textWidth(device.label, style) + ink.px(2), room.height() * 0.6);
        ink.painter.save();
        ink.painter.translate(room.left(), room.top() + label);
        ink.painter.rotate(-90);
        const Ink turned{ink.painter, t, ink.scale, true};
        label = turned.text({0, 0, label, words}, device.label, style);
        ink.painter.restore();
    }
    const double from = room.top() + (label > 0 ? label + ink.px(7) : 0);
    const int outlets = device.outlets > 0 ? device.outlets : 24;
    const double pitch = (room.bottom() - from) / outlets;
    const QRectF column{room.left() + (words - outlet) / 2, from, outlet, std::min(pitch * 0.62, outlet)};
    if (pitch * ink.scale >= 2.4)
        for (int i = 0; i < outlets; ++i) ink.fill(column.translated(0, i * pitch), t.ports);
}

} // namespace

int facePixels(double base, double scale, int most)
{
    return std::clamp(static_cast<int>(std::lround(base * scale)), 8, most);
}

void paintFace(const Ink& ink, const QRectF& rect, const DeviceFace& device, const RackStyle& style)
{
    const Tokens& t = ink.tokens;
    const Detail detail = detailAt(style.pixelsPerU);
    if (rect.height() > rect.width() && (device.side || device.heightHalfU * 2.0 / device.widthQuarters < 12)) {
        paintUpright(ink, rect, device, detail);
        paintHeld(ink, rect, device);
        return;
    }
    const Colours colours = coloursOf(device, t);
    const bool low = device.heightHalfU < 4 || rect.height() < rect.width() * 0.15;
    // Neighbours keep a line of air between them.
    const QRectF outer = detail >= Detail::whole ? rect.adjusted(0, ink.px(0.5), 0, -ink.px(0.5)) : rect;
    double left = 0, right = 0;
    if (detail >= Detail::whole && !device.door) {
        const double ear = rect.width() * 4 / device.widthQuarters * earShare;
        if (device.fromQuarter == 0) left = ear;
        if (device.fromQuarter + device.widthQuarters == 4) right = ear;
        if (style.face == Face::rear) std::swap(left, right);
        paintEars(ink, outer, ear, left > 0, right > 0, device.heightHalfU);
    }
    const QRectF body = outer.adjusted(left, 0, -right, 0);
    ink.box(body, colours.face, colours.line, detail >= Detail::whole ? ink.px(2) : 0);
    if (device.shape == FaceShape::blank) return;
    const double stripe = ink.px(std::clamp(3 * ink.scale, 2.0, 5.0));
    ink.fill({body.left(), body.top(), stripe, body.height()}, t.of(device.kind));
    const QRectF room = body.adjusted(stripe + ink.px(4), ink.px(1), -ink.px(4), -ink.px(1));
    const Words words{ink, device, colours, detail};
    if (low && detail >= Detail::whole)
        paintLow(ink, body, room, device, words, style);
    else if (!low && detail >= Detail::shape)
        paintTall(ink, body, room, device, words, style);
    else
        paintHeld(ink, body, device);
}

void paintOtherSide(const Ink& ink, const QRectF& rect, const DeviceFace& device)
{
    const Tokens& t = ink.tokens;
    const QColor half = mixed(t.emptyBay, t.text2, 0.5);
    ink.dashedOutline(rect.adjusted(ink.px(1), ink.px(1), -ink.px(1), -ink.px(1)), half);
    if (ink.scale * RackLayout::unitsPerU < 11) return;
    ink.text(rect.adjusted(ink.px(8), 0, -ink.px(8), 0), device.label,
        {facePixels(9, ink.scale, 12), QFont::Medium, t.text3, Qt::AlignLeft | Qt::AlignVCenter, Elide::middle,
            device.status == PlacementStatus::removed});
}

void paintDevice(QPainter& painter, const QRectF& rect, const DeviceFace& device, const RackStyle& style)
{
    painter.save();
    paintFace(Ink{painter, *style.tokens, style.pixelsPerU / RackLayout::unitsPerU, style.onPaper}, rect, device, style);
    painter.restore();
}

} // namespace rackwright

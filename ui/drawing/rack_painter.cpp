#include "ui/drawing/rack_painter.h"

#include "ui/drawing/face_painter.h"
#include "ui/drawing/signs.h"

#include <QPainter>

#include <algorithm>
#include <array>
#include <cmath>

namespace rackwright {

namespace {

class RackPainter {
public:
    RackPainter(QPainter& painter, const RackPicture& rack, const RackStyle& style)
        : rack_{rack}, style_{style}, layout_{rack, style.face}, detail_{detailAt(style.pixelsPerU)}, ink_{painter, *style.tokens,
                                                                                                          style.pixelsPerU
                                                                                                              / RackLayout::unitsPerU,
                                                                                                          style.onPaper}
    {
    }

    void paint()
    {
        if (detail_ == Detail::mass) {
            paintMass();
            return;
        }
        paintFrame();
        if (detail_ >= Detail::whole) paintUnits();
        paintDevices();
        if (!style_.header) return;
        paintHeader();
        paintCaption();
    }

private:
    [[nodiscard]] const Tokens& t() const { return *style_.tokens; }
    /// Sides of a device in front of this view.
    [[nodiscard]] bool isSeen(const DeviceFace& device) const { return device.fullDepth || device.face == style_.face; }

    /// The frame filled with the kinds' colours in proportion, from the bottom.
    void paintMass()
    {
        ink_.fill(layout_.frame, t().rackFrame);
        std::array<int, deviceKinds> halfUs{};
        for (const DeviceFace& device : rack_.devices)
            if (!device.side && !device.door && device.status != PlacementStatus::removed)
                halfUs[static_cast<std::size_t>(device.kind)] += device.heightHalfU * device.widthQuarters;
        const QRectF room = layout_.inside.adjusted(-RackLayout::railLeft / 2, 0, RackLayout::railRight, 0);
        ink_.fill(room, t().emptyBay);
        double y = room.bottom();
        for (std::size_t kind = 0; kind < deviceKinds; ++kind) {
            const double height = room.height() * std::min(1.0, halfUs[kind] / (8.0 * rack_.heightU));
            if (height <= 0) continue;
            ink_.fill({room.left(), y - height, room.width(), height}, t().device[kind]);
            y -= height;
        }
    }

    void paintFrame()
    {
        ink_.box(layout_.frame, t().rackFrame, t().rackEdge, ink_.px(3));
        const QRectF& inside = layout_.inside;
        if (layout_.isTank()) {
            ink_.fill(inside, mixed(t().emptyBay, t().of(DeviceKind::cooling), 0.12));
            return;
        }
        const QRectF opening{layout_.frame.left() + ink_.px(2), inside.top(), layout_.frame.width() - ink_.px(4), inside.height()};
        ink_.fill(opening, mixed(t().rail, t().emptyBay, 0.5));
        ink_.fill({inside.left() - RackLayout::railLeft, inside.top(), RackLayout::railLeft, inside.height()}, t().rail);
        ink_.fill({inside.right(), inside.top(), RackLayout::railRight, inside.height()}, t().rail);
        ink_.fill(inside, t().emptyBay);
    }

    void paintUnits()
    {
        const QRectF& inside = layout_.inside;
        const bool tank = layout_.isTank();
        const double unit = RackLayout::unitsPerU;
        for (int u = 1; u <= rack_.heightU; ++u) {
            const QRectF place = layout_.of((u - 1) * 2, 2);
            if (u < rack_.heightU) {
                if (tank)
                    ink_.fill({place.right(), inside.top(), ink_.hair(), inside.height()}, t().line);
                else
                    ink_.fill({inside.left(), place.top(), inside.width(), ink_.hair()}, t().line);
            }
            const bool fifth = u % 5 == 0;
            const TextStyle number{facePixels(8, ink_.scale, 11), fifth ? QFont::DemiBold : QFont::Normal, fifth ? t().text1 : t().text3,
                Qt::AlignRight | Qt::AlignVCenter};
            const QRectF left{inside.left() - RackLayout::railLeft, place.top(), RackLayout::railLeft - ink_.px(1), unit};
            const QRectF above{place.left() - unit / 2, inside.top() - RackLayout::railLeft, 2 * unit - ink_.px(2), RackLayout::railLeft};
            if (!tank || fifth) ink_.text(tank ? above.translated(-unit / 4, 0) : left, QString::number(u), number);
        }
    }

    void paintDevices()
    {
        for (const DeviceFace& device : rack_.devices)
            if (!device.side && !device.door && !isSeen(device)) paintOtherSide(ink_, layout_.of(device), device);
        for (const DeviceFace& device : rack_.devices) {
            if (!device.side && !device.door && !isSeen(device)) continue;
            if (rack_.soldWhole && !device.side && !device.door)
                paintTrays(layout_.of(device), device);
            else if (layout_.isTank() && !device.side && !device.door)
                paintStanding(layout_.of(device), device);
            else
                paintFace(ink_, layout_.of(device), device, style_);
        }
    }

    /// In a tank a device stands on its side: its face is read from the left, turned by a right angle.
    void paintStanding(const QRectF& place, const DeviceFace& device)
    {
        QPainter& painter = ink_.painter;
        painter.save();
        painter.translate(place.left(), place.bottom());
        painter.rotate(-90);
        paintFace(Ink{painter, t(), ink_.scale, true}, {0, 0, place.height(), place.width()}, device, style_);
        painter.restore();
    }

    /// A rack sold whole: its trays are seen, each with its share of the accelerators.
    void paintTrays(const QRectF& place, const DeviceFace& device)
    {
        constexpr int perTray = 4;
        const int units = std::max(1, device.heightHalfU / 2);
        const int compute = std::min(units - 1, (device.accelerators + perTray - 1) / perTray);
        const int first = std::max(0, (units - compute) / 2);
        for (int u = 0; u < units; ++u) {
            DeviceFace tray;
            tray.kind = device.kind, tray.status = device.status, tray.heat = device.heat, tray.face = device.face;
            tray.shape = FaceShape::other, tray.heightHalfU = 2, tray.supplies = 1;
            if (u == units - 1) {
                tray.label = device.label, tray.watts = device.watts, tray.model = device.model, tray.shape = FaceShape::shelf;
            } else if (u >= first && u < first + compute) {
                tray.shape = FaceShape::accelerated;
                tray.accelerators = std::min(perTray, device.accelerators - (u - first) * perTray);
            }
            const double height = place.height() / units;
            paintFace(ink_, {place.left(), place.bottom() - (u + 1) * height, place.width(), height}, tray, style_);
        }
    }

    void paintHeader()
    {
        const int namePixels = facePixels(14, ink_.scale, 18), smallPixels = facePixels(11, ink_.scale, 13);
        const QRectF room{0, 0, layout_.frame.width(), RackLayout::header - ink_.px(3)};
        const double bar = ink_.px(4), nameRow = ink_.px(namePixels * 1.3), smallRow = ink_.px(smallPixels * 1.4);
        double bottom = room.bottom();
        const bool withBar = nameRow + bar + ink_.px(3) <= room.height();
        const bool withSmall = withBar && nameRow + smallRow + bar + ink_.px(3) <= room.height() && detail_ >= Detail::whole;
        if (withBar) {
            if (rack_.loadShare) paintBar({room.left(), bottom - bar, room.width(), bar});
            bottom -= bar + ink_.px(3);
        }
        if (withSmall) {
            paintSmallRow({room.left(), bottom - smallRow, room.width(), smallRow}, smallPixels);
            bottom -= smallRow;
        }
        paintNameRow({room.left(), bottom - nameRow, room.width(), nameRow}, namePixels);
    }

    void paintNameRow(const QRectF& row, int pixels)
    {
        double right = row.right();
        if (rack_.status) {
            const double side = ink_.px(std::min(14, pixels));
            paintStatus(ink_.painter, {right - side, row.center().y() - side / 2, side, side}, *rack_.status, t());
            right -= side + ink_.px(4);
        }
        if (detail_ >= Detail::shape) {
            const TextStyle load{std::max(8, pixels - 1), QFont::DemiBold, t().text1, Qt::AlignRight | Qt::AlignVCenter};
            if (ink_.textWidth(rack_.load, load) < (right - row.left()) * 0.65) {
                const double used = ink_.text({row.left(), row.top(), right - row.left(), row.height()}, rack_.load, load);
                if (used > 0) right -= used + ink_.px(8);
            }
        }
        ink_.text({row.left(), row.top(), right - row.left(), row.height()}, rack_.name,
            {pixels, QFont::DemiBold, t().text1, Qt::AlignLeft | Qt::AlignVCenter, Elide::middle});
    }

    void paintSmallRow(const QRectF& row, int pixels)
    {
        const TextStyle limit{pixels, QFont::Normal, t().text2, Qt::AlignRight | Qt::AlignVCenter};
        const double used = ink_.text(row, rack_.limit, limit);
        const double right = row.right() - (used > 0 ? used + ink_.px(8) : 0);
        if (ink_.textWidth(rack_.content, limit) > right - row.left() && right - row.left() < ink_.px(70)) return;
        ink_.text({row.left(), row.top(), right - row.left(), row.height()}, rack_.content,
            {pixels, QFont::Normal, t().text2, Qt::AlignLeft | Qt::AlignVCenter, Elide::right});
    }

    void paintBar(const QRectF& track)
    {
        const double share = *rack_.loadShare, radius = track.height() / 2;
        const Status status = share > 1 ? Status::over : share >= 0.9 ? Status::nearLimit : Status::ok;
        ink_.roundFill(track, t().barTrack, radius);
        const double width = std::max(track.height(), track.width() * std::clamp(share, 0.0, 1.0));
        ink_.roundFill(
            {track.left(), track.top(), width, track.height()}, status == Status::ok ? t().barFill : t().of(status).line, radius);
        const double tick = track.left() + track.width() * 0.9;
        ink_.fill({tick, track.top() - ink_.px(1.5), ink_.hair(), track.height() + ink_.px(3)}, t().text2);
    }

    void paintCaption()
    {
        if (detail_ < Detail::shape) return;
        const int pixels = facePixels(11, ink_.scale, 12);
        ink_.text({0, layout_.frame.bottom() + ink_.px(1), layout_.frame.width(), RackLayout::caption}, rack_.caption,
            {pixels, QFont::Normal, t().text2, Qt::AlignCenter, Elide::right});
    }

    const RackPicture& rack_;
    const RackStyle& style_;
    RackLayout layout_;
    Detail detail_;
    Ink ink_;
};

} // namespace

void paintRack(QPainter& painter, const RackPicture& rack, const RackStyle& style)
{
    painter.save();
    RackPainter{painter, rack, style}.paint();
    painter.restore();
}

} // namespace rackwright

#include "ui/drawing/rack_painter.h"

#include <algorithm>
#include <cmath>

namespace rackwright {

namespace {

constexpr double mmPerU = 44.45;
constexpr double leastChannel = 4;

} // namespace

Detail detailAt(double pixelsPerU)
{
    if (pixelsPerU < 3) return Detail::mass;
    if (pixelsPerU < 7) return Detail::plain;
    if (pixelsPerU < 11) return Detail::shape;
    return pixelsPerU <= 22 ? Detail::whole : Detail::close;
}

double rackWidth(double widthMm)
{
    return widthMm / mmPerU * RackLayout::unitsPerU;
}

RackLayout::RackLayout(const RackPicture& rack, Face face) : halfUs_{rack.heightU * 2}, tank_{rack.tank}, face_{face}
{
    const double along = rack.heightU * unitsPerU;
    if (tank_) {
        const double deep = rackWidth(rack.panelMm);
        frame = {0, header, along + 2 * top, railLeft + deep + plinthHeight};
        inside = {top, header + railLeft, along, deep};
        plinth = {top, inside.bottom(), along, plinthHeight};
    } else {
        const double width = rackWidth(rack.widthMm);
        const double panel = std::min(rackWidth(rack.panelMm), width - railLeft - railRight - 2 * leastChannel);
        frame = {0, header, width, top + along + plinthHeight};
        inside = {(width - railLeft - railRight - panel) / 2 + railLeft, header + top, panel, along};
        plinth = {leastChannel, inside.bottom(), width - 2 * leastChannel, plinthHeight};
    }
    for (const DeviceFace& device : rack.devices) {
        if (!device.side) continue;
        int& count = besides_[static_cast<std::size_t>(*device.side)];
        count = std::max(count, device.sidePosition + 1);
    }
    bounds = {0, 0, frame.width(), frame.bottom() + caption};
}

QRectF RackLayout::of(const DeviceFace& device) const
{
    if (device.door) return plinth.adjusted(0, 1, 0, -1);
    if (!device.side) return of(device.fromHalfU, device.heightHalfU, device.fromQuarter, device.widthQuarters);
    const QRectF place = channel(*device.side);
    const double slot = place.height() / besides_[static_cast<std::size_t>(*device.side)];
    const double width = std::min(18.0, place.width() - 0.5);
    return {place.center().x() - width / 2, place.top() + device.sidePosition * slot + 1, width, slot - 2};
}

QRectF RackLayout::of(int fromHalfU, int heightHalfU, int fromQuarter, int widthQuarters) const
{
    constexpr double unit = unitsPerU / 2;
    // From behind, what stands left is seen right.
    const int quarter = face_ == Face::front ? fromQuarter : 4 - fromQuarter - widthQuarters;
    if (tank_) {
        const double across = inside.height() / 4;
        return {inside.left() + fromHalfU * unit, inside.top() + quarter * across, heightHalfU * unit, widthQuarters * across};
    }
    const double across = inside.width() / 4;
    return {
        inside.left() + quarter * across, inside.bottom() - (fromHalfU + heightHalfU) * unit, widthQuarters * across, heightHalfU * unit};
}

QRectF RackLayout::channel(Side side) const
{
    if (tank_) return {side == Side::left ? inside.left() : inside.center().x(), header + 1, inside.width() / 2, railLeft - 2};
    const bool seenLeft = (side == Side::left) == (face_ == Face::front);
    if (seenLeft) return {1, inside.top(), inside.left() - railLeft - 1, inside.height()};
    const double left = inside.right() + railRight;
    return {left, inside.top(), frame.right() - 1 - left, inside.height()};
}

int RackLayout::halfUAt(double y, int heightHalfU) const
{
    return clamped((inside.bottom() - y) / (unitsPerU / 2) - heightHalfU, heightHalfU);
}

int RackLayout::halfUAt(QPointF point, int heightHalfU) const
{
    return tank_ ? clamped((point.x() - inside.left()) / (unitsPerU / 2) - heightHalfU, heightHalfU) : halfUAt(point.y(), heightHalfU);
}

int RackLayout::clamped(double halfU, int heightHalfU) const
{
    return std::clamp(static_cast<int>(std::lround(halfU)), 0, std::max(0, halfUs_ - heightHalfU));
}

} // namespace rackwright

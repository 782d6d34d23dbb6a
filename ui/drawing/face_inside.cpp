// What a device looks like inside its face. Counts come from the catalog; the arrangement is a drawing's, not a blueprint's.
#include "ui/drawing/face_painter.h"

#include <QPainter>

#include <algorithm>
#include <cmath>
#include <optional>

namespace rackwright {

namespace {

constexpr double unit = RackLayout::unitsPerU;

/// `count` cells in the grid whose cells are as square as `aspect` (width / height) wants.
struct GridShape {
    int columns = 1, rows = 1;
};
GridShape gridFor(int count, const QRectF& room, double aspect)
{
    GridShape best;
    double bestSide = 0;
    for (int columns = 1; columns <= count; ++columns) {
        const int rows = (count + columns - 1) / columns;
        const double side = std::min(room.width() / columns / aspect, room.height() / rows);
        if (side > bestSide * 1.001) bestSide = side, best = {columns, rows};
    }
    return best;
}

void paintChip(const Ink& ink, const QRectF& cell)
{
    const Tokens& t = ink.tokens;
    const QColor& colour = t.of(DeviceKind::accelerator);
    const double side = std::min(cell.width(), cell.height());
    if (side * ink.scale < 6) {
        ink.fill({cell.center().x() - side * 0.36, cell.center().y() - side * 0.36, side * 0.72, side * 0.72}, colour);
        return;
    }
    const QRectF outer{cell.center().x() - side / 2, cell.center().y() - side / 2, side, side};
    ink.roundFill(outer, colour, side * 0.14);
    const double line = std::max(ink.hair(), side * 0.07);
    ink.roundFill(outer.adjusted(line, line, -line, -line), t.face, side * 0.1);
    const double core = side * 0.27;
    ink.roundFill(outer.adjusted(core, core, -core, -core), colour, side * 0.06);
}

void paintChips(const Ink& ink, const QRectF& room, int count)
{
    const GridShape grid = gridFor(count, room, 1.25);
    const double width = room.width() / grid.columns, height = room.height() / grid.rows;
    const double side = std::min({width * 0.74, height * (grid.rows > 1 ? 0.8 : 0.9), 22.0});
    for (int i = 0; i < count; ++i) {
        const int row = i / grid.columns, inRow = std::min(grid.columns, count - row * grid.columns);
        const double left = room.left() + (room.width() - inRow * width) / 2;
        paintChip(ink, {left + (i % grid.columns + 0.5) * width - side / 2, room.top() + (row + 0.5) * height - side / 2, side, side});
    }
}

/// Cages in rows, right-aligned so that devices above each other line up. Gives back the room that is left.
QRectF paintPorts(const Ink& ink, const QRectF& room, const DeviceFace& device, Detail detail, int mostRows)
{
    const Tokens& t = ink.tokens;
    constexpr double widest = 6.6; ///< of a cage: 22.6 mm
    constexpr double blockGap = 0.6; ///< of a cage's width, between blocks
    int columns = 0;
    for (const PortBlock& block : device.portBlocks) columns += (block.count + mostRows - 1) / mostRows;
    if (columns == 0) return room;
    const double gaps = blockGap * (static_cast<double>(device.portBlocks.size()) - 1);
    const double pitch = std::min(widest, room.width() / (columns + gaps));
    const double rowHeight = std::min(room.height() / mostRows, pitch * 1.1);
    const double top = room.center().y() - rowHeight * mostRows / 2;
    double x = room.right() - pitch * (columns + gaps);
    const double left = x;
    const double air = std::max(ink.hair(), pitch * 0.14);
    const TextStyle number{8, QFont::Medium, t.text2, Qt::AlignCenter};
    const bool numbered = detail == Detail::close && pitch * ink.scale >= 15 && rowHeight * ink.scale >= 12;
    for (const PortBlock& block : device.portBlocks) {
        const int blockColumns = (block.count + mostRows - 1) / mostRows;
        for (int i = 0; i < block.count; ++i) {
            // Ports count down first, then right.
            const QRectF cell{x + (i / mostRows) * pitch, top + (i % mostRows) * rowHeight, pitch, rowHeight};
            const QRectF cage = cell.adjusted(0, 0, -air, -air);
            const QColor& colour = block.fabric ? t.of(DeviceKind::network) : t.ports;
            if (numbered) {
                ink.box(cage, t.faceInset, colour, ink.px(1));
                ink.text(cage, QString::number(i + 1), number);
            } else {
                ink.fill(cage, colour);
            }
        }
        x += (blockColumns + blockGap) * pitch;
    }
    return {room.left(), room.top(), std::max(0.0, left - room.left() - ink.px(6)), room.height()};
}

/// Upright drive bays side by side, from the left. Gives back the room that is left.
QRectF paintDrives(const Ink& ink, const QRectF& room, int count, int rows, double widest)
{
    const Tokens& t = ink.tokens;
    const int columns = (count + rows - 1) / rows;
    const double pitch = std::min(room.width() / columns, widest), height = room.height() / rows;
    if (pitch * ink.scale < 2.5) {
        ink.box(room, t.faceInset, t.detail);
        return {room.right(), room.top(), 0, room.height()};
    }
    const double air = std::max(ink.hair(), pitch * 0.16);
    for (int i = 0; i < count; ++i) {
        const QRectF bay{
            room.left() + (i % columns) * pitch, room.top() + (i / columns) * height, pitch - air, height - (rows > 1 ? air : 0)};
        ink.box(bay, t.faceInset, t.detail, pitch * 0.12);
        if (bay.height() * ink.scale >= 7 && bay.width() * ink.scale >= 4)
            ink.fill({bay.left(), bay.bottom() - std::max(ink.hair(), bay.height() * 0.1), bay.width(),
                         std::max(ink.hair(), bay.height() * 0.1)},
                t.ports);
    }
    return {
        room.left() + columns * pitch + ink.px(5), room.top(), std::max(0.0, room.width() - columns * pitch - ink.px(5)), room.height()};
}

int portRows(const DeviceFace& device, const QRectF& room)
{
    const int byHeight = std::max(1, static_cast<int>(std::lround(room.height() / (unit / 2))));
    const int wanted = device.ports >= 12 ? std::max(2, device.heightHalfU) : device.ports > 4 ? 2 : 1;
    return std::clamp(wanted, 1, std::max(2, byHeight));
}

void paintAccelerated(const Ink& ink, const QRectF& room, const DeviceFace& device, Detail detail)
{
    const Tokens& t = ink.tokens;
    const bool tall = room.height() >= 3 * unit;
    const double foot = tall ? std::min(18.0, room.height() * 0.24) : 0;
    const QRectF inset = room.adjusted(0, 0, 0, tall ? -foot - 2 : 0);
    if (room.height() >= 1.2 * unit) ink.box(inset, t.faceInset, t.detail, ink.px(2));
    if (tall) ink.mesh(inset.adjusted(2, 2, -2, -2), t.mesh);
    const double air = std::min(1.5, inset.height() * 0.05);
    if (device.accelerators > 0) paintChips(ink, inset.adjusted(2, air, -2, -air), device.accelerators);
    if (!tall) return;
    const QRectF row{room.left(), room.bottom() - foot, room.width(), foot};
    const QRectF left = paintPorts(ink, row.adjusted(row.width() * 0.45, 1, 0, -1), device, detail, 2);
    paintDrives(ink, {row.left(), row.top(), std::max(0.0, left.right() - row.left() - 4), row.height()}, device.driveBays, 1, 7);
}

void paintServer(const Ink& ink, const QRectF& room, const DeviceFace& device)
{
    const bool low = room.height() < 1.2 * unit;
    const QRectF bays = low ? QRectF{room.left(), room.top(), room.width() * 0.6, room.height()} : room;
    const QRectF rest = paintDrives(ink, bays, device.driveBays, 1, low ? 6 : 6.5);
    ink.mesh({rest.left(), room.top(), std::max(0.0, room.right() - rest.left()), room.height()}, ink.tokens.mesh);
}

void paintStorage(const Ink& ink, const QRectF& room, const DeviceFace& device)
{
    const int bays = std::max(device.driveBays, 1);
    const bool many = room.height() > 1.6 * unit;
    paintDrives(ink, room, bays, many ? gridFor(bays, room, bays > 48 ? 1.6 : 0.5).rows : 1, room.width());
}

void paintLoadBar(const Ink& ink, const QRectF& track, const DeviceFace& device)
{
    const Tokens& t = ink.tokens;
    const double share = device.overloaded ? 1 : std::clamp(device.loadShare, 0.0, 1.0);
    const double round = track.height() / 2;
    ink.roundFill(track, t.barTrack, round);
    const QColor colour = device.overloaded ? t.of(Status::over).line : share >= 0.9 ? t.of(Status::nearLimit).line : t.barFill;
    ink.roundFill({track.left(), track.top(), std::max(track.height(), track.width() * share), track.height()}, colour, round);
}

void paintPowerUnit(const Ink& ink, const QRectF& room, const DeviceFace& device)
{
    const Tokens& t = ink.tokens;
    QRectF sockets = room;
    if (device.loadShare >= 0 || device.overloaded) {
        const double bar = std::min(ink.px(4), room.height() * 0.4), width = room.width() * 0.4;
        paintLoadBar(ink, {room.left(), room.center().y() - bar / 2, width, bar}, device);
        sockets.setLeft(room.left() + width + ink.px(6));
    }
    if (device.outlets == 0) {
        ink.mesh(sockets, t.mesh);
        return;
    }
    const GridShape grid = gridFor(device.outlets, sockets, 1.1);
    const double pitch = std::min({sockets.width() / grid.columns, sockets.height() / grid.rows * 1.1, 8.0});
    const double top = sockets.center().y() - grid.rows * pitch * 0.45;
    for (int i = 0; i < device.outlets; ++i)
        ink.roundFill({sockets.right() - (grid.columns - i % grid.columns) * pitch, top + (i / grid.columns) * pitch * 0.9, pitch * 0.72,
                          pitch * 0.62},
            t.ports, pitch * 0.12);
}

void paintCooling(const Ink& ink, const QRectF& room, const DeviceFace& device)
{
    const Tokens& t = ink.tokens;
    if (device.door) { // fins of the coil
        const double pitch = std::max(ink.px(3), 2.0);
        for (double x = room.left(); x < room.right(); x += pitch)
            ink.fill({x, room.top(), ink.hair(), room.height()}, mixed(t.face, t.of(DeviceKind::cooling), 0.55));
        return;
    }
    const double pipe = std::min(room.height() * 0.8, 9.0);
    for (int i = 0; i < 2; ++i) {
        const QRectF stub{room.right() - (2 - i) * pipe * 1.25 + pipe * 0.25, room.center().y() - pipe / 2, pipe, pipe};
        ink.circle(stub, t.faceInset, t.ports);
        ink.circle(stub.adjusted(pipe * 0.24, pipe * 0.24, -pipe * 0.24, -pipe * 0.24), t.of(DeviceKind::cooling), {});
    }
    const QRectF display{room.left(), room.center().y() - std::min(room.height(), 14.0) / 2, std::min(24.0, room.width() * 0.3),
        std::min(room.height(), 14.0)};
    ink.box(display, t.faceInset, t.detail, ink.px(2));
    const double line = std::max(ink.hair(), display.height() * 0.1);
    for (const double at : {0.3, 0.55})
        ink.fill({display.left() + 3, display.top() + display.height() * at, display.width() * 0.6, line}, t.ports);
    ink.mesh({display.right() + 4, room.top(), std::max(0.0, room.right() - 2.5 * pipe - display.right() - 8), room.height()}, t.mesh);
}

void paintFan(const Ink& ink, const QRectF& cell)
{
    const Tokens& t = ink.tokens;
    const double side = std::min(cell.width(), cell.height()) * 0.9;
    const QRectF ring{cell.center().x() - side / 2, cell.center().y() - side / 2, side, side};
    ink.circle(ring, t.faceInset, t.detail);
    ink.circle(ring.adjusted(side * 0.32, side * 0.32, -side * 0.32, -side * 0.32), t.mesh, t.detail);
}

void paintSupply(const Ink& ink, const QRectF& cell)
{
    const Tokens& t = ink.tokens;
    ink.box(cell, t.faceInset, t.detail, ink.px(1));
    const double side = std::min(cell.width() * 0.5, cell.height() * 0.5);
    ink.roundFill({cell.center().x() - side / 2, cell.center().y() - side * 0.4, side, side * 0.8}, t.ports, side * 0.15);
}

void paintRear(const Ink& ink, const QRectF& room, const DeviceFace& device, Detail detail)
{
    const bool tall = room.height() >= 2.4 * unit;
    const int supplies = std::max(device.supplies, device.shape == FaceShape::other ? 0 : 1);
    const double foot = tall ? std::min(20.0, room.height() * 0.34) : room.height();
    const QRectF row{room.left(), room.bottom() - foot, room.width(), foot};
    const double supplyWidth = std::min({tall ? 16.0 : 9.0, row.width() * 0.45 / std::max(supplies, 1), 20.0});
    for (int i = 0; i < supplies; ++i) paintSupply(ink, {row.left() + i * supplyWidth, row.top(), supplyWidth - ink.px(1.5), row.height()});
    double left = row.left() + supplies * supplyWidth + ink.px(3);
    if (device.shape != FaceShape::switchUnit && device.shape != FaceShape::powerUnit)
        left = std::max(
            left, paintPorts(ink, row.adjusted(left - row.left() + 1, 1, 0, -1), device, detail, row.height() > 8 ? 2 : 1).right());
    const QRectF fans = tall                    ? QRectF{room.left(), room.top(), room.width(), room.height() - foot - 2}
        : device.shape == FaceShape::switchUnit ? QRectF{left, room.top(), room.right() - left, room.height()}
                                                : QRectF{};
    const double fan = std::min(fans.height(), tall ? 26.0 : 13.0);
    if (fan * ink.scale < 5) return;
    const int rows = std::max(1, static_cast<int>(fans.height() / fan)),
              columns = std::max(1, static_cast<int>(fans.width() / (fan * 1.1)));
    for (int i = 0; i < rows * columns; ++i)
        paintFan(ink,
            {fans.left() + (i % columns) * fans.width() / columns, fans.top() + (i / columns) * fans.height() / rows,
                fans.width() / columns, fans.height() / rows});
}

} // namespace

void paintInside(const Ink& ink, const QRectF& room, const DeviceFace& device, bool rear, Detail detail)
{
    if (device.heat) return; // the tint and its number are what is looked for
    if (rear && !device.door) return paintRear(ink, room, device, detail);
    switch (device.shape) {
    case FaceShape::accelerated: paintAccelerated(ink, room, device, detail); break;
    case FaceShape::switchUnit: paintPorts(ink, room, device, detail, portRows(device, room)); break;
    case FaceShape::server: paintServer(ink, room, device); break;
    case FaceShape::storage: paintStorage(ink, room, device); break;
    case FaceShape::powerUnit: paintPowerUnit(ink, room, device); break;
    case FaceShape::coolingUnit: paintCooling(ink, room, device); break;
    case FaceShape::shelf:
    case FaceShape::blank: break;
    case FaceShape::other: ink.mesh(room, ink.tokens.mesh); break;
    }
}

void paintInsideShape(const Ink& ink, const QRectF& room, const DeviceFace& device)
{
    const Tokens& t = ink.tokens;
    if (device.heat || room.height() * ink.scale < 4) return;
    ink.fill(room, t.faceInset);
    if (device.shape == FaceShape::accelerated) {
        const double inset = std::min(room.height(), room.width()) * 0.25;
        ink.fill(room.adjusted(inset, inset, -inset, -inset), mixed(t.faceInset, t.of(DeviceKind::accelerator), 0.7));
    } else if (device.shape == FaceShape::switchUnit) {
        ink.fill(room.adjusted(room.width() * 0.2, room.height() * 0.25, 0, -room.height() * 0.25), t.ports);
    }
}

} // namespace rackwright

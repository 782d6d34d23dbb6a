// Paints racks and devices: one path for screen, PDF, SVG and PNG.
#pragma once

#include "ui/drawing/rack_picture.h"

#include <QRectF>

class QPainter;

namespace rackwright {

struct RackStyle {
    const Tokens* tokens = nullptr;
    Face face = Face::front;
    bool onPaper = false; ///< no transparency, hatch in place of it
    double pixelsPerU = 13; ///< on the device: decides what is shown (level of detail)
    bool header = true; ///< name, kW of limit, status and bar above; caption below
};

/// Places in a rack, in scene units: 1U = 13 at 100 %.
struct RackLayout {
    static constexpr double unitsPerU = 13, header = 46, caption = 16, gap = 12;

    explicit RackLayout(const RackPicture& rack);

    QRectF frame; ///< of the rack without header and caption, at (0, header)
    QRectF inside; ///< where devices are mounted
    QRectF bounds; ///< all that is painted

    [[nodiscard]] QRectF of(const DeviceFace& device) const;
    [[nodiscard]] QRectF of(int fromHalfU, int heightHalfU, int fromQuarter = 0, int widthQuarters = 4) const;
    /// Lowest half-U of a device of that height whose top edge is nearest to `y`; clamped into the rack.
    [[nodiscard]] int halfUAt(double y, int heightHalfU) const;

private:
    int halfUs_ = 84;
};

/// Width of a rack in scene units, by its true proportions (1U = 44.45 mm).
[[nodiscard]] double rackWidth(double widthMm);

void paintRack(QPainter& painter, const RackPicture& rack, const RackStyle& style);
/// The face alone, as dragged or shown in the inspector.
void paintDevice(QPainter& painter, const QRectF& rect, const DeviceFace& device, const RackStyle& style);

} // namespace rackwright

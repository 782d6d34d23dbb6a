// Paints racks and devices: one path for screen, PDF, SVG and PNG.
#pragma once

#include "ui/drawing/rack_picture.h"

#include <QRectF>

#include <array>

class QPainter;

namespace rackwright {

struct RackStyle {
    const Tokens* tokens = nullptr;
    Face face = Face::front;
    bool onPaper = false; ///< no transparency, hatch in place of it
    double pixelsPerU = 13; ///< device-independent: decides what is shown (level of detail) and the size of text
    bool header = true; ///< name, kW of limit, status and bar above; caption below
};

/// What is shown at a size: the frame's kinds in proportion; plain faces; labels where two U high and one shape inside; whole faces
/// with U numbers and watts; model names, numbers of ports and bays.
enum class Detail { mass, plain, shape, whole, close };
[[nodiscard]] Detail detailAt(double pixelsPerU);

/// Places in a rack, in scene units: 1U = 13 at 100 %. From behind, left and right are exchanged.
/// In an immersion tank devices stand upright: U count from the left, and the tank is seen from above.
struct RackLayout {
    static constexpr double unitsPerU = 13, header = 46, caption = 16, gap = 12;
    static constexpr double railLeft = 15, railRight = 5, top = 6, plinthHeight = 14;

    explicit RackLayout(const RackPicture& rack, Face face = Face::front);

    QRectF frame; ///< of the rack without header and caption, at (0, header)
    QRectF inside; ///< where devices are mounted, ears included
    QRectF plinth; ///< below them; holds a rear door
    QRectF bounds; ///< all that is painted

    [[nodiscard]] QRectF of(const DeviceFace& device) const;
    [[nodiscard]] QRectF of(int fromHalfU, int heightHalfU, int fromQuarter = 0, int widthQuarters = 4) const;
    /// The channel beside the rails, as seen.
    [[nodiscard]] QRectF channel(Side side) const;
    /// Lowest half-U of a device of that height whose top edge is nearest to `y`; clamped into the rack.
    [[nodiscard]] int halfUAt(double y, int heightHalfU) const;
    /// The same for a point that the upper (in a tank, right) edge is at: serves racks and tanks.
    [[nodiscard]] int halfUAt(QPointF point, int heightHalfU) const;
    [[nodiscard]] bool isTank() const { return tank_; }

private:
    [[nodiscard]] int clamped(double halfU, int heightHalfU) const;

    int halfUs_ = 84;
    bool tank_ = false;
    Face face_ = Face::front;
    std::array<int, 2> besides_{1, 1}; ///< zero-U devices by side
};

/// Width of a rack in scene units, by its true proportions (1U = 44.45 mm).
[[nodiscard]] double rackWidth(double widthMm);

void paintRack(QPainter& painter, const RackPicture& rack, const RackStyle& style);
/// The face alone, as dragged or shown in the inspector. A device in a side channel is taller than wide.
void paintDevice(QPainter& painter, const QRectF& rect, const DeviceFace& device, const RackStyle& style);

} // namespace rackwright

// Where everything of a build stands on the canvas: racks of a row side by side, rows below each other, then what stands on the
// floor and at sites. A pure function of the project; scene units (1U = 13).
#pragma once

#include "core/design/project.h"
#include "ui/drawing/rack_picture.h"

#include <QPointF>
#include <QRectF>
#include <QString>

#include <unordered_map>
#include <vector>

namespace rackwright {

struct RackSpot {
    Id rack{};
    RackPtr held;
    QRectF bounds; ///< header and caption included
};

/// A device that stands in no rack: a floor unit, an edge box.
struct LooseSpot {
    Id device{};
    QRectF rect;
};

/// A row of racks, the floor of a room, or the boxes at a site.
struct CanvasGroup {
    enum class Kind { row, floor, site };
    Kind kind = Kind::row;
    QString title;
    QRectF rect; ///< without the title, which stands above it
    Id place{}; ///< room or site
    int row = 1; ///< of a row
};

struct CanvasLayout {
    std::vector<RackSpot> racks; ///< in reading order: row by row, left to right
    std::vector<LooseSpot> loose;
    std::vector<CanvasGroup> groups; ///< from top to bottom
    QRectF bounds;
    std::unordered_map<std::int64_t, std::size_t> rackIndex; ///< rack id → index in `racks`

    /// Index in reading order, or -1.
    [[nodiscard]] int indexOf(Id rack) const;
    /// The group that the point is in or nearest to; null on an empty canvas.
    [[nodiscard]] const CanvasGroup* groupNear(const QPointF& point) const;

    static constexpr double rowGap = 40, titleHeight = 22, margin = 24;
};

[[nodiscard]] CanvasLayout layoutOf(const Project& project, const Build& build);
/// The picture of an empty frame of the rack: its height and width, nothing in it.
[[nodiscard]] RackPicture frameOf(const Rack& rack, const Project& project);

} // namespace rackwright

// Where something that is dragged would go, as a value: two equal targets give the same edit, so it is looked at only once.
#pragma once

#include "core/design/edit.h"
#include "core/design/mounting.h"
#include "ui/canvas/drag_data.h"
#include "ui/canvas/rack_scene.h"

#include <optional>

namespace rackwright {

/// A part of the palette, or devices of the build.
struct DragPayload {
    std::optional<DraggedPart> part;
    std::vector<Id> devices;
    bool isCopy = false;
    Id grabbed{}; ///< of `devices`: the one under the pointer
    double grabY = -1; ///< scene units from the top of its face to the pointer; below 0: not known
};

/// How what is under the pointer is mounted; the others of a group follow it.
struct DragShape {
    PartPtr part; ///< null: there is no such part
    Mount mount = Mount::loose;
    int heightHalfU = 2, fromQuarter = 0, widthQuarters = 4;
    bool hasHeight = true;
};
[[nodiscard]] DragShape shapeOf(const DragPayload& payload, const Document& document);

struct DropTarget {
    enum class Kind { none, rack, host, floor, site, newRack, tray };
    Kind kind = Kind::none;
    Id rack{}, host{}, place{}; ///< `place`: room or site
    int row = 1; ///< of a new rack
    int fromHalfU = 0, fromQuarter = 0;
    std::optional<Side> side;
    std::string bay;
    int bayIndex = -1; ///< below 0: any of the group

    friend bool operator==(const DropTarget&, const DropTarget&) = default;
};

/// The target at a point of the canvas. `byHalfU`: to the nearest half-U, else to a whole one (a device of an odd number of
/// half-U always goes by halves).
[[nodiscard]] DropTarget targetAt(const RackScene& scene, const Project& project, const QPointF& scenePos, const DragPayload& payload,
    const DragShape& shape, bool byHalfU);

} // namespace rackwright

// From what is dragged and where to: the edit with its name. Nudging by keys and pasting take the same way.
#pragma once

#include "ui/canvas/drop_target.h"

namespace rackwright {

/// A step that undo will name.
struct DropPlan {
    QString name;
    Document::Edit edit;
    std::vector<edit::Where> wheres; ///< of each device that moves; one for a part
    std::vector<Id> devices; ///< that move or are copied, one a where; empty for a part
};

[[nodiscard]] DropPlan planOf(const RackScene& scene, const Document& document, const DragPayload& payload, const DropTarget& target);
/// The devices moved by half-U upwards and by racks to the right; what is in no rack stays.
[[nodiscard]] DropPlan shiftOf(const RackScene& scene, const Document& document, const std::vector<Id>& devices, int halfUs, int racks);

/// The devices without racks, and without cards whose host is among them.
[[nodiscard]] std::vector<Id> movable(const Build& build, const std::vector<Id>& ids);
/// What an edit added: devices with ids from `firstNewId` on that are no guests of another new one; new racks when there is none.
[[nodiscard]] std::vector<Id> addedSince(const Build& build, std::int64_t firstNewId);
/// "dgx-07" or "4 devices".
[[nodiscard]] QString namesOf(const Build& build, const std::vector<Id>& ids);
/// Names for `count` more racks: on from the highest number of the row, else of the build.
[[nodiscard]] std::vector<std::string> nextRackNames(const Build& build, Id room, int row, int count);

} // namespace rackwright

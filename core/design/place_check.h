// Where a part may go: free U, sides, doors and bays, and the stated limits of rack and bay.
#pragma once

#include "core/design/draft.h"
#include "core/design/edit.h"
#include "core/design/mounting.h"

#include <optional>

namespace rackwright::edit {

/// Do two devices take the same space? U, quarter widths and depth.
[[nodiscard]] bool overlap(const InRack& a, const InRack& b);
/// The lowest device in the way of the space, `ignored` left out; null when it is free. Removed devices take no space.
[[nodiscard]] const Placement* blockerOf(const Rack& rack, const InRack& space, Id ignored = Id::none);

struct Located {
    Id rack{}; ///< that holds the placement; none: in no rack
    Anchor anchor;
};

/// Resolves `where` for a part; a device that moves (`moving`) does not stand in its own way. Errors as listed in edit.h.
Result<Located> locate(const Draft& draft, const Part& part, const Where& where, const Placement* moving = nullptr);
/// The free bay of the host that takes the card; `index` asks for one bay of a group.
Result<InDevice> findBay(
    const Draft& draft, const Part& card, Id host, const std::string& bay, Id ignored = Id::none, std::optional<int> index = {});
/// Weight and nameplate power of a rack with its part, against what part and user state.
Result<void> checkLimits(const Draft& draft, const Rack& rack, const Part& added, const Placement* placement, Id ignored);
/// The space still fits the rack's part and its other devices (after a change of height, face or rack part).
Result<void> checkSpace(const Draft& draft, const Rack& rack, const InRack& space, Id device);
Result<void> checkDepth(const Draft& draft, const Rack& rack, const Part& part, const Placement* placement);
/// Height of the frame in half-U as stated; a rack sold whole is as high as its product.
[[nodiscard]] std::optional<int> frameHeightHalfU(const Draft& draft, const Rack& rack);

} // namespace rackwright::edit

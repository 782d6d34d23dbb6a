// What a drag would do if it ended here: tried on the document without changing it, then said in words and rectangles.
#pragma once

#include "ui/canvas/drop_plan.h"

#include <QString>

#include <vector>

namespace rackwright {

struct Ghost {
    bool isLegal = false;
    bool isNearLimit = false; ///< legal, but 90 % or more of the rack's power limit
    QString chip; ///< of a legal one: "U22 – U29 · + 8.3 kW · 33.2 of 35.0 kW"
    QString reason, mend; ///< of an illegal one: why, and what would mend it (may be empty)
    std::vector<QRectF> rects; ///< in the scene
    Id host{}; ///< when a bay takes it
    std::string bay;
    int bayIndex = -1;
};

[[nodiscard]] Ghost ghostOf(
    const RackScene& scene, const Document& document, const DragPayload& payload, const DropTarget& target, const DropPlan& plan);

/// An error as a sentence with a capital and a full stop, and what would help; the second may be empty.
struct Refusal {
    QString reason, mend;
};
[[nodiscard]] Refusal refusalOf(const Error& error);

/// "8.3 kW" with a narrow no-break space.
[[nodiscard]] QString kilowatts(double watts);

} // namespace rackwright

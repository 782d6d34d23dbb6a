// One drag from its start to its drop: keeps the ghost of the target under the pointer, and looks at a target only once.
#pragma once

#include "ui/canvas/ghost.h"

namespace rackwright {

class DropSession {
public:
    DropSession(const RackScene& scene, Document& document, DragPayload payload);

    [[nodiscard]] const DragPayload& payload() const { return payload_; }
    [[nodiscard]] const DragShape& shape() const { return shape_; }
    [[nodiscard]] const DropTarget& target() const { return target_; }
    [[nodiscard]] const Ghost& ghost() const { return ghost_; }

    /// False when the target is the one that is known already.
    bool moveTo(const DropTarget& target);
    /// The same devices, moved or copied.
    void setCopy(bool isCopy);
    /// Does it. Ids of what was placed or moved; the error of the edit, and nothing has changed then.
    Result<std::vector<Id>> drop();

    /// Places of the racks given that would take what is dragged: free U, sides, doors, hosts.
    [[nodiscard]] std::vector<QRectF> places(const std::vector<RackItem*>& racks) const;

private:
    void evaluate();
    [[nodiscard]] bool wouldDo(const DropTarget& target) const;
    void addUnits(const RackItem& rack, std::vector<QRectF>& places) const;
    void addHosts(const RackItem& rack, std::vector<QRectF>& places, int& tries) const;

    const RackScene& scene_;
    Document& document_;
    DragPayload payload_;
    DragShape shape_;
    DropTarget target_;
    DropPlan plan_;
    Ghost ghost_;
};

} // namespace rackwright

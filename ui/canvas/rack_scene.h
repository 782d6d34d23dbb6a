// All that stands on the canvas, kept equal to the build that is shown: only racks whose value changed are touched.
#pragma once

#include "ui/canvas/canvas_layout.h"
#include "ui/canvas/loose_item.h"
#include "ui/canvas/rack_item.h"

#include <QGraphicsScene>

#include <optional>
#include <unordered_map>

namespace rackwright {

/// What is at a point: a rack and perhaps a device in it, or a device that stands by itself.
struct CanvasHit {
    RackItem* rack = nullptr;
    Id device{};
};

class RackScene : public QGraphicsScene {
    Q_OBJECT
public:
    explicit RackScene(CanvasContext& context, QObject* parent = nullptr);

    /// Makes the items equal to the build that the document shows.
    void sync();
    /// Watts, status or theme may differ.
    void markAllStale();

    [[nodiscard]] const CanvasLayout& layout() const { return layout_; }
    [[nodiscard]] const Build* build() const;
    [[nodiscard]] RackItem* rackItem(Id rack) const;
    /// The rack that holds the device, cards and zero-U units included; null for what stands in none.
    [[nodiscard]] RackItem* rackOfDevice(Id device) const;
    [[nodiscard]] LooseItem* looseItem(Id device) const;
    [[nodiscard]] CanvasHit at(const QPointF& scenePos) const;
    /// Of a rack's frame, or of a device; of its host for a card; none for what is not on the canvas.
    [[nodiscard]] std::optional<QRectF> rectOf(Id id) const;
    /// Racks that are at least partly in the rectangle, in reading order.
    [[nodiscard]] std::vector<RackItem*> racksIn(const QRectF& sceneRect) const;

Q_SIGNALS:
    /// Something stands elsewhere or is another value now.
    void synced();

private:
    void indexDevices(const Rack& rack);

    CanvasContext& context_;
    CanvasLayout layout_;
    std::unordered_map<std::int64_t, RackItem*> racks_;
    std::unordered_map<std::int64_t, LooseItem*> loose_;
    std::unordered_map<std::int64_t, RackItem*> holders_; ///< device → rack item
};

} // namespace rackwright

// A device that stands in no rack: a unit on the floor, an edge box.
#pragma once

#include "ui/canvas/canvas_context.h"

#include <QGraphicsItem>

#include <optional>

namespace rackwright {

class LooseItem : public QGraphicsItem {
public:
    LooseItem(CanvasContext& context, const Placement& placement, const QSizeF& size);

    [[nodiscard]] Id id() const { return placement_.id; }
    void setPlacement(const Placement& placement, const QSizeF& size);
    void markStale();
    [[nodiscard]] const DeviceFace& face() const;
    [[nodiscard]] QRectF rect() const { return {pos(), bounds_.size()}; }

    [[nodiscard]] QRectF boundingRect() const override { return bounds_; }
    void paint(QPainter* painter, const QStyleOptionGraphicsItem* option, QWidget* widget) override;

private:
    CanvasContext& context_;
    Placement placement_;
    QRectF bounds_;
    mutable std::optional<DeviceFace> face_;
};

} // namespace rackwright

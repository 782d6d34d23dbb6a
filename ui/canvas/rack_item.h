// A rack on the canvas: a view of the value with its id. It draws itself once for each scale and theme and shows that picture.
#pragma once

#include "ui/canvas/canvas_context.h"
#include "ui/drawing/rack_painter.h"

#include <QGraphicsItem>

#include <optional>

namespace rackwright {

class RackItem : public QGraphicsItem {
public:
    RackItem(CanvasContext& context, RackPtr rack, const QSizeF& size);

    [[nodiscard]] Id id() const { return rack_->id; }
    [[nodiscard]] const RackPtr& rack() const { return rack_; }
    /// Another value of the same rack: draws anew when the pointer differs.
    void setRack(const RackPtr& rack, const QSizeF& size);
    /// Watts or status may differ now: looks when it is painted next, and draws anew only if they do.
    void markStale();

    [[nodiscard]] const RackPicture& picture() const;
    [[nodiscard]] const RackLayout& layout() const;
    /// In scene coordinates.
    [[nodiscard]] QRectF frameRect() const;
    [[nodiscard]] QRectF rectOf(const DeviceFace& device) const;
    [[nodiscard]] const DeviceFace* face(Id device) const;
    /// The device at the scene position, on the face that is shown first; null on an empty place.
    [[nodiscard]] const DeviceFace* deviceAt(const QPointF& scenePos) const;

    [[nodiscard]] QRectF boundingRect() const override { return bounds_; }
    void paint(QPainter* painter, const QStyleOptionGraphicsItem* option, QWidget* widget) override;

private:
    void refresh() const;
    void paintPicture(QPainter& painter, double scale) const;
    void paintPlaceholder(QPainter& painter, double scale) const;

    CanvasContext& context_;
    RackPtr rack_;
    QRectF bounds_;
    mutable std::optional<RackPicture> picture_;
    mutable std::optional<RackLayout> layout_;
    mutable bool stale_ = false;
    mutable std::uint64_t version_ = 0;
};

} // namespace rackwright

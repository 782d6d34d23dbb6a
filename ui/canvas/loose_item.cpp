#include "ui/canvas/loose_item.h"

#include "ui/drawing/rack_painter.h"
#include "ui/theme/theme.h"

#include <QPainter>

namespace rackwright {

LooseItem::LooseItem(CanvasContext& context, const Placement& placement, const QSizeF& size)
    : context_{context}, placement_{placement}, bounds_{{0, 0}, size}
{
}

void LooseItem::setPlacement(const Placement& placement, const QSizeF& size)
{
    if (size != bounds_.size()) {
        prepareGeometryChange();
        bounds_.setSize(size);
    }
    if (placement == placement_) return;
    placement_ = placement;
    markStale();
}

void LooseItem::markStale()
{
    face_.reset();
    update();
}

const DeviceFace& LooseItem::face() const
{
    if (!face_) face_ = faceOf(placement_, context_.document.project(), context_.document.assessed());
    return *face_;
}

void LooseItem::paint(QPainter* painter, const QStyleOptionGraphicsItem*, QWidget*)
{
    painter->setRenderHints(QPainter::Antialiasing | QPainter::TextAntialiasing);
    const double pixelsPerU = RackLayout::unitsPerU * painter->worldTransform().m11();
    paintDevice(*painter, bounds_, face(), {&theme().tokens(), context_.face, false, pixelsPerU, false});
}

} // namespace rackwright

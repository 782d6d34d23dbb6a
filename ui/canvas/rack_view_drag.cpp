// Drags over the canvas: the same session for devices carried by the mouse and for parts that come from the palette.
#include "ui/canvas/rack_view.h"

#include <QDragEnterEvent>
#include <QScrollBar>

#include <cmath>

namespace rackwright {

namespace {

constexpr int edgePx = 28, scrollPx = 16;

} // namespace

void RackView::beginDrag(DragPayload payload)
{
    drag_ = std::make_unique<DropSession>(scene_, document(), std::move(payload));
    setHovered(Id::none);
    findPlaces();
    touch();
    Q_EMIT dragChanged();
}

void RackView::findPlaces()
{
    // From far away outlines would only be noise.
    places_.clear();
    if (zoom() * RackLayout::unitsPerU >= 3) places_ = drag_->places(scene_.racksIn(visibleScene()));
}

DropTarget RackView::dropTargetAt(const QPointF& position, Qt::KeyboardModifiers modifiers) const
{
    if (trayRect && trayRect().contains(position)) return {.kind = DropTarget::Kind::tray};
    const DragShape& shape = drag_->shape();
    const bool isCard = shape.mount == Mount::card || shape.mount == Mount::builtIn;
    if (const std::optional<BayPanel> panel = bayPanel(); isCard && panel && panel->rect.contains(position)) {
        DropTarget target;
        target.kind = DropTarget::Kind::host;
        target.host = panel->host;
        if (const BayCell* cell = panel->at(position)) target.bay = cell->face.bay.toStdString(), target.bayIndex = cell->face.index;
        return target;
    }
    return targetAt(scene_, context_.document.project(), viewportTransform().inverted().map(position), drag_->payload(), shape,
        bool(modifiers & Qt::ShiftModifier));
}

void RackView::moveDrag(const QPointF& position, Qt::KeyboardModifiers modifiers)
{
    if (!drag_) return;
    pointer_ = position;
    dragModifiers_ = modifiers;
    drag_->setCopy(bool(modifiers & Qt::ControlModifier));
    drag_->moveTo(dropTargetAt(position, modifiers));
    const bool forbidden = drag_->target().kind != DropTarget::Kind::none && !drag_->ghost().isLegal;
    viewport()->setCursor(forbidden ? Qt::ForbiddenCursor : drag_->payload().isCopy ? Qt::DragCopyCursor : Qt::ClosedHandCursor);
    const QRect inner = viewport()->rect().adjusted(edgePx, edgePx, -edgePx, -edgePx);
    const bool atEdge = viewport()->rect().contains(position.toPoint()) && !inner.contains(position.toPoint());
    atEdge ? scroller_.start() : scroller_.stop();
    touch();
    Q_EMIT dragChanged();
}

void RackView::autoScroll()
{
    if (!drag_) return scroller_.stop();
    const QRect area = viewport()->rect();
    const auto step = [](double at, int low, int high) { return at < low + edgePx ? -scrollPx : at > high - edgePx ? scrollPx : 0; };
    const int x = step(pointer_.x(), area.left(), area.right()), y = step(pointer_.y(), area.top(), area.bottom());
    const QPoint before{horizontalScrollBar()->value(), verticalScrollBar()->value()};
    horizontalScrollBar()->setValue(before.x() + x);
    verticalScrollBar()->setValue(before.y() + y);
    if (before == QPoint{horizontalScrollBar()->value(), verticalScrollBar()->value()}) return scroller_.stop();
    moveDrag(pointer_, dragModifiers_);
}

void RackView::endDrag()
{
    if (!drag_) return;
    // The session ends before the document changes: what listens sees no ghost of the past.
    const std::unique_ptr<DropSession> session = std::move(drag_);
    scroller_.stop();
    places_.clear();
    viewport()->unsetCursor();
    viewport()->update();
    const Result<std::vector<Id>> placed = session->drop();
    if (!placed) {
        const Refusal refusal = refusalOf(placed.error());
        Q_EMIT refused(refusal.reason, session->ghost().mend.isEmpty() ? refusal.mend : session->ghost().mend);
    } else if (!placed->empty()) {
        document().select(*placed);
        setFocused(placed->front());
    }
    Q_EMIT dragChanged();
}

void RackView::cancelDrag()
{
    drag_.reset();
    scroller_.stop();
    places_.clear();
    viewport()->unsetCursor();
    viewport()->update();
    Q_EMIT dragChanged();
}

void RackView::dragEnterEvent(QDragEnterEvent* event)
{
    const QMimeData& mime = *event->mimeData();
    if (const std::optional<DraggedPart> part = draggedPart(mime)) {
        beginDrag({.part = part});
    } else if (std::vector<Id> devices = draggedDevices(mime); !devices.empty() && scene_.build()) {
        std::erase_if(devices, [&](Id id) { return !findDevice(*scene_.build(), id).placement; });
        if (devices.empty()) return event->ignore();
        beginDrag({.devices = std::move(devices)});
    } else {
        return event->ignore();
    }
    moveDrag(event->position(), event->modifiers());
    event->acceptProposedAction();
}

void RackView::dragMoveEvent(QDragMoveEvent* event)
{
    if (!drag_) return event->ignore();
    moveDrag(event->position(), event->modifiers());
    // An illegal place is accepted too: dropping there says why.
    event->acceptProposedAction();
}

void RackView::dragLeaveEvent(QDragLeaveEvent* event)
{
    cancelDrag();
    event->accept();
}

void RackView::dropEvent(QDropEvent* event)
{
    if (!drag_) return event->ignore();
    moveDrag(event->position(), event->modifiers());
    endDrag();
    event->acceptProposedAction();
}

} // namespace rackwright

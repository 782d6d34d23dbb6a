// The keyboard on the canvas: walk, select, move, open, go back.
#include "ui/canvas/canvas_tool.h"
#include "ui/canvas/outline.h"
#include "ui/canvas/rack_view.h"

#include <QKeyEvent>

#include <algorithm>

namespace rackwright {

namespace {

bool isArrow(int key)
{
    return key == Qt::Key_Left || key == Qt::Key_Right || key == Qt::Key_Up || key == Qt::Key_Down;
}

} // namespace

void RackView::keyPressEvent(QKeyEvent* event)
{
    const auto key = static_cast<Qt::Key>(event->key());
    if (drag_ && (key == Qt::Key_Control || key == Qt::Key_Shift)) {
        moveDrag(pointer_, event->modifiers() | (key == Qt::Key_Control ? Qt::ControlModifier : Qt::ShiftModifier));
        return;
    }
    if (isArrow(key)) {
        if (event->modifiers() & Qt::AltModifier) return nudge(key, event->modifiers());
        return moveFocus(towards(scene_, focused_, key), event->modifiers());
    }
    switch (key) {
    case Qt::Key_Escape: return stepBack();
    case Qt::Key_Return:
    case Qt::Key_Enter:
        if (focused_ != Id::none) openHost(focused_);
        return;
    case Qt::Key_Space:
        if (event->isAutoRepeat()) return;
        if (event->modifiers() & Qt::ControlModifier) {
            std::vector<Id> ids = document().selection();
            if (const auto held = std::ranges::find(ids, focused_); held != ids.end())
                ids.erase(held);
            else if (focused_ != Id::none)
                ids.push_back(focused_);
            document().select(std::move(ids));
            return;
        }
        spaceHeld_ = true;
        if (!gesture_) viewport()->setCursor(Qt::OpenHandCursor);
        return;
    default: event->ignore();
    }
}

void RackView::keyReleaseEvent(QKeyEvent* event)
{
    if (event->isAutoRepeat()) return;
    if (event->key() == Qt::Key_Space) {
        spaceHeld_ = false;
        if (!gesture_) viewport()->setCursor(base_->cursor());
    }
    if (event->key() == Qt::Key_Alt) document().endGesture();
    if (drag_ && (event->key() == Qt::Key_Control || event->key() == Qt::Key_Shift))
        moveDrag(pointer_, event->modifiers() & ~(event->key() == Qt::Key_Control ? Qt::ControlModifier : Qt::ShiftModifier));
}

bool RackView::focusNextPrevChild(bool next)
{
    const Id to = besideInOrder(scene_, focused_, next ? 1 : -1);
    if (to == Id::none) return QGraphicsView::focusNextPrevChild(next); // past the last one Tab leaves
    moveFocus(to, Qt::NoModifier);
    return true;
}

void RackView::moveFocus(Id to, Qt::KeyboardModifiers modifiers)
{
    if (to == Id::none) return;
    if (modifiers & Qt::ShiftModifier) {
        std::vector<Id> ids = document().selection();
        if (std::ranges::find(ids, to) == ids.end()) ids.push_back(to);
        document().select(std::move(ids));
    } else if (!(modifiers & Qt::ControlModifier)) {
        document().select({to});
    }
    setFocused(to);
    reveal(to);
}

void RackView::nudge(Qt::Key arrow, Qt::KeyboardModifiers modifiers)
{
    if (!scene_.build()) return;
    const int step = modifiers & Qt::ShiftModifier ? 1 : 2; // half-U
    const int halfUs = arrow == Qt::Key_Up ? step : arrow == Qt::Key_Down ? -step : 0;
    const int racks = arrow == Qt::Key_Right ? 1 : arrow == Qt::Key_Left ? -1 : 0;
    const DropPlan plan = shiftOf(scene_, document(), document().selection(), halfUs, racks);
    if (plan.devices.empty()) return;
    QString key = QStringLiteral("nudge");
    for (const Id id : plan.devices) key += QLatin1Char{' '} + QString::number(toNumber(id));
    if (const Result<void> done = document().apply(plan.name, plan.edit, key); !done) {
        const Refusal refusal = refusalOf(done.error());
        Q_EMIT refused(refusal.reason, refusal.mend);
        return;
    }
    const QString words = spokenOf(scene_, document().project(), focused_);
    setAccessibleDescription(words);
    Q_EMIT focusDescribed(words);
    reveal(focused_);
}

void RackView::stepBack()
{
    if (gesture_) {
        gesture_->cancel();
        leave();
    } else if (drag_) {
        cancelDrag();
    } else if (opened_ != Id::none) {
        closeHost();
    } else if (!document().selection().empty()) {
        document().select({});
    }
}

} // namespace rackwright

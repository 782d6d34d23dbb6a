#include "ui/canvas/canvas_tool.h"

#include <QApplication>
#include <QScrollBar>

#include <algorithm>
#include <unordered_set>

namespace rackwright {

namespace {

/// Moves the view with the pointer.
class PanGesture : public CanvasTool {
public:
    PanGesture(RackView& view, const QPointF& from) : CanvasTool{view}, last_{from} { }

    void move(const QMouseEvent& event) override
    {
        const QPointF step = event.position() - last_;
        last_ = event.position();
        view_.horizontalScrollBar()->setValue(view_.horizontalScrollBar()->value() - qRound(step.x()));
        view_.verticalScrollBar()->setValue(view_.verticalScrollBar()->value() - qRound(step.y()));
    }
    void release(const QMouseEvent&) override { view_.leave(); }
    [[nodiscard]] Qt::CursorShape cursor() const override { return Qt::ClosedHandCursor; }

private:
    QPointF last_;
};

class HandTool : public CanvasTool {
public:
    using CanvasTool::CanvasTool;

    void press(const QMouseEvent& event) override { view_.enter(panGesture(view_, event.position())); }
    [[nodiscard]] Qt::CursorShape cursor() const override { return Qt::OpenHandCursor; }
};

/// Spans a rectangle; what it touches is selected, with Ctrl in addition.
class RubberGesture : public CanvasTool {
public:
    RubberGesture(RackView& view, const QPointF& from, bool adds)
        : CanvasTool{view}, from_{view.viewportTransform().inverted().map(from)}, before_{view.document().selection()}, adds_{adds}
    {
    }

    void move(const QMouseEvent& event) override
    {
        const QPointF to = view_.viewportTransform().inverted().map(event.position());
        const QRectF band = QRectF{from_, to}.normalized();
        view_.setRubberBand(band);
        std::vector<Id> ids = adds_ ? before_ : std::vector<Id>{};
        const std::unordered_set<Id> kept{ids.begin(), ids.end()};
        const auto add = [&](Id id) {
            if (!kept.contains(id)) ids.push_back(id);
        };
        for (const RackItem* rack : view_.racks().racksIn(band))
            for (const DeviceFace& device : rack->picture().devices)
                if (rack->rectOf(device).intersects(band)) add(device.id);
        for (const LooseSpot& spot : view_.racks().layout().loose)
            if (spot.rect.intersects(band)) add(spot.device);
        view_.document().select(std::move(ids));
    }
    void release(const QMouseEvent&) override
    {
        view_.setRubberBand(std::nullopt);
        view_.leave();
    }
    void cancel() override
    {
        view_.document().select(before_);
        view_.setRubberBand(std::nullopt);
    }
    [[nodiscard]] Qt::CursorShape cursor() const override { return Qt::CrossCursor; }

private:
    QPointF from_; ///< in the scene
    std::vector<Id> before_;
    bool adds_;
};

/// Carries the selected devices to where they are let go.
class CarryGesture : public CanvasTool {
public:
    using CanvasTool::CanvasTool;

    void move(const QMouseEvent& event) override { view_.moveDrag(event.position(), event.modifiers()); }
    void release(const QMouseEvent& event) override
    {
        view_.moveDrag(event.position(), event.modifiers());
        view_.endDrag();
        view_.leave();
    }
    void cancel() override { view_.cancelDrag(); }
    [[nodiscard]] Qt::CursorShape cursor() const override { return Qt::ClosedHandCursor; }
};

class SelectTool : public CanvasTool {
public:
    using CanvasTool::CanvasTool;

    void press(const QMouseEvent& event) override
    {
        pressedAt_ = event.position();
        pressed_ = Id::none;
        isDown_ = true;
        grabY_ = -1;
        if (const std::optional<BayPanel> panel = view_.bayPanel(); panel && panel->rect.contains(event.position())) {
            if (panel->closeButton.contains(event.position())) {
                isDown_ = false;
                view_.closeHost();
                return;
            }
            const BayCell* cell = panel->at(event.position());
            pressed_ = cell && cell->face.card != Id::none ? cell->face.card : panel->host;
        } else {
            const QPointF at = scenePos(event.position());
            const CanvasHit hit = view_.racks().at(at);
            pressed_ = hit.device;
            if (hit.rack && hit.device != Id::none) grabY_ = at.y() - hit.rack->rectOf(*hit.rack->face(hit.device)).top();
        }
        if (pressed_ == Id::none) return;
        if (event.modifiers() & (Qt::ControlModifier | Qt::ShiftModifier)) return;
        if (!view_.isSelected(pressed_)) view_.document().select({pressed_});
        view_.setFocused(pressed_);
    }

    void move(const QMouseEvent& event) override
    {
        if (!isDown_) {
            view_.setHovered(view_.racks().at(scenePos(event.position())).device);
            return;
        }
        if ((event.position() - pressedAt_).manhattanLength() < QApplication::startDragDistance()) return;
        isDown_ = false;
        if (pressed_ == Id::none) {
            view_.enter(std::make_unique<RubberGesture>(view_, pressedAt_, bool(event.modifiers() & Qt::ControlModifier)));
            return;
        }
        std::vector<Id> devices = view_.isSelected(pressed_) ? view_.document().selection() : std::vector<Id>{pressed_};
        std::erase_if(devices, [&](Id id) { return view_.racks().rackItem(id) != nullptr; });
        view_.beginDrag({.devices = std::move(devices), .grabbed = pressed_, .grabY = grabY_});
        view_.moveDrag(event.position(), event.modifiers());
        view_.enter(std::make_unique<CarryGesture>(view_));
    }

    void release(const QMouseEvent& event) override
    {
        if (!isDown_) return;
        isDown_ = false;
        const bool adds = event.modifiers() & (Qt::ControlModifier | Qt::ShiftModifier);
        Id clicked = pressed_;
        if (clicked == Id::none)
            if (const CanvasHit hit = view_.racks().at(scenePos(event.position())); hit.rack) clicked = hit.rack->id();
        if (clicked == Id::none) {
            if (!adds) view_.document().select({});
            view_.closeHost();
            return;
        }
        std::vector<Id> ids = adds ? view_.document().selection() : std::vector<Id>{};
        if (const auto held = std::ranges::find(ids, clicked); held != ids.end())
            ids.erase(held);
        else
            ids.push_back(clicked);
        view_.document().select(std::move(ids));
        view_.setFocused(clicked);
    }

    void doubleClick(const QMouseEvent& event) override
    {
        if (view_.bayPanel() && view_.bayPanel()->rect.contains(event.position())) return;
        if (const Id device = view_.racks().at(scenePos(event.position())).device; device != Id::none) view_.openHost(device);
    }

private:
    QPointF scenePos(const QPointF& position) const { return view_.viewportTransform().inverted().map(position); }

    QPointF pressedAt_;
    Id pressed_{};
    double grabY_ = -1;
    bool isDown_ = false;
};

} // namespace

std::unique_ptr<CanvasTool> selectTool(RackView& view)
{
    return std::make_unique<SelectTool>(view);
}

std::unique_ptr<CanvasTool> handTool(RackView& view)
{
    return std::make_unique<HandTool>(view);
}

std::unique_ptr<CanvasTool> panGesture(RackView& view, const QPointF& from)
{
    return std::make_unique<PanGesture>(view, from);
}

} // namespace rackwright

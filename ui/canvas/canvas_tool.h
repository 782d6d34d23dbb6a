// What the mouse does on the canvas, one class a state. A gesture ends by going back to the tool that was chosen; Esc always
// leads there, and what the gesture had begun is undone.
#pragma once

#include "ui/canvas/rack_view.h"

#include <QMouseEvent>

#include <memory>

namespace rackwright {

class CanvasTool {
public:
    explicit CanvasTool(RackView& view) : view_{view} { }
    virtual ~CanvasTool() = default;
    CanvasTool(const CanvasTool&) = delete;
    CanvasTool& operator=(const CanvasTool&) = delete;

    virtual void press(const QMouseEvent&) { }
    virtual void move(const QMouseEvent&) { }
    virtual void release(const QMouseEvent&) { }
    virtual void doubleClick(const QMouseEvent&) { }
    /// Esc: as if the gesture had not begun.
    virtual void cancel() { }
    [[nodiscard]] virtual Qt::CursorShape cursor() const { return Qt::ArrowCursor; }

protected:
    RackView& view_;
};

/// Clicks select; a drag from a device moves it, a drag from elsewhere spans a rectangle.
std::unique_ptr<CanvasTool> selectTool(RackView& view);
/// Drags move the view.
std::unique_ptr<CanvasTool> handTool(RackView& view);
/// From here on until the button is let go.
std::unique_ptr<CanvasTool> panGesture(RackView& view, const QPointF& from);

} // namespace rackwright

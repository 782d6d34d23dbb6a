// The window onto the racks: zoom and scroll, what is hovered, focused and opened, and the tool that has the mouse.
#pragma once

#include "ui/canvas/bay_panel.h"
#include "ui/canvas/drop_session.h"
#include "ui/canvas/rack_scene.h"

#include <QGraphicsView>
#include <QTimer>

#include <memory>
#include <optional>
#include <unordered_set>

namespace rackwright {

class CanvasTool;

class RackView : public QGraphicsView {
    Q_OBJECT
public:
    RackView(CanvasContext& context, RackScene& scene, QWidget* parent = nullptr);
    ~RackView() override;

    [[nodiscard]] RackScene& racks() { return scene_; }
    [[nodiscard]] Document& document() { return context_.document; }

    // ---- what is seen --------------------------------------------------------------------------------------------

    [[nodiscard]] double zoom() const { return transform().m11(); }
    /// The scene point at `anchor` (viewport coordinates) stays where it is.
    void setZoom(double zoom, const QPointF& anchor);
    void zoomBy(double factor);
    void fit(const QRectF& sceneRect, double mostZoom);
    void fitAll();
    void fitSelection();
    /// Scrolls until the rack or device is in sight.
    void reveal(Id id);
    [[nodiscard]] QRectF toView(const QRectF& sceneRect) const;
    [[nodiscard]] QRectF visibleScene() const;

    // ---- what is pointed at --------------------------------------------------------------------------------------

    [[nodiscard]] Id focused() const { return focused_; }
    void setFocused(Id id);
    void setHovered(Id id);
    void openHost(Id host);
    void closeHost();
    [[nodiscard]] Id openedHost() const { return opened_; }
    /// Of the opened host as it lies in the viewport now.
    [[nodiscard]] std::optional<BayPanel> bayPanel() const;
    [[nodiscard]] bool isSelected(Id id) const;
    void setRubberBand(const std::optional<QRectF>& sceneRect);

    // ---- tools ---------------------------------------------------------------------------------------------------

    /// The tool that clicks begin with: select or hand.
    void setHandTool(bool on);
    /// A gesture takes over until it ends.
    void enter(std::unique_ptr<CanvasTool> gesture);
    /// Back to the tool that was chosen.
    void leave();

    // ---- drags, from inside and outside ---------------------------------------------------------------------------

    void beginDrag(DragPayload payload);
    /// Ghost for a pointer position in the viewport (or over the tray, in the same coordinates).
    void moveDrag(const QPointF& position, Qt::KeyboardModifiers modifiers);
    void endDrag();
    void cancelDrag();
    [[nodiscard]] const DropSession* drag() const { return drag_.get(); }
    /// Viewport coordinates of the tray, which takes drops though it is another widget.
    std::function<QRectF()> trayRect;

    /// Paint everything that is missing at once, whatever it takes: pictures of tests and exports.
    void setUnlimited(bool on) { unlimited_ = on; }
    /// Repaints what lies over the racks.
    void touch();

Q_SIGNALS:
    /// One clear sentence about what did not happen.
    void refused(const QString& reason, const QString& mend);
    void zoomChanged();
    void focusDescribed(const QString& words);
    void dragChanged();

protected:
    void paintEvent(QPaintEvent* event) override;
    void drawBackground(QPainter* painter, const QRectF& rect) override;
    void drawForeground(QPainter* painter, const QRectF& rect) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void keyReleaseEvent(QKeyEvent* event) override;
    bool focusNextPrevChild(bool next) override;
    void focusInEvent(QFocusEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;
    void dragEnterEvent(QDragEnterEvent* event) override;
    void dragMoveEvent(QDragMoveEvent* event) override;
    void dragLeaveEvent(QDragLeaveEvent* event) override;
    void dropEvent(QDropEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void scrollContentsBy(int dx, int dy) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void stepBack();
    void moveFocus(Id to, Qt::KeyboardModifiers modifiers);
    void nudge(Qt::Key arrow, Qt::KeyboardModifiers modifiers);
    [[nodiscard]] DropTarget dropTargetAt(const QPointF& position, Qt::KeyboardModifiers modifiers) const;
    void findPlaces();
    void autoScroll();
    void paintSelection(QPainter& painter, const QRectF& exposed);
    void paintDrag(QPainter& painter);
    void paintTitles(QPainter& painter);
    [[nodiscard]] QRegion marksRegion() const;

    CanvasContext& context_;
    RackScene& scene_;
    std::unique_ptr<CanvasTool> base_, gesture_;
    std::unique_ptr<CanvasTool> ended_; ///< a gesture may end inside its own handler
    std::unordered_set<Id> selected_;
    Id focused_{}, hovered_{}, opened_{};
    std::optional<QRectF> rubber_; ///< in the scene
    std::unique_ptr<DropSession> drag_;
    std::vector<QRectF> places_;
    QPointF pointer_; ///< of the drag, in the viewport
    Qt::KeyboardModifiers dragModifiers_;
    QTimer scroller_;
    QRegion painted_; ///< of the marks that are on the screen
    bool spaceHeld_ = false, unlimited_ = false, repaintPending_ = false;
};

} // namespace rackwright

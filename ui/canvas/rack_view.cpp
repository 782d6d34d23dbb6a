#include "ui/canvas/rack_view.h"

#include "ui/canvas/canvas_tool.h"
#include "ui/canvas/marks_painter.h"
#include "ui/canvas/outline.h"
#include "ui/theme/theme.h"

#include <QScrollBar>
#include <QStatusTipEvent>
#include <QWheelEvent>

#include <QApplication>

#include <algorithm>
#include <cmath>

namespace rackwright {

namespace {

constexpr double leastZoom = 0.01, mostZoom = 8;
constexpr double zoomStep = 1.25;

} // namespace

RackView::RackView(CanvasContext& context, RackScene& scene, QWidget* parent)
    : QGraphicsView{&scene, parent}, context_{context}, scene_{scene}, base_{selectTool(*this)}
{
    setObjectName(QStringLiteral("racks"));
    setAccessibleName(tr("Racks"));
    setFrameShape(NoFrame);
    setViewportUpdateMode(MinimalViewportUpdate);
    setTransformationAnchor(NoAnchor);
    setResizeAnchor(NoAnchor);
    setAlignment(Qt::AlignHCenter | Qt::AlignTop);
    setOptimizationFlags(DontSavePainterState | DontAdjustForAntialiasing);
    setFocusPolicy(Qt::StrongFocus);
    setMouseTracking(true);
    viewport()->setMouseTracking(true);
    setAcceptDrops(true);
    scroller_.setInterval(30);
    connect(&scroller_, &QTimer::timeout, this, &RackView::autoScroll);
    context_.onUnfinished = [this] {
        if (repaintPending_) return;
        repaintPending_ = true;
        QTimer::singleShot(0, this, [this] {
            repaintPending_ = false;
            viewport()->update();
        });
    };
    connect(&scene_, &RackScene::synced, this, [this] {
        const QRectF bounds = scene_.layout().bounds;
        const double margin = CanvasLayout::margin;
        setSceneRect(bounds.isNull() ? QRectF{0, 0, 1, 1} : bounds.adjusted(-margin, -margin, margin + RackLayout::gap, margin));
        if (!scene_.rectOf(focused_)) setFocused(Id::none);
        if (opened_ != Id::none && !bayPanel()) closeHost();
        touch();
    });
    connect(&document(), &Document::selectionChanged, this, [this] {
        const std::vector<Id>& ids = document().selection();
        selected_ = {ids.begin(), ids.end()};
        if (!ids.empty() && !isSelected(focused_)) setFocused(ids.back());
        touch();
    });
    connect(&theme(), &Theme::changed, this, [this] { viewport()->update(); });
}

RackView::~RackView()
{
    context_.onUnfinished = nullptr;
}

// ---- what is seen ------------------------------------------------------------------------------------------------

void RackView::setZoom(double zoom, const QPointF& anchor)
{
    zoom = std::clamp(zoom, leastZoom, mostZoom);
    if (zoom == this->zoom()) return;
    const QPointF before = viewportTransform().inverted().map(anchor);
    setTransform(QTransform::fromScale(zoom, zoom));
    const QPointF shift = viewportTransform().map(before) - anchor;
    horizontalScrollBar()->setValue(horizontalScrollBar()->value() + qRound(shift.x()));
    verticalScrollBar()->setValue(verticalScrollBar()->value() + qRound(shift.y()));
    viewport()->update();
    Q_EMIT zoomChanged();
}

void RackView::zoomBy(double factor)
{
    const std::optional<QRectF> focus = scene_.rectOf(focused_);
    const QRectF inView = focus ? toView(*focus) : QRectF{};
    const bool seen = focus && QRectF{viewport()->rect()}.intersects(inView);
    setZoom(zoom() * factor, seen ? inView.center() : QRectF{viewport()->rect()}.center());
}

void RackView::fit(const QRectF& sceneRect, double mostZoomHere)
{
    if (sceneRect.isEmpty()) return;
    const double margin = 16;
    const double x = (viewport()->width() - 2 * margin) / sceneRect.width(), y = (viewport()->height() - 2 * margin) / sceneRect.height();
    setZoom(std::clamp(std::min(x, y), leastZoom, mostZoomHere), {});
    centerOn(sceneRect.center());
    viewport()->update();
}

void RackView::fitAll()
{
    fit(scene_.layout().bounds, 1.0);
}

void RackView::fitSelection()
{
    QRectF all;
    for (const Id id : document().selection())
        if (const auto rect = scene_.rectOf(id)) all |= *rect;
    fit(all.isNull() ? scene_.layout().bounds : all.adjusted(-20, -20, 20, 20), 3.0);
}

void RackView::reveal(Id id)
{
    const std::optional<QRectF> rect = scene_.rectOf(id);
    if (!rect) return;
    ensureVisible(*rect, 24, 24);
    touch();
}

QRectF RackView::toView(const QRectF& sceneRect) const
{
    return snapped(viewportTransform().mapRect(sceneRect), devicePixelRatioF());
}

QRectF RackView::visibleScene() const
{
    return viewportTransform().inverted().mapRect(QRectF{viewport()->rect()});
}

// ---- what is pointed at ------------------------------------------------------------------------------------------

void RackView::setFocused(Id id)
{
    if (id == focused_) return;
    focused_ = id;
    const QString words = spokenOf(scene_, document().project(), id);
    setAccessibleDescription(words);
    QStatusTipEvent tip{words};
    QApplication::sendEvent(this, &tip);
    Q_EMIT focusDescribed(words);
    touch();
}

void RackView::setHovered(Id id)
{
    if (id == hovered_) return;
    hovered_ = id;
    touch();
}

void RackView::openHost(Id host)
{
    const PlacedDevice device = scene_.build() ? findDevice(*scene_.build(), host) : PlacedDevice{};
    if (!device.placement) return;
    if (const auto* card = std::get_if<InDevice>(&device.placement->anchor)) host = card->host;
    opened_ = host;
    if (!bayPanel()) {
        opened_ = Id::none;
        Q_EMIT refused(tr("%1 has no bays to open.").arg(QString::fromStdString(device.placement->label)), {});
        return;
    }
    reveal(host);
    viewport()->update();
}

void RackView::closeHost()
{
    if (opened_ == Id::none) return;
    opened_ = Id::none;
    viewport()->update();
}

std::optional<BayPanel> RackView::bayPanel() const
{
    if (opened_ == Id::none) return std::nullopt;
    const std::optional<QRectF> rect = scene_.rectOf(opened_);
    const DeviceFace* face = nullptr;
    if (const RackItem* rack = scene_.rackOfDevice(opened_)) face = rack->face(opened_);
    if (const LooseItem* loose = scene_.looseItem(opened_)) face = &loose->face();
    if (!rect || !face || face->bays.empty()) return std::nullopt;
    return BayPanel{*face, toView(*rect), QRectF{viewport()->rect()}};
}

bool RackView::isSelected(Id id) const
{
    return selected_.contains(id);
}

void RackView::setRubberBand(const std::optional<QRectF>& sceneRect)
{
    rubber_ = sceneRect;
    touch();
}

// ---- tools -------------------------------------------------------------------------------------------------------

void RackView::setHandTool(bool on)
{
    leave();
    base_ = on ? handTool(*this) : selectTool(*this);
    viewport()->setCursor(base_->cursor());
}

void RackView::enter(std::unique_ptr<CanvasTool> gesture)
{
    gesture_ = std::move(gesture);
    viewport()->setCursor(gesture_->cursor());
}

void RackView::leave()
{
    if (gesture_) ended_ = std::move(gesture_);
    viewport()->setCursor(base_->cursor());
}

void RackView::mousePressEvent(QMouseEvent* event)
{
    const bool pans = event->button() == Qt::MiddleButton || (spaceHeld_ && event->button() == Qt::LeftButton);
    if (pans && !gesture_) return enter(panGesture(*this, event->position()));
    if (event->button() != Qt::LeftButton) return event->ignore();
    (gesture_ ? gesture_ : base_)->press(*event);
}

void RackView::mouseMoveEvent(QMouseEvent* event)
{
    (gesture_ ? gesture_ : base_)->move(*event);
}

void RackView::mouseReleaseEvent(QMouseEvent* event)
{
    if (event->button() == Qt::RightButton) return event->ignore();
    (gesture_ ? gesture_ : base_)->release(*event);
}

void RackView::mouseDoubleClickEvent(QMouseEvent* event)
{
    if (event->button() == Qt::LeftButton && !gesture_) base_->doubleClick(*event);
}

void RackView::wheelEvent(QWheelEvent* event)
{
    if (!(event->modifiers() & Qt::ControlModifier)) return QAbstractScrollArea::wheelEvent(event);
    setZoom(zoom() * std::pow(zoomStep, event->angleDelta().y() / 120.0), event->position());
    event->accept();
}

void RackView::leaveEvent(QEvent* event)
{
    setHovered(Id::none);
    QGraphicsView::leaveEvent(event);
}

void RackView::focusInEvent(QFocusEvent* event)
{
    QGraphicsView::focusInEvent(event);
    touch();
}

void RackView::focusOutEvent(QFocusEvent* event)
{
    spaceHeld_ = false;
    QGraphicsView::focusOutEvent(event);
    touch();
}

void RackView::scrollContentsBy(int dx, int dy)
{
    QGraphicsView::scrollContentsBy(dx, dy);
    // Chip, tip, bays and legend keep to the window's edges: they do not move with the picture.
    if (drag_ || opened_ != Id::none || context_.powerOverlay) viewport()->update();
    if (drag_) findPlaces();
    painted_.translate(dx, dy);
}

void RackView::resizeEvent(QResizeEvent* event)
{
    QGraphicsView::resizeEvent(event);
    viewport()->update();
}

} // namespace rackwright

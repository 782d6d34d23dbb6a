#include "ui/canvas/canvas_view.h"

#include "ui/command/command_set.h"
#include "ui/theme/theme.h"

#include <QApplication>
#include <QDragEnterEvent>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

namespace rackwright {

CanvasView::CanvasView(const Workspace& workspace, QWidget* parent)
    : QWidget{parent}, document_{workspace.document}, context_{workspace.document}, scene_{context_},
      view_{new RackView{context_, scene_, this}}, tray_{new TrayPanel{workspace.document, this}}, empty_{new EmptyNote{view_->viewport()}},
      refusal_{new RefusalNote{view_->viewport()}}, edits_{new CanvasCommands{workspace, context_, *view_, *this}}
{
    setAccessibleName(tr("Canvas"));
    setFocusProxy(view_);
    auto* column = new QVBoxLayout{this};
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(view_, 1);
    column->addWidget(tray_);
    view_->trayRect = [this] { return QRectF{QRect{tray_->mapTo(this, QPoint{}) - view_->mapTo(this, QPoint{}), tray_->size()}}; };
    tray_->onDragEvent = [this](QDropEvent& event) { forwardDrag(event); };
    connect(tray_, &TrayPanel::dragLeft, view_, &RackView::cancelDrag);
    connect(
        &tray_->placeAllButton(), &QPushButton::clicked, this, [commands = &workspace.commands] { commands->trigger("design.place-all"); });
    connect(&empty_->button(), &QPushButton::clicked, this, [commands = &workspace.commands] { commands->trigger("design.add-rack"); });
    connect(view_, &RackView::refused, this, [this](const QString& reason, const QString& mend) { refusal_->say(reason, mend); });
    connect(view_, &RackView::focusDescribed, this, &CanvasView::focusDescribed);
    connect(view_, &RackView::zoomChanged, this, [this] { Q_EMIT zoomChanged(view_->zoom()); });
    connect(view_, &RackView::dragChanged, this, [this] {
        const DropSession* drag = view_->drag();
        tray_->setDropState(drag != nullptr, drag && drag->target().kind == DropTarget::Kind::tray);
    });
    connect(&document_, &Document::projectChanged, this, &CanvasView::sync);
    connect(&document_, &Document::scenarioChanged, this, [this] {
        sync();
        judgeAnew();
        view_->fitAll();
    });
    connect(&document_, &Document::wasReset, this, [this] {
        refusal_->hide();
        view_->fitAll();
    });
    connect(&document_, &Document::assessmentChanged, this, &CanvasView::judgeAnew);
    connect(&document_, &Document::focusRequested, this, [this] {
        if (!document_.selection().empty()) view_->reveal(document_.selection().front());
    });
    connect(edits_, &CanvasCommands::lookChanged, this, [this] {
        scene_.markAllStale();
        view_->viewport()->update();
    });
    connect(&theme(), &Theme::changed, this, &CanvasView::placeNotes);
    sync();
    judgeAnew();
}

void CanvasView::sync()
{
    scene_.sync();
    tray_->sync();
    placeNotes();
}

void CanvasView::judgeAnew()
{
    context_.mostWatts = 0;
    if (const ScenarioAssessment* assessed = document_.assessed())
        for (const DeviceWatts& device : assessed->deviceW)
            if (device.watts.hasValue()) context_.mostWatts = std::max(context_.mostWatts, device.watts.value);
    scene_.markAllStale();
}

void CanvasView::placeNotes()
{
    const Build* build = scene_.build();
    const bool isEmpty = scene_.layout().groups.empty();
    if (!build)
        empty_->setText(tr("This scenario rents: it has no racks. Its instances are part of the comparison."), {});
    else
        empty_->setText(tr("No rack yet. Drag a rack, a rack sold whole or an edge box here, or add racks by the row."), tr("Add rack…"));
    empty_->move((view_->viewport()->width() - empty_->width()) / 2, std::max(0, (view_->viewport()->height() - empty_->height()) / 2));
    empty_->setVisible(isEmpty);
}

void CanvasView::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    placeNotes();
    refusal_->move((view_->viewport()->width() - refusal_->width()) / 2, view_->viewport()->height() - refusal_->height() - 16);
}

void CanvasView::showEvent(QShowEvent* event)
{
    QWidget::showEvent(event);
    placeNotes();
    if (std::exchange(fitWhenShown_, false)) view_->fitAll();
}

void CanvasView::forwardDrag(QDropEvent& event)
{
    // The tray is below the racks: the same drag, in the coordinates of the view.
    const QPointF position = event.position() + view_->trayRect().topLeft();
    const auto send = [&](auto&& mapped) {
        QApplication::sendEvent(view_->viewport(), &mapped);
        event.setAccepted(mapped.isAccepted());
    };
    if (event.type() == QEvent::DragEnter)
        send(QDragEnterEvent{position.toPoint(), event.possibleActions(), event.mimeData(), event.buttons(), event.modifiers()});
    else if (event.type() == QEvent::DragMove)
        send(QDragMoveEvent{position.toPoint(), event.possibleActions(), event.mimeData(), event.buttons(), event.modifiers()});
    else
        send(QDropEvent{position, event.possibleActions(), event.mimeData(), event.buttons(), event.modifiers()});
}

} // namespace rackwright

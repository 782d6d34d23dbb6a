// A canvas on a document in a window without a screen, and short ways to do with it what hand and mouse do.
#pragma once

#include "core/design/edit.h"
#include "tests/ui/ui_test.h"
#include "ui/canvas/canvas_view.h"
#include "ui/canvas/drag_data.h"
#include "ui/command/command_set.h"
#include "ui/document/subjects.h"

#include <QApplication>
#include <QDragEnterEvent>
#include <QMimeData>

#include <memory>
#include <optional>
#include <string>

namespace rackwright::test {

struct Canvas {
    explicit Canvas(Project project, const QSize& size = {1400, 900}) : document{engine(), std::move(project)}, canvas{{document, commands}}
    {
        canvas.resize(size);
        canvas.show();
        (void)QTest::qWaitForWindowExposed(&canvas);
        canvas.activateWindow();
        canvas.view().setFocus();
        canvas.view().setUnlimited(true);
    }

    Document document;
    CommandSet commands;
    CanvasView canvas;

    RackView& view() { return canvas.view(); }
    QWidget* viewport() { return canvas.view().viewport(); }
    const Build& build() const { return *document.scenario()->build; }
    Id rack(const char* name) const { return findRack(build(), name)->id; }
    Id device(const std::string& label) const { return findDevice(build(), std::string_view{label}).placement->id; }
    const Placement* placement(const std::string& label) const { return findDevice(build(), std::string_view{label}).placement; }
    /// Half-U from 0; -1 when it is not in U of a rack.
    int fromHalfU(const std::string& label) const
    {
        const Placement* found = placement(label);
        const auto* space = found ? std::get_if<InRack>(&found->anchor) : nullptr;
        return space ? space->fromHalfU : -1;
    }
    std::string rackOf(const std::string& label) const
    {
        const PlacedDevice found = findDevice(build(), std::string_view{label});
        return found.rack ? found.rack->name : std::string{};
    }

    QPoint toViewport(const QPointF& scene) const { return const_cast<CanvasView&>(canvas).view().mapFromScene(scene); }
    /// Middle of the rack or device.
    QPoint at(Id id) { return toViewport(canvas.scene().rectOf(id)->center()); }
    /// Middle of the place from that U upwards (U from 1).
    QPoint atU(const char* rackName, int u, int heightU = 1)
    {
        const RackItem* item = canvas.scene().rackItem(rack(rackName));
        return toViewport(item->layout().of((u - 1) * 2, heightU * 2).translated(item->pos()).center());
    }

    /// As a drag from the palette: enters, comes over, and is dropped (or left hanging).
    void drag(QMimeData& mime, const QPoint& to, Qt::KeyboardModifiers modifiers = {}, bool drops = true)
    {
        const Qt::DropActions actions = Qt::CopyAction | Qt::MoveAction;
        QDragEnterEvent enter{{2, 2}, actions, &mime, Qt::LeftButton, modifiers};
        QApplication::sendEvent(viewport(), &enter);
        if (!enter.isAccepted()) return;
        QDragMoveEvent move{to, actions, &mime, Qt::LeftButton, modifiers};
        QApplication::sendEvent(viewport(), &move);
        if (!drops) return;
        QDropEvent drop{QPointF{to}, actions, &mime, Qt::LeftButton, modifiers};
        QApplication::sendEvent(viewport(), &drop);
    }
    void dragPart(const char* part, const QPoint& to, bool drops = true, bool filled = true)
    {
        const std::unique_ptr<QMimeData> mime{mimeOf(DraggedPart{QLatin1String{part}, filled})};
        drag(*mime, to, {}, drops);
    }
    /// Press, move, release inside the canvas.
    void carry(const QPoint& from, const QPoint& to, Qt::KeyboardModifiers modifiers = {}, bool releases = true)
    {
        mouse(QEvent::MouseButtonPress, from, modifiers, Qt::LeftButton, Qt::LeftButton);
        mouse(QEvent::MouseMove, (from + to) / 2, modifiers, Qt::NoButton, Qt::LeftButton);
        mouse(QEvent::MouseMove, to, modifiers, Qt::NoButton, Qt::LeftButton);
        if (releases) mouse(QEvent::MouseButtonRelease, to, modifiers, Qt::LeftButton, Qt::NoButton);
    }
    void mouse(QEvent::Type type, const QPoint& at, Qt::KeyboardModifiers modifiers, Qt::MouseButton button, Qt::MouseButtons buttons)
    {
        QMouseEvent event{type, QPointF{at}, QPointF{viewport()->mapToGlobal(at)}, button, buttons, modifiers};
        QApplication::sendEvent(viewport(), &event);
    }
    void click(const QPoint& at, Qt::KeyboardModifiers modifiers = {}) { QTest::mouseClick(viewport(), Qt::LeftButton, modifiers, at); }
    /// A key while the modifiers stay down: nothing is let go afterwards.
    void hold(Qt::Key key, Qt::KeyboardModifiers modifiers)
    {
        QKeyEvent press{QEvent::KeyPress, key, modifiers};
        QApplication::sendEvent(&view(), &press);
    }
    void key(Qt::Key key, Qt::KeyboardModifiers modifiers = {}) { QTest::keyClick(&view(), key, modifiers); }
};

/// Two racks with a power limit of 35 kW in one room, feeds A and B.
inline Project twoRacks()
{
    const Catalog& catalog = engine()->catalog;
    Project project = projectOf("");
    const auto apply = [&project](Result<Project> next) { project = std::move(next).value(); };
    apply(edit::site(project, {"Site", {{"region", "us-va"}}}, catalog));
    apply(edit::room(project, {"Hall", {}, {}}, catalog));
    if (!project.scenario("Own")) apply(edit::scenario(project, {"Own", true, {}, {}}, catalog));
    edit::AddRacks racks;
    racks.scenario = "Own";
    racks.names = {"R01", "R02"};
    racks.partId = "apc-ar3357";
    racks.powerLimitKw = 35;
    apply(edit::addRacks(project, racks, catalog));
    return project;
}

} // namespace rackwright::test

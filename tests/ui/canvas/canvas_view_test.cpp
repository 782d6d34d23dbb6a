// What the canvas shows: the build as it is, and what is selected in it by mouse and keys.
#include "canvas_fixture.h"

#include "ui/canvas/outline.h"
#include "ui/theme/theme.h"

#include <algorithm>

#include <random>

namespace rackwright {

using test::Canvas;

class CanvasViewTest : public QObject {
    Q_OBJECT

    static bool showsTheDocument(Canvas& canvas, QString& why)
    {
        const Build& build = canvas.build();
        RackScene& scene = canvas.canvas.scene();
        std::size_t racks = 0, loose = 0;
        for (QGraphicsItem* item : scene.items()) {
            racks += dynamic_cast<RackItem*>(item) != nullptr;
            loose += dynamic_cast<LooseItem*>(item) != nullptr;
        }
        if (racks != build.racks.size()) return why = QStringLiteral("%1 items for %2 racks").arg(racks).arg(build.racks.size()), false;
        std::size_t standing = 0;
        for (const RackPtr& rack : build.racks) {
            const RackItem* item = scene.rackItem(rack->id);
            if (!item || item->rack() != rack) return why = QString::fromStdString(rack->name), false;
            for (const Placement& placement : rack->placements) {
                if (scene.rackOfDevice(placement.id) != item) return why = QString::fromStdString(placement.label), false;
                if (!scene.rectOf(placement.id)) return why = QString::fromStdString(placement.label), false;
                if (std::holds_alternative<InRack>(placement.anchor) && !item->face(placement.id))
                    return why = QString::fromStdString(placement.label), false;
            }
        }
        int unplaced = 0;
        for (const Placement& placement : build.placements) {
            const bool stands = std::holds_alternative<OnFloor>(placement.anchor) || std::holds_alternative<AtSite>(placement.anchor);
            standing += stands;
            unplaced += std::holds_alternative<Unplaced>(placement.anchor);
            if (stands && !scene.looseItem(placement.id)) return why = QString::fromStdString(placement.label), false;
        }
        if (loose != standing) return why = QStringLiteral("%1 items for %2 by themselves").arg(loose).arg(standing), false;
        if (canvas.canvas.tray().list().count() != unplaced) return why = QStringLiteral("tray"), false;
        return true;
    }

private Q_SLOTS:
    void racksOfARowStandSideBySideAndRowsBelowEachOther()
    {
        Canvas canvas{test::projectOf("superpod-h100-1su")};
        const CanvasLayout& layout = canvas.canvas.scene().layout();
        QCOMPARE(layout.racks.size(), std::size_t{11});
        QCOMPARE(layout.groups.size(), std::size_t{2});
        for (int i = 1; i < 8; ++i) {
            const QRectF &left = layout.racks[static_cast<std::size_t>(i - 1)].bounds,
                         &right = layout.racks[static_cast<std::size_t>(i)].bounds;
            QCOMPARE(right.left() - left.right(), RackLayout::gap);
            QCOMPARE(left.bottom(), right.bottom());
        }
        QVERIFY(layout.racks[8].bounds.top() > layout.racks[0].bounds.bottom());
        QString why;
        QVERIFY2(showsTheDocument(canvas, why), qPrintable(why));
    }

    void edgeBoxesStandByThemselves()
    {
        Canvas canvas{test::projectOf("edge-jetson")};
        QCOMPARE(canvas.canvas.scene().layout().loose.size(), std::size_t{4});
        QVERIFY(!canvas.canvas.emptyNote().isVisible());
        canvas.click(canvas.at(canvas.device("edge-2")));
        QCOMPARE(canvas.document.selection(), std::vector<Id>{canvas.device("edge-2")});
    }

    void anEmptyBuildSaysHowToBegin()
    {
        Canvas canvas{test::projectOf("")};
        QVERIFY(canvas.canvas.emptyNote().isVisible());
        if (canvas.document.scenario() && canvas.document.scenario()->build) QVERIFY(canvas.canvas.emptyNote().button().isVisible());
        canvas.document.reset(test::twoRacks(), true);
        QVERIFY(!canvas.canvas.emptyNote().isVisible());
    }

    void onlyRacksThatChangedAreDrawnAnew()
    {
        Canvas canvas{test::projectOf("superpod-h100-1su")};
        QVERIFY(test::waitForAssessment(canvas.document, 60));
        canvas.viewport()->grab();
        const int before = canvas.canvas.context().racksDrawn;
        canvas.viewport()->grab();
        QCOMPARE(canvas.canvas.context().racksDrawn, before);
        // A change of the label shows in one rack, before and after the assessment.
        const Id device = canvas.device("dgx-03");
        QVERIFY(canvas.document.apply(QStringLiteral("Rename"), [device](const Project& project, const Catalog& catalog) {
            return edit::rename(project, {"Own", edit::Thing::device, {device}, "node-three"}, catalog);
        }));
        canvas.viewport()->grab();
        QCOMPARE(canvas.canvas.context().racksDrawn, before + 1);
        theme().set(ThemeKind::dark);
        canvas.viewport()->grab();
        QCOMPARE(canvas.canvas.context().racksDrawn, before + 12);
        theme().set(ThemeKind::light);
    }

    void clicksSelect()
    {
        Canvas canvas{test::projectOf("superpod-h100-1su")};
        const Id one = canvas.device("dgx-01"), two = canvas.device("dgx-06");
        canvas.click(canvas.at(one));
        QCOMPARE(canvas.document.selection(), std::vector<Id>{one});
        canvas.click(canvas.at(two), Qt::ControlModifier);
        QCOMPARE(canvas.document.selection(), (std::vector<Id>{one, two}));
        canvas.click(canvas.at(one), Qt::ControlModifier);
        QCOMPARE(canvas.document.selection(), std::vector<Id>{two});
        canvas.click(canvas.atU("R01", 1)); // an empty place is the rack
        QCOMPARE(canvas.document.selection(), std::vector<Id>{canvas.rack("R01")});
        canvas.click({4, 4});
        QVERIFY(canvas.document.selection().empty());
    }

    void aRubberBandSelectsWhatItTouchesAndEscPutsBackWhatWas()
    {
        Canvas canvas{test::projectOf("superpod-h100-1su")};
        const QRectF low = *canvas.canvas.scene().rectOf(canvas.device("dgx-01")),
                     high = *canvas.canvas.scene().rectOf(canvas.device("dgx-02"));
        const QPoint from = canvas.toViewport({low.left() - 40, high.top() - 3}), to = canvas.toViewport(low.center());
        canvas.carry(canvas.toViewport(QPointF{canvas.canvas.scene().rectOf(canvas.rack("R01"))->left() - 6, high.center().y()}), to);
        const std::vector<Id> selected = canvas.document.selection();
        QVERIFY(std::ranges::find(selected, canvas.device("dgx-01")) != selected.end());
        QVERIFY(std::ranges::find(selected, canvas.device("dgx-02")) != selected.end());
        QVERIFY(std::ranges::find(selected, canvas.device("dgx-05")) == selected.end());
        Q_UNUSED(from);
        canvas.carry({2, 2}, {1200, 800}, {}, false);
        QVERIFY(canvas.document.selection().size() > selected.size());
        canvas.key(Qt::Key_Escape);
        QCOMPARE(canvas.document.selection(), selected);
    }

    void arrowsWalkThroughDevicesAndRacks()
    {
        Canvas canvas{test::projectOf("superpod-h100-1su")};
        canvas.key(Qt::Key_Right); // into the racks
        QCOMPARE(canvas.view().focused(), canvas.rack("R01"));
        canvas.key(Qt::Key_Down);
        QCOMPARE(canvas.view().focused(), canvas.device("dgx-04")); // U33 is the highest
        canvas.key(Qt::Key_Down);
        QCOMPARE(canvas.view().focused(), canvas.device("dgx-03"));
        canvas.key(Qt::Key_Right);
        QCOMPARE(canvas.view().focused(), canvas.device("dgx-07"));
        QCOMPARE(canvas.document.selection(), std::vector<Id>{canvas.device("dgx-07")});
        QCOMPARE(canvas.view().accessibleDescription(), QStringLiteral("dgx-07, NVIDIA DGX H100, R02, U23 to U30"));
        canvas.key(Qt::Key_Up, Qt::ShiftModifier);
        QCOMPARE(canvas.document.selection(), (std::vector<Id>{canvas.device("dgx-07"), canvas.device("dgx-08")}));
        canvas.key(Qt::Key_Up, Qt::ControlModifier); // the rack, without selecting
        QCOMPARE(canvas.view().focused(), canvas.rack("R02"));
        QCOMPARE(canvas.document.selection().size(), std::size_t{2});
    }

    void tabGoesThroughAllInOrderAndLeavesAtTheEnd()
    {
        Canvas canvas{test::twoRacks()};
        canvas.dragPart("dell-r660", canvas.atU("R01", 5));
        canvas.document.select({});
        canvas.view().setFocused(Id::none);
        std::vector<Id> visited;
        for (int i = 0; i < 3; ++i) {
            canvas.key(Qt::Key_Tab);
            visited.push_back(canvas.view().focused());
        }
        QCOMPARE(visited, (std::vector<Id>{canvas.rack("R01"), canvas.device("dell-r660-1"), canvas.rack("R02")}));
        QCOMPARE(besideInOrder(canvas.canvas.scene(), canvas.rack("R02"), 1), Id::none);
        canvas.key(Qt::Key_Backtab, Qt::ShiftModifier);
        QCOMPARE(canvas.view().focused(), canvas.device("dell-r660-1"));
    }

    void altArrowsMoveTheSelectedDevices()
    {
        Canvas canvas{test::twoRacks()};
        canvas.dragPart("dell-r660", canvas.atU("R01", 5));
        canvas.hold(Qt::Key_Up, Qt::AltModifier);
        QCOMPARE(canvas.fromHalfU("dell-r660-1"), 10); // one U
        canvas.hold(Qt::Key_Up, Qt::AltModifier | Qt::ShiftModifier);
        QCOMPARE(canvas.fromHalfU("dell-r660-1"), 11); // half a U
        canvas.hold(Qt::Key_Right, Qt::AltModifier);
        QCOMPARE(canvas.rackOf("dell-r660-1"), std::string{"R02"});
        QVERIFY(canvas.view().accessibleDescription().contains(QStringLiteral("R02, U6.5")));
        canvas.hold(Qt::Key_Right, Qt::AltModifier); // there is no third rack
        QCOMPARE(canvas.rackOf("dell-r660-1"), std::string{"R02"});
        QVERIFY(canvas.canvas.refusal().isVisible());
        canvas.document.undo(); // the whole gesture is one step
        QCOMPARE(canvas.fromHalfU("dell-r660-1"), 8);
        QCOMPARE(canvas.rackOf("dell-r660-1"), std::string{"R01"});
    }

    void enterOpensAHostAndEscLeavesStepByStep()
    {
        Canvas canvas{test::twoRacks()};
        canvas.dragPart("smc-sys-421ge-tnrt-l40s", canvas.atU("R01", 10), true, false);
        const Id host = canvas.document.selection().front();
        canvas.key(Qt::Key_Return);
        QCOMPARE(canvas.view().openedHost(), host);
        QVERIFY(canvas.view().bayPanel());
        canvas.key(Qt::Key_Escape);
        QCOMPARE(canvas.view().openedHost(), Id::none);
        QCOMPARE(canvas.document.selection(), std::vector<Id>{host});
        canvas.key(Qt::Key_Escape);
        QVERIFY(canvas.document.selection().empty());
    }

    void zoomKeepsThePointUnderThePointer()
    {
        Canvas canvas{test::projectOf("superpod-h100-1su")};
        canvas.view().setZoom(1.0, {0, 0});
        const QPointF anchor{500, 400};
        const QPointF before = canvas.view().viewportTransform().inverted().map(anchor);
        canvas.view().setZoom(2.0, anchor);
        const QPointF after = canvas.view().viewportTransform().inverted().map(anchor);
        QVERIFY((after - before).manhattanLength() < 1.5);
        canvas.commands.trigger("view.fit");
        const QRectF all = canvas.view().toView(canvas.canvas.scene().layout().bounds);
        QVERIFY(QRectF{canvas.viewport()->rect()}.contains(all));
    }

    void spaceAndTheMiddleButtonMoveTheView()
    {
        Canvas canvas{test::projectOf("superpod-h100-1su")};
        canvas.view().setZoom(2.0, {0, 0});
        const QPointF before = canvas.view().viewportTransform().map(QPointF{});
        canvas.mouse(QEvent::MouseButtonPress, {600, 600}, {}, Qt::MiddleButton, Qt::MiddleButton);
        canvas.mouse(QEvent::MouseMove, {520, 500}, {}, Qt::NoButton, Qt::MiddleButton);
        canvas.mouse(QEvent::MouseButtonRelease, {520, 500}, {}, Qt::MiddleButton, Qt::NoButton);
        QCOMPARE(canvas.view().viewportTransform().map(QPointF{}) - before, QPointF(-80, -100));
        QTest::keyPress(&canvas.view(), Qt::Key_Space);
        canvas.carry({520, 500}, {600, 600});
        QTest::keyRelease(&canvas.view(), Qt::Key_Space);
        QCOMPARE(canvas.view().viewportTransform().map(QPointF{}), before);
        QVERIFY(canvas.document.selection().empty());
    }

    void aFindingThatIsFollowedComesIntoSight()
    {
        Canvas canvas{test::projectOf("superpod-h100-1su")};
        canvas.view().setZoom(3.0, {0, 0});
        canvas.document.focusOn("device:storage-4");
        const QRectF rect = canvas.view().toView(*canvas.canvas.scene().rectOf(canvas.device("storage-4")));
        QVERIFY(QRectF{canvas.viewport()->rect()}.intersects(rect));
        QCOMPARE(canvas.view().focused(), canvas.device("storage-4"));
    }

    void itStillShowsTheDocumentAfterManyRandomEditsAndUndos()
    {
        Canvas canvas{test::projectOf("superpod-h100-1su")};
        std::mt19937 random{7};
        const auto pick = [&random](std::size_t count) { return static_cast<std::size_t>(random() % count); };
        const auto& catalog = test::engine()->catalog;
        const std::vector<PartPtr> servers = catalog.parts(PartKind::server);
        QString why;
        for (int i = 0; i < 200; ++i) {
            std::vector<Id> devices;
            forEachPlacement(canvas.build(), [&](const PlacedDevice& device) { devices.push_back(device.placement->id); });
            const Id any = devices[pick(devices.size())];
            const auto& racks = canvas.build().racks;
            const Id rack = racks.empty() ? Id::none : racks[pick(racks.size())]->id;
            edit::Where where;
            where.rack = rack;
            switch (pick(8)) {
            case 0: canvas.document.undo(); break;
            case 1: canvas.document.redo(); break;
            case 2:
                (void)canvas.document.apply({}, [&](const Project& p, const Catalog& c) { return edit::move(p, {"Own", any, where}, c); });
                break;
            case 3:
                (void)canvas.document.apply({}, [&](const Project& p, const Catalog& c) { return edit::remove(p, {"Own", {any}}, c); });
                break;
            case 4:
                (void)canvas.document.apply({}, [&](const Project& p, const Catalog& c) {
                    return edit::place(p, {.scenario = "Own", .partId = servers[pick(servers.size())]->id, .where = where}, c);
                });
                break;
            case 5:
                (void)canvas.document.apply({}, [&](const Project& p, const Catalog& c) { return edit::move(p, {"Own", any, {}}, c); });
                break;
            case 6:
                if (pick(4) == 0)
                    (void)canvas.document.apply({}, [&](const Project& p, const Catalog& c) {
                        return edit::removeRacks(p, {"Own", {rack}}, c);
                    });
                break;
            case 7: canvas.commands.trigger("design.place-all"); break;
            }
            QVERIFY2(showsTheDocument(canvas, why), qPrintable(QStringLiteral("step %1: %2").arg(i).arg(why)));
            if (canvas.build().racks.size() < 3) canvas.document.undo();
        }
    }
};

RACKWRIGHT_UI_TEST(CanvasViewTest)

} // namespace rackwright

#include "canvas_view_test.moc"

// What the commands do on the canvas, each one step with its name, and each can be taken back.
#include "canvas_fixture.h"

#include "ui/canvas/canvas_dialogs.h"

#include <algorithm>

namespace rackwright {

using test::Canvas;

class CanvasCommandsTest : public QObject {
    Q_OBJECT

    /// Three servers in R01 from U1, U3 and U5; the second and third selected.
    static std::unique_ptr<Canvas> threeServers()
    {
        auto canvas = std::make_unique<Canvas>(test::twoRacks());
        for (const int u : {1, 3, 5}) canvas->dragPart("dell-r660", canvas->atU("R01", u));
        canvas->document.select({canvas->device("dell-r660-2"), canvas->device("dell-r660-3")});
        return canvas;
    }
    static std::size_t count(const Canvas& canvas)
    {
        std::size_t devices = 0;
        forEachPlacement(canvas.build(), [&](const PlacedDevice&) { ++devices; });
        return devices;
    }
    template <class Dialog>
    static Dialog* openDialog(Canvas& canvas)
    {
        return canvas.canvas.findChild<Dialog*>();
    }
    /// The step can be taken back and done again, and is called so.
    static void checkStep(Canvas& canvas, const ProjectPtr& before, const QString& name)
    {
        QCOMPARE(canvas.document.history().undoNames().value(0), name);
        const ProjectPtr after = canvas.document.snapshot();
        canvas.document.undo();
        QCOMPARE(canvas.document.snapshot(), before);
        canvas.document.redo();
        QCOMPARE(canvas.document.snapshot(), after);
    }

private Q_SLOTS:
    void deleteRemovesWhatIsSelected()
    {
        const auto canvas = threeServers();
        const ProjectPtr before = canvas->document.snapshot();
        canvas->key(Qt::Key_Delete);
        QCOMPARE(count(*canvas), std::size_t{1});
        QVERIFY(canvas->document.selection().empty());
        checkStep(*canvas, before, QStringLiteral("Delete 2 devices"));
    }

    void deleteOfARackTakesItsDevicesAlong()
    {
        const auto canvas = threeServers();
        canvas->document.select({canvas->rack("R01"), canvas->device("dell-r660-1")});
        const ProjectPtr before = canvas->document.snapshot();
        canvas->commands.trigger("edit.delete");
        QCOMPARE(count(*canvas), std::size_t{0});
        QCOMPARE(canvas->build().racks.size(), std::size_t{1});
        checkStep(*canvas, before, QStringLiteral("Delete rack R01"));
    }

    void whatIsCutIsPastedIntoTheChosenRackAtItsHeight()
    {
        const auto canvas = threeServers();
        canvas->key(Qt::Key_X, Qt::ControlModifier);
        QCOMPARE(count(*canvas), std::size_t{1});
        canvas->document.select({canvas->rack("R02")});
        const ProjectPtr before = canvas->document.snapshot();
        canvas->key(Qt::Key_V, Qt::ControlModifier);
        QCOMPARE(canvas->rackOf("dell-r660-2"), std::string{"R02"});
        QCOMPARE(canvas->fromHalfU("dell-r660-2"), 4);
        QCOMPARE(canvas->fromHalfU("dell-r660-3"), 8);
        checkStep(*canvas, before, QStringLiteral("Paste 2 devices"));
    }

    void whatIsCopiedIntoTheSameRackFindsTheLowestFreePlaces()
    {
        const auto canvas = threeServers();
        canvas->commands.trigger("edit.copy");
        canvas->commands.trigger("edit.paste");
        QCOMPARE(canvas->fromHalfU("dell-r660-4"), 2);
        QCOMPARE(canvas->fromHalfU("dell-r660-5"), 6);
        QCOMPARE(canvas->document.selection().size(), std::size_t{2});
    }

    void duplicateMakesOneMoreOfEach()
    {
        const auto canvas = threeServers();
        const ProjectPtr before = canvas->document.snapshot();
        canvas->key(Qt::Key_D, Qt::ControlModifier);
        QCOMPARE(count(*canvas), std::size_t{5});
        checkStep(*canvas, before, QStringLiteral("Duplicate 2 devices"));
    }

    void anArrayIsPreviewedAndRefusedBeforeItIsMade()
    {
        const auto canvas = threeServers();
        canvas->document.select({canvas->device("dell-r660-3")});
        const ProjectPtr before = canvas->document.snapshot();
        canvas->commands.trigger("edit.array");
        auto* dialog = openDialog<ArrayDialog>(*canvas);
        QVERIFY(dialog);
        auto* many = dialog->findChild<QSpinBox*>(QStringLiteral("count"));
        many->setValue(60); // beyond the top of the rack
        QVERIFY2(dialog->problem().contains(QStringLiteral("R01")), qPrintable(dialog->problem()));
        many->setValue(3);
        QVERIFY(dialog->problem().isEmpty());
        dialog->accept();
        QCOMPARE(canvas->fromHalfU("dell-r660-6"), 14); // U5, then U6, U7, U8
        checkStep(*canvas, before, QStringLiteral("Array of dell-r660-3"));
    }

    void renameTakesAPatternForSeveral()
    {
        const auto canvas = threeServers();
        const ProjectPtr before = canvas->document.snapshot();
        canvas->key(Qt::Key_F2);
        auto* dialog = openDialog<RenameDialog>(*canvas);
        QVERIFY(dialog);
        auto* pattern = dialog->findChild<QLineEdit*>(QStringLiteral("pattern"));
        pattern->setText(QStringLiteral("a*b"));
        QVERIFY(!dialog->problem().isEmpty());
        pattern->setText(QStringLiteral("mgmt-{n:02}"));
        dialog->accept();
        QVERIFY(canvas->placement("mgmt-01"));
        QCOMPARE(canvas->fromHalfU("mgmt-01"), 4);
        checkStep(*canvas, before, QStringLiteral("Rename 2 devices"));
    }

    void replacePutsAnotherPartInTheSamePlace()
    {
        const auto canvas = threeServers();
        const ProjectPtr before = canvas->document.snapshot();
        canvas->commands.trigger("edit.replace");
        auto* dialog = openDialog<ReplaceDialog>(*canvas);
        QVERIFY(dialog);
        dialog->findChild<QLineEdit*>(QStringLiteral("filter"))->setText(QStringLiteral("hpe-dl360-g11"));
        QVERIFY2(dialog->problem().isEmpty(), qPrintable(dialog->problem()));
        dialog->accept();
        QCOMPARE(canvas->placement("dell-r660-2")->partId, std::string{"hpe-dl360-g11"});
        QCOMPARE(canvas->fromHalfU("dell-r660-2"), 4);
        QVERIFY(canvas->document.history().undoNames().first().startsWith(QStringLiteral("Replace 2 devices with")));
        canvas->document.undo();
        QCOMPARE(canvas->document.snapshot(), before);
    }

    void racksAreAddedByTheRow()
    {
        const auto canvas = threeServers();
        const ProjectPtr before = canvas->document.snapshot();
        canvas->commands.trigger("design.add-rack");
        auto* dialog = openDialog<AddRackDialog>(*canvas);
        QVERIFY(dialog);
        dialog->findChild<QSpinBox*>(QStringLiteral("count"))->setValue(3);
        dialog->accept();
        QCOMPARE(canvas->build().racks.size(), std::size_t{5});
        QVERIFY(findRack(canvas->build(), "R05"));
        QCOMPARE(findRack(canvas->build(), "R05")->partId, std::string{"apc-ar3357"});
        checkStep(*canvas, before, QStringLiteral("Add 3 racks"));
    }

    void toUnplacedAndPlaceAllAreEachOneStep()
    {
        const auto canvas = threeServers();
        ProjectPtr before = canvas->document.snapshot();
        canvas->commands.trigger("design.to-unplaced");
        QCOMPARE(canvas->canvas.tray().list().count(), 2);
        checkStep(*canvas, before, QStringLiteral("Unplace 2 devices"));
        before = canvas->document.snapshot();
        canvas->commands.trigger("design.place-all");
        QCOMPARE(canvas->canvas.tray().list().count(), 0);
        checkStep(*canvas, before, QStringLiteral("Place all"));
    }

    void placeAllSaysWhatFoundNoPlace()
    {
        const auto canvas = threeServers();
        for (int i = 0; i < 8; ++i) canvas->dragPart("dgx-h100", canvas->view().trayRect().center().toPoint());
        canvas->commands.trigger("design.place-all"); // 35 kW take three of 10.2 kW in each rack at the most
        QVERIFY(canvas->canvas.tray().list().count() >= 2);
        QVERIFY(canvas->canvas.refusal().words().contains(QStringLiteral("found no place")));
    }

    void cordPlugsTheSelectedIntoThePdusOfTheirRack()
    {
        const auto canvas = threeServers();
        canvas->commands.trigger("design.cord");
        QVERIFY(canvas->canvas.refusal().words().contains(QStringLiteral("no PDU")));
        const QRectF frame = *canvas->canvas.scene().rectOf(canvas->rack("R01"));
        canvas->dragPart("apc-apdu10350sw", canvas->toViewport({frame.right() - 4, frame.center().y()}));
        canvas->document.select({canvas->device("dell-r660-1")});
        const ProjectPtr before = canvas->document.snapshot();
        canvas->commands.trigger("design.cord");
        QVERIFY(!canvas->build().cords.empty());
        checkStep(*canvas, before, QStringLiteral("Cord dell-r660-1"));
    }

    void selectAllAndSame()
    {
        const auto canvas = threeServers();
        canvas->dragPart("nv-qm9700", canvas->atU("R02", 20));
        canvas->key(Qt::Key_A, Qt::ControlModifier);
        QCOMPARE(canvas->document.selection().size(), std::size_t{4});
        canvas->document.select({canvas->device("dell-r660-1")});
        canvas->key(Qt::Key_A, Qt::ControlModifier | Qt::ShiftModifier);
        QCOMPARE(canvas->document.selection().size(), std::size_t{3});
    }

    void commandsAreEnabledByWhatIsSelected()
    {
        const auto canvas = threeServers();
        const auto enabled = [&](const char* id) { return canvas->commands.action(id)->isEnabled(); };
        QVERIFY(enabled("edit.delete") && enabled("edit.duplicate") && !enabled("edit.array") && !enabled("edit.paste"));
        canvas->document.select({});
        QVERIFY(!enabled("edit.delete") && !enabled("edit.copy") && !enabled("edit.rename"));
        canvas->document.select({canvas->rack("R01")});
        QVERIFY(enabled("edit.delete") && enabled("edit.rename") && !enabled("edit.copy"));
    }

    void theRearFaceAndTheOverlayDrawAnew()
    {
        const auto canvas = threeServers();
        QVERIFY(test::waitForAssessment(canvas->document, 60));
        const QImage front = canvas->viewport()->grab().toImage();
        canvas->commands.trigger("view.face");
        const QImage rear = canvas->viewport()->grab().toImage();
        QVERIFY(front != rear);
        canvas->commands.trigger("view.face");
        QCOMPARE(canvas->viewport()->grab().toImage(), front);
        canvas->commands.trigger("view.overlay-power");
        QVERIFY(canvas->viewport()->grab().toImage() != front);
    }

    // ---- stories by hand -----------------------------------------------------------------------------------------

    /// Loose parts: eight cards into a 4U server until it says no.
    void cardsGoIntoTheBaysOfAHostUntilItIsFull()
    {
        Canvas canvas{test::twoRacks()};
        canvas.dragPart("dell-xe7745-rtxpro6000", canvas.atU("R01", 10), true, false); // without its cards
        const Id host = canvas.document.selection().front();
        canvas.dragPart("nv-rtx-pro-6000-se", canvas.atU("R01", 30)); // an empty rack place offers hosts
        QVERIFY2(canvas.canvas.refusal().words().contains(QStringLiteral("dell-xe7745-rtxpro6000-1")),
            qPrintable(canvas.canvas.refusal().words()));
        canvas.dragPart("nv-rtx-pro-6000-se", canvas.at(host)); // onto the closed host: its first bay
        QCOMPARE(std::get<InDevice>(canvas.placement("nv-rtx-pro-6000-se-1")->anchor).index, 0);
        QTest::mouseDClick(canvas.viewport(), Qt::LeftButton, {}, canvas.at(host));
        QCOMPARE(canvas.view().openedHost(), host);
        const auto cellAt = [&](int index) { return canvas.view().bayPanel()->cell("accelerator", index)->rect.center().toPoint(); };
        canvas.dragPart("nv-rtx-pro-6000-se", cellAt(7)); // the bay under the pointer
        QCOMPARE(std::get<InDevice>(canvas.placement("nv-rtx-pro-6000-se-2")->anchor).index, 7);
        canvas.dragPart("nv-rtx-pro-6000-se", cellAt(7), false);
        QVERIFY(!canvas.view().drag()->ghost().isLegal);
        QVERIFY(canvas.view().drag()->ghost().reason.contains(QStringLiteral("nv-rtx-pro-6000-se-2")));
        canvas.view().cancelDrag();
        for (int bay = 1; bay < 7; ++bay) canvas.dragPart("nv-rtx-pro-6000-se", cellAt(bay));
        canvas.dragPart("nv-rtx-pro-6000-se", canvas.at(host), false); // the ninth
        QVERIFY2(
            canvas.view().drag()->ghost().reason.contains(QStringLiteral("no free bay")), qPrintable(canvas.view().drag()->ghost().reason));
        canvas.view().endDrag();
        // A card is selected in its bay and deleted; an SXM accelerator offers the systems that carry it.
        canvas.click(cellAt(3));
        canvas.key(Qt::Key_Delete);
        QCOMPARE(canvas.view().bayPanel()->cell("accelerator", 3)->face.card, Id::none);
        canvas.dragPart("nv-h100-sxm", canvas.at(host));
        QVERIFY(canvas.canvas.refusal().words().contains(QStringLiteral("only sold in a system")));
    }

    /// A SuperPOD's rack: four DGX by one drag and an array, PDUs left and right, a door, cords.
    void aRackOfAScalableUnitIsBuiltByHand()
    {
        Canvas canvas{test::twoRacks()};
        canvas.document.select({canvas.rack("R01")});
        QVERIFY(canvas.document.apply(QStringLiteral("Limit"), [id = canvas.rack("R01")](const Project& project, const Catalog& catalog) {
            return edit::set(project, {"Own", edit::Thing::rack, {id}, {{"power-limit", "44 kW"}}}, catalog);
        }));
        canvas.dragPart("dgx-h100", canvas.atU("R01", 10)); // U3
        QCOMPARE(canvas.fromHalfU("dgx-h100-1"), 4);
        canvas.commands.trigger("edit.array");
        auto* dialog = openDialog<ArrayDialog>(canvas);
        dialog->findChild<QSpinBox*>(QStringLiteral("count"))->setValue(3);
        dialog->findChild<QDoubleSpinBox*>()->setValue(10);
        QVERIFY2(dialog->problem().isEmpty(), qPrintable(dialog->problem()));
        dialog->accept();
        QCOMPARE(canvas.fromHalfU("dgx-h100-4"), 64); // U33
        const QRectF frame = *canvas.canvas.scene().rectOf(canvas.rack("R01"));
        for (const double x : {frame.left() + 4, frame.right() - 4, frame.left() + 4, frame.right() - 4})
            canvas.dragPart("apc-apdu10350sw", canvas.toViewport({x, frame.center().y()}));
        canvas.dragPart("motivair-chilleddoor-m16", canvas.atU("R01", 20));
        canvas.document.select({canvas.rack("R01")});
        canvas.commands.trigger("design.cord");
        QVERIFY2(!canvas.canvas.refusal().isVisible(), qPrintable(canvas.canvas.refusal().words()));
        QCOMPARE(canvas.build().cords.size(), std::size_t{1});
        const auto isNode = [&](const Cord& cord) { return findDevice(canvas.build(), cord.device).placement->partId == "dgx-h100"; };
        QCOMPARE(std::ranges::count_if(*canvas.build().cords.front().cords, isNode), 24); // four of six inlets
    }
};

RACKWRIGHT_UI_TEST(CanvasCommandsTest)

} // namespace rackwright

#include "canvas_commands_test.moc"

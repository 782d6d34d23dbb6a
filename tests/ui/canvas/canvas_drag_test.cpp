// What is dragged onto the canvas: where it lands, what it says before, and what is refused and why.
#include "canvas_fixture.h"

namespace rackwright {

using test::Canvas;

class CanvasDragTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void aPartFromThePaletteLandsInTheUnitUnderThePointer()
    {
        Canvas canvas{test::twoRacks()};
        canvas.dragPart("dell-r660", canvas.atU("R02", 17)); // 1 U
        QCOMPARE(canvas.rackOf("dell-r660-1"), std::string{"R02"});
        QCOMPARE(canvas.fromHalfU("dell-r660-1"), 32); // U17
        QCOMPARE(canvas.document.history().undoNames().first(), QStringLiteral("Place Dell PowerEdge R660 (mgmt 1U) in R02"));
        QCOMPARE(canvas.document.selection(), std::vector<Id>{canvas.device("dell-r660-1")});
        canvas.document.undo();
        QVERIFY(!canvas.placement("dell-r660-1"));
        canvas.document.redo();
        QCOMPARE(canvas.fromHalfU("dell-r660-1"), 32);
    }

    void theGhostSaysPlaceAndPowerBeforeTheDrop()
    {
        Canvas canvas{test::twoRacks()};
        const ProjectPtr before = canvas.document.snapshot();
        canvas.dragPart("dgx-h100", canvas.atU("R01", 10), false);
        QVERIFY(canvas.view().drag());
        const Ghost& ghost = canvas.view().drag()->ghost();
        QVERIFY(ghost.isLegal);
        // The pointer is in the top U of the 8; nameplate of a DGX H100 is 10.2 kW, of the declared 35 kW.
        QCOMPARE(ghost.chip, QStringLiteral("U3 – U10 · + 10.2\u202fkW · 10.2 of 35.0\u202fkW"));
        QVERIFY(!ghost.isNearLimit);
        QCOMPARE(canvas.document.snapshot(), before);
        canvas.view().cancelDrag();
        QVERIFY(!canvas.view().drag());
    }

    void anOccupiedPlaceIsRefusedWithItsReasonAndAPlaceThatWouldDo()
    {
        Canvas canvas{test::twoRacks()};
        canvas.dragPart("dgx-h100", canvas.atU("R01", 8));
        QCOMPARE(canvas.fromHalfU("dgx-h100-1"), 0);
        const ProjectPtr before = canvas.document.snapshot();
        canvas.dragPart("dell-r660", canvas.atU("R01", 4), false);
        const Ghost& ghost = canvas.view().drag()->ghost();
        QVERIFY(!ghost.isLegal);
        QVERIFY2(ghost.reason.contains(QStringLiteral("U1-U8 hold dgx-h100-1")), qPrintable(ghost.reason));
        QCOMPARE(ghost.mend, QStringLiteral("Would fit: R01, U9."));
        QVERIFY(!ghost.rects.empty());
        canvas.view().endDrag(); // dropped there all the same
        QCOMPARE(canvas.document.snapshot(), before);
        QVERIFY(canvas.canvas.refusal().isVisible());
        QVERIFY(canvas.canvas.refusal().words().contains(QStringLiteral("dgx-h100-1")));
    }

    void beyondThePowerLimitIsRefusedAndNearItIsMarked()
    {
        Canvas canvas{test::twoRacks()};
        for (const int u : {8, 16}) canvas.dragPart("dgx-h100", canvas.atU("R01", u));
        canvas.dragPart("dgx-h100", canvas.atU("R01", 24), false); // 30.6 of 35 kW: 87 %
        QVERIFY(canvas.view().drag()->ghost().isLegal);
        QVERIFY(!canvas.view().drag()->ghost().isNearLimit);
        canvas.view().endDrag();
        canvas.dragPart("dgx-h100", canvas.atU("R01", 32), false); // 40.8 kW
        QVERIFY(!canvas.view().drag()->ghost().isLegal);
        QVERIFY2(canvas.view().drag()->ghost().reason.contains(QStringLiteral("power limit of R01")),
            qPrintable(canvas.view().drag()->ghost().reason));
        canvas.view().cancelDrag();
        canvas.dragPart("dell-r660", canvas.atU("R01", 40)); // 0.8 kW
        canvas.dragPart("dell-r660", canvas.atU("R01", 42), false); // 32.2 kW: 92 %
        QVERIFY(canvas.view().drag()->ghost().isLegal);
        QVERIFY(canvas.view().drag()->ghost().isNearLimit);
    }

    void aPduStandsAtTheSideUnderThePointer()
    {
        Canvas canvas{test::twoRacks()};
        const QRectF frame = *canvas.canvas.scene().rectOf(canvas.rack("R01"));
        canvas.dragPart("apc-apdu10350sw", canvas.toViewport({frame.right() - 4, frame.center().y()}));
        canvas.dragPart("apc-apdu10350sw", canvas.toViewport({frame.left() + 4, frame.center().y()}));
        QCOMPARE(std::get<ZeroU>(canvas.placement("apc-apdu10350sw-1")->anchor).side, Side::right);
        QCOMPARE(std::get<ZeroU>(canvas.placement("apc-apdu10350sw-2")->anchor).side, Side::left);
    }

    void aRearDoorGoesToTheBackOfTheRack()
    {
        Canvas canvas{test::twoRacks()};
        canvas.dragPart("motivair-chilleddoor-m16", canvas.atU("R02", 20));
        QVERIFY(std::holds_alternative<RearDoor>(canvas.placement("motivair-chilleddoor-m16-1")->anchor));
        canvas.dragPart("motivair-chilleddoor-m16", canvas.atU("R02", 20));
        QVERIFY(canvas.canvas.refusal().words().contains(QStringLiteral("already has the rear door")));
    }

    void aRackOrARackSoldWholeStandsAtTheEndOfTheRow()
    {
        Canvas canvas{test::twoRacks()};
        canvas.dragPart("apc-ar3357", {700, 860});
        QVERIFY(findRack(canvas.build(), "R03"));
        canvas.dragPart("dgx-gb200-nvl72", {700, 860});
        const RackPtr whole = findRack(canvas.build(), "R04");
        QVERIFY(whole);
        QCOMPARE(whole->partId, std::string{"dgx-gb200-nvl72"});
        QCOMPARE(whole->row, 1);
        canvas.document.undo();
        canvas.document.undo();
        QCOMPARE(canvas.build().racks.size(), std::size_t{2});
    }

    void aRackUnitBesideTheRacksIsRefusedWithWhatWouldHelp()
    {
        Canvas canvas{test::twoRacks()};
        canvas.dragPart("dgx-h100", {8, 860});
        QVERIFY(!canvas.placement("dgx-h100-1"));
        QVERIFY(canvas.canvas.refusal().words().contains(QStringLiteral("rack")));
    }

    void ontoTheTrayItWaitsUnplaced()
    {
        Canvas canvas{test::twoRacks()};
        canvas.dragPart("dgx-h100", canvas.view().trayRect().center().toPoint());
        QVERIFY(std::holds_alternative<Unplaced>(canvas.placement("dgx-h100-1")->anchor));
        QCOMPARE(canvas.canvas.tray().list().count(), 1);
        canvas.canvas.tray().placeAllButton().click();
        QCOMPARE(canvas.fromHalfU("dgx-h100-1"), 0);
        QCOMPARE(canvas.canvas.tray().list().count(), 0);
        QCOMPARE(canvas.document.history().undoNames().first(), QStringLiteral("Place all"));
    }

    void devicesOfTheTrayAreStackedWhereTheyAreDropped()
    {
        Canvas canvas{test::twoRacks()};
        for (int i = 0; i < 2; ++i) canvas.dragPart("dell-r660", canvas.view().trayRect().center().toPoint());
        const std::unique_ptr<QMimeData> mime{mimeOf(std::vector<Id>{canvas.device("dell-r660-1"), canvas.device("dell-r660-2")})};
        canvas.drag(*mime, canvas.atU("R01", 11));
        QCOMPARE(canvas.fromHalfU("dell-r660-1"), 20);
        QCOMPARE(canvas.fromHalfU("dell-r660-2"), 22);
        QCOMPARE(canvas.document.history().undoNames().first(), QStringLiteral("Move 2 devices"));
    }

    void selectedDevicesMoveTogetherAndKeepTheirDistance()
    {
        Canvas canvas{test::twoRacks()};
        canvas.dragPart("dell-r660", canvas.atU("R01", 1));
        canvas.dragPart("dell-r660", canvas.atU("R01", 5));
        const Id first = canvas.device("dell-r660-1"), second = canvas.device("dell-r660-2");
        canvas.document.select({first, second});
        canvas.carry(canvas.at(first), canvas.atU("R02", 3));
        QCOMPARE(canvas.rackOf("dell-r660-1"), std::string{"R02"});
        QCOMPARE(canvas.fromHalfU("dell-r660-1"), 4);
        QCOMPARE(canvas.fromHalfU("dell-r660-2"), 12);
        QCOMPARE(canvas.document.selection(), (std::vector<Id>{first, second}));
        canvas.document.undo(); // one step
        QCOMPARE(canvas.fromHalfU("dell-r660-1"), 0);
        QCOMPARE(canvas.rackOf("dell-r660-2"), std::string{"R01"});
    }

    void withCtrlACopyIsLeft()
    {
        Canvas canvas{test::twoRacks()};
        canvas.dragPart("dell-r660", canvas.atU("R01", 1));
        const Id original = canvas.device("dell-r660-1");
        canvas.document.select({original});
        canvas.mouse(QEvent::MouseButtonPress, canvas.at(original), {}, Qt::LeftButton, Qt::LeftButton);
        canvas.mouse(QEvent::MouseMove, canvas.atU("R01", 8), Qt::ControlModifier, Qt::NoButton, Qt::LeftButton);
        canvas.mouse(QEvent::MouseButtonRelease, canvas.atU("R01", 8), Qt::ControlModifier, Qt::LeftButton, Qt::NoButton);
        QCOMPARE(canvas.fromHalfU("dell-r660-1"), 0);
        QCOMPARE(canvas.fromHalfU("dell-r660-2"), 14);
        QCOMPARE(canvas.document.history().undoNames().first(), QStringLiteral("Copy dell-r660-1"));
    }

    void escCancelsACarryAndLeadsBackToTheTool()
    {
        Canvas canvas{test::twoRacks()};
        canvas.dragPart("dell-r660", canvas.atU("R01", 1));
        const ProjectPtr before = canvas.document.snapshot();
        canvas.carry(canvas.at(canvas.device("dell-r660-1")), canvas.atU("R02", 9), {}, false);
        QVERIFY(canvas.view().drag());
        canvas.key(Qt::Key_Escape);
        QVERIFY(!canvas.view().drag());
        canvas.mouse(QEvent::MouseButtonRelease, canvas.atU("R02", 9), {}, Qt::LeftButton, Qt::NoButton);
        QCOMPARE(canvas.document.snapshot(), before);
    }

    void withShiftItSnapsToHalfUnits()
    {
        Canvas canvas{test::twoRacks()};
        const RackItem* rack = canvas.canvas.scene().rackItem(canvas.rack("R01"));
        const QPointF half = rack->layout().of(21, 2).translated(rack->pos()).center(); // from U11.5
        const std::unique_ptr<QMimeData> mime{mimeOf(DraggedPart{QStringLiteral("dell-r660"), true})};
        canvas.drag(*mime, canvas.toViewport(half), Qt::ShiftModifier);
        QCOMPARE(canvas.fromHalfU("dell-r660-1"), 21);
    }

    void aTargetIsLookedAtOnlyOnce()
    {
        Canvas canvas{test::twoRacks()};
        DropSession session{canvas.canvas.scene(), canvas.document, {.part = DraggedPart{QStringLiteral("dell-r660"), true}}};
        const DropTarget target{.kind = DropTarget::Kind::rack, .rack = canvas.rack("R01"), .fromHalfU = 4};
        QVERIFY(session.moveTo(target));
        QVERIFY(!session.moveTo(target));
    }

    void placesThatWouldDoAreOutlined()
    {
        Canvas canvas{test::twoRacks()};
        canvas.dragPart("dgx-h100", canvas.atU("R01", 20)); // U13 – U20: of 48 U leaves U1 – U12 and U21 – U48
        DropSession session{canvas.canvas.scene(), canvas.document, {.part = DraggedPart{QStringLiteral("dgx-h100"), true}}};
        const std::vector<QRectF> places = session.places(canvas.canvas.scene().racksIn(canvas.canvas.scene().sceneRect()));
        QCOMPARE(places.size(), std::size_t{3}); // two gaps in R01, all of R02
        QCOMPARE(places[0].height(), 12 * RackLayout::unitsPerU);
        QCOMPARE(places[1].height(), 28 * RackLayout::unitsPerU);
    }

    void garbageIsNoDragAndNoCrash_data()
    {
        QTest::addColumn<QString>("format");
        QTest::addColumn<QByteArray>("data");
        QTest::newRow("text") << QStringLiteral("text/plain") << QByteArray{"dgx-h100"};
        QTest::newRow("no part") << QLatin1String{partMimeType} + QString{} << QByteArray{"filled "};
        QTest::newRow("no space") << QLatin1String{partMimeType} + QString{} << QByteArray{"dgx-h100"};
        QTest::newRow("binary") << QLatin1String{partMimeType} + QString{} << QByteArray{"\xff\x00\xfe x\x01", 6};
        QTest::newRow("unknown part") << QLatin1String{partMimeType} + QString{} << QByteArray{"filled no-such-part"};
        QTest::newRow("model") << QLatin1String{partMimeType} + QString{} << QByteArray{"filled llama-3.1-70b"};
        QTest::newRow("devices of words") << QLatin1String{devicesMimeType} + QString{} << QByteArray{"one two"};
        QTest::newRow("devices that are gone") << QLatin1String{devicesMimeType} + QString{} << QByteArray{"999999 -3 0"};
        QTest::newRow("rack as a device") << QLatin1String{devicesMimeType} + QString{} << QByteArray{"1 2 3 4 5 6 7 8 9"};
    }
    void garbageIsNoDragAndNoCrash()
    {
        QFETCH(QString, format);
        QFETCH(QByteArray, data);
        Canvas canvas{test::twoRacks()};
        const ProjectPtr before = canvas.document.snapshot();
        for (const QPoint& at : {canvas.atU("R01", 5), QPoint{3, 860}, canvas.view().trayRect().center().toPoint(), QPoint{-50, 4000}}) {
            QMimeData mime;
            mime.setData(format, data);
            canvas.drag(mime, at);
            QVERIFY(!canvas.view().drag());
        }
        QCOMPARE(canvas.document.snapshot(), before);
    }

    void everyPartOfTheCatalogGivesAnEditOrASentence()
    {
        Canvas canvas{test::twoRacks()};
        for (std::size_t kind = 0; kind < partKindCount; ++kind)
            for (const PartPtr& part : test::engine()->catalog.parts(static_cast<PartKind>(kind)))
                for (const QPoint& at : {canvas.atU("R02", 30), QPoint{3, 860}}) {
                    const ProjectPtr before = canvas.document.snapshot();
                    canvas.canvas.refusal().hide();
                    canvas.dragPart(part->id.c_str(), at);
                    const bool edited = canvas.document.snapshot() != before;
                    QVERIFY2(edited != canvas.canvas.refusal().isVisible(), part->id.c_str());
                    if (edited) canvas.document.undo();
                }
    }

    void readOnlyIsSaidInTheTip()
    {
        Canvas canvas{test::twoRacks()};
        canvas.document.setReadOnly(true);
        canvas.dragPart("dgx-h100", canvas.atU("R01", 8), false);
        QVERIFY(!canvas.view().drag()->ghost().isLegal);
        QVERIFY(!canvas.view().drag()->ghost().mend.isEmpty());
    }
};

RACKWRIGHT_UI_TEST(CanvasDragTest)

} // namespace rackwright

#include "canvas_drag_test.moc"

// Places of devices in a rack, worked out by hand: 1U = 44.45 mm = 13 units.
#include "tests/ui/ui_test.h"
#include "ui/drawing/rack_painter.h"

namespace rackwright::test {

class RackLayoutTest : public QObject {
    Q_OBJECT

    static RackPicture rackOf(int heightU, double widthMm)
    {
        RackPicture rack;
        rack.heightU = heightU, rack.widthMm = widthMm;
        return rack;
    }
    static bool near(double a, double b) { return qAbs(a - b) < 0.01; }

private Q_SLOTS:
    void widthsAreInTrueProportion()
    {
        QVERIFY(near(rackWidth(44.45), 13));
        QVERIFY(near(rackWidth(750), 219.35)); // 750 / 44.45 x 13
        const RackLayout layout{rackOf(42, 750)};
        QVERIFY(near(layout.inside.width(), 141.14)); // 482.6 mm
        QVERIFY(near(layout.inside.height(), 42 * 13));
        QVERIFY(near(layout.frame.top(), 46));
    }

    void aPanelNeverLeavesItsFrame()
    {
        for (const double width : {500.0, 600.0, 750.0, 1200.0}) {
            RackPicture rack = rackOf(42, width);
            for (const double panel : {482.6, 538.0, 1076.0}) {
                rack.panelMm = panel;
                const RackLayout layout{rack};
                QVERIFY(layout.frame.contains(layout.inside));
                QVERIFY(layout.inside.left() >= RackLayout::railLeft);
                QVERIFY(layout.channel(Side::left).width() > 0);
            }
        }
    }

    void unitsCountFromBelow()
    {
        const RackLayout layout{rackOf(42, 600)};
        const QRectF lowest = layout.of(0, 2), second = layout.of(2, 2), highest = layout.of(82, 2);
        QCOMPARE(lowest.bottom(), layout.inside.bottom());
        QCOMPARE(second.bottom(), lowest.top());
        QCOMPARE(highest.top(), layout.inside.top());
        QCOMPARE(lowest.height(), 13.0);
    }

    void quartersAreMirroredFromBehind()
    {
        const RackLayout front{rackOf(42, 600)}, rear{rackOf(42, 600), Face::rear};
        QCOMPARE(front.of(0, 2, 0, 2).left(), front.inside.left());
        QCOMPARE(rear.of(0, 2, 0, 2).right(), rear.inside.right());
        QVERIFY(near(front.of(0, 2, 1, 1).left(), front.inside.left() + front.inside.width() / 4));
        QVERIFY(front.channel(Side::left).right() <= front.inside.left());
        QVERIFY(rear.channel(Side::left).left() >= rear.inside.right());
    }

    void aPointFindsTheSpaceWhoseTopIsNearest()
    {
        const RackLayout layout{rackOf(42, 600)};
        for (const int halfU : {0, 1, 17, 40})
            for (const int height : {1, 2, 16}) {
                const QRectF place = layout.of(halfU, height);
                QCOMPARE(layout.halfUAt(place.top(), height), halfU);
                QCOMPARE(layout.halfUAt(place.top() + 3, height), halfU); // less than a quarter U off
                QCOMPARE(layout.halfUAt(QPointF{place.center().x(), place.top()}, height), halfU);
            }
        QCOMPARE(layout.halfUAt(-1000.0, 16), 84 - 16);
        QCOMPARE(layout.halfUAt(1e6, 16), 0);
    }

    void unitsAtASideShareIt()
    {
        RackPicture rack = rackOf(42, 750);
        for (const int position : {0, 1, 2}) {
            DeviceFace unit;
            unit.side = Side::left, unit.sidePosition = position;
            rack.devices.push_back(unit);
        }
        const RackLayout layout{rack};
        for (std::size_t i = 0; i < 3; ++i) {
            QVERIFY(layout.channel(Side::left).contains(layout.of(rack.devices[i])));
            for (std::size_t j = 0; j < i; ++j) QVERIFY(!layout.of(rack.devices[i]).intersects(layout.of(rack.devices[j])));
        }
        QVERIFY(near(layout.of(rack.devices[0]).height(), 42 * 13 / 3.0 - 2));
    }

    void inATankDevicesStandSideBySide()
    {
        RackPicture rack = rackOf(52, 600);
        rack.tank = true;
        const RackLayout layout{rack};
        QVERIFY(layout.frame.width() > layout.frame.height());
        const QRectF first = layout.of(0, 16), second = layout.of(16, 16);
        QCOMPARE(first.left(), layout.inside.left());
        QCOMPARE(second.left(), first.right());
        QVERIFY(first.height() > first.width());
        QCOMPARE(layout.halfUAt(second.topRight(), 16), 16);
    }

    void levelsOfDetailChangeWhereTheDesignLanguageSays()
    {
        QCOMPARE(detailAt(2.9), Detail::mass);
        QCOMPARE(detailAt(3), Detail::plain);
        QCOMPARE(detailAt(7), Detail::shape);
        QCOMPARE(detailAt(11), Detail::whole);
        QCOMPARE(detailAt(22), Detail::whole);
        QCOMPARE(detailAt(22.1), Detail::close);
    }
};

RACKWRIGHT_UI_TEST(RackLayoutTest)

} // namespace rackwright::test

#include "rack_layout_test.moc"

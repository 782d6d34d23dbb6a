// What is drawn of a rack: taken from the project's own parts and its assessment.
#include "core/assess/assess.h"
#include "core/design/edit.h"
#include "tests/ui/ui_test.h"
#include "ui/drawing/rack_picture.h"

#include <algorithm>

namespace rackwright::test {

class RackPictureTest : public QObject {
    Q_OBJECT

    static const DeviceFace* deviceOf(const RackPicture& rack, const char* label)
    {
        const auto found = std::ranges::find(rack.devices, QString::fromUtf8(label), &DeviceFace::label);
        return found == rack.devices.end() ? nullptr : &*found;
    }
    static RackPicture pictureIn(const Project& project, const char* rack, const ScenarioAssessment* assessed = nullptr)
    {
        return pictureOf(*findRack(*project.scenarios.front()->build, rack), project, assessed);
    }
    static Project with(const Project& project, const char* part, const char* rack, int u, const char* label, bool filled = true)
    {
        edit::Place place;
        place.partId = part, place.label = label, place.filled = filled;
        place.where.rack = findRack(*project.scenarios.front()->build, rack)->id;
        place.where.fromHalfU = (u - 1) * 2;
        const Result<Project> placed = edit::place(project, place, engine()->catalog);
        if (!placed) qFatal("%s", placed.error().code.c_str());
        return *placed;
    }

private Q_SLOTS:
    void aNodeShowsWhatTheCatalogStates()
    {
        const RackPicture rack = pictureIn(projectOf("superpod-h100-1su"), "R01");
        QCOMPARE(rack.name, QStringLiteral("R01"));
        QCOMPARE(rack.heightU, 48); // AR3357: 48U, 750 mm
        QCOMPARE(rack.widthMm, 750.0);
        QCOMPARE(rack.content, QStringLiteral("4 × NVIDIA DGX H100"));
        QCOMPARE(rack.caption, QStringLiteral("48 U"));
        QVERIFY(!rack.status && rack.load.isEmpty());
        const DeviceFace* node = deviceOf(rack, "dgx-02");
        QVERIFY(node);
        QCOMPARE(node->kind, DeviceKind::accelerator);
        QCOMPARE(node->shape, FaceShape::accelerated);
        QCOMPARE(node->accelerators, 8);
        QCOMPARE(node->heightHalfU, 16);
        QCOMPARE(node->fromHalfU, 24); // U13
        QCOMPARE(node->supplies, 6);
        QVERIFY(node->watts.isEmpty());
        // 8 x 400G on 4 OSFP: compute ports share cages
        const auto fabric = std::ranges::find(node->portBlocks, true, &PortBlock::fabric);
        QVERIFY(fabric != node->portBlocks.end());
        QCOMPARE(fabric->count, 4);
    }

    void doorsAndUnitsAtTheSideHaveTheirPlaces()
    {
        const RackPicture rack = pictureIn(projectOf("superpod-h100-1su"), "R01");
        const DeviceFace* door = deviceOf(rack, "door-R01");
        QVERIFY(door && door->door);
        QCOMPARE(door->kind, DeviceKind::cooling);
        const DeviceFace *left = deviceOf(rack, "pdu-R01-a1"), *second = deviceOf(rack, "pdu-R01-b2");
        QVERIFY(left && second);
        QCOMPARE(*left->side, Side::left);
        QCOMPARE(left->sidePosition, 0);
        QCOMPARE(*second->side, Side::right);
        QCOMPARE(second->sidePosition, 1);
        QCOMPARE(left->kind, DeviceKind::power);
    }

    void aSwitchShowsCagesNotPorts()
    {
        const DeviceFace* leaf = nullptr;
        const RackPicture rack = pictureIn(projectOf("superpod-h100-1su"), "N01");
        leaf = deviceOf(rack, "leaf-1");
        QVERIFY(leaf);
        QCOMPARE(leaf->ports, 32); // QM9700: 64 ports in 32 twin cages
        QCOMPARE(leaf->kind, DeviceKind::network);
        QCOMPARE(rack.content, QStringLiteral("Network"));
    }

    void loadsAndStatusComeFromTheAssessment()
    {
        const Project project = projectOf("faulty-room");
        const Assessment assessment = assess(project, *engine());
        const ScenarioAssessment& own = assessment.scenarios.front();
        const RackPicture rack = pictureIn(project, "R01", &own);
        QCOMPARE(*rack.status, Status::over);
        QVERIFY(!rack.load.isEmpty());
        QVERIFY2(rack.caption.startsWith(QStringLiteral("16 of 48 U · ")), qPrintable(rack.caption));
        // 20.4 kW over two PDUs of 8.6 kW: each has 10.2
        const DeviceFace* pdu = deviceOf(rack, "pdu-R01-a");
        QVERIFY(pdu && pdu->overloaded);
        QVERIFY(pdu->loadShare > 1.1 && pdu->loadShare < 1.25);
        QVERIFY(!deviceOf(rack, "dgx-1")->watts.isEmpty());
    }

    void aLimitIsComparedWithTheNameplate()
    {
        Project project = projectOf("superpod-h100-1su");
        const Id rackId = findRack(*project.scenarios.front()->build, "R01")->id;
        project = *edit::set(project, {"", edit::Thing::rack, {rackId}, {{"power-limit", "50 kW"}}}, engine()->catalog);
        const Assessment assessment = assess(project, *engine());
        const RackPicture rack = pictureIn(project, "R01", &assessment.scenarios.front());
        QVERIFY2(rack.limit.endsWith(QStringLiteral("of 50.0 kW")), qPrintable(rack.limit));
        QVERIFY(rack.loadShare && *rack.loadShare > 40.8 / 50 && *rack.loadShare < 0.9);
    }

    void aHostSoldWithCardsHasThemInItsBays()
    {
        Project project = with(projectOf("superpod-h100-1su"), "smc-sys-421ge-tnrt-l40s", "M01", 40, "full");
        project = with(project, "smc-sys-421ge-tnrt-l40s", "M01", 36, "empty", false);
        const RackPicture rack = pictureIn(project, "M01");
        const DeviceFace *full = deviceOf(rack, "full"), *empty = deviceOf(rack, "empty");
        QVERIFY(full && empty);
        QCOMPARE(full->accelerators, 8);
        QCOMPARE(empty->accelerators, 0);
        QCOMPARE(std::ranges::count_if(full->bays, [](const BayFace& bay) { return bay.card != Id::none; }), 8);
        QCOMPARE(full->bays.size(), empty->bays.size());
        QCOMPARE(full->bays.front().kind, DeviceKind::accelerator);
        QVERIFY(empty->bays.front().card == Id::none);
        QVERIFY2(empty->bays.front().detail.startsWith(QStringLiteral("×16")), qPrintable(empty->bays.front().detail));
    }

    void aFaceAloneNeedsNoBuild()
    {
        Placement placement;
        placement.label = "new", placement.partId = "dgx-h100";
        const DeviceFace face = faceOf(placement, projectOf("superpod-h100-1su"), nullptr);
        QCOMPARE(face.heightHalfU, 16);
        QCOMPARE(face.model, QStringLiteral("NVIDIA DGX H100"));
        placement.partId = "no-such-part";
        const DeviceFace unknown = faceOf(placement, projectOf(""), nullptr);
        QCOMPARE(unknown.label, QStringLiteral("new"));
        QCOMPARE(unknown.kind, DeviceKind::other);
    }

    void kindsFollowTheTables()
    {
        const auto kind = [](const char* id) { return kindOf(*engine()->catalog.find(id)); };
        QCOMPARE(kind("dgx-h100"), DeviceKind::accelerator);
        QCOMPARE(kind("dell-r660"), DeviceKind::compute);
        QCOMPARE(kind("nv-qm9700"), DeviceKind::network);
        QCOMPARE(kind("cx7-ndr-osfp"), DeviceKind::network);
        QCOMPARE(kind("ddn-ai400x2"), DeviceKind::storage);
        QCOMPARE(kind("apc-ap8865"), DeviceKind::power);
        QCOMPARE(kind("motivair-chilleddoor-m16"), DeviceKind::cooling);
        QCOMPARE(kind("apc-ar3357"), DeviceKind::other);
    }
};

RACKWRIGHT_UI_TEST(RackPictureTest)

} // namespace rackwright::test

#include "rack_picture_test.moc"

#include "design_fixture.h"

namespace rackwright::testing {
namespace {

using EditDevices = DesignTest;

const InRack& spaceOf(const Placement& placement)
{
    return std::get<InRack>(placement.anchor);
}

TEST_F(EditDevices, PlaceSnapsToTheGivenU)
{
    addRacks({"R01"});
    place("box8", "R01", 9, "node-1");
    EXPECT_EQ(spaceOf(device("node-1")).fromHalfU, 16);
    EXPECT_EQ(spaceOf(device("node-1")).heightHalfU, 16);
}

TEST_F(EditDevices, PlaceWithoutUTakesTheLowestFreePlace)
{
    addRacks({"R01"});
    place("leaf1", "R01", 3, "leaf-1");
    apply(tryPlace("bare2", inRack("R01")));
    apply(tryPlace("bare2", inRack("R01")));
    EXPECT_EQ(spaceOf(device("bare2-1")).fromHalfU, 0); // U1-U2
    EXPECT_EQ(spaceOf(device("bare2-2")).fromHalfU, 6); // U4-U5, above the switch in U3
}

TEST_F(EditDevices, NoSpaceNamesWhatIsInTheWay)
{
    addRacks({"R01"});
    place("bare2", "R01", 18, "leaf-03");
    const Error error = errorOf(tryPlace("box8", inRack("R01", 14)));
    EXPECT_EQ(error.code, "EDIT-NO-SPACE");
    EXPECT_EQ(error.arg("rack"), "R01");
    EXPECT_EQ(error.arg("needed"), "8U");
    EXPECT_EQ(error.arg("from"), "U14");
    EXPECT_EQ(error.arg("blocked"), "U18-U19 hold leaf-03");
}

TEST_F(EditDevices, TopOfTheRackIsTheLimit)
{
    addRacks({"R01"});
    EXPECT_EQ(errorOf(tryPlace("box8", inRack("R01", 36))).code, "EDIT-BEYOND-RACK");
    apply(tryPlace("box8", inRack("R01", 35))); // U35-U42
}

TEST_F(EditDevices, FullRackIsSaid)
{
    addRacks({"R01"});
    for (int u = 1; u <= 40; u += 8) place("box8", "R01", u, fmt::format("node-{}", u));
    const Error error = errorOf(tryPlace("box8", inRack("R01")));
    EXPECT_EQ(error.code, "EDIT-RACK-FULL");
    EXPECT_EQ(error.arg("needed"), "8U");
}

TEST_F(EditDevices, HalfDepthDevicesShareAUBackToBack)
{
    addRacks({"R01"});
    PartSnapshot parts = *project.parts;
    const PartPtr shallow = makePart(PartKind::switchUnit, "shallow1", {{"u_height", "1"}, {"depth_mm", "400"}});
    parts.emplace(std::pair{shallow->kind, shallow->id}, shallow);
    project.parts = std::make_shared<const PartSnapshot>(parts);
    place("shallow1", "R01", 1, "front");
    edit::Where behind = inRack("R01", 1);
    EXPECT_EQ(errorOf(tryPlace("shallow1", behind)).code, "EDIT-NO-SPACE");
    behind.face = Face::rear;
    apply(tryPlace("shallow1", behind));
}

TEST_F(EditDevices, DepthAndWeightAreCheckedOnlyWhereStated)
{
    addRacks({"R01"});
    const Error deep = errorOf(tryPlace("deep2", inRack("R01")));
    EXPECT_EQ(deep.code, "EDIT-TOO-DEEP");
    EXPECT_EQ(deep.arg("found"), "1200 mm");
    EXPECT_EQ(deep.arg("wanted"), "at most 1000 mm");
    apply(tryPlace("heavy4", inRack("R01")));
    apply(tryPlace("heavy4", inRack("R01"))); // 800 kg of 1000
    const Error heavy = errorOf(tryPlace("heavy4", inRack("R01")));
    EXPECT_EQ(heavy.code, "EDIT-TOO-HEAVY");
    EXPECT_EQ(heavy.arg("found"), "1200 kg");
    apply(tryPlace("host4", inRack("R01"))); // its weight is not stated
}

TEST_F(EditDevices, PowerIsCheckedOnlyAgainstADeclaredLimit)
{
    addRacks({"R01", "R02"});
    for (const int u : {1, 9, 17}) place("box8", "R01", u, fmt::format("a-{}", u)); // 30.6 kW, no limit declared
    apply(edit::set(project, {{}, edit::Thing::rack, {rackId("R02")}, {{"power-limit", "20"}}}, catalog));
    place("box8", "R02", 1, "b-1");
    const Error error = errorOf(tryPlace("box8", inRack("R02", 9)));
    EXPECT_EQ(error.code, "EDIT-TOO-MUCH-POWER");
    EXPECT_EQ(error.arg("found"), "20.4 kW");
    EXPECT_EQ(error.arg("wanted"), "at most 20 kW");
}

TEST_F(EditDevices, UnknownPartsAndDuplicateLabelsAreRefused)
{
    addRacks({"R01"});
    EXPECT_EQ(errorOf(tryPlace("box9", inRack("R01"))).code, "EDIT-NO-PART");
    place("box8", "R01", 1, "node-1");
    const Error error = errorOf(edit::place(project, {.partId = "box8", .where = inRack("R01", 9), .label = "node-1"}, catalog));
    EXPECT_EQ(error.code, "EDIT-DUPLICATE");
    EXPECT_EQ(error.arg("name"), "node-1");
}

TEST_F(EditDevices, ZeroUUnitsGoToSidesTwoEach)
{
    addRacks({"R01"});
    for (int i = 0; i < 4; ++i) apply(tryPlace("pdu0", inRack("R01")));
    int left = 0, right = 0;
    for (const Placement& placement : build().racks[0]->placements)
        (std::get<ZeroU>(placement.anchor).side == Side::left ? left : right) += 1;
    EXPECT_EQ(left, 2);
    EXPECT_EQ(right, 2);
    EXPECT_EQ(errorOf(tryPlace("pdu0", inRack("R01"))).code, "EDIT-SIDE-FULL");
    place("box8", "R01", 1, "node-1"); // takes no U away
}

TEST_F(EditDevices, OneRearDoorPerRack)
{
    addRacks({"R01"});
    apply(tryPlace("door", inRack("R01")));
    EXPECT_TRUE(std::holds_alternative<RearDoor>(device("door-1").anchor));
    EXPECT_EQ(errorOf(tryPlace("door", inRack("R01"))).code, "EDIT-DOOR-TAKEN");
}

TEST_F(EditDevices, FloorUnitsAndEdgeBoxesStandOutsideRacks)
{
    addRacks({"R01"});
    edit::Where floor;
    floor.room = project.sites[0].rooms[0].id;
    floor.xM = 5;
    apply(tryPlace("crah", floor));
    EXPECT_EQ(std::get<OnFloor>(device("crah-1").anchor).xM, 5);
    EXPECT_EQ(errorOf(tryPlace("crah", inRack("R01"))).code, "EDIT-WRONG-PLACE");
    edit::Where site;
    site.site = project.sites[0].id;
    apply(tryPlace("edge-box", site));
    EXPECT_TRUE(std::holds_alternative<AtSite>(device("edge-box-1").anchor));
    EXPECT_EQ(errorOf(tryPlace("edge-box", inRack("R01"))).code, "EDIT-NO-HEIGHT"); // not invented
    edit::Where given = inRack("R01");
    given.heightHalfU = 2;
    apply(tryPlace("edge-box", given));
}

TEST_F(EditDevices, MoveKeepsLinksAndCords)
{
    addRacks({"R01", "R02"});
    place("box8", "R01", 1, "node-1");
    place("leaf1", "R01", 42, "leaf-1");
    apply(edit::connect(
        project, {.from = {id("node-1")}, .to = {id("leaf-1")}, .pattern = edit::LinkPattern::rail, .role = PortRole::compute}, catalog));
    apply(edit::cord(project, {.devices = {id("node-1")}, .feeds = {"A", "B"}}, catalog));
    EXPECT_EQ(linkCount(), 8u);
    apply(edit::move(project, {{}, id("node-1"), inRack("R02", 5)}, catalog));
    EXPECT_EQ(linkCount(), 8u);
    EXPECT_EQ(cordCount(), 6u);
    EXPECT_EQ(build().links.size(), 1u);
    EXPECT_EQ(build().links[0].rackA, rackId("R01"));
    EXPECT_EQ(build().links[0].rackB, rackId("R02"));
    EXPECT_EQ(build().cords[0].rack, rackId("R02"));
}

TEST_F(EditDevices, MoveDoesNotStandInItsOwnWay)
{
    addRacks({"R01"});
    place("box8", "R01", 1, "node-1");
    apply(edit::move(project, {{}, id("node-1"), inRack("R01", 2)}, catalog));
    EXPECT_EQ(spaceOf(device("node-1")).fromHalfU, 2);
}

TEST_F(EditDevices, EditsShareWhatTheyDoNotChange)
{
    addRacks({"R01", "R02"});
    place("box8", "R01", 1, "node-1");
    const Project before = project;
    place("box8", "R02", 1, "node-2");
    EXPECT_EQ(build().racks[0], before.scenario("Own")->build->racks[0]); // the same pointer
    EXPECT_NE(build().racks[1], before.scenario("Own")->build->racks[1]);
    EXPECT_EQ(project.parts, before.parts);
}

TEST_F(EditDevices, ANoOpIsTheSameValue)
{
    addRacks({"R01"});
    place("box8", "R01", 1, "node-1");
    const Project before = project;
    apply(edit::move(project, {{}, id("node-1"), inRack("R01", 1)}, catalog));
    apply(edit::set(project, {{}, edit::Thing::device, {id("node-1")}, {{"status", "planned"}}}, catalog));
    apply(edit::rename(project, {{}, edit::Thing::device, {id("node-1")}, "node-{n}"}, catalog));
    apply(edit::placeAll(project, {}, catalog));
    EXPECT_EQ(project.scenarios[0], before.scenarios[0]);
    EXPECT_EQ(project.parts, before.parts);
    EXPECT_EQ(project.nextId, before.nextId);
}

TEST_F(EditDevices, RemoveTakesCardsLinksCordsAndPoolsAlong)
{
    addRacks({"R01"});
    place("host4", "R01", 1, "host-1");
    place("leaf1", "R01", 42, "leaf-1");
    place("pdu0", "R01", 1, "pdu-a");
    apply(edit::connect(project, {.from = {id("host-1")}, .to = {id("leaf-1")}, .count = 2, .role = PortRole::compute}, catalog));
    apply(edit::cord(project, {.devices = {id("host-1")}}, catalog));
    apply(edit::workload(project, {"job", {{"kind", "training"}, {"model", "model-x"}}}, catalog));
    Allocation allocation;
    allocation.workload = project.workload("job")->id;
    allocation.pool = std::vector<Id>{id("host-1"), id("leaf-1")};
    apply(edit::allocate(project, {{}, allocation, false}, catalog));
    EXPECT_EQ(build().racks[0]->placements.size(), 7u); // host, 4 cards, switch, PDU
    apply(edit::remove(project, {{}, {id("host-1")}}, catalog));
    EXPECT_EQ(build().racks[0]->placements.size(), 2u);
    EXPECT_EQ(linkCount(), 0u);
    EXPECT_EQ(cordCount(), 0u);
    EXPECT_EQ(std::get<std::vector<Id>>(project.scenario("Own")->allocations[0].pool), std::vector<Id>{id("leaf-1")});
}

TEST_F(EditDevices, DuplicateAndArrayCopyCardsAndOverridesButNoLinks)
{
    addRacks({"R01"});
    place("host4", "R01", 1, "host-1");
    place("leaf1", "R01", 42, "leaf-1");
    apply(edit::connect(project, {.from = {id("host-1")}, .to = {id("leaf-1")}}, catalog));
    apply(edit::set(project, {{}, edit::Thing::device, {id("host-1")}, {{"max_power_w", "2500"}}}, catalog));
    apply(edit::duplicate(project, {{}, id("host-1"), {}, "host-2"}, catalog));
    EXPECT_EQ(spaceOf(device("host-2")).fromHalfU, 8);
    EXPECT_EQ(device("host-2").overrides.at("max_power_w"), "2500");
    EXPECT_EQ(std::get<InDevice>(device("host-2/accelerator-4").anchor).host, id("host-2"));
    EXPECT_EQ(linkCount(), 1u);
    apply(edit::array(project, {{}, id("host-2"), 3, {}, "host-{n}", 3}, catalog));
    EXPECT_EQ(spaceOf(device("host-5")).fromHalfU, 32); // U17: four above host-2 in U5, step 4U
    EXPECT_EQ(build().racks[0]->placements.size(), 1u + 5u * 5u);
    EXPECT_EQ(errorOf(edit::array(project, {{}, id("host-2"), 1, 2, "other-{n}", 1}, catalog)).code, "EDIT-NO-SPACE");
}

TEST_F(EditDevices, ReplaceKeepsLinksByPortAndRole)
{
    addRacks({"R01"});
    place("bare2", "R01", 1, "server");
    place("leaf1", "R01", 42, "leaf-1");
    apply(edit::connect(project, {.from = {id("server")}, .to = {id("leaf-1")}, .count = 2}, catalog));
    const Id server = id("server");
    apply(edit::replace(project, {{}, {server}, "host4", false}, catalog)); // has two in-band ports as well
    EXPECT_EQ(device("server").partId, "host4");
    EXPECT_EQ(id("server"), server);
    EXPECT_EQ(linkCount(), 2u);
    EXPECT_EQ(spaceOf(device("server")).heightHalfU, 8);
    const Error error = errorOf(edit::replace(project, {{}, {server}, "heavy4", false}, catalog)); // has no ports stated
    EXPECT_EQ(error.code, "EDIT-LINKS-LOST");
    EXPECT_EQ(error.arg("ports"), "in-band 1, in-band 2");
    apply(edit::replace(project, {{}, {server}, "heavy4", true}, catalog));
    EXPECT_EQ(linkCount(), 0u);
    EXPECT_EQ(build().racks[0]->placements.size(), 2u); // the cards that came with host4 are gone
}

TEST_F(EditDevices, RenameByPatternTakesCardsAlong)
{
    addRacks({"R01"});
    place("host4", "R01", 1, "host-1");
    place("host4", "R01", 5, "host-2");
    apply(edit::rename(project, {{}, edit::Thing::device, {id("host-1"), id("host-2")}, "{rack}-gpu-{n:02}"}, catalog));
    EXPECT_EQ(std::get<InDevice>(device("R01-gpu-02/accelerator-1").anchor).host, id("R01-gpu-02"));
    EXPECT_EQ(errorOf(edit::rename(project, {{}, edit::Thing::device, {id("R01-gpu-01"), id("R01-gpu-02")}, "same"}, catalog)).code,
        "EDIT-DUPLICATE");
}

TEST_F(EditDevices, ADeviceNamedTwiceIsRenamedOnce)
{
    addRacks({"R01"});
    place("leaf1", "R01", 1, "leaf-1");
    place("leaf1", "R01", 2, "s2");
    const Id first = id("leaf-1");
    EXPECT_EQ(errorOf(edit::rename(project, {{}, edit::Thing::device, {first, first}, "s{n}", 2}, catalog)).code, "EDIT-DUPLICATE");
    apply(edit::rename(project, {{}, edit::Thing::device, {first, first}, "s{n}", 7}, catalog));
    EXPECT_EQ(id("s7"), first);
}

TEST_F(EditDevices, RenameCanSwapNames)
{
    addRacks({"R01"});
    place("leaf1", "R01", 1, "leaf-1");
    place("leaf1", "R01", 2, "leaf-2");
    const Id first = id("leaf-1");
    apply(edit::rename(project, {{}, edit::Thing::device, {id("leaf-2"), id("leaf-1")}, "leaf-{n}"}, catalog));
    EXPECT_EQ(id("leaf-2"), first);
}

TEST_F(EditDevices, PlaceAllPutsTheBiggestFirstAndKeepsTheRestUnplaced)
{
    addRacks({"R01"});
    for (const char* part : {"leaf1", "box8", "pdu0", "crah", "pcie-card", "bare2"}) apply(tryPlace(part, {}));
    EXPECT_EQ(build().placements.size(), 6u);
    apply(edit::placeAll(project, {}, catalog));
    EXPECT_EQ(spaceOf(device("box8-1")).fromHalfU, 0);
    EXPECT_EQ(spaceOf(device("bare2-1")).fromHalfU, 16);
    EXPECT_EQ(spaceOf(device("leaf1-1")).fromHalfU, 20);
    EXPECT_EQ(std::get<InDevice>(device("pcie-card-1").anchor).host, id("bare2-1"));
    ASSERT_EQ(build().placements.size(), 1u); // a floor unit needs a room
    EXPECT_EQ(build().placements[0].partId, "crah");
}

TEST_F(EditDevices, ARemovedDeviceTakesNoSpaceUntilItComesBack)
{
    addRacks({"R01"});
    place("box8", "R01", 1, "old");
    apply(edit::set(project, {{}, edit::Thing::device, {id("old")}, {{"status", "removed"}}}, catalog));
    place("box8", "R01", 1, "new");
    EXPECT_EQ(errorOf(edit::set(project, {{}, edit::Thing::device, {id("old")}, {{"status", "existing"}}}, catalog)).code, "EDIT-NO-SPACE");
}

TEST_F(EditDevices, OverridesAreColumnsOfThePart)
{
    addRacks({"R01"});
    place("box8", "R01", 1, "node-1");
    place("box8", "R01", 9, "node-2");
    const auto setIt = [&](const char* key, const char* value) {
        return edit::set(project, {{}, edit::Thing::device, {id("node-1")}, {{key, value}}}, catalog);
    };
    const Error typo = errorOf(setIt("max_powr_w", "1"));
    EXPECT_EQ(typo.code, "EDIT-UNKNOWN-KEY");
    EXPECT_EQ(typo.arg("nearest"), "max_power_w");
    EXPECT_EQ(errorOf(setIt("max_power_w", "much")).code, "EDIT-BAD-VALUE");
    EXPECT_EQ(errorOf(setIt("u_height", "9")).code, "EDIT-NO-SPACE"); // node-2 is right above
    apply(setIt("u_height", "7"));
    EXPECT_EQ(spaceOf(device("node-1")).heightHalfU, 14);
    apply(setIt("u_height", ""));
    EXPECT_TRUE(device("node-1").overrides.empty());
    EXPECT_EQ(spaceOf(device("node-1")).heightHalfU, 16);
}

} // namespace
} // namespace rackwright::testing

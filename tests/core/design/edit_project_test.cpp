#include "design_fixture.h"

namespace rackwright::testing {
namespace {

using EditProject = DesignTest;
using edit::Thing;

TEST_F(EditProject, ValuesAreReadWithTheirUnit)
{
    apply(edit::room(project, {"Hall", {}, {{"supply-air", "24 C"}, {"floor-limit", "1200"}}}, catalog));
    EXPECT_EQ(project.sites[0].rooms[0].supplyAirC, 24);
    EXPECT_EQ(project.sites[0].rooms[0].floorLimitKgPerM2, 1200);
    apply(edit::room(project, {"Hall", {}, {{"floor-limit", ""}}}, catalog));
    EXPECT_FALSE(project.sites[0].rooms[0].floorLimitKgPerM2.has_value());
    const Error error = errorOf(edit::room(project, {"Hall", {}, {{"supply-air", "warm"}}}, catalog));
    EXPECT_EQ(error.code, "EDIT-BAD-VALUE");
    EXPECT_EQ(error.arg("key"), "supply-air");
    apply(edit::room(project, {"Hall", {}, {{"supply-air", "77 F"}, {"air-cooling", "2 MW"}}}, catalog));
    EXPECT_NEAR(project.sites[0].rooms[0].supplyAirC, 25, 1e-9);
    EXPECT_NEAR(*project.sites[0].rooms[0].airCoolingKw, 2000, 1e-9);
    EXPECT_EQ(errorOf(edit::room(project, {"Hall", {}, {{"air-cooling", "2 kg"}}}, catalog)).code, "EDIT-BAD-VALUE");
    EXPECT_EQ(errorOf(edit::room(project, {"Hall", {}, {{"suply-air", "24"}}}, catalog)).arg("nearest"), "supply-air");
}

TEST_F(EditProject, ARegionMustBeInTheCatalog)
{
    EXPECT_EQ(errorOf(edit::site(project, {"Site", {{"region", "nowhere"}}}, catalog)).code, "EDIT-NO-PART");
}

TEST_F(EditProject, FeedsTakeTheirSideFromTheirName)
{
    EXPECT_EQ(project.sites[0].feeds[0].side, 'A');
    EXPECT_EQ(project.sites[0].feeds[1].side, 'B');
    apply(edit::feed(project, {"Utility", {}, {{"side", "B"}}}, catalog));
    EXPECT_EQ(project.sites[0].feeds[2].side, 'B');
}

TEST_F(EditProject, WhatIsInUseStays)
{
    addRacks({"R01"});
    const edit::RemoveFacility hall{Thing::room, project.sites[0].rooms[0].id};
    const Error error = errorOf(edit::removeFacility(project, hall, catalog));
    EXPECT_EQ(error.code, "EDIT-IN-USE");
    EXPECT_EQ(error.arg("by"), "R01");
    apply(edit::removeRacks(project, {{}, {rackId("R01")}}, catalog));
    apply(edit::removeFacility(project, hall, catalog));
    EXPECT_TRUE(project.sites[0].rooms.empty());
    EXPECT_EQ(errorOf(edit::addRacks(project, {.names = {"R01"}, .partId = "frame42"}, catalog)).code, "EDIT-NO-ROOM");
}

TEST_F(EditProject, RacksStandSideBySide)
{
    addRacks({"R01", "R02"});
    addRacks({"R03"});
    EXPECT_DOUBLE_EQ(findRack(build(), "R02")->xM, 0.6);
    EXPECT_DOUBLE_EQ(findRack(build(), "R03")->xM, 1.2);
    EXPECT_EQ(findRack(build(), "R03")->column, 3);
    EXPECT_EQ(errorOf(edit::addRacks(project, {.names = {"R02"}, .partId = "frame42"}, catalog)).code, "EDIT-DUPLICATE");
    EXPECT_EQ(errorOf(edit::addRacks(project, {.names = {"R04"}, .partId = "box8"}, catalog)).code, "EDIT-NOT-A-RACK");
}

TEST_F(EditProject, ARackSoldWholeIsOnePlacementThatFillsIt)
{
    addRacks({"R01"}, "rack72");
    ASSERT_EQ(build().racks[0]->placements.size(), 1u);
    EXPECT_EQ(build().racks[0]->partId, "rack72");
    EXPECT_EQ(std::get<InRack>(device("R01").anchor).heightHalfU, 96);
    EXPECT_EQ(errorOf(tryPlace("leaf1", inRack("R01"))).code, "EDIT-RACK-FULL");
    addRacks({"R02"});
    EXPECT_EQ(errorOf(tryPlace("rack72", inRack("R02"))).code, "EDIT-WHOLE-RACK");
    apply(edit::remove(project, {{}, {id("R01")}}, catalog)); // the rack is the product
    EXPECT_EQ(build().racks.size(), 1u);
}

TEST_F(EditProject, ReplacingARackChecksWhatItHolds)
{
    PartSnapshot parts = *project.parts;
    for (const auto& [id, u, depth] :
        {std::tuple{"low", "20", "1000"}, std::tuple{"shallow", "42", "800"}, std::tuple{"high", "48", "1000"}}) {
        const PartPtr frame = makePart(PartKind::rack, id, {{"u_height", u}, {"mounting_depth_mm", depth}});
        parts.emplace(std::pair{frame->kind, frame->id}, frame);
    }
    project.parts = std::make_shared<const PartSnapshot>(parts);
    addRacks({"R01"});
    place("box8", "R01", 30, "node-1");
    EXPECT_EQ(errorOf(edit::replaceRack(project, {{}, rackId("R01"), "low"}, catalog)).code, "EDIT-BEYOND-RACK");
    EXPECT_EQ(errorOf(edit::replaceRack(project, {{}, rackId("R01"), "shallow"}, catalog)).code, "EDIT-TOO-DEEP");
    apply(edit::replaceRack(project, {{}, rackId("R01"), "high"}, catalog));
    EXPECT_EQ(build().racks[0]->partId, "high");
}

TEST_F(EditProject, ACopiedScenarioSharesItsBuildUntilOneChanges)
{
    addRacks({"R01"});
    place("box8", "R01", 1, "node-1");
    apply(edit::copyScenario(project, {"Own", "Bigger"}, catalog));
    EXPECT_EQ(project.scenario("Bigger")->build, project.scenario("Own")->build);
    apply(edit::place(project, {.scenario = "Bigger", .partId = "box8", .where = inRack("R01", 9), .label = "node-2"}, catalog));
    EXPECT_EQ(project.scenario("Own")->build->racks[0]->placements.size(), 1u);
    EXPECT_EQ(project.scenario("Bigger")->build->racks[0]->placements.size(), 2u);
    apply(edit::removeScenario(project, {"Bigger"}, catalog));
    EXPECT_EQ(project.scenarios.size(), 1u);
}

TEST_F(EditProject, ACloudPlanNamesWhatIsSold)
{
    CloudPlan plan;
    plan.provider = "cloudy";
    plan.instanceType = "big8";
    plan.equalTo = "Own";
    apply(edit::scenario(project, {"Rent", {}, plan, {}}, catalog));
    EXPECT_FALSE(project.scenario("Rent")->build);
    EXPECT_EQ(errorOf(edit::addRacks(project, {.scenario = "Rent", .names = {"R01"}, .partId = "frame42"}, catalog)).code, "EDIT-NO-BUILD");
    EXPECT_EQ(errorOf(edit::removeScenario(project, {"Own"}, catalog)).code, "EDIT-IN-USE");
    apply(edit::rename(project, {{}, Thing::scenario, {project.scenario("Own")->id}, "Ours"}, catalog));
    EXPECT_EQ(project.scenario("Rent")->cloud->equalTo, "Ours");
    plan.instanceType = "big9";
    EXPECT_EQ(errorOf(edit::scenario(project, {"Rent", {}, plan, {}}, catalog)).code, "EDIT-NO-PART");
    plan.instanceType = "big8";
    plan.equalTo = "Nobody";
    EXPECT_EQ(errorOf(edit::scenario(project, {"Rent", {}, plan, {}}, catalog)).code, "EDIT-NO-SCENARIO");
    plan.equalTo.clear();
    plan.region = "west";
    EXPECT_EQ(errorOf(edit::scenario(project, {"Rent", {}, plan, {}}, catalog)).arg("wanted"), "east");
}

TEST_F(EditProject, WorkloadsAreJobsOfAKind)
{
    apply(
        edit::workload(project, {"train", {{"kind", "training"}, {"model", "model-x"}, {"sequence", "4096"}, {"batch", "256"}}}, catalog));
    const auto& training = std::get<TrainingJob>(project.workload("train")->job);
    EXPECT_EQ(training.sequence, 4096);
    EXPECT_EQ(training.globalBatch, 256);
    apply(edit::workload(
        project, {"serve", {{"kind", "serving"}, {"model", "model-x"}, {"weights", "fp8"}, {"concurrency", "32"}}}, catalog));
    EXPECT_EQ(std::get<InferenceService>(project.workload("serve")->job).concurrency, 32);
    EXPECT_EQ(errorOf(edit::workload(project, {"serve", {{"sequence", "1"}}}, catalog)).code, "EDIT-UNKNOWN-KEY");
    EXPECT_EQ(errorOf(edit::workload(project, {"serve", {{"weights", "fp99"}}}, catalog)).code, "EDIT-BAD-VALUE");
    EXPECT_EQ(errorOf(edit::workload(project, {"new", {{"kind", "serving"}, {"model", "model-y"}}}, catalog)).code, "EDIT-NO-PART");
    EXPECT_EQ(errorOf(edit::workload(project, {"new", {{"kind", "dreaming"}}}, catalog)).code, "EDIT-BAD-VALUE");
}

TEST_F(EditProject, AllocationsNameWorkloadAndPool)
{
    apply(edit::workload(project, {"train", {{"kind", "training"}, {"model", "model-x"}}}, catalog));
    Allocation allocation;
    allocation.workload = project.workload("train")->id;
    apply(edit::allocate(project, {"Own", allocation, false}, catalog));
    allocation.pool = 0.5;
    apply(edit::allocate(project, {"Own", allocation, false}, catalog));
    ASSERT_EQ(project.scenario("Own")->allocations.size(), 1u);
    EXPECT_EQ(std::get<double>(project.scenario("Own")->allocations[0].pool), 0.5);
    allocation.pool = std::vector<Id>{Id{999}};
    EXPECT_EQ(errorOf(edit::allocate(project, {"Own", allocation, false}, catalog)).code, "EDIT-NOT-FOUND");
    apply(edit::removeWorkload(project, {allocation.workload}, catalog));
    EXPECT_TRUE(project.scenario("Own")->allocations.empty());
}

TEST_F(EditProject, PhasesGoWithTheirDevices)
{
    addRacks({"R01"});
    place("box8", "R01", 1, "node-1");
    apply(edit::phase(project, {"Own", "later", 12, false}, catalog));
    apply(edit::set(project, {{}, Thing::device, {id("node-1")}, {{"phase", "later"}}}, catalog));
    EXPECT_EQ(device("node-1").phase, project.scenario("Own")->phases[0].id);
    EXPECT_EQ(errorOf(edit::set(project, {{}, Thing::device, {id("node-1")}, {{"phase", "latr"}}}, catalog)).arg("nearest"), "later");
    apply(edit::phase(project, {"Own", "later", 0, true}, catalog));
    EXPECT_EQ(device("node-1").phase, Id::none);
}

TEST_F(EditProject, RenamingAFeedKeepsItsCords)
{
    addRacks({"R01"});
    place("pdu0", "R01", 1, "pdu-a");
    apply(edit::cord(project, {.devices = {id("pdu-a")}, .feeds = {"A"}}, catalog));
    apply(edit::rename(project, {{}, Thing::feed, {project.sites[0].feeds[0].id}, "Utility A"}, catalog));
    EXPECT_EQ(std::get<std::string>(build().cords[0].cords->front().to), "Utility A");
    EXPECT_EQ(errorOf(edit::removeFacility(project, {Thing::feed, project.sites[0].feeds[0].id}, catalog)).arg("by"), "pdu-a");
}

TEST_F(EditProject, ApprovalsCarryAReason)
{
    apply(edit::approve(project, {"POWER-NO-REDUNDANCY", "device:node-1", "single corded on purpose"}, catalog));
    ASSERT_EQ(project.approvals.size(), 1u);
    apply(edit::approve(project, {"POWER-NO-REDUNDANCY", "device:node-1", ""}, catalog));
    EXPECT_TRUE(project.approvals.empty());
}

TEST_F(EditProject, AFailedEditLeavesTheValueAsItWas)
{
    addRacks({"R01"});
    place("box8", "R01", 1, "node-1");
    const Project before = project;
    EXPECT_FALSE(tryPlace("box8", inRack("R01", 4)));
    EXPECT_FALSE(edit::rename(project, {{}, Thing::device, {id("node-1")}, "bad*name"}, catalog));
    EXPECT_TRUE(project == before);
}

} // namespace
} // namespace rackwright::testing

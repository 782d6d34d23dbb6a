// Edits of several devices at once: a group that moves, copies that are pasted, a bay that is asked for.
#include "design_fixture.h"

namespace rackwright::testing {
namespace {

using EditGroup = DesignTest;

TEST_F(EditGroup, DevicesThatMoveTogetherDoNotBlockEachOther)
{
    addRacks({"R01"});
    place("bare2", "R01", 1, "low");
    place("bare2", "R01", 3, "high");
    apply(edit::moveMany(project, {{}, {{id("low"), inRack("R01", 2)}, {id("high"), inRack("R01", 4)}}}, catalog));
    EXPECT_EQ(std::get<InRack>(device("low").anchor).fromHalfU, 2);
    EXPECT_EQ(std::get<InRack>(device("high").anchor).fromHalfU, 6);
    apply(edit::moveMany(project, {{}, {{id("low"), inRack("R01", 4)}, {id("high"), inRack("R01", 2)}}}, catalog)); // they swap
    EXPECT_EQ(std::get<InRack>(device("low").anchor).fromHalfU, 6);
}

TEST_F(EditGroup, AGroupMovesWholeOrNotAtAll)
{
    addRacks({"R01", "R02"});
    place("bare2", "R01", 1, "a");
    place("bare2", "R01", 3, "b");
    place("leaf1", "R02", 4, "in-the-way");
    const Project before = project;
    const Error error = errorOf(edit::moveMany(project, {{}, {{id("a"), inRack("R02", 1)}, {id("b"), inRack("R02", 3)}}}, catalog));
    EXPECT_EQ(error.code, "EDIT-NO-SPACE");
    EXPECT_EQ(error.arg("blocked"), "U4 holds in-the-way");
    EXPECT_TRUE(project == before);
}

TEST_F(EditGroup, AGroupKeepsItsCardsLinksAndCordsOnTheWay)
{
    addRacks({"R01", "R02"});
    place("host4", "R01", 1, "host-1");
    place("host4", "R01", 5, "host-2");
    place("leaf1", "R01", 20, "leaf-1");
    apply(edit::connect(project, {.from = {id("host-1"), id("host-2")}, .to = {id("leaf-1")}}, catalog));
    const std::size_t links = linkCount();
    apply(edit::moveMany(project, {{}, {{id("host-1"), inRack("R02", 1)}, {id("host-2"), inRack("R02", 5)}}}, catalog));
    EXPECT_EQ(linkCount(), links);
    EXPECT_EQ(build().racks[1]->placements.size(), 10u);
    EXPECT_EQ(build().racks[0]->placements.size(), 1u);
}

TEST_F(EditGroup, MovingToWhereTheyAreChangesNothing)
{
    addRacks({"R01"});
    place("bare2", "R01", 1, "a");
    const Result<Project> same = edit::moveMany(project, {{}, {{id("a"), inRack("R01", 1)}}}, catalog);
    ASSERT_TRUE(same);
    EXPECT_EQ(same->scenarios.front(), project.scenarios.front());
}

TEST_F(EditGroup, WhatWasCutIsPastedWithItsNameCardsAndOverrides)
{
    addRacks({"R01", "R02"});
    place("host4", "R01", 1, "host-1");
    apply(edit::set(project, {.ids = {id("host-1")}, .properties = {{"max_power_w", "2000"}}}, catalog));
    const edit::CopiedDevice copied = edit::copyOf(build(), id("host-1"));
    apply(edit::remove(project, {{}, {id("host-1")}}, catalog));
    apply(edit::paste(project, {{}, {copied}, {inRack("R02", 9)}}, catalog));
    EXPECT_EQ(std::get<InRack>(device("host-1").anchor).fromHalfU, 16);
    EXPECT_EQ(device("host-1").overrides.at("max_power_w"), "2000");
    EXPECT_EQ(std::get<InDevice>(device("host-1/accelerator-4").anchor).host, id("host-1"));
    apply(edit::paste(project, {{}, {copied}, {inRack("R02")}}, catalog)); // the name is taken now
    EXPECT_EQ(device("host4-1").partId, "host4");
    EXPECT_EQ(device("host4-1/accelerator-1").partId, "pcie-card");
}

TEST_F(EditGroup, AGivenBayIsTakenOrRefused)
{
    addRacks({"R01"});
    apply(edit::place(project, {.partId = "host4", .where = inRack("R01", 1), .label = "host-1", .filled = false}, catalog));
    edit::Where third = inHost(id("host-1"));
    third.bay = "accelerator";
    third.bayIndex = 2;
    apply(edit::place(project, {.partId = "pcie-card", .where = third, .label = "card"}, catalog));
    EXPECT_EQ(std::get<InDevice>(device("card").anchor).index, 2);
    const Error taken = errorOf(tryPlace("pcie-card", third));
    EXPECT_EQ(taken.code, "EDIT-BAY-TAKEN");
    EXPECT_EQ(taken.arg("holds"), "card");
    EXPECT_EQ(taken.arg("bay"), "accelerator 3");
    third.bayIndex = 4;
    EXPECT_EQ(errorOf(tryPlace("pcie-card", third)).code, "EDIT-NO-BAY");
}

} // namespace
} // namespace rackwright::testing

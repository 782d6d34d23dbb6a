#include "core/space/space.h"

#include "core/assess/report_space.h"
#include "tests/core/build_maker.h"
#include "tests/source_folder.h"

#include <gtest/gtest.h>

namespace rackwright {
namespace {

using testing_support::BuildMaker;
using testing_support::makePart;

const Catalog emptyCatalog;

const PartPtr conteg = makePart(PartKind::rack, "conteg",
    {{"u_height", "48"}, {"outer_width_mm", "800"}, {"outer_depth_mm", "1200"}, {"mounting_depth_mm", "1190"},
        {"max_static_load_kg", "800"}, {"empty_weight_kg", "157"}});
const PartPtr rittal = makePart(PartKind::rack, "rittal",
    {{"u_height", "47"}, {"outer_width_mm", "800"}, {"outer_depth_mm", "800"}, {"mounting_depth_mm", "520"}, {"max_static_load_kg", "800"},
        {"empty_weight_kg", "101.2"}});
const PartPtr xe9680 = makePart(
    PartKind::server, "xe9680", {{"u_height", "6"}, {"weight_kg", "114.1"}, {"accelerator_id", "nv-h100-sxm"}, {"accelerator_count", "8"}});
const PartPtr dgxB200 = makePart(PartKind::server, "dgx-b200",
    {{"u_height", "10"}, {"weight_kg", "142.4"}, {"depth_mm", "897.1"}, {"accelerator_id", "nv-b200"}, {"accelerator_count", "8"}});
const PartPtr leaf = makePart(PartKind::switchUnit, "leaf", {{"u_height", "1"}, {"depth_mm", "660"}});
const PartPtr nvl72 = makePart(PartKind::server, "nvl72",
    {{"u_height", "48"}, {"weight_kg", "1360"}, {"depth_mm", "1068"}, {"outer_width_mm", "600"}, {"rack_system", "1"},
        {"accelerator_id", "nv-gb200-gpu"}, {"accelerator_count", "72"}});

class Space : public testing::Test {
protected:
    void SetUp() override
    {
        for (const PartPtr& part : {conteg, rittal, xe9680, dgxB200, leaf, nvl72}) maker.part(part);
    }

    SpaceResult run(Trace* trace = nullptr)
    {
        inventory = maker.inventory();
        SpaceResult result = assessSpace({inventory, emptyCatalog, false, &sites}, trace);
        reportSpace(result, inventory, report);
        return result;
    }

    [[nodiscard]] const Finding* finding(std::string_view code) const
    {
        const auto found = std::ranges::find(report.findings, code, &Finding::code);
        return found == report.findings.end() ? nullptr : &*found;
    }

    BuildMaker maker;
    Inventory inventory;
    std::vector<Site> sites;
    Report report;
};

TEST_F(Space, EightServersOf114KgAreTooMuchForARackRatedAt800)
{
    Rack& rack = maker.rack("R01", "conteg");
    for (int i = 0; i < 8; ++i) maker.place(rack, "xe9680", i * 6, 6, "x" + std::to_string(i));
    const SpaceResult result = run();
    EXPECT_NEAR(result.racks[0].contentKg.value, 912.8, 1e-9); // 8 * 114.1
    EXPECT_NEAR(result.racks[0].massKg.value, 1069.8, 1e-9); // + 157
    EXPECT_EQ(result.racks[0].carries, Answer::no);
    EXPECT_EQ(result.racks[0].uUsed, 48);
    EXPECT_EQ(result.racks[0].uFree, Quantity<>::known(0));
    ASSERT_NE(finding("SPACE-OVERWEIGHT-RACK"), nullptr);
    EXPECT_EQ(finding("SPACE-OVERWEIGHT-RACK")->severity, Severity::error);
    EXPECT_EQ(result.accelerators, 64);
    EXPECT_EQ(result.nodes, 8);
}

TEST_F(Space, FourServersOf142KgAreNot)
{
    Rack& rack = maker.rack("R01", "conteg");
    for (int i = 0; i < 4; ++i) maker.place(rack, "dgx-b200", i * 10, 10, "b" + std::to_string(i));
    const SpaceResult result = run();
    EXPECT_NEAR(result.racks[0].contentKg.value, 569.6, 1e-9);
    EXPECT_EQ(result.racks[0].carries, Answer::yes);
    EXPECT_EQ(finding("SPACE-OVERWEIGHT-RACK"), nullptr);
    EXPECT_EQ(result.racks[0].uFree, Quantity<>::known(8));
}

TEST_F(Space, AServerOf897MmDoesNotGoBetweenRailsOf520)
{
    maker.place(maker.rack("R01", "rittal"), "dgx-b200", 0, 10, "b0");
    const SpaceResult result = run();
    ASSERT_EQ(result.racks[0].tooDeep.size(), 1u);
    EXPECT_EQ(result.racks[0].tooDeep[0].fits, Answer::no);
    EXPECT_EQ(finding("SPACE-TOO-DEEP")->severity, Severity::error);
    EXPECT_EQ(finding("SPACE-TOO-DEEP")->subjects[0], "device:b0");
}

TEST_F(Space, RailsThatCanBeSetBackGiveAWarningOnly)
{
    // 897 mm in front of rails stated at 710 mm, in a rack of 1,070 mm: 173 mm are left behind it
    maker.part(makePart(PartKind::rack, "ar3107", {{"u_height", "48"}, {"outer_depth_mm", "1070"}, {"mounting_depth_mm", "710"}}));
    maker.place(maker.rack("R01", "ar3107"), "dgx-b200", 0, 10, "b0");
    run();
    EXPECT_EQ(finding("SPACE-TOO-DEEP"), nullptr);
    ASSERT_NE(finding("SPACE-DEPTH-TIGHT"), nullptr);
    EXPECT_EQ(finding("SPACE-DEPTH-TIGHT")->severity, Severity::warning);
}

TEST_F(Space, FloorLoadOfARackSoldWhole)
{
    sites.push_back({.id = Id{900}, .name = "S", .rooms = {{.id = Id{901}, .name = "hall", .floorLimitKgPerM2 = 1200}}});
    maker.place(maker.rack("N1", "nvl72", 0, 0, Id{901}), "nvl72", 0, 48, "nvl");
    const SpaceResult result = run();
    EXPECT_NEAR(result.floorKgPerM2.value, 2122, 0.5); // 1360 / (0.6 * 1.068)
    EXPECT_EQ(result.massKg, Quantity<>::known(1360)); // no frame is added
    EXPECT_EQ(result.racks[0].floorHolds, Answer::no);
    EXPECT_EQ(finding("SPACE-FLOOR-LOAD")->severity, Severity::error);
    EXPECT_EQ(finding("SPACE-TOO-DEEP"), nullptr);
    EXPECT_EQ(result.accelerators, 72);
    EXPECT_EQ(result.uUsed, 48);
}

TEST_F(Space, AnUnknownWeightMakesALowerBoundAndNoVerdict)
{
    Rack& rack = maker.rack("R01", "conteg");
    maker.place(rack, "xe9680", 0, 6, "x0");
    maker.place(rack, "leaf", 40, 1, "l0"); // its weight is not stated
    const SpaceResult result = run();
    EXPECT_EQ(result.racks[0].massKg.knowledge, Knowledge::atLeast);
    EXPECT_EQ(result.racks[0].carries, Answer::cannotSay);
    EXPECT_EQ(finding("SPACE-OVERWEIGHT-RACK"), nullptr);
    EXPECT_EQ(result.switches, 1);
}

TEST_F(Space, WhatTheUserSetsForADeviceCounts)
{
    Rack& rack = maker.rack("R01", "conteg");
    maker.place(rack, "leaf", 40, 1, "l0").overrides["weight_kg"] = "14.8";
    EXPECT_NEAR(run().racks[0].massKg.value, 157 + 14.8, 1e-9);
}

TEST_F(Space, TwoHalfWidthOrFrontAndRearDevicesShareAUnit)
{
    Rack& rack = maker.rack("R01", "conteg");
    maker.place(rack, "leaf", 10, 1, "left").anchor = InRack{.fromHalfU = 20, .heightHalfU = 2, .fromQuarter = 0, .widthQuarters = 2};
    maker.place(rack, "leaf", 10, 1, "right").anchor = InRack{.fromHalfU = 20, .heightHalfU = 2, .fromQuarter = 2, .widthQuarters = 2};
    maker.place(rack, "leaf", 12, 1, "front").anchor = InRack{.fromHalfU = 24, .fullDepth = false, .face = Face::front};
    maker.place(rack, "leaf", 12, 1, "rear").anchor = InRack{.fromHalfU = 24, .fullDepth = false, .face = Face::rear};
    const SpaceResult result = run();
    EXPECT_EQ(result.racks[0].uUsed, 2);
    EXPECT_TRUE(result.racks[0].overlaps.empty());
}

TEST_F(Space, OverlapsAndDevicesAboveTheTopAreFound)
{
    Rack& rack = maker.rack("R01", "conteg");
    maker.place(rack, "xe9680", 0, 6, "x0");
    maker.place(rack, "xe9680", 5, 6, "x1");
    maker.place(rack, "xe9680", 44, 6, "x2");
    run();
    ASSERT_NE(finding("SPACE-OVERLAP"), nullptr);
    EXPECT_EQ(finding("SPACE-OVERLAP")->subjects[1], "device:x1");
    ASSERT_NE(finding("SPACE-TOO-HIGH"), nullptr);
    EXPECT_EQ(finding("SPACE-TOO-HIGH")->subjects[0], "device:x2");
}

TEST_F(Space, SparesDoNotCount)
{
    maker.rack("R01", "conteg");
    maker.loose("xe9680", Unplaced{}, "spare");
    maker.loose("xe9680", OnFloor{}, "onfloor");
    const SpaceResult result = run();
    EXPECT_EQ(result.accelerators, 8);
    EXPECT_EQ(result.devices, 1);
    EXPECT_NEAR(result.massKg.value, 157 + 114.1, 1e-9);
    ASSERT_NE(finding("SPACE-UNPLACED"), nullptr);
    EXPECT_EQ(finding("SPACE-UNPLACED")->subjects, std::vector<std::string>{"device:spare"});
}

TEST_F(Space, EdgeBoxesGetNoWeightFromRulesForRackedServers)
{
    const Catalog catalog = Catalog::load(sourceFolder() / "catalog").value();
    maker.part(makePart(PartKind::server, "edge", {{"accelerator_id", "jetson"}, {"accelerator_count", "1"}}));
    maker.loose("edge", AtSite{}, "e0");
    inventory = maker.inventory();
    EXPECT_FALSE(assessSpace({inventory, catalog, true, nullptr}).massKg.hasValue());
}

TEST_F(Space, EveryFigureHasAnExplanationWithTheSameValue)
{
    Rack& rack = maker.rack("R01", "conteg");
    maker.place(rack, "xe9680", 0, 6, "x0");
    maker.place(rack, "leaf", 40, 1, "l0");
    maker.place(maker.rack("N1", "nvl72"), "nvl72", 0, 48, "nvl");
    Trace trace;
    run(&trace);
    for (const Figure& figure : report.figures) {
        const Explanation* why = trace.find(figure.id);
        ASSERT_NE(why, nullptr) << figure.id;
        EXPECT_EQ(why->value, figure.value) << figure.id;
        EXPECT_EQ(why->unit, figure.unit) << figure.id;
        EXPECT_FALSE(why->formula.empty()) << figure.id;
    }
}

} // namespace
} // namespace rackwright

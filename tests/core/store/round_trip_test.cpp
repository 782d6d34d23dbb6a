#include "core/design/invariants.h"
#include "core/store/project_file.h"
#include "core/store/project_image.h"
#include "tests/core/store/database_maker.h"
#include "tests/core/store/sample_project.h"

#include <cmath>
#include <gtest/gtest.h>
#include <limits>

namespace rackwright {
namespace {

using namespace testing_support;

Result<OpenedProject> throughBytes(const Project& project)
{
    const Result<ProjectImage> image = imageOf(project);
    if (!image) return Unexpected{image.error()};
    return projectOf(bytesOf(image->image.view()));
}

TEST(StoreRoundTrip, EveryKindOfRowComesBack)
{
    const Project project = sampleProject();
    const Result<OpenedProject> opened = throughBytes(project);
    ASSERT_TRUE(opened) << textOf(opened.error());
    EXPECT_TRUE(opened->project == project);
    EXPECT_EQ(opened->digest, digestOf(project));
    EXPECT_EQ(opened->digest.size(), 64u);
    DatabaseMaker database{project};
    for (const std::string& table : database.tables()) EXPECT_NE(database.question("SELECT count(*) FROM " + table), "0") << table;
}

TEST(StoreRoundTrip, TheSampleIsASoundDesign)
{
    for (const Error& broken : checkInvariants(sampleProject())) ADD_FAILURE() << textOf(broken);
}

TEST(StoreRoundTrip, EmptyProjectComesBack)
{
    const Result<OpenedProject> opened = throughBytes(Project{});
    ASSERT_TRUE(opened) << textOf(opened.error());
    EXPECT_TRUE(opened->project == Project{});
}

TEST(StoreRoundTrip, EqualProjectsGiveEqualBytes)
{
    const Project project = sampleProject();
    const Result<OpenedProject> opened = throughBytes(project);
    ASSERT_TRUE(opened);
    EXPECT_EQ(imageOf(project)->image.view(), imageOf(opened->project)->image.view());
}

TEST(StoreRoundTrip, WhatScenariosShareIsSharedAgain)
{
    Project project = sampleProject();
    auto copy = std::make_shared<Scenario>(*project.scenarios[0]);
    copy->id = Id{29}, copy->name = "Copy";
    project.scenarios.push_back(copy);
    const Result<OpenedProject> opened = throughBytes(project);
    ASSERT_TRUE(opened);
    const auto& scenarios = opened->project.scenarios;
    EXPECT_EQ(scenarios[0]->build, scenarios[3]->build);
    EXPECT_NE(scenarios[0]->build, scenarios[2]->build);
    EXPECT_EQ(scenarios[0]->build->racks[0], scenarios[2]->build->racks[0]);
    EXPECT_NE(scenarios[0]->build->racks[1], scenarios[2]->build->racks[1]);
    EXPECT_EQ(scenarios[0]->build->links[1].links, scenarios[2]->build->links[1].links);
    EXPECT_EQ(scenarios[0]->build->cords[0].cords, scenarios[2]->build->cords[0].cords);
}

TEST(StoreRoundTrip, EveryChangeChangesTheDigest)
{
    const Project project = sampleProject();
    const std::string digest = digestOf(project);
    const auto differs = [&](auto&& change) {
        Project changed = project;
        change(changed);
        return digestOf(changed) != digest && digestOf(changed).size() == 64;
    };
    EXPECT_TRUE(differs([](Project& p) { p.name += "x"; }));
    EXPECT_TRUE(differs([](Project& p) { ++p.nextId; }));
    EXPECT_TRUE(differs([](Project& p) { std::swap(p.sites[0], p.sites[1]); }));
    EXPECT_TRUE(differs([](Project& p) { p.sites[1].rooms[0].supplyAirC = std::nextafter(22.0, 23.0); }));
    EXPECT_TRUE(differs([](Project& p) { p.workloads[0].job = VisionJob{}; }));
    EXPECT_TRUE(differs([](Project& p) { p.approvals.pop_back(); }));
    EXPECT_TRUE(differs([](Project& p) { p.extra[0].value = "blue"; }));
    EXPECT_TRUE(differs([](Project& p) { std::swap(p.scenarios[0], p.scenarios[1]); }));
    EXPECT_TRUE(differs([](Project& p) {
        auto scenario = std::make_shared<Scenario>(*p.scenarios[0]);
        auto build = std::make_shared<Build>(*scenario->build);
        auto rack = std::make_shared<Rack>(*build->racks[0]);
        rack->placements[0].overrides["max_power_w"] = "6101";
        build->racks[0] = rack, scenario->build = build, p.scenarios[0] = scenario;
    }));
    EXPECT_TRUE(differs([](Project& p) {
        auto parts = std::make_shared<PartSnapshot>(*p.parts);
        auto part = std::make_shared<Part>(*parts->begin()->second);
        part->provenances[0].date = "2026-12";
        parts->begin()->second = part, p.parts = parts;
    }));
}

// The digest as the file format states it, computed from the tables alone.
TEST(StoreRoundTrip, DigestCoversTheTables)
{
    const Project project = sampleProject();
    DatabaseMaker database{project};
    EXPECT_EQ(database.computedDigest(), digestOf(project));
    EXPECT_EQ(database.question("SELECT digest FROM seal"), digestOf(project));
}

TEST(StoreRoundTrip, TablesAnswerQuestions)
{
    DatabaseMaker database{sampleProject()};
    EXPECT_EQ(database.question("PRAGMA foreign_key_check"), "");
    EXPECT_EQ(database.question("PRAGMA integrity_check"), "ok");
    EXPECT_EQ(database.question("PRAGMA user_version"), "1000");
    // Units of height in the racks of one scenario, from the parts.
    EXPECT_EQ(database.question(
                  "SELECT sum(CAST(v.value AS REAL)) FROM scenario s JOIN placement p ON p.scenario = s.id JOIN part ON part.id = p.part "
                  "JOIN part_value v ON v.part = part.id AND v.part_kind = part.kind WHERE s.name = 'Own' AND v.column = 'height_u' AND "
                  "p.anchor = 'in_rack'"),
        "10.0");
    EXPECT_EQ(database.question("SELECT s.source FROM part_value v JOIN part_source s ON s.part = v.part AND s.part_kind = v.part_kind AND "
                                "s.position = v.source "
                                "WHERE v.part = 'srv-8' AND v.column = 'max_power_w'"),
        "class rule");
    EXPECT_EQ(
        database.question(
            "SELECT count(*) FROM link JOIN placement p ON p.scenario = link.scenario AND p.id = link.device_a WHERE p.label = 'node-2'"),
        "2");
}

TEST(StoreRoundTrip, ValuesThatNoFileHoldsAreRefusedBeforeWriting)
{
    const auto errorOf = [](auto&& change) {
        Project project = sampleProject();
        change(project);
        const Result<ProjectImage> image = imageOf(project);
        return image ? Error{} : image.error();
    };
    Project nameless = sampleProject();
    nameless.name = std::string(1, '\0');
    EXPECT_EQ(digestOf(nameless), "");
    const Error nul = errorOf([](Project& p) { p.sites[1].feeds[0].name = std::string("a\0b", 3); });
    EXPECT_EQ(nul.code, "STORE-BAD-VALUE");
    EXPECT_EQ(nul.arg("table"), "feed");
    EXPECT_EQ(nul.arg("row"), "1/0");
    EXPECT_EQ(nul.arg("column"), "name");
    EXPECT_EQ(nul.arg("found"), "a\\x00b");
    EXPECT_EQ(errorOf([](Project& p) { p.name = "\xc3\x28"; }).code, "STORE-BAD-VALUE");
    EXPECT_EQ(errorOf([](Project& p) { p.name = "\xed\xa0\x80"; }).code, "STORE-BAD-VALUE"); // half of a surrogate pair
    EXPECT_EQ(errorOf([](Project& p) { p.name = "\xc0\x80"; }).code, "STORE-BAD-VALUE"); // overlong
    EXPECT_EQ(errorOf([](Project& p) { p.name = "cut \xf0\x9f\x9a"; }).code, "STORE-BAD-VALUE");
    EXPECT_EQ(errorOf([](Project& p) { p.name = std::string(1001, 'x'); }).code, "STORE-BAD-VALUE");
    EXPECT_EQ(errorOf([](Project& p) { p.sites[0].pue = std::nan(""); }).arg("column"), "pue");
    EXPECT_EQ(errorOf([](Project& p) { p.sites[0].pue = std::numeric_limits<double>::infinity(); }).arg("column"), "pue");
    EXPECT_EQ(errorOf([](Project& p) { p.nextId = 0; }).arg("column"), "next_id");
    EXPECT_EQ(errorOf([](Project& p) { p.sites[1].id = p.sites[0].id; }).code, "STORE-BAD-VALUE");
    EXPECT_EQ(errorOf([](Project& p) { p.workloads.push_back(p.workloads[0]); }).code, "STORE-BAD-VALUE");
    EXPECT_EQ(errorOf([](Project& p) { p.scenarios.push_back(nullptr); }).code, "STORE-INCOMPLETE");
    EXPECT_EQ(errorOf([](Project& p) { p.parts = nullptr; }).code, "STORE-INCOMPLETE");
}

TEST(StoreRoundTrip, TextsUpToTheLimitAreHeld)
{
    Project project = sampleProject();
    project.name = std::string(1000, 'x');
    project.approvals[0].reason = std::string(65536, 'y');
    const Result<OpenedProject> opened = throughBytes(project);
    ASSERT_TRUE(opened) << textOf(opened.error());
    EXPECT_TRUE(opened->project == project);
}

} // namespace
} // namespace rackwright

#include "core/cluster/inventory.h"
#include "core/design/invariants.h"
#include "core/design/templates.h"

#include <algorithm>
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <map>
#include <set>
#include <stdexcept>

namespace rackwright {
namespace {

const Catalog& shipped()
{
    static const Catalog catalog = [] {
        Result<Catalog> loaded = Catalog::load(Catalog::defaultFolder());
        if (!loaded) throw std::runtime_error{loaded.error().code};
        return std::move(*loaded);
    }();
    return catalog;
}

std::string textOf(const Error& error)
{
    std::string text = error.code;
    for (const auto& [name, value] : error.args) text += fmt::format(" {}={}", name, value);
    return text;
}

Project madeFrom(const std::string& name)
{
    const Result<Project> project = newProject("t", "T", "2026-12-01", name, shipped());
    if (!project) throw std::runtime_error{textOf(project.error())};
    return *project;
}

class EveryTemplate : public ::testing::TestWithParam<std::string> { };

TEST_P(EveryTemplate, AppliesAndKeepsTheInvariants)
{
    const Result<Project> project = newProject("t", "T", "2026-12-01", GetParam(), shipped());
    ASSERT_TRUE(project) << textOf(project.error());
    for (const Error& error : checkInvariants(*project)) ADD_FAILURE() << textOf(error);
    for (const ScenarioPtr& scenario : project->scenarios) EXPECT_TRUE(takeInventory(*project, *scenario, {}).unresolved.empty());
    const Result<Project> again = newProject("t", "T", "2026-12-01", GetParam(), shipped());
    EXPECT_TRUE(*project == *again);
}

INSTANTIATE_TEST_SUITE_P(
    Templates, EveryTemplate, ::testing::Values("superpod-h100-1su", "edge-jetson", "faulty-room"), [](const auto& each) {
        std::string name = each.param;
        std::ranges::replace(name, '-', '_');
        return name;
    });

/// Counted by hand from NVIDIA RA-11333-001 V11, table 4: one scalable unit with UFM.
TEST(SuperPodTemplate, HasThePublishedCounts)
{
    const Project project = madeFrom("superpod-h100-1su");
    const Build& build = *project.scenario("Own")->build;
    std::map<std::string, int> devices;
    std::map<Id, std::string> kinds; // by label's stem
    int accelerators = 0;
    forEachPlacement(build, [&](const PlacedDevice& device) {
        const std::string& label = device.placement->label;
        const std::string stem = label.substr(0, label.find('-'));
        ++devices[stem];
        kinds[device.placement->id] = stem;
        if (device.placement->partId == "dgx-h100")
            accelerators += static_cast<int>(*project.part("dgx-h100")->number("accelerator_count"));
    });
    EXPECT_EQ(devices["dgx"], 31);
    EXPECT_EQ(accelerators, 248);
    EXPECT_EQ(devices["leaf"], 8);
    EXPECT_EQ(devices["spine"], 4);
    std::map<std::pair<std::string, std::string>, int> links;
    for (const LinkChunk& chunk : build.links)
        for (const Link& link : *chunk.links) ++links[{kinds[link.a.device], kinds[link.b.device]}];
    const int fromNodes = links[{"dgx", "leaf"}], fromUfm = links[{"ufm", "leaf"}];
    EXPECT_EQ(fromNodes, 31 * 8);
    EXPECT_EQ(fromUfm, 4);
    EXPECT_EQ(fromNodes + fromUfm, 252);
    EXPECT_EQ((links[{"leaf", "spine"}]), 256);
    for (int r = 1; r <= 8; ++r) {
        int inRack = 0;
        for (const Placement& placement : findRack(build, fmt::format("R{:02}", r))->placements) inRack += placement.partId == "dgx-h100";
        EXPECT_EQ(inRack, r < 8 ? 4 : 3);
    }
}

TEST(SuperPodTemplate, ARailIsALeaf)
{
    const Project project = madeFrom("superpod-h100-1su");
    const Build& build = *project.scenario("Own")->build;
    for (const LinkChunk& chunk : build.links)
        for (const Link& link : *chunk.links)
            if (link.a.port == "compute") {
                EXPECT_EQ(findDevice(build, link.b.device).placement->label, fmt::format("leaf-{}", link.a.index + 1));
            }
}

TEST(SuperPodTemplate, EveryInletIsCordedToBothSides)
{
    const Project project = madeFrom("superpod-h100-1su");
    const Build& build = *project.scenario("Own")->build;
    std::map<Id, std::set<std::string>> sides;
    std::map<Id, int> cords;
    for (const CordChunk& chunk : build.cords)
        for (const Cord& cord : *chunk.cords) {
            ++cords[cord.device];
            if (const Id* pdu = std::get_if<Id>(&cord.to)) {
                const std::string& label = findDevice(build, *pdu).placement->label; // pdu-R01-a1
                sides[cord.device].insert(label.substr(label.size() - 2, 1));
            }
        }
    forEachPlacement(build, [&](const PlacedDevice& device) {
        const PartPtr part = project.part(device.placement->partId);
        int inlets = 0;
        for (const InletGroup& group : part->inlets) inlets += group.count;
        if (inlets == 0) return;
        EXPECT_EQ(cords[device.placement->id], inlets) << device.placement->label;
        EXPECT_EQ(sides[device.placement->id].size(), 2u) << device.placement->label;
    });
}

TEST(NewProject, HasAPlaceForTheFirstRack)
{
    const Result<Project> project = newProject("p1", "Mine", "2026-12-01", {}, shipped());
    ASSERT_TRUE(project);
    EXPECT_EQ(project->sites.at(0).rooms.size(), 1u);
    EXPECT_TRUE(project->scenario("Own")->build);
    EXPECT_TRUE(checkInvariants(*project).empty());
}

TEST(NewProject, RefusesOddDatesNamesAndTemplates)
{
    for (const char* date : {"", "2026", "2026-13-01", "2026-02-29", "01-12-2026", "2026-12-1x"})
        EXPECT_EQ(newProject("p", "P", date, {}, shipped()).error().code, "NEW-BAD-DATE") << date;
    EXPECT_TRUE(newProject("p", "P", "2028-02-29", {}, shipped()));
    EXPECT_EQ(newProject("", "P", "2026-12-01", {}, shipped()).error().code, "EDIT-BAD-NAME");
    const Error error = newProject("p", "P", "2026-12-01", "superpod-h100-1sv", shipped()).error();
    EXPECT_EQ(error.code, "TEMPLATE-UNKNOWN");
    EXPECT_EQ(error.arg("nearest"), "superpod-h100-1su");
}

} // namespace
} // namespace rackwright

#include "core/design/edit.h"
#include "core/design/generate.h"
#include "core/design/invariants.h"

#include <algorithm>
#include <chrono>
#include <fmt/format.h>
#include <gtest/gtest.h>
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

Project generated(int racks, std::uint64_t seed)
{
    const Result<Project> project = generate(racks, seed, shipped());
    if (!project) throw std::runtime_error{project.error().code + ' ' + std::string{project.error().arg("found")}};
    return *project;
}

TEST(Generate, TwentyDevicesAndSixtyLinksARack)
{
    for (const int racks : {1, 4, 5, 37}) {
        const Project project = generated(racks, 1);
        const Build& build = *project.scenario("Own")->build;
        EXPECT_EQ(build.racks.size(), static_cast<std::size_t>(racks));
        for (const RackPtr& rack : build.racks) EXPECT_EQ(rack->placements.size(), 20u);
        std::size_t links = 0;
        for (const LinkChunk& chunk : build.links) links += chunk.links->size();
        EXPECT_EQ(links, static_cast<std::size_t>(racks) * 60);
        for (const Error& error : checkInvariants(project))
            ADD_FAILURE() << error.code << ' ' << error.arg("name") << ' ' << error.arg("found");
    }
}

TEST(Generate, TheSeedDecides)
{
    EXPECT_TRUE(generated(12, 7) == generated(12, 7));
    EXPECT_FALSE(generated(12, 7) == generated(12, 8));
}

TEST(Generate, OddCountsAreRefused)
{
    EXPECT_EQ(generate(0, 1, shipped()).error().code, "GENERATE-BAD-COUNT");
    EXPECT_EQ(generate(5, 1, Catalog{}).error().code, "GENERATE-NO-PART");
}

/// Best of several: what the machine does besides does not count. The limits are those of an optimised build; a build with
/// debug checks gets ten times as long.
template <class Work>
double fastestS(Work&& work)
{
    double best = 1e9;
    for (int i = 0; i < 5; ++i) {
        const auto start = std::chrono::steady_clock::now();
        work();
        best = std::min(best, std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count());
    }
    return best;
}
#ifdef NDEBUG
constexpr double patience = 1;
#else
constexpr double patience = 10;
#endif

TEST(Generate, AThousandRacksAreEditedInAMillisecond)
{
    const auto start = std::chrono::steady_clock::now();
    const Project project = generated(1000, 1);
    EXPECT_LT(std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count(), 2.0 * patience);
    const Build& build = *project.scenario("Own")->build;
    const Rack& rack = *build.racks[500];
    edit::Where where;
    where.rack = rack.id;
    where.fromHalfU = 2 * 30;
    const edit::Place place{.partId = "dell-r660", .where = where, .label = "new"};
    EXPECT_LT(fastestS([&] { ASSERT_TRUE(edit::place(project, place, shipped())); }), 0.001 * patience);
    const Id device = rack.placements[5].id;
    const edit::Move move{{}, device, where};
    EXPECT_LT(fastestS([&] { ASSERT_TRUE(edit::move(project, move, shipped())); }), 0.001 * patience);
    edit::Where elsewhere = where;
    elsewhere.rack = build.racks[900]->id;
    const edit::Move across{{}, device, elsewhere};
    EXPECT_LT(fastestS([&] { ASSERT_TRUE(edit::move(project, across, shipped())); }), 0.001 * patience);
    const edit::Remove remove{{}, {device}};
    EXPECT_LT(fastestS([&] { ASSERT_TRUE(edit::remove(project, remove, shipped())); }), 0.001 * patience);
    const edit::Set set{{}, edit::Thing::device, {device}, {{"max_power_w", "700"}}};
    EXPECT_LT(fastestS([&] { ASSERT_TRUE(edit::set(project, set, shipped())); }), 0.001 * patience);
    const Project after = *edit::move(project, move, shipped());
    std::size_t shared = 0;
    for (std::size_t i = 0; i < build.racks.size(); ++i) shared += after.scenario("Own")->build->racks[i] == build.racks[i];
    EXPECT_EQ(shared, 999u);
}

} // namespace
} // namespace rackwright

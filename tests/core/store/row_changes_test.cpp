#include "core/store/row_changes.h"

#include "core/store/project_file.h"
#include "tests/core/store/database_maker.h"
#include "tests/core/store/sample_project.h"
#include "tests/scale.h"

#include <gtest/gtest.h>

namespace rackwright {
namespace {

using namespace testing_support;

std::string changed(const Project& before, const Project& after)
{
    const Result<std::string> changes = rowChanges(before, after);
    EXPECT_TRUE(changes) << textOf(changes.error());
    return changes.value_or(std::string{"?"});
}

TEST(StoreRowChanges, TheProjectComesBackFromItsChanges)
{
    RowState rows;
    ASSERT_TRUE(rows.apply(changed(Project{}, sampleProject())));
    const Result<Project> again = rows.project();
    ASSERT_TRUE(again) << textOf(again.error());
    EXPECT_TRUE(*again == sampleProject());
}

TEST(StoreRowChanges, NothingChangedIsNothing)
{
    EXPECT_EQ(changed(sampleProject(), sampleProject()), ""); // equal values, nothing shared
}

TEST(StoreRowChanges, AnEditWritesItsRows)
{
    Project after = sampleProject();
    after.name = "Another name";
    // a mark, the table, and four columns: 9 bytes each and their text
    EXPECT_EQ(changed(sampleProject(), after).size(), 2 + 4 * 9 + after.id.size() + after.name.size() + after.asOf.size());
}

/// Any two projects: their changes lead from one to the other, whatever they are.
TEST(StoreRowChanges, LeadFromAnyProjectToAnyOther)
{
    const int pairs = scaled(5000);
    for (int i = 0; i < pairs; ++i) {
        const auto seed = static_cast<std::uint64_t>(i);
        const Project a = randomProject(2 * seed, i % 20), b = randomProject(2 * seed + 1, (i + 7) % 20);
        RowState direct, roundabout;
        ASSERT_TRUE(direct.apply(changed(Project{}, b)));
        ASSERT_TRUE(roundabout.apply(changed(Project{}, a)));
        ASSERT_TRUE(roundabout.apply(changed(a, b)));
        ASSERT_TRUE(direct == roundabout) << i;
    }
}

TEST(StoreRowChanges, BytesThatAreNoneAreRefused)
{
    const std::string good = changed(Project{}, sampleProject());
    for (std::size_t size = 1; size < 200; ++size) {
        RowState rows;
        // the project's row ends somewhere; any other cut is within a row
        if (const Result<void> applied = rows.apply(good.substr(0, size)); applied) {
            EXPECT_EQ(good[size], '+') << size;
        }
    }
    for (const char* text : {"?", "+", "+\x7f",
             "+\x01"
             "X",
             "-\x01"
             "I123",
             "+\x01"
             "Ttttttttt"})
        EXPECT_FALSE(RowState{}.apply(text)) << text;
}

TEST(StoreRowChanges, RowsThatAreNoProjectAreRefused)
{
    RowState none;
    EXPECT_FALSE(none.project());
    Project broken = sampleProject();
    broken.nextId = 5;
    RowState rows;
    ASSERT_TRUE(rows.apply(changed(Project{}, broken)));
    const Result<Project> project = rows.project();
    ASSERT_FALSE(project);
    EXPECT_EQ(project.error().code, "STORE-BROKEN-DESIGN");
}

} // namespace
} // namespace rackwright

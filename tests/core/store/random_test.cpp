#include "core/store/project_image.h"
#include "tests/core/store/database_maker.h"
#include "tests/core/store/sample_project.h"
#include "tests/scale.h"

#include <gtest/gtest.h>
#include <rapidcheck.h>

namespace rackwright {
namespace {

using namespace testing_support;

// Save → load → save gives the same value and the same bytes.
TEST(StoreRandom, DesignsComeBackAndGiveTheSameBytes)
{
    const int hundreds = scaled(50);
    for (int i = 0; i < hundreds; ++i) {
        const bool passed = rc::check([] { // of 100 designs
            const Project project = randomProject(*rc::gen::resize(1000, rc::gen::arbitrary<std::uint64_t>()), *rc::gen::inRange(0, 25));
            const Result<ProjectImage> first = imageOf(project);
            if (!first) RC_FAIL(textOf(first.error()));
            const Result<OpenedProject> opened = projectOf(bytesOf(first->image.view()));
            if (!opened) RC_FAIL(textOf(opened.error()));
            RC_ASSERT(opened->project == project);
            RC_ASSERT(opened->digest == first->digest);
            const Result<ProjectImage> second = imageOf(opened->project);
            RC_ASSERT(second.has_value());
            RC_ASSERT(second->image.view() == first->image.view());
        });
        ASSERT_TRUE(passed);
    }
}

} // namespace
} // namespace rackwright

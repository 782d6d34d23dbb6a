// Damaged files: flipped bits, cut ends, pages in each other's place. A file either opens as what it was, or not at all.
#include "core/store/project_image.h"
#include "tests/core/store/database_maker.h"
#include "tests/core/store/sample_project.h"
#include "tests/scale.h"

#include <ctime>
#include <gtest/gtest.h>
#include <random>

namespace rackwright {
namespace {

using namespace testing_support;

class StoreDamage : public ::testing::Test {
protected:
    /// Opens `copies` damaged copies; returns how many were refused.
    template <class Harm>
    int refusedOf(int copies, Harm&& harm)
    {
        const Project project = sampleProject();
        const Bytes good = DatabaseMaker{project}.bytes();
        int refused = 0;
        for (int i = 0; i < copies; ++i) {
            Bytes bytes = good;
            harm(bytes);
            const std::clock_t start = std::clock();
            const Result<OpenedProject> opened = projectOf(std::move(bytes));
            EXPECT_LT(std::clock() - start, 5 * CLOCKS_PER_SEC);
            if (!opened)
                ++refused;
            else
                EXPECT_TRUE(opened->project == project) << "copy " << i << " opened with other content";
        }
        return refused;
    }
    std::size_t below(std::size_t limit) { return std::uniform_int_distribution<std::size_t>{0, limit - 1}(random_); }

    std::mt19937_64 random_{20260301};
};

TEST_F(StoreDamage, FlippedBits)
{
    const int copies = scaled(60'000);
    const int refused = refusedOf(copies, [&](Bytes& bytes) {
        constexpr std::array<int, 3> counts{1, 4, 32};
        for (int n = counts[below(3)]; n > 0; --n) bytes[below(bytes.size())] ^= static_cast<unsigned char>(1u << below(8));
    });
    EXPECT_GT(refused, copies / 10); // most of a small file is free space, which nobody reads
}

/// In the bytes that hold something every flip matters, but for a few that SQLite does not read.
TEST_F(StoreDamage, FlippedBitsInContent)
{
    const int copies = scaled(20'000);
    const int refused = refusedOf(copies, [&](Bytes& bytes) {
        std::size_t at = below(bytes.size());
        while (bytes[at] == 0) at = below(bytes.size());
        bytes[at] ^= static_cast<unsigned char>(1u << below(8));
    });
    EXPECT_GT(refused, copies * 9 / 10);
}

TEST_F(StoreDamage, CutEnds)
{
    const int copies = scaled(5'000);
    EXPECT_EQ(refusedOf(copies, [&](Bytes& bytes) { bytes.resize(below(bytes.size())); }), copies);
}

TEST_F(StoreDamage, PagesInEachOthersPlace)
{
    const int copies = scaled(10'000);
    const int refused = refusedOf(copies, [&](Bytes& bytes) {
        const std::size_t pages = bytes.size() / 4096;
        const std::size_t a = below(pages);
        const std::size_t b = (a + 1 + below(pages - 1)) % pages;
        std::swap_ranges(bytes.begin() + static_cast<std::ptrdiff_t>(a * 4096), bytes.begin() + static_cast<std::ptrdiff_t>((a + 1) * 4096),
            bytes.begin() + static_cast<std::ptrdiff_t>(b * 4096));
    });
    EXPECT_EQ(refused, copies);
}

TEST_F(StoreDamage, BlocksOfZeros)
{
    const int copies = scaled(5'000);
    const int refused = refusedOf(copies, [&](Bytes& bytes) {
        const std::size_t block = below(bytes.size() / 512) * 512;
        std::fill_n(bytes.begin() + static_cast<std::ptrdiff_t>(block), 512, static_cast<unsigned char>(0));
    });
    EXPECT_GT(refused, 0);
}

} // namespace
} // namespace rackwright

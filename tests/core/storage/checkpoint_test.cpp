// Checkpoints against published sizes and against intervals worked out by hand.
#include "core/storage/checkpoint.h"

#include <gtest/gtest.h>

namespace rackwright {
namespace {

TEST(Checkpoint, SizesAreWithinTenPercentOfPublishedOnes)
{
    const TrainingRecipe bf16 = trainingRecipeOf("bf16").value();
    // MLPerf Storage v2 (Llama 3 70B, 405B): 912 GB, 5.29 TB; Azure AMLFS guide (GPT-3 175B): 2.3 TiB.
    EXPECT_NEAR(checkpointBytes(70.6e9, bf16), 912e9, 0.1 * 912e9);
    EXPECT_NEAR(checkpointBytes(405.9e9, bf16), 5.29e12, 0.1 * 5.29e12);
    EXPECT_NEAR(checkpointBytes(175e9, bf16), 2.3 * 1099511627776.0, 0.1 * 2.3 * 1099511627776.0);
}

TEST(Checkpoint, StopsComeAsOftenAsInTheLlama3Run)
{
    EXPECT_NEAR(meanTimeBetweenStopsS(16384) / 3600, 3.093, 0.001); // 54 x 24 / 419 h
    EXPECT_NEAR(acceleratorHoursPerStop(), 50677, 1);
    // "50,000 h MTTF each, 100,000 accelerators: half an hour" (MLCommons)
    EXPECT_NEAR(meanTimeBetweenStopsS(100000) / 3600, 0.5, 0.01);
}

TEST(Checkpoint, IntervalAndLossByHand)
{
    // 5.29 TB at 80 GB/s: delta 66.1 s; M = 3.093 h = 11,135 s. sqrt(2 x 66.1 x 11135) = 1213.4; delta/2M = 0.002968:
    // 1213.4 x (1 + 0.05448 / 3 + 0.002968 / 9) - 66.1 = 1169.7 s, 19.5 minutes.
    const double delta = 5.29e12 / 80e9, m = meanTimeBetweenStopsS(16384);
    const double tau = bestIntervalS(delta, m);
    EXPECT_NEAR(tau, 1169.7, 1);
    // 66.1 / 1169.7 + 1169.7 / 22270 = 0.0565 + 0.0525
    EXPECT_NEAR(lostShare(delta, tau, m, 0), 0.109, 0.001);
    EXPECT_NEAR(lostShare(delta, tau, m, 600), 0.109 + 600 / m, 0.001);
}

TEST(Checkpoint, NoOtherIntervalLosesNoticeablyLess)
{
    for (const double write : {1.0, 20.0, 200.0, 1000.0}) {
        const double m = 11135, best = bestIntervalS(write, m);
        for (double factor = 0.3; factor < 3; factor += 0.1)
            EXPECT_LT(lostShare(write, best, m, 0), lostShare(write, best * factor, m, 0) * 1.05) << write << " x " << factor;
    }
}

TEST(Checkpoint, NeverLosesMoreThanAll)
{
    EXPECT_EQ(bestIntervalS(3000, 1000), 1000);
    EXPECT_EQ(lostShare(3000, 1000, 1000, 0), 1);
}

} // namespace
} // namespace rackwright

#include "core/workload/plan.h"

#include <gtest/gtest.h>

namespace rackwright {
namespace {

TEST(Plan, ReadsAsItIsWritten)
{
    ParallelPlan plan;
    plan.tp = 8, plan.pp = 4, plan.dp = 8, plan.recompute = Recompute::selective;
    EXPECT_EQ(toText(plan), "TP8 PP4 DP8 mb1 zero1 selective");
    plan.cp = 2, plan.ep = 8, plan.vpp = 3, plan.sequenceParallel = true, plan.recompute = Recompute::none;
    EXPECT_EQ(toText(plan), "TP8 PP4 DP8 CP2 EP8 VPP3 mb1 zero1 sp");
    EXPECT_EQ(plan.accelerators(), 8 * 4 * 8 * 2);
}

} // namespace
} // namespace rackwright

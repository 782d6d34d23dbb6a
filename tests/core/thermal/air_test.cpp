#include "core/thermal/air.h"

#include <gtest/gtest.h>

namespace rackwright {
namespace {

// NVIDIA DGX B200 user guide: 48 794 BTU/h at 14.3 kW; Lenovo SD650: 40 946 BTU/h at 12 kW.
TEST(Air, BtuPerHourOfPublishedSystems)
{
    EXPECT_NEAR(btuPerHour(1000), 3412.142, 0.001);
    EXPECT_NEAR(btuPerHour(14300), 48794, 1);
    EXPECT_NEAR(btuPerHour(12000), 40946, 1);
}

// CFM = 3.159 W / dT_F; 1105 CFM at 10.2 kW and 1550 CFM at 14.3 kW are both 16.2 K.
TEST(Air, RiseOfPublishedSystems)
{
    EXPECT_NEAR(airflowCfm(1000, 1000 / 1.8), 3.159, 0.001);
    EXPECT_NEAR(airRiseK(10200, 1105), 16.2, 0.05);
    EXPECT_NEAR(airRiseK(14300, 1550), 16.2, 0.05);
    EXPECT_NEAR(airRiseK(airflowCfm(5000, 12) * 12 * wattsPerCfmK, airflowCfm(5000, 12)), 12, 1e-9);
}

// Liebert CRV CR050: 57.9 kW with 7410 m3/h; return 38 degrees C, rise 23.3 K.
TEST(Air, RiseOfAnInRowUnit)
{
    EXPECT_NEAR(airRiseK(57900, 4361), 23.3, 0.05);
}

// Standard atmosphere: 83.52 kPa at 1600 m, 101.325 at sea level.
TEST(Air, DensityFallsWithHeight)
{
    EXPECT_EQ(airDensityRatio(0), 1);
    EXPECT_NEAR(airDensityRatio(1600), 83.52 / 101.325, 0.001);
    EXPECT_EQ(airDensityRatio(1e6), 0);
}

TEST(Air, RecirculatedIntake)
{
    EXPECT_NEAR(intakeC(22, 16.2, 0.10), 23.80, 1e-9);
    EXPECT_EQ(intakeC(22, 16.2, 0), 22);
}

// OCP guidance: 1.5 l/min per kW at about 10 K; range 1.0 to 1.5 for 15 to 10 K.
TEST(Liquid, FlowPerKilowatt)
{
    EXPECT_NEAR(liquidFlowLpm(1000, 10), 1.503, 0.002);
    EXPECT_NEAR(liquidFlowLpm(1000, 15), 1.0, 0.01);
    EXPECT_NEAR(liquidRiseK(1000, liquidFlowLpm(1000, 10)), 10, 1e-9);
    EXPECT_LT(liquidFlowLpm(1000, 10, water), liquidFlowLpm(1000, 10));
}

// Vertiv XDU1350: 1368 kW at 4 K; 2912 kW published at 8 K, where UA x ATD says 2736 (-6.0 %).
TEST(Liquid, CapacityGoesAsTheApproach)
{
    EXPECT_NEAR(coolantUnitCapacityKw(1368, 4, 8), 2736, 1e-9);
    EXPECT_NEAR(coolantUnitCapacityKw(1368, 4, 8) / 2912 - 1, -0.060, 0.001);
    EXPECT_NEAR(coolantUnitCapacityKw(1368, 4, 2), 684, 1e-9);
    EXPECT_EQ(coolantUnitCapacityKw(1368, 4, -1), 0);
}

// NVIDIA H100 PCIe product brief: 87 degrees C maximum, 89 slowdown.
TEST(Chip, ClockFallsToHalfBetweenWarningAndSlowdown)
{
    EXPECT_EQ(clockFractionAt(80, 87, 89), 1);
    EXPECT_EQ(clockFractionAt(87, 87, 89), 1);
    EXPECT_NEAR(clockFractionAt(88, 87, 89), 0.75, 1e-12);
    EXPECT_EQ(clockFractionAt(91, 87, 89), 0.5);
}

} // namespace
} // namespace rackwright

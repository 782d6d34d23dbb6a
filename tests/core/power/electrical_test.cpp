#include "core/power/electrical.h"
#include "core/power/facility.h"

#include <concepts>
#include <gtest/gtest.h>

namespace rackwright {
namespace {

// APC AP8865, AP7516 and AP8886 ratings as in the device-type library: 8.6, 14.4 and 17.3 kW.
TEST(Electrical, ContinuousRatingsOfPublishedPdus)
{
    EXPECT_NEAR(threePhaseW(VoltsLineToLine{208}, 30) * 0.8, 8646, 1);
    EXPECT_NEAR(threePhaseW(VoltsLineToLine{208}, 50) * 0.8 / 1000, 14.4, 0.1);
    EXPECT_NEAR(threePhaseW(VoltsLineToLine{415}, 30) * 0.8, 17251, 1);
    EXPECT_NEAR(threePhaseW(VoltsLineToLine{415}, 24) / 1000, 17.3, 0.1);
    EXPECT_NEAR(threePhaseW(VoltsLineToLine{400}, 32) / 1000, 22.17, 0.01);
}

// p01: 230 V line to neutral at 32 A is 22.1 kW; taken for line to line it would be 12.7 kW.
TEST(Electrical, P01_LineToNeutralAndLineToLineGiveTheSamePower)
{
    EXPECT_NEAR(threePhaseW(VoltsLineToNeutral{230}, 32), 22080, 1e-9);
    EXPECT_NEAR(threePhaseW(VoltsLineToLine{230 * std::numbers::sqrt3}, 32), 22080, 1e-9);
    EXPECT_NEAR(threePhaseW(VoltsLineToLine{230}, 32), 12748, 1);
    EXPECT_NEAR(toNeutral(VoltsLineToLine{400}).v, 230.94, 0.01);
    static_assert(!std::convertible_to<VoltsLineToLine, VoltsLineToNeutral> && !std::convertible_to<double, VoltsLineToLine>);
}

TEST(Electrical, BalancedLineToLineLoadsDrawTheThreePhaseCurrent)
{
    const auto currents = lineCurrentsA(3000, 3000, 3000, VoltsLineToLine{208}, 0.98);
    for (const double current : currents) EXPECT_NEAR(current, threePhaseA(VoltsLineToLine{208}, 9000, 0.98), 1e-9);
    EXPECT_NEAR(imbalance(currents), 0, 1e-12);
}

// p08: one load between two lines loads these two alone; the third carries nothing.
TEST(Electrical, P08_OneLineToLineLoadLoadsTwoLines)
{
    const auto currents = lineCurrentsA(2080, 0, 0, VoltsLineToLine{208});
    EXPECT_NEAR(currents[0], 10, 1e-9);
    EXPECT_NEAR(currents[1], 10, 1e-9);
    EXPECT_NEAR(currents[2], 0, 1e-9);
    EXPECT_NEAR(imbalance(currents), 0.5, 1e-9);
}

TEST(Electrical, LegsAreFilledLargestFirst)
{
    const std::array<double, 5> loads{1, 5, 2, 3, 4};
    const auto legs = spreadOverLegs(loads);
    EXPECT_DOUBLE_EQ(legs[0] + legs[1] + legs[2], 15);
    EXPECT_DOUBLE_EQ(*std::max_element(legs.begin(), legs.end()), 5); // 5 | 4+1 | 3+2
}

// p24: PUE on facility power must not compile; p25: IT and facility are different figures.
template <class T>
concept HasFacilityPower = requires(T watts)
{
    facilityPower(watts, 1.2);
};

TEST(Electrical, P24_P25_PueAppliesOnceToItPower)
{
    EXPECT_NEAR(facilityPower(ItWatts{1000}, 1.25).w, 1250, 1e-9);
    static_assert(HasFacilityPower<ItWatts>);
    static_assert(!HasFacilityPower<FacilityWatts>);
    static_assert(!std::convertible_to<FacilityWatts, ItWatts>);
}

} // namespace
} // namespace rackwright

#include "core/cost/rates.h"

#include <gtest/gtest.h>
#include <type_traits>

namespace rackwright {
namespace {

/// Can a price of this type be multiplied with accelerator-hours?
template <class Price>
constexpr bool pricesAcceleratorHours = requires(Price price)
{
    costUsd(AcceleratorHours{1}, price);
};

// t17: 256 accelerators × 102 h were multiplied with the price of an instance of eight: 2.57 instead of 0.32 million USD.
TEST(Rates, T17InstanceAndAcceleratorPricesAreDifferentTypes)
{
    static_assert(pricesAcceleratorHours<UsdPerAcceleratorHour>);
    static_assert(!pricesAcceleratorHours<UsdPerInstanceHour>);
    static_assert(!pricesAcceleratorHours<UsdPerMonth>);
    static_assert(!std::is_convertible_v<double, UsdPerAcceleratorHour>);
    static_assert(!std::is_constructible_v<UsdPerAcceleratorHour, UsdPerInstanceHour>);
    const UsdPerAcceleratorHour price = perAccelerator(UsdPerInstanceHour{98.32}, 8);
    EXPECT_NEAR(costUsd(AcceleratorHours{26249}, price), 0.3226e6, 0.0001e6); // published_tco tco082, recomputed
}

TEST(Rates, PublishedLlamaHoursAtP5ListPrice) // tco008: 39.3 million GPU-hours on p5.48xlarge, 483 million USD
{
    EXPECT_NEAR(costUsd(AcceleratorHours{39300000}, perAccelerator(UsdPerInstanceHour{98.32}, 8)) / 1e6, 483, 483 * 0.005);
}

TEST(Rates, PublishedDeepSeekTrainingCost) // tco057
{
    EXPECT_NEAR(costUsd(AcceleratorHours{2788000}, UsdPerAcceleratorHour{2}) / 1e6, 5.576, 1e-9);
}

TEST(Rates, PublishedClusterMaxGpuPricesUse720HourMonths) // tco027: 5,426,381 USD a month for 4,096 GPUs is 1.84 USD/GPU-h
{
    EXPECT_NEAR(perMonth(perInstance(UsdPerAcceleratorHour{1.84}, 4096), 720).usd, 5426381, 5426381 * 1e-4);
    EXPECT_NEAR(perMonth(perInstance(UsdPerAcceleratorHour{2.178}, 4096), 720).usd, 6423183, 6423183 * 1e-4);
    EXPECT_NEAR(perMonth(perInstance(UsdPerAcceleratorHour{2.00}, 4096), 720).usd, 5898240, 5898240 * 1e-4);
}

TEST(Rates, MonthIsATwelfthOfTheYear)
{
    EXPECT_EQ(hoursPerMonth, 730);
    EXPECT_DOUBLE_EQ(perMonth(UsdPerInstanceHour{1}).usd, 730);
}

} // namespace
} // namespace rackwright

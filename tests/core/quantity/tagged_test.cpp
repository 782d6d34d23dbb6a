// What must not compile is in must_not_compile.txt; here is what does.
#include "core/quantity/tagged.h"

#include <gtest/gtest.h>

namespace rackwright {
namespace {

TEST(Tagged, GigabytesAreNotGibibytes)
{
    EXPECT_EQ(Bytes::gibibytes(80).inBytes(), 85899345920.0);
    EXPECT_NEAR(Bytes::gigabytes(80).inGibibytes(), 74.505806, 1e-6);
    EXPECT_LT(Bytes::gigabytes(80), Bytes::gibibytes(80));
    EXPECT_EQ(Bytes::gigabytes(640) / Bytes::gigabytes(80), 8);
    EXPECT_EQ((Bytes::terabytes(1) - Bytes::gigabytes(1) * 2).inGigabytes(), 998);
}

TEST(Tagged, SuppliesCarryALoad) // DGX H100: six supplies of 3.3 kW, four of which carry 10.2 kW
{
    EXPECT_TRUE(carry(PsuWatts{3300} * 4, NameplateWatts{10200}));
    EXPECT_FALSE(carry(PsuWatts{3300} * 3, NameplateWatts{10200}));
}

TEST(Tagged, TemperaturesHaveDifferencesButNoSums)
{
    EXPECT_EQ((DegreesCelsius{25} + KelvinDifference{12.5}).c, 37.5);
    EXPECT_EQ((DegreesCelsius{45} - DegreesCelsius{30}).k, 15);
    EXPECT_EQ((KelvinDifference{4} * 2 + KelvinDifference{1}).k, 9);
}

} // namespace
} // namespace rackwright

#include "core/quantity/quantity.h"

#include <gtest/gtest.h>

namespace rackwright {
namespace {

TEST(Quantity, SumOfKnownIsKnown)
{
    const auto sum = Quantity<>::known(2) + Quantity<>::known(3);
    EXPECT_EQ(sum, Quantity<>::known(5));
}

TEST(Quantity, BandsAdd)
{
    const auto sum = Quantity<>::known(2) + Quantity<>::estimated(1, 3, 4);
    EXPECT_EQ(sum, Quantity<>::estimated(3, 5, 6));
}

TEST(Quantity, UnknownAddendMakesALowerBoundThatNamesIt)
{
    const auto sum = zero() + Quantity<>::unknown("switch max_power_w") + Quantity<>::known(5);
    EXPECT_EQ(sum.knowledge, Knowledge::atLeast);
    EXPECT_EQ(sum.value, 5);
    EXPECT_EQ(sum.missing, std::vector<std::string>{"switch max_power_w"});
}

TEST(Quantity, SumOfUnknownsIsNeverZero)
{
    const auto sum = zero() + Quantity<>::unknown("a") + Quantity<>::unknown("b");
    EXPECT_FALSE(sum.hasValue());
    EXPECT_EQ(sum.missing, (std::vector<std::string>{"a", "b"}));
}

TEST(Quantity, LimitsAreAnsweredOnlyWhenTheBandAllows)
{
    EXPECT_EQ(within(Quantity<>::known(5), 6.0), Answer::yes);
    EXPECT_EQ(within(Quantity<>::known(7), 6.0), Answer::no);
    EXPECT_EQ(within(Quantity<>::estimated(5, 6, 7), 6.0), Answer::cannotSay);
    EXPECT_EQ(within(Quantity<>::unknown("x"), 6.0), Answer::cannotSay);
    EXPECT_EQ(within(zero() + Quantity<>::known(7) + Quantity<>::unknown("x"), 6.0), Answer::no);
}

} // namespace
} // namespace rackwright

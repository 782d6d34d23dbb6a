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

TEST(Quantity, ProductsAndQuotientsSpanBothBands)
{
    const auto a = Quantity<>::estimated(8, 10, 12);
    const auto b = Quantity<>::estimated(2, 4, 5);
    EXPECT_EQ(multiplied(a, b), Quantity<>::estimated(16, 40, 60));
    EXPECT_EQ(divided(a, b), Quantity<>::estimated(1.6, 2.5, 6));
    EXPECT_FALSE(divided(a, Quantity<>::known(0)).hasValue());
    EXPECT_EQ(multiplied(a, Quantity<>::unknown("x")).missing, std::vector<std::string>{"x"});
    const auto atLeast = Quantity<>::known(3) + Quantity<>::unknown("y");
    EXPECT_EQ(divided(atLeast, Quantity<>::known(2)).knowledge, Knowledge::atLeast);
    EXPECT_FALSE(divided(Quantity<>::known(2), atLeast).hasValue());
}

} // namespace
} // namespace rackwright

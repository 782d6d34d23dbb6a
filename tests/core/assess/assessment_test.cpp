#include "core/assess/assessment.h"

#include <gtest/gtest.h>

namespace rackwright {
namespace {

TEST(Assessment, ShortNumbersHaveThreeDigitsAndNoExponent)
{
    EXPECT_EQ(shortNumber(10200), "10200");
    EXPECT_EQ(shortNumber(39.49594316), "39.5");
    EXPECT_EQ(shortNumber(30), "30");
    EXPECT_EQ(shortNumber(1.5), "1.5");
    EXPECT_EQ(shortNumber(0.0714), "0.071");
    EXPECT_EQ(shortNumber(0), "0");
}

} // namespace
} // namespace rackwright

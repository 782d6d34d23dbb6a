#include "core/catalog/price_book.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace rackwright {
namespace {

Price price(std::string basis, std::string date, std::string confidence, double typical)
{
    return {typical, typical, typical, "each", std::move(basis), std::move(date), std::move(confidence), "source"};
}

TEST(PriceBook, BasisThenDateThenConfidence)
{
    std::vector<Price> prices{price("planning-estimate", "2026-12", "high", 1), price("analyst-estimate", "2026-12", "high", 2),
        price("list", "2025-01", "high", 3), price("street", "2026-03", "low", 4), price("list", "2026-03", "medium", 5),
        price("quote", "2024", "low", 6), price("project", "2023", "low", 7), price("user-quote", "2020", "low", 8)};
    sortPrices(prices);
    std::vector<double> order;
    for (const Price& each : prices) order.push_back(each.typicalUsd.value_or(0));
    EXPECT_EQ(order, (std::vector<double>{8, 7, 6, 5, 4, 3, 2, 1}));
}

// t14: importing the same rows in another order gives the same price.
TEST(PriceBook, RowOrderDoesNotMatter_t14)
{
    std::vector<Price> prices{
        price("list", "2026-03", "medium", 5), price("street", "2026-03", "medium", 4), price("list", "2026-03", "medium", 7)};
    std::ranges::sort(prices, {}, [](const Price& p) { return *p.typicalUsd; });
    std::vector<Price> expected = prices;
    sortPrices(expected);
    do {
        std::vector<Price> shuffled = prices;
        sortPrices(shuffled);
        EXPECT_EQ(shuffled, expected);
    } while (
        std::next_permutation(prices.begin(), prices.end(), [](const Price& a, const Price& b) { return a.typicalUsd < b.typicalUsd; }));
}

// t05: a row without a price is blank, not zero, and does not hide a row that has one.
TEST(PriceBook, BlankPriceIsNotZero_t05)
{
    Price blank = price("quote", "2026-12", "high", 0);
    blank.lowUsd = blank.typicalUsd = blank.highUsd = std::nullopt;
    EXPECT_FALSE(bandOf(std::vector{blank}, "each"));
    EXPECT_EQ(bandOf(std::vector{blank, price("list", "2026", "low", 98.32)}, "each"), Quantity<>::known(98.32));
}

// t08: a row with two bounds and no typical price gives no middle; we do not average.
TEST(PriceBook, NoAverageIsMade_t08)
{
    Price bounds = price("list", "2026", "low", 0);
    bounds.lowUsd = 100, bounds.typicalUsd = std::nullopt, bounds.highUsd = 300;
    EXPECT_FALSE(middleOf(bounds));
    bounds.highUsd = std::nullopt;
    EXPECT_EQ(middleOf(bounds), 100);
}

TEST(PriceBook, UnknownBasisCountsLastAndIsAnEstimate)
{
    EXPECT_GT(rankOf("hearsay"), rankOf("planning-estimate"));
    EXPECT_TRUE(isEstimate("hearsay"));
    EXPECT_TRUE(isEstimate("analyst-estimate"));
    EXPECT_FALSE(isEstimate("street"));
}

} // namespace
} // namespace rackwright

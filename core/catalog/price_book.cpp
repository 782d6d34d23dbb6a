#include "core/catalog/price_book.h"

#include <algorithm>
#include <array>
#include <tuple>

namespace rackwright {

namespace {

struct BasisRank {
    std::string_view basis;
    int rank;
};

constexpr std::array<BasisRank, 7> ranks{
    {{"user-quote", 0}, {"project", 1}, {"quote", 2}, {"list", 3}, {"street", 3}, {"analyst-estimate", 4}, {"planning-estimate", 5}}};

int rankOfConfidence(std::string_view confidence)
{
    if (confidence == "high") return 0;
    if (confidence == "medium") return 1;
    return confidence == "low" ? 2 : 3;
}

} // namespace

int rankOf(std::string_view basis)
{
    const auto found = std::ranges::find(ranks, basis, &BasisRank::basis);
    return found == ranks.end() ? static_cast<int>(ranks.size()) : found->rank;
}

bool isEstimate(std::string_view basis)
{
    return rankOf(basis) >= rankOf("analyst-estimate");
}

void sortPrices(std::vector<Price>& prices)
{
    std::ranges::sort(prices, [](const Price& a, const Price& b) {
        if (rankOf(a.basis) != rankOf(b.basis)) return rankOf(a.basis) < rankOf(b.basis);
        if (a.date != b.date) return a.date > b.date;
        if (rankOfConfidence(a.confidence) != rankOfConfidence(b.confidence))
            return rankOfConfidence(a.confidence) < rankOfConfidence(b.confidence);
        return std::tie(b.typicalUsd, a.basis, a.unit, a.source, a.lowUsd, a.highUsd)
            < std::tie(a.typicalUsd, b.basis, b.unit, b.source, b.lowUsd, b.highUsd);
    });
}

std::optional<double> middleOf(const Price& price)
{
    if (price.typicalUsd) return price.typicalUsd;
    if (price.lowUsd && price.highUsd) return std::nullopt;
    return price.lowUsd ? price.lowUsd : price.highUsd;
}

std::optional<Quantity<>> bandOf(std::span<const Price> prices, std::string_view unit, std::size_t* best)
{
    std::optional<Quantity<>> band;
    for (std::size_t i = 0; i < prices.size(); ++i) {
        const Price& price = prices[i];
        const std::optional<double> middle = middleOf(price);
        if (!middle || price.unit != unit) continue;
        if (!band) {
            band = Quantity<>::known(*middle);
            if (isEstimate(price.basis)) band->knowledge = Knowledge::estimated;
            if (best) *best = i;
        }
        for (const std::optional<double>& usd : {price.lowUsd, middle, price.highUsd})
            if (usd) band->low = std::min(band->low, *usd), band->high = std::max(band->high, *usd);
    }
    return band;
}

} // namespace rackwright

#include "core/cost/band.h"

#include <algorithm>
#include <cassert>

namespace rackwright {

PriceBand& PriceBand::operator+=(const PriceBand& other)
{
    low += other.low, typical += other.typical, high += other.high;
    return *this;
}

PriceBand priceBandOf(const Quantity<>& usd)
{
    assert(usd.hasValue());
    return {Money::usd(usd.low), Money::usd(usd.value), Money::usd(usd.high)};
}

Quantity<> quantityOf(const PriceBand& band, Knowledge knowledge)
{
    return {band.typical.inUsd(), band.low.inUsd(), band.high.inUsd(), knowledge, {}};
}

Quantity<> bandOf(const CostFigure& row)
{
    const auto first = [](std::optional<double> a, std::optional<double> b) { return a ? a : b; };
    std::optional<double> typical = row.typical;
    if (!typical && row.low && row.high) typical = (*row.low + *row.high) / 2;
    typical = first(first(typical, row.low), row.high);
    if (!typical) return Quantity<>::unknown(row.id);
    const double low = std::min(row.low.value_or(*typical), *typical), high = std::max(row.high.value_or(*typical), *typical);
    return {*typical, low, high, row.kind == "estimate" ? Knowledge::estimated : Knowledge::known, {}};
}

bool isLater(std::string_view date, std::string_view asOf)
{
    return !asOf.empty() && date.substr(0, asOf.size()) > asOf.substr(0, date.size());
}

Explanation explain(const CostFigure& row)
{
    return {.name = row.figure,
        .value = bandOf(row),
        .unit = row.unit,
        .origin = row.kind == "estimate" ? Origin::estimate : Origin::catalog,
        .source = row.id + ": " + row.source,
        .date = row.date};
}

} // namespace rackwright

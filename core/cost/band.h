// Arithmetic of bands, and unit costs as bands.
#pragma once

#include "core/catalog/catalog.h"
#include "core/quantity/explanation.h"
#include "core/quantity/money.h"
#include "core/quantity/quantity.h"

#include <optional>
#include <string>
#include <string_view>

namespace rackwright {

/// A price with its band, in integer cents: `low <= typical <= high`.
struct PriceBand {
    Money low, typical, high;

    PriceBand& operator+=(const PriceBand& other);
    friend PriceBand operator*(const PriceBand& band, std::int64_t count)
    {
        return {band.low * count, band.typical * count, band.high * count};
    }
    friend bool operator==(const PriceBand&, const PriceBand&) = default;
};

/// The USD band rounded to cents; the quantity must have a value.
[[nodiscard]] PriceBand priceBandOf(const Quantity<>& usd);
[[nodiscard]] Quantity<> quantityOf(const PriceBand& band, Knowledge knowledge);

/// A unit cost as a band: typical, else the middle of low and high, else the one that is stated. Rows of kind
/// `estimate` are estimated. Unknown when the row states no number.
[[nodiscard]] Quantity<> bandOf(const CostFigure& row);

/// Dates may be a year or a month: "2026" is not later than "2026-03-01". An empty date, or no `asOf`, is not later.
[[nodiscard]] bool isLater(std::string_view date, std::string_view asOf);

/// The row as the leaf of an explanation.
[[nodiscard]] Explanation explain(const CostFigure& row);

} // namespace rackwright

// Which of several prices of a part counts, and what band they span.
#pragma once

#include "core/catalog/part.h"
#include "core/quantity/quantity.h"

#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace rackwright {

/// 0 counts first: user-quote, project, quote, then list and street alike, analyst-estimate, planning-estimate. A basis that is
/// not listed counts last.
[[nodiscard]] int rankOf(std::string_view basis);
/// Is it an estimate, never to be printed as a quote?
[[nodiscard]] bool isEstimate(std::string_view basis);

/// Best first: rank, then newest date, then higher confidence, then higher typical price, then source: the order of the rows in a
/// file does not matter.
void sortPrices(std::vector<Price>& prices);

/// What one row says in the middle: typical, else its only bound. Rows with both bounds and no typical price say nothing.
[[nodiscard]] std::optional<double> middleOf(const Price& price);

/// USD for one `unit` from prices sorted best first: the middle of the best row, low and high over all rows. Known for quotes,
/// list and street prices (with the band), estimated for estimates. Nothing when no row of the unit has a middle.
/// `best` (may be null) receives the index of the row that counts.
[[nodiscard]] std::optional<Quantity<>> bandOf(std::span<const Price> prices, std::string_view unit, std::size_t* best = nullptr);

} // namespace rackwright

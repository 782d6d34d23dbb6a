// What a part's column is worth: stated, else by class rule, else unknown.
#pragma once

#include "core/catalog/catalog.h"
#include "core/quantity/explanation.h"

#include <string_view>

namespace rackwright {

/// A figure of a part with its leaf explanation.
struct SourcedFigure {
    Quantity<> value;
    Explanation explanation;
};

/// The unit of a column, read from its name: "W" of max_power_w, "GB/s" of read_gb_per_s, "U" of u_height; empty for a number.
[[nodiscard]] std::string_view unitOfColumn(std::string_view column);

/// The column of the part. A blank is filled by a class rule when `fillGaps`, else unknown. The rule with most class columns
/// wins; among equals the one whose figure has the narrowest band, then the first of the table. The rule's base (U, kW, ports,
/// accelerators, TB …) is read from the part itself, stated or estimated; a rule without a base does not apply.
/// `price_usd` is priceOf. A cell whose own source calls it an estimate is `estimated`.
[[nodiscard]] SourcedFigure figureOf(const Part& part, std::string_view column, const Catalog& catalog, bool fillGaps);
/// The value alone, without building an explanation (inner loops).
[[nodiscard]] Quantity<> valueOf(const Part& part, std::string_view column, const Catalog& catalog, bool fillGaps);

/// The price of one, in USD: typical of the row that counts (price_book.h), low and high over all rows; planning and analyst
/// estimates and class rules are `estimated`. Rows per rack are another unit: they count only where no row is per piece.
/// Unknown when there is no row and no rule, never 0.
[[nodiscard]] SourcedFigure priceOf(const Part& part, const Catalog& catalog, bool fillGaps);

/// The text of a class column of the part; `class` and `accelerator_form` of servers follow from its accelerators.
[[nodiscard]] std::string classOf(const Part& part, std::string_view classColumn, const Catalog& catalog);

} // namespace rackwright

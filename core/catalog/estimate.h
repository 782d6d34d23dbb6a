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

/// The column of the part; a blank is filled by the first class rule that applies when `fillGaps`, else unknown.
/// The rule's base (U, kW, ports, accelerators, TB) is read from the part itself, stated or estimated.
[[nodiscard]] SourcedFigure figureOf(const Part& part, std::string_view column, const Catalog& catalog, bool fillGaps);
/// The value alone, without building an explanation (inner loops).
[[nodiscard]] Quantity<> valueOf(const Part& part, std::string_view column, const Catalog& catalog, bool fillGaps);

/// The price that counts (order of Price::basis in catalog/README): typical of the best row, low and high over all rows;
/// planning and analyst estimates and class rules are `estimated`. Unknown when there is no row and no rule.
[[nodiscard]] SourcedFigure priceOf(const Part& part, const Catalog& catalog, bool fillGaps);

} // namespace rackwright

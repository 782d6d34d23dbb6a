// How much of a part's heat goes to liquid: power (for PUE) and thermal read the same rule.
#pragma once

#include "core/catalog/estimate.h"

namespace rackwright {

/// Share of a part's heat that its coolant carries away, 0 to 1: `liquid_heat_capture_pct` where stated or estimated for
/// liquid-cooled parts, 1 immersed, 0 by air. Unknown for a liquid-cooled part without a figure.
[[nodiscard]] Quantity<> liquidShareOf(const Part& part, const Catalog& catalog, bool fillGaps);
/// The same with its explanation.
[[nodiscard]] SourcedFigure explainLiquidShare(const Part& part, const Catalog& catalog, bool fillGaps);

} // namespace rackwright

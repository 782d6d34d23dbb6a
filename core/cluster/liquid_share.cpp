#include "core/cluster/liquid_share.h"

namespace rackwright {

namespace {

constexpr std::string_view column = "liquid_heat_capture_pct";

/// What the cooling column says when no share is stated; nothing for a liquid-cooled part.
std::optional<double> shareByCooling(const Part& part)
{
    const std::string_view cooling = part.text("cooling");
    if (cooling == "immersion") return 1.0;
    if (cooling == "dlc" || cooling == "liquid") return std::nullopt;
    return 0.0;
}

} // namespace

Quantity<> liquidShareOf(const Part& part, const Catalog& catalog, bool fillGaps)
{
    const std::optional<double> share = shareByCooling(part);
    if (share && !part.find(column)) return Quantity<>::known(*share);
    return valueOf(part, column, catalog, fillGaps) * 0.01;
}

SourcedFigure explainLiquidShare(const Part& part, const Catalog& catalog, bool fillGaps)
{
    SourcedFigure figure{liquidShareOf(part, catalog, fillGaps), {}};
    Explanation& node = figure.explanation;
    node.name = part.displayName() + " share of heat to liquid";
    node.value = figure.value;
    const std::optional<double> share = shareByCooling(part);
    if (share && !part.find(column)) {
        node.origin = Origin::assumption;
        node.source = *share > 0 ? "immersed: all heat goes to the liquid" : "air-cooled: no heat goes to liquid";
        return figure;
    }
    node.formula = "liquid_heat_capture_pct / 100";
    node.inputs.push_back(figureOf(part, column, catalog, fillGaps).explanation);
    return figure;
}

} // namespace rackwright

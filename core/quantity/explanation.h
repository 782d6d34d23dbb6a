// Where a figure comes from: formula, inputs, and the source of each input, as a tree.
#pragma once

#include "core/quantity/quantity.h"

#include <map>
#include <string>
#include <vector>

namespace rackwright {

enum class Origin { catalog, priceBook, user, estimate, assumption, derived };

[[nodiscard]] std::string_view toText(Origin origin);

/// One node: a named value in a unit, how it was computed, or where it was read.
struct Explanation {
    std::string name; ///< "weights per accelerator", "DGX H100 max_power_w"
    Quantity<> value;
    std::string unit; ///< "W", "bytes", "USD"; empty for a pure number
    std::string formula; ///< "N * bytes_per_parameter / (tp * pp)"; empty for a leaf
    Origin origin = Origin::derived;
    std::string source; ///< document and page, URL, rule id, or paper and equation
    std::string date;
    std::vector<Explanation> inputs;
};

/// A computed node: formula and inputs; `source` names the paper or document of the formula.
[[nodiscard]] Explanation explainDerived(
    std::string name, Quantity<> value, std::string unit, std::string formula, std::vector<Explanation> inputs, std::string source = {});
/// A leaf: what the user set, a stated assumption, a count of what is placed.
[[nodiscard]] Explanation explainInput(std::string name, Quantity<> value, std::string unit, Origin origin, std::string source);

/// Collects explanations by figure id (`power.typical_w@rack:R07`). Areas take a nullable pointer to it: no trace, no cost.
class Trace {
public:
    void record(std::string figureId, Explanation explanation) { byFigure_.insert_or_assign(std::move(figureId), std::move(explanation)); }
    [[nodiscard]] const Explanation* find(std::string_view figureId) const
    {
        const auto found = byFigure_.find(figureId);
        return found == byFigure_.end() ? nullptr : &found->second;
    }

private:
    std::map<std::string, Explanation, std::less<>> byFigure_;
};

} // namespace rackwright

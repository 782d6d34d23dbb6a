#include "core/quantity/explanation.h"

namespace rackwright {

std::string_view toText(Origin origin)
{
    switch (origin) {
    case Origin::catalog: return "catalog";
    case Origin::priceBook: return "price book";
    case Origin::user: return "user";
    case Origin::estimate: return "estimate";
    case Origin::assumption: return "assumption";
    case Origin::derived: return "derived";
    }
    return "derived";
}

Explanation explainDerived(
    std::string name, Quantity<> value, std::string unit, std::string formula, std::vector<Explanation> inputs, std::string source)
{
    return {
        std::move(name), std::move(value), std::move(unit), std::move(formula), Origin::derived, std::move(source), {}, std::move(inputs)};
}

Explanation explainInput(std::string name, Quantity<> value, std::string unit, Origin origin, std::string source)
{
    return {std::move(name), std::move(value), std::move(unit), {}, origin, std::move(source), {}, {}};
}

} // namespace rackwright

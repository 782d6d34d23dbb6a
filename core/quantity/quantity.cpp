#include "core/quantity/quantity.h"

#include <iterator>

namespace rackwright {

std::string_view toText(Knowledge knowledge)
{
    switch (knowledge) {
    case Knowledge::known: return "known";
    case Knowledge::estimated: return "estimated";
    case Knowledge::atLeast: return "at_least";
    case Knowledge::unknown: return "unknown";
    }
    return "unknown";
}

void detail::mergeMissing(std::vector<std::string>& into, const std::vector<std::string>& from)
{
    if (from.empty() || into == from) return;
    std::vector<std::string> merged;
    std::ranges::set_union(into, from, std::back_inserter(merged));
    into = std::move(merged);
}

} // namespace rackwright

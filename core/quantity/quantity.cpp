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

namespace {

Quantity<> joined(const Quantity<>& a, const Quantity<>& b, bool defined)
{
    Quantity<> q;
    q.missing = a.missing;
    detail::mergeMissing(q.missing, b.missing);
    if (defined) q.knowledge = std::max(a.knowledge, b.knowledge);
    return q;
}

} // namespace

Quantity<> multiplied(const Quantity<>& a, const Quantity<>& b)
{
    Quantity<> q = joined(a, b, a.hasValue() && b.hasValue());
    if (q.hasValue()) q.value = a.value * b.value, q.low = a.low * b.low, q.high = a.high * b.high;
    return q;
}

Quantity<> divided(const Quantity<>& a, const Quantity<>& b)
{
    Quantity<> q = joined(a, b, a.hasValue() && b.hasValue() && b.low > 0 && b.knowledge != Knowledge::atLeast);
    if (q.hasValue()) q.value = a.value / b.value, q.low = a.low / b.high, q.high = a.high / b.low;
    return q;
}

} // namespace rackwright

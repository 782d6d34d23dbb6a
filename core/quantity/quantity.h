// A figure with what is known about it: value, band, knowledge and what is missing.
#pragma once

#include <algorithm>
#include <cassert>
#include <cmath>
#include <concepts>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace rackwright {

enum class Knowledge {
    known, ///< every input is stated
    estimated, ///< a class rule, default or formula constant with a band entered
    atLeast, ///< some addends are unknown: the value is a lower bound, `missing` names them
    unknown ///< no formula or no datum: there is no value
};

[[nodiscard]] std::string_view toText(Knowledge knowledge);

enum class Answer { yes, no, cannotSay };

/// T is double or a tagged unit (tagged.h). `low <= value <= high`; all three are meaningless when unknown.
template <class T = double>
struct Quantity {
    T value{};
    T low{};
    T high{};
    Knowledge knowledge = Knowledge::unknown;
    std::vector<std::string> missing; ///< names of unknown inputs, sorted, unique

    [[nodiscard]] bool hasValue() const { return knowledge != Knowledge::unknown; }

    static Quantity known(T value) { return {value, value, value, Knowledge::known, {}}; }
    static Quantity estimated(T low, T value, T high) { return {value, low, high, Knowledge::estimated, {}}; }
    static Quantity unknown(std::string missing)
    {
        Quantity q;
        q.missing.push_back(std::move(missing));
        return q;
    }
    /// Known where there is a value, else unknown for want of `missing`.
    static Quantity from(const std::optional<T>& value, std::string missing) { return value ? known(*value) : unknown(std::move(missing)); }

    friend bool operator==(const Quantity&, const Quantity&) = default;
};

namespace detail {
void mergeMissing(std::vector<std::string>& into, const std::vector<std::string>& from);
}

/// Sum: bands add; a known and an unknown addend make a lower bound. "At least 0" says nothing and stays unknown.
template <class T>
Quantity<T>& operator+=(Quantity<T>& a, const Quantity<T>& b)
{
    detail::mergeMissing(a.missing, b.missing);
    if (!a.hasValue() && !b.hasValue()) return a;
    if (!a.hasValue() || !b.hasValue()) {
        const Quantity<T>& stated = a.hasValue() ? a : b;
        const bool empty = stated.value == T{} && stated.high == T{};
        a.value = stated.value, a.low = stated.low, a.high = stated.high;
        a.knowledge = empty ? Knowledge::unknown : Knowledge::atLeast;
        return a;
    }
    a.value = a.value + b.value, a.low = a.low + b.low, a.high = a.high + b.high;
    a.knowledge = std::max(a.knowledge, b.knowledge);
    return a;
}

template <class T>
Quantity<T> operator+(Quantity<T> a, const Quantity<T>& b)
{
    return a += b;
}

/// Scaled by an exact factor >= 0.
template <class T>
Quantity<T> operator*(Quantity<T> q, double factor)
{
    assert(factor >= 0);
    if (q.hasValue()) q.value = q.value * factor, q.low = q.low * factor, q.high = q.high * factor;
    return q;
}

/// a · b of values >= 0; the band spans both. Unknown when either is.
[[nodiscard]] Quantity<> multiplied(const Quantity<>& a, const Quantity<>& b);
/// a / b of values >= 0; the band spans both. Unknown when either is, or when b may be 0 or is but a lower bound.
[[nodiscard]] Quantity<> divided(const Quantity<>& a, const Quantity<>& b);

/// Is the quantity within the limit? A lower bound above the limit is a sure no; a band across it cannot be decided.
template <class T>
Answer within(const Quantity<T>& q, T limit)
{
    if (!q.hasValue()) return Answer::cannotSay;
    if (q.low > limit) return Answer::no;
    if (q.knowledge == Knowledge::atLeast || q.high > limit) return Answer::cannotSay;
    return Answer::yes;
}

/// An empty sum: the neutral element of `+=`.
template <class T = double>
Quantity<T> zero()
{
    return Quantity<T>::known(T{});
}

} // namespace rackwright

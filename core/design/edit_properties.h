// Properties of one kind of thing as a table of keys: the rule of each value and how it is set.
#pragma once

#include "core/design/edit.h"
#include "core/design/edit_text.h"

#include <algorithm>
#include <optional>
#include <type_traits>

namespace rackwright::edit {

template <class T>
struct Key {
    std::string_view name;
    ValueRule rule;
    Result<void> (*apply)(T& thing, const Key& key, std::string_view text);
};

namespace detail {

template <class Member>
struct MemberOf;
template <class T, class M>
struct MemberOf<M T::*> {
    using Owner = T;
    using Type = M;
};

template <class M>
constexpr bool isOptional = false;
template <class M>
constexpr bool isOptional<std::optional<M>> = true;

} // namespace detail

/// Sets a number; an empty text makes an optional one "not stated" and gives the others their first value back.
template <auto Member>
Result<void> setNumber(typename detail::MemberOf<decltype(Member)>::Owner& thing,
    const Key<typename detail::MemberOf<decltype(Member)>::Owner>& key, std::string_view text)
{
    using M = typename detail::MemberOf<decltype(Member)>::Type;
    using Owner = typename detail::MemberOf<decltype(Member)>::Owner;
    if (text.empty()) {
        thing.*Member = Owner{}.*Member;
        return {};
    }
    const Result<double> value = numberOf(key.name, text, key.rule);
    if (!value) return Unexpected{value.error()};
    if constexpr (detail::isOptional<M>)
        thing.*Member = *value;
    else
        thing.*Member = static_cast<M>(*value);
    return {};
}

template <auto Member>
Result<void> setText(typename detail::MemberOf<decltype(Member)>::Owner& thing,
    const Key<typename detail::MemberOf<decltype(Member)>::Owner>&, std::string_view text)
{
    thing.*Member = std::string{text};
    return {};
}

/// A share as "0.35" or "35 %".
template <auto Member>
Result<void> setShare(typename detail::MemberOf<decltype(Member)>::Owner& thing,
    const Key<typename detail::MemberOf<decltype(Member)>::Owner>& key, std::string_view text)
{
    const bool percent = text.ends_with('%');
    if (percent) text.remove_suffix(1);
    const Result<double> value = numberOf(key.name, text, {.least = key.rule.least, .most = percent ? key.rule.most * 100 : key.rule.most});
    if (!value) return Unexpected{value.error()};
    thing.*Member = percent ? *value / 100 : *value;
    return {};
}

[[nodiscard]] inline Unexpected unknownKey(std::string_view kind, std::string_view found, std::span<const std::string_view> wanted)
{
    return fail("EDIT-UNKNOWN-KEY",
        {{"kind", std::string{kind}}, {"found", std::string{found}}, {"wanted", joined(wanted, 30)},
            {"nearest", nearestOf(found, wanted)}});
}

[[nodiscard]] inline Unexpected badValue(std::string_view key, std::string_view found, std::string_view wanted)
{
    return fail("EDIT-BAD-VALUE", {{"key", std::string{key}}, {"found", std::string{found}}, {"wanted", std::string{wanted}}});
}

template <class T>
std::vector<std::string_view> namesOf(std::span<const Key<T>> keys)
{
    std::vector<std::string_view> names;
    for (const Key<T>& key : keys) names.push_back(key.name);
    return names;
}

/// All properties in turn. EDIT-UNKNOWN-KEY, EDIT-BAD-VALUE.
template <class T>
Result<void> applyProperties(T& thing, std::string_view kind, std::span<const Key<T>> keys, const Properties& properties)
{
    for (const auto& [name, text] : properties) {
        const auto key = std::ranges::find(keys, std::string_view{name}, &Key<T>::name);
        if (key == keys.end()) return unknownKey(kind, name, namesOf(keys));
        if (const Result<void> good = key->apply(thing, *key, text); !good) return good;
    }
    return {};
}

/// Tables of the kinds; each stands with the edits of its kind.
[[nodiscard]] std::span<const Key<Site>> siteKeys();
[[nodiscard]] std::span<const Key<Room>> roomKeys();
[[nodiscard]] std::span<const Key<Feed>> feedKeys();
[[nodiscard]] std::span<const Key<Finance>> financeKeys();
[[nodiscard]] std::span<const Key<CloudPlan>> cloudKeys();
[[nodiscard]] std::span<const Key<ParallelPlan>> planKeys();
/// Keys of a job of any kind.
[[nodiscard]] std::vector<std::string_view> workloadKeys();

/// Sets a workload's fields; kind= makes it another job with the same model.
Result<void> applyToWorkload(Workload& workload, const Properties& properties);
/// Checks what a plan names: instance, region, term, scenario to equal.
class PartBook;
Result<void> checkCloudPlan(const Project& project, std::string_view scenario, const CloudPlan& plan, PartBook& parts);
Result<void> useRegion(const Site& site, PartBook& parts);
Result<void> useModel(const Workload& workload, PartBook& parts);

/// Feed, room, site by name over the project; null when there is none.
[[nodiscard]] const Site* findSite(const Project& project, std::string_view name);
[[nodiscard]] const Room* findRoom(const Project& project, std::string_view name);
[[nodiscard]] const Feed* findFeed(const Project& project, std::string_view name);

} // namespace rackwright::edit

#include "core/design/edit_text.h"

#include "core/quantity/units.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <fmt/format.h>
#include <numeric>

namespace rackwright::edit {

namespace {

std::size_t editDistance(std::string_view a, std::string_view b)
{
    std::vector<std::size_t> row(b.size() + 1);
    std::iota(row.begin(), row.end(), std::size_t{0});
    for (std::size_t i = 1; i <= a.size(); ++i) {
        std::size_t diagonal = row[0];
        row[0] = i;
        for (std::size_t j = 1; j <= b.size(); ++j) {
            const std::size_t substitute = diagonal + (a[i - 1] == b[j - 1] ? 0 : 1);
            diagonal = row[j];
            row[j] = std::min({row[j] + 1, row[j - 1] + 1, substitute});
        }
    }
    return row[b.size()];
}

template <class Word>
std::string join(std::span<const Word> words, std::size_t limit)
{
    std::string text;
    for (std::size_t i = 0; i < words.size(); ++i) {
        if (i == limit) return text + ", …";
        if (i > 0) text += ", ";
        text += words[i];
    }
    return text;
}

std::string_view trimmed(std::string_view text)
{
    const auto first = text.find_first_not_of(" \t");
    if (first == std::string_view::npos) return {};
    return text.substr(first, text.find_last_not_of(" \t") - first + 1);
}

std::string wantedText(const ValueRule& rule)
{
    std::string wanted = rule.whole ? "a whole number" : "a number";
    if (!rule.unit.empty()) wanted += fmt::format(" in {}", rule.unit);
    if (rule.most < 1e15) return wanted + fmt::format(" from {} to {}", numberText(rule.least), numberText(rule.most));
    return wanted + fmt::format(", at least {}", numberText(rule.least));
}

/// What a unit measures, and how many base units it is worth.
struct UnitMeaning {
    std::string_view unit;
    Dimension dimension;
    double base;
};
constexpr std::array<UnitMeaning, 9> meanings{{
    {"", Dimension::count, 1},
    {"kW", Dimension::power, 1000},
    {"C", Dimension::temperature, 1},
    {"USD/kWh", Dimension::pricePerEnergy, 1},
    {"m", Dimension::length, 1},
    {"cfm", Dimension::airFlow, 1},
    {"l/min", Dimension::liquidFlow, 1},
    {"V", Dimension::voltage, 1},
    {"s", Dimension::time, 1},
}};

/// A number alone or with the unit as it is named here, else as the unit parser reads it.
std::optional<double> readNumber(std::string_view text, std::string_view unit)
{
    double value = 0;
    const char* end = text.data() + text.size();
    const auto [stop, error] = std::from_chars(text.data(), end, value);
    const std::string_view rest = trimmed(std::string_view{stop, static_cast<std::size_t>(end - stop)});
    if (error == std::errc{} && (rest.empty() || rest == unit)) return std::isfinite(value) ? std::optional{value} : std::nullopt;
    const auto meaning = std::ranges::find(meanings, unit, &UnitMeaning::unit);
    if (meaning == meanings.end()) return std::nullopt;
    const Result<double> parsed = parseQuantity(text, meaning->dimension);
    return parsed ? std::optional{*parsed / meaning->base} : std::nullopt;
}

} // namespace

std::string nearestOf(std::string_view found, std::span<const std::string_view> candidates)
{
    std::string_view best;
    std::size_t bestDistance = std::max<std::size_t>(1, found.size() / 3) + 1;
    for (const std::string_view candidate : candidates) {
        const std::size_t distance = editDistance(found, candidate);
        if (distance < bestDistance) best = candidate, bestDistance = distance;
    }
    return std::string{best};
}

std::string joined(std::span<const std::string_view> words, std::size_t limit)
{
    return join(words, limit);
}

std::string joined(std::span<const std::string> words, std::size_t limit)
{
    return join(words, limit);
}

std::string uText(int halfU)
{
    return halfU % 2 == 0 ? fmt::format("U{}", halfU / 2 + 1) : fmt::format("U{}.5", halfU / 2 + 1);
}

std::string heightText(int heightHalfU)
{
    return heightHalfU % 2 == 0 ? fmt::format("{}U", heightHalfU / 2) : fmt::format("{}.5U", heightHalfU / 2);
}

std::string rangeText(int fromHalfU, int heightHalfU)
{
    const int topHalfU = fromHalfU + heightHalfU - 1;
    const std::string first = uText(fromHalfU);
    const std::string last = fmt::format("U{}", topHalfU / 2 + 1);
    return first == last || heightHalfU <= 1 ? first : first + '-' + last;
}

std::string numberText(double value)
{
    return fmt::format("{}", std::abs(value) < 1e15 && value == std::floor(value) ? value : std::round(value * 1e6) / 1e6);
}

Result<std::string> filled(std::string_view pattern, int number, std::span<const std::pair<std::string_view, std::string>> values)
{
    const auto bad = [&](std::string_view wanted) {
        return fail("EDIT-BAD-VALUE", {{"key", "pattern"}, {"found", std::string{pattern}}, {"wanted", std::string{wanted}}});
    };
    std::string text;
    for (std::size_t at = 0; at < pattern.size(); ++at) {
        if (pattern[at] != '{') {
            text += pattern[at];
            continue;
        }
        const auto close = pattern.find('}', at);
        if (close == std::string_view::npos) return bad("a closing }");
        const std::string_view word = pattern.substr(at + 1, close - at - 1);
        at = close;
        const auto known = std::ranges::find(values, word, &std::pair<std::string_view, std::string>::first);
        if (known != values.end())
            text += known->second;
        else if (word == "n")
            text += fmt::format("{}", number);
        else if (word.size() == 4 && word.starts_with("n:0") && word[3] >= '1' && word[3] <= '9')
            text += fmt::format("{:0{}}", number, word[3] - '0');
        else
            return bad("{n}, {n:02} and the words that the edit offers");
    }
    return text;
}

Result<double> numberOf(std::string_view key, std::string_view text, const ValueRule& rule)
{
    const std::optional<double> value = readNumber(trimmed(text), rule.unit);
    const bool good = value && *value >= rule.least && *value <= rule.most && (!rule.whole || *value == std::floor(*value));
    if (good) return *value;
    return fail("EDIT-BAD-VALUE", {{"key", std::string{key}}, {"found", std::string{text}}, {"wanted", wantedText(rule)}});
}

Result<bool> yesOrNo(std::string_view key, std::string_view text)
{
    if (text == "yes" || text == "true" || text == "1") return true;
    if (text == "no" || text == "false" || text == "0") return false;
    return fail("EDIT-BAD-VALUE", {{"key", std::string{key}}, {"found", std::string{text}}, {"wanted", "yes or no"}});
}

Result<int> halfUOf(std::string_view key, std::string_view text)
{
    if (text.starts_with('U') || text.starts_with('u')) text.remove_prefix(1);
    const Result<double> u = numberOf(key, text, {.unit = "U", .least = 1, .most = 200});
    if (!u) return Unexpected{u.error()};
    const double halves = (*u - 1) * 2;
    if (halves != std::floor(halves))
        return fail(
            "EDIT-BAD-VALUE", {{"key", std::string{key}}, {"found", std::string{text}}, {"wanted", "whole or half U, e.g. 14 or 14.5"}});
    return static_cast<int>(halves);
}

Result<void> checkName(std::string_view kind, std::string_view name)
{
    const bool odd = std::ranges::any_of(name, [](char c) {
        const auto byte = static_cast<unsigned char>(c);
        return byte < 0x20 || byte == 0x7f || c == '*' || c == '?' || c == ',' || c == '"';
    });
    if (!name.empty() && name.size() <= 80 && !odd && name.front() != ' ' && name.back() != ' ') return {};
    return fail("EDIT-BAD-NAME",
        {{"kind", std::string{kind}}, {"found", std::string{name}},
            {"wanted", "1 to 80 characters without * ? , \" or control characters"}});
}

} // namespace rackwright::edit

// Words and numbers of the edits: spelling, ranges of U, values with units. Used by the edit functions only.
#pragma once

#include "core/design/project.h"
#include "core/quantity/error.h"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace rackwright::edit {

/// The candidate nearest in spelling (edit distance, at most a third of the length), or an empty text.
[[nodiscard]] std::string nearestOf(std::string_view found, std::span<const std::string_view> candidates);
/// "a, b, c"; more than `limit` end in "…".
[[nodiscard]] std::string joined(std::span<const std::string_view> words, std::size_t limit = 12);
[[nodiscard]] std::string joined(std::span<const std::string> words, std::size_t limit = 12);

/// "U14", "U14.5" from half-U (0 is the bottom).
[[nodiscard]] std::string uText(int halfU);
/// "8U", "1.5U".
[[nodiscard]] std::string heightText(int heightHalfU);
/// "U18-U19", "U18".
[[nodiscard]] std::string rangeText(int fromHalfU, int heightHalfU);
/// A number as short as it is exact: "40.8", "1100".
[[nodiscard]] std::string numberText(double value);

/// Fills {n} and {n:03} with the number, other {words} from `values`. EDIT-BAD-VALUE for a word that is not there.
[[nodiscard]] Result<std::string> filled(
    std::string_view pattern, int number, std::span<const std::pair<std::string_view, std::string>> values = {});

/// Limits of a value that a person enters.
struct ValueRule {
    std::string_view unit; ///< "kW", "C", "V", "kg/m2" …; empty: a pure number
    double least = 0;
    double most = 1e15;
    bool whole = false;
};
/// A number in the rule's unit, written with or without it. EDIT-BAD-VALUE (key, found, wanted).
[[nodiscard]] Result<double> numberOf(std::string_view key, std::string_view text, const ValueRule& rule);
[[nodiscard]] Result<bool> yesOrNo(std::string_view key, std::string_view text);
/// U position from 1 in half steps to half-U from 0.
[[nodiscard]] Result<int> halfUOf(std::string_view key, std::string_view text);
/// A name: not empty, no control characters, none of * ? , and not over 80 bytes. EDIT-BAD-NAME.
[[nodiscard]] Result<void> checkName(std::string_view kind, std::string_view name);

} // namespace rackwright::edit

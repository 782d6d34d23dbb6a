// Reads the text of one cell strictly: the whole text must be the value, and numbers are finite.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace rackwright {

/// "1.5", "-2", "3e6"; no spaces, signs in front of positives, separators, nan or infinity.
[[nodiscard]] std::optional<double> numberIn(std::string_view cell);
[[nodiscard]] std::optional<std::int64_t> integerIn(std::string_view cell);
/// YYYY, YYYY-MM or YYYY-MM-DD of the Gregorian calendar, years 1900 … 2199.
[[nodiscard]] bool isDate(std::string_view cell);
/// "a;b;c"; an empty cell has no pieces.
[[nodiscard]] std::vector<std::string_view> piecesIn(std::string_view cell, char separator = ';');

} // namespace rackwright

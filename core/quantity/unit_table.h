// All units that text may name. Only units.cpp, unit_parser.cpp and their tests look here.
#pragma once

#include "core/quantity/units.h"

#include <optional>
#include <string_view>
#include <utility>
#include <vector>

namespace rackwright {

enum class Prefixes {
    none,
    large, ///< k M G T P E
    all, ///< also m u n
    bytes ///< large, and Ki Mi Gi Ti Pi Ei
};

struct Unit {
    std::string_view text; ///< ASCII: "degC", "us"
    Dimension dimension;
    double factor; ///< value in the base unit = factor × number + offset
    Prefixes prefixes = Prefixes::none;
    double offset = 0;
};

struct UnitMeaning {
    double factor = 1, offset = 0;
    friend bool operator==(const UnitMeaning&, const UnitMeaning&) = default;
};

/// What the text can mean in the dimension: exactly as spelled, else, when nothing is, with letters of any case but b and B.
/// Several meanings are ambiguous.
[[nodiscard]] std::vector<UnitMeaning> meaningsOf(std::string_view text, Dimension dimension);

/// Dimension and meaning of a unit exactly as spelled, the first dimension that has it; for printing.
[[nodiscard]] std::optional<std::pair<Dimension, UnitMeaning>> exactUnit(std::string_view text);

/// Common units of the dimension, for errors: "W, kW, MW".
[[nodiscard]] std::string_view commonUnitsOf(Dimension dimension);

struct AsciiText {
    std::string text;
    std::vector<std::size_t> where; ///< 1-based character of the original for each byte of text, and one behind the end
};

/// The signs of units in ASCII: "µs" "us", "°C" "degC", "m³/h" "m3/h"; fancy operators and spaces alike. Others stay.
[[nodiscard]] AsciiText toAsciiUnits(std::string_view text);

} // namespace rackwright

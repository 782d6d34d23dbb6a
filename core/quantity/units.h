// Units at the border: "17 kW" in, 17000 W inside, "17.0 kW" out. Inside, everything is in the base unit of its dimension.
#pragma once

#include "core/quantity/error.h"

#include <cstddef>
#include <string>
#include <string_view>

namespace rackwright {

/// What a figure measures, with the unit that it has inside.
enum class Dimension {
    count, ///< a pure number
    share, ///< a pure number, "12 %" is 0.12
    power, ///< W
    apparentPower, ///< VA
    energy, ///< J
    memory, ///< bytes
    byteRate, ///< bytes/s
    bitRate, ///< bits/s
    computeRate, ///< FLOP/s
    frequency, ///< Hz
    length, ///< m
    mass, ///< kg
    time, ///< s
    temperature, ///< °C as a thermometer shows it
    temperatureDifference, ///< K
    voltage, ///< V
    current, ///< A
    liquidFlow, ///< l/min
    airFlow, ///< CFM
    pressure, ///< Pa
    money, ///< USD
    pricePerHour, ///< USD/h
    pricePerEnergy, ///< USD/kWh
    carbonPerEnergy ///< g/kWh
};

/// "power", "link speed" …: how errors name it.
[[nodiscard]] std::string_view nameOf(Dimension dimension);
/// The unit of the values inside: "W", "bytes", "USD".
[[nodiscard]] std::string_view baseUnitOf(Dimension dimension);

/// A number with a unit, or arithmetic over them: "17 kW", "2*17 kW", "(40 + 2) * 1.5 kW", "400G" for a link, "6 ft", "$1.2M".
/// A decimal point or a decimal comma, and thousands separators, are read where they can mean only one thing; "1,234 kW" is
/// refused. `defaultUnit` serves a number without one; when it is empty, such a number is refused (but for count and share).
/// Letters B (byte) and b (bit) are never confused; GB is 10^9 and GiB 2^30; a bare "80 G" of memory is refused.
/// The result is finite, and not negative but for temperatures, money, count and share.
/// Errors: UNITS-EMPTY, -TOO-LONG, -BAD-NUMBER, -AMBIGUOUS-NUMBER, -NO-UNIT, -BAD-UNIT, -AMBIGUOUS-UNIT, -BAD-ARITHMETIC, -SYNTAX,
/// -OUT-OF-RANGE; args: what (the dimension), where (1-based character), found, wanted.
[[nodiscard]] Result<double> parseQuantity(std::string_view text, Dimension dimension, std::string_view defaultUnit = {});

struct UnitStyle {
    int digits = 3; ///< significant, 1 … 15
    bool binaryBytes = false; ///< 512 MiB rather than 537 MB
    bool usUnits = false; ///< ft, lb, °F, gpm
};

/// The value with a unit that suits its size: "17.0 kW", "3.2 TB", "512 MiB", "$1,234,567". `unit` is that of the value: "W", "bytes",
/// "mm", "USD"; a unit not known here is printed as it is. What is printed reads back (parseQuantity) as the number printed.
/// Not finite: "unknown".
[[nodiscard]] std::string formatQuantity(double value, std::string_view unit, const UnitStyle& style = {});

} // namespace rackwright

#include "core/quantity/units.h"

#include "core/quantity/unit_table.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <optional>
#include <span>
#include <string>
#include <utility>

namespace rackwright {

namespace {

/// A unit to print in; parseQuantity reads `text`. Smallest first.
struct Step {
    double factor;
    std::string_view text;
};

using Steps = std::span<const Step>;

constexpr std::array powerSteps = std::to_array<Step>({{1, "W"}, {1e3, "kW"}, {1e6, "MW"}, {1e9, "GW"}});
constexpr std::array apparentSteps = std::to_array<Step>({{1, "VA"}, {1e3, "kVA"}, {1e6, "MVA"}});
constexpr std::array energySteps = std::to_array<Step>({{3600, "Wh"}, {3.6e6, "kWh"}, {3.6e9, "MWh"}, {3.6e12, "GWh"}, {3.6e15, "TWh"}});
constexpr std::array byteSteps =
    std::to_array<Step>({{1, "B"}, {1e3, "kB"}, {1e6, "MB"}, {1e9, "GB"}, {1e12, "TB"}, {1e15, "PB"}, {1e18, "EB"}});
constexpr std::array binarySteps =
    std::to_array<Step>({{1, "B"}, {0x1p10, "KiB"}, {0x1p20, "MiB"}, {0x1p30, "GiB"}, {0x1p40, "TiB"}, {0x1p50, "PiB"}, {0x1p60, "EiB"}});
constexpr std::array byteRateSteps =
    std::to_array<Step>({{1, "B/s"}, {1e3, "kB/s"}, {1e6, "MB/s"}, {1e9, "GB/s"}, {1e12, "TB/s"}, {1e15, "PB/s"}});
constexpr std::array bitRateSteps =
    std::to_array<Step>({{1, "b/s"}, {1e3, "kb/s"}, {1e6, "Mb/s"}, {1e9, "Gb/s"}, {1e12, "Tb/s"}, {1e15, "Pb/s"}});
constexpr std::array flopSteps = std::to_array<Step>(
    {{1, "FLOPS"}, {1e3, "kFLOPS"}, {1e6, "MFLOPS"}, {1e9, "GFLOPS"}, {1e12, "TFLOPS"}, {1e15, "PFLOPS"}, {1e18, "EFLOPS"}});
constexpr std::array hertzSteps = std::to_array<Step>({{1, "Hz"}, {1e3, "kHz"}, {1e6, "MHz"}, {1e9, "GHz"}});
constexpr std::array metreSteps = std::to_array<Step>({{1e-3, "mm"}, {1, "m"}});
constexpr std::array footSteps = std::to_array<Step>({{0.0254, "in"}, {0.3048, "ft"}});
constexpr std::array kilogramSteps = std::to_array<Step>({{1, "kg"}});
constexpr std::array poundSteps = std::to_array<Step>({{0.45359237, "lb"}});
constexpr std::array timeSteps =
    std::to_array<Step>({{1e-9, "ns"}, {1e-6, "\u00B5s"}, {1e-3, "ms"}, {1, "s"}, {60, "min"}, {3600, "h"}, {86400, "days"}});
constexpr std::array voltSteps = std::to_array<Step>({{1, "V"}, {1e3, "kV"}});
constexpr std::array ampereSteps = std::to_array<Step>({{1, "A"}, {1e3, "kA"}});
constexpr std::array litreSteps = std::to_array<Step>({{1, "l/min"}});
constexpr std::array gallonSteps = std::to_array<Step>({{3.785411784, "gpm"}});
constexpr std::array airSteps = std::to_array<Step>({{1, "CFM"}});
constexpr std::array pascalSteps = std::to_array<Step>({{1, "Pa"}, {1e3, "kPa"}, {1e6, "MPa"}});
constexpr std::array kelvinSteps = std::to_array<Step>({{1, "K"}});
constexpr std::array carbonSteps = std::to_array<Step>({{1, "g/kWh"}});
constexpr std::array shareSteps = std::to_array<Step>({{0.01, "%"}});

Steps stepsOf(Dimension dimension, const UnitStyle& style)
{
    switch (dimension) {
    case Dimension::power: return powerSteps;
    case Dimension::apparentPower: return apparentSteps;
    case Dimension::energy: return energySteps;
    case Dimension::memory: return style.binaryBytes ? Steps{binarySteps} : Steps{byteSteps};
    case Dimension::byteRate: return byteRateSteps;
    case Dimension::bitRate: return bitRateSteps;
    case Dimension::computeRate: return flopSteps;
    case Dimension::frequency: return hertzSteps;
    case Dimension::length: return style.usUnits ? Steps{footSteps} : Steps{metreSteps};
    case Dimension::mass: return style.usUnits ? Steps{poundSteps} : Steps{kilogramSteps};
    case Dimension::time: return timeSteps;
    case Dimension::voltage: return voltSteps;
    case Dimension::current: return ampereSteps;
    case Dimension::liquidFlow: return style.usUnits ? Steps{gallonSteps} : Steps{litreSteps};
    case Dimension::airFlow: return airSteps;
    case Dimension::pressure: return pascalSteps;
    case Dimension::temperatureDifference: return kelvinSteps;
    case Dimension::carbonPerEnergy: return carbonSteps;
    case Dimension::share: return shareSteps;
    default: return {};
    }
}

/// The number to so many significant digits, all digits left of the point, zeros at the end dropped down to `keep` decimals.
std::string rounded(double value, int digits, int keep)
{
    // From the printed exponent, so that 999.96 to three digits counts as 1000.
    const std::string printed = fmt::format("{:.{}e}", value, digits - 1);
    const char* exponentText = printed.data() + printed.find('e') + 1;
    int exponent = 0;
    std::from_chars(*exponentText == '+' ? exponentText + 1 : exponentText, printed.data() + printed.size(), exponent);
    const int before = exponent + 1;
    const int decimals = std::clamp(digits - before, 0, 30);
    std::string text = fmt::format("{:.{}f}", value, decimals);
    if (const std::size_t point = text.find('.'); point != std::string::npos) {
        const std::size_t least = point + 1 + static_cast<std::size_t>(std::max(keep, 0));
        while (text.size() > least && text.back() == '0') text.pop_back();
        if (text.back() == '.') text.pop_back();
    }
    return text.find_first_not_of("-0.") == std::string::npos && text.front() == '-' ? text.substr(1) : text;
}

/// In the largest step in which the rounded number is at least one.
std::string inSteps(double value, Steps steps, const UnitStyle& style)
{
    const auto limit = [&](std::size_t i) { return (1 - 0.5 * std::pow(10, -style.digits)) * steps[i].factor; };
    std::size_t step = 0;
    while (step + 1 < steps.size() && std::abs(value) >= limit(step + 1)) ++step;
    const double number = value / steps[step].factor;
    const bool whole = number == std::round(number) && steps[step].factor == 1 && steps.size() > 1 && step == 0;
    return fmt::format("{} {}", rounded(number, style.digits, whole ? 0 : 1), steps[step].text);
}

std::string grouped(double usd)
{
    std::string text = fmt::format("{:.0f}", usd);
    for (std::size_t at = text.size(); at > 3; at -= 3) text.insert(at - 3, ",");
    return text;
}

/// Whole dollars from $1,000 on, cents below; smaller than a cent in significant digits.
std::string inDollars(double usd, const UnitStyle& style, std::string_view per)
{
    const std::string_view sign = usd < 0 ? "-" : "";
    const double size = std::abs(usd);
    std::string number;
    if (size >= 999.995)
        number = per.empty() ? grouped(size) : fmt::format("{:.0f}", size);
    else if (size >= 0.995 || size == 0)
        number = fmt::format("{:.2f}", size);
    else
        number = rounded(size, style.digits, 2);
    return fmt::format("{}${}{}", sign, number, per);
}

std::string inDegrees(double celsius, const UnitStyle& style)
{
    std::string number = fmt::format("{:.1f}", style.usUnits ? celsius * 1.8 + 32 : celsius);
    if (number == "-0.0") number = "0.0";
    return fmt::format("{} \u00B0{}", number, style.usUnits ? 'F' : 'C');
}

std::string asNumber(double value, const UnitStyle& style)
{
    if (value == std::round(value) && std::abs(value) < 1e15) return fmt::format("{:.0f}", value == 0 ? 0.0 : value);
    return rounded(value, style.digits, 0);
}

/// Names that stay as they are: rack units, plain numbers, integer operations, and what would mean something else here.
constexpr std::array<std::string_view, 9> plainUnits{"", "1", "U", "C", "F", "k", "M", "G", "T"};

std::optional<std::pair<Dimension, UnitMeaning>> findUnit(std::string_view unit)
{
    const bool plain = std::ranges::find(plainUnits, unit) != plainUnits.end() || (unit.ends_with("OPS") && !unit.ends_with("FLOPS"));
    if (plain) return std::nullopt;
    if (unit == "B") return std::pair{Dimension::memory, UnitMeaning{}};
    if (unit == "K") return std::pair{Dimension::temperatureDifference, UnitMeaning{}};
    if (unit == "%") return std::pair{Dimension::share, UnitMeaning{0.01, 0}};
    return exactUnit(unit == "cfm" ? "CFM" : unit);
}

} // namespace

std::string_view nameOf(Dimension dimension)
{
    switch (dimension) {
    case Dimension::count: return "count";
    case Dimension::share: return "share";
    case Dimension::power: return "power";
    case Dimension::apparentPower: return "apparent power";
    case Dimension::energy: return "energy";
    case Dimension::memory: return "memory";
    case Dimension::byteRate: return "data rate";
    case Dimension::bitRate: return "link speed";
    case Dimension::computeRate: return "compute rate";
    case Dimension::frequency: return "frequency";
    case Dimension::length: return "length";
    case Dimension::mass: return "mass";
    case Dimension::time: return "time";
    case Dimension::temperature: return "temperature";
    case Dimension::temperatureDifference: return "temperature difference";
    case Dimension::voltage: return "voltage";
    case Dimension::current: return "current";
    case Dimension::liquidFlow: return "liquid flow";
    case Dimension::airFlow: return "air flow";
    case Dimension::pressure: return "pressure";
    case Dimension::money: return "price";
    case Dimension::pricePerHour: return "price per hour";
    case Dimension::pricePerEnergy: return "price of energy";
    case Dimension::carbonPerEnergy: return "carbon of energy";
    }
    return {};
}

std::string_view baseUnitOf(Dimension dimension)
{
    switch (dimension) {
    case Dimension::count:
    case Dimension::share: return "";
    case Dimension::energy: return "J";
    case Dimension::memory: return "bytes";
    case Dimension::byteRate: return "bytes/s";
    case Dimension::bitRate: return "bits/s";
    case Dimension::length: return "m";
    case Dimension::temperature: return "degC";
    case Dimension::money: return "USD";
    case Dimension::pricePerHour: return "USD/h";
    case Dimension::pricePerEnergy: return "USD/kWh";
    case Dimension::time: return "s";
    default: return stepsOf(dimension, {}).front().text;
    }
}

std::string formatQuantity(double value, std::string_view unit, const UnitStyle& style)
{
    if (!std::isfinite(value)) return "unknown";
    const auto found = findUnit(unit);
    if (!found) {
        const bool bare = unit.empty() || unit == "1";
        return bare ? asNumber(value, style) : fmt::format("{} {}", asNumber(value, style), unit);
    }
    const auto& [dimension, meaning] = *found;
    const double inside = value * meaning.factor + meaning.offset;
    switch (dimension) {
    case Dimension::money: return inDollars(inside, style, "");
    case Dimension::pricePerHour: return inDollars(inside, style, "/h");
    case Dimension::pricePerEnergy: return inDollars(inside, style, "/kWh");
    case Dimension::temperature: return inDegrees(inside, style);
    default: return inSteps(inside, stepsOf(dimension, style), style);
    }
}

} // namespace rackwright

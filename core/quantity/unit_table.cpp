#include "core/quantity/unit_table.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <string>

namespace rackwright {

namespace {

using enum Dimension;

constexpr double inchM = 0.0254; // international inch, 1959
constexpr double poundKg = 0.45359237;
constexpr double gallonL = 3.785411784; // U.S. liquid gallon, 231 cubic inches
constexpr double cfmM3PerS = inchM * inchM * inchM * 1728 / 60;
constexpr double psiPa = poundKg * 9.80665 / (inchM * inchM);
constexpr double dayS = 86400;

const std::array units = std::to_array<Unit>({
    {"", count, 1},
    {"k", count, 1e3},
    {"M", count, 1e6},
    {"B", count, 1e9},
    {"T", count, 1e12},
    {"%", count, 0.01},
    {"1", count, 1},
    {"", share, 1},
    {"1", share, 1},
    {"%", share, 0.01},
    {"percent", share, 0.01},
    {"W", power, 1, Prefixes::all},
    {"hp", power, 745.6998715822702},
    {"BTU/h", power, 1055.05585262 / 3600},
    {"VA", apparentPower, 1, Prefixes::large},
    {"J", energy, 1, Prefixes::all},
    {"Wh", energy, 3600, Prefixes::all},
    {"B", memory, 1, Prefixes::bytes},
    {"byte", memory, 1},
    {"bytes", memory, 1},
    {"B/s", byteRate, 1, Prefixes::bytes},
    {"Bps", byteRate, 1, Prefixes::bytes},
    {"bytes/s", byteRate, 1},
    {"b/s", bitRate, 1, Prefixes::large},
    {"bps", bitRate, 1, Prefixes::large},
    {"bit/s", bitRate, 1, Prefixes::large},
    {"bits/s", bitRate, 1},
    {"B/s", bitRate, 8, Prefixes::bytes},
    {"Bps", bitRate, 8, Prefixes::bytes},
    {"bytes/s", bitRate, 8},
    {"M", bitRate, 1e6},
    {"G", bitRate, 1e9},
    {"T", bitRate, 1e12},
    {"FLOPS", computeRate, 1, Prefixes::large},
    {"FLOP/s", computeRate, 1, Prefixes::large},
    {"OPS", computeRate, 1, Prefixes::large},
    {"Hz", frequency, 1, Prefixes::large},
    {"m", length, 1},
    {"km", length, 1e3},
    {"cm", length, 1e-2},
    {"mm", length, 1e-3},
    {"in", length, inchM},
    {"inch", length, inchM},
    {"inches", length, inchM},
    {"ft", length, 12 * inchM},
    {"feet", length, 12 * inchM},
    {"foot", length, 12 * inchM},
    {"U", length, 1.75 * inchM},
    {"kg", mass, 1},
    {"g", mass, 1e-3},
    {"t", mass, 1e3},
    {"lb", mass, poundKg},
    {"lbs", mass, poundKg},
    {"s", time, 1, Prefixes::none},
    {"ms", time, 1e-3},
    {"us", time, 1e-6},
    {"ns", time, 1e-9},
    {"sec", time, 1},
    {"min", time, 60},
    {"h", time, 3600},
    {"hr", time, 3600},
    {"hour", time, 3600},
    {"hours", time, 3600},
    {"d", time, dayS},
    {"day", time, dayS},
    {"days", time, dayS},
    {"week", time, 7 * dayS},
    {"weeks", time, 7 * dayS},
    {"month", time, 365 * dayS / 12},
    {"months", time, 365 * dayS / 12},
    {"year", time, 365 * dayS},
    {"years", time, 365 * dayS},
    {"degC", temperature, 1},
    {"C", temperature, 1},
    {"degF", temperature, 5.0 / 9, Prefixes::none, -160.0 / 9},
    {"F", temperature, 5.0 / 9, Prefixes::none, -160.0 / 9},
    {"K", temperature, 1, Prefixes::none, -273.15},
    {"K", temperatureDifference, 1},
    {"V", voltage, 1, Prefixes::all},
    {"A", current, 1, Prefixes::all},
    {"l/min", liquidFlow, 1},
    {"lpm", liquidFlow, 1},
    {"l/s", liquidFlow, 60},
    {"m3/h", liquidFlow, 1000.0 / 60},
    {"gpm", liquidFlow, gallonL},
    {"CFM", airFlow, 1},
    {"m3/h", airFlow, 1 / (3600 * cfmM3PerS)},
    {"m3/s", airFlow, 1 / cfmM3PerS},
    {"l/s", airFlow, 1e-3 / cfmM3PerS},
    {"Pa", pressure, 1, Prefixes::large},
    {"bar", pressure, 1e5},
    {"mbar", pressure, 100},
    {"psi", pressure, psiPa},
    {"", money, 1}, // behind a currency sign: "$5"
    {"USD", money, 1, Prefixes::large},
    {"$", money, 1, Prefixes::large},
    {"BUSD", money, 1e9},
    {"ct", money, 0.01},
    {"k", money, 1e3},
    {"M", money, 1e6},
    {"B", money, 1e9},
    {"USD/h", pricePerHour, 1, Prefixes::large},
    {"USD/hr", pricePerHour, 1},
    {"USD/hour", pricePerHour, 1},
    {"$/h", pricePerHour, 1},
    {"$/hr", pricePerHour, 1},
    {"USD/kWh", pricePerEnergy, 1},
    {"$/kWh", pricePerEnergy, 1},
    {"ct/kWh", pricePerEnergy, 0.01},
    {"USD/MWh", pricePerEnergy, 1e-3},
    {"$/MWh", pricePerEnergy, 1e-3},
    {"g/kWh", carbonPerEnergy, 1},
    {"kg/kWh", carbonPerEnergy, 1e3},
    {"kg/MWh", carbonPerEnergy, 1},
});

struct Prefix {
    std::string_view text;
    double factor;
    Prefixes first; ///< the smallest family that has it
};

constexpr std::array<Prefix, 15> prefixes{{{"k", 1e3, Prefixes::large}, {"M", 1e6, Prefixes::large}, {"G", 1e9, Prefixes::large},
    {"T", 1e12, Prefixes::large}, {"P", 1e15, Prefixes::large}, {"E", 1e18, Prefixes::large}, {"m", 1e-3, Prefixes::all},
    {"u", 1e-6, Prefixes::all}, {"n", 1e-9, Prefixes::all}, {"Ki", 0x1p10, Prefixes::bytes}, {"Mi", 0x1p20, Prefixes::bytes},
    {"Gi", 0x1p30, Prefixes::bytes}, {"Ti", 0x1p40, Prefixes::bytes}, {"Pi", 0x1p50, Prefixes::bytes}, {"Ei", 0x1p60, Prefixes::bytes}}};

bool has(Prefixes family, const Prefix& prefix)
{
    if (family == Prefixes::none) return false;
    return prefix.first == Prefixes::large || prefix.first == family;
}

/// Same letters, of any case but b and B.
bool likeButForBytes(std::string_view a, std::string_view b)
{
    return std::ranges::equal(a, b, [](char x, char y) {
        if (x == y) return true;
        if (x == 'b' || x == 'B' || y == 'b' || y == 'B') return false;
        return std::tolower(static_cast<unsigned char>(x)) == std::tolower(static_cast<unsigned char>(y));
    });
}

/// Calls `use(unit, scale)` for every unit, with or without a prefix, that the text spells.
template <class Same, class Use>
void forEachSpelling(std::string_view text, Same same, Use use)
{
    for (const Unit& unit : units) {
        if (same(text, unit.text)) use(unit, 1);
        for (const Prefix& prefix : prefixes) {
            const std::size_t length = prefix.text.size();
            if (!has(unit.prefixes, prefix) || text.size() != length + unit.text.size()) continue;
            if (same(text.substr(0, length), prefix.text) && same(text.substr(length), unit.text)) use(unit, prefix.factor);
        }
    }
}

constexpr auto exactly = [](std::string_view a, std::string_view b) { return a == b; };

template <class Same>
std::vector<UnitMeaning> search(std::string_view text, Dimension dimension, Same same)
{
    std::vector<UnitMeaning> found;
    forEachSpelling(text, same, [&](const Unit& unit, double scale) {
        const UnitMeaning meaning{unit.factor * scale, unit.offset};
        if (unit.dimension == dimension && std::ranges::find(found, meaning) == found.end()) found.push_back(meaning);
    });
    return found;
}

/// Signs that keyboards and documents have for what we write in ASCII.
constexpr std::array<std::pair<std::string_view, std::string_view>, 12> signs{{
    {"\u00B5", "u"},
    {"\u03BC", "u"},
    {"\u00B0", "deg"},
    {"\u00D7", "*"},
    {"\u00B7", "*"},
    {"\u2212", "-"},
    {"\u00B2", "2"},
    {"\u00B3", "3"},
    {"\u00A0", " "},
    {"\u202F", " "},
    {"\u2009", " "},
    {"\u2019", "'"},
}};

} // namespace

std::vector<UnitMeaning> meaningsOf(std::string_view text, Dimension dimension)
{
    std::vector<UnitMeaning> exact = search(text, dimension, exactly);
    return exact.empty() ? search(text, dimension, likeButForBytes) : exact;
}

std::optional<std::pair<Dimension, UnitMeaning>> exactUnit(std::string_view text)
{
    std::optional<std::pair<Dimension, UnitMeaning>> found;
    forEachSpelling(text, exactly, [&](const Unit& unit, double scale) {
        if (!found) found.emplace(unit.dimension, UnitMeaning{unit.factor * scale, unit.offset});
    });
    return found;
}

std::string_view commonUnitsOf(Dimension dimension)
{
    switch (dimension) {
    case count: return "none, k, M, B";
    case share: return "none, %";
    case power: return "W, kW, MW";
    case apparentPower: return "VA, kVA, MVA";
    case energy: return "Wh, kWh, MWh, J";
    case memory: return "GB, GiB, TB, TiB (B for bytes)";
    case byteRate: return "MB/s, GB/s, GiB/s, TB/s";
    case bitRate: return "Gb/s, Gbps, G, Tb/s (b for bits)";
    case computeRate: return "GFLOPS, TFLOPS, PFLOPS";
    case frequency: return "MHz, GHz";
    case length: return "mm, cm, m, in, ft, U";
    case mass: return "g, kg, t, lb";
    case time: return "ns, us, ms, s, min, h, days, months, years";
    case temperature: return "°C, °F, K";
    case temperatureDifference: return "K (a difference of temperatures)";
    case voltage: return "V, kV";
    case current: return "A, kA";
    case liquidFlow: return "l/min, l/s, m3/h, gpm";
    case airFlow: return "CFM, m3/h, l/s";
    case pressure: return "Pa, kPa, bar, psi";
    case money: return "USD, $, k$, M$";
    case pricePerHour: return "USD/h, $/h";
    case pricePerEnergy: return "USD/kWh, ct/kWh, USD/MWh";
    case carbonPerEnergy: return "g/kWh, kg/MWh";
    }
    return {};
}

AsciiText toAsciiUnits(std::string_view text)
{
    AsciiText ascii;
    std::size_t character = 0;
    while (!text.empty()) {
        const bool continues = (static_cast<unsigned char>(text.front()) & 0xC0U) == 0x80U;
        if (!continues) ++character;
        const auto sign = std::ranges::find_if(signs, [&](const auto& entry) { return text.starts_with(entry.first); });
        const std::string_view written = sign == signs.end() ? text.substr(0, 1) : sign->second;
        ascii.text += written;
        ascii.where.insert(ascii.where.end(), written.size(), character);
        text.remove_prefix(sign == signs.end() ? 1 : sign->first.size());
    }
    ascii.where.push_back(character + 1);
    return ascii;
}

} // namespace rackwright

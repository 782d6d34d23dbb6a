#include "ui/text/figure_text.h"

#include "core/quantity/units.h"

#include <QCoreApplication>
#include <fmt/format.h>

namespace rackwright {

namespace {

constexpr std::size_t namedMissing = 3;

/// Prices over time and long spans keep their own unit: "$1,673,902/year", "19.4 months".
std::string amountText(double value, std::string_view unit)
{
    constexpr std::string_view perTime = "USD/";
    if (unit.starts_with(perTime)) return formatQuantity(value, "USD") + '/' + std::string{unit.substr(perTime.size())};
    if (unit == "months" || unit == "years") return fmt::format("{:.3g} {}", value, unit);
    return formatQuantity(value, unit);
}

std::string missingText(const std::vector<std::string>& missing)
{
    std::string names;
    for (std::size_t i = 0; i < missing.size() && i < namedMissing; ++i) names += (i ? ", " : "") + missing[i];
    if (missing.size() > namedMissing) names += ", …";
    return names;
}

} // namespace

std::string figureText(const Quantity<>& value, std::string_view unit)
{
    const std::string missing = missingText(value.missing);
    if (!value.hasValue()) {
        const std::string unknown = QCoreApplication::translate("rackwright", "unknown").toStdString();
        return missing.empty() ? unknown : unknown + " (" + missing + ')';
    }
    const std::string text = amountText(value.value, unit);
    switch (value.knowledge) {
    case Knowledge::estimated: return "≈ " + text;
    case Knowledge::atLeast: return "≥ " + text + (missing.empty() ? "" : " (" + missing + ')');
    default: return text;
    }
}

std::string bandText(const Quantity<>& value, std::string_view unit)
{
    if (!value.hasValue() || value.low == value.high) return {};
    return '(' + amountText(value.low, unit) + " … " + amountText(value.high, unit) + ')';
}

} // namespace rackwright

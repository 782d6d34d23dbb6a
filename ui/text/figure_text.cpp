#include "ui/text/figure_text.h"

#include "core/quantity/units.h"

#include <QCoreApplication>

namespace rackwright {

namespace {

constexpr std::size_t namedMissing = 3;

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
    const std::string text = formatQuantity(value.value, unit);
    switch (value.knowledge) {
    case Knowledge::estimated: return "≈ " + text;
    case Knowledge::atLeast: return "≥ " + text + (missing.empty() ? "" : " (" + missing + ')');
    default: return text;
    }
}

std::string bandText(const Quantity<>& value, std::string_view unit)
{
    if (!value.hasValue() || value.low == value.high) return {};
    return '(' + formatQuantity(value.low, unit) + " … " + formatQuantity(value.high, unit) + ')';
}

} // namespace rackwright

#include "core/assess/assessment.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace rackwright {

std::string_view toText(Severity severity)
{
    switch (severity) {
    case Severity::info: return "info";
    case Severity::warning: return "warning";
    case Severity::error: return "error";
    }
    return "error";
}

std::string shortNumber(double value)
{
    const double magnitude = std::abs(value);
    const int decimals = magnitude >= 100 ? 0 : magnitude >= 10 ? 1 : magnitude >= 1 ? 2 : 3;
    std::string text = fmt::format("{:.{}f}", value, decimals);
    if (decimals > 0) {
        text.erase(text.find_last_not_of('0') + 1);
        if (text.back() == '.') text.pop_back();
    }
    return text;
}

const Figure* ScenarioAssessment::figure(std::string_view id) const
{
    const auto found = std::ranges::lower_bound(figures, id, {}, &Figure::id);
    return found != figures.end() && found->id == id ? &*found : nullptr;
}

const Quantity<>* ScenarioAssessment::wattsOf(Id device) const
{
    const auto found = std::ranges::lower_bound(deviceW, device, {}, &DeviceWatts::device);
    return found != deviceW.end() && found->device == device ? &found->watts : nullptr;
}

bool Assessment::hasErrors() const
{
    return std::ranges::any_of(scenarios, [](const ScenarioAssessment& scenario) {
        return std::ranges::any_of(scenario.findings,
            [](const Finding& finding) { return finding.severity == Severity::error && finding.approvedBecause.empty(); });
    });
}

const ScenarioAssessment* Assessment::scenario(std::string_view name) const
{
    const auto found = std::ranges::find(scenarios, name, &ScenarioAssessment::name);
    return found == scenarios.end() ? nullptr : &*found;
}

} // namespace rackwright

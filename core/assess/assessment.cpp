#include "core/assess/assessment.h"

#include <algorithm>
#include <fmt/format.h>

namespace rackwright {

namespace {

bool isPlain(unsigned char c)
{
    return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || c == '-' || c == '_' || c == '.' || c >= 0x80;
}

} // namespace

std::string subjectOf(std::string_view kind, std::string_view name)
{
    std::string subject{kind};
    subject += ':';
    for (const char c : name) {
        if (isPlain(static_cast<unsigned char>(c)))
            subject += c;
        else
            subject += fmt::format("%{:02X}", static_cast<unsigned char>(c));
    }
    return subject;
}

std::string figureId(std::string_view figure, std::string_view kind, std::string_view name)
{
    std::string id{figure};
    if (!kind.empty()) {
        id += '@';
        id += subjectOf(kind, name);
    }
    return id;
}

std::string_view toText(Severity severity)
{
    switch (severity) {
    case Severity::info: return "info";
    case Severity::warning: return "warning";
    case Severity::error: return "error";
    }
    return "error";
}

const Figure* ScenarioAssessment::figure(std::string_view id) const
{
    const auto found = std::ranges::lower_bound(figures, id, {}, &Figure::id);
    return found != figures.end() && found->id == id ? &*found : nullptr;
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

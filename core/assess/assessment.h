// The answer of the engine: figures, workload verdicts and findings of every scenario. An immutable value.
#pragma once

#include "core/quantity/explanation.h"
#include "core/quantity/figure_id.h"
#include "core/quantity/id.h"
#include "core/quantity/quantity.h"

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace rackwright {

/// `area.figure_unit@kind:name`; the ids are a contract (core/assess/figure_table.h lists the kinds).
struct Figure {
    std::string id;
    Quantity<> value;
    std::string unit;
    std::string basis; ///< what was assumed: "nameplate", "typical", the workload's name …; may be empty
};

enum class Severity { info, warning, error };
[[nodiscard]] std::string_view toText(Severity severity);

/// A number for the sentence of a finding: three digits at least, no exponent, no trailing zeros ("10200", "39.5", "0.071").
[[nodiscard]] std::string shortNumber(double value);

/// Something that a person should know. Codes are `AREA-WORDS` (core/assess/finding_table.h lists them with their
/// severity); `args` feed the sentence in ui/text.
struct Finding {
    std::string code;
    Severity severity = Severity::warning;
    std::vector<std::string> subjects; ///< kind:name
    std::vector<std::string> figures; ///< figure ids
    std::vector<std::pair<std::string, std::string>> args;
    std::string approvedBecause; ///< not empty: approved in the project with this reason
};

struct WorkloadAnswer {
    std::string name;
    std::string fits = "unknown"; ///< yes, short, tight, no, unknown
    std::string plan; ///< text of the ParallelPlan; empty when none
    Quantity<> memoryBytes = Quantity<>::unknown("memory");
    Quantity<> stepS = Quantity<>::unknown("time"), tokensPerS = Quantity<>::unknown("time"), mfu = Quantity<>::unknown("time");
    Quantity<> ttftS = Quantity<>::unknown("time"), tpotS = Quantity<>::unknown("time");
    std::string limitedBy;
    std::vector<std::pair<std::string, double>> lossByCause; ///< cause, share of speed lost
};

/// Stands in `missing` of figures that a cloud plan does not have: they are the provider's own.
inline constexpr std::string_view providersOwn = "the provider's own";

/// What an area hands over for a scenario.
struct Report {
    std::vector<Figure> figures;
    std::vector<Finding> findings;

    void add(std::string id, Quantity<> value, std::string unit, std::string basis = {})
    {
        figures.push_back({std::move(id), std::move(value), std::move(unit), std::move(basis)});
    }
};

/// Watts of one device while the workloads run. Cards inside their host's figure have none of their own.
struct DeviceWatts {
    Id device{};
    Quantity<> watts;
};

struct ScenarioAssessment {
    std::string name;
    std::string kind; ///< build, cloud, hybrid
    std::vector<Figure> figures; ///< by id
    std::vector<WorkloadAnswer> workloads;
    std::vector<Finding> findings; ///< errors first, then by code and subject

    std::vector<DeviceWatts> deviceW; ///< of the build, by id

    [[nodiscard]] const Figure* figure(std::string_view id) const;
    /// Null for a device that is not counted: a spare, a card inside its host's figure, what a cloud plan rents.
    [[nodiscard]] const Quantity<>* wattsOf(Id device) const;
};

struct Assessment {
    std::string project, asOf, engineVersion;
    std::vector<ScenarioAssessment> scenarios;

    [[nodiscard]] bool hasErrors() const; ///< any finding of severity error that is not approved
    [[nodiscard]] const ScenarioAssessment* scenario(std::string_view name) const;
};

} // namespace rackwright

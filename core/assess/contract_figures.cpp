#include "core/assess/contract_figures.h"

#include <algorithm>
#include <array>

namespace rackwright {

namespace {

struct Promised {
    const char* id;
    const char* unit;
};

constexpr std::array promised{Promised{"count.accelerators", ""}, Promised{"fabric.bisection_bytes_per_s", "bytes/s"},
    Promised{"fabric.oversubscription", ""}, Promised{"storage.read_demand_bytes_per_s", "bytes/s"}, Promised{"power.psu_installed_w", "W"},
    Promised{"power.nameplate_w", "W"}, Promised{"power.typical_w", "W"}, Promised{"power.workload_w", "W"}, Promised{"heat.air_w", "W"},
    Promised{"heat.liquid_w", "W"}, Promised{"space.u_used", "U"}, Promised{"space.mass_kg", "kg"}, Promised{"cost.capex_usd", "USD"},
    Promised{"cost.opex_usd_per_year", "USD/year"}, Promised{"cost.tco_usd", "USD"}};

void addDerived(Report& report, Trace* trace, const char* id, const Quantity<>& value, const char* unit, const std::string& basis,
    const Explanation* of)
{
    report.add(id, value, unit, basis);
    if (!trace) return;
    Explanation why;
    why.name = id;
    why.value = value;
    why.unit = unit;
    why.formula = of ? "the worst of the workloads: " + basis : "";
    if (of)
        why.inputs.push_back(*of);
    else if (!value.missing.empty())
        why.source = "not known: " + value.missing.front();
    trace->record(id, std::move(why));
}

/// The run with the largest known value; the first when none is known.
template <class Value>
const WorkloadRun* worstOf(const std::vector<WorkloadRun>& runs, Value value)
{
    const WorkloadRun* worst = nullptr;
    for (const WorkloadRun& run : runs) {
        const Quantity<>& candidate = value(run);
        if (!worst || (candidate.hasValue() && (!value(*worst).hasValue() || candidate.value > value(*worst).value))) worst = &run;
    }
    return worst;
}

template <class Value>
void addWorst(Report& report, Trace* trace, const std::vector<WorkloadRun>& runs, const char* id, const char* unit, Value value)
{
    const WorkloadRun* worst = worstOf(runs, value);
    if (!worst) return addDerived(report, trace, id, Quantity<>::unknown("a workload"), unit, {}, nullptr);
    const std::string& name = worst->workload->name;
    addDerived(report, trace, id, value(*worst), unit, name, trace ? trace->find(figureId(id, "workload", name)) : nullptr);
}

} // namespace

void addContractFigures(const Scenario& scenario, const std::vector<WorkloadRun>& runs, Report& report, Trace* trace)
{
    std::vector<WorkloadRun> training, serving;
    for (const WorkloadRun& run : runs) (std::holds_alternative<TrainingJob>(run.workload->job) ? training : serving).push_back(run);
    addWorst(report, trace, runs, "memory.peak_bytes", "bytes",
        [](const WorkloadRun& run) -> const Quantity<>& { return run.answer.memoryBytes; });
    if (!training.empty() || serving.empty())
        addWorst(
            report, trace, training, "compute.step_s", "s", [](const WorkloadRun& run) -> const Quantity<>& { return run.answer.stepS; });
    if (!serving.empty())
        addWorst(
            report, trace, serving, "compute.tpot_s", "s", [](const WorkloadRun& run) -> const Quantity<>& { return run.answer.tpotS; });
    const std::string why = scenario.build ? "nothing placed" : std::string{providersOwn};
    for (const Promised& figure : promised)
        if (std::ranges::find(report.figures, figure.id, &Figure::id) == report.figures.end())
            addDerived(report, trace, figure.id, Quantity<>::unknown(why), figure.unit, {}, nullptr);
}

} // namespace rackwright

#include "core/assess/operate.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <unordered_map>

namespace rackwright {

namespace {

constexpr int maxRounds = 12;
constexpr double settled = 1e-3;

/// Share of the time at which each device works: hosts by the hours of what runs on them, all else as in typical use.
std::vector<double> utilisationOf(const Inventory& inventory, const std::vector<WorkloadRun>& runs)
{
    if (runs.empty()) return {};
    std::vector<double> utilisation(inventory.devices.size(), 1.0);
    std::unordered_map<std::int64_t, double> busy;
    for (const WorkloadRun& run : runs) {
        if (!run.pool || run.pool->accelerators() == 0) continue;
        const double share = run.allocation->hoursShare * run.accelerators / run.pool->accelerators();
        for (const std::int64_t host : run.pool->deviceIds) busy[host] += share;
    }
    for (std::size_t i = 0; i < inventory.devices.size(); ++i) {
        const Device& device = inventory.devices[i];
        const Device& holder = device.host >= 0 ? inventory.devices[static_cast<std::size_t>(device.host)] : device;
        const auto found = busy.find(toNumber(holder.id()));
        if (found != busy.end())
            utilisation[i] = std::min(1.0, found->second);
        else if (acceleratorsOf(inventory, static_cast<int>(i)) > 0)
            utilisation[i] = 0;
    }
    return utilisation;
}

/// The slowest clock among the hosts of the pool: a synchronous job waits for it.
double poolClock(const AcceleratorPool& pool, const Inventory& inventory, const std::vector<double>& clock)
{
    double slowest = 1;
    for (const std::int64_t host : pool.deviceIds) {
        const int index = inventory.indexOf(Id{host});
        if (index >= 0) slowest = std::min(slowest, clock[static_cast<std::size_t>(index)]);
    }
    return slowest;
}

struct Round {
    PowerResult power;
    ThermalResult thermal;
};

/// `last`: the round that is kept, with the power path.
Round computeRound(
    const OperateInputs& inputs, const std::vector<double>& utilisation, const std::vector<double>& clock, bool last, Trace* trace)
{
    PowerInputs power{inputs.inventory, inputs.project, inputs.data.catalog, inputs.fillGaps, utilisation, clock, inputs.opticsW};
    power.tracePath = last;
    Round round;
    round.power = assessPower(power, trace);
    ThermalInputs thermal{inputs.inventory, inputs.project, inputs.data.catalog, inputs.fillGaps,
        round.power.ledger.of(PowerBasis::workload), round.power.ledger.of(PowerBasis::idle), clock, "workload"};
    round.thermal = assessThermal(thermal, trace);
    return round;
}

} // namespace

OperatingPoint operate(const OperateInputs& inputs, const std::vector<WorkloadRun>& runs, Trace* trace)
{
    const std::vector<double> utilisation = utilisationOf(inputs.inventory, runs);
    std::vector<double> clock(inputs.inventory.devices.size(), 1.0);
    std::vector<double> lastStep(clock.size(), 0.0);
    OperatingPoint point;
    point.converged = inputs.unlimited;
    while (!inputs.unlimited && point.rounds < maxRounds && !inputs.stop.stop_requested()) {
        ++point.rounds;
        const Round round = computeRound(inputs, utilisation, clock, false, nullptr);
        double largest = 0;
        for (std::size_t i = 0; i < clock.size(); ++i) {
            double step = round.thermal.clockFraction[i] - clock[i];
            if (step * lastStep[i] < 0) step /= 2;
            if (std::abs(step) > largest) {
                largest = std::abs(step);
                point.lastMoved = inputs.inventory.devices[i].label();
            }
            clock[i] += step;
            lastStep[i] = step;
        }
        if (largest <= settled) {
            point.converged = true;
            break;
        }
    }
    Round last = computeRound(inputs, utilisation, clock, true, trace);
    point.power = std::move(last.power);
    point.thermal = std::move(last.thermal);
    for (const WorkloadRun& run : runs) point.states.push_back({run.pool ? poolClock(*run.pool, inputs.inventory, clock) : 1.0, true});
    return point;
}

std::vector<std::pair<std::string, double>> lossByCause(const WorkloadRun& run, const OperatingState& state, const EngineData& data)
{
    std::vector<std::pair<std::string, double>> losses;
    const Quantity<> operating = workPerSOf(run, state, data);
    if (!operating.hasValue()) return losses;
    const auto lifted = [&](const char* cause, const OperatingState& without) {
        const Quantity<> free = workPerSOf(run, without, data);
        if (free.hasValue() && free.value > operating.value * (1 + 1e-9)) losses.emplace_back(cause, 1 - operating.value / free.value);
    };
    lifted("fabric", {state.clockShare, false});
    lifted("heat", {1.0, state.fabricLimits});
    return losses;
}

} // namespace rackwright

#include "core/cluster/clock_power.h"
#include "core/thermal/air.h"
#include "core/thermal/heat.h"

#include "core/catalog/estimate.h"

#include <algorithm>
#include <functional>

namespace rackwright::thermal {

namespace {

constexpr double floorClock = 0.5;
constexpr double tolerance = 1e-9;
/// Three readings of every band: all in favour, the middle, all against.
constexpr std::size_t readings = 3;
enum Reading : std::size_t { best, middle, worst };

double heatAt(const Quantity<>& heat, std::size_t reading)
{
    return reading == best ? heat.low : reading == middle ? heat.value : heat.high;
}
double capacityAt(const Quantity<>& capacity, std::size_t reading)
{
    return reading == best ? capacity.high : reading == middle ? capacity.value : capacity.low;
}

/// Watts that stay and watts that go with the clock, at full clock.
struct Split {
    double fixedW = 0, dynamicW = 0;
    [[nodiscard]] double at(double share) const { return fixedW + share * dynamicW; }
};

struct RackHeat {
    std::array<Split, readings> air, loose, tank; ///< to air; to coolant units; in immersion
    bool throttles = false; ///< something in it can lower its clock
    bool idleKnown = true;
};

/// Largest share of the dynamic watts, 0 to 1, at which `fits` holds; it holds for all smaller shares. -1: for none.
double largestShare(const std::function<bool(double)>& fits)
{
    if (fits(1)) return 1;
    if (!fits(0)) return -1;
    double holds = 0, fails = 1;
    for (int i = 0; i < 50; ++i) {
        const double middleShare = (holds + fails) / 2;
        (fits(middleShare) ? holds : fails) = middleShare;
    }
    return holds;
}

double clockOf(double share)
{
    return share < 0 ? 0 : clockAtDynamicShare(share);
}

/// What one limit allows a rack: the clock in each reading.
struct Allowed {
    std::array<double, readings> clock{1, 1, 1};
    HeatLimit limit = HeatLimit::none;
};

class ClockSolver {
public:
    ClockSolver(const ThermalInputs& inputs, const std::vector<PartHeat>& parts, ThermalResult& result)
        : in_{inputs}, parts_{parts}, result_{result}, heats_(result.racks.size())
    {
    }

    void run()
    {
        for (std::size_t i = 0; i < in_.inventory.devices.size(); ++i) addDevice(i);
        std::vector<std::vector<Allowed>> allowed(result_.racks.size());
        for (RoomThermal& room : result_.rooms) {
            noteFullClock(room);
            judgeRoom(room, allowed);
        }
        for (std::size_t i = 0; i < result_.racks.size(); ++i) {
            noteFullIntake(i);
            if (!heats_[i].throttles) continue;
            judgeIntake(i, allowed[i]);
            judgeChip(i, allowed[i]);
            settle(i, allowed[i]);
        }
        for (std::size_t i = 0; i < in_.inventory.devices.size(); ++i) {
            const Device& device = in_.inventory.devices[i];
            if (device.rack < 0 || !throttles(device)) continue;
            const Quantity<>& clock = result_.racks[static_cast<std::size_t>(device.rack)].clockFraction;
            if (clock.hasValue()) result_.clockFraction[i] = clock.value;
        }
    }

private:
    [[nodiscard]] bool throttles(const Device& device) const
    {
        if (parts_[static_cast<std::size_t>(device.partIndex)].throttles) return true;
        return device.host >= 0
            && parts_[static_cast<std::size_t>(in_.inventory.devices[static_cast<std::size_t>(device.host)].partIndex)].throttles;
    }

    void addDevice(std::size_t index)
    {
        const Device& device = in_.inventory.devices[index];
        if (!device.counts || device.rack < 0) return;
        RackHeat& heat = heats_[static_cast<std::size_t>(device.rack)];
        const bool lowers = throttles(device) && in_.powerW[index].hasValue() && in_.powerW[index].high > 0;
        heat.throttles = heat.throttles || lowers;
        const bool idleKnown = !in_.idleW.empty() && in_.idleW[index].hasValue();
        heat.idleKnown = heat.idleKnown && (!lowers || idleKnown);
        const bool inTank = isInTank(device);
        for (std::size_t reading = 0; reading < readings; ++reading) {
            const Quantity<>& power = in_.powerW[index];
            const double powerW = heatAt(power, reading);
            if (!power.hasValue() || powerW <= 0) continue;
            Split split{powerW, 0};
            if (lowers) // without a stated idle all of it is taken to follow; the rack's clock is then not told
                split = splitOf(index, powerW, idleKnown ? std::min(powerW, heatAt(in_.idleW[index], reading)) : 0);
            const double air = result_.airW[index].hasValue() ? heatAt(result_.airW[index], reading) / powerW : 0;
            const double liquid = result_.liquidW[index].hasValue() ? heatAt(result_.liquidW[index], reading) / powerW : 0;
            add(heat.air[reading], split, air);
            add(inTank ? heat.tank[reading] : heat.loose[reading], split, liquid);
        }
    }

    [[nodiscard]] bool isInTank(const Device& device) const
    {
        if (parts_[static_cast<std::size_t>(device.partIndex)].immersed) return true;
        if (device.rack >= 0 && in_.project.part(PartKind::cooling, in_.inventory.racks[static_cast<std::size_t>(device.rack)]->partId))
            return true;
        return device.host >= 0 && isInTank(in_.inventory.devices[static_cast<std::size_t>(device.host)]);
    }

    /// The watts above idle as they would be at full clock.
    [[nodiscard]] Split splitOf(std::size_t index, double powerW, double idleW) const
    {
        const double share = in_.clockFraction.empty() ? 1 : dynamicShareAt(in_.clockFraction[index]);
        return {idleW, share > 0 ? (powerW - idleW) / share : 0};
    }

    static void add(Split& sum, const Split& part, double share)
    {
        sum.fixedW += part.fixedW * share, sum.dynamicW += part.dynamicW * share;
    }

    /// Limits shared by the racks of a room: its air, its coolant units, its tanks.
    void judgeRoom(const RoomThermal& room, std::vector<std::vector<Allowed>>& allowed) const
    {
        const auto apply = [&](HeatLimit limit, const std::function<bool(double, std::size_t)>& fits, auto&& concerns) {
            Allowed answer;
            answer.limit = limit;
            for (std::size_t reading = 0; reading < readings; ++reading)
                answer.clock[reading] = clockOf(largestShare([&](double share) { return fits(share, reading); }));
            if (answer.clock[worst] >= 1) return;
            for (const int rack : room.racks)
                if (concerns(heats_[static_cast<std::size_t>(rack)])) allowed[static_cast<std::size_t>(rack)].push_back(answer);
        };
        if (isUsable(room.airCapacityW))
            apply(
                HeatLimit::roomAir,
                [&](double share, std::size_t reading) {
                    return airAt(room, share, reading) <= capacityAt(room.airCapacityW, reading) * (1 + tolerance);
                },
                [](const RackHeat& heat) { return heat.air[worst].dynamicW > 0 || heat.loose[worst].dynamicW > 0; });
        if (room.coolantUnits > 0 && isUsable(room.liquidCapacityW) && isUsable(room.liquidToAirCapacityW))
            apply(
                HeatLimit::liquid,
                [&](double share, std::size_t reading) {
                    const double capacityW = capacityAt(room.liquidCapacityW, reading) + capacityAt(room.liquidToAirCapacityW, reading);
                    return looseAt(room, share, reading) <= capacityW * (1 + tolerance);
                },
                [](const RackHeat& heat) { return heat.loose[worst].dynamicW > 0; });
        if (isUsable(room.tankCapacityW) && room.tankCapacityW.high > 0)
            apply(
                HeatLimit::liquid,
                [&](double share, std::size_t reading) {
                    return tankAt(room, share, reading) <= capacityAt(room.tankCapacityW, reading) * (1 + tolerance);
                },
                [](const RackHeat& heat) { return heat.tank[worst].dynamicW > 0; });
    }

    /// A lower bound on a capacity limits nothing.
    static bool isUsable(const Quantity<>& capacity) { return capacity.hasValue() && capacity.knowledge != Knowledge::atLeast; }

    [[nodiscard]] double looseAt(const RoomThermal& room, double share, std::size_t reading) const
    {
        double sum = 0;
        for (const int rack : room.racks) sum += heats_[static_cast<std::size_t>(rack)].loose[reading].at(share);
        return sum;
    }

    [[nodiscard]] double tankAt(const RoomThermal& room, double share, std::size_t reading) const
    {
        double sum = 0;
        for (const int rack : room.racks) sum += heats_[static_cast<std::size_t>(rack)].tank[reading].at(share);
        return sum;
    }

    /// Heat to the room's air: past the doors, from the floor, and what liquid-to-air units give back.
    [[nodiscard]] double airAt(const RoomThermal& room, double share, std::size_t reading) const
    {
        double sum = 0;
        Quantity<> inRacks = zero();
        for (const int index : room.racks) {
            const RackThermal& rack = result_.racks[static_cast<std::size_t>(index)];
            if (!rack.doorCapacityW.hasValue()) continue;
            sum += std::max(0.0, heats_[static_cast<std::size_t>(index)].air[reading].at(share) - capacityAt(rack.doorCapacityW, reading));
            inRacks += rack.roomAirW;
        }
        if (room.liquidToAirCapacityW.hasValue() && room.liquidToAirCapacityW.high > 0 && room.liquidCapacityW.hasValue())
            sum += std::clamp(
                looseAt(room, share, reading) - capacityAt(room.liquidCapacityW, reading), 0.0, heatAt(room.liquidToAirCapacityW, reading));
        return sum + std::max(0.0, heatAt(room.roomAirW, reading) - heatAt(inRacks, reading) - heatAt(room.liquidToAirW, reading));
    }

    /// The three readings as a figure of the knowledge of its counterpart.
    template <class At>
    static Quantity<> figureOf(const Quantity<>& counterpart, At at)
    {
        Quantity<> figure = counterpart;
        if (!figure.hasValue()) return figure;
        figure.low = at(best), figure.value = at(middle), figure.high = at(worst);
        return figure;
    }

    void noteFullClock(RoomThermal& room) const
    {
        room.fullAirW = figureOf(room.roomAirW, [&](std::size_t reading) { return airAt(room, 1, reading); });
        room.fullLiquidW = figureOf(room.looseLiquidW, [&](std::size_t reading) { return looseAt(room, 1, reading); });
        room.fullTankW = figureOf(room.tankW, [&](std::size_t reading) { return tankAt(room, 1, reading); });
    }

    void noteFullIntake(std::size_t index)
    {
        RackThermal& rack = result_.racks[index];
        rack.fullIntakeC = rack.intakeC;
        if (rack.room >= 0 && rack.intakeC.hasValue() && rack.doorCapacityW.hasValue())
            rack.fullIntakeC = figureOf(rack.intakeC, [&](std::size_t reading) { return intakeAt(index, 1, reading); });
    }

    [[nodiscard]] double intakeAt(std::size_t index, double share, std::size_t reading) const
    {
        const RackThermal& rack = result_.racks[index];
        const RoomThermal& room = result_.rooms[static_cast<std::size_t>(rack.room)];
        const double cfm = capacityAt(rack.airflowCfm, reading);
        const double airW = std::max(0.0, heats_[index].air[reading].at(share) - capacityAt(rack.doorCapacityW, reading));
        const double rise = airW > 0 && cfm > 0 ? airRiseK(airW, cfm, densityOf(room)) : 0;
        return intakeC(room.room->supplyAirC, rise, heatAt(rack.recirculated, reading));
    }

    /// T_supply + r dT / (1 - r) <= limit, where dT goes with the heat that passes the door.
    void judgeIntake(std::size_t index, std::vector<Allowed>& allowed) const
    {
        const RackThermal& rack = result_.racks[index];
        if (rack.room < 0 || !rack.inletLimitC.hasValue() || !rack.intakeC.hasValue() || !rack.doorCapacityW.hasValue()) return;
        Allowed answer;
        answer.limit = HeatLimit::intake;
        for (std::size_t reading = 0; reading < readings; ++reading)
            answer.clock[reading] = clockOf(largestShare(
                [&](double share) { return intakeAt(index, share, reading) <= capacityAt(rack.inletLimitC, reading) + tolerance; }));
        if (answer.clock[worst] < 1) allowed.push_back(answer);
    }

    /// T_intake + R_th P_chip <= limit, the chip between its idle watts and its TDP.
    void judgeChip(std::size_t index, std::vector<Allowed>& allowed) const
    {
        const RackThermal& rack = result_.racks[index];
        if (!rack.chipMarginK.hasValue() || !rack.chipC.hasValue() || rack.chipMarginK.low >= 0) return;
        Allowed answer;
        answer.limit = HeatLimit::chip;
        for (const int device : in_.inventory.devicesOfRack[index]) {
            const Device& placed = in_.inventory.devices[static_cast<std::size_t>(device)];
            const Part* chip = acceleratorIn(*placed.part, in_.project);
            const std::optional<double> resistance = chip ? chip->number(chipResistanceColumn) : std::nullopt;
            const std::optional<double> tdpW = chip ? chip->number("tdp_w") : std::nullopt;
            if (!resistance || !tdpW || *resistance <= 0) continue;
            const Quantity<> limitC = valueOf(*chip, chipLimitColumn(*chip), in_.catalog, in_.fillGaps);
            const Quantity<> idleW = valueOf(*chip, "idle_w", in_.catalog, in_.fillGaps);
            if (!limitC.hasValue() || !idleW.hasValue() || idleW.high >= *tdpW) continue;
            for (std::size_t reading = 0; reading < readings; ++reading) {
                const double allowedW = (capacityAt(limitC, reading) - heatAt(rack.intakeC, reading)) / *resistance;
                const double idle = heatAt(idleW, reading);
                const double clock = allowedW < idle ? 0 : clockAtDynamicShare((allowedW - idle) / (*tdpW - idle));
                answer.clock[reading] = std::min(answer.clock[reading], clock);
            }
        }
        if (answer.clock[worst] < 1) allowed.push_back(answer);
    }

    void settle(std::size_t index, const std::vector<Allowed>& allowed)
    {
        RackThermal& rack = result_.racks[index];
        std::array<double, readings> clock{1, 1, 1};
        for (const Allowed& answer : allowed) {
            if (answer.clock[middle] < clock[middle]) rack.limitedBy = answer.limit;
            for (std::size_t reading = 0; reading < readings; ++reading) clock[reading] = std::min(clock[reading], answer.clock[reading]);
        }
        if (allowed.empty()) return;
        if (!heats_[index].idleKnown) {
            rack.clockFraction = Quantity<>::unknown("idle_power_w");
            return;
        }
        rack.beyondFloor = clock[middle] < floorClock;
        const auto floored = [&](std::size_t reading) { return std::max(floorClock, clock[reading]); };
        rack.clockFraction = Quantity<>::estimated(floored(worst), floored(middle), floored(best));
    }

    const ThermalInputs& in_;
    const std::vector<PartHeat>& parts_;
    ThermalResult& result_;
    std::vector<RackHeat> heats_;
};

} // namespace

void solveClocks(const ThermalInputs& inputs, const std::vector<PartHeat>& parts, ThermalResult& result)
{
    ClockSolver{inputs, parts, result}.run();
}

} // namespace rackwright::thermal

#include "core/assess/report_thermal.h"

#include <algorithm>

namespace rackwright {

namespace {

/// How sure it is that a figure is beyond a limit: an error, a warning by the middle figures, or nothing.
std::optional<Severity> beyondLimit(const Quantity<>& value, const Quantity<>& limit)
{
    constexpr double tolerance = 1e-9;
    if (!value.hasValue() || !limit.hasValue() || limit.knowledge == Knowledge::atLeast) return std::nullopt;
    if (value.low > limit.high + tolerance * std::abs(limit.high)) return Severity::error;
    if (value.value > limit.value + tolerance * std::abs(limit.value)) return Severity::warning;
    return std::nullopt;
}

class ThermalReporter {
public:
    ThermalReporter(const ThermalResult& thermal, const Inventory& inventory, const std::string& basis, Report& report)
        : thermal_{thermal}, inventory_{inventory}, basis_{basis}, report_{report}
    {
    }

    void run()
    {
        addScenario();
        std::size_t roomless = 0;
        for (std::size_t i = 0; i < thermal_.racks.size(); ++i) {
            addRack(thermal_.racks[i], inventory_.racks[i]->name);
            judgeRack(thermal_.racks[i], inventory_.racks[i]->name);
            if (thermal_.racks[i].room < 0) ++roomless;
        }
        for (const RoomThermal& room : thermal_.rooms) {
            addRoom(room);
            judgeRoom(room);
        }
        if (roomless > 0) report_.findings.push_back({"HEAT-NO-ROOM", Severity::info, {}, {}, {{"racks", std::to_string(roomless)}}, {}});
    }

private:
    void addScenario()
    {
        const WorstOf worst = worstOf(thermal_);
        report_.add("heat.air_w", thermal_.totalAirW, "W", basis_);
        report_.add("heat.liquid_w", thermal_.totalLiquidW, "W", basis_);
        report_.add("heat.door_w", thermal_.totalDoorW, "W", basis_);
        report_.add("heat.room_air_w", thermal_.totalRoomAirW, "W", basis_);
        report_.add("airflow.required_cfm", worst.airflowCfm, "CFM", basis_);
        report_.add("liquid.flow_lpm", worst.flowLpm, "l/min", basis_);
        report_.add("thermal.intake_c", worst.intakeC, "degC", "the warmest rack");
        report_.add("thermal.clock_fraction", worst.clockFraction, "", "the slowest rack");
    }

    void addRack(const RackThermal& rack, const std::string& name)
    {
        const auto add = [&](std::string_view figure, const Quantity<>& value, const char* unit) {
            report_.add(figureId(figure, "rack", name), value, unit, basis_);
        };
        add("heat.air_w", rack.airW, "W");
        add("heat.liquid_w", rack.liquidW, "W");
        add("heat.door_w", rack.doorW, "W");
        add("heat.room_air_w", rack.roomAirW, "W");
        add("airflow.required_cfm", rack.airflowCfm, "CFM");
        add("airflow.rise_k", rack.riseK, "K");
        add("liquid.flow_lpm", rack.liquidFlowLpm, "l/min");
        add("thermal.intake_c", rack.intakeC, "degC");
        add("thermal.inlet_limit_c", rack.inletLimitC, "degC");
        add("thermal.chip_c", rack.chipC, "degC");
        add("thermal.chip_margin_k", rack.chipMarginK, "K");
        add("thermal.clock_fraction", rack.clockFraction, "");
    }

    void judgeRack(const RackThermal& rack, const std::string& name)
    {
        const std::string subject = subjectOf("rack", name);
        if (const auto severity = beyondLimit(rack.fullIntakeC, rack.inletLimitC))
            report_.findings.push_back({"HEAT-INTAKE-HOT", *severity, {subject},
                {figureId("thermal.intake_c", "rack", name), figureId("thermal.inlet_limit_c", "rack", name)},
                {{"name", name}, {"found_c", shortNumber(rack.fullIntakeC.value)}, {"limit_c", shortNumber(rack.inletLimitC.value)}}, {}});
        if (rack.clockFraction.hasValue() && rack.clockFraction.value < 1)
            report_.findings.push_back({"HEAT-THROTTLE", Severity::warning, {subject}, {figureId("thermal.clock_fraction", "rack", name)},
                {{"name", name}, {"clock_fraction", shortNumber(rack.clockFraction.value)},
                    {"limited_by", std::string{toText(rack.limitedBy)}}, {"beyond_floor", rack.beyondFloor ? "1" : "0"}},
                {}});
    }

    void addRoom(const RoomThermal& room)
    {
        const auto add = [&](std::string_view figure, const Quantity<>& value, const char* unit) {
            report_.add(figureId(figure, "room", room.name()), value, unit, basis_);
        };
        add("heat.room_air_w", room.roomAirW, "W");
        add("heat.air_capacity_w", room.airCapacityW, "W");
        add("heat.loose_liquid_w", room.looseLiquidW, "W");
        add("heat.liquid_capacity_w", room.liquidCapacityW, "W");
        add("airflow.required_cfm", room.airflowCfm, "CFM");
        add("airflow.supplied_cfm", room.suppliedCfm, "CFM");
        add("liquid.flow_lpm", room.liquidFlowLpm, "l/min");
        add("liquid.supplied_lpm", room.liquidSuppliedLpm, "l/min");
    }

    void judgeRoom(const RoomThermal& room)
    {
        judgeWatts(room, "air", room.fullAirW, room.airCapacityW, "heat.room_air_w", "heat.air_capacity_w");
        const bool hasLiquid = room.looseLiquidW.hasValue() && room.looseLiquidW.low > 0;
        if (hasLiquid && room.coolantUnits == 0 && !room.facilityLiquid)
            report_.findings.push_back({"HEAT-NO-LIQUID", Severity::error, {subjectOf("room", room.name())},
                {figureId("heat.loose_liquid_w", "room", room.name())},
                {{"name", room.name()}, {"found_w", shortNumber(room.looseLiquidW.value)}}, {}});
        if (room.coolantUnits > 0)
            judgeWatts(room, "liquid", room.fullLiquidW, room.liquidCapacityW + room.liquidToAirCapacityW, "heat.loose_liquid_w",
                "heat.liquid_capacity_w");
        if (room.tankCapacityW.hasValue() && room.tankCapacityW.high > 0)
            judgeWatts(room, "immersion", room.fullTankW, room.tankCapacityW, {}, {});
        judgeFlow(room, "HEAT-AIRFLOW-SHORT", "cfm", room.airflowCfm, room.suppliedCfm, "airflow.required_cfm", "airflow.supplied_cfm");
        judgeFlow(room, "HEAT-FLOW-SHORT", "lpm", room.liquidFlowLpm, room.liquidSuppliedLpm, "liquid.flow_lpm", "liquid.supplied_lpm");
    }

    /// `figure` and `limitFigure` may be empty: there is no figure of that kind.
    void judgeWatts(const RoomThermal& room, const char* what, const Quantity<>& heat, const Quantity<>& capacity, std::string_view figure,
        std::string_view limitFigure)
    {
        const auto severity = beyondLimit(heat, capacity);
        if (!severity) return;
        Finding finding{"HEAT-BEYOND-COOLING", *severity, {subjectOf("room", room.name())}, {},
            {{"name", room.name()}, {"what", what}, {"found_w", shortNumber(heat.value)}, {"limit_w", shortNumber(capacity.value)}}, {}};
        for (const std::string_view id : {figure, limitFigure})
            if (!id.empty()) finding.figures.push_back(figureId(id, "room", room.name()));
        report_.findings.push_back(std::move(finding));
    }

    void judgeFlow(const RoomThermal& room, const char* code, const std::string& unit, const Quantity<>& needed, const Quantity<>& supplied,
        const char* figure, const char* limitFigure)
    {
        if (!beyondLimit(needed, supplied)) return;
        report_.findings.push_back({code, Severity::warning, {subjectOf("room", room.name())},
            {figureId(figure, "room", room.name()), figureId(limitFigure, "room", room.name())},
            {{"name", room.name()}, {"found_" + unit, shortNumber(needed.value)}, {"limit_" + unit, shortNumber(supplied.value)}}, {}});
    }

    const ThermalResult& thermal_;
    const Inventory& inventory_;
    const std::string& basis_;
    Report& report_;
};

} // namespace

void reportThermal(const ThermalResult& thermal, const Inventory& inventory, const std::string& basis, Report& report)
{
    ThermalReporter{thermal, inventory, basis, report}.run();
}

} // namespace rackwright

#include "core/catalog/estimate.h"
#include "core/cluster/clock_power.h"
#include "core/cluster/liquid_share.h"
#include "core/quantity/figure_id.h"
#include "core/thermal/air.h"
#include "core/thermal/heat.h"

#include <fmt/format.h>

#include <algorithm>

namespace rackwright::thermal {

namespace {

/// Devices of one part in one sum.
struct Group {
    int partIndex = 0;
    int count = 0;
    Quantity<> powerW = zero(), airW = zero(), liquidW = zero();
};
using Groups = std::vector<Group>;

class Explainer {
public:
    Explainer(const ThermalInputs& inputs, const std::vector<PartHeat>& parts, const ThermalResult& result)
        : in_{inputs}, parts_{parts}, result_{result}, racks_(result.racks.size())
    {
        for (std::size_t i = 0; i < in_.inventory.devices.size(); ++i) {
            const Device& device = in_.inventory.devices[i];
            if (!device.counts) continue;
            addTo(all_, i);
            if (device.rack >= 0) addTo(racks_[static_cast<std::size_t>(device.rack)], i);
        }
    }

    void run(Trace& trace) const
    {
        trace.record("heat.air_w", explainShare(all_, result_.totalAirW, true));
        trace.record("heat.liquid_w", explainShare(all_, result_.totalLiquidW, false));
        trace.record("heat.door_w", explainDerived("heat taken by rear doors", result_.totalDoorW, "W", "sum over racks", {}));
        trace.record("heat.room_air_w",
            explainDerived("heat that the rooms' air carries", result_.totalRoomAirW, "W",
                "heat to air - heat taken by rear doors + heat that liquid-to-air units give back",
                {explainShare(all_, result_.totalAirW, true),
                    explainDerived(
                        "heat taken by rear doors", result_.totalDoorW, "W", "sum over racks of min(capacity, heat to air)", {})}));
        for (std::size_t i = 0; i < racks_.size(); ++i) explainRack(trace, i);
        for (const RoomThermal& room : result_.rooms) explainRoom(trace, room);
        explainWorst(trace);
    }

private:
    void addTo(Groups& groups, std::size_t device)
    {
        const int part = in_.inventory.devices[device].partIndex;
        auto at = std::ranges::find(groups, part, &Group::partIndex);
        if (at == groups.end()) at = groups.insert(groups.end(), Group{part});
        ++at->count;
        at->powerW += in_.powerW[device], at->airW += result_.airW[device], at->liquidW += result_.liquidW[device];
    }

    [[nodiscard]] Explanation explainShare(const Groups& groups, const Quantity<>& value, bool toAir) const
    {
        Explanation told = explainDerived(toAir ? "heat to air" : "heat to liquid", value, "W",
            toAir ? "sum over devices of P * (1 - f)" : "sum over devices of P * f", {},
            "all electric power ends as heat (energy balance)");
        for (const Group& group : groups) {
            const Part& part = *in_.inventory.parts[static_cast<std::size_t>(group.partIndex)];
            if (group.powerW == Quantity<>::known(0)) continue;
            told.inputs.push_back(explainDerived(fmt::format("{} x {}", group.count, part.displayName()),
                toAir ? group.airW : group.liquidW, "W", toAir ? "P * (1 - f)" : "P * f",
                {explainInput(fmt::format("P, {} basis", in_.basis), group.powerW, "W", Origin::derived, "power ledger"),
                    explainLiquidShare(part, in_.catalog, in_.fillGaps).explanation}));
        }
        return told;
    }

    void explainRack(Trace& trace, std::size_t index) const
    {
        const RackThermal& rack = result_.racks[index];
        const std::string& name = in_.inventory.racks[index]->name;
        const auto record = [&](std::string_view figure, Explanation told) {
            trace.record(figureId(figure, "rack", name), std::move(told));
        };
        record("heat.air_w", explainShare(racks_[index], rack.airW, true));
        record("heat.liquid_w", explainShare(racks_[index], rack.liquidW, false));
        record("heat.door_w", explainDoor(rack));
        record("heat.room_air_w",
            explainDerived("heat that passes the rear door", rack.roomAirW, "W", "max(0, heat to air - door capacity)",
                {explainShare(racks_[index], rack.airW, true), explainDoor(rack)}));
        record("airflow.required_cfm", explainAirflow(racks_[index], rack));
        record("airflow.rise_k", explainRise(rack, index));
        record("liquid.flow_lpm", explainFlow(racks_[index], rack.liquidFlowLpm));
        record("thermal.inlet_limit_c", explainInletLimit(racks_[index], rack.inletLimitC));
        record("thermal.clock_fraction", explainClock(rack));
        record("thermal.chip_c", explainChip(rack));
        record("thermal.chip_margin_k",
            explainDerived("margin of the hottest accelerator", rack.chipMarginK, "K", "max_gpu_temp_c - T_chip", {explainChip(rack)}));
        record("thermal.intake_c", explainIntake(rack, index));
    }

    [[nodiscard]] static Explanation explainDoor(const RackThermal& rack)
    {
        return explainDerived("heat taken by the rear door", rack.doorW, "W", "min(door capacity, heat to air)",
            {explainInput("door capacity at its rated conditions", rack.doorCapacityW, "W", Origin::catalog,
                 "capacity_kw of the doors on the rack; 0: none"),
                explainInput("heat to air", rack.airW, "W", Origin::derived, {})});
    }

    [[nodiscard]] Explanation explainAirflow(const Groups& groups, const RackThermal& rack) const
    {
        Explanation told = explainDerived("air that the devices move", rack.airflowCfm, "CFM",
            "sum over devices of airflow_cfm; where none is stated, heat to air * class rule per kW", {});
        for (const Group& group : groups) {
            const Part& part = *in_.inventory.parts[static_cast<std::size_t>(group.partIndex)];
            if (!parts_[static_cast<std::size_t>(group.partIndex)].movesAir) continue;
            if (part.kind == PartKind::server)
                told.inputs.push_back(figureOf(part, "airflow_cfm", in_.catalog, in_.fillGaps).explanation);
            else
                told.inputs.push_back(
                    explainInput(part.displayName() + " airflow per W of its heat to air", cfmPerWatt(in_.catalog, in_.fillGaps), "CFM/W",
                        Origin::estimate, "class rule of air-cooled servers (airflow_cfm per kW)"));
        }
        return told;
    }

    [[nodiscard]] Explanation explainRise(const RackThermal& rack, std::size_t index) const
    {
        const double altitudeM = rack.room >= 0 ? siteOf(rack).altitudeM.value_or(0) : 0;
        return explainDerived("temperature rise of the air", rack.riseK, "K", "dT_F = 3.16 W / CFM * (sea-level density / density)",
            {explainInput("heat to air", rack.airW, "W", Origin::derived, {}), explainAirflow(racks_[index], rack),
                explainInput("density at the height over that at sea level", Quantity<>::known(airDensityRatio(altitudeM)), "",
                    Origin::derived, fmt::format("ISO 2533 standard atmosphere at {:.0f} m", altitudeM))},
            "standard air, 1.08 BTU/h per CFM and degree F");
    }

    [[nodiscard]] const Site& siteOf(const RackThermal& rack) const { return *result_.rooms[static_cast<std::size_t>(rack.room)].site; }

    [[nodiscard]] Explanation explainIntake(const RackThermal& rack, std::size_t index) const
    {
        Explanation told = explainDerived("intake air", rack.intakeC, "degC",
            "T_supply + r dT / (1 - r), dT of the air that has passed the rear door: rise * heat past the door / heat to air", {},
            "mass balance of a rack that breathes the share r of its own exhaust");
        if (rack.room < 0) {
            told.inputs.push_back(explainInput("room", Quantity<>::unknown("room"), "", Origin::user, "the rack stands in no known room"));
            return told;
        }
        const RoomThermal& room = result_.rooms[static_cast<std::size_t>(rack.room)];
        told.inputs = {explainInput("supply air of " + room.name(), Quantity<>::known(room.room->supplyAirC), "degC", Origin::user,
                           "set for the room"),
            explainRise(rack, index), explainInput("heat past the rear door", rack.roomAirW, "W", Origin::derived, {}),
            explainDerived("recirculated share of the intake", rack.recirculated, "",
                "max(by containment, 1 - supplied / required airflow)",
                {explainInput("by containment: " + room.room->containment, recirculationOf(room.room->containment), "", Origin::assumption,
                     "planning assumption without a published source"),
                    explainInput(
                        "supplied airflow", room.suppliedCfm, "CFM", Origin::user, "of the room and the air handlers placed in it"),
                    explainInput("required airflow", room.airflowCfm, "CFM", Origin::derived, "sum over the room")})};
        return told;
    }

    [[nodiscard]] Explanation explainFlow(const Groups& groups, const Quantity<>& value) const
    {
        Explanation told = explainDerived("coolant flow that the devices need", value, "l/min", "sum over devices of liquid_flow_lpm", {});
        for (const Group& group : groups) {
            const Part& part = *in_.inventory.parts[static_cast<std::size_t>(group.partIndex)];
            if (part.kind == PartKind::server && !(group.liquidW == Quantity<>::known(0)))
                told.inputs.push_back(figureOf(part, "liquid_flow_lpm", in_.catalog, in_.fillGaps).explanation);
        }
        return told;
    }

    [[nodiscard]] Explanation explainInletLimit(const Groups& groups, const Quantity<>& value) const
    {
        Explanation told = explainDerived("warmest intake that all devices take", value, "degC", "min over devices of max_inlet_c", {});
        for (const Group& group : groups)
            if (parts_[static_cast<std::size_t>(group.partIndex)].inletLimitC.hasValue())
                told.inputs.push_back(
                    figureOf(*in_.inventory.parts[static_cast<std::size_t>(group.partIndex)], "max_inlet_c", in_.catalog, in_.fillGaps)
                        .explanation);
        return told;
    }

    [[nodiscard]] static Explanation explainChip(const RackThermal& rack)
    {
        return explainDerived("hottest accelerator at its TDP", rack.chipC, "degC", "T_intake + R_th * tdp_w",
            {explainInput("intake air", rack.intakeC, "degC", Origin::derived, {})},
            "R_th where the catalog states one (air_thermal_resistance_k_per_w)");
    }

    [[nodiscard]] static Explanation explainClock(const RackThermal& rack)
    {
        return explainDerived("largest clock at which cooling holds", rack.clockFraction, "",
            fmt::format("largest c of 0.5 to 1 with P_idle + c^2 (P - P_idle) inside every limit; limited by: {}", toText(rack.limitedBy)),
            {explainInput("law of watts", Quantity<>::known(clockPowerExponent), "", Origin::assumption, std::string{clockPowerAssumption}),
                explainInput("intake air", rack.intakeC, "degC", Origin::derived, {}),
                explainInput("inlet limit", rack.inletLimitC, "degC", Origin::derived, {}),
                explainInput("margin of the hottest accelerator", rack.chipMarginK, "K", Origin::derived, {})});
    }

    void explainRoom(Trace& trace, const RoomThermal& room) const
    {
        const auto record = [&](std::string_view figure, const char* name, const Quantity<>& value, const char* unit, const char* formula) {
            trace.record(figureId(figure, "room", room.name()), explainDerived(name, value, unit, formula, {}));
        };
        record("heat.room_air_w", "heat that the room's air carries", room.roomAirW, "W",
            "sum over racks after rear doors + devices on the floor + heat that liquid-to-air units give back");
        record("heat.air_capacity_w", "what the room's air can carry", room.airCapacityW, "W",
            "air cooling set for the room + capacity_kw of air handlers and in-row units in it");
        record(
            "heat.loose_liquid_w", "heat that coolant units must carry", room.looseLiquidW, "W", "sum over liquid-cooled devices of P * f");
        record("heat.liquid_capacity_w", "what the coolant units can carry", room.liquidCapacityW, "W",
            "sum over units of capacity_kw, rescaled by UA * ATD where the room's liquid supply and the devices' coolant limit are known");
        record("airflow.required_cfm", "air that the devices move", room.airflowCfm, "CFM", "sum over the room");
        record("airflow.supplied_cfm", "air that the room supplies", room.suppliedCfm, "CFM",
            "airflow set for the room + airflow_cfm of air handlers and in-row units in it");
        record("liquid.flow_lpm", "coolant flow that the devices need", room.liquidFlowLpm, "l/min", "sum over devices of liquid_flow_lpm");
        record("liquid.supplied_lpm", "coolant flow on offer", room.liquidSuppliedLpm, "l/min",
            "sum over coolant units of secondary_flow_lpm, else what is set for the room");
    }

    void explainWorst(Trace& trace) const
    {
        const WorstOf worst = worstOf(result_);
        trace.record("thermal.intake_c", explainDerived("warmest intake of all racks", worst.intakeC, "degC", "max over racks", {}));
        trace.record("thermal.clock_fraction", explainDerived("lowest clock of all racks", worst.clockFraction, "", "min over racks", {}));
        trace.record("airflow.required_cfm",
            explainDerived("air that the devices move", worst.airflowCfm, "CFM", "sum over rooms and racks in none", {}));
        trace.record("liquid.flow_lpm",
            explainDerived("coolant flow that the devices need", worst.flowLpm, "l/min", "sum over rooms and racks in none", {}));
    }

    const ThermalInputs& in_;
    const std::vector<PartHeat>& parts_;
    const ThermalResult& result_;
    Groups all_;
    std::vector<Groups> racks_;
};

} // namespace

void explain(const ThermalInputs& inputs, const std::vector<PartHeat>& parts, const ThermalResult& result, Trace& trace)
{
    Explainer{inputs, parts, result}.run(trace);
}

} // namespace rackwright::thermal

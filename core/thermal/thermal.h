// Where the heat goes: to air, to liquid, through rear doors; airflow, intake temperatures, and the clock that cooling allows.
#pragma once

#include "core/cluster/inventory.h"
#include "core/quantity/explanation.h"
#include "core/quantity/quantity.h"

#include <string>
#include <string_view>
#include <vector>

namespace rackwright {

struct ThermalInputs {
    const Inventory& inventory;
    const Project& project;
    const Catalog& catalog;
    bool fillGaps = true;
    /// Watts drawn, parallel to the devices (one basis of the power ledger); cards inside their host's figure have 0.
    std::vector<Quantity<>> powerW;
    /// The part of them that no lower clock removes; parallel to the devices. Empty: throttling cannot be judged.
    std::vector<Quantity<>> idleW;
    /// The clock fraction at which `powerW` was computed, parallel to the devices; empty: 1.
    std::vector<double> clockFraction;
    std::string basis = "typical"; ///< for explanations
};

/// Why a rack may not run at full clock.
enum class HeatLimit { none, intake, roomAir, liquid, chip };
[[nodiscard]] std::string_view toText(HeatLimit limit);

struct RackThermal {
    Quantity<> airW = zero(), liquidW = zero(); ///< of the devices; their sum is the power
    Quantity<> doorW = zero(); ///< taken by the rear door
    Quantity<> roomAirW = zero(); ///< what the room's air must carry
    Quantity<> doorCapacityW = zero(); ///< 0: no door
    Quantity<> airflowCfm = zero(); ///< that the devices move
    Quantity<> riseK = Quantity<>::unknown("airflow_cfm");
    Quantity<> recirculated = Quantity<>::unknown("room"); ///< share of the intake that is exhaust
    Quantity<> intakeC = Quantity<>::unknown("room");
    Quantity<> fullIntakeC = Quantity<>::unknown("room"); ///< intake if the rack ran at full clock
    Quantity<> inletLimitC = Quantity<>::unknown("max_inlet_c"); ///< lowest of the air-cooled devices
    Quantity<> liquidFlowLpm = zero();
    Quantity<> chipC = Quantity<>::unknown("thermal resistance"); ///< hottest accelerator at full clock
    Quantity<> chipMarginK = Quantity<>::unknown("thermal resistance"); ///< to max_gpu_temp_c, else throttle_temp_c
    Quantity<> clockFraction = Quantity<>::known(1); ///< largest that cooling allows; 0.5 is the floor
    HeatLimit limitedBy = HeatLimit::none;
    bool beyondFloor = false; ///< not even half the clock is cool enough: parts would shut down
    int room = -1; ///< into ThermalResult::rooms
};

struct RoomThermal {
    const Site* site = nullptr;
    const Room* room = nullptr;
    Quantity<> airW = zero(), liquidW = zero();
    Quantity<> roomAirW = zero(); ///< after doors, with what liquid-to-air units put back
    Quantity<> fullAirW = zero(), fullLiquidW = zero(), fullTankW = zero(); ///< roomAirW, looseLiquidW, tankW if all ran at full clock
    Quantity<> airCapacityW =
        Quantity<>::unknown("air cooling"); ///< air handlers of the room, and in-row units and air handlers placed in it
    Quantity<> airflowCfm = zero(), suppliedCfm = Quantity<>::unknown("air supply");
    Quantity<> looseLiquidW = zero(); ///< liquid heat that needs a coolant unit (not from immersion tanks)
    Quantity<> liquidCapacityW = zero(); ///< coolant units to liquid
    Quantity<> liquidToAirW = zero(); ///< carried by liquid-to-air units back to the room
    Quantity<> liquidToAirCapacityW = zero();
    Quantity<> liquidFlowLpm = zero(), liquidSuppliedLpm = Quantity<>::unknown("secondary_flow_lpm");
    Quantity<> tankW = zero(), tankCapacityW = zero(); ///< immersion
    int coolantUnits = 0;
    bool facilityLiquid = false; ///< the room states liquid supply or flow
    std::vector<int> racks;

    [[nodiscard]] const std::string& name() const { return room->name; }
};

struct ThermalResult {
    std::vector<Quantity<>> airW, liquidW; ///< parallel to the devices
    std::vector<RackThermal> racks; ///< parallel to Inventory::racks
    std::vector<RoomThermal> rooms; ///< those in use, in order of the sites
    Quantity<> totalW = zero(), totalAirW = zero(), totalLiquidW = zero(), totalRoomAirW = zero(), totalDoorW = zero();
    std::vector<double> clockFraction; ///< parallel to the devices: what cooling allows, 1 for what does not throttle
};

/// The scenario's figure of what racks have each: warmest intake, lowest clock, sums of flows.
struct WorstOf {
    Quantity<> intakeC = Quantity<>::unknown("room"), clockFraction = Quantity<>::known(1), airflowCfm = zero(), flowLpm = zero();
};
[[nodiscard]] WorstOf worstOf(const ThermalResult& result);

/// Heat, airflow, temperatures and the largest clock at which they hold, solved in closed form. Linear in the devices.
/// With a trace, records an explanation for every figure of the area.
[[nodiscard]] ThermalResult assessThermal(const ThermalInputs& inputs, Trace* trace = nullptr);

/// Share of the intake air that is exhaust, by containment; planning assumption, no published source:
/// contained 0.02, open 0.10, none 0.20, each from half to double.
[[nodiscard]] Quantity<> recirculationOf(std::string_view containment);

} // namespace rackwright

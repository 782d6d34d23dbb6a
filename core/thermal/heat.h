// Steps of assessThermal: heat by device, what stands in each room, and the clock that cooling allows. Internal to the area.
#pragma once

#include "core/thermal/thermal.h"

#include <array>

namespace rackwright::thermal {

/// min(a, b), end by end.
[[nodiscard]] Quantity<> lesserOf(const Quantity<>& a, const Quantity<>& b);
/// max(0, a - b): the low end is the low of a less the high of b. Unknown when b is but a lower bound.
[[nodiscard]] Quantity<> beyond(const Quantity<>& a, const Quantity<>& b);
/// Is a band within a limit that is a band itself?
[[nodiscard]] Answer withinBand(const Quantity<>& value, const Quantity<>& limit);

/// Columns of a part that matter for heat, evaluated once per part.
struct PartHeat {
    Quantity<> liquidShare = zero();
    Quantity<> airflowCfm = zero(); ///< of the part as a whole; unknown: see airflowOf
    Quantity<> inletLimitC = Quantity<>::unknown("max_inlet_c");
    Quantity<> flowLpm = zero();
    Quantity<> coolantInletC = Quantity<>::unknown("coolant_inlet_max_c");
    Quantity<> capacityW = zero(); ///< of cooling equipment
    std::string_view coolingKind; ///< of cooling equipment, else empty
    bool immersed = false;
    bool throttles = false; ///< holds or is an accelerator
    bool movesAir = false; ///< has fans of its own in the air path
};
[[nodiscard]] std::vector<PartHeat> partHeats(const ThermalInputs& inputs);

/// Watts of air per CFM of air-cooled equipment that states no airflow: the class rule of air-cooled servers.
[[nodiscard]] Quantity<> cfmPerWatt(const Catalog& catalog, bool fillGaps);

/// Largest clock at which cooling holds, for each rack; sets clockFraction, limitedBy, beyondFloor of the racks.
void solveClocks(const ThermalInputs& inputs, const std::vector<PartHeat>& parts, ThermalResult& result);

/// Height factor of a room's air.
[[nodiscard]] double densityOf(const RoomThermal& room);
/// The chip limit of an accelerator: max_gpu_temp_c, else throttle_temp_c.
[[nodiscard]] std::string_view chipLimitColumn(const Part& accelerator);
inline constexpr std::string_view chipResistanceColumn = "air_thermal_resistance_k_per_w";
/// The accelerator inside a server, or the part itself; null: none.
[[nodiscard]] const Part* acceleratorIn(const Part& part, const Project& project);

void explain(const ThermalInputs& inputs, const std::vector<PartHeat>& parts, const ThermalResult& result, Trace& trace);

} // namespace rackwright::thermal

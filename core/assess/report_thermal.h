// The thermal area as figures and findings of a scenario.
#pragma once

#include "core/assess/assessment.h"
#include "core/thermal/thermal.h"

namespace rackwright {

/// Figures of scenario and racks: heat.{air,liquid,door,room_air}_w, airflow.required_cfm, liquid.flow_lpm, thermal.intake_c,
/// thermal.clock_fraction; of racks: airflow.rise_k, thermal.inlet_limit_c, thermal.chip_c, thermal.chip_margin_k; of rooms:
/// heat.{room_air,air_capacity,loose_liquid,liquid_capacity}_w, airflow.{required,supplied}_cfm, liquid.{flow,supplied}_lpm.
/// Findings (args): HEAT-BEYOND-COOLING (name, what: air, liquid or immersion, found_w, limit_w), HEAT-INTAKE-HOT (name, found_c,
/// limit_c), HEAT-THROTTLE (name, clock_fraction, limited_by), HEAT-NO-LIQUID (name, found_w), HEAT-AIRFLOW-SHORT (name,
/// found_cfm, limit_cfm), HEAT-FLOW-SHORT (name, found_lpm, limit_lpm), HEAT-NO-ROOM (racks). Errors are sure; what only the middle
/// figures say is a warning. Heat and intake are judged at full clock: a clock that had to be lowered is told beside it.
/// `basis` names the watts that the heat comes from.
void reportThermal(const ThermalResult& thermal, const Inventory& inventory, const std::string& basis, Report& report);

} // namespace rackwright

// The thermal area as figures and findings of a scenario.
#pragma once

#include "core/assess/assessment.h"
#include "core/thermal/thermal.h"

namespace rackwright {

/// Figures: heat.{air,liquid,room_air,door}_w of scenario and racks, heat.{room_air,air_capacity,liquid_capacity}_w@room,
/// airflow.required_cfm, airflow.supplied_cfm@room, airflow.rise_k, thermal.intake_c, thermal.inlet_limit_c,
/// thermal.chip_margin_k, thermal.clock_fraction, liquid.flow_lpm.
/// Findings: HEAT-BEYOND-COOLING, HEAT-INTAKE-HOT, HEAT-THROTTLE, HEAT-NO-LIQUID, HEAT-AIRFLOW-SHORT, HEAT-FLOW-SHORT.
/// `basis` names the watts the heat comes from.
void reportThermal(const Inventory& inventory, const ThermalResult& thermal, const std::string& basis, Report& report);

} // namespace rackwright

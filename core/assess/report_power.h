// The power area as figures and findings of a scenario.
#pragma once

#include "core/assess/assessment.h"
#include "core/power/power.h"

namespace rackwright {

/// Figures: power.{psu_installed,nameplate,typical,workload,idle}_w of scenario and racks; power.it_w, power.facility_w,
/// power.pue; power.load_w, power.load_typical_w, power.limit_w, power.current_a of each feed and PDU.
/// Findings: POWER-UNRESOLVED, POWER-PDU-OVERLOAD, POWER-FEED-OVERLOAD, POWER-PHASE-OVERLOAD, POWER-FEED-LOSS, POWER-PDU-LOSS,
/// POWER-UNCORDED, POWER-SINGLE-CORD, POWER-ONE-SIDE, POWER-SUPPLIES-SHORT, POWER-LOOP, POWER-DANGLING-CORD.
/// `workload` names the basis of the workload figure.
void reportPower(const Inventory& inventory, const PowerResult& power, const std::string& workload, Report& report);

} // namespace rackwright

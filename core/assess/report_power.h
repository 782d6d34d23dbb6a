// The power area as figures and findings of a scenario.
#pragma once

#include "core/assess/assessment.h"
#include "core/power/power.h"

namespace rackwright {

/// Figures: power.{psu_installed,nameplate,typical,workload,idle}_w of scenario and racks; power.it_w, power.facility_w,
/// power.pue, power.uncorded_w; power.load_w, power.load_typical_w, power.limit_w, power.current_a of each feed and PDU.
/// Findings (args): POWER-PDU-OVERLOAD, POWER-FEED-OVERLOAD (name, basis, found_w, limit_w; error when sure), POWER-PHASE-OVERLOAD
/// (name, basis, share), POWER-FEED-LOSS, POWER-PDU-LOSS (name or units, effect: dark, reduced, short or overload, devices,
/// basis), POWER-SUPPLIES-SHORT, POWER-UNCORDED, POWER-SINGLE-CORD, POWER-ONE-SIDE (devices), POWER-PDU-UNFED, POWER-LOOP (units),
/// POWER-DANGLING-CORD (cords). Of many subjects the first 64 are listed; the args have the count.
/// `workload` names the basis of the workload figure.
void reportPower(const PowerResult& power, const Inventory& inventory, const std::string& workload, Report& report);

} // namespace rackwright

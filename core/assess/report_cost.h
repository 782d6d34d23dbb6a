// The cost area's answers as figures and findings.
#pragma once

#include "core/assess/assessment.h"
#include "core/cost/cost.h"

namespace rackwright {

/// Adds the figures cost.capex_usd (whole and by group), cost.opex_usd_per_year, cost.energy_usd_per_year, cost.tco_usd,
/// cost.equivalent_annual_usd, cost.usd_per_accelerator_hour, cost.cloud_usd_per_year, cost.break_even_months,
/// cost.break_even_discounted_months, cost.unpriced_share; findings COST-….
void reportCost(const CostResult& cost, Report& report);

} // namespace rackwright

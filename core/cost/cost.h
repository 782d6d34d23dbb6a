// What a scenario costs: bill of materials, capex, opex, cloud, total over the years, break-even.
#pragma once

#include "core/cost/bom.h"
#include "core/cost/cloud.h"
#include "core/cost/expense.h"
#include "core/cost/tco.h"
#include "core/quantity/explanation.h"

#include <optional>
#include <string>
#include <vector>

namespace rackwright {

struct CostInputs {
    const Project* project = nullptr; ///< never null
    const Scenario* scenario = nullptr; ///< never null; its cloud plan is part of what it costs
    const Catalog* catalog = nullptr; ///< never null
    const Inventory* inventory = nullptr; ///< null: nothing on the premises
    std::vector<CableOrder> cables; ///< chosen by the fabric
    Quantity<> itPowerW = Quantity<>::unknown("power"); ///< mean draw of the IT devices
    std::string powerBasis = "workload"; ///< workload or typical
    Quantity<> pue = Quantity<>::unknown("pue");
    const Site* site = nullptr; ///< null: no region, no tariff
    CostChoices choices;
    CloudWork work; ///< for the scenario's own cloud plan
    const CloudPlan* alternative = nullptr; ///< a plan that would replace the build: compared, not added
    CloudWork alternativeWork;
    const struct CostResult* ownInstead = nullptr; ///< for a cloud scenario: the build that it would replace
    bool fillGaps = true;
};

/// Own against rented.
struct BreakEven {
    Quantity<> months; ///< at constant rates; unknown: never, hidden, or nothing to compare with (`missing` says which)
    Quantity<> discountedMonths;
    bool hidden = false; ///< a quarter of the capex or more is unknown
    std::vector<std::string> unpricedParts; ///< of the build; they hide it, or make it a lower bound
    bool never = false; ///< not within the horizon
    bool compared = false; ///< there was something to compare with
};

struct CostResult {
    Bom bom;
    CostBase base;
    Expense capex, opex; ///< opex without the cloud
    EnergyTerms energy;
    Quantity<> capexUsd = zero(), opexUsdPerYear = zero(), tcoUsd = zero();
    Quantity<> energyUsdPerYear = zero();
    std::optional<CloudQuote> cloud; ///< of the scenario's own plan
    std::optional<CloudQuote> alternative;
    double cloudHoursShare = 1; ///< of the own plan
    Quantity<> cloudUsdPerYear = Quantity<>::unknown("cloud plan"); ///< of the own plan, else of the alternative
    Quantity<> cloudTcoUsd = Quantity<>::unknown("cloud plan"); ///< its present value over the horizon
    Quantity<> equivalentAnnualUsd = zero(), usdPerAcceleratorHour = zero();
    BreakEven breakEven;
    Finance finance;
    bool regionMissing = false; ///< the site names no region, and states no tariff
    std::vector<std::string> assumedRows; ///< rows of unit costs that entered
};

/// Pure. With a trace it records the explanation of every figure under its id (`cost.capex_usd` …).
[[nodiscard]] CostResult computeCost(const CostInputs& inputs, Trace* trace);

/// Present value of a quoted rent over the horizon, its upfront payments at their dates.
[[nodiscard]] Quantity<> rentPresentValue(const CloudQuote& quote, const Finance& finance);

/// The break-even of a build against a rent in USD a year.
[[nodiscard]] BreakEven breakEvenOf(const Quantity<>& capexUsd, const Quantity<>& opexUsdPerYear, const Quantity<>& rentUsdPerYear,
    const Quantity<>& unpricedShare, const Finance& finance);

} // namespace rackwright

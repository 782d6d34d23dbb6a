// What is spent beside the hardware: once (capex) and every year (opex), each item by a stated row of unit costs.
#pragma once

#include "core/cost/bom.h"
#include "core/design/project.h"
#include "core/quantity/error.h"
#include "core/quantity/explanation.h"

#include <string>
#include <vector>

namespace rackwright {

/// Which unit costs (rows of catalog/onprem_costs) enter besides the hardware and the energy. Empty text or list: off.
struct CostChoices {
    std::vector<std::string> onceRows; ///< e.g. op028 USD/rack installation, op030 % of hardware, op104 spares
    std::vector<std::string> yearlyRows; ///< e.g. op048 software USD/GPU-year, op106 insurance
    std::string supportRow = "op044"; ///< percent of capex a year
    std::string salaryRow = "op053"; ///< USD per full-time post and year
    std::string serversPerPostRow = "op054";
    std::string smallestPostRow = "op056"; ///< posts for a single server: the least that is staffed
    std::string colocationRow; ///< USD/kW-month; the site's energy is then inside it unless energy is metered
    bool colocationMeteredEnergy = false;

    /// Hardware and energy only, as some published comparisons count.
    [[nodiscard]] static CostChoices energyOnly();
    friend bool operator==(const CostChoices&, const CostChoices&) = default;
};

/// What the unit costs multiply.
struct CostBase {
    Quantity<> hardwareUsd = zero(); ///< the bill of materials
    std::int64_t racks = 0, accelerators = 0;
    std::int64_t servers = 0; ///< in rooms, not edge boxes; a rack system counts as one for each eight accelerators
    Quantity<> itPowerW = Quantity<>::unknown("power");
};
[[nodiscard]] CostBase costBaseOf(const Inventory& inventory, const Bom& bom, const Quantity<>& itPowerW);

struct CostItem {
    std::string id; ///< hardware, energy, support, staff, colocation, or the row id
    Quantity<> usd; ///< once, or for one year
    Explanation why; ///< formula, inputs, source row
};

struct Expense {
    std::vector<CostItem> items;
    std::vector<Error> problems; ///< COST-NO-ROW, COST-WRONG-ROW: the choice does not fit
    std::vector<std::string> assumedRows; ///< rows that entered, sorted

    [[nodiscard]] Quantity<> totalUsd() const;
    [[nodiscard]] const CostItem* item(std::string_view id) const;
};

/// Capex: hardware and the chosen once-only rows.
[[nodiscard]] Expense capexOf(const Bom& bom, const CostBase& base, const CostChoices& choices, const Catalog& catalog);

/// What a kWh costs and how much is lost on the way.
struct EnergyTerms {
    Quantity<> tariffUsdPerKwh = Quantity<>::unknown("tariff");
    Quantity<> pue = Quantity<>::unknown("pue");
    Explanation tariffWhy, pueWhy;
    std::vector<std::string> assumedRows;
};
/// Tariff: the site's, else industrial price of its region (low and high span the region's second source). PUE: the site's, else
/// `pue` of the power area, else the row op113 when `fillGaps`.
[[nodiscard]] EnergyTerms energyTermsOf(
    const Project& project, const Site* site, const Quantity<>& pue, const Catalog& catalog, bool fillGaps);

/// W × 8,760 h × PUE × USD/kWh, in USD a year.
[[nodiscard]] Quantity<> energyUsdPerYear(const Quantity<>& itPowerW, const Quantity<>& pue, const Quantity<>& tariffUsdPerKwh);

/// Opex of a year: energy, support, staff, colocation and the chosen yearly rows. `capexUsd` is the base of support.
[[nodiscard]] Expense opexOf(const CostBase& base, const Quantity<>& capexUsd, const EnergyTerms& energy, std::string_view powerBasis,
    const CostChoices& choices, const Catalog& catalog);

} // namespace rackwright

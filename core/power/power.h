// One ledger of watts by device and basis, and the power path from feeds to devices. Totals are filters of the ledger.
#pragma once

#include "core/cluster/inventory.h"
#include "core/power/facility.h"
#include "core/power/path.h"
#include "core/quantity/explanation.h"
#include "core/quantity/quantity.h"

#include <array>
#include <string>
#include <string_view>
#include <vector>

namespace rackwright {

/// The figures that one device has. They are never mixed: a supply's rating is for cords and inlets and is never a load.
enum class PowerBasis {
    psuInstalled, ///< label sum of the supplies
    nameplate, ///< `max_power_w`: what to provision
    typical, ///< `typical_power_w`: sustained load
    workload, ///< idle + u x c^2 x (typical - idle), at the utilisation and clock given
    idle
};
inline constexpr std::size_t powerBases = 5;
[[nodiscard]] std::string_view toText(PowerBasis basis); ///< "psu installed", "nameplate", …
[[nodiscard]] std::string_view figureOf(PowerBasis basis); ///< "power.psu_installed_w", …

/// What a device's watts are for: PUE counts information technology only.
enum class LoadClass { it, cooling, powerChain };

struct PowerInputs {
    const Inventory& inventory;
    const Project& project;
    const Catalog& catalog;
    bool fillGaps = true;
    /// Share of the way from idle to full at which a device works, 0 to 1; parallel to the devices. Empty: no workload, the
    /// workload basis is then the typical one.
    std::vector<double> utilisation;
    /// 0 to 1, parallel to the devices; empty: 1. A lower clock draws less (cluster/clock_power.h).
    std::vector<double> clockFraction;
    /// Watts of the plugs and cables in each device, parallel to the devices; empty: none counted.
    std::vector<Quantity<>> opticsW;
    /// False: leaves PowerResult::path empty. It depends on neither utilisation nor clock, so a loop over these needs it once.
    bool tracePath = true;
};

/// Watts per device and basis. A card inside its host's figure has 0; see `hostAdjusted`.
struct PowerLedger {
    std::array<std::vector<Quantity<>>, powerBases> watts; ///< by basis, parallel to Inventory::devices
    std::vector<LoadClass> loadClass; ///< parallel to the devices
    std::vector<bool> counts; ///< false: spares, and plant outside the room (chillers, dry coolers, generators)

    [[nodiscard]] const std::vector<Quantity<>>& of(PowerBasis basis) const { return watts[static_cast<std::size_t>(basis)]; }
};

/// Sums of the ledger for a rack or the scenario.
struct PowerTotals {
    std::array<Quantity<>, powerBases> watts;
    [[nodiscard]] const Quantity<>& of(PowerBasis basis) const { return watts[static_cast<std::size_t>(basis)]; }
    [[nodiscard]] Quantity<>& of(PowerBasis basis) { return watts[static_cast<std::size_t>(basis)]; }
};

struct SitePower {
    const Site* site = nullptr; ///< null: devices whose site is not known
    Quantity<ItWatts> it; ///< IT devices on the workload basis
    Quantity<> pue;
    Quantity<FacilityWatts> facility; ///< it x PUE
};

struct PowerResult {
    PowerLedger ledger;
    std::vector<PowerTotals> racks; ///< parallel to Inventory::racks
    PowerTotals total;
    PowerTotals it; ///< of the total, what PUE applies to
    std::vector<SitePower> sites;
    Quantity<ItWatts> itW; ///< workload basis
    Quantity<FacilityWatts> facilityW;
    PowerPath path;

    /// Over all sites: facility / IT; that of the site where there is one. Unknown without IT power.
    [[nodiscard]] Quantity<> pue() const;
};

/// Ledger, totals, PUE and power path (normal state and the loss of each feed and each PDU). Linear in devices and cords.
/// With a trace, records an explanation for every figure of the area.
[[nodiscard]] PowerResult assessPower(const PowerInputs& inputs, Trace* trace = nullptr);

/// PUE of a site that states none: 1.3 where heat goes to air, 1.1 where it goes to liquid, by the share of heat
/// (SemiAnalysis InferenceX, planning figures); band by the sanity ranges 1.08 to 1.5 and 1.05 to 1.15.
[[nodiscard]] Quantity<> estimatedPue(double liquidShare);

} // namespace rackwright

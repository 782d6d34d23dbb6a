// How the ledger's figures of a part and of a device come about. Internal to the area.
#pragma once

#include "core/power/power.h"

namespace rackwright::power {

/// Columns of a part that hold its watts; an empty view: the part has no such figure of its own.
struct PowerColumns {
    std::string_view nameplate, typical, idle;
    bool steady = false; ///< no idle figure: draws its typical watts whatever the workload does
    bool passes = false; ///< passes power on and draws none of its own
};
[[nodiscard]] PowerColumns columnsOf(const Part& part);
[[nodiscard]] LoadClass loadClassOf(const Part& part);
/// Plant that stands outside the room: its watts are in the PUE.
[[nodiscard]] bool isOutsidePlant(const Part& part);

/// Watts of one part by basis (workload left out).
struct PartPower {
    Quantity<> psuInstalled = zero(), nameplate = zero(), typical = zero(), idle = zero();
    LoadClass loadClass = LoadClass::it;
    bool outside = false;
};
[[nodiscard]] std::vector<PartPower> partPowers(const PowerInputs& inputs);
/// Label sum of the supplies.
[[nodiscard]] Quantity<> installedSupplyW(const Part& part);

/// Share of a host's figure that is left when the cards it is sold with are partly missing: 1 - missing x TDP / max_power_w.
/// The band: missing cards draw between their typical share and all of their TDP.
[[nodiscard]] Quantity<> bareShare(const Part& host, int missingCards, const PowerInputs& inputs);

/// Per device: cards of the host's own kind in it, and which of them stay inside the host's figure.
struct CardCount {
    std::vector<int> own; ///< parallel to the devices: cards inside the host's figure
    std::vector<bool> inside; ///< parallel to the devices: this card is inside its host's figure
    [[nodiscard]] int missing(const Inventory& inventory, int host) const;
};
[[nodiscard]] CardCount countCards(const Inventory& inventory);

/// idle + share x (full - idle), band by the ends; `share` 0 to 1.
[[nodiscard]] Quantity<> between(const Quantity<>& idle, const Quantity<>& full, double share);

/// u x c^2 of a device: the share of the way from idle to full.
[[nodiscard]] double dynamicShareOf(const PowerInputs& inputs, std::size_t device);

[[nodiscard]] PowerLedger makeLedger(const PowerInputs& inputs);

/// Site of each device through its room, else the only site; null when not known.
[[nodiscard]] std::vector<const Site*> sitesOf(const Inventory& inventory, const Project& project);

/// Records the explanations of all figures of the area.
void explain(const PowerInputs& inputs, const PowerResult& result, Trace& trace);
void explainPath(const PowerInputs& inputs, const PowerResult& result, Trace& trace);

} // namespace rackwright::power

// How a part is mounted: in U, at a side, as a door, in a bay, on the floor. Read from stated catalog columns.
#pragma once

#include "core/catalog/catalog.h"
#include "core/catalog/part.h"
#include "core/design/project.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace rackwright {

enum class Mount {
    rackUnits, ///< takes U in a rack; boxes without a stated height may stand at a site
    zeroU, ///< at the side of a rack
    rearDoor,
    floor, ///< of a room: row and room units
    card, ///< goes into a bay of a host
    builtIn, ///< comes in a system and is not sold alone: SXM, OAM, modules
    wholeRack, ///< a rack sold whole
    frame, ///< an empty rack or tank
    cloudOnly, ///< can be rented, not bought
    loose ///< bought, but not mounted by itself: cables, CPUs
};

[[nodiscard]] Mount mountOf(const Part& part);
/// "in U of a rack", "at the side of a rack" … for messages.
[[nodiscard]] std::string_view toText(Mount mount);

/// Stated height in half-U; a rack sold whole fills its frame.
[[nodiscard]] std::optional<int> heightHalfUOf(const Part& part);
/// An override of the placement, else the stated number.
[[nodiscard]] std::optional<double> statedNumber(const Part& part, const Placement* placement, std::string_view column);
/// Watts by label: max_power_w, an accelerator's tdp_w, a cooling unit's power_w.
[[nodiscard]] std::optional<double> nameplateWOf(const Part& part, const Placement* placement = nullptr);
/// Depth that counts for devices: between the mounting rails where stated, else outside.
[[nodiscard]] std::optional<double> usableDepthMm(const Part& rack);

/// The ports of a part; a NIC's follow from its own columns where no table lists them.
[[nodiscard]] std::vector<PortGroup> portsOf(const Part& part);

/// Why a card does not go into a bay group, or nothing: a form that fits, watts and lanes as far as stated.
enum class BayFit { fits, form, power, lanes, cooling };
[[nodiscard]] BayFit bayFit(const Part& card, const Part& host, const BayGroup& bay);
[[nodiscard]] std::string_view cardFormOf(const Part& card);
[[nodiscard]] std::optional<int> cardLanesOf(const Part& card);

/// A server whose accelerators are PCIe cards that are sold with it.
[[nodiscard]] bool soldWithCards(const Part& server);
/// Servers whose accelerators are of this part.
[[nodiscard]] std::vector<PartPtr> systemsWith(const Part& accelerator, const Catalog& catalog);
/// Servers with a bay that takes the card.
[[nodiscard]] std::vector<PartPtr> hostsFor(const Part& card, const Catalog& catalog);
/// Instances that rent this accelerator, "provider instance", each once.
[[nodiscard]] std::vector<std::string> instancesWith(const Part& accelerator, const Catalog& catalog);
/// The accelerator of a cloud instance, by the catalog's aliases; may be null.
[[nodiscard]] PartPtr acceleratorOfInstance(const Part& instance, const Catalog& catalog);

} // namespace rackwright

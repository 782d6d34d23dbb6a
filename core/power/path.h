// The power path as a graph made from the cords: feeds, power units, supplies, devices; its loads, and what a loss does.
#pragma once

#include "core/cluster/inventory.h"
#include "core/quantity/quantity.h"

#include <array>
#include <string>
#include <vector>

namespace rackwright {

enum class LoadBasis { nameplate, typical };
inline constexpr std::size_t loadBases = 2;
[[nodiscard]] std::string_view toText(LoadBasis basis);

/// A feed of a site or a power unit (PDU, transfer switch, UPS, power shelf …) that cords lead to.
struct PathNode {
    const Site* site = nullptr; ///< of a feed
    const Feed* feed = nullptr; ///< null: a power unit
    int device = -1; ///< of a power unit, into Inventory::devices
    std::string name; ///< feed name or label
    Quantity<> limitW = Quantity<>::unknown("limit"); ///< continuous
    std::string limitRule; ///< how the limit came about
    std::array<Quantity<>, loadBases> loadW{zero(), zero()}; ///< that it delivers, normal state
    double efficiency = 1; ///< of a UPS; what it draws is load / efficiency
    std::array<Quantity<>, loadBases> currentA{Quantity<>::unknown("voltage"), Quantity<>::unknown("voltage")}; ///< per line
    std::array<Answer, loadBases> within{Answer::cannotSay, Answer::cannotSay}; ///< the limit, normal state
    std::array<double, loadBases> worstLegShare{}; ///< largest leg of the best spread over its limit; 0: not three-phase or not known
    std::vector<int> sources; ///< nodes that it draws from
    bool firstSourceOnly = false; ///< a transfer switch: draws from the first live source
    int devices = 0; ///< with at least one cord to it

    [[nodiscard]] bool isFeed() const { return feed != nullptr; }
};

/// A device that draws power through cords of its own.
struct PathDevice {
    int device = -1; ///< into Inventory::devices
    std::vector<int> cords; ///< node of each corded supply
    int supplies = 0; ///< inlets of the part
    int needed = 0; ///< supplies that carry full load; 0: not stated
    Quantity<> supplyRatedW = Quantity<>::unknown("rated_w"); ///< of one supply
    std::array<Quantity<>, loadBases> drawnW{zero(), zero()}; ///< with the cards in it
};

/// What happens when a node fails: devices by index into Inventory::devices, nodes by index into PowerPath::nodes.
struct LossOutcome {
    int node = -1;
    std::vector<int> dark; ///< all supplies lost
    std::vector<int> reduced; ///< fewer live supplies than needed, and live x rating below the nameplate
    std::vector<int> short_; ///< fewer live supplies than needed, though their rating covers the nameplate or is not known
    std::array<std::vector<int>, loadBases> overloaded; ///< surely beyond their limit, and not before the loss
    std::array<std::vector<int>, loadBases> perhapsOverloaded; ///< beyond it by the middle figures only
};

struct PowerPath {
    std::vector<PathNode> nodes; ///< feeds first, then power units in order of the devices
    std::vector<PathDevice> devices;
    std::vector<int> uncorded; ///< devices that draw power and have no cord; their watts still count in totals
    std::vector<int> singleCord; ///< several supplies, all cords to one node
    std::vector<int> oneSide; ///< cords to several nodes that all hang on one feed
    std::vector<int> suppliesShort; ///< fewer corded supplies than needed
    std::vector<int> unfed; ///< power units with a load and no cord to a source (nodes)
    std::vector<int> loops; ///< power units that feed themselves (nodes)
    std::vector<const Cord*> dangling; ///< cords to a feed or unit that does not exist
    std::vector<LossOutcome> losses; ///< of each node that carries a load, in order of nodes
    std::array<Quantity<>, loadBases> uncordedW{zero(), zero()};

    [[nodiscard]] int feeds() const;
};

/// Watts by device, zero where a device draws through its host. Devices share their load equally over their live supplies.
struct PathInputs {
    const Inventory& inventory;
    const Project& project;
    const Catalog& catalog;
    bool fillGaps = true;
    const std::vector<Quantity<>>& nameplateW;
    const std::vector<Quantity<>>& typicalW;
};

[[nodiscard]] PowerPath tracePowerPath(const PathInputs& inputs);

/// The continuous limit of a power unit: `derated_kw`, else `rated_kw` or volts x amperes with the continuous share.
struct SourcedLimit {
    Quantity<> watts;
    std::string rule;
};
[[nodiscard]] SourcedLimit continuousLimitOf(const Part& powerUnit);

} // namespace rackwright

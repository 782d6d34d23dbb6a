// One network of a build (compute, storage, in-band, out-of-band) as its links make it: tiers, capacity, rails.
#pragma once

#include "core/catalog/part.h"
#include "core/quantity/quantity.h"

#include <array>
#include <cstdint>
#include <vector>

namespace rackwright {

enum class LinkClass {
    nodeLeaf, ///< an end (host, storage system, management port) and its switch
    leafSpine, ///< tier 1 and tier 2
    spineCore, ///< tier 2 and above
    direct, ///< two ends without a switch
    other ///< switches of one tier, or in no network
};
[[nodiscard]] std::string_view toText(LinkClass kind);

/// The networks in the order in which they lay claim to a switch that several use.
inline constexpr std::array<PortRole, 4> networkRoles{PortRole::compute, PortRole::storage, PortRole::inBand, PortRole::outOfBand};

/// A switch in the first network that uses it.
struct SwitchState {
    int device = 0; ///< into Inventory::devices
    int ports = 0, portsUsed = 0; ///< fabric ports; a port with a broken-out plug is used once
    PortRole network = PortRole::fabric; ///< fabric: in no network yet
    int tier = 0; ///< 1: leaf; 0: in no network
    double downBytesPerS = 0, upBytesPerS = 0; ///< sums of link rates, one direction; all networks that share it
    [[nodiscard]] int portsFree() const { return ports - portsUsed; }
};

/// The ends of one host (or other end device) in a network, its cards included.
struct EndState {
    int device = 0; ///< into Inventory::devices
    int ports = 0, portsLinked = 0;
    double bytesPerS = 0; ///< of the linked ports, one direction, at the rate of the slower end
};

struct NetworkState {
    PortRole role = PortRole::compute;
    std::vector<EndState> ends; ///< every placed device with ports of this role, by device
    std::int64_t ports = 0, portsLinked = 0; ///< over all ends
    std::vector<int> switchesByTier; ///< [0]: leafs
    std::array<std::int64_t, 5> linksByClass{}; ///< by LinkClass
    bool tiered = false; ///< every link between switches joins neighbouring tiers
    int islands = 0; ///< groups of linked ends that nothing joins
    std::vector<int> unlinkedEnds; ///< devices with ports of this role, none linked
    std::vector<int> cutOffEnds; ///< linked devices outside the biggest island
    std::vector<double> oversubscriptionByTier; ///< worst down over up of a tier that has one above it
    Quantity<> oversubscription; ///< product over tiers, each at least 1
    Quantity<> bisectionBytesPerS; ///< one direction, between two even halves of the ends
    Quantity<> railPurity; ///< share of hosts with each rail on leafs of that rail alone; compute only
    int rails = 0; ///< rails that are linked
    std::int64_t mixedRailLeafs = 0; ///< leafs that carry more than one rail

    [[nodiscard]] std::int64_t links(LinkClass kind) const { return linksByClass[static_cast<std::size_t>(kind)]; }
    [[nodiscard]] std::int64_t links() const;
};

} // namespace rackwright

// The graph behind tracePowerPath: nodes in order from consumers to feeds, and loads that can be added and taken away.
// Internal to the area.
#pragma once

#include "core/power/path.h"

#include <span>

namespace rackwright::power {

/// A load with its band; unknown parts are counted, so that a difference restores what was before.
struct Load {
    double value = 0, low = 0, high = 0;
    int unknown = 0;

    static Load of(const Quantity<>& watts)
    {
        Load load;
        if (watts.hasValue()) load.value = watts.value, load.low = watts.low, load.high = watts.high;
        load.unknown = !watts.hasValue() || watts.knowledge == Knowledge::atLeast ? 1 : 0;
        return load;
    }
    Load& add(const Load& other, double share)
    {
        value += other.value * share, low += other.low * share, high += other.high * share;
        unknown += share > 0 ? other.unknown : share < 0 ? -other.unknown : 0;
        return *this;
    }
};
using Loads = std::array<Load, loadBases>;

/// Is the load within the limit? Sums of shares are compared with a relative 1e-9.
[[nodiscard]] Answer judge(const Load& load, const Quantity<>& limitW);

struct Graph {
    std::vector<std::vector<int>> consumers; ///< by node: power units that draw from it
    std::vector<std::vector<int>> attached; ///< by node: entries of PowerPath::devices with a cord to it, one per cord
    std::vector<int> order; ///< nodes, each before its sources
    std::vector<int> rank; ///< position in order
    std::vector<Loads> load; ///< delivered by each node in the normal state
    std::vector<Loads> drawn; ///< by entry of PowerPath::devices
};

/// Share of a node's draw that each of its live sources carries; parallel to its sources. Empty `alive`: all live.
[[nodiscard]] std::vector<double> sourceShares(const PathNode& node, std::span<const char> alive);

/// Orders the nodes from consumers to feeds; a cord that closes a loop is dropped and its unit noted in `path.loops`.
void orderNodes(PowerPath& path, Graph& graph);
void computeLosses(PowerPath& path, const Graph& graph);

} // namespace rackwright::power

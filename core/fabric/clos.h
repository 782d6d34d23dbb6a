// Sizing a folded Clos (fat tree): how many leafs, spines, cores and links a number of nodes needs.
#pragma once

#include "core/quantity/error.h"
#include "core/quantity/explanation.h"

#include <cstdint>
#include <optional>

namespace rackwright {

/// How many spines share the up-links of a leaf.
enum class SpinePolicy {
    minimalEven, ///< the fewest spines that carry all up-links and divide those of a leaf evenly
    maxDiversity ///< one link for each pair of leaf and spine
};

struct ClosInputs {
    std::int64_t nodes = 0;
    int linksPerNode = 1; ///< NIC links of a node in one plane
    int rails = 1; ///< link r of a node is on rail r modulo rails; 1: rails are not kept apart
    int radix = 64; ///< ports of a switch at the speed of the links
    std::optional<int> spineRadix; ///< of spine and core, where they differ (modular chassis)
    std::optional<int> nodesPerUnit; ///< nodes of a scalable unit; default: what fills the leafs of one unit
    std::optional<int> down, up; ///< links of a leaf towards nodes and spines; default: half of the radix each
    int planes = 1; ///< independent fabrics, each with its own links of every node
    int extraLinks = 0; ///< further end links in one plane (UFM, gateways)
    int linksPerCable = 1; ///< links in what is counted as one cable: 2 where a twin-port plug counts once
    bool railOnly = false; ///< every rail is a fabric of its own: nothing joins the rails
    SpinePolicy policy = SpinePolicy::minimalEven;
};

/// Counts over all rails and planes.
struct ClosPlan {
    int tiers = 0; ///< 1: leafs only
    std::int64_t units = 0; ///< scalable units
    std::int64_t leafs = 0, spines = 0, cores = 0;
    std::int64_t nodeLeafLinks = 0, leafSpineLinks = 0, spineCoreLinks = 0;
    std::int64_t nodeLeafCables = 0, leafSpineCables = 0, spineCoreCables = 0;
    int down = 0, up = 0; ///< of one leaf
    std::int64_t linksPerPair = 0; ///< parallel links between a leaf and a spine; 0 where pods keep pairs apart
    double oversubscription = 1; ///< down over up of a leaf, at least 1

    [[nodiscard]] std::int64_t switches() const { return leafs + spines + cores; }
};

/// Leafs L = rails · ceil(links of a unit on a rail / down) · units; two tiers while L <= radix, spines = the smallest divisor
/// of `up` that is >= ceil(L · up / radix); else three tiers (Al-Fares, Loukissas and Vahdat 2008), spines = ceil(L · up / (k/2)),
/// cores = ceil(spines / 2). The divisor rule gives the counts of NVIDIA's SuperPOD reference architectures (RA-11333-001
/// table 4; B200, B300 and B300 XDR). Leaf-spine links are built for full units.
/// Errors: FABRIC-PLAN-BAD-INPUT, FABRIC-PLAN-TOO-LARGE. Records explanations of `fabric.leaf_switches` and the others.
[[nodiscard]] Result<ClosPlan> planClos(const ClosInputs& inputs, Trace* trace = nullptr);

/// The leafs alone, for all planes: also where what is above them is not a Clos of one radix.
[[nodiscard]] Result<std::int64_t> leafSwitches(const ClosInputs& inputs);

} // namespace rackwright

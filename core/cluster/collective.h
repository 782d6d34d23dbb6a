// Time of collective operations by the alpha-beta model: what moves on each link, and the latency of each hop.
#pragma once

#include <span>

namespace rackwright {

/// Ranks joined by equal links. A tier of one rank takes no time.
struct Tier {
    int ranks = 1;
    double bytesPerS = 0; ///< per rank and direction, as reached by the operation (bus bandwidth)
    double latencyS = 0; ///< per hop
};

/// `low <= time <= high`: how far the stages of a hierarchical operation overlap is not known beforehand.
struct TimeBracket {
    double lowS = 0; ///< the slowest stage alone: full overlap
    double highS = 0; ///< the sum of all stages: no overlap
    /// low + share of what lies between; 0.43 is the median over seven measured systems (misses by -9 % to +22 %).
    [[nodiscard]] double at(double share) const { return lowS + share * (highS - lowS); }
};
inline constexpr double typicalBracketShare = 0.43;

// Flat operations over one tier; `bytes` is the whole buffer of one rank. Formulas: Patarasuk and Yuan 2009 (rings);
// Sanders, Speck and Traeff 2009 (double tree); nccl-tests doc/PERFORMANCE.md (factors).

/// 2 (n-1)/n · P/B + 2 (n-1) α
[[nodiscard]] double ringAllReduceS(const Tier& tier, double bytes);
/// (n-1)/n · P/B + (n-1) α
[[nodiscard]] double allGatherS(const Tier& tier, double bytes);
/// The same bytes and hops as the all-gather.
[[nodiscard]] double reduceScatterS(const Tier& tier, double bytes);
/// Pipelined double tree: 2 P/B + 2 log2(n) α, rounded up to whole levels.
[[nodiscard]] double treeAllReduceS(const Tier& tier, double bytes);
/// Reduction in the switch (NVLS, SHARP): each link carries P (n+1)/n once; 2 α.
[[nodiscard]] double inNetworkAllReduceS(const Tier& tier, double bytes);
/// (n-1)/n · P/B + (n-1) α
[[nodiscard]] double allToAllS(const Tier& tier, double bytes);
/// P/B + α over one link.
[[nodiscard]] double pointToPointS(const Tier& tier, double bytes);

/// Tiers from the innermost (fastest) to the outermost. Reduce-scatter inside, all-reduce of the share above, all-gather
/// inside: stage i moves 2 (g_i - 1)/g_i · (P / (g_1 … g_(i-1))) / B_i, each rank on its own rail.
[[nodiscard]] TimeBracket hierarchicalAllReduce(std::span<const Tier> tiers, double bytes);
/// One half of the all-reduce: stages of (g_i - 1)/g_i · (P / (g_1 … g_(i-1))) / B_i. Reduce-scatter takes the same.
[[nodiscard]] TimeBracket hierarchicalAllGather(std::span<const Tier> tiers, double bytes);
/// Every rank sends an equal part to every other: the share that leaves a domain, (n - n_in)/n of P, crosses the outer
/// tier while the rest stays inside. The bracket is max and sum of the stages.
[[nodiscard]] TimeBracket hierarchicalAllToAll(std::span<const Tier> tiers, double bytes);

/// Ranks of all tiers together.
[[nodiscard]] double rankCount(std::span<const Tier> tiers);
/// nccl-tests' bus bandwidth of an all-reduce that took `timeS`: P/t · 2 (n-1)/n.
[[nodiscard]] double allReduceBusBytesPerS(double ranks, double bytes, double timeS);

} // namespace rackwright

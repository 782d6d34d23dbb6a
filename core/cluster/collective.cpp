#include "core/cluster/collective.h"

#include <algorithm>
#include <cmath>

namespace rackwright {
namespace {

double ringShare(const Tier& tier)
{
    return static_cast<double>(tier.ranks - 1) / tier.ranks;
}

double hops(const Tier& tier)
{
    return (tier.ranks - 1) * tier.latencyS;
}

template <class Stage>
TimeBracket stages(std::span<const Tier> tiers, double bytes, Stage&& stageS)
{
    TimeBracket bracket;
    for (const Tier& tier : tiers) {
        const double stage = stageS(tier, bytes);
        bracket.lowS = std::max(bracket.lowS, stage);
        bracket.highS += stage;
        bytes /= tier.ranks;
    }
    return bracket;
}

} // namespace

double ringAllReduceS(const Tier& tier, double bytes)
{
    return 2 * allGatherS(tier, bytes);
}

double allGatherS(const Tier& tier, double bytes)
{
    return tier.ranks <= 1 ? 0 : ringShare(tier) * bytes / tier.bytesPerS + hops(tier);
}

double reduceScatterS(const Tier& tier, double bytes)
{
    return allGatherS(tier, bytes);
}

double treeAllReduceS(const Tier& tier, double bytes)
{
    if (tier.ranks <= 1) return 0;
    return 2 * bytes / tier.bytesPerS + 2 * std::ceil(std::log2(tier.ranks)) * tier.latencyS;
}

double inNetworkAllReduceS(const Tier& tier, double bytes)
{
    if (tier.ranks <= 1) return 0;
    return bytes * (tier.ranks + 1) / tier.ranks / tier.bytesPerS + 2 * tier.latencyS;
}

double allToAllS(const Tier& tier, double bytes)
{
    return allGatherS(tier, bytes);
}

double pointToPointS(const Tier& tier, double bytes)
{
    return bytes / tier.bytesPerS + tier.latencyS;
}

TimeBracket hierarchicalAllReduce(std::span<const Tier> tiers, double bytes)
{
    return stages(tiers, bytes, ringAllReduceS);
}

TimeBracket hierarchicalAllGather(std::span<const Tier> tiers, double bytes)
{
    return stages(tiers, bytes, allGatherS);
}

TimeBracket hierarchicalAllToAll(std::span<const Tier> tiers, double bytes)
{
    // Of n equal parts a rank keeps one, sends inner - 1 inside the first tier, inner * (g2 - 1) through the second, …
    const double total = rankCount(tiers);
    double inner = 1;
    TimeBracket bracket;
    for (const Tier& tier : tiers) {
        if (tier.ranks <= 1) continue;
        const double crossing = bytes * inner * (tier.ranks - 1) / total;
        const double stage = crossing / tier.bytesPerS + hops(tier);
        bracket.lowS = std::max(bracket.lowS, stage);
        bracket.highS += stage;
        inner *= tier.ranks;
    }
    return bracket;
}

double rankCount(std::span<const Tier> tiers)
{
    double count = 1;
    for (const Tier& tier : tiers) count *= tier.ranks;
    return count;
}

double allReduceBusBytesPerS(double ranks, double bytes, double timeS)
{
    return bytes / timeS * 2 * (ranks - 1) / ranks;
}

} // namespace rackwright

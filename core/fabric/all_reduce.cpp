#include "core/fabric/all_reduce.h"

#include <algorithm>

namespace rackwright {

namespace {

TimeBracket bracketOf(const AllReduceTiers& tiers, double insideBytesPerS, double acrossBytesPerS, double bytes)
{
    const Tier inside{tiers.inside, insideBytesPerS, scaleUpHopS};
    const Tier across{tiers.across, acrossBytesPerS, networkHopS};
    const double in = ringAllReduceS(inside, bytes);
    const double share = bytes / tiers.inside; // each rank carries its part across
    const double out = std::min(ringAllReduceS(across, share), treeAllReduceS(across, share));
    return {std::max(in, out), in + out};
}

} // namespace

AllReduceTiers allReduceTiers(const AcceleratorPool& pool)
{
    const int inside = std::max(1, pool.scaleUpDomain);
    return {inside, (pool.accelerators() + inside - 1) / inside};
}

Quantity<> allReduceS(const AcceleratorPool& pool, double bytes)
{
    const AllReduceTiers tiers = allReduceTiers(pool);
    if (pool.accelerators() < 2) return Quantity<>::unknown("a second accelerator");
    if (tiers.inside > 1 && pool.scaleUpBytesPerS <= 0) return Quantity<>::unknown("scale-up bandwidth");
    if (tiers.across > 1 && !pool.scaleOutBytesPerS.hasValue()) {
        Quantity<> unknown;
        unknown.missing = pool.scaleOutBytesPerS.missing;
        return unknown;
    }
    const double over = std::max(1.0, pool.oversubscription);
    const Quantity<>& out = pool.scaleOutBytesPerS;
    const double up = pool.scaleUpBytesPerS;
    const double low = bracketOf(tiers, up * scaleUpShare.high, out.high * nicShare.high, bytes).lowS;
    const double typical = bracketOf(tiers, up * scaleUpShare.typical, out.value * nicShare.typical / over, bytes).at(typicalBracketShare);
    const double high = bracketOf(tiers, up * scaleUpShare.low, out.low * nicShare.low / over, bytes).highS;
    return Quantity<>::estimated(low, typical, high);
}

} // namespace rackwright

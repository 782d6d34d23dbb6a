#include "core/fabric/fabric.h"

#include "core/fabric/all_reduce.h"
#include "core/fabric/figures.h"
#include "core/fabric/plan_cabling.h"

#include <algorithm>
#include <cmath>

namespace rackwright {

namespace {

/// A cage of one fast port that a switch can split: what is left of it stays free for further links.
bool canBeSplit(const PortType& type, double gbps)
{
    const double ways = type.spec.speedGbps / gbps;
    return type.spec.role == PortRole::fabric && type.form.family == "OSFP" && type.form.portsPerCage == 1 && ways >= 2
        && ways == std::floor(ways);
}

/// Ends of unlike speed are one link at the lower; a broken-out port is filled by several.
void judgePorts(const PortTable& ports, const std::vector<ResolvedLink>& links, LinkFaults& faults)
{
    std::vector<double> load(static_cast<std::size_t>(ports.ports()), 0.0);
    for (std::size_t i = 0; i < links.size(); ++i) {
        if (!links[i].valid()) {
            faults.missingPort.push_back(static_cast<int>(i));
            continue;
        }
        load[static_cast<std::size_t>(links[i].a.port)] += links[i].gbps;
        load[static_cast<std::size_t>(links[i].b.port)] += links[i].gbps;
    }
    constexpr double tolerance = 1e-6;
    for (std::size_t i = 0; i < links.size(); ++i) {
        if (!links[i].valid()) continue;
        bool overfilled = false, partlyUsed = false, slowed = false;
        for (const PortRef* end : {&links[i].a, &links[i].b}) {
            const double used = load[static_cast<std::size_t>(end->port)];
            overfilled = overfilled || used > end->spec->speedGbps + tolerance;
            partlyUsed = partlyUsed || (used < end->spec->speedGbps - tolerance && !canBeSplit(ports.type(end->type), links[i].gbps));
        }
        for (const PortRef* end : {&links[i].a, &links[i].b})
            slowed = slowed || (end->spec->role != PortRole::fabric && links[i].gbps < end->spec->speedGbps - tolerance && partlyUsed);
        if (overfilled) faults.overfilledPort.push_back(static_cast<int>(i));
        if (slowed)
            faults.slowedEnd.push_back(static_cast<int>(i));
        else if (partlyUsed)
            faults.speedMismatch.push_back(static_cast<int>(i));
    }
}

/// Rate of the linked compute ports of each host over its accelerators.
ScaleOut scaleOutOf(const Inventory& inventory, const NetworkState& compute)
{
    ScaleOut scaleOut;
    scaleOut.bytesPerSByDevice.assign(inventory.devices.size(), Quantity<>::unknown("compute links"));
    const std::vector<int> accelerators = acceleratorsByHost(inventory);
    for (const EndState& end : compute.ends) {
        const auto d = static_cast<std::size_t>(end.device);
        if (end.portsLinked > 0 && accelerators[d] > 0) scaleOut.bytesPerSByDevice[d] = Quantity<>::known(end.bytesPerS / accelerators[d]);
    }
    if (compute.oversubscription.hasValue()) scaleOut.oversubscription = compute.oversubscription.value;
    return scaleOut;
}

const AcceleratorPool* largestPool(const ClusterView& cluster)
{
    const auto largest = std::ranges::max_element(cluster.pools, {}, &AcceleratorPool::accelerators);
    return largest == cluster.pools.end() ? nullptr : &*largest;
}

} // namespace

const NetworkState& FabricResult::network(PortRole role) const
{
    return *std::ranges::find(networks, role, &NetworkState::role);
}

FabricResult assessFabric(const FabricInputs& in, Trace* trace)
{
    const PortTable ports{in.inventory};
    const std::vector<ResolvedLink> links = resolveLinks(in.inventory, ports);
    FabricResult result;
    judgePorts(ports, links, result.faults);
    NetworkAnalysis networks = analyseNetworks(in.inventory, ports, links);
    CablingFaults cablingFaults;
    result.cabling = planCabling(in.inventory, in.catalog, in.fillGaps, ports, links, networks, cablingFaults);
    result.faults.formConflict = std::move(cablingFaults.formConflict);
    result.faults.noCable = std::move(cablingFaults.noCable);
    result.faults.beyondReach = std::move(cablingFaults.beyondReach);
    result.networks = std::move(networks.networks);
    result.switches = std::move(networks.switches);
    result.scaleOut = scaleOutOf(in.inventory, result.network(PortRole::compute));
    const ClusterView cluster = clusterOf(in.inventory, in.catalog, in.fillGaps, result.scaleOut);
    const AcceleratorPool* pool = largestPool(cluster);
    if (pool) {
        result.allReducePool = pool->name;
        result.allReduceS = allReduceS(*pool, in.allReduceBytes);
        // Where what lies above the leafs cannot be judged, neither can the time across it.
        const Quantity<>& over = result.network(PortRole::compute).oversubscription;
        if (result.allReduceS.hasValue() && allReduceTiers(*pool).across > 1 && !over.hasValue()) {
            result.allReduceS = Quantity<>{};
            result.allReduceS.missing = over.missing;
        }
    } else {
        result.allReduceS = Quantity<>::unknown("accelerators");
    }
    writeFigures(in, cluster, pool, result, trace);
    return result;
}

} // namespace rackwright

#include "core/cluster/cluster_from_build.h"

#include "core/catalog/estimate.h"

#include <algorithm>
#include <map>
#include <tuple>

namespace rackwright {

namespace {

/// The kind of accelerator that a host gives, and how many.
struct HostLoad {
    PartPtr accelerator;
    int count = 0;
};

PartPtr heldPart(const Inventory& inventory, int device)
{
    return inventory.parts[static_cast<std::size_t>(inventory.devices[static_cast<std::size_t>(device)].partIndex)];
}

/// Loads of every host: built-in accelerators, or one entry for each kind of card in its bays.
std::vector<std::vector<HostLoad>> loadsByHost(const Inventory& inventory, const Catalog& catalog)
{
    std::vector<std::vector<HostLoad>> loads(inventory.devices.size());
    std::vector<PartPtr> builtIn(inventory.parts.size());
    for (std::size_t p = 0; p < inventory.parts.size(); ++p)
        if (inventory.parts[p]->kind == PartKind::server) builtIn[p] = acceleratorOf(*inventory.parts[p], inventory, catalog);
    for (std::size_t d = 0; d < inventory.devices.size(); ++d) {
        const Device& device = inventory.devices[d];
        const int count = acceleratorsOf(inventory, static_cast<int>(d));
        if (count == 0) continue;
        const bool isCard = device.part->kind == PartKind::accelerator;
        PartPtr part = isCard ? heldPart(inventory, static_cast<int>(d)) : builtIn[static_cast<std::size_t>(device.partIndex)];
        if (!part) continue;
        std::vector<HostLoad>& ofHost = loads[isCard && device.host >= 0 ? static_cast<std::size_t>(device.host) : d];
        const auto same = std::ranges::find(ofHost, part, &HostLoad::accelerator);
        if (same == ofHost.end())
            ofHost.push_back({std::move(part), count});
        else
            same->count += count;
    }
    return loads;
}

/// The slowest node decides; one without a value makes the pool unknown.
void takeSlower(Quantity<>& pool, const Quantity<>& node, bool first)
{
    if (first || !pool.hasValue() || !node.hasValue()) {
        if (first || pool.hasValue()) pool = node;
        return;
    }
    pool.value = std::min(pool.value, node.value);
    pool.low = std::min(pool.low, node.low);
    pool.high = std::min(pool.high, node.high);
    pool.knowledge = std::max(pool.knowledge, node.knowledge);
}

AcceleratorPool poolOf(const HostLoad& load, const Part& host, const Catalog& catalog, bool fillGaps)
{
    AcceleratorPool pool;
    pool.name = std::to_string(load.count) + "x " + load.accelerator->id;
    if (host.kind != PartKind::accelerator) pool.name += " in " + host.id;
    pool.accelerator = load.accelerator;
    pool.perNode = load.count;
    const double domain = load.accelerator->number("scaleup_domain_size").value_or(1);
    const double bidirectional = load.accelerator->number("scaleup_bidir_gb_per_s").value_or(0);
    pool.scaleUpDomain = std::clamp(static_cast<int>(std::min(domain, 1e6)), 1, std::max(1, load.count));
    pool.scaleUpBytesPerS = pool.scaleUpDomain > 1 ? bidirectional / 2 * 1e9 : 0;
    pool.hostMemoryBytes = valueOf(host, "ram_gb", catalog, fillGaps) * 1e9;
    return pool;
}

/// Sold without accelerators: the processors are all that computes.
bool isBareServer(const Part& part)
{
    return part.kind == PartKind::server && part.number("accelerator_count").value_or(0) == 0;
}

} // namespace

PartPtr acceleratorOf(const Part& server, const Inventory& inventory, const Catalog& catalog)
{
    const std::string_view id = server.text("accelerator_id");
    if (id.empty()) return nullptr;
    if (PartPtr own = inventory.namedPart(PartKind::accelerator, id)) return own;
    return catalog.find(PartKind::accelerator, id);
}

std::vector<int> acceleratorsByHost(const Inventory& inventory)
{
    std::vector<int> counts(inventory.devices.size());
    for (std::size_t d = 0; d < counts.size(); ++d) {
        const Device& device = inventory.devices[d];
        const bool inHost = device.part->kind == PartKind::accelerator && device.host >= 0;
        counts[inHost ? static_cast<std::size_t>(device.host) : d] += acceleratorsOf(inventory, static_cast<int>(d));
    }
    return counts;
}

ClusterView clusterOf(const Inventory& inventory, const Catalog& catalog, bool fillGaps, const ScaleOut& scaleOut)
{
    ClusterView view;
    std::map<std::tuple<const Part*, const Part*, int>, std::size_t> poolIndex;
    const std::vector<std::vector<HostLoad>> loads = loadsByHost(inventory, catalog);
    const Quantity<> unlinked = Quantity<>::unknown("compute links");
    for (std::size_t d = 0; d < loads.size(); ++d) {
        const Device& host = inventory.devices[d];
        if (host.counts && loads[d].empty() && isBareServer(*host.part)) view.processorHosts.push_back(toNumber(host.id()));
        for (const HostLoad& load : loads[d]) {
            const auto [entry, isNew] = poolIndex.try_emplace({load.accelerator.get(), host.part, load.count}, view.pools.size());
            if (isNew) {
                view.pools.push_back(poolOf(load, *host.part, catalog, fillGaps));
                view.pools.back().oversubscription = scaleOut.oversubscription;
            }
            AcceleratorPool& pool = view.pools[entry->second];
            takeSlower(pool.scaleOutBytesPerS, d < scaleOut.bytesPerSByDevice.size() ? scaleOut.bytesPerSByDevice[d] : unlinked, isNew);
            ++pool.nodes;
            pool.deviceIds.push_back(toNumber(host.id()));
        }
    }
    return view;
}

} // namespace rackwright

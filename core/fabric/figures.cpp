#include "core/fabric/figures.h"

#include "core/fabric/all_reduce.h"
#include "core/fabric/cable_route.h"
#include "core/quantity/figure_id.h"

#include <algorithm>
#include <fmt/format.h>
#include <functional>

namespace rackwright {

namespace {

Explanation counted(std::string name, double value, std::string unit = {})
{
    return explainInput(std::move(name), Quantity<>::known(value), std::move(unit), Origin::user, "placements and links of the build");
}

Explanation assumed(std::string name, double low, double value, double high, std::string unit, std::string source)
{
    return explainInput(std::move(name), Quantity<>::estimated(low, value, high), std::move(unit), Origin::assumption, std::move(source));
}

class Writer {
public:
    using Inputs = std::function<std::vector<Explanation>()>;

    Writer(const FabricInputs& in, FabricResult& result, Trace* trace) : in_{in}, result_{result}, trace_{trace} { }

    /// The inputs are asked for only when there is a trace.
    void add(
        std::string id, Quantity<> value, const char* unit, const char* basis, const char* name, const char* formula, const Inputs& inputs)
    {
        if (trace_) trace_->record(id, explainDerived(name, value, unit, formula, inputs()));
        result_.figures.push_back({std::move(id), std::move(value), unit, basis});
    }

    void writeNetwork(const NetworkState& network, bool ofScenario);
    void writeComputeCounts(const NetworkState& compute);
    void writeCabling();
    void writePools(const ClusterView& cluster);
    void writeAllReduce(const AcceleratorPool* pool);

private:
    [[nodiscard]] std::vector<Explanation> tierInputs(const NetworkState& network) const;

    const FabricInputs& in_;
    FabricResult& result_;
    Trace* trace_;
};

/// A count of what is linked; unknown while nothing is.
Quantity<> countIfLinked(const NetworkState& network, std::int64_t count)
{
    if (network.portsLinked == 0) return Quantity<>::unknown(std::string{toText(network.role)} + " links");
    return Quantity<>::known(static_cast<double>(count));
}

std::vector<Explanation> Writer::tierInputs(const NetworkState& network) const
{
    std::vector<Explanation> inputs;
    double endBytes = 0;
    for (const EndState& end : network.ends) endBytes += end.bytesPerS;
    inputs.push_back(counted("linked end ports", static_cast<double>(network.portsLinked)));
    inputs.push_back(counted("rate of all linked ends", endBytes, "bytes/s"));
    for (std::size_t t = 0; t < network.switchesByTier.size(); ++t) {
        double up = 0, down = 0;
        for (const SwitchState& s : result_.switches)
            if (s.network == network.role && s.tier == static_cast<int>(t) + 1) up += s.upBytesPerS, down += s.downBytesPerS;
        inputs.push_back(counted(fmt::format("switches of tier {}", t + 1), network.switchesByTier[t]));
        inputs.push_back(counted(fmt::format("rate below tier {}", t + 1), down, "bytes/s"));
        inputs.push_back(counted(fmt::format("rate above tier {}", t + 1), up, "bytes/s"));
    }
    for (std::size_t t = 0; t < network.oversubscriptionByTier.size(); ++t)
        inputs.push_back(counted(fmt::format("worst down / up of tier {}", t + 1), network.oversubscriptionByTier[t]));
    return inputs;
}

void Writer::writeNetwork(const NetworkState& network, bool ofScenario)
{
    const std::string name{toText(network.role)};
    const auto id = [&](const char* figure) { return ofScenario ? std::string{figure} : figureId(figure, "network", name); };
    const Inputs tiers = [&] { return tierInputs(network); };
    add(id("fabric.bisection_bytes_per_s"), network.bisectionBytesPerS, "bytes/s", "line rate, one direction", "bisection bandwidth",
        "half of the smallest of: rate of all ends; over each tier the sum of min(down, up) of its switches", tiers);
    add(id("fabric.oversubscription"), network.oversubscription, "", "linked ports", "oversubscription",
        "product over tiers of max(1, worst down / up of a switch)", tiers);
    if (ofScenario) return;
    add(id("fabric.links"), countIfLinked(network, network.links()), "", "", "links of the network", "count", [&] {
        std::vector<Explanation> inputs;
        for (const LinkClass kind : {LinkClass::nodeLeaf, LinkClass::leafSpine, LinkClass::spineCore, LinkClass::direct, LinkClass::other})
            inputs.push_back(counted(std::string{toText(kind)}, static_cast<double>(network.links(kind))));
        return inputs;
    });
    add(id("fabric.ports"), Quantity<>::known(static_cast<double>(network.ports)), "", "", "end ports",
        "sum of the ports of this role of all placed devices",
        [&] { return std::vector{counted("devices with such ports", static_cast<double>(network.ends.size()))}; });
    add(id("fabric.ports_linked"), Quantity<>::known(static_cast<double>(network.portsLinked)), "", "", "linked end ports", "count",
        [&] { return std::vector{counted("end ports", static_cast<double>(network.ports))}; });
}

void Writer::writeComputeCounts(const NetworkState& compute)
{
    const auto tier = [&](std::size_t t) { return t < compute.switchesByTier.size() ? compute.switchesByTier[t] : 0; };
    std::int64_t cores = 0;
    for (std::size_t t = 2; t < compute.switchesByTier.size(); ++t) cores += compute.switchesByTier[t];
    const Inputs ports = [&] { return std::vector{counted("linked end ports", static_cast<double>(compute.portsLinked))}; };
    const auto switches = [&](const char* id, const char* name, std::int64_t count, const char* formula) {
        add(id, countIfLinked(compute, count), "", "compute network", name, formula, ports);
    };
    switches("fabric.leaf_switches", "leaf switches", tier(0), "switches with a linked end");
    switches("fabric.spine_switches", "spine switches", tier(1), "switches one step from the leafs");
    switches("fabric.core_switches", "core switches", cores, "switches two and more steps from the leafs");
    const auto cables = [&](const char* id, const char* name, LinkClass kind) {
        add(id, countIfLinked(compute, compute.links(kind)), "", "compute network; one cable a link", name, "links between these tiers",
            ports);
    };
    cables("fabric.node_leaf_cables", "node-leaf cables", LinkClass::nodeLeaf);
    cables("fabric.leaf_spine_cables", "leaf-spine cables", LinkClass::leafSpine);
    cables("fabric.spine_core_cables", "spine-core cables", LinkClass::spineCore);
    add("fabric.rail_purity", compute.railPurity, "", "compute network", "rail purity",
        "hosts with each rail on leafs of that rail alone / hosts with rails",
        [&] { return std::vector{counted("leafs that carry several rails", static_cast<double>(compute.mixedRailLeafs))}; });
}

void Writer::writeCabling()
{
    const Cabling& cabling = result_.cabling;
    const auto total = [&](std::int64_t count, bool complete) {
        Quantity<> q = cabling.validLinks == 0 ? Quantity<>::unknown("links") : Quantity<>::known(static_cast<double>(count));
        if (complete || !q.hasValue()) return q;
        if (cabling.linksWithoutLength > 0) q += Quantity<>::unknown("rack positions");
        if (cabling.linksWithoutCable + cabling.formConflicts > 0) q += Quantity<>::unknown("cables that the catalog lacks");
        return q;
    };
    const bool complete = cabling.linksWithoutCable == 0 && cabling.linksWithoutLength == 0 && cabling.formConflicts == 0;
    const Inputs lines = [&] {
        std::vector<Explanation> inputs{counted("links", static_cast<double>(cabling.validLinks))};
        for (const CableLine& line : cabling.lines)
            inputs.push_back(
                counted(line.lengthM > 0 ? fmt::format("{} of {:g} m", line.part ? line.part->id : "fibre", line.lengthM) : line.part->id,
                    static_cast<double>(line.count)));
        return inputs;
    };
    add("fabric.links", total(cabling.validLinks, true), "", "all networks", "links", "count", lines);
    add("fabric.cables", total(cabling.cables, complete), "", "all networks", "cables and fibres",
        "one fibre a link and plug pair; one copper or active cable for all links of the cages that it joins", lines);
    add("fabric.plugs", total(cabling.plugs, complete), "", "all networks", "transceivers", "one for each cage with an optical link",
        lines);
    add("fabric.cable_m", cabling.cableM, "m", "low without slack, high as sold", "total cable length",
        "in a rack |dz| + 2 exits; else (tray - z1) + (tray - z2) + |dx| + |dy| + 2 exits; plus slack", [&] {
            const char* rule = "planning rule of this program";
            return std::vector{counted("links", static_cast<double>(cabling.validLinks)),
                assumed("tray above the racks", trayAboveRackM, trayAboveRackM, trayAboveRackM, "m", rule),
                assumed("side exit", sideExitM, sideExitM, sideExitM, "m", rule),
                assumed("slack", leastSlackM, leastSlackM, leastSlackM, "m, or a tenth of the way if that is more", rule)};
        });
    std::int64_t ports = 0, used = 0;
    for (const SwitchState& s : result_.switches) ports += s.ports, used += s.portsUsed;
    add("fabric.switch_ports_free",
        result_.switches.empty() ? Quantity<>::unknown("switches") : Quantity<>::known(static_cast<double>(ports - used)), "",
        "all placed switches", "free switch ports", "fabric ports of placed switches - ports in use", [&] {
            return std::vector{counted("switch ports", static_cast<double>(ports)), counted("in use", static_cast<double>(used))};
        });
}

void Writer::writePools(const ClusterView& cluster)
{
    for (const AcceleratorPool& pool : cluster.pools)
        add(figureId("fabric.scale_out_bytes_per_s", "pool", pool.name), pool.scaleOutBytesPerS, "bytes/s",
            "per accelerator, one direction", "scale-out bandwidth",
            "linked compute ports * rate of the slower end / accelerators, of the slowest node", [&] {
                return std::vector{counted("nodes", pool.nodes), counted("accelerators of a node", pool.perNode)};
            });
}

void Writer::writeAllReduce(const AcceleratorPool* pool)
{
    add("fabric.allreduce_s", result_.allReduceS, "s", "message as explained, over the largest pool", "all-reduce time",
        "inside: 2 (g-1)/g P/B_i + 2 (g-1) alpha_i; across: smaller of ring and double tree for P/g; between max and sum, at 0.43", [&] {
            std::vector<Explanation> inputs{
                explainInput("message", Quantity<>::known(in_.allReduceBytes), "bytes", Origin::assumption, "stated message: 1 GiB")};
            if (!pool) return inputs;
            const AllReduceTiers tiers = allReduceTiers(*pool);
            inputs.push_back(counted("accelerators of a scale-up domain (g) of " + pool->name, tiers.inside));
            inputs.push_back(counted("domains", tiers.across));
            inputs.push_back(explainInput("scale-up rate of an accelerator", Quantity<>::known(pool->scaleUpBytesPerS), "bytes/s",
                Origin::catalog, pool->accelerator->id + " scaleup_bidir_gb_per_s / 2"));
            inputs.push_back(assumed("share of it that collectives reach", scaleUpShare.low, scaleUpShare.typical, scaleUpShare.high, "",
                "NCCL tuning constants; measured MI300X rings and H200 NVLS"));
            inputs.push_back(explainInput(
                "scale-out rate of an accelerator", pool->scaleOutBytesPerS, "bytes/s", Origin::derived, "linked compute ports"));
            inputs.push_back(assumed("share of it that collectives reach", nicShare.low, nicShare.typical, nicShare.high, "",
                "46 to 48 of 50 GB/s on NDR, NVIDIA advice for NCCL tests"));
            inputs.push_back(counted("oversubscription", pool->oversubscription));
            inputs.push_back(
                assumed("alpha inside", scaleUpHopS, scaleUpHopS, scaleUpHopS, "s", "NCCL src/graph/tuning.cc, NVLink ring, Simple"));
            inputs.push_back(
                assumed("alpha across", networkHopS, networkHopS, networkHopS, "s", "NCCL src/graph/tuning.cc, network ring, Simple"));
            return inputs;
        });
}

} // namespace

void writeFigures(
    const FabricInputs& in, const ClusterView& cluster, const AcceleratorPool* largestPool, FabricResult& result, Trace* trace)
{
    Writer writer{in, result, trace};
    const NetworkState& compute = result.network(PortRole::compute);
    writer.writeNetwork(compute, true);
    writer.writeComputeCounts(compute);
    writer.writeCabling();
    writer.writeAllReduce(largestPool);
    writer.writePools(cluster);
    for (const NetworkState& network : result.networks)
        if (network.ports > 0) writer.writeNetwork(network, false);
}

} // namespace rackwright

#include "core/fabric/clos.h"

#include <algorithm>
#include <fmt/format.h>

namespace rackwright {

namespace {

constexpr std::int64_t ceilDiv(std::int64_t a, std::int64_t b)
{
    return (a + b - 1) / b;
}

Unexpected badInput(std::string_view what, std::int64_t found, std::string_view wanted)
{
    return fail("FABRIC-PLAN-BAD-INPUT", {{"what", std::string{what}}, {"found", std::to_string(found)}, {"wanted", std::string{wanted}}});
}

/// The size of one fabric (a plane, or one rail of it where rails are kept apart) with all defaults filled in.
struct Sizing {
    std::int64_t fabrics = 1; ///< equal fabrics side by side
    int rails = 1; ///< within one of them
    std::int64_t linksPerNode = 1;
    std::int64_t ends = 0; ///< node and extra links
    int down = 0, up = 0;
    std::int64_t nodesPerUnit = 0, units = 0, leafs = 0;
    int radix = 0, spineRadix = 0;
    bool leafOnly = false;
};

Result<void> check(const ClosInputs& in)
{
    if (in.nodes < 1) return badInput("nodes", in.nodes, ">= 1");
    if (in.nodes > 1'000'000) return badInput("nodes", in.nodes, "<= 1000000");
    if (in.linksPerNode < 1 || in.linksPerNode > 1024) return badInput("links_per_node", in.linksPerNode, "1 to 1024");
    if (in.radix < 2) return badInput("radix", in.radix, ">= 2");
    if (in.spineRadix && *in.spineRadix < 2) return badInput("spine_radix", *in.spineRadix, ">= 2");
    if (in.rails < 1 || in.linksPerNode % in.rails != 0) return badInput("rails", in.rails, "a divisor of the links of a node");
    if (in.planes < 1) return badInput("planes", in.planes, ">= 1");
    if (in.extraLinks < 0) return badInput("extra_links", in.extraLinks, ">= 0");
    if (in.linksPerCable < 1) return badInput("links_per_cable", in.linksPerCable, ">= 1");
    if (in.nodesPerUnit && *in.nodesPerUnit < 1) return badInput("nodes_per_unit", *in.nodesPerUnit, ">= 1");
    if (in.down && (*in.down < 1 || *in.down > in.radix)) return badInput("down", *in.down, "1 to the radix");
    if (in.up && (*in.up < 0 || *in.up + in.down.value_or(1) > in.radix)) return badInput("up", *in.up, "what the radix leaves");
    return {};
}

/// Where all ends fit one switch and nothing else is asked, that switch is the fabric.
bool fitsOneSwitch(const ClosInputs& in, const Sizing& size)
{
    return !in.down && !in.up && size.rails == 1 && size.ends <= size.radix;
}

Result<Sizing> sizeOf(const ClosInputs& in)
{
    if (auto good = check(in); !good) return Unexpected{good.error()};
    Sizing size;
    size.radix = in.radix;
    size.spineRadix = in.spineRadix.value_or(in.radix);
    size.fabrics = in.railOnly ? std::int64_t{in.planes} * in.rails : in.planes;
    size.rails = in.railOnly ? 1 : in.rails;
    size.linksPerNode = in.railOnly ? in.linksPerNode / in.rails : in.linksPerNode;
    size.ends = in.nodes * size.linksPerNode + ceilDiv(in.extraLinks, in.railOnly ? in.rails : 1);
    size.leafOnly = fitsOneSwitch(in, size);
    size.down = size.leafOnly ? in.radix : in.down.value_or(in.up ? in.radix - *in.up : in.radix / 2);
    size.up = size.leafOnly ? 0 : in.up.value_or(std::min(size.down, in.radix - size.down));
    const std::int64_t linksOnRail = size.linksPerNode / size.rails;
    size.nodesPerUnit = in.nodesPerUnit ? *in.nodesPerUnit : std::max<std::int64_t>(1, size.down / linksOnRail);
    const std::int64_t leafsOfUnit = size.rails * ceilDiv(size.nodesPerUnit * linksOnRail, size.down);
    size.units = std::max(ceilDiv(in.nodes, size.nodesPerUnit), ceilDiv(size.ends, leafsOfUnit * size.down));
    // Without rails and units of their own, leafs are filled one after the other.
    size.leafs = size.rails == 1 && !in.nodesPerUnit ? ceilDiv(size.ends, size.down) : size.units * leafsOfUnit;
    return size;
}

/// The smallest divisor of `up` that is at least `least`; `least` <= `up` always holds in a two-tier fabric.
std::int64_t smallestEvenSplit(std::int64_t up, std::int64_t least)
{
    for (std::int64_t spines = std::max<std::int64_t>(1, least); spines < up; ++spines)
        if (up % spines == 0) return spines;
    return up;
}

Unexpected tooLarge(const Sizing& size, std::int64_t limit)
{
    return fail("FABRIC-PLAN-TOO-LARGE",
        {{"what", "ends of one fabric"}, {"found", std::to_string(size.ends)}, {"wanted", fmt::format("at most {}", limit)},
            {"radix", std::to_string(size.radix)}});
}

/// Spines and cores of one fabric.
Result<void> planUpperTiers(const ClosInputs& in, const Sizing& size, ClosPlan& plan)
{
    plan.tiers = 1;
    if (size.up == 0) {
        if (size.leafs > 1) return badInput("up", 0, "up-links, as the ends need more than one leaf");
        return {};
    }
    const std::int64_t k = size.spineRadix;
    plan.leafSpineLinks = size.leafs * size.up;
    if (size.leafs <= k) {
        plan.tiers = 2;
        plan.spines = in.policy == SpinePolicy::maxDiversity ? size.up : smallestEvenSplit(size.up, ceilDiv(plan.leafSpineLinks, k));
        plan.linksPerPair = size.up / plan.spines;
        return {};
    }
    // A pod has `up` spines of k/2 leafs each; each of the k pods at most reaches every core group.
    const std::int64_t mostLeafs = k * (k / 2);
    if (size.leafs > mostLeafs) return tooLarge(size, mostLeafs * size.down);
    plan.tiers = 3;
    plan.spines = ceilDiv(plan.leafSpineLinks, k / 2);
    plan.spineCoreLinks = plan.spines * (k / 2);
    plan.cores = ceilDiv(plan.spineCoreLinks, k);
    return {};
}

Explanation input(std::string name, double value)
{
    return explainInput(std::move(name), Quantity<>::known(value), {}, Origin::user, "plan");
}

Explanation derived(std::string name, double value, std::string formula, std::vector<Explanation> inputs)
{
    return explainDerived(std::move(name), Quantity<>::known(value), {}, std::move(formula), std::move(inputs),
        "folded Clos; Al-Fares, Loukissas and Vahdat 2008; NVIDIA DGX SuperPOD RA-11333-001 table 4");
}

void explain(const ClosInputs& in, const Sizing& size, const ClosPlan& plan, Trace& trace)
{
    const auto value = [](std::int64_t n) { return static_cast<double>(n); };
    const Explanation leafs = derived("leaf switches", value(plan.leafs), "fabrics * rails * ceil(unit links on a rail / down) * units",
        {input("nodes", value(in.nodes)), input("links per node", in.linksPerNode), input("rails", in.rails), input("planes", in.planes),
            input("nodes per unit", value(size.nodesPerUnit)), input("down links of a leaf", plan.down), input("radix", in.radix)});
    const Explanation leafSpine =
        derived("leaf-spine links", value(plan.leafSpineLinks), "leafs * up", {leafs, input("up links of a leaf", plan.up)});
    const std::string spineRule = plan.tiers == 3 ? "ceil(leaf-spine links / (radix / 2))"
        : in.policy == SpinePolicy::maxDiversity  ? "up links of a leaf, one to each spine"
                                                  : "smallest divisor of the up links >= ceil(leaf-spine links / radix)";
    const Explanation spines =
        derived("spine switches", value(plan.spines), spineRule, {leafSpine, input("radix of a spine", size.spineRadix)});
    trace.record("fabric.leaf_switches", leafs);
    trace.record("fabric.spine_switches", spines);
    trace.record("fabric.core_switches",
        derived(
            "core switches", value(plan.cores), plan.tiers == 3 ? "ceil(spine-core links / radix)" : "none below three tiers", {spines}));
    trace.record("fabric.node_leaf_cables",
        derived("node-leaf cables", value(plan.nodeLeafCables), "ceil(planes * (nodes * links per node + extra links) / links per cable)",
            {input("nodes", value(in.nodes)), input("links per node", in.linksPerNode), input("extra links", in.extraLinks),
                input("planes", in.planes), input("links per cable", in.linksPerCable)}));
    trace.record("fabric.leaf_spine_cables",
        derived("leaf-spine cables", value(plan.leafSpineCables), "ceil(leaf-spine links / links per cable)",
            {leafSpine, input("links per cable", in.linksPerCable)}));
    trace.record("fabric.spine_core_cables",
        derived("spine-core cables", value(plan.spineCoreCables), "ceil(spines * radix / 2 / links per cable)", {spines}));
    trace.record("fabric.oversubscription",
        derived("oversubscription", plan.oversubscription, "max(1, down / up)",
            {input("down links of a leaf", plan.down), input("up links of a leaf", plan.up)}));
}

} // namespace

Result<ClosPlan> planClos(const ClosInputs& in, Trace* trace)
{
    const Result<Sizing> sized = sizeOf(in);
    if (!sized) return Unexpected{sized.error()};
    const Sizing& size = *sized;
    ClosPlan plan;
    if (auto planned = planUpperTiers(in, size, plan); !planned) return Unexpected{planned.error()};
    plan.units = size.units;
    plan.down = size.down;
    plan.up = size.up;
    plan.oversubscription = size.up == 0 ? 1.0 : std::max(1.0, static_cast<double>(size.down) / size.up);
    plan.leafs = size.leafs * size.fabrics;
    plan.spines *= size.fabrics;
    plan.cores *= size.fabrics;
    plan.leafSpineLinks *= size.fabrics;
    plan.spineCoreLinks *= size.fabrics;
    plan.nodeLeafLinks = in.planes * (in.nodes * in.linksPerNode + in.extraLinks);
    plan.nodeLeafCables = ceilDiv(plan.nodeLeafLinks, in.linksPerCable);
    plan.leafSpineCables = ceilDiv(plan.leafSpineLinks, in.linksPerCable);
    plan.spineCoreCables = ceilDiv(plan.spineCoreLinks, in.linksPerCable);
    if (trace) explain(in, size, plan, *trace);
    return plan;
}

Result<std::int64_t> leafSwitches(const ClosInputs& in)
{
    return sizeOf(in).map([](const Sizing& size) { return size.leafs * size.fabrics; });
}

} // namespace rackwright

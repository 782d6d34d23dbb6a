// fabric: sizes a leaf/spine fabric from counts alone.

#include "app/cli/command.h"

#include "core/fabric/clos.h"

#include <memory>

namespace rackwright::cli {

namespace {

Result<Answer> runPlan(const ClosInputs& inputs, Format format)
{
    return planClos(inputs).map([&](const ClosPlan& plan) {
        return printed(Node::Object{{"tiers", plan.tiers}, {"scalable_units", plan.units}, {"leaf_switches", plan.leafs},
                           {"spine_switches", plan.spines}, {"core_switches", plan.cores}, {"node_leaf_cables", plan.nodeLeafCables},
                           {"leaf_spine_cables", plan.leafSpineCables}, {"spine_core_cables", plan.spineCoreCables},
                           {"down_per_leaf", plan.down}, {"up_per_leaf", plan.up}, {"oversubscription", plan.oversubscription}},
            format);
    });
}

} // namespace

void addFabricCommands(Commands& commands)
{
    CLI::App* fabric = commands.group("fabric", "Size a fabric");
    auto inputs = std::make_shared<ClosInputs>();
    CLI::App* plan = commands.add(
        "plan", "Leaf, spine and core switches and cables for a number of nodes", [inputs](Format f) { return runPlan(*inputs, f); },
        fabric);
    plan->add_option("--nodes", inputs->nodes, "number of nodes")->required()->check(CLI::Range(1, 10'000'000));
    plan->add_option("--links-per-node", inputs->linksPerNode, "NIC links of a node in one plane")->check(CLI::Range(1, 1024));
    plan->add_option("--rails", inputs->rails, "rails that are kept apart")->check(CLI::Range(1, 1024));
    plan->add_option("--radix", inputs->radix, "ports of a switch at the speed of the links")
        ->check(CLI::Range(2, 4096))
        ->capture_default_str();
    plan->add_option("--nodes-per-unit", inputs->nodesPerUnit, "nodes of a scalable unit")->check(CLI::Range(1, 1'000'000));
    plan->add_option("--down", inputs->down, "links of a leaf towards nodes")->check(CLI::Range(1, 4096));
    plan->add_option("--up", inputs->up, "links of a leaf towards spines")->check(CLI::Range(1, 4096));
    plan->add_option("--planes", inputs->planes, "independent fabrics")->check(CLI::Range(1, 64));
    plan->add_option("--extra-links", inputs->extraLinks, "further end links, e.g. of UFM")->check(CLI::Range(0, 100000));
}

} // namespace rackwright::cli

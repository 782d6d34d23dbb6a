#include "core/assess/finding_table.h"

#include <array>

namespace rackwright {

namespace {

using enum Severity;

constexpr std::array table{
    FindingKind{"COST-ASSUMES", info, "unit costs that entered the running costs"},
    FindingKind{"COST-BREAK-EVEN-HIDDEN", warning, "a quarter or more of the capex is unknown, so no break-even is shown"},
    FindingKind{"COST-EQUAL-BY-COUNT", info, "equal work is unknown, the same number of accelerators is rented"},
    FindingKind{"COST-NEAREST-UNKNOWN", warning, "the site has no place on the map, the cheapest region was taken"},
    FindingKind{"COST-NO-BREAK-EVEN", info, "owning does not become cheaper within the horizon"},
    FindingKind{"COST-NO-CLOUD-PRICE", error, "the cloud plan has no published price"},
    FindingKind{"COST-NO-ENERGY", warning, "the cost of energy is unknown"},
    FindingKind{"COST-NO-EQUAL-WORK", error, "the number of instances for equal work cannot be said"},
    FindingKind{"COST-NO-INSTANCE", error, "the instance type has no price row"},
    FindingKind{"COST-NO-PRICE", warning, "parts without a price make the capex a lower bound"},
    FindingKind{"COST-NO-REGION", warning, "the site has neither region nor tariff"},
    FindingKind{"COST-NO-ROW", error, "a chosen unit cost does not exist"},
    FindingKind{"COST-NOT-SOLD-IN-REGION", error, "the instance is not sold in the region of the plan"},
    FindingKind{"COST-PRICE-LATER", info, "parts with prices later than the project's date only"},
    FindingKind{"COST-TERM-NOT-SOLD", warning, "the price term is sold nowhere, on demand is used"},
    FindingKind{"COST-UNKNOWN-TERM", error, "the price term does not exist"},
    FindingKind{"COST-WRONG-ROW", error, "a chosen unit cost has another unit than its use needs"},
    FindingKind{"ENGINE-NOT-CONVERGED", warning, "clocks and heat did not settle"},
    FindingKind{"FABRIC-CABLE-REACH", error, "a stated cable does not suit its way"},
    FindingKind{"FABRIC-CUT-OFF", warning, "devices that cannot reach the rest of their network"},
    FindingKind{"FABRIC-NO-CABLE", warning, "links that no cable of the catalog serves"},
    FindingKind{"FABRIC-NO-PORT", error, "links to ports that do not exist"},
    FindingKind{"FABRIC-NOT-TIERED", info, "a network without clear tiers: bisection unknown"},
    FindingKind{"FABRIC-OVERSUBSCRIBED", warning, "less bandwidth above the leaf than below"},
    FindingKind{"FABRIC-PARTLY-LINKED", info, "devices with free ports in a network"},
    FindingKind{"FABRIC-PORT-FORM", error, "ports that no plug can join"},
    FindingKind{"FABRIC-PORT-OVERFILLED", error, "a port asked for more than its speed"},
    FindingKind{"FABRIC-RAIL-MIXED", warning, "rails that share leafs"},
    FindingKind{"FABRIC-SPEED-MISMATCH", warning, "compute or storage ports that run below their speed"},
    FindingKind{"FABRIC-SPEED-UNLIKE", info, "links whose ends differ in speed at no cost to the work"},
    FindingKind{"FABRIC-UNLINKED-HOST", warning, "devices with ports for a network and no link in it"},
    FindingKind{"HEAT-AIRFLOW-SHORT", warning, "the room supplies less air than the devices move"},
    FindingKind{"HEAT-BEYOND-COOLING", error, "more heat than the cooling can carry"},
    FindingKind{"HEAT-FLOW-SHORT", warning, "less liquid than the parts need"},
    FindingKind{"HEAT-INTAKE-HOT", error, "intake air above the limit of a device"},
    FindingKind{"HEAT-NO-LIQUID", error, "liquid-cooled parts without a coolant unit"},
    FindingKind{"HEAT-NO-ROOM", info, "racks in no room: cooling is not judged"},
    FindingKind{"HEAT-THROTTLE", warning, "cooling does not allow the full clock"},
    FindingKind{"MEMORY-DOES-NOT-FIT", error, "the workload does not fit the memory"},
    FindingKind{"MEMORY-SHORT", warning, "the service fits only with shorter context or fewer sequences"},
    FindingKind{"MEMORY-TIGHT", warning, "the workload fits tightly"},
    FindingKind{"POWER-DANGLING-CORD", error, "cords to something that does not exist"},
    FindingKind{"POWER-FEED-LOSS", error, "what the loss of a feed does: dark, reduced, short of supplies, overload"},
    FindingKind{"POWER-FEED-OVERLOAD", error, "a feed beyond its continuous limit"},
    FindingKind{"POWER-LOOP", error, "power units that feed themselves"},
    FindingKind{"POWER-ONE-SIDE", warning, "all cords of a device on one feed"},
    FindingKind{"POWER-PDU-LOSS", error, "what the loss of a power unit does"},
    FindingKind{"POWER-PDU-OVERLOAD", error, "a power unit beyond its continuous limit"},
    FindingKind{"POWER-PDU-UNFED", warning, "a power unit without a feed"},
    FindingKind{"POWER-PHASE-OVERLOAD", warning, "one phase beyond its limit"},
    FindingKind{"POWER-SINGLE-CORD", warning, "all cords of a device on one power unit"},
    FindingKind{"POWER-SUPPLIES-SHORT", error, "fewer supplies with cords than a device needs"},
    FindingKind{"POWER-UNCORDED", warning, "devices that draw power without a cord"},
    FindingKind{"SOFTWARE-BLOCKS", error, "an engine or format that does not run on the accelerator"},
    FindingKind{"SOFTWARE-NEEDS", info, "versions that an accelerator needs at least"},
    FindingKind{"SOFTWARE-NOT-STATED", info, "an engine or format of which nobody states that it runs on the accelerator"},
    FindingKind{"SOFTWARE-UNKNOWN", info, "an accelerator whose software is not in the catalog"},
    FindingKind{"SPACE-DEPTH-TIGHT", warning, "little room for cords behind a device"},
    FindingKind{"SPACE-FLOOR-LOAD", error, "a rack beyond the floor's limit"},
    FindingKind{"SPACE-OVERLAP", error, "two devices in one place"},
    FindingKind{"SPACE-OVERWEIGHT-RACK", error, "a rack beyond its static load"},
    FindingKind{"SPACE-TOO-DEEP", error, "a device deeper than its rack"},
    FindingKind{"SPACE-TOO-HIGH", error, "a device above the top of its rack"},
    FindingKind{"SPACE-UNPLACED", info, "devices that stand nowhere yet"},
    FindingKind{"WORKLOAD-MIXED-ACCELERATORS", info, "accelerators of other kinds stay unused"},
    FindingKind{"WORKLOAD-NO-ACCELERATORS", error, "a workload without accelerators"},
    FindingKind{"WORKLOAD-NOT-COMPUTED", warning, "a workload that cannot be computed"},
    FindingKind{"WORKLOAD-ON-PROCESSORS", warning, "a workload on servers without accelerators: not computed"},
    FindingKind{"WORKLOAD-OVERBOOKED", warning, "more than all accelerators are given away"},
};

} // namespace

std::span<const FindingKind> findingTable()
{
    return table;
}

} // namespace rackwright

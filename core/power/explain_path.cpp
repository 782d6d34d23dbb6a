#include "core/catalog/estimate.h"
#include "core/power/electrical.h"
#include "core/power/ledger.h"
#include "core/quantity/figure_id.h"

#include <fmt/format.h>

#include <algorithm>

namespace rackwright::power {

namespace {

Explanation explainLimit(const PowerInputs& inputs, const PathNode& node)
{
    Explanation told;
    told.name = "continuous limit of " + node.name;
    told.value = node.limitW, told.unit = "W", told.formula = node.limitRule;
    if (node.isFeed()) {
        told.origin = Origin::user, told.source = "stated for the site";
        return told;
    }
    const Part& part = *inputs.inventory.devices[static_cast<std::size_t>(node.device)].part;
    for (const std::string_view column : {"derated_kw", "rated_kw", "voltage_v", "current_a"})
        if (part.find(column)) told.inputs.push_back(figureOf(part, column, inputs.catalog, false).explanation);
    return told;
}

/// What hangs on each node: entries of PowerPath::devices, one per cord, and power units.
struct Hanging {
    explicit Hanging(const PowerPath& path) : devices(path.nodes.size()), units(path.nodes.size())
    {
        for (std::size_t i = 0; i < path.devices.size(); ++i)
            for (const int node : path.devices[i].cords) devices[static_cast<std::size_t>(node)].push_back(static_cast<int>(i));
        for (std::size_t i = 0; i < path.nodes.size(); ++i)
            for (const int source : path.nodes[i].sources) units[static_cast<std::size_t>(source)].push_back(static_cast<int>(i));
    }
    std::vector<std::vector<int>> devices, units;
};

/// The devices on a node by part with the share of their draw that falls on it, and the power units behind it.
void addConsumers(
    const PowerInputs& inputs, const PowerPath& path, std::size_t node, LoadBasis basis, const Hanging& hanging, Explanation& told)
{
    struct Group {
        int partIndex, cords;
        Quantity<> watts;
    };
    std::vector<Group> groups;
    for (const int entry : hanging.devices[node]) {
        const PathDevice& device = path.devices[static_cast<std::size_t>(entry)];
        const int part = inputs.inventory.devices[static_cast<std::size_t>(device.device)].partIndex;
        auto at = std::ranges::find(groups, part, &Group::partIndex);
        if (at == groups.end()) at = groups.insert(groups.end(), {part, 0, zero()});
        ++at->cords;
        at->watts += device.drawnW[static_cast<std::size_t>(basis)] * (1.0 / static_cast<double>(device.cords.size()));
    }
    for (const Group& group : groups) {
        Explanation input;
        const Part& part = *inputs.inventory.parts[static_cast<std::size_t>(group.partIndex)];
        input.name = fmt::format("{} cords of {}", group.cords, part.displayName());
        input.value = group.watts, input.unit = "W";
        input.formula = "watts of the device / its live supplies, for each cord";
        const PowerColumns columns = columnsOf(part);
        if (const std::string_view column = basis == LoadBasis::nameplate ? columns.nameplate : columns.typical; !column.empty())
            input.inputs.push_back(figureOf(part, column, inputs.catalog, inputs.fillGaps).explanation);
        told.inputs.push_back(std::move(input));
    }
    for (const int index : hanging.units[node]) {
        const PathNode& unit = path.nodes[static_cast<std::size_t>(index)];
        Explanation input;
        input.name = fmt::format("{} (delivers)", unit.name);
        input.value = unit.loadW[static_cast<std::size_t>(basis)], input.unit = "W";
        input.formula = unit.firstSourceOnly ? "its load, all on the first live source"
                                             : fmt::format("its load / {} sources / efficiency {}", unit.sources.size(), unit.efficiency);
        told.inputs.push_back(std::move(input));
    }
}

Explanation explainCurrent(const PathNode& node)
{
    Explanation told;
    told.name = "current per line of " + node.name;
    told.value = node.currentA[static_cast<std::size_t>(LoadBasis::nameplate)], told.unit = "A";
    told.formula = "P / (sqrt(3) V_LL pf), single-phase P / (V pf)";
    Explanation load;
    load.name = "load, nameplate", load.value = node.loadW[static_cast<std::size_t>(LoadBasis::nameplate)], load.unit = "W";
    Explanation factor;
    factor.name = "power factor", factor.value = Quantity<>::estimated(powerFactorLow, powerFactorTypical, powerFactorHigh);
    factor.origin = Origin::assumption, factor.source = "measured at the wall: MLPerf inference v4.1 and v5.1 power logs";
    told.inputs = {std::move(load), std::move(factor)};
    return told;
}

} // namespace

void explainPath(const PowerInputs& inputs, const PowerResult& result, Trace& trace)
{
    const PowerPath& path = result.path;
    const Hanging hanging{path};
    for (std::size_t i = 0; i < path.nodes.size(); ++i) {
        const PathNode& node = path.nodes[i];
        const std::string_view kind = node.isFeed() ? "feed" : "pdu";
        for (const LoadBasis basis : {LoadBasis::nameplate, LoadBasis::typical}) {
            Explanation told;
            told.name = fmt::format("load of {}, {} basis, all feeds live", node.name, toText(basis));
            told.value = node.loadW[static_cast<std::size_t>(basis)], told.unit = "W";
            told.formula = "sum over its cords; devices share their load equally over their live supplies";
            addConsumers(inputs, path, i, basis, hanging, told);
            trace.record(
                figureId(basis == LoadBasis::nameplate ? "power.load_w" : "power.load_typical_w", kind, node.name), std::move(told));
        }
        trace.record(figureId("power.limit_w", kind, node.name), explainLimit(inputs, node));
        trace.record(figureId("power.current_a", kind, node.name), explainCurrent(node));
    }
    Explanation uncorded;
    uncorded.name = "nameplate power of devices without a cord";
    uncorded.value = path.uncordedW[static_cast<std::size_t>(LoadBasis::nameplate)], uncorded.unit = "W";
    uncorded.formula = "sum over devices that no cord leads to; it counts in the totals and for heat, and loads no feed";
    trace.record("power.uncorded_w", std::move(uncorded));
}

} // namespace rackwright::power

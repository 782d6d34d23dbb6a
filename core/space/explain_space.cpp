#include "core/space/space_parts.h"

#include "core/catalog/estimate.h"
#include "core/quantity/figure_id.h"

#include <fmt/format.h>
#include <map>

namespace rackwright {

namespace {

Explanation counted(std::string name, double count, std::string what)
{
    return explainInput(std::move(name), Quantity<>::known(count), {}, Origin::user, std::move(what));
}

/// count * weight_kg of every distinct part among the devices.
class Masses {
public:
    explicit Masses(const SpaceInputs& in) : in_{in} { }

    std::vector<Explanation> of(const std::vector<int>& devices)
    {
        std::map<std::pair<int, bool>, int> counts; // by part, and whether it stands at an edge site
        std::vector<Explanation> lines;
        for (const int d : devices) {
            const Device& device = in_.inventory.devices[static_cast<std::size_t>(d)];
            if (!device.counts || device.host >= 0) continue;
            if (const std::optional<double> own = overriddenNumber(device, "weight_kg"))
                lines.push_back(
                    explainInput(device.label() + " weight_kg", Quantity<>::known(*own), "kg", Origin::user, "set for this device"));
            else
                ++counts[{device.partIndex, isEdgeBox(device)}];
        }
        for (const auto& [part, count] : counts) lines.push_back(line(part.first, count, in_.fillGaps && !part.second));
        return lines;
    }

private:
    Explanation line(int part, int count, bool fillGaps)
    {
        const Part& what = *in_.inventory.parts[static_cast<std::size_t>(part)];
        SourcedFigure weight = figureOf(what, "weight_kg", in_.catalog, fillGaps);
        return explainDerived(
            what.displayName(), weight.value * count, "kg", fmt::format("{} * weight_kg", count), {std::move(weight.explanation)});
    }

    const SpaceInputs& in_;
};

/// A column of the rack; of a system sold as a whole rack, the column that stands for it.
Explanation rackColumn(const SpaceInputs& in, std::size_t rack, std::string_view column)
{
    const Part* part = framePart(in.inventory, static_cast<int>(rack));
    if (!part)
        return explainInput(std::string{column}, Quantity<>::unknown("rack"), {}, Origin::assumption, "the project has no such part");
    const bool whole = isWholeRack(*part);
    if (whole && column == "empty_weight_kg")
        return explainInput("frame", Quantity<>::known(0), "kg", Origin::assumption, "the weight of a rack sold whole has its frame in it");
    if (whole && column == "outer_width_mm" && part->text(column).empty())
        return explainInput(
            "outer width", wholeRackWidthMm(), "mm", Origin::assumption, "19-inch frames are 600 mm wide, with wide doors up to 750 mm");
    return figureOf(*part, whole && column == "outer_depth_mm" ? "depth_mm" : column, in.catalog, in.fillGaps).explanation;
}

void explainRack(const SpaceInputs& in, const SpaceResult& result, std::size_t r, Masses& masses, Trace& trace)
{
    const RackSpace& space = result.racks[r];
    const std::string& name = in.inventory.racks[r]->name;
    const Explanation used = explainDerived("U in use", Quantity<>::known(space.uUsed), "U", "half-U rows with a device on either face / 2",
        {counted("devices in the rack", static_cast<double>(in.inventory.devicesOfRack[r].size()), "placed")});
    trace.record(figureId("space.u_free", "rack", name),
        explainDerived("U free", space.uFree, "U", "max(0, u_height - U in use)", {rackColumn(in, r, "u_height"), used}));
    trace.record(figureId("space.u_used", "rack", name), used);
    std::vector<Explanation> parts = masses.of(in.inventory.devicesOfRack[r]);
    parts.push_back(rackColumn(in, r, "empty_weight_kg"));
    const Explanation mass = explainDerived(
        "mass of the rack", space.massKg, "kg", "empty weight + sum of the devices (cards weigh within their hosts)", std::move(parts));
    trace.record(figureId("space.floor_kg_per_m2", "rack", name),
        explainDerived("floor load", space.floorKgPerM2, "kg/m2", "mass / (outer width * outer depth)",
            {mass, rackColumn(in, r, "outer_width_mm"), rackColumn(in, r, "outer_depth_mm")}));
    trace.record(figureId("space.mass_kg", "rack", name), mass);
}

void explainTotals(const SpaceInputs& in, const SpaceResult& result, Masses& masses, Trace& trace)
{
    const Explanation racks = counted("racks", result.racksInUse, "placed");
    std::vector<int> all(in.inventory.devices.size());
    for (std::size_t d = 0; d < all.size(); ++d) all[d] = static_cast<int>(d);
    std::vector<Explanation> parts = masses.of(all);
    std::map<const Part*, int> frames;
    for (const PartPtr& part : in.inventory.rackParts)
        if (part) ++frames[part.get()];
    for (const auto& [part, count] : frames) {
        SourcedFigure weight = figureOf(*part, "empty_weight_kg", in.catalog, in.fillGaps);
        parts.push_back(explainDerived(
            part->displayName(), weight.value * count, "kg", fmt::format("{} * empty_weight_kg", count), {std::move(weight.explanation)}));
    }
    trace.record("space.mass_kg", explainDerived("mass", result.massKg, "kg", "sum of racks and devices", std::move(parts)));
    trace.record("space.u_used", explainDerived("U in use", Quantity<>::known(result.uUsed), "U", "sum over the racks", {racks}));
    trace.record("space.u_free", explainDerived("U free", result.uFree, "U", "sum over the racks", {racks}));
    trace.record("space.floor_kg_per_m2",
        explainDerived("floor load", result.floorKgPerM2, "kg/m2", "largest mass / (outer width * outer depth) of a rack", {racks}));
    trace.record("space.footprint_m2",
        explainDerived("footprint of the racks", result.footprintM2, "m2", "sum of outer width * outer depth, without aisles", {racks}));
}

void explainCounts(const SpaceResult& result, Trace& trace)
{
    const auto add = [&](const char* id, int count, const char* name, const char* rule) {
        trace.record(id, explainDerived(name, Quantity<>::known(count), {}, rule, {}));
    };
    add("count.accelerators", result.accelerators, "accelerators",
        "sum of accelerator_count of the systems placed, and of the cards placed");
    add("count.nodes", result.nodes, "nodes", "placed hosts with accelerators");
    add("count.devices", result.devices, "devices", "placed devices, without the cards in their bays");
    add("count.racks", result.racksInUse, "racks", "racks of the build");
    add("count.switches", result.switches, "switches", "placed switches");
}

} // namespace

void explainSpace(const SpaceInputs& inputs, const SpaceResult& result, Trace& trace)
{
    Masses masses{inputs};
    for (std::size_t r = 0; r < result.racks.size(); ++r) explainRack(inputs, result, r, masses, trace);
    explainTotals(inputs, result, masses, trace);
    explainCounts(result, trace);
}

} // namespace rackwright

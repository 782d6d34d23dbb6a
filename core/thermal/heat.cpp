#include "core/thermal/heat.h"

#include "core/catalog/estimate.h"
#include "core/cluster/liquid_share.h"
#include "core/thermal/air.h"

#include <algorithm>
#include <cmath>

namespace rackwright::thermal {

namespace {

Quantity<> neither(const Quantity<>& a, const Quantity<>& b)
{
    Quantity<> none;
    none.missing = a.missing;
    detail::mergeMissing(none.missing, b.missing);
    return none;
}

Quantity<> joined(const Quantity<>& a, const Quantity<>& b, double low, double value, double high)
{
    Quantity<> result = neither(a, b);
    result.low = low, result.value = value, result.high = high;
    result.knowledge = std::max(a.knowledge, b.knowledge);
    return result;
}

PartHeat partHeat(const Part& part, const Catalog& catalog, bool fillGaps)
{
    PartHeat heat;
    const auto value = [&](std::string_view column) { return valueOf(part, column, catalog, fillGaps); };
    heat.liquidShare = liquidShareOf(part, catalog, fillGaps);
    heat.immersed = part.text("cooling") == "immersion";
    heat.throttles =
        part.kind == PartKind::accelerator || (part.kind == PartKind::server && part.number("accelerator_count").value_or(0) > 0);
    heat.movesAir =
        (part.kind == PartKind::server && !heat.immersed) || part.kind == PartKind::switchUnit || part.kind == PartKind::storage;
    if (part.kind == PartKind::server) {
        heat.airflowCfm = heat.immersed ? zero() : value("airflow_cfm");
        if (!heat.immersed) heat.inletLimitC = value("max_inlet_c");
        if (heat.liquidShare.high > 0 && !heat.immersed) {
            heat.flowLpm = value("liquid_flow_lpm");
            heat.coolantInletC = value("coolant_inlet_max_c");
        }
    } else if (part.kind == PartKind::cooling) {
        heat.coolingKind = part.text("kind");
        heat.capacityW = value("capacity_kw") * 1000;
    } else if (heat.movesAir) {
        heat.airflowCfm = Quantity<>::unknown(part.id + " airflow_cfm");
    }
    return heat;
}

} // namespace

Quantity<> lesserOf(const Quantity<>& a, const Quantity<>& b)
{
    if (!a.hasValue() || !b.hasValue()) return neither(a, b);
    return joined(a, b, std::min(a.low, b.low), std::min(a.value, b.value), std::min(a.high, b.high));
}

Quantity<> beyond(const Quantity<>& a, const Quantity<>& b)
{
    if (!a.hasValue() || !b.hasValue() || b.knowledge == Knowledge::atLeast) return neither(a, b);
    return joined(a, b, std::max(0.0, a.low - b.high), std::max(0.0, a.value - b.value), std::max(0.0, a.high - b.low));
}

Answer withinBand(const Quantity<>& value, const Quantity<>& limit)
{
    if (!value.hasValue() || !limit.hasValue()) return Answer::cannotSay;
    constexpr double tolerance = 1 + 1e-9;
    if (value.low > limit.high * tolerance && limit.knowledge != Knowledge::atLeast) return Answer::no;
    const bool lowerBound = value.knowledge == Knowledge::atLeast || limit.knowledge == Knowledge::atLeast;
    return lowerBound || value.high > limit.low * tolerance ? Answer::cannotSay : Answer::yes;
}

std::vector<PartHeat> partHeats(const ThermalInputs& inputs)
{
    std::vector<PartHeat> heats;
    heats.reserve(inputs.inventory.parts.size());
    for (const PartPtr& part : inputs.inventory.parts) heats.push_back(partHeat(*part, inputs.catalog, inputs.fillGaps));
    return heats;
}

Quantity<> cfmPerWatt(const Catalog& catalog, bool fillGaps)
{
    if (fillGaps)
        for (const EstimateRule& rule : catalog.estimates())
            if (rule.kind == PartKind::server && rule.column == "airflow_cfm" && rule.per == "per_kw")
                return Quantity<>::estimated(rule.low, rule.typical, rule.high) * 0.001;
    return Quantity<>::unknown("airflow_cfm");
}

double densityOf(const RoomThermal& room)
{
    return airDensityRatio(room.site ? room.site->altitudeM.value_or(0) : 0);
}

std::string_view chipLimitColumn(const Part& accelerator)
{
    return accelerator.find("max_gpu_temp_c") || !accelerator.find("throttle_temp_c") ? "max_gpu_temp_c" : "throttle_temp_c";
}

const Part* acceleratorIn(const Part& part, const Project& project)
{
    if (part.kind == PartKind::accelerator) return &part;
    const std::string_view id = part.text("accelerator_id");
    return part.kind == PartKind::server && !id.empty() ? project.part(PartKind::accelerator, id).get() : nullptr;
}

} // namespace rackwright::thermal

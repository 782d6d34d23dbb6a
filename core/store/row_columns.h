// Which column holds what: one function a table, for RowWriter and RowReader alike (`Field` is a const value for the one and a
// place for the other). What the document holds as a variant goes through a flat row.
#pragma once

#include "core/design/project.h"
#include "core/store/row_io.h"

#include <array>
#include <string>
#include <vector>

namespace rackwright::rows {

// ---- words -------------------------------------------------------------------------------------------------------

inline constexpr std::array<std::string_view, 3> jobKinds{"training", "serving", "vision"}; ///< order of Job
inline constexpr std::array<std::string_view, 3> poolKinds{"all", "devices", "share"}; ///< order of Allocation::pool
inline constexpr std::array<std::string_view, 8> anchorKinds{
    "unplaced", "in_rack", "zero_u", "rear_door", "on_shelf", "in_device", "on_floor", "at_site"}; ///< order of Anchor
inline constexpr std::array<std::string_view, 2> faces{"front", "rear"};
inline constexpr std::array<std::string_view, 2> sides{"left", "right"};
inline constexpr std::array<std::string_view, 3> statuses{"planned", "existing", "removed"};
inline constexpr std::array<std::string_view, 3> recomputes{"none", "selective", "full"};
inline constexpr std::array<std::string_view, 3> containments{"contained", "open", "none"};
inline constexpr std::array<std::string_view, 4> terms{"reserved_1y", "reserved_3y", "on_demand", "spot"};
[[nodiscard]] Words partKinds(); ///< the table names, order of PartKind
[[nodiscard]] Words portRoles(); ///< order of PortRole

// ---- flat rows ---------------------------------------------------------------------------------------------------

enum class AnchorKind { unplaced, inRack, zeroU, rearDoor, onShelf, inDevice, onFloor, atSite };

struct AnchorRow {
    AnchorKind kind = AnchorKind::unplaced;
    std::optional<int> fromHalfU, heightHalfU, toHalfU, fromQuarter, widthQuarters, fullDepth;
    std::optional<Face> face;
    std::optional<Side> side;
    Id host{};
    std::string bay;
    std::optional<int> place; ///< on a shelf, in a bay group, along a side
    Id room{};
    std::optional<double> xM, yM;
    Id site{};
    friend bool operator==(const AnchorRow&, const AnchorRow&) = default;
};
[[nodiscard]] AnchorRow flat(const Anchor& anchor);
/// Nothing when the row states too little or too much for its kind.
[[nodiscard]] std::optional<Anchor> anchorOf(const AnchorRow& row);

struct CordRow {
    Id id{}, device{};
    int inlet = 0;
    Id pdu{};
    std::string feed;
};
[[nodiscard]] CordRow flat(const Cord& cord);

struct AllocationRow {
    Id workload{};
    int pool = 0; ///< index in poolKinds
    std::optional<double> share;
    double hoursShare = 1;
};

/// The key of the rows of a part.
struct PartKey {
    std::string id;
    PartKind kind{};
    friend bool operator==(const PartKey&, const PartKey&) = default;
};

// ---- project and site --------------------------------------------------------------------------------------------

template <class Io>
void projectColumns(Io& io, Field<Io, Project> project)
{
    io.text("id", project.id, nameBytes);
    io.text("name", project.name, nameBytes);
    io.text("as_of", project.asOf, nameBytes);
    io.integer("next_id", project.nextId, anyId);
}

template <class Io>
void siteColumns(Io& io, Field<Io, int> position, Field<Io, Site> site)
{
    io.integer("position", position, anyCount);
    io.id("id", site.id);
    io.text("name", site.name, nameBytes);
    io.text("region", site.regionId, nameBytes);
    io.maybe("tariff_usd_per_kwh", site.tariffUsdPerKwh, anyReal);
    io.maybe("pue", site.pue, atLeastZero);
    io.maybe("altitude_m", site.altitudeM, anyReal);
}

template <class Io>
void roomColumns(Io& io, Field<Io, Id> site, Field<Io, int> position, Field<Io, Room> room)
{
    io.id("site", site);
    io.integer("position", position, anyCount);
    io.id("id", room.id);
    io.text("name", room.name, nameBytes);
    io.real("supply_air_c", room.supplyAirC, anyReal);
    io.maybe("air_cooling_kw", room.airCoolingKw, atLeastZero);
    io.maybe("air_supply_cfm", room.airSupplyCfm, atLeastZero);
    io.word("containment", room.containment, containments);
    io.maybe("floor_limit_kg_per_m2", room.floorLimitKgPerM2, atLeastZero);
    io.maybe("liquid_supply_c", room.liquidSupplyC, anyReal);
    io.maybe("liquid_flow_lpm", room.liquidFlowLpm, atLeastZero);
}

template <class Io>
void feedColumns(Io& io, Field<Io, Id> site, Field<Io, int> position, Field<Io, Feed> feed)
{
    io.id("site", site);
    io.integer("position", position, anyCount);
    io.id("id", feed.id);
    io.text("name", feed.name, nameBytes);
    io.letter("side", feed.side);
    io.real("rated_kw", feed.ratedKw, atLeastZero);
    io.real("voltage_v", feed.voltageV, atLeastZero);
}

// ---- workloads ---------------------------------------------------------------------------------------------------

template <class Io>
void workloadColumns(Io& io, Field<Io, int> position, Field<Io, Workload> workload, Field<Io, int> kind)
{
    io.integer("position", position, anyCount);
    io.id("id", workload.id);
    io.text("name", workload.name, nameBytes);
    io.choice("kind", kind, jobKinds);
}

template <class Io>
void jobColumns(Io& io, Field<Io, Id> workload, Field<Io, TrainingJob> job)
{
    io.id("workload", workload);
    io.text("model", job.modelId, nameBytes);
    io.text("recipe", job.recipe, nameBytes);
    io.integer("sequence", job.sequence, fromOne);
    io.integer("global_batch", job.globalBatch, fromOne);
    io.real("total_tokens", job.totalTokens, atLeastZero);
}

template <class Io>
void jobColumns(Io& io, Field<Io, Id> workload, Field<Io, InferenceService> job)
{
    io.id("workload", workload);
    io.text("model", job.modelId, nameBytes);
    io.text("weight_format", job.weightFormat, nameBytes);
    io.text("kv_format", job.kvFormat, nameBytes);
    io.text("engine", job.engine, nameBytes);
    io.integer("input_tokens", job.inputTokens, anyCount);
    io.integer("output_tokens", job.outputTokens, anyCount);
    io.integer("concurrency", job.concurrency, fromOne);
    io.maybe("tpot_limit_s", job.tpotLimitS, atLeastZero);
    io.maybe("ttft_limit_s", job.ttftLimitS, atLeastZero);
}

template <class Io>
void jobColumns(Io& io, Field<Io, Id> workload, Field<Io, VisionJob> job)
{
    io.id("workload", workload);
    io.text("model", job.modelId, nameBytes);
    io.integer("streams", job.streams, fromOne);
    io.real("frames_per_s", job.framesPerS, atLeastZero);
}

// ---- scenarios ---------------------------------------------------------------------------------------------------

template <class Io>
void scenarioColumns(Io& io, Field<Io, int> position, Field<Io, Scenario> scenario, Field<Io, bool> hasBuild)
{
    io.integer("position", position, anyCount);
    io.id("id", scenario.id);
    io.text("name", scenario.name, nameBytes);
    io.flag("has_build", hasBuild);
    io.real("finance_years", scenario.finance.years, atLeastZero);
    io.real("discount_rate", scenario.finance.discountRate, anyReal);
}

template <class Io>
void cloudPlanColumns(Io& io, Field<Io, Id> scenario, Field<Io, CloudPlan> plan)
{
    io.id("scenario", scenario);
    io.text("provider", plan.provider, nameBytes);
    io.text("instance_type", plan.instanceType, nameBytes);
    io.textOrNull("region", plan.region, nameBytes);
    io.integer("instances", plan.instances, anyCount);
    io.textOrNull("equal_to", plan.equalTo, nameBytes);
    io.word("term", plan.term, terms);
    io.real("hours_share", plan.hoursShare, atLeastZero);
}

template <class Io>
void phaseColumns(Io& io, Field<Io, Id> scenario, Field<Io, int> position, Field<Io, Phase> phase)
{
    io.id("scenario", scenario);
    io.integer("position", position, anyCount);
    io.id("id", phase.id);
    io.text("name", phase.name, nameBytes);
    io.integer("month", phase.month, anyInt);
}

template <class Io>
void allocationColumns(Io& io, Field<Io, Id> scenario, Field<Io, int> position, Field<Io, AllocationRow> row)
{
    io.id("scenario", scenario);
    io.integer("position", position, anyCount);
    io.id("workload", row.workload);
    io.choice("pool", row.pool, poolKinds);
    io.maybe("share", row.share, atLeastZero);
    io.real("hours_share", row.hoursShare, atLeastZero);
}

template <class Io>
void allocationDeviceColumns(Io& io, Field<Io, Id> scenario, Field<Io, int> allocation, Field<Io, int> position, Field<Io, Id> device)
{
    io.id("scenario", scenario);
    io.integer("allocation", allocation, anyCount);
    io.integer("position", position, anyCount);
    io.id("device", device);
}

template <class Io>
void planColumns(Io& io, Field<Io, Id> scenario, Field<Io, int> allocation, Field<Io, ParallelPlan> plan)
{
    io.id("scenario", scenario);
    io.integer("allocation", allocation, anyCount);
    io.integer("tp", plan.tp, fromOne);
    io.integer("pp", plan.pp, fromOne);
    io.integer("dp", plan.dp, fromOne);
    io.integer("cp", plan.cp, fromOne);
    io.integer("ep", plan.ep, fromOne);
    io.integer("vpp", plan.vpp, fromOne);
    io.integer("micro_batch", plan.microBatch, fromOne);
    io.integer("zero_stage", plan.zeroStage, {0, 3});
    io.choice("recompute", plan.recompute, recomputes);
    io.flag("sequence_parallel", plan.sequenceParallel);
}

template <class Io>
void approvalColumns(Io& io, Field<Io, int> position, Field<Io, Approval> approval)
{
    io.integer("position", position, anyCount);
    io.text("finding", approval.findingCode, nameBytes);
    io.text("subject", approval.subject, nameBytes);
    io.text("reason", approval.reason, textBytes);
}

// ---- builds ------------------------------------------------------------------------------------------------------

template <class Io>
void rackColumns(Io& io, Field<Io, Id> scenario, Field<Io, Rack> rack)
{
    io.id("scenario", scenario);
    io.id("id", rack.id);
    io.text("name", rack.name, nameBytes);
    io.text("part", rack.partId, nameBytes);
    io.idOrNull("room", rack.room);
    io.real("x_m", rack.xM, anyReal);
    io.real("y_m", rack.yM, anyReal);
    io.integer("floor_row", rack.row, anyInt);
    io.integer("floor_column", rack.column, anyInt);
    io.idOrNull("phase", rack.phase);
    io.maybe("power_limit_kw", rack.powerLimitKw, atLeastZero);
}

/// `rack` is none for what is in no rack.
template <class Io>
void placementColumns(Io& io, Field<Io, Id> scenario, Field<Io, Id> rack, Field<Io, Placement> placement, Field<Io, AnchorRow> anchor)
{
    io.id("scenario", scenario);
    io.id("id", placement.id);
    io.idOrNull("rack", rack);
    io.text("label", placement.label, nameBytes);
    io.text("part", placement.partId, nameBytes);
    io.idOrNull("phase", placement.phase);
    io.choice("status", placement.status, statuses);
    io.choice("anchor", anchor.kind, anchorKinds);
    io.maybe("from_half_u", anchor.fromHalfU, anyInt);
    io.maybe("height_half_u", anchor.heightHalfU, anyInt);
    io.maybe("to_half_u", anchor.toHalfU, anyInt);
    io.maybe("from_quarter", anchor.fromQuarter, anyInt);
    io.maybe("width_quarters", anchor.widthQuarters, anyInt);
    io.maybe("full_depth", anchor.fullDepth, {0, 1});
    io.maybeChoice("face", anchor.face, faces);
    io.maybeChoice("side", anchor.side, sides);
    io.idOrNull("host", anchor.host);
    io.textOrNull("bay", anchor.bay, nameBytes);
    io.maybe("place", anchor.place, anyInt);
    io.idOrNull("room", anchor.room);
    io.maybe("x_m", anchor.xM, anyReal);
    io.maybe("y_m", anchor.yM, anyReal);
    io.idOrNull("site", anchor.site);
}

template <class Io>
void overrideColumns(Io& io, Field<Io, Id> scenario, Field<Io, Id> placement, Field<Io, std::string> column, Field<Io, std::string> value)
{
    io.id("scenario", scenario);
    io.id("placement", placement);
    io.text("column", column, nameBytes);
    io.text("value", value, textBytes);
}

template <class Io>
void linkColumns(Io& io, Field<Io, Id> scenario, Field<Io, Link> link)
{
    io.id("scenario", scenario);
    io.id("id", link.id);
    io.id("device_a", link.a.device);
    io.text("port_a", link.a.port, nameBytes);
    io.integer("index_a", link.a.index, anyCount);
    io.id("device_b", link.b.device);
    io.text("port_b", link.b.port, nameBytes);
    io.integer("index_b", link.b.index, anyCount);
    io.textOrNull("cable", link.cablePartId, nameBytes);
    io.maybe("length_m", link.lengthM, atLeastZero);
}

template <class Io>
void cordColumns(Io& io, Field<Io, Id> scenario, Field<Io, CordRow> cord)
{
    io.id("scenario", scenario);
    io.id("id", cord.id);
    io.id("device", cord.device);
    io.integer("inlet", cord.inlet, anyCount);
    io.idOrNull("pdu", cord.pdu);
    io.textOrNull("feed", cord.feed, nameBytes);
}

// ---- parts -------------------------------------------------------------------------------------------------------

template <class Io>
void partColumns(Io& io, Field<Io, PartKey> part, Field<Io, std::string> digest)
{
    io.text("id", part.id, nameBytes);
    io.choice("kind", part.kind, partKinds());
    io.text("digest", digest, 64);
}

template <class Io>
void partKeyColumns(Io& io, Field<Io, PartKey> part)
{
    io.text("part", part.id, nameBytes);
    io.choice("part_kind", part.kind, partKinds());
}

template <class Io>
void listKeyColumns(Io& io, Field<Io, PartKey> part, Field<Io, int> position)
{
    partKeyColumns(io, part);
    io.integer("position", position, anyCount);
}

template <class Io>
void listColumns(Io& io, Field<Io, PartKey> part, Field<Io, int> position, Field<Io, Provenance> source)
{
    listKeyColumns(io, part, position);
    io.text("kind", source.kind, nameBytes);
    io.text("source", source.source, textBytes);
    io.text("date", source.date, nameBytes);
}

/// `source` is empty where the value names no source of its part.
template <class Io>
void valueColumns(Io& io, Field<Io, PartKey> part, Field<Io, PartValue> value, Field<Io, std::optional<int>> source)
{
    partKeyColumns(io, part);
    io.text("column", value.column, nameBytes);
    io.text("value", value.value, textBytes);
    io.maybe("source", source, anyCount);
}

template <class Io>
void listColumns(Io& io, Field<Io, PartKey> part, Field<Io, int> position, Field<Io, PortGroup> ports)
{
    listKeyColumns(io, part, position);
    io.text("name", ports.name, nameBytes);
    io.integer("count", ports.count, anyCount);
    io.real("speed_gbps", ports.speedGbps, atLeastZero);
    io.text("form", ports.form, nameBytes);
    io.choice("role", ports.role, portRoles());
    io.flag("rail_by_index", ports.railByIndex);
}

template <class Io>
void listColumns(Io& io, Field<Io, PartKey> part, Field<Io, int> position, Field<Io, BayGroup> bays)
{
    listKeyColumns(io, part, position);
    io.text("name", bays.name, nameBytes);
    io.integer("count", bays.count, anyCount);
    io.text("form", bays.form, nameBytes);
    io.maybe("pcie_gen", bays.pcieGen, anyCount);
    io.maybe("lanes", bays.lanes, anyCount);
    io.maybe("max_power_w", bays.maxPowerW, atLeastZero);
}

template <class Io>
void listColumns(Io& io, Field<Io, PartKey> part, Field<Io, int> position, Field<Io, InletGroup> inlets)
{
    listKeyColumns(io, part, position);
    io.integer("count", inlets.count, anyCount);
    io.text("connector", inlets.connector, nameBytes);
    io.maybe("rated_w", inlets.ratedW, atLeastZero);
    io.maybe("needed", inlets.needed, anyCount);
}

template <class Io>
void listColumns(Io& io, Field<Io, PartKey> part, Field<Io, int> position, Field<Io, OutletGroup> outlets)
{
    listKeyColumns(io, part, position);
    io.text("connector", outlets.connector, nameBytes);
    io.integer("count", outlets.count, anyCount);
}

template <class Io>
void listColumns(Io& io, Field<Io, PartKey> part, Field<Io, int> position, Field<Io, Price> price)
{
    listKeyColumns(io, part, position);
    io.maybe("low_usd", price.lowUsd, anyReal);
    io.maybe("typical_usd", price.typicalUsd, anyReal);
    io.maybe("high_usd", price.highUsd, anyReal);
    io.text("unit", price.unit, nameBytes);
    io.text("basis", price.basis, nameBytes);
    io.text("date", price.date, nameBytes);
    io.text("confidence", price.confidence, nameBytes);
    io.text("source", price.source, textBytes);
}

template <class Io>
void extraColumns(Io& io, Field<Io, ExtraRow> extra)
{
    io.text("entity", extra.entity, nameBytes);
    io.text("id", extra.id, nameBytes);
    io.text("key", extra.key, nameBytes);
    io.text("value", extra.value, textBytes);
}

} // namespace rackwright::rows

#include "core/store/schema.h"

#include <array>
#include <fmt/format.h>

namespace rackwright {

namespace {

constexpr std::string_view integer = "INTEGER NOT NULL", real = "REAL NOT NULL", text = "TEXT NOT NULL", maybeInteger = "INTEGER",
                           maybeReal = "REAL", maybeText = "TEXT";

constexpr auto project = std::to_array<Column>({{"id", text}, {"name", text}, {"as_of", text}, {"next_id", integer}});
constexpr auto site = std::to_array<Column>({{"position", integer}, {"id", integer}, {"name", text}, {"region", text},
    {"tariff_usd_per_kwh", maybeReal}, {"pue", maybeReal}, {"altitude_m", maybeReal}});
constexpr auto room = std::to_array<Column>({{"site", integer}, {"position", integer}, {"id", integer}, {"name", text},
    {"supply_air_c", real}, {"air_cooling_kw", maybeReal}, {"air_supply_cfm", maybeReal}, {"containment", text},
    {"floor_limit_kg_per_m2", maybeReal}, {"liquid_supply_c", maybeReal}, {"liquid_flow_lpm", maybeReal}});
constexpr auto feed = std::to_array<Column>(
    {{"site", integer}, {"position", integer}, {"id", integer}, {"name", text}, {"side", text}, {"rated_kw", real}, {"voltage_v", real}});
constexpr auto workload = std::to_array<Column>({{"position", integer}, {"id", integer}, {"name", text}, {"kind", text}});
constexpr auto trainingJob = std::to_array<Column>(
    {{"workload", integer}, {"model", text}, {"recipe", text}, {"sequence", integer}, {"global_batch", integer}, {"total_tokens", real}});
constexpr auto inferenceService = std::to_array<Column>(
    {{"workload", integer}, {"model", text}, {"weight_format", text}, {"kv_format", text}, {"engine", text}, {"input_tokens", integer},
        {"output_tokens", integer}, {"concurrency", integer}, {"tpot_limit_s", maybeReal}, {"ttft_limit_s", maybeReal}});
constexpr auto visionJob = std::to_array<Column>({{"workload", integer}, {"model", text}, {"streams", integer}, {"frames_per_s", real}});
constexpr auto scenario = std::to_array<Column>(
    {{"position", integer}, {"id", integer}, {"name", text}, {"has_build", integer}, {"finance_years", real}, {"discount_rate", real}});
constexpr auto cloudPlan = std::to_array<Column>({{"scenario", integer}, {"provider", text}, {"instance_type", text}, {"region", maybeText},
    {"instances", integer}, {"equal_to", maybeText}, {"term", text}, {"hours_share", real}});
constexpr auto phase =
    std::to_array<Column>({{"scenario", integer}, {"position", integer}, {"id", integer}, {"name", text}, {"month", integer}});
constexpr auto rack =
    std::to_array<Column>({{"scenario", integer}, {"id", integer}, {"name", text}, {"part", text}, {"room", maybeInteger}, {"x_m", real},
        {"y_m", real}, {"floor_row", integer}, {"floor_column", integer}, {"phase", maybeInteger}, {"power_limit_kw", maybeReal}});
constexpr auto placement = std::to_array<Column>({{"scenario", integer}, {"id", integer}, {"rack", maybeInteger}, {"label", text},
    {"part", text}, {"phase", maybeInteger}, {"status", text}, {"anchor", text}, {"from_half_u", maybeInteger},
    {"height_half_u", maybeInteger}, {"to_half_u", maybeInteger}, {"from_quarter", maybeInteger}, {"width_quarters", maybeInteger},
    {"full_depth", maybeInteger}, {"face", maybeText}, {"side", maybeText}, {"host", maybeInteger}, {"bay", maybeText},
    {"place", maybeInteger}, {"room", maybeInteger}, {"x_m", maybeReal}, {"y_m", maybeReal}, {"site", maybeInteger}});
constexpr auto placementOverride =
    std::to_array<Column>({{"scenario", integer}, {"placement", integer}, {"column", text}, {"value", text}});
constexpr auto link = std::to_array<Column>({{"scenario", integer}, {"id", integer}, {"device_a", integer}, {"port_a", text},
    {"index_a", integer}, {"device_b", integer}, {"port_b", text}, {"index_b", integer}, {"cable", maybeText}, {"length_m", maybeReal}});
constexpr auto cord = std::to_array<Column>(
    {{"scenario", integer}, {"id", integer}, {"device", integer}, {"inlet", integer}, {"pdu", maybeInteger}, {"feed", maybeText}});
constexpr auto allocation = std::to_array<Column>(
    {{"scenario", integer}, {"position", integer}, {"workload", integer}, {"pool", text}, {"share", maybeReal}, {"hours_share", real}});
constexpr auto allocationDevice =
    std::to_array<Column>({{"scenario", integer}, {"allocation", integer}, {"position", integer}, {"device", integer}});
constexpr auto parallelPlan = std::to_array<Column>(
    {{"scenario", integer}, {"allocation", integer}, {"tp", integer}, {"pp", integer}, {"dp", integer}, {"cp", integer}, {"ep", integer},
        {"vpp", integer}, {"micro_batch", integer}, {"zero_stage", integer}, {"recompute", text}, {"sequence_parallel", integer}});
constexpr auto approval = std::to_array<Column>({{"position", integer}, {"finding", text}, {"subject", text}, {"reason", text}});
constexpr auto part = std::to_array<Column>({{"id", text}, {"kind", text}, {"digest", text}});
constexpr auto partSource =
    std::to_array<Column>({{"part", text}, {"part_kind", text}, {"position", integer}, {"kind", text}, {"source", text}, {"date", text}});
constexpr auto partValue =
    std::to_array<Column>({{"part", text}, {"part_kind", text}, {"column", text}, {"value", text}, {"source", maybeInteger}});
constexpr auto partPort = std::to_array<Column>({{"part", text}, {"part_kind", text}, {"position", integer}, {"name", text},
    {"count", integer}, {"speed_gbps", real}, {"form", text}, {"role", text}, {"rail_by_index", integer}});
constexpr auto partBay = std::to_array<Column>({{"part", text}, {"part_kind", text}, {"position", integer}, {"name", text},
    {"count", integer}, {"form", text}, {"pcie_gen", maybeInteger}, {"lanes", maybeInteger}, {"max_power_w", maybeReal}});
constexpr auto partInlet = std::to_array<Column>({{"part", text}, {"part_kind", text}, {"position", integer}, {"count", integer},
    {"connector", text}, {"rated_w", maybeReal}, {"needed", maybeInteger}});
constexpr auto partOutlet =
    std::to_array<Column>({{"part", text}, {"part_kind", text}, {"position", integer}, {"connector", text}, {"count", integer}});
constexpr auto partPrice =
    std::to_array<Column>({{"part", text}, {"part_kind", text}, {"position", integer}, {"low_usd", maybeReal}, {"typical_usd", maybeReal},
        {"high_usd", maybeReal}, {"unit", text}, {"basis", text}, {"date", text}, {"confidence", text}, {"source", text}});
constexpr auto extra = std::to_array<Column>({{"entity", text}, {"id", text}, {"key", text}, {"value", text}});
constexpr auto seal = std::to_array<Column>({{"id", integer}, {"digest", text}});

constexpr std::string_view ofPart = "PRIMARY KEY (part, part_kind, position), FOREIGN KEY (part, part_kind) REFERENCES part (id, kind)";

constexpr std::array<TableInfo, tableCount> tables{{
    {"project", 1, project, "PRIMARY KEY (id)"},
    {"site", 1, site, "PRIMARY KEY (id)"},
    {"room", 2, room, "PRIMARY KEY (id), FOREIGN KEY (site) REFERENCES site (id)"},
    {"feed", 2, feed, "PRIMARY KEY (id), FOREIGN KEY (site) REFERENCES site (id)"},
    {"workload", 1, workload, "PRIMARY KEY (id)"},
    {"training_job", 1, trainingJob, "PRIMARY KEY (workload), FOREIGN KEY (workload) REFERENCES workload (id)"},
    {"inference_service", 1, inferenceService, "PRIMARY KEY (workload), FOREIGN KEY (workload) REFERENCES workload (id)"},
    {"vision_job", 1, visionJob, "PRIMARY KEY (workload), FOREIGN KEY (workload) REFERENCES workload (id)"},
    {"scenario", 1, scenario, "PRIMARY KEY (id)"},
    {"cloud_plan", 1, cloudPlan, "PRIMARY KEY (scenario), FOREIGN KEY (scenario) REFERENCES scenario (id)"},
    {"phase", 2, phase, "PRIMARY KEY (scenario, id), FOREIGN KEY (scenario) REFERENCES scenario (id)"},
    {"rack", 2, rack,
        "PRIMARY KEY (scenario, id), FOREIGN KEY (scenario) REFERENCES scenario (id), FOREIGN KEY (room) REFERENCES room (id), "
        "FOREIGN KEY (scenario, phase) REFERENCES phase (scenario, id)"},
    {"placement", 2, placement,
        "PRIMARY KEY (scenario, id), FOREIGN KEY (scenario) REFERENCES scenario (id), "
        "FOREIGN KEY (scenario, rack) REFERENCES rack (scenario, id), FOREIGN KEY (scenario, phase) REFERENCES phase (scenario, id), "
        "FOREIGN KEY (scenario, host) REFERENCES placement (scenario, id) DEFERRABLE INITIALLY DEFERRED, "
        "FOREIGN KEY (room) REFERENCES room (id), FOREIGN KEY (site) REFERENCES site (id)"},
    {"placement_override", 3, placementOverride,
        "PRIMARY KEY (scenario, placement, column), FOREIGN KEY (scenario, placement) REFERENCES placement (scenario, id)"},
    {"link", 2, link,
        "PRIMARY KEY (scenario, id), FOREIGN KEY (scenario, device_a) REFERENCES placement (scenario, id), "
        "FOREIGN KEY (scenario, device_b) REFERENCES placement (scenario, id)"},
    {"cord", 2, cord,
        "PRIMARY KEY (scenario, id), FOREIGN KEY (scenario, device) REFERENCES placement (scenario, id), "
        "FOREIGN KEY (scenario, pdu) REFERENCES placement (scenario, id)"},
    {"allocation", 2, allocation,
        "PRIMARY KEY (scenario, position), FOREIGN KEY (scenario) REFERENCES scenario (id), "
        "FOREIGN KEY (workload) REFERENCES workload (id)"},
    {"allocation_device", 3, allocationDevice,
        "PRIMARY KEY (scenario, allocation, position), "
        "FOREIGN KEY (scenario, allocation) REFERENCES allocation (scenario, position), "
        "FOREIGN KEY (scenario, device) REFERENCES placement (scenario, id)"},
    {"parallel_plan", 2, parallelPlan,
        "PRIMARY KEY (scenario, allocation), FOREIGN KEY (scenario, allocation) REFERENCES allocation (scenario, position)"},
    {"approval", 1, approval, "PRIMARY KEY (position)"},
    {"part", 2, part, "PRIMARY KEY (id, kind)"},
    {"part_source", 3, partSource, ofPart},
    {"part_value", 3, partValue,
        "PRIMARY KEY (part, part_kind, column), FOREIGN KEY (part, part_kind) REFERENCES part (id, kind), "
        "FOREIGN KEY (part, part_kind, source) REFERENCES part_source (part, part_kind, position)"},
    {"part_port", 3, partPort, ofPart},
    {"part_bay", 3, partBay, ofPart},
    {"part_inlet", 3, partInlet, ofPart},
    {"part_outlet", 3, partOutlet, ofPart},
    {"part_price", 3, partPrice, ofPart},
    {"extra", 3, extra, "PRIMARY KEY (entity, id, key)"},
}};

constexpr TableInfo sealInfo{"seal", 1, seal, "PRIMARY KEY (id)"};

std::string columnList(std::span<const Column> columns)
{
    std::string list;
    for (const Column& column : columns) {
        if (!list.empty()) list += ", ";
        list += column.name;
    }
    return list;
}

} // namespace

const TableInfo& infoOf(Table table)
{
    return tables[static_cast<std::size_t>(table)];
}

const TableInfo& sealTable()
{
    return sealInfo;
}

std::string ddlOf(const TableInfo& table)
{
    std::string ddl = fmt::format("CREATE TABLE {} (", table.name);
    for (const Column& column : table.columns) ddl += fmt::format("{} {}, ", column.name, column.type);
    return ddl + fmt::format("{}) STRICT, WITHOUT ROWID", table.constraints);
}

std::string insertInto(const TableInfo& table)
{
    std::string places = "?";
    for (std::size_t i = 1; i < table.columns.size(); ++i) places += ", ?";
    return fmt::format("INSERT INTO {} VALUES ({})", table.name, places);
}

std::string selectFrom(const TableInfo& table)
{
    return fmt::format("SELECT {} FROM {} ORDER BY {}", columnList(table.columns), table.name,
        columnList(table.columns.first(static_cast<std::size_t>(table.keyColumns))));
}

const std::vector<SchemaEntry>& schemaEntries()
{
    static const std::vector<SchemaEntry> entries = [] {
        std::vector<SchemaEntry> all;
        for (const TableInfo& table : tables) all.push_back({std::string{table.name}, ddlOf(table)});
        all.push_back({std::string{sealInfo.name}, ddlOf(sealInfo)});
        return all;
    }();
    return entries;
}

} // namespace rackwright

#include "core/storage/storage.h"

#include "core/catalog/estimate.h"

#include <map>

namespace rackwright {

namespace {

struct Column {
    const char* column;
    double scale;
    const char* figure;
    const char* name;
    const char* unit;
};

constexpr Column readColumn{"read_gb_per_s", 1e9, "storage.read_bytes_per_s", "read rate of the storage", "bytes/s"};
constexpr Column writeColumn{"write_gb_per_s", 1e9, "storage.write_bytes_per_s", "write rate of the storage", "bytes/s"};
constexpr Column usableColumn{"usable_tb", 1e12, "storage.usable_bytes", "usable capacity of the storage", "bytes"};

/// Storage systems by part: index into Inventory::parts to count.
std::map<int, int> systemsOf(const Inventory& inventory)
{
    std::map<int, int> systems;
    for (const Device& device : inventory.devices)
        if (device.counts && device.part->kind == PartKind::storage) ++systems[device.partIndex];
    return systems;
}

Explanation explainSum(const std::map<int, int>& systems, const Column& column, const StorageInputs& in, const Quantity<>& sum)
{
    std::vector<Explanation> lines;
    for (const auto& [part, count] : systems) {
        const Part& system = *in.inventory.parts[static_cast<std::size_t>(part)];
        SourcedFigure figure = figureOf(system, column.column, in.catalog, in.fillGaps);
        const Quantity<> share = figure.value * (column.scale * count);
        lines.push_back(explainDerived(
            system.displayName(), share, column.unit, std::to_string(count) + " * " + column.column, {std::move(figure.explanation)}));
    }
    return explainDerived(column.name, sum, column.unit, std::string{"sum over systems of count * "} + column.column, std::move(lines));
}

Quantity<> sumOf(const std::map<int, int>& systems, const Column& column, const StorageInputs& in, Trace* trace)
{
    Quantity<> sum = systems.empty() ? Quantity<>::unknown("storage systems") : zero();
    for (const auto& [part, count] : systems)
        sum +=
            valueOf(*in.inventory.parts[static_cast<std::size_t>(part)], column.column, in.catalog, in.fillGaps) * (column.scale * count);
    if (trace) trace->record(column.figure, explainSum(systems, column, in, sum));
    return sum;
}

} // namespace

StorageResult assessStorage(const StorageInputs& in, Trace* trace)
{
    StorageResult result;
    const std::map<int, int> systems = systemsOf(in.inventory);
    for (const auto& [part, count] : systems) result.systems += count;
    result.readBytesPerS = sumOf(systems, readColumn, in, trace);
    result.writeBytesPerS = sumOf(systems, writeColumn, in, trace);
    result.usableBytes = sumOf(systems, usableColumn, in, trace);
    result.readDemandBytesPerS = Quantity<>::unknown("read demand by workload");
    if (trace)
        trace->record("storage.read_demand_bytes_per_s",
            explainDerived("read demand", result.readDemandBytesPerS, "bytes/s",
                "sum over jobs of accelerators * bytes read per step / step time",
                {explainInput(
                    "bytes read per step", Quantity<>::unknown("read demand by workload"), "bytes", Origin::user, "not stated")}));
    return result;
}

} // namespace rackwright

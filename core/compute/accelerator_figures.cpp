#include "core/compute/accelerator_figures.h"

#include <fmt/format.h>

namespace rackwright {
namespace {

struct Read {
    Quantity<> value;
    Explanation leaf;
};

Read read(const Part& part, std::string_view column, double factor, std::string unit)
{
    const std::optional<double> number = part.number(column);
    Read result{number ? Quantity<>::known(*number * factor) : Quantity<>::unknown(fmt::format("{} {}", part.id, column)), {}};
    Explanation& leaf = result.leaf;
    leaf.name = fmt::format("{} {}", part.displayName(), column);
    leaf.value = result.value;
    leaf.unit = std::move(unit);
    leaf.origin = Origin::catalog;
    if (const Provenance* from = part.provenanceOf(column)) leaf.source = from->source, leaf.date = from->date;
    return result;
}

/// PCIe lanes: 8, 16, 32, 64 GT/s from generation 3 on, 128 of 130 bits are data.
Quantity<> pcieBytesPerS(const Part& part)
{
    const std::optional<double> generation = part.number("pcie_gen"), lanes = part.number("pcie_lanes");
    if (!generation || !lanes) return Quantity<>::unknown(fmt::format("{} {}", part.id, generation ? "pcie_lanes" : "pcie_gen"));
    const double transfers = *generation >= 3 ? 8e9 * static_cast<double>(1 << static_cast<int>(*generation - 3)) : 5e9;
    return Quantity<>::known(transfers * 128 / 130 / 8 * *lanes);
}

} // namespace

AcceleratorFigures acceleratorFigures(const Part& accelerator, Precision precision)
{
    AcceleratorFigures figures;
    figures.name = accelerator.displayName();
    Read peak = read(accelerator, peakColumnOf(precision), 1e12, "FLOP/s");
    Read memory = read(accelerator, "memory_bandwidth_gb_per_s", 1e9, "bytes/s");
    figures.peakFlops = peak.value;
    figures.peakSource = std::move(peak.leaf);
    figures.memoryBytesPerS = memory.value;
    figures.memorySource = std::move(memory.leaf);
    const bool low = precision == Precision::fp8 || precision == Precision::fp4 || precision == Precision::int8;
    figures.halfPeakFlops = low ? read(accelerator, peakColumnOf(Precision::bf16), 1e12, "FLOP/s").value : figures.peakFlops;
    return figures;
}

Interconnect interconnectOf(const AcceleratorPool& pool)
{
    Interconnect links;
    links.scaleUpDomain = std::max(1, pool.scaleUpDomain);
    links.scaleOutBytesPerS = pool.scaleOutBytesPerS;
    links.oversubscription = pool.oversubscription;
    if (pool.scaleUpBytesPerS > 0) {
        links.scaleUpBytesPerS = Quantity<>::known(pool.scaleUpBytesPerS);
    } else {
        links.scaleUpDomain = std::max(1, pool.perNode);
        links.scaleUpBytesPerS = pool.accelerator ? pcieBytesPerS(*pool.accelerator) : Quantity<>::unknown("accelerator");
    }
    return links;
}

} // namespace rackwright

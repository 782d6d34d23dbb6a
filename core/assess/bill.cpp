#include "core/assess/bill.h"

namespace rackwright {

std::vector<CableOrder> cableOrders(const FabricResult& fabric)
{
    std::vector<CableOrder> orders;
    for (const CableLine& line : fabric.cabling.lines) orders.push_back({line.part->id, line.lengthM, static_cast<int>(line.count)});
    return orders;
}

Bom billOfMaterials(const Project& project, const Scenario& scenario, const EngineData& data, std::optional<int> month, bool fillGaps)
{
    const Inventory inventory = takeInventory(project, scenario, month);
    const FabricResult fabric = assessFabric({inventory, data.catalog, fillGaps});
    return makeBom(project, scenario, inventory, cableOrders(fabric), data.catalog, fillGaps);
}

} // namespace rackwright

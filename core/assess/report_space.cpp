#include "core/assess/report_space.h"

namespace rackwright {

namespace {

std::string deviceSubject(const Inventory& inventory, int device)
{
    return subjectOf("device", inventory.devices[static_cast<std::size_t>(device)].label());
}

void reportRackFigures(const RackSpace& space, const std::string& name, Report& report)
{
    report.add(figureId("space.u_used", "rack", name), Quantity<>::known(space.uUsed), "U");
    report.add(figureId("space.u_free", "rack", name), space.uFree, "U");
    report.add(figureId("space.mass_kg", "rack", name), space.massKg, "kg");
    report.add(figureId("space.floor_kg_per_m2", "rack", name), space.floorKgPerM2, "kg/m2");
}

void reportRackLoads(const RackSpace& space, const std::string& name, Report& report)
{
    const std::string subject = subjectOf("rack", name);
    if (space.carries == Answer::no)
        report.findings.push_back({"SPACE-OVERWEIGHT-RACK", Severity::error, {subject}, {figureId("space.mass_kg", "rack", name)},
            {{"rack", name}, {"found_kg", shortNumber(space.contentKg.value)}, {"limit_kg", shortNumber(space.staticLimitKg.value)}}, {}});
    if (space.floorHolds == Answer::no)
        report.findings.push_back({"SPACE-FLOOR-LOAD", Severity::error, {subject}, {figureId("space.floor_kg_per_m2", "rack", name)},
            {{"rack", name}, {"found_kg_per_m2", shortNumber(space.floorKgPerM2.value)},
                {"limit_kg_per_m2", shortNumber(*space.floorLimitKgPerM2)}},
            {}});
}

void reportRackFit(const RackSpace& space, const std::string& name, const Inventory& inventory, Report& report)
{
    const std::string subject = subjectOf("rack", name);
    const auto label = [&](int device) { return inventory.devices[static_cast<std::size_t>(device)].label(); };
    for (const DepthConflict& conflict : space.tooDeep)
        report.findings.push_back({conflict.fits == Answer::no ? "SPACE-TOO-DEEP" : "SPACE-DEPTH-TIGHT",
            conflict.fits == Answer::no ? Severity::error : Severity::warning, {deviceSubject(inventory, conflict.device), subject}, {},
            {{"device", label(conflict.device)}, {"rack", name}}, {}});
    for (const int device : space.tooHigh)
        report.findings.push_back({"SPACE-TOO-HIGH", Severity::error, {deviceSubject(inventory, device), subject}, {},
            {{"device", label(device)}, {"rack", name}}, {}});
    for (const auto& [a, b] : space.overlaps)
        report.findings.push_back({"SPACE-OVERLAP", Severity::error, {deviceSubject(inventory, a), deviceSubject(inventory, b), subject},
            {}, {{"device", label(a)}, {"other", label(b)}, {"rack", name}}, {}});
}

} // namespace

void reportSpace(const SpaceResult& result, const Inventory& inventory, Report& report)
{
    report.add("count.accelerators", Quantity<>::known(result.accelerators), "");
    report.add("count.nodes", Quantity<>::known(result.nodes), "");
    report.add("count.devices", Quantity<>::known(result.devices), "");
    report.add("count.racks", Quantity<>::known(result.racksInUse), "");
    report.add("count.switches", Quantity<>::known(result.switches), "");
    report.add("space.u_used", Quantity<>::known(result.uUsed), "U");
    report.add("space.u_free", result.uFree, "U");
    report.add("space.mass_kg", result.massKg, "kg");
    report.add("space.floor_kg_per_m2", result.floorKgPerM2, "kg/m2", "the most loaded rack, over its own footprint");
    report.add("space.footprint_m2", result.footprintM2, "m2", "racks without aisles");
    for (std::size_t r = 0; r < result.racks.size(); ++r) {
        const std::string& name = inventory.racks[r]->name;
        reportRackFigures(result.racks[r], name, report);
        reportRackLoads(result.racks[r], name, report);
        reportRackFit(result.racks[r], name, inventory, report);
    }
    if (!result.unplaced.empty()) {
        Finding finding{"SPACE-UNPLACED", Severity::info, {}, {}, {{"count", std::to_string(result.unplaced.size())}}, {}};
        for (const int device : result.unplaced) finding.subjects.push_back(deviceSubject(inventory, device));
        report.findings.push_back(std::move(finding));
    }
}

} // namespace rackwright

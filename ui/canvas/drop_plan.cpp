#include "ui/canvas/drop_plan.h"

#include "ui/document/subjects.h"

#include <QCoreApplication>

#include <algorithm>
#include <charconv>
#include <fmt/format.h>
#include <unordered_set>

namespace rackwright {

namespace {

QString text(const char* sentence)
{
    return QCoreApplication::translate("CanvasDrop", sentence);
}

QString utf(const std::string& from)
{
    return QString::fromStdString(from);
}

edit::Where whereOf(const RackScene& scene, const Document& document, const DropTarget& target)
{
    edit::Where where;
    switch (target.kind) {
    case DropTarget::Kind::rack:
        where.rack = target.rack;
        where.fromHalfU = target.fromHalfU;
        where.fromQuarter = target.fromQuarter;
        where.side = target.side;
        break;
    case DropTarget::Kind::host:
        where.host = target.host;
        where.bay = target.bay;
        if (target.bayIndex >= 0) where.bayIndex = target.bayIndex;
        break;
    case DropTarget::Kind::site: where.site = target.place; break;
    case DropTarget::Kind::floor:
        where.room = target.place;
        // Beside what stands there already; the floor plan is where it finds its place.
        for (const RackPtr& rack : scene.build()->racks)
            if (rack->room == target.place) where.xM = std::max(where.xM, rack->xM + frameOf(*rack, document.project()).widthMm / 1000);
        for (const Placement& placement : scene.build()->placements)
            if (const auto* floor = std::get_if<OnFloor>(&placement.anchor); floor && floor->room == target.place)
                where.xM = std::max(where.xM, floor->xM + 0.6);
        break;
    case DropTarget::Kind::newRack:
    case DropTarget::Kind::tray:
    case DropTarget::Kind::none: break;
    }
    return where;
}

/// Where a rack or device of the group goes when the group is moved.
struct Shift {
    int racks = 0, halfUs = 0, quarters = 0;
};

Unexpected noRack()
{
    return fail("EDIT-NO-RACK");
}

/// The same place in another rack, so many half-U higher; none where the racks end.
std::optional<edit::Where> shifted(const RackScene& scene, const PlacedDevice& device, const Shift& shift)
{
    const CanvasLayout& layout = scene.layout();
    const int rack = layout.indexOf(device.rack->id) + shift.racks;
    if (rack < 0 || rack >= static_cast<int>(layout.racks.size())) return std::nullopt;
    edit::Where where;
    where.rack = layout.racks[static_cast<std::size_t>(rack)].rack;
    if (const auto* space = std::get_if<InRack>(&device.placement->anchor)) {
        where.fromHalfU = space->fromHalfU + shift.halfUs;
        where.fromQuarter = std::clamp(space->fromQuarter + shift.quarters, 0, 4 - space->widthQuarters);
    }
    if (const auto* side = std::get_if<ZeroU>(&device.placement->anchor)) where.side = side->side;
    return where;
}

bool inRack(const PlacedDevice& device)
{
    return device.rack && !std::holds_alternative<InDevice>(device.placement->anchor);
}

Document::Edit moving(const std::string& scenario, std::vector<std::pair<Id, edit::Where>> moves)
{
    return [request = edit::MoveMany{scenario, std::move(moves)}](
               const Project& project, const Catalog& catalog) { return edit::moveMany(project, request, catalog); };
}

Document::Edit pasting(const std::string& scenario, std::vector<edit::CopiedDevice> devices, std::vector<edit::Where> wheres)
{
    return [request = edit::Paste{scenario, std::move(devices), std::move(wheres)}](
               const Project& project, const Catalog& catalog) { return edit::paste(project, request, catalog); };
}

/// Fills wheres; false when a device would leave the racks.
bool spread(const RackScene& scene, const Document& document, const DragPayload& payload, const DropTarget& target, DropPlan& plan)
{
    const Build& build = *scene.build();
    const PlacedDevice grabbed = findDevice(build, payload.grabbed);
    const edit::Where base = whereOf(scene, document, target);
    const bool asGroup = target.kind == DropTarget::Kind::rack && grabbed.placement && inRack(grabbed);
    Shift shift;
    if (asGroup) {
        shift.racks = scene.layout().indexOf(target.rack) - scene.layout().indexOf(grabbed.rack->id);
        if (const auto* space = std::get_if<InRack>(&grabbed.placement->anchor)) {
            shift.halfUs = target.fromHalfU - space->fromHalfU;
            if (space->widthQuarters < 4) shift.quarters = target.fromQuarter - space->fromQuarter;
        }
    }
    int stackedHalfU = target.fromHalfU;
    for (const Id id : plan.devices) {
        const PlacedDevice device = findDevice(build, id);
        edit::Where where = base;
        if (asGroup && inRack(device)) {
            const std::optional<edit::Where> there = shifted(scene, device, shift);
            if (!there) return false;
            where = *there;
            if (id == payload.grabbed && target.side) where.side = target.side;
        } else if (target.kind == DropTarget::Kind::rack) {
            // What comes from elsewhere is stacked from the place upwards.
            const PartPtr part = document.project().part(device.placement->partId);
            where.fromHalfU = stackedHalfU;
            if (part && mountOf(*part) == Mount::rackUnits) stackedHalfU += heightHalfUOf(*part).value_or(2);
        } else if (target.kind == DropTarget::Kind::host && id != payload.grabbed) {
            where.bayIndex.reset();
        }
        plan.wheres.push_back(where);
    }
    return true;
}

DropPlan planOfDevices(const RackScene& scene, const Document& document, const DragPayload& payload, const DropTarget& target)
{
    const Build& build = *scene.build();
    DropPlan plan;
    plan.devices = movable(build, payload.devices);
    plan.name = (payload.isCopy ? text("Copy %1") : text("Move %1")).arg(namesOf(build, plan.devices));
    if (!spread(scene, document, payload, target, plan)) {
        plan.edit = [](const Project&, const Catalog&) -> Result<Project> { return noRack(); };
        return plan;
    }
    if (payload.isCopy) {
        std::vector<edit::CopiedDevice> copies;
        for (const Id id : plan.devices) copies.push_back(edit::copyOf(build, id));
        plan.edit = pasting(document.scenarioName(), std::move(copies), plan.wheres);
        return plan;
    }
    std::vector<std::pair<Id, edit::Where>> moves;
    for (std::size_t i = 0; i < plan.devices.size(); ++i) moves.emplace_back(plan.devices[i], plan.wheres[i]);
    plan.edit = moving(document.scenarioName(), std::move(moves));
    return plan;
}

DropPlan planOfPart(const RackScene& scene, const Document& document, const DraggedPart& part, const DropTarget& target)
{
    DropPlan plan;
    const std::string id = part.partId.toStdString();
    const PartPtr found = shapeOf({.part = part}, document).part;
    const QString name = found ? utf(found->displayName()) : part.partId;
    if (target.kind == DropTarget::Kind::newRack) {
        edit::AddRacks request;
        request.scenario = document.scenarioName();
        request.names = nextRackNames(*scene.build(), target.place, target.row, 1);
        request.partId = id;
        request.room = target.place;
        request.row = target.row;
        plan.name = text("Add %1").arg(name);
        plan.edit = [request](const Project& project, const Catalog& catalog) { return edit::addRacks(project, request, catalog); };
        return plan;
    }
    plan.wheres = {whereOf(scene, document, target)};
    edit::Place request;
    request.scenario = document.scenarioName();
    request.partId = id;
    request.where = plan.wheres.front();
    request.filled = part.filled;
    const QString where = utf(nameOf(*scene.build(), target.rack != Id::none ? target.rack : target.host));
    plan.name = where.isEmpty() ? text("Place %1").arg(name) : text("Place %1 in %2").arg(name, where);
    plan.edit = [request](const Project& project, const Catalog& catalog) { return edit::place(project, request, catalog); };
    return plan;
}

/// "R08" → "R", 8, two digits.
struct NumberedName {
    std::string stem;
    int number = 0;
    std::size_t digits = 2;
};

std::optional<NumberedName> numberedName(const std::string& name)
{
    const std::size_t at = name.find_last_not_of("0123456789") + 1;
    NumberedName found{name.substr(0, at), 0, name.size() - at};
    if (found.digits == 0 || found.digits > 6) return std::nullopt;
    std::from_chars(name.data() + at, name.data() + name.size(), found.number);
    return found;
}

} // namespace

DropPlan planOf(const RackScene& scene, const Document& document, const DragPayload& payload, const DropTarget& target)
{
    return payload.part ? planOfPart(scene, document, *payload.part, target) : planOfDevices(scene, document, payload, target);
}

DropPlan shiftOf(const RackScene& scene, const Document& document, const std::vector<Id>& devices, int halfUs, int racks)
{
    const Build& build = *scene.build();
    DropPlan plan;
    bool inside = true;
    std::vector<std::pair<Id, edit::Where>> moves;
    for (const Id id : movable(build, devices)) {
        const PlacedDevice device = findDevice(build, id);
        if (!inRack(device)) continue;
        plan.devices.push_back(id);
        const std::optional<edit::Where> where = shifted(scene, device, {racks, halfUs, 0});
        inside = inside && where;
        if (!where) continue;
        plan.wheres.push_back(*where);
        moves.emplace_back(id, *where);
    }
    plan.name = text("Move %1").arg(namesOf(build, plan.devices));
    if (inside)
        plan.edit = moving(document.scenarioName(), std::move(moves));
    else
        plan.edit = [](const Project&, const Catalog&) -> Result<Project> { return noRack(); };
    return plan;
}

std::vector<Id> movable(const Build& build, const std::vector<Id>& ids)
{
    std::unordered_set<std::int64_t> all;
    for (const Id id : ids) all.insert(toNumber(id));
    std::vector<Id> devices;
    for (const Id id : ids) {
        const PlacedDevice device = findDevice(build, id);
        if (!device.placement) continue;
        const auto* card = std::get_if<InDevice>(&device.placement->anchor);
        if (!card || !all.contains(toNumber(card->host))) devices.push_back(id);
    }
    return devices;
}

std::vector<Id> addedSince(const Build& build, std::int64_t firstNewId)
{
    std::vector<Id> added;
    forEachPlacement(build, [&](const PlacedDevice& device) {
        const auto* card = std::get_if<InDevice>(&device.placement->anchor);
        const bool isNew = toNumber(device.placement->id) >= firstNewId;
        if (isNew && (!card || toNumber(card->host) < firstNewId)) added.push_back(device.placement->id);
    });
    if (!added.empty()) return added;
    for (const RackPtr& rack : build.racks)
        if (toNumber(rack->id) >= firstNewId) added.push_back(rack->id);
    return added;
}

QString namesOf(const Build& build, const std::vector<Id>& ids)
{
    return ids.size() == 1 ? utf(nameOf(build, ids.front())) : text("%1 devices").arg(ids.size());
}

std::vector<std::string> nextRackNames(const Build& build, Id room, int row, int count)
{
    std::unordered_set<std::string> taken;
    for (const RackPtr& rack : build.racks) taken.insert(rack->name);
    NumberedName last{"R", 0, 2};
    const auto look = [&](bool onlyRow) {
        bool found = false;
        for (const RackPtr& rack : build.racks) {
            if (onlyRow && (rack->room != room || rack->row != row)) continue;
            const std::optional<NumberedName> name = numberedName(rack->name);
            if (!name || (found && (name->stem != last.stem || name->number < last.number))) continue;
            last = *name;
            found = true;
        }
        return found;
    };
    if (!look(true)) look(false);
    std::vector<std::string> names;
    while (std::ssize(names) < count) {
        std::string name = fmt::format("{}{:0{}}", last.stem, ++last.number, last.digits);
        if (!taken.contains(name)) names.push_back(std::move(name));
    }
    return names;
}

} // namespace rackwright

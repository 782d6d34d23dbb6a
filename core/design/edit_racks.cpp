#include "core/design/edit.h"
#include "core/design/edit_devices.h"
#include "core/design/edit_text.h"
#include "core/design/place_check.h"

#include <algorithm>
#include <fmt/format.h>

namespace rackwright::edit {

namespace {

constexpr double rowPitchM = 3.0; ///< from one row to the next where the user states none: a 1.2 m rack and an aisle of three tiles

double widthM(const Part& part)
{
    return part.number("outer_width_mm").value_or(0) / 1000;
}

Id firstRoom(const Project& project)
{
    for (const Site& site : project.sites)
        if (!site.rooms.empty()) return site.rooms.front().id;
    return Id::none;
}

Result<Id> roomFor(const Project& project, Id wanted)
{
    if (wanted == Id::none) {
        const Id first = firstRoom(project);
        if (first == Id::none) return fail("EDIT-NO-ROOM");
        return first;
    }
    for (const Site& site : project.sites)
        if (std::ranges::find(site.rooms, wanted, &Room::id) != site.rooms.end()) return wanted;
    return fail("EDIT-NOT-FOUND", {{"kind", "room"}, {"found", fmt::format("{}", toNumber(wanted))}, {"nearest", ""}});
}

/// Where the next rack of a row stands, and its number in the row.
struct RowEnd {
    double xM = 0, yM = 0;
    int column = 0;
};

RowEnd endOfRow(const Draft& draft, Id room, int row)
{
    RowEnd end{0, (row - 1) * rowPitchM, 0};
    for (const RackPtr& rack : draft.build().racks) {
        if (rack->room != room || rack->row != row) continue;
        const PartPtr part = draft.parts.own(rack->partId);
        end.yM = rack->yM;
        end.xM = std::max(end.xM, rack->xM + std::max(0.6, part ? widthM(*part) : 0.0));
        end.column = std::max(end.column, rack->column);
    }
    return end;
}

Result<void> checkNames(const Draft& draft, const std::vector<std::string>& names)
{
    std::unordered_set<std::string_view> seen;
    for (const std::string& name : names) {
        if (const Result<void> good = checkName("rack", name); !good) return good;
        if (!seen.insert(name).second || draft.rackNameTaken(name)) return fail("EDIT-DUPLICATE", {{"kind", "rack"}, {"name", name}});
    }
    return {};
}

/// The product of a rack sold whole, filling its frame.
Result<Placement> productOf(Draft& draft, const Part& part, const AddRacks& request, const std::string& name)
{
    const std::optional<int> height = request.heightHalfU ? request.heightHalfU : heightHalfUOf(part);
    if (!height) return fail("EDIT-NO-HEIGHT", {{"part", part.id}});
    Placement product;
    product.id = draft.newId();
    product.label = name;
    product.partId = part.id;
    InRack space;
    space.heightHalfU = *height;
    product.anchor = space;
    product.phase = request.phase;
    return product;
}

} // namespace

Result<Project> addRacks(const Project& project, const AddRacks& request, const Catalog& catalog)
{
    Result<Draft> draft = Draft::open(project, request.scenario, catalog);
    if (!draft) return Unexpected{draft.error()};
    const Result<PartPtr> part = draft->parts.require(request.partId);
    if (!part) return Unexpected{part.error()};
    const Mount mount = mountOf(**part);
    if (mount != Mount::frame && mount != Mount::wholeRack)
        return fail("EDIT-NOT-A-RACK", {{"part", request.partId}, {"found", std::string{tableOf((*part)->kind)}}});
    const Result<Id> room = roomFor(project, request.room);
    if (!room) return Unexpected{room.error()};
    if (const Result<void> good = checkPhase(*draft, request.phase); !good) return Unexpected{good.error()};
    if (const Result<void> good = checkNames(*draft, request.names); !good) return Unexpected{good.error()};
    if (mount == Mount::wholeRack)
        if (const Result<void> good = draft->checkLabels(request.names); !good) return Unexpected{good.error()};
    const double spacingM = std::max(request.spacingM, widthM(**part));
    RowEnd next = endOfRow(*draft, *room, request.row);
    next.xM = request.xM.value_or(next.xM);
    next.yM = request.yM.value_or(next.yM);
    for (const std::string& name : request.names) {
        Rack rack;
        rack.id = draft->newId();
        rack.name = name;
        rack.partId = request.partId;
        rack.room = *room;
        rack.xM = next.xM;
        rack.yM = next.yM;
        rack.row = request.row;
        rack.column = ++next.column;
        rack.phase = request.phase;
        rack.powerLimitKw = request.powerLimitKw;
        next.xM += spacingM;
        const Id id = rack.id;
        draft->parts.use(*part);
        draft->addRack(std::move(rack));
        if (mount != Mount::wholeRack) continue;
        Result<Placement> product = productOf(*draft, **part, request, name);
        if (!product) return Unexpected{product.error()};
        if (const Result<void> good = checkLimits(*draft, *draft->rack(id), **part, nullptr, Id::none); !good)
            return Unexpected{good.error()};
        draft->insert(id, std::move(*product));
    }
    return draft->finish();
}

Result<Project> removeRacks(const Project& project, const RemoveRacks& request, const Catalog& catalog)
{
    Result<Draft> draft = Draft::open(project, request.scenario, catalog);
    if (!draft) return Unexpected{draft.error()};
    for (const Id id : request.racks) {
        const Result<const Rack*> rack = draft->requireRack(id);
        if (!rack) return Unexpected{rack.error()};
        std::vector<Id> devices;
        for (const Placement& placement : (*rack)->placements) devices.push_back(placement.id);
        eraseDevices(*draft, devices);
        draft->eraseRack(id);
    }
    return draft->finish();
}

Result<Project> replaceRack(const Project& project, const ReplaceRack& request, const Catalog& catalog)
{
    Result<Draft> draft = Draft::open(project, request.scenario, catalog);
    if (!draft) return Unexpected{draft.error()};
    const Result<const Rack*> found = draft->requireRack(request.rack);
    if (!found) return Unexpected{found.error()};
    const PartPtr before = draft->parts.own((*found)->partId);
    if (before && mountOf(*before) == Mount::wholeRack) return fail("EDIT-WHOLE-RACK", {{"part", before->id}});
    const Result<PartPtr> part = draft->parts.require(request.partId);
    if (!part) return Unexpected{part.error()};
    if (mountOf(**part) != Mount::frame)
        return fail("EDIT-NOT-A-RACK", {{"part", request.partId}, {"found", std::string{tableOf((*part)->kind)}}});
    draft->parts.use(*part);
    Rack& rack = draft->changeRack(request.rack);
    rack.partId = request.partId;
    for (Placement& placement : rack.placements) {
        if (auto* side = std::get_if<ZeroU>(&placement.anchor))
            if (const std::optional<int> top = heightHalfUOf(**part)) side->toHalfU = std::min(side->toHalfU, *top);
        const auto* space = std::get_if<InRack>(&placement.anchor);
        const PartPtr device = draft->parts.own(placement.partId);
        if (!space || !device) continue;
        Result<void> good = checkSpace(*draft, rack, *space, placement.id);
        if (good) good = checkDepth(*draft, rack, *device, &placement);
        if (good) good = checkLimits(*draft, rack, *device, &placement, placement.id);
        if (!good) return Unexpected{good.error()};
    }
    return draft->finish();
}

} // namespace rackwright::edit

// Random edits: the invariants hold after each, failed ones change nothing, no-ops share everything, old values stay as they were.
#include "core/design/edit_script.h"
#include "design_fixture.h"

#include <rapidcheck.h>
#include <rapidcheck/gtest.h>

namespace rackwright::testing {
namespace {

using rc::gen::element;
using rc::gen::inRange;

const std::vector<std::string>& placeable()
{
    static const std::vector<std::string> parts{"box8", "leaf1", "pdu0", "door", "host4", "bare2", "deep2", "heavy4", "copper4",
        "pcie-card", "slim-card", "hot-card", "sxm-card", "nic2", "tpu", "crah", "edge-box", "rack72", "nothing"};
    return parts;
}

/// Ids to choose from: those of the build, and one that never was.
std::vector<Id> deviceIds(const Project& project)
{
    std::vector<Id> ids{Id{987654}};
    if (const ScenarioPtr own = project.scenario("Own"); own && own->build)
        forEachPlacement(*own->build, [&](const PlacedDevice& device) { ids.push_back(device.placement->id); });
    return ids;
}

std::vector<Id> rackIds(const Project& project)
{
    std::vector<Id> ids{Id{987654}};
    if (const ScenarioPtr own = project.scenario("Own"); own && own->build)
        for (const RackPtr& rack : own->build->racks) ids.push_back(rack->id);
    return ids;
}

Id anyDevice(const Project& project)
{
    return *rc::gen::elementOf(deviceIds(project));
}

edit::Where anyWhere(const Project& project)
{
    edit::Where where;
    switch (*inRange(0, 8)) {
    case 0: where.host = anyDevice(project); break;
    case 1: where.room = project.sites[0].rooms[0].id; break;
    case 2: where.site = project.sites[0].id; break;
    case 3: break;
    default: where.rack = *rc::gen::elementOf(rackIds(project)); break;
    }
    if (*inRange(0, 3) != 0) where.fromHalfU = *inRange(-2, 90);
    if (*inRange(0, 4) == 0) where.face = Face::rear;
    if (*inRange(0, 6) == 0) where.widthQuarters = *inRange(1, 5);
    return where;
}

std::vector<Id> someDevices(const Project& project)
{
    std::vector<Id> ids;
    for (int i = *inRange(1, 4); i > 0; --i) ids.push_back(anyDevice(project));
    return ids;
}

std::string anyLabel()
{
    return fmt::format("d{}", *inRange(0, 40));
}

Result<Project> deviceEdit(const Project& project, const Catalog& catalog)
{
    using namespace edit;
    switch (*inRange(0, 9)) {
    case 0: return move(project, {{}, anyDevice(project), anyWhere(project)}, catalog);
    case 1: return remove(project, {{}, someDevices(project)}, catalog);
    case 2: return duplicate(project, {{}, anyDevice(project), anyWhere(project), anyLabel()}, catalog);
    case 3: return array(project, {{}, anyDevice(project), *inRange(1, 4), {}, {}, 1}, catalog);
    case 4: return replace(project, {{}, someDevices(project), *rc::gen::elementOf(placeable()), *rc::gen::arbitrary<bool>()}, catalog);
    case 5: return rename(project, {{}, Thing::device, someDevices(project), "d{n}", *inRange(0, 40)}, catalog);
    case 6:
        return edit::set(project,
            {{}, Thing::device, {anyDevice(project)},
                {{*element<std::string>("status", "u_height", "max_power_w", "weight_kg"),
                    *element<std::string>("removed", "planned", "3", "")}}},
            catalog);
    case 7: return placeAll(project, {}, catalog);
    default: {
        edit::Place request{.partId = *rc::gen::elementOf(placeable()), .where = anyWhere(project)};
        if (*rc::gen::arbitrary<bool>()) request.label = anyLabel();
        request.filled = *rc::gen::arbitrary<bool>();
        return place(project, request, catalog);
    }
    }
}

Result<Project> wiringEdit(const Project& project, const Catalog& catalog)
{
    using namespace edit;
    switch (*inRange(0, 4)) {
    case 0: return disconnect(project, {{}, {}, someDevices(project), {}}, catalog);
    case 1: {
        CordUp request{.devices = someDevices(project)};
        const int how = *inRange(0, 4);
        if (how == 1) request.feeds = {"A", "B"};
        if (how == 2) request.pdus = {anyDevice(project)};
        request.off = how == 3;
        return cord(project, request, catalog);
    }
    default: {
        Connect request{.from = someDevices(project), .to = someDevices(project)};
        request.pattern = *element(LinkPattern::spread, LinkPattern::rail, LinkPattern::mesh);
        request.count = *inRange(1, 4);
        if (*rc::gen::arbitrary<bool>())
            request.role = *element(PortRole::compute, PortRole::inBand, PortRole::outOfBand, PortRole::fabric);
        return connect(project, request, catalog);
    }
    }
}

Result<Project> projectEdit(const Project& project, const Catalog& catalog)
{
    using namespace edit;
    switch (*inRange(0, 9)) {
    case 0: return removeRacks(project, {{}, {*rc::gen::elementOf(rackIds(project))}}, catalog);
    case 1: return replaceRack(project, {{}, *rc::gen::elementOf(rackIds(project)), "frame42"}, catalog);
    case 2: return scenario(project, {fmt::format("S{}", *inRange(0, 3)), {}, {}, {}}, catalog);
    case 3: return copyScenario(project, {"Own", fmt::format("S{}", *inRange(0, 3))}, catalog);
    case 4: return phase(project, {"Own", fmt::format("P{}", *inRange(0, 3)), *inRange(0, 24), *rc::gen::arbitrary<bool>()}, catalog);
    case 5: return feed(project, {*element<std::string>("A", "B", "C"), {}, {{"rating", "100"}}}, catalog);
    case 6: return edit::set(project, {{}, Thing::device, {anyDevice(project)}, {{"phase", fmt::format("P{}", *inRange(0, 3))}}}, catalog);
    case 7: return removeScenario(project, {fmt::format("S{}", *inRange(0, 3))}, catalog);
    default:
        return addRacks(project,
            {.names = {fmt::format("R{}", *inRange(0, 6))}, .partId = *element<std::string>("frame42", "frame42", "rack72", "box8")},
            catalog);
    }
}

Result<Project> anyEdit(const Project& project, const Catalog& catalog)
{
    const int kind = *inRange(0, 10);
    if (kind < 6) return deviceEdit(project, catalog);
    return kind < 8 ? wiringEdit(project, catalog) : projectEdit(project, catalog);
}

Project startProject(const Catalog& catalog)
{
    Project project;
    project.id = "random";
    project.parts = std::make_shared<const PartSnapshot>(testParts());
    project = *applyScript(project, R"(
        site name=Site
        room name=Hall
        feed name=A
        feed name=B
        scenario name=Own
        rack name=R0,R1 part=frame42
        place part=pdu0 rack=R0,R1 each=2
        place part=box8 rack=R0 u=1,9
        place part=host4 rack=R1 u=1,5
        place part=leaf1 rack=R1 u=20,21
        cord rack=R0,R1
    )",
        catalog);
    return project;
}

RC_GTEST_PROP(EditProperties, InvariantsHoldAfterEveryEdit, ())
{
    const Catalog catalog;
    Project project = startProject(catalog);
    RC_ASSERT(checkInvariants(project).empty());
    const int length = *inRange(1, 30);
    for (int i = 0; i < length; ++i) {
        const Result<Project> after = anyEdit(project, catalog);
        if (!after) {
            RC_ASSERT(!after.error().code.empty());
            continue;
        }
        const std::vector<Error> broken = checkInvariants(*after);
        if (!broken.empty())
            RC_FAIL(broken.front().code + ' ' + std::string{broken.front().arg("name")} + ' ' + std::string{broken.front().arg("found")});
        RC_ASSERT(after->nextId >= project.nextId);
        if (*after == project) { // nothing to do: everything is shared
            RC_ASSERT(after->scenarios == project.scenarios);
            RC_ASSERT(after->parts == project.parts);
            RC_ASSERT(after->nextId == project.nextId);
        }
        project = *after;
    }
}

RC_GTEST_PROP(EditProperties, OldValuesStayAsTheyWere, ())
{
    const Catalog catalog;
    const Project first = startProject(catalog);
    std::vector<Project> history{first};
    const int length = *inRange(1, 20);
    for (int i = 0; i < length; ++i)
        if (const Result<Project> after = anyEdit(history.back(), catalog)) history.push_back(*after);
    // undo all: the first value is what a fresh start gives, and each step still passes its own checks
    RC_ASSERT(history.front() == startProject(catalog));
    for (const Project& each : history) RC_ASSERT(checkInvariants(each).empty());
}

RC_GTEST_PROP(EditProperties, MovingThereAndBackGivesTheSameValue, ())
{
    const Catalog catalog;
    const Project project = startProject(catalog);
    std::vector<Id> ids;
    forEachPlacement(*project.scenario("Own")->build, [&](const PlacedDevice& placed) {
        if (std::holds_alternative<InRack>(placed.placement->anchor)) ids.push_back(placed.placement->id);
    });
    const Id device = *rc::gen::elementOf(ids);
    const Result<Project> moved = edit::move(project, {{}, device, anyWhere(project)}, catalog);
    if (!moved) return;
    const PlacedDevice before = findDevice(*project.scenario("Own")->build, device);
    const auto* space = std::get_if<InRack>(&before.placement->anchor);
    edit::Where back;
    back.rack = before.rack->id;
    back.fromHalfU = space->fromHalfU;
    back.face = space->face;
    back.widthQuarters = space->widthQuarters;
    back.fromQuarter = space->fromQuarter;
    const Result<Project> again = edit::move(*moved, {{}, device, back}, catalog);
    RC_ASSERT(again.has_value());
    RC_ASSERT(*again == project);
}

} // namespace
} // namespace rackwright::testing

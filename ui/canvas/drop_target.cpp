#include "ui/canvas/drop_target.h"

#include <algorithm>
#include <cmath>

namespace rackwright {

namespace {

Id firstRoom(const Project& project)
{
    for (const Site& site : project.sites)
        if (!site.rooms.empty()) return site.rooms.front().id;
    return Id::none;
}

Id firstSite(const Project& project)
{
    return project.sites.empty() ? Id::none : project.sites.front().id;
}

/// The host under the pointer: the device itself, or the one that holds the card there.
Id hostAt(const RackScene& scene, const CanvasHit& hit)
{
    if (hit.device == Id::none) return Id::none;
    const PlacedDevice device = findDevice(*scene.build(), hit.device);
    if (!device.placement) return Id::none;
    const auto* card = std::get_if<InDevice>(&device.placement->anchor);
    return card ? card->host : hit.device;
}

DropTarget ontoRack(const RackItem& rack, const QPointF& scenePos, const DragPayload& payload, const DragShape& shape, bool byHalfU)
{
    DropTarget target;
    target.kind = DropTarget::Kind::rack;
    target.rack = rack.id();
    const QRectF frame = rack.frameRect();
    if (shape.mount == Mount::zeroU) target.side = scenePos.x() < frame.center().x() ? Side::left : Side::right;
    const double height = shape.heightHalfU * RackLayout::unitsPerU / 2;
    const double grabY = payload.grabY >= 0 ? payload.grabY : std::min(height / 2, RackLayout::unitsPerU);
    const double top = scenePos.y() - rack.pos().y() - grabY;
    target.fromHalfU = rack.layout().halfUAt(top, shape.heightHalfU);
    if (!byHalfU && shape.heightHalfU % 2 == 0 && target.fromHalfU % 2 == 1) {
        const double here = rack.layout().of(target.fromHalfU, shape.heightHalfU).top();
        target.fromHalfU += here > top ? 1 : -1; // up is to a higher U
    }
    if (shape.widthQuarters < 4) {
        const QRectF inside = rack.layout().inside.translated(rack.pos());
        const double quarter = inside.width() / 4;
        const double left = scenePos.x() - shape.widthQuarters * quarter / 2 - inside.left();
        target.fromQuarter = std::clamp(static_cast<int>(std::lround(left / quarter)), 0, 4 - shape.widthQuarters);
    }
    return target;
}

/// Off the racks: what stands by itself finds the room or site that is nearest.
DropTarget besideRacks(const RackScene& scene, const Project& project, const QPointF& scenePos, const DragShape& shape)
{
    const CanvasGroup* group = scene.layout().groupNear(scenePos);
    DropTarget target;
    const bool toSite = shape.mount == Mount::rackUnits && !shape.hasHeight && (!group || group->kind == CanvasGroup::Kind::site);
    target.kind = toSite ? DropTarget::Kind::site : DropTarget::Kind::floor;
    const bool sameKind = group && (group->kind == CanvasGroup::Kind::site) == toSite;
    target.place = sameKind ? group->place : toSite ? firstSite(project) : firstRoom(project);
    return target;
}

} // namespace

DragShape shapeOf(const DragPayload& payload, const Document& document)
{
    DragShape shape;
    const Project& project = document.project();
    const Placement* placement = nullptr;
    if (payload.part) {
        const std::string id = payload.part->partId.toStdString();
        shape.part = project.part(id);
        if (!shape.part) shape.part = document.engine().catalog.find(id);
    } else if (const ScenarioPtr shown = document.scenario(); shown && shown->build) {
        placement = findDevice(*shown->build, payload.grabbed).placement;
        if (placement) shape.part = project.part(placement->partId);
    }
    if (!shape.part) return shape;
    shape.mount = mountOf(*shape.part);
    const std::optional<int> height = heightHalfUOf(*shape.part);
    shape.hasHeight = height.has_value();
    shape.heightHalfU = height.value_or(2);
    if (const InRack* space = placement ? std::get_if<InRack>(&placement->anchor) : nullptr) {
        shape.hasHeight = true;
        shape.heightHalfU = space->heightHalfU;
        shape.fromQuarter = space->fromQuarter;
        shape.widthQuarters = space->widthQuarters;
    }
    return shape;
}

DropTarget targetAt(const RackScene& scene, const Project& project, const QPointF& scenePos, const DragPayload& payload,
    const DragShape& shape, bool byHalfU)
{
    if (!scene.build()) return {};
    if (shape.mount == Mount::loose) return {.kind = DropTarget::Kind::tray};
    if (shape.mount == Mount::wholeRack || shape.mount == Mount::frame) {
        const CanvasGroup* group = scene.layout().groupNear(scenePos);
        const bool inRow = group && group->kind == CanvasGroup::Kind::row;
        return {.kind = DropTarget::Kind::newRack, .place = inRow ? group->place : firstRoom(project), .row = inRow ? group->row : 1};
    }
    const CanvasHit hit = scene.at(scenePos);
    if (shape.mount == Mount::card || shape.mount == Mount::builtIn) {
        if (const Id host = hostAt(scene, hit); host != Id::none) return {.kind = DropTarget::Kind::host, .host = host};
    }
    if (shape.mount != Mount::floor && hit.rack) return ontoRack(*hit.rack, scenePos, payload, shape, byHalfU);
    return besideRacks(scene, project, scenePos, shape);
}

} // namespace rackwright

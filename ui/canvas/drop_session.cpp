#include "ui/canvas/drop_session.h"

#include "core/design/place_check.h"

#include <algorithm>

namespace rackwright {

DropSession::DropSession(const RackScene& scene, Document& document, DragPayload payload)
    : scene_{scene}, document_{document}, payload_{std::move(payload)}
{
    if (payload_.grabbed == Id::none && !payload_.devices.empty()) payload_.grabbed = payload_.devices.front();
    shape_ = shapeOf(payload_, document_);
}

bool DropSession::moveTo(const DropTarget& target)
{
    if (target == target_) return false;
    target_ = target;
    evaluate();
    return true;
}

void DropSession::setCopy(bool isCopy)
{
    if (isCopy == payload_.isCopy || payload_.part) return;
    payload_.isCopy = isCopy;
    evaluate();
}

void DropSession::evaluate()
{
    plan_ = {};
    ghost_ = {};
    if (target_.kind == DropTarget::Kind::none || !scene_.build()) return;
    plan_ = planOf(scene_, document_, payload_, target_);
    ghost_ = ghostOf(scene_, document_, payload_, target_, plan_);
}

Result<std::vector<Id>> DropSession::drop()
{
    if (!plan_.edit) return std::vector<Id>{};
    const std::int64_t firstNewId = document_.project().nextId;
    document_.endGesture();
    if (const Result<void> done = document_.apply(plan_.name, plan_.edit); !done) return tl::make_unexpected(done.error());
    if (!payload_.part && !payload_.isCopy) return plan_.devices;
    const Build* build = scene_.build();
    return build ? addedSince(*build, firstNewId) : std::vector<Id>{};
}

bool DropSession::wouldDo(const DropTarget& target) const
{
    DragPayload one = payload_;
    if (!one.part) one.devices = {one.grabbed};
    return document_.tryEdit(planOf(scene_, document_, one, target).edit).has_value();
}

void DropSession::addUnits(const RackItem& rack, std::vector<QRectF>& places) const
{
    const int top = rack.picture().heightU * 2;
    InRack space{0, shape_.heightHalfU, shape_.fromQuarter, shape_.widthQuarters};
    const int step = shape_.heightHalfU % 2 ? 1 : 2;
    bool asked = false;
    for (int from = 0; from + space.heightHalfU <= top; from += step) {
        space.fromHalfU = from;
        const Id ignored = payload_.isCopy ? Id::none : payload_.grabbed;
        if (edit::blockerOf(*rack.rack(), space, ignored)) continue;
        // Free, and up to where it stays free: one outline a gap.
        int end = from + space.heightHalfU;
        for (space.fromHalfU = from + step; space.fromHalfU + space.heightHalfU <= top && !edit::blockerOf(*rack.rack(), space, ignored);
             space.fromHalfU += step)
            end = space.fromHalfU + space.heightHalfU;
        // Depth, weight and power are the same wherever it is in the rack.
        if (!asked && !wouldDo({.kind = DropTarget::Kind::rack, .rack = rack.id(), .fromHalfU = from})) return;
        asked = true;
        places.push_back(rack.layout().of(from, end - from, space.fromQuarter, space.widthQuarters).translated(rack.pos()));
        from = end - step;
    }
}

void DropSession::addHosts(const RackItem& rack, std::vector<QRectF>& places, int& tries) const
{
    for (const DeviceFace& face : rack.picture().devices) {
        if (face.bays.empty() || tries <= 0) continue;
        if (std::ranges::none_of(face.bays, [](const BayFace& bay) { return bay.card == Id::none; })) continue;
        --tries;
        if (wouldDo({.kind = DropTarget::Kind::host, .host = face.id})) places.push_back(rack.rectOf(face));
    }
}

std::vector<QRectF> DropSession::places(const std::vector<RackItem*>& racks) const
{
    std::vector<QRectF> places;
    int tries = 64;
    for (const RackItem* rack : racks) {
        if (tries <= 0) break;
        switch (shape_.mount) {
        case Mount::rackUnits:
            --tries;
            if (shape_.hasHeight) addUnits(*rack, places);
            break;
        case Mount::card: addHosts(*rack, places, tries); break;
        case Mount::zeroU:
            for (const Side side : {Side::left, Side::right}) {
                --tries;
                if (!wouldDo({.kind = DropTarget::Kind::rack, .rack = rack->id(), .side = side})) continue;
                QRectF channel = rack->frameRect();
                const QRectF inside = rack->layout().inside.translated(rack->pos());
                side == Side::left ? channel.setRight(inside.left()) : channel.setLeft(inside.right());
                places.push_back(channel);
            }
            break;
        case Mount::rearDoor:
            --tries;
            if (wouldDo({.kind = DropTarget::Kind::rack, .rack = rack->id()})) places.push_back(rack->frameRect());
            break;
        default: return places;
        }
    }
    return places;
}

} // namespace rackwright

#include "ui/canvas/rack_scene.h"

#include <algorithm>
#include <unordered_set>

namespace rackwright {

RackScene::RackScene(CanvasContext& context, QObject* parent) : QGraphicsScene{parent}, context_{context}
{
    setItemIndexMethod(BspTreeIndex);
}

const Build* RackScene::build() const
{
    const ScenarioPtr shown = context_.document.scenario();
    return shown ? shown->build.get() : nullptr;
}

void RackScene::sync()
{
    const Build* shown = build();
    layout_ = shown ? layoutOf(context_.document.project(), *shown) : CanvasLayout{};
    for (auto at = racks_.begin(); at != racks_.end();) {
        if (layout_.rackIndex.contains(at->first)) {
            ++at;
            continue;
        }
        for (const Placement& placement : at->second->rack()->placements) {
            const auto holder = holders_.find(toNumber(placement.id));
            if (holder != holders_.end() && holder->second == at->second) holders_.erase(holder);
        }
        context_.drawn.remove(at->first);
        delete at->second;
        at = racks_.erase(at);
    }
    std::vector<const RackItem*> changed;
    for (const RackSpot& spot : layout_.racks) {
        RackItem*& item = racks_[toNumber(spot.rack)];
        if (item && item->rack() != spot.held)
            for (const Placement& placement : item->rack()->placements) {
                const auto holder = holders_.find(toNumber(placement.id));
                if (holder != holders_.end() && holder->second == item) holders_.erase(holder);
            }
        const bool isNew = !item;
        if (isNew) addItem(item = new RackItem{context_, spot.held, spot.bounds.size()});
        if (isNew || item->rack() != spot.held) changed.push_back(item);
        item->setRack(spot.held, spot.bounds.size());
        item->setPos(spot.bounds.topLeft());
    }
    for (const RackItem* item : changed) indexDevices(*item->rack());
    std::unordered_set<std::int64_t> present;
    for (const LooseSpot& spot : layout_.loose) {
        const auto placed = std::ranges::lower_bound(shown->placements, spot.device, {}, &Placement::id);
        LooseItem*& item = loose_[toNumber(spot.device)];
        if (!item) addItem(item = new LooseItem{context_, *placed, spot.rect.size()});
        item->setPlacement(*placed, spot.rect.size());
        item->setPos(spot.rect.topLeft());
        present.insert(toNumber(spot.device));
    }
    std::erase_if(loose_, [&](const auto& entry) {
        if (present.contains(entry.first)) return false;
        delete entry.second;
        return true;
    });
    Q_EMIT synced();
}

void RackScene::indexDevices(const Rack& rack)
{
    RackItem* item = racks_.at(toNumber(rack.id));
    for (const Placement& placement : rack.placements) holders_.insert_or_assign(toNumber(placement.id), item);
}

void RackScene::markAllStale()
{
    for (const auto& [id, item] : racks_) item->markStale();
    for (const auto& [id, item] : loose_) item->markStale();
}

RackItem* RackScene::rackItem(Id rack) const
{
    const auto found = racks_.find(toNumber(rack));
    return found == racks_.end() ? nullptr : found->second;
}

RackItem* RackScene::rackOfDevice(Id device) const
{
    const auto found = holders_.find(toNumber(device));
    return found == holders_.end() ? nullptr : found->second;
}

LooseItem* RackScene::looseItem(Id device) const
{
    const auto found = loose_.find(toNumber(device));
    return found == loose_.end() ? nullptr : found->second;
}

CanvasHit RackScene::at(const QPointF& scenePos) const
{
    for (QGraphicsItem* item : items(scenePos)) {
        if (auto* rack = dynamic_cast<RackItem*>(item)) {
            const DeviceFace* device = rack->deviceAt(scenePos);
            return {rack, device ? device->id : Id::none};
        }
        if (auto* loose = dynamic_cast<LooseItem*>(item)) return {nullptr, loose->id()};
    }
    return {};
}

std::optional<QRectF> RackScene::rectOf(Id id) const
{
    if (const RackItem* rack = rackItem(id)) return rack->frameRect();
    if (const LooseItem* loose = looseItem(id)) return loose->rect();
    const RackItem* holder = rackOfDevice(id);
    if (!holder) return std::nullopt;
    if (const DeviceFace* face = holder->face(id)) return holder->rectOf(*face);
    const auto& placements = holder->rack()->placements;
    const auto placed = std::ranges::lower_bound(placements, id, {}, &Placement::id);
    if (placed == placements.end() || placed->id != id) return std::nullopt;
    if (const auto* card = std::get_if<InDevice>(&placed->anchor)) return rectOf(card->host);
    if (std::holds_alternative<RearDoor>(placed->anchor)) return holder->frameRect();
    return std::nullopt;
}

std::vector<RackItem*> RackScene::racksIn(const QRectF& sceneRect) const
{
    std::vector<RackItem*> found;
    for (const RackSpot& spot : layout_.racks)
        if (spot.bounds.intersects(sceneRect)) found.push_back(racks_.at(toNumber(spot.rack)));
    return found;
}

} // namespace rackwright

#include "ui/canvas/outline.h"

#include "core/design/edit_text.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>
#include <limits>

namespace rackwright {

namespace {

QString text(const char* sentence)
{
    return QCoreApplication::translate("CanvasOutline", sentence);
}

QString utf(const std::string& from)
{
    return QString::fromStdString(from);
}

/// The rack whose middle is nearest in x within the group above (-1) or below (1) that has racks.
Id rackInRow(const RackScene& scene, const QRectF& from, int direction)
{
    Id best = Id::none;
    double bestDy = std::numeric_limits<double>::max(), bestDx = bestDy;
    for (const RackSpot& spot : scene.layout().racks) {
        const double dy = (spot.bounds.bottom() - from.bottom()) * direction;
        if (dy <= 1) continue;
        const double dx = std::abs(spot.bounds.center().x() - from.center().x());
        if (dy > bestDy + 1 || (dy > bestDy - 1 && dx >= bestDx)) continue;
        best = spot.rack, bestDy = dy, bestDx = dx;
    }
    return best;
}

/// The next rack of the same row.
Id rackBeside(const RackScene& scene, Id rack, int direction)
{
    const CanvasLayout& layout = scene.layout();
    const int at = layout.indexOf(rack), next = at + direction;
    if (at < 0 || next < 0 || next >= static_cast<int>(layout.racks.size())) return Id::none;
    const RackSpot &here = layout.racks[static_cast<std::size_t>(at)], &there = layout.racks[static_cast<std::size_t>(next)];
    return std::abs(here.bounds.bottom() - there.bounds.bottom()) < 1 ? there.rack : Id::none;
}

/// The device of the rack at that height, or the rack itself when it holds none.
Id deviceAtHeight(const RackScene& scene, Id rack, double y)
{
    const RackItem* item = scene.rackItem(rack);
    Id best = rack;
    double bestDistance = std::numeric_limits<double>::max();
    for (const DeviceFace& face : item->picture().devices) {
        if (face.side) continue;
        const double distance = std::abs(item->rectOf(face).center().y() - y);
        if (distance < bestDistance) best = face.id, bestDistance = distance;
    }
    return best;
}

Id fromRack(const RackScene& scene, Id rack, Qt::Key arrow)
{
    const QRectF bounds = scene.rackItem(rack)->sceneBoundingRect();
    switch (arrow) {
    case Qt::Key_Left: return rackBeside(scene, rack, -1);
    case Qt::Key_Right: return rackBeside(scene, rack, 1);
    case Qt::Key_Up: return rackInRow(scene, bounds, -1);
    default: break;
    }
    const std::vector<Id> devices = devicesFromTop(*scene.rackItem(rack)->rack());
    return devices.empty() ? rackInRow(scene, bounds, 1) : devices.front();
}

Id fromDevice(const RackScene& scene, const RackItem& rack, Id device, Qt::Key arrow)
{
    if (arrow == Qt::Key_Left || arrow == Qt::Key_Right) {
        const Id beside = rackBeside(scene, rack.id(), arrow == Qt::Key_Left ? -1 : 1);
        const std::optional<QRectF> rect = scene.rectOf(device);
        return beside == Id::none || !rect ? beside : deviceAtHeight(scene, beside, rect->center().y());
    }
    const std::vector<Id> devices = devicesFromTop(*rack.rack());
    const auto at = std::ranges::find(devices, device);
    if (arrow == Qt::Key_Up) return at == devices.begin() || at == devices.end() ? rack.id() : *std::prev(at);
    if (at != devices.end() && std::next(at) != devices.end()) return *std::next(at);
    return rackInRow(scene, rack.sceneBoundingRect(), 1);
}

QString placeOf(const RackScene& scene, const PlacedDevice& device)
{
    const QString rack = device.rack ? utf(device.rack->name) : QString{};
    if (const auto* space = std::get_if<InRack>(&device.placement->anchor)) {
        const QString from = utf(edit::uText(space->fromHalfU));
        if (space->heightHalfU <= 2) return text("%1, %2").arg(rack, from);
        return text("%1, %2 to %3").arg(rack, from, utf(edit::uText(space->fromHalfU + space->heightHalfU - 2)));
    }
    if (const auto* side = std::get_if<ZeroU>(&device.placement->anchor))
        return side->side == Side::left ? text("%1, left side").arg(rack) : text("%1, right side").arg(rack);
    if (std::holds_alternative<RearDoor>(device.placement->anchor)) return text("%1, rear door").arg(rack);
    if (const auto* card = std::get_if<InDevice>(&device.placement->anchor)) {
        const PlacedDevice host = findDevice(*scene.build(), card->host);
        return text("bay %1 %2 of %3")
            .arg(utf(card->bay))
            .arg(card->index + 1)
            .arg(host.placement ? utf(host.placement->label) : QString{});
    }
    if (std::holds_alternative<Unplaced>(device.placement->anchor)) return text("unplaced");
    return text("not in a rack");
}

} // namespace

std::vector<Id> devicesFromTop(const Rack& rack)
{
    struct Entry {
        int group, minusTop, left;
        Id id;
        auto operator<=>(const Entry&) const = default;
    };
    std::vector<Entry> entries;
    for (const Placement& placement : rack.placements) {
        if (const auto* space = std::get_if<InRack>(&placement.anchor))
            entries.push_back({0, -(space->fromHalfU + space->heightHalfU), space->fromQuarter, placement.id});
        else if (const auto* side = std::get_if<ZeroU>(&placement.anchor))
            entries.push_back({1, static_cast<int>(side->side), side->position, placement.id});
        else if (std::holds_alternative<RearDoor>(placement.anchor))
            entries.push_back({2, 0, 0, placement.id});
    }
    std::ranges::sort(entries);
    std::vector<Id> ids;
    for (const Entry& entry : entries) ids.push_back(entry.id);
    return ids;
}

Id besideInOrder(const RackScene& scene, Id from, int step)
{
    std::vector<Id> order;
    const CanvasLayout& layout = scene.layout();
    const RackItem* holder = scene.rackOfDevice(from);
    const int at = layout.indexOf(holder ? holder->id() : from), racks = static_cast<int>(layout.racks.size());
    // The rack with its neighbours is enough, however many there are.
    const int first = at < 0 ? (step > 0 ? 0 : racks - 1) : at - 1, last = at < 0 ? (step > 0 ? 0 : racks - 1) : at + 1;
    const bool atLoose = scene.looseItem(from) != nullptr;
    for (int i = std::max(first, 0); i <= std::min(last, racks - 1); ++i) {
        const RackPtr& rack = layout.racks[static_cast<std::size_t>(i)].held;
        order.push_back(rack->id);
        std::ranges::copy(devicesFromTop(*rack), std::back_inserter(order));
    }
    if (atLoose || at < 0 || at >= racks - 1)
        for (const LooseSpot& spot : layout.loose) order.push_back(spot.device);
    if (order.empty()) return Id::none;
    if (from == Id::none) return step > 0 ? order.front() : order.back();
    const auto found = std::ranges::find(order, from);
    if (found == order.end()) return order.front();
    const auto index = (found - order.begin()) + step;
    return index < 0 || index >= std::ssize(order) ? Id::none : order[static_cast<std::size_t>(index)];
}

Id towards(const RackScene& scene, Id from, Qt::Key arrow)
{
    Id next = Id::none;
    if (scene.rackItem(from)) {
        next = fromRack(scene, from, arrow);
    } else if (const RackItem* rack = scene.rackOfDevice(from)) {
        next = fromDevice(scene, *rack, from, arrow);
    } else if (scene.looseItem(from)) {
        next = besideInOrder(scene, from, arrow == Qt::Key_Left || arrow == Qt::Key_Up ? -1 : 1);
    } else {
        return besideInOrder(scene, Id::none, 1);
    }
    const std::vector<LooseSpot>& loose = scene.layout().loose;
    if (next == Id::none && arrow == Qt::Key_Down && !loose.empty() && !scene.looseItem(from)) next = loose.front().device;
    return next == Id::none ? from : next;
}

QString rangeOfU(int fromHalfU, int heightHalfU)
{
    const QString from = utf(edit::uText(fromHalfU));
    if (heightHalfU <= 2) return from;
    return text("%1 – %2").arg(from, utf(edit::uText(fromHalfU + heightHalfU - 2)));
}

QString spokenOf(const RackScene& scene, const Project& project, Id id)
{
    const Build* build = scene.build();
    if (!build || id == Id::none) return {};
    if (const RackItem* item = scene.rackItem(id)) {
        const QString load = item->picture().load;
        const std::size_t count = devicesFromTop(*item->rack()).size();
        const QString devices = count == 1 ? text("1 device") : text("%1 devices").arg(count);
        const QString name = text("%1, rack, %2").arg(utf(item->rack()->name), devices);
        return load.isEmpty() ? name : name + QStringLiteral(", ") + load;
    }
    const PlacedDevice device = findDevice(*build, id);
    if (!device.placement) return {};
    const PartPtr part = project.part(device.placement->partId);
    return text("%1, %2, %3")
        .arg(utf(device.placement->label), utf(part ? part->displayName() : device.placement->partId), placeOf(scene, device));
}

} // namespace rackwright

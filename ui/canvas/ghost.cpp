#include "ui/canvas/ghost.h"

#include "ui/canvas/outline.h"
#include "ui/document/subjects.h"
#include "ui/text/sentence.h"

#include <QCoreApplication>
#include <QLocale>

#include <algorithm>
#include <optional>

namespace rackwright {

namespace {

constexpr double nearLimitShare = 0.9;

QString text(const char* sentence)
{
    return QCoreApplication::translate("CanvasGhost", sentence);
}

QString separator()
{
    return QStringLiteral(" · ");
}

/// By label, as the edits count it; cards inside their host's figure count nothing.
double nameplateW(const Project& project, const Rack& rack)
{
    double watts = 0;
    for (const Placement& placement : rack.placements) {
        if (placement.status == PlacementStatus::removed) continue;
        if (const auto* card = std::get_if<InDevice>(&placement.anchor)) {
            const auto host = std::ranges::lower_bound(rack.placements, card->host, {}, &Placement::id);
            const PartPtr hostPart = host != rack.placements.end() ? project.part(host->partId) : nullptr;
            if (hostPart && hostPart->text("accelerator_id") == placement.partId) continue;
        }
        if (const PartPtr part = project.part(placement.partId)) watts += nameplateWOf(*part, &placement).value_or(0);
    }
    return watts;
}

/// Where the placement is drawn; none for what no rack shows.
std::optional<QRectF> rectOf(const RackScene& scene, Id rack, const Placement& placement)
{
    const RackItem* item = scene.rackItem(rack);
    if (!item) return std::nullopt;
    if (const auto* space = std::get_if<InRack>(&placement.anchor))
        return item->layout().of(space->fromHalfU, space->heightHalfU, space->fromQuarter, space->widthQuarters).translated(item->pos());
    if (const auto* side = std::get_if<ZeroU>(&placement.anchor)) {
        DeviceFace face;
        face.side = side->side;
        face.sidePosition = side->position;
        face.fromHalfU = side->fromHalfU;
        face.heightHalfU = side->toHalfU - side->fromHalfU;
        return item->rectOf(face);
    }
    if (std::holds_alternative<RearDoor>(placement.anchor)) return item->frameRect();
    return std::nullopt;
}

/// The end of the row, where one more rack would stand.
QRectF endOfRow(const CanvasLayout& layout, const DropTarget& target, const RackPicture& frame)
{
    const QSizeF size = RackLayout{frame}.bounds.size();
    for (const CanvasGroup& group : layout.groups)
        if (group.kind == CanvasGroup::Kind::row && group.place == target.place && group.row == target.row)
            return {{group.rect.right() + RackLayout::gap, group.rect.bottom() - size.height()}, size};
    return {{0, layout.bounds.isNull() ? CanvasLayout::titleHeight : layout.bounds.bottom() + CanvasLayout::rowGap}, size};
}

/// The devices of the edit in the new project.
std::vector<PlacedDevice> touched(const Build& build, const DropPlan& plan, bool isNew, std::int64_t firstNewId)
{
    std::vector<PlacedDevice> devices;
    for (const Id id : isNew ? addedSince(build, firstNewId) : plan.devices)
        if (const PlacedDevice device = findDevice(build, id); device.placement) devices.push_back(device);
    return devices;
}

QString placeText(const Build& build, const PlacedDevice& device)
{
    if (const auto* space = std::get_if<InRack>(&device.placement->anchor)) return rangeOfU(space->fromHalfU, space->heightHalfU);
    if (const auto* side = std::get_if<ZeroU>(&device.placement->anchor))
        return side->side == Side::left ? text("Left side") : text("Right side");
    if (std::holds_alternative<RearDoor>(device.placement->anchor)) return text("Rear door");
    if (const auto* card = std::get_if<InDevice>(&device.placement->anchor))
        return text("%1, bay %2 %3")
            .arg(QString::fromStdString(nameOf(build, card->host)), QString::fromStdString(card->bay))
            .arg(card->index + 1);
    if (std::holds_alternative<OnFloor>(device.placement->anchor)) return text("On the floor");
    if (std::holds_alternative<AtSite>(device.placement->anchor)) return text("At the site");
    return text("To unplaced");
}

/// "+ 8.3 kW · 33.2 of 35.0 kW": what comes to the rack, and what it holds then of its limit.
void addPower(Ghost& ghost, const Project& before, const Build& old, const Project& after, const Rack& rack)
{
    const RackPtr was = rackOf(old, rack.id);
    const double watts = nameplateW(after, rack), added = watts - (was ? nameplateW(before, *was) : 0);
    if (added > 0) ghost.chip += separator() + text("+ %1").arg(kilowatts(added));
    if (!rack.powerLimitKw) return;
    const double limitW = *rack.powerLimitKw * 1000;
    ghost.chip += separator() + text("%1 of %2").arg(QLocale{}.toString(watts / 1000, 'f', 1), kilowatts(limitW));
    ghost.isNearLimit = watts >= nearLimitShare * limitW;
}

Ghost legalGhost(const RackScene& scene, const Document& document, const DragPayload& payload, const DropTarget& target,
    const DropPlan& plan, const Project& after)
{
    Ghost ghost;
    ghost.isLegal = true;
    const Project& before = document.project();
    const Build& build = *after.scenario(document.scenarioName())->build;
    if (target.kind == DropTarget::Kind::newRack) {
        const Rack& rack = *build.racks.back();
        ghost.rects = {endOfRow(scene.layout(), target, frameOf(rack, after))};
        ghost.chip = text("New rack %1").arg(QString::fromStdString(rack.name));
        addPower(ghost, before, *scene.build(), after, rack);
        return ghost;
    }
    const std::vector<PlacedDevice> devices = touched(build, plan, payload.part || payload.isCopy, before.nextId);
    const PlacedDevice* first = nullptr;
    for (const PlacedDevice& device : devices) {
        if (!first || device.placement->id == payload.grabbed) first = &device;
        if (const auto rect = rectOf(scene, device.rack ? device.rack->id : Id::none, *device.placement)) ghost.rects.push_back(*rect);
    }
    if (!first) return ghost;
    ghost.chip = placeText(build, *first);
    if (devices.size() > 1) ghost.chip += separator() + text("%1 devices").arg(devices.size());
    if (const auto* card = std::get_if<InDevice>(&first->placement->anchor)) {
        ghost.host = card->host, ghost.bay = card->bay, ghost.bayIndex = card->index;
        if (const auto rect = scene.rectOf(card->host)) ghost.rects.push_back(*rect);
    }
    if (first->rack) addPower(ghost, before, *scene.build(), after, *first->rack);
    return ghost;
}

/// Where it was asked to go, whether it may or not.
void addWantedRects(Ghost& ghost, const RackScene& scene, const Document& document, const DragPayload& payload, const DropTarget& target,
    const DropPlan& plan)
{
    const DragShape shape = shapeOf(payload, document);
    if (target.kind == DropTarget::Kind::newRack) {
        ghost.rects.push_back(endOfRow(scene.layout(), target, RackPicture{}));
        return;
    }
    for (std::size_t i = 0; i < plan.wheres.size(); ++i) {
        const edit::Where& where = plan.wheres[i];
        if (where.host != Id::none) {
            if (const auto rect = scene.rectOf(where.host)) ghost.rects.push_back(*rect);
            ghost.host = where.host, ghost.bay = where.bay, ghost.bayIndex = where.bayIndex.value_or(-1);
        }
        const RackItem* rack = scene.rackItem(where.rack);
        if (!rack) continue;
        InRack space{where.fromHalfU.value_or(0), shape.heightHalfU, where.fromQuarter.value_or(0), shape.widthQuarters};
        if (i < plan.devices.size()) {
            const PlacedDevice device = findDevice(*scene.build(), plan.devices[i]);
            if (const auto* held = std::get_if<InRack>(&device.placement->anchor))
                space.heightHalfU = held->heightHalfU, space.widthQuarters = held->widthQuarters;
        }
        // Within the frame, so that it is seen what is refused.
        const int top = frameOf(*rack->rack(), document.project()).heightU * 2;
        space.fromHalfU = std::clamp(space.fromHalfU, 0, std::max(0, top - space.heightHalfU));
        ghost.rects.push_back(rack->layout()
                                  .of(space.fromHalfU, std::min(space.heightHalfU, top), space.fromQuarter, space.widthQuarters)
                                  .translated(rack->pos()));
    }
}

/// A place for the same thing: in this rack, else in one of the next.
QString freePlace(const RackScene& scene, const Document& document, const DragPayload& payload, const DropTarget& target)
{
    if (!payload.part && payload.devices.size() != 1) return {};
    const Id device = payload.part ? Id::none : payload.devices.front();
    const auto tryIn = [&](Id rack) -> QString {
        edit::Where where;
        where.rack = rack;
        const std::string scenario = document.scenarioName();
        const Result<Project> result = document.tryEdit([&](const Project& project, const Catalog& catalog) {
            if (payload.part)
                return edit::place(project, {.scenario = scenario, .partId = payload.part->partId.toStdString(), .where = where}, catalog);
            return edit::move(project, {scenario, device, where}, catalog);
        });
        if (!result) return {};
        const Build& build = *result->scenario(scenario)->build;
        const Id placed = device != Id::none ? device : Id{document.project().nextId};
        const PlacedDevice found = findDevice(build, placed);
        const auto* space = found.placement ? std::get_if<InRack>(&found.placement->anchor) : nullptr;
        if (!space || !found.rack) return {};
        return QStringLiteral("%1, %2").arg(QString::fromStdString(found.rack->name), rangeOfU(space->fromHalfU, space->heightHalfU));
    };
    constexpr int mostTried = 24;
    const auto& racks = scene.layout().racks;
    const int here = std::max(scene.layout().indexOf(target.rack), 0);
    for (int i = 0; i < std::min(mostTried, static_cast<int>(racks.size())); ++i) {
        const QString found = tryIn(racks[static_cast<std::size_t>(here + i) % racks.size()].rack);
        if (!found.isEmpty()) return text("Would fit: %1.").arg(found);
    }
    return text("No rack near it has such a place free.");
}

} // namespace

QString kilowatts(double watts)
{
    const int digits = watts < 995 ? 2 : 1;
    return QLocale{}.toString(watts / 1000, 'f', digits) + QChar{0x202F} + QStringLiteral("kW");
}

Refusal refusalOf(const Error& error)
{
    QString reason = QString::fromStdString(sentenceOf(error));
    if (!reason.isEmpty()) reason[0] = reason[0].toUpper();
    if (!reason.endsWith(QLatin1Char{'.'})) reason += QLatin1Char{'.'};
    struct Help {
        std::string_view code;
        const char* text;
    };
    static constexpr Help helps[] = {
        {"EDIT-NEEDS-HOST", QT_TRANSLATE_NOOP("CanvasGhost", "Drop it on a host, or open one with a double click and choose the bay.")},
        {"EDIT-NEEDS-SYSTEM", QT_TRANSLATE_NOOP("CanvasGhost", "Drag one of these systems from the parts instead.")},
        {"EDIT-CLOUD-ONLY", QT_TRANSLATE_NOOP("CanvasGhost", "Add a scenario that rents it.")},
        {"EDIT-WRONG-PLACE", QT_TRANSLATE_NOOP("CanvasGhost", "Drop it on a rack; add one with Ctrl+R.")},
        {"EDIT-TOO-DEEP", QT_TRANSLATE_NOOP("CanvasGhost", "A deeper rack takes it.")},
        {"EDIT-TOO-HEAVY", QT_TRANSLATE_NOOP("CanvasGhost", "A rack of higher load takes it, or take something out.")},
        {"EDIT-TOO-MUCH-POWER", QT_TRANSLATE_NOOP("CanvasGhost", "Raise the power limit of the rack, or take something out.")},
        {"EDIT-SIDE-FULL", QT_TRANSLATE_NOOP("CanvasGhost", "Two units stand at each side; try the other one.")},
        {"EDIT-DOOR-TAKEN", QT_TRANSLATE_NOOP("CanvasGhost", "Take the door out first, or replace it.")},
        {"EDIT-NO-HEIGHT", QT_TRANSLATE_NOOP("CanvasGhost", "Drop it beside the racks: it stands by itself.")},
        {"EDIT-BAY-TAKEN", QT_TRANSLATE_NOOP("CanvasGhost", "Choose a free bay.")},
        {"EDIT-NO-ROOM", QT_TRANSLATE_NOOP("CanvasGhost", "Add a room to the site first.")},
        {"DOCUMENT-READ-ONLY", QT_TRANSLATE_NOOP("CanvasGhost", "Save the design under another name to change it.")},
    };
    const auto help = std::ranges::find(helps, error.code, &Help::code);
    return {reason, help == std::end(helps) ? QString{} : text(help->text)};
}

Ghost ghostOf(const RackScene& scene, const Document& document, const DragPayload& payload, const DropTarget& target, const DropPlan& plan)
{
    const Result<Project> result = document.isReadOnly() ? Result<Project>{fail("DOCUMENT-READ-ONLY", {{"edit", plan.name.toStdString()}})}
                                                         : document.tryEdit(plan.edit);
    if (result) return legalGhost(scene, document, payload, target, plan, *result);
    Ghost ghost;
    const Refusal refusal = refusalOf(result.error());
    ghost.reason = refusal.reason;
    ghost.mend = refusal.mend;
    const std::string& code = result.error().code;
    if (code == "EDIT-NO-SPACE" || code == "EDIT-BEYOND-RACK" || code == "EDIT-RACK-FULL")
        ghost.mend = freePlace(scene, document, payload, target);
    addWantedRects(ghost, scene, document, payload, target, plan);
    return ghost;
}

} // namespace rackwright

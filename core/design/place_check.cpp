#include "core/design/place_check.h"

#include "core/design/edit_text.h"

#include <algorithm>
#include <fmt/format.h>

namespace rackwright::edit {

namespace {

constexpr int zeroUPerSide = 2;
constexpr int drawnHalfU = 84; // a frame of unstated height is drawn as 42U
constexpr double halfUMm = 22.225; // EIA-310: 1 U = 44.45 mm

bool counts(const Placement& placement, Id ignored)
{
    return placement.id != ignored && placement.status != PlacementStatus::removed;
}

std::string holdText(const Placement& placement)
{
    const auto& space = std::get<InRack>(placement.anchor);
    const std::string range = rangeText(space.fromHalfU, space.heightHalfU);
    return fmt::format("{} {} {}", range, range.find('-') == std::string::npos ? "holds" : "hold", placement.label);
}

/// The shape of a device before its place is known. EDIT-NO-HEIGHT.
Result<InRack> shapeOf(const Draft& draft, const Rack& rack, const Part& part, const Where& where, const Placement* moving)
{
    InRack shape;
    const auto* before = moving ? std::get_if<InRack>(&moving->anchor) : nullptr;
    std::optional<int> height = where.heightHalfU;
    if (!height && moving)
        if (const std::optional<double> stated = statedNumber(part, moving, "u_height")) height = static_cast<int>(*stated * 2);
    if (!height) height = heightHalfUOf(part);
    if (!height && before) height = before->heightHalfU;
    if (!height) return fail("EDIT-NO-HEIGHT", {{"part", part.id}});
    shape.heightHalfU = *height;
    shape.face = where.face.value_or(before ? before->face : Face::front);
    shape.widthQuarters = where.widthQuarters.value_or(before ? before->widthQuarters : 4);
    shape.fromQuarter = where.fromQuarter.value_or(before ? before->fromQuarter : 0);
    if (shape.fromQuarter < 0 || shape.widthQuarters < 1 || shape.fromQuarter + shape.widthQuarters > 4)
        return fail("EDIT-BAD-VALUE",
            {{"key", "width"}, {"found", fmt::format("{} from {}", shape.widthQuarters, shape.fromQuarter)},
                {"wanted", "1 to 4 quarters within the rack"}});
    const PartPtr frame = draft.parts.own(rack.partId);
    const std::optional<double> depth = statedNumber(part, moving, "depth_mm");
    const std::optional<double> usable = frame ? usableDepthMm(*frame) : std::nullopt;
    shape.fullDepth = !(depth && usable && *depth * 2 <= *usable);
    return shape;
}

Result<InRack> lowestFree(const Draft& draft, const Rack& rack, InRack shape, Id ignored)
{
    constexpr int unstatedRackHalfU = 120; // a search limit only: a frame whose height is not stated refuses nothing
    const int top = frameHeightHalfU(draft, rack).value_or(unstatedRackHalfU);
    for (shape.fromHalfU = 0; shape.fromHalfU + shape.heightHalfU <= top;) {
        const Placement* blocker = blockerOf(rack, shape, ignored);
        if (!blocker) return shape;
        const auto& space = std::get<InRack>(blocker->anchor);
        shape.fromHalfU = (space.fromHalfU + space.heightHalfU + 1) / 2 * 2;
    }
    return fail("EDIT-RACK-FULL", {{"rack", rack.name}, {"needed", heightText(shape.heightHalfU)}});
}

Result<Anchor> locateInUnits(const Draft& draft, const Rack& rack, const Part& part, const Where& where, const Placement* moving)
{
    Result<InRack> space = shapeOf(draft, rack, part, where, moving);
    if (!space) return Unexpected{space.error()};
    if (const Result<void> depth = checkDepth(draft, rack, part, moving); !depth) return Unexpected{depth.error()};
    const Id self = moving ? moving->id : Id::none;
    if (where.fromHalfU) {
        space->fromHalfU = *where.fromHalfU;
        if (const Result<void> good = checkSpace(draft, rack, *space, self); !good) return Unexpected{good.error()};
        return Anchor{*space};
    }
    space = lowestFree(draft, rack, *space, self);
    if (!space) return Unexpected{space.error()};
    return Anchor{*space};
}

Result<Anchor> locateAtSide(const Draft& draft, const Rack& rack, const Part& part, const Where& where, Id ignored)
{
    std::vector<int> taken[2];
    std::vector<std::string> labels[2];
    for (const Placement& placement : rack.placements) {
        const auto* at = std::get_if<ZeroU>(&placement.anchor);
        if (!at || !counts(placement, ignored)) continue;
        taken[static_cast<std::size_t>(at->side)].push_back(at->position);
        labels[static_cast<std::size_t>(at->side)].push_back(placement.label);
    }
    const Side side = where.side.value_or(taken[1].size() < taken[0].size() ? Side::right : Side::left);
    const auto index = static_cast<std::size_t>(side);
    if (taken[index].size() >= zeroUPerSide)
        return fail(
            "EDIT-SIDE-FULL", {{"rack", rack.name}, {"side", side == Side::left ? "left" : "right"}, {"holds", joined(labels[index])}});
    ZeroU anchor;
    anchor.side = side;
    while (std::ranges::find(taken[index], anchor.position) != taken[index].end()) ++anchor.position;
    const int frame = frameHeightHalfU(draft, rack).value_or(drawnHalfU);
    const std::optional<double> lengthMm = part.number("height_mm");
    anchor.toHalfU = lengthMm ? std::min(frame, static_cast<int>(*lengthMm / halfUMm) + 1) : frame;
    return Anchor{anchor};
}

Result<Anchor> locateAsDoor(const Rack& rack, Id ignored)
{
    for (const Placement& placement : rack.placements)
        if (std::holds_alternative<RearDoor>(placement.anchor) && counts(placement, ignored))
            return fail("EDIT-DOOR-TAKEN", {{"rack", rack.name}, {"holds", placement.label}});
    return Anchor{RearDoor{}};
}

Unexpected wrongPlace(const Part& part, std::string_view found)
{
    return fail("EDIT-WRONG-PLACE", {{"part", part.id}, {"found", std::string{found}}, {"wanted", std::string{toText(mountOf(part))}}});
}

std::vector<std::string> idsOf(const std::vector<PartPtr>& parts)
{
    std::vector<std::string> ids;
    for (const PartPtr& part : parts) ids.push_back(part->id);
    return ids;
}

/// Hosts in the build that still take the card, else the catalog's.
Unexpected needsHost(const Draft& draft, const Part& card, Id rack)
{
    std::vector<std::string> near, far;
    forEachPlacement(draft.build(), [&](const PlacedDevice& device) {
        const PartPtr host = draft.parts.own(device.placement->partId);
        if (near.size() > 5 || !host || host->bays.empty() || !findBay(draft, card, device.placement->id, {})) return;
        (device.rack && device.rack->id == rack ? near : far).push_back(device.placement->label);
    });
    std::ranges::copy(far, std::back_inserter(near));
    if (near.empty()) near = idsOf(hostsFor(card, draft.parts.catalog()));
    return fail("EDIT-NEEDS-HOST", {{"part", card.id}, {"form", std::string{cardFormOf(card)}}, {"hosts", joined(near, 6)}});
}

Unexpected needsSystem(const Draft& draft, const Part& part)
{
    return fail("EDIT-NEEDS-SYSTEM",
        {{"part", part.id}, {"form", std::string{part.text("form_factor")}},
            {"systems", joined(idsOf(systemsWith(part, draft.parts.catalog())), 6)}});
}

Result<Located> locateInRack(const Draft& draft, const Part& part, const Where& where, const Placement* moving)
{
    const Result<const Rack*> rack = draft.requireRack(where.rack);
    if (!rack) return Unexpected{rack.error()};
    const Id self = moving ? moving->id : Id::none;
    Result<Anchor> anchor;
    switch (mountOf(part)) {
    case Mount::rackUnits: anchor = locateInUnits(draft, **rack, part, where, moving); break;
    case Mount::zeroU: anchor = locateAtSide(draft, **rack, part, where, self); break;
    case Mount::rearDoor: anchor = locateAsDoor(**rack, self); break;
    case Mount::card: return needsHost(draft, part, where.rack);
    case Mount::builtIn: return needsSystem(draft, part);
    case Mount::wholeRack: return fail("EDIT-WHOLE-RACK", {{"part", part.id}});
    default: return wrongPlace(part, toText(Mount::rackUnits));
    }
    if (!anchor) return Unexpected{anchor.error()};
    if (const Result<void> limits = checkLimits(draft, **rack, part, moving, self); !limits) return Unexpected{limits.error()};
    return Located{where.rack, *anchor};
}

Result<Located> locateInHost(const Draft& draft, const Part& part, const Where& where, Id ignored)
{
    const Mount mount = mountOf(part);
    if (mount == Mount::builtIn && part.kind == PartKind::accelerator) return needsSystem(draft, part);
    if (mount != Mount::card) return wrongPlace(part, toText(Mount::card));
    const Result<PlacedDevice> host = draft.require(where.host);
    if (!host) return Unexpected{host.error()};
    const Result<InDevice> bay = findBay(draft, part, where.host, where.bay, ignored, where.bayIndex);
    if (!bay) return Unexpected{bay.error()};
    const Id rack = host->rack ? host->rack->id : Id::none;
    const PartPtr hostPart = draft.parts.own(host->placement->partId);
    const bool inHostFigure = hostPart->text("accelerator_id") == part.id;
    if (host->rack && !inHostFigure)
        if (const Result<void> limits = checkLimits(draft, *host->rack, part, nullptr, ignored); !limits) return Unexpected{limits.error()};
    return Located{rack, Anchor{*bay}};
}

Unexpected noSuch(std::string_view kind, Id id)
{
    return fail("EDIT-NOT-FOUND", {{"kind", std::string{kind}}, {"found", fmt::format("{}", toNumber(id))}, {"nearest", ""}});
}

bool hasRoom(const Project& project, Id room)
{
    return std::ranges::any_of(
        project.sites, [&](const Site& site) { return std::ranges::find(site.rooms, room, &Room::id) != site.rooms.end(); });
}

Unexpected limitError(std::string code, const Rack& rack, const Part& added, double found, double limit, std::string_view unit)
{
    return fail(std::move(code),
        {{"part", added.id}, {"rack", rack.name}, {"found", fmt::format("{} {}", numberText(found), unit)},
            {"wanted", fmt::format("at most {} {}", numberText(limit), unit)}});
}

/// What holds each bay of the group; null where it is free.
std::vector<const Placement*> cardsIn(const Draft& draft, const PlacedDevice& host, const BayGroup& bay, Id ignored)
{
    std::vector<const Placement*> cards(static_cast<std::size_t>(bay.count), nullptr);
    for (const Placement& placement : host.rack ? host.rack->placements : draft.build().placements) {
        const auto* in = std::get_if<InDevice>(&placement.anchor);
        if (in && in->host == host.placement->id && in->bay == bay.name && counts(placement, ignored) && in->index >= 0
            && in->index < bay.count)
            cards[static_cast<std::size_t>(in->index)] = &placement;
    }
    return cards;
}

template <class Figure>
double sumOver(const Draft& draft, const Rack& rack, Id ignored, Figure&& figure)
{
    double sum = 0;
    for (const Placement& placement : rack.placements) {
        if (!counts(placement, ignored)) continue;
        if (const PartPtr part = draft.parts.own(placement.partId)) sum += figure(*part, placement);
    }
    return sum;
}

} // namespace

bool overlap(const InRack& a, const InRack& b)
{
    const bool inHeight = a.fromHalfU < b.fromHalfU + b.heightHalfU && b.fromHalfU < a.fromHalfU + a.heightHalfU;
    const bool inWidth = a.fromQuarter < b.fromQuarter + b.widthQuarters && b.fromQuarter < a.fromQuarter + a.widthQuarters;
    return inHeight && inWidth && (a.fullDepth || b.fullDepth || a.face == b.face);
}

const Placement* blockerOf(const Rack& rack, const InRack& space, Id ignored)
{
    const Placement* lowest = nullptr;
    for (const Placement& placement : rack.placements) {
        const auto* other = std::get_if<InRack>(&placement.anchor);
        if (!other || !counts(placement, ignored) || !overlap(*other, space)) continue;
        if (!lowest || other->fromHalfU < std::get<InRack>(lowest->anchor).fromHalfU) lowest = &placement;
    }
    return lowest;
}

std::optional<int> frameHeightHalfU(const Draft& draft, const Rack& rack)
{
    const PartPtr frame = draft.parts.own(rack.partId);
    return frame ? heightHalfUOf(*frame) : std::nullopt;
}

Result<void> checkSpace(const Draft& draft, const Rack& rack, const InRack& space, Id device)
{
    const std::string from = uText(space.fromHalfU), needed = heightText(space.heightHalfU);
    const std::optional<int> top = frameHeightHalfU(draft, rack);
    if (space.fromHalfU < 0 || (top && space.fromHalfU + space.heightHalfU > *top))
        return fail("EDIT-BEYOND-RACK",
            {{"rack", rack.name}, {"needed", needed}, {"from", from}, {"wanted", top ? rangeText(0, *top) : std::string{"U1 and above"}}});
    if (const Placement* blocker = blockerOf(rack, space, device))
        return fail("EDIT-NO-SPACE", {{"rack", rack.name}, {"needed", needed}, {"from", from}, {"blocked", holdText(*blocker)}});
    return {};
}

Result<void> checkDepth(const Draft& draft, const Rack& rack, const Part& part, const Placement* placement)
{
    const PartPtr frame = draft.parts.own(rack.partId);
    const std::optional<double> depth = statedNumber(part, placement, "depth_mm");
    const std::optional<double> usable = frame ? usableDepthMm(*frame) : std::nullopt;
    if (!depth || !usable || *depth <= *usable) return {};
    return limitError("EDIT-TOO-DEEP", rack, part, *depth, *usable, "mm");
}

Result<void> checkLimits(const Draft& draft, const Rack& rack, const Part& added, const Placement* placement, Id ignored)
{
    const PartPtr frame = draft.parts.own(rack.partId);
    const std::optional<double> loadKg = frame ? frame->number("max_static_load_kg") : std::nullopt;
    if (const std::optional<double> addedKg = statedNumber(added, placement, "weight_kg"); loadKg && addedKg) {
        const double kg = *addedKg + sumOver(draft, rack, ignored, [](const Part& part, const Placement& each) {
            return statedNumber(part, &each, "weight_kg").value_or(0);
        });
        if (kg > *loadKg) return limitError("EDIT-TOO-HEAVY", rack, added, kg, *loadKg, "kg");
    }
    if (const std::optional<double> addedW = nameplateWOf(added, placement); rack.powerLimitKw && addedW) {
        const double watts = *addedW + sumOver(draft, rack, ignored, [&](const Part& part, const Placement& each) {
            if (const auto* card = std::get_if<InDevice>(&each.anchor)) {
                const PlacedDevice host = draft.find(card->host);
                const PartPtr hostPart = host.placement ? draft.parts.own(host.placement->partId) : nullptr;
                if (hostPart && hostPart->text("accelerator_id") == part.id) return 0.0;
            }
            return nameplateWOf(part, &each).value_or(0);
        });
        if (watts > *rack.powerLimitKw * 1000)
            return limitError("EDIT-TOO-MUCH-POWER", rack, added, watts / 1000, *rack.powerLimitKw, "kW");
    }
    return {};
}

Result<InDevice> findBay(const Draft& draft, const Part& card, Id host, const std::string& bayName, Id ignored, std::optional<int> index)
{
    const PlacedDevice device = draft.find(host);
    const PartPtr hostPart = device.placement ? draft.parts.own(device.placement->partId) : nullptr;
    if (!hostPart) return fail("EDIT-NOT-FOUND", {{"kind", "device"}, {"found", draft.nameOf(host)}, {"nearest", ""}});
    const std::string &name = device.placement->label, form = std::string{cardFormOf(card)};
    std::vector<std::string> forms, full;
    std::optional<Unexpected> reason;
    for (const BayGroup& bay : hostPart->bays) {
        if (!bayName.empty() && bay.name != bayName) continue;
        forms.push_back(fmt::format("{} x {}", bay.count, bay.form));
        const auto refuse = [&](std::string code, const std::string& found, const std::string& wanted) {
            reason = fail(std::move(code), {{"part", card.id}, {"host", name}, {"bay", bay.name}, {"found", found}, {"wanted", wanted}});
        };
        switch (bayFit(card, *hostPart, bay)) {
        case BayFit::form: continue;
        case BayFit::power:
            refuse("EDIT-BAY-POWER", fmt::format("{} W", numberText(nameplateWOf(card).value_or(0))),
                fmt::format("at most {} W", numberText(*bay.maxPowerW)));
            continue;
        case BayFit::lanes:
            refuse("EDIT-BAY-LANES", fmt::format("x{}", *cardLanesOf(card)), fmt::format("at most x{}", *bay.lanes));
            continue;
        case BayFit::cooling: refuse("EDIT-BAY-COOLING", "liquid", "a card cooled by air"); continue;
        case BayFit::fits: break;
        }
        const std::vector<const Placement*> taken = cardsIn(draft, device, bay, ignored);
        if (index) {
            if (*index < 0 || *index >= bay.count) continue;
            if (const Placement* holder = taken[static_cast<std::size_t>(*index)])
                return fail(
                    "EDIT-BAY-TAKEN", {{"host", name}, {"bay", fmt::format("{} {}", bay.name, *index + 1)}, {"holds", holder->label}});
            return InDevice{host, bay.name, *index};
        }
        const auto freePlace = std::ranges::find(taken, nullptr);
        if (freePlace != taken.end()) return InDevice{host, bay.name, static_cast<int>(freePlace - taken.begin())};
        full.push_back(fmt::format("{} x {}", bay.count, bay.form));
    }
    if (!full.empty()) return fail("EDIT-BAYS-FULL", {{"part", card.id}, {"host", name}, {"bays", joined(full)}});
    if (reason) return *reason;
    return fail("EDIT-NO-BAY", {{"part", card.id}, {"host", name}, {"wanted", form}, {"found", forms.empty() ? "no bays" : joined(forms)}});
}

Result<Located> locate(const Draft& draft, const Part& part, const Where& where, const Placement* moving)
{
    const Mount mount = mountOf(part);
    if (mount == Mount::cloudOnly)
        return fail("EDIT-CLOUD-ONLY", {{"part", part.id}, {"instances", joined(instancesWith(part, draft.parts.catalog()), 4)}});
    if (mount == Mount::frame) return wrongPlace(part, "as a device");
    if (where.rack != Id::none) return locateInRack(draft, part, where, moving);
    if (where.host != Id::none) return locateInHost(draft, part, where, moving ? moving->id : Id::none);
    const bool noHeight = mount == Mount::rackUnits && !heightHalfUOf(part);
    if (where.room != Id::none) {
        if (!hasRoom(draft.project(), where.room)) return noSuch("room", where.room);
        if (mount != Mount::floor && !noHeight) return wrongPlace(part, toText(Mount::floor));
        return Located{Id::none, Anchor{OnFloor{where.room, where.xM, where.yM}}};
    }
    if (where.site != Id::none) {
        if (std::ranges::find(draft.project().sites, where.site, &Site::id) == draft.project().sites.end())
            return noSuch("site", where.site);
        if (mount == Mount::card) return needsHost(draft, part, Id::none);
        if (mount == Mount::builtIn) return needsSystem(draft, part);
        if (mount != Mount::rackUnits && mount != Mount::floor) return wrongPlace(part, "at a site");
        return Located{Id::none, Anchor{AtSite{where.site}}};
    }
    return Located{Id::none, Anchor{Unplaced{}}};
}

} // namespace rackwright::edit

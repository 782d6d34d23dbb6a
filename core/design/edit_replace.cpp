#include "core/design/edit.h"
#include "core/design/edit_devices.h"
#include "core/design/edit_text.h"
#include "core/design/place_check.h"

#include <algorithm>
#include <fmt/format.h>
#include <set>

namespace rackwright::edit {

namespace {

/// Finds a port of the new part for a port of the old one: the same group and place, else any free one of the same role.
class PortMap {
public:
    PortMap(const Part& before, const Part& after) : before_{portsOf(before)}, after_{portsOf(after)} { }

    std::optional<LinkEnd> take(const LinkEnd& end)
    {
        const auto same = std::ranges::find(after_, end.port, &PortGroup::name);
        if (same != after_.end() && end.index < same->count && taken_.insert({end.port, end.index}).second) return end;
        const auto old = std::ranges::find(before_, end.port, &PortGroup::name);
        if (old == before_.end()) return std::nullopt;
        for (const PortGroup& group : after_) {
            if (group.role != old->role) continue;
            for (int i = 0; i < group.count; ++i)
                if (taken_.insert({group.name, i}).second) return LinkEnd{end.device, group.name, i};
        }
        return std::nullopt;
    }
    /// The same port, if the new part has it: those that stay are settled before others look for a place.
    [[nodiscard]] bool keeps(const LinkEnd& end) const
    {
        const auto same = std::ranges::find(after_, end.port, &PortGroup::name);
        return same != after_.end() && end.index < same->count;
    }

private:
    std::vector<PortGroup> before_, after_;
    std::set<std::pair<std::string, int>> taken_;
};

std::string connectorOf(const Part& part, int inlet)
{
    for (const InletGroup& group : part.inlets) {
        if (inlet < group.count) return group.connector;
        inlet -= group.count;
    }
    return {};
}

/// Links of the device on the new part's ports; names of the ports that find none go to `lost`.
void remapLinks(Draft& draft, Id device, const Part& before, const Part& after, std::vector<std::string>& lost)
{
    std::vector<Draft::TakenLink> links = draft.takeLinks({toNumber(device)});
    PortMap ports{before, after};
    const auto endOf = [&](Link& link) -> LinkEnd& { return link.a.device == device ? link.a : link.b; };
    std::stable_partition(links.begin(), links.end(), [&](Draft::TakenLink& taken) { return ports.keeps(endOf(taken.link)); });
    for (Draft::TakenLink& taken : links) {
        LinkEnd& end = endOf(taken.link);
        const std::optional<LinkEnd> port = ports.take(end);
        if (!port) {
            lost.push_back(fmt::format("{} {}", end.port, end.index + 1));
            continue;
        }
        end = *port;
        draft.addLink(taken.link);
    }
}

void remapCords(Draft& draft, Id device, const Part& before, const Part& after, std::vector<std::string>& lost)
{
    const bool sameOutlets = after.kind == PartKind::powerUnit && before.outlets == after.outlets;
    if (before.kind == PartKind::powerUnit && !sameOutlets) {
        for (const Cord& cord : draft.takeCords({toNumber(device)}, true)) {
            if (cord.device == device)
                draft.addCord(cord);
            else
                lost.push_back("outlet for " + draft.nameOf(cord.device));
        }
    }
    for (const Cord& cord : draft.takeCords({toNumber(device)}, false)) {
        if (!connectorOf(after, cord.inlet).empty() && connectorOf(after, cord.inlet) == connectorOf(before, cord.inlet))
            draft.addCord(cord);
        else
            lost.push_back(fmt::format("inlet {}", cord.inlet + 1));
    }
}

/// Cards sold with the old host go, other cards look for a bay of the new one.
Result<void> rehostCards(Draft& draft, Id host, const Part& before, const Part& after)
{
    std::vector<Id> sold, kept;
    for (const Id guest : draft.guestsOf(host)) {
        const Placement& placement = *draft.find(guest).placement;
        const bool isSold = soldWithCards(before) && before.text("accelerator_id") == placement.partId;
        (isSold ? sold : kept).push_back(guest);
    }
    const bool wasEmpty = soldWithCards(before) && sold.empty();
    const bool sameCards = soldWithCards(after) && after.text("accelerator_id") == before.text("accelerator_id")
        && static_cast<double>(sold.size()) == after.number("accelerator_count").value_or(0);
    if (sameCards)
        std::ranges::move(sold, std::back_inserter(kept));
    else
        eraseDevices(draft, sold);
    std::ranges::sort(kept);
    std::vector<Anchor> anchors;
    for (const Id guest : kept) {
        anchors.push_back(draft.find(guest).placement->anchor);
        draft.change(guest).anchor = Unplaced{};
    }
    for (std::size_t i = 0; i < kept.size(); ++i) {
        const auto* card = std::get_if<InDevice>(&anchors[i]);
        if (!card) {
            draft.change(kept[i]).anchor = anchors[i];
            continue;
        }
        const PartPtr part = draft.parts.own(draft.find(kept[i]).placement->partId);
        Result<InDevice> bay = findBay(draft, *part, host, card->bay, kept[i]);
        if (!bay) bay = findBay(draft, *part, host, {}, kept[i]);
        if (!bay) return Unexpected{bay.error()};
        draft.change(kept[i]).anchor = *bay;
    }
    if (soldWithCards(after) && !sameCards && !wasEmpty) {
        if (const Result<void> good = draft.checkLabels(soldCardLabels(after, draft.nameOf(host))); !good) return good;
        insertSoldCards(draft, after, host);
    }
    return {};
}

/// The request that says "where it is now" for another part.
Where whereNow(const PlacedDevice& device)
{
    Where where;
    const Anchor& anchor = device.placement->anchor;
    if (device.rack) where.rack = device.rack->id;
    if (const auto* space = std::get_if<InRack>(&anchor)) where.fromHalfU = space->fromHalfU;
    if (const auto* side = std::get_if<ZeroU>(&anchor)) where.side = side->side;
    if (const auto* card = std::get_if<InDevice>(&anchor)) where.rack = Id::none, where.host = card->host, where.bay = card->bay;
    if (const auto* site = std::get_if<AtSite>(&anchor)) where.site = site->site;
    if (const auto* floor = std::get_if<OnFloor>(&anchor)) where.room = floor->room, where.xM = floor->xM, where.yM = floor->yM;
    return where;
}

Result<void> replaceOne(Draft& draft, Id device, const PartPtr& after, bool dropLinks)
{
    const Result<PlacedDevice> found = draft.require(device);
    if (!found) return Unexpected{found.error()};
    if (found->placement->partId == after->id) return {};
    const PartPtr before = draft.parts.own(found->placement->partId);
    if (mountOf(*before) == Mount::wholeRack) return fail("EDIT-WHOLE-RACK", {{"part", before->id}});
    const Where where = whereNow(*found);
    Placement fresh = *found->placement; // overrides of another part's columns do not carry over
    fresh.overrides.clear();
    const Result<Located> located = locate(draft, *after, where, &fresh);
    if (!located) return Unexpected{located.error()};
    if (located->rack != draft.rackOf(device))
        return fail("EDIT-WRONG-PLACE",
            {{"part", after->id}, {"found", "in the place of " + fresh.label}, {"wanted", std::string{toText(mountOf(*after))}}});
    draft.parts.use(after);
    std::vector<std::string> lost;
    remapLinks(draft, device, *before, *after, lost);
    remapCords(draft, device, *before, *after, lost);
    if (!lost.empty() && !dropLinks) return fail("EDIT-LINKS-LOST", {{"device", fresh.label}, {"ports", joined(lost)}});
    Placement& placement = draft.change(device);
    placement.partId = after->id;
    placement.anchor = located->anchor;
    placement.overrides.clear();
    return rehostCards(draft, device, *before, *after);
}

} // namespace

Result<Project> replace(const Project& project, const Replace& request, const Catalog& catalog)
{
    Result<Draft> draft = Draft::open(project, request.scenario, catalog);
    if (!draft) return Unexpected{draft.error()};
    const Result<PartPtr> part = draft->parts.require(request.partId);
    if (!part) return Unexpected{part.error()};
    for (const Id device : request.devices)
        if (const Result<void> good = replaceOne(*draft, device, *part, request.dropLinks); !good) return Unexpected{good.error()};
    return draft->finish();
}

} // namespace rackwright::edit

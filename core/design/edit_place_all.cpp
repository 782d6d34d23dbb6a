#include "core/design/edit.h"
#include "core/design/place_check.h"

#include <algorithm>

namespace rackwright::edit {

namespace {

/// Height that decides who goes first; cards come after the hosts that they need.
int weightOf(const Part& part)
{
    if (mountOf(part) == Mount::card) return -1;
    return heightHalfUOf(part).value_or(0);
}

std::optional<Located> firstPlace(const Draft& draft, const Part& part, const Placement& placement, const std::vector<Id>& racks)
{
    if (mountOf(part) != Mount::card) {
        for (const Id rack : racks) {
            Where where;
            where.rack = rack;
            if (Result<Located> located = locate(draft, part, where, &placement)) return *located;
        }
        return std::nullopt;
    }
    for (const Id rack : racks)
        for (const Placement& host : draft.rack(rack)->placements) {
            if (!std::holds_alternative<InRack>(host.anchor)) continue;
            Where where;
            where.host = host.id;
            if (Result<Located> located = locate(draft, part, where, &placement)) return *located;
        }
    return std::nullopt;
}

} // namespace

Result<Project> placeAll(const Project& project, const PlaceAll& request, const Catalog& catalog)
{
    Result<Draft> draft = Draft::open(project, request.scenario, catalog);
    if (!draft) return Unexpected{draft.error()};
    std::vector<Id> racks = request.racks;
    for (const Id rack : racks)
        if (const Result<const Rack*> found = draft->requireRack(rack); !found) return Unexpected{found.error()};
    if (racks.empty())
        for (const RackPtr& rack : draft->build().racks) racks.push_back(rack->id);
    std::vector<std::pair<Id, PartPtr>> waiting;
    for (const Placement& placement : draft->build().placements)
        if (std::holds_alternative<Unplaced>(placement.anchor) && placement.status != PlacementStatus::removed)
            if (PartPtr part = draft->parts.own(placement.partId)) waiting.emplace_back(placement.id, std::move(part));
    std::ranges::stable_sort(waiting, [](const auto& a, const auto& b) { return weightOf(*a.second) > weightOf(*b.second); });
    for (const auto& [id, part] : waiting) {
        const Placement placement = *draft->find(id).placement;
        const std::optional<Located> place = firstPlace(*draft, *part, placement, racks);
        if (!place) continue;
        draft->moveToRack(id, place->rack);
        draft->change(id).anchor = place->anchor;
    }
    return draft->finish();
}

} // namespace rackwright::edit

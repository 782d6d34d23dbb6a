#include "core/store/row_columns.h"

#include <type_traits>

namespace rackwright::rows {

Words partKinds()
{
    static const auto names = [] {
        std::array<std::string_view, partKindCount> all;
        for (std::size_t i = 0; i < all.size(); ++i) all[i] = tableOf(static_cast<PartKind>(i));
        return all;
    }();
    return names;
}

Words portRoles()
{
    static const auto names = [] {
        std::array<std::string_view, static_cast<std::size_t>(PortRole::scaleUp) + 1> all;
        for (std::size_t i = 0; i < all.size(); ++i) all[i] = toText(static_cast<PortRole>(i));
        return all;
    }();
    return names;
}

namespace {

void flatten(AnchorRow&, const Unplaced&) { }

void flatten(AnchorRow& row, const InRack& at)
{
    row.fromHalfU = at.fromHalfU, row.heightHalfU = at.heightHalfU;
    row.fromQuarter = at.fromQuarter, row.widthQuarters = at.widthQuarters;
    row.fullDepth = at.fullDepth ? 1 : 0;
    row.face = at.face;
}

void flatten(AnchorRow& row, const ZeroU& at)
{
    row.side = at.side;
    row.fromHalfU = at.fromHalfU, row.toHalfU = at.toHalfU;
    row.face = at.face;
    row.place = at.position;
}

void flatten(AnchorRow&, const RearDoor&) { }

void flatten(AnchorRow& row, const OnShelf& at)
{
    row.host = at.host, row.place = at.place;
}

void flatten(AnchorRow& row, const InDevice& at)
{
    row.host = at.host, row.bay = at.bay, row.place = at.index;
}

void flatten(AnchorRow& row, const OnFloor& at)
{
    row.room = at.room, row.xM = at.xM, row.yM = at.yM;
}

void flatten(AnchorRow& row, const AtSite& at)
{
    row.site = at.site;
}

Anchor built(const AnchorRow& row)
{
    switch (row.kind) {
    case AnchorKind::unplaced: return Unplaced{};
    case AnchorKind::inRack:
        return InRack{row.fromHalfU.value_or(0), row.heightHalfU.value_or(0), row.fromQuarter.value_or(0), row.widthQuarters.value_or(0),
            row.fullDepth.value_or(0) != 0, row.face.value_or(Face::front)};
    case AnchorKind::zeroU:
        return ZeroU{row.side.value_or(Side::left), row.fromHalfU.value_or(0), row.toHalfU.value_or(0), row.face.value_or(Face::front),
            row.place.value_or(0)};
    case AnchorKind::rearDoor: return RearDoor{};
    case AnchorKind::onShelf: return OnShelf{row.host, row.place.value_or(0)};
    case AnchorKind::inDevice: return InDevice{row.host, row.bay, row.place.value_or(0)};
    case AnchorKind::onFloor: return OnFloor{row.room, row.xM.value_or(0), row.yM.value_or(0)};
    case AnchorKind::atSite: return AtSite{row.site};
    }
    return Unplaced{};
}

} // namespace

AnchorRow flat(const Anchor& anchor)
{
    static_assert(std::is_same_v<std::variant_alternative_t<static_cast<std::size_t>(AnchorKind::atSite), Anchor>, AtSite>);
    AnchorRow row;
    row.kind = static_cast<AnchorKind>(anchor.index());
    std::visit([&row](const auto& at) { flatten(row, at); }, anchor);
    return row;
}

std::optional<Anchor> anchorOf(const AnchorRow& row)
{
    Anchor anchor = built(row);
    // A missing column was filled above, one too many is missing below: either way the flat forms differ.
    if (flat(anchor) != row) return std::nullopt;
    return anchor;
}

CordRow flat(const Cord& cord)
{
    CordRow row{cord.id, cord.device, cord.inlet, Id::none, {}};
    if (const Id* pdu = std::get_if<Id>(&cord.to))
        row.pdu = *pdu;
    else
        row.feed = std::get<std::string>(cord.to);
    return row;
}

} // namespace rackwright::rows

#include "core/space/space.h"

#include "core/catalog/estimate.h"
#include "core/cluster/cluster_from_build.h"
#include "core/space/rack_grid.h"
#include "core/space/space_parts.h"

#include <algorithm>
#include <map>
#include <unordered_map>

namespace rackwright {

namespace {

/// Columns of a rack, or of what is sold as one. Evaluated once for each distinct part.
struct Frame {
    Quantity<> u, emptyKg, staticKg, widthMm, depthMm, railsMm;
};

/// What the user set for this placement, else the value of its part.
Quantity<> ownValue(const Device& device, std::string_view column, const std::vector<Quantity<>>& byPart)
{
    if (const std::optional<double> own = overriddenNumber(device, column)) return Quantity<>::known(*own);
    return byPart[static_cast<std::size_t>(device.partIndex)];
}

/// The largest of several values; with an unknown one among them it is but a lower bound.
void takeLargest(Quantity<>& largest, const Quantity<>& q)
{
    if (!largest.hasValue() || (q.hasValue() && q.value > largest.value)) {
        Quantity<> next = q.hasValue() ? q : largest;
        next.missing = largest.missing;
        if (next.hasValue() && !largest.missing.empty()) next.knowledge = Knowledge::atLeast;
        largest = std::move(next);
    }
    detail::mergeMissing(largest.missing, q.missing);
    if (!q.hasValue() && largest.hasValue()) largest.knowledge = Knowledge::atLeast;
}

class SpaceAssessor {
public:
    explicit SpaceAssessor(const SpaceInputs& in) : in_{in}, inventory_{in.inventory}
    {
        weights_ = columnOf(inventory_, "weight_kg", in.catalog, in.fillGaps);
        depths_ = columnOf(inventory_, "depth_mm", in.catalog, in.fillGaps);
        if (in.sites)
            for (const Site& site : *in.sites)
                for (const Room& room : site.rooms)
                    if (room.floorLimitKgPerM2) floorLimits_.emplace(toNumber(room.id), *room.floorLimitKgPerM2);
    }

    SpaceResult run()
    {
        for (std::size_t r = 0; r < inventory_.racks.size(); ++r) result_.racks.push_back(assessRack(static_cast<int>(r)));
        count();
        sumUp();
        return std::move(result_);
    }

private:
    [[nodiscard]] const Device& device(int index) const { return inventory_.devices[static_cast<std::size_t>(index)]; }

    const Frame& frameOf(const Part* part)
    {
        const auto [entry, isNew] = frames_.try_emplace(part);
        if (!isNew) return entry->second;
        Frame& frame = entry->second;
        if (!part) {
            frame.u = frame.emptyKg = frame.staticKg = frame.widthMm = frame.depthMm = frame.railsMm = Quantity<>::unknown("rack");
            return frame;
        }
        const auto column = [&](std::string_view name) { return valueOf(*part, name, in_.catalog, in_.fillGaps); };
        frame.u = column("u_height");
        if (isWholeRack(*part)) {
            frame.emptyKg = zero(); // its own weight has the frame in it
            frame.staticKg = Quantity<>::unknown("static load limit: the rack is sold with its content");
            frame.widthMm = column("outer_width_mm");
            if (!frame.widthMm.hasValue() && in_.fillGaps) frame.widthMm = wholeRackWidthMm();
            frame.depthMm = column("depth_mm");
            frame.railsMm = Quantity<>::unknown("mounting depth");
            return frame;
        }
        frame.emptyKg = column("empty_weight_kg");
        frame.staticKg = column("max_static_load_kg");
        frame.widthMm = column("outer_width_mm");
        frame.depthMm = column("outer_depth_mm");
        frame.railsMm = column("mounting_depth_mm");
        return frame;
    }

    RackSpace assessRack(int rack)
    {
        const Part* part = framePart(inventory_, rack);
        const Frame& frame = frameOf(part);
        RackSpace space;
        space.uTotal = frame.u;
        space.contentKg = zero();
        bool hasWholeRack = false;
        RackGrid grid{frame.u.knowledge == Knowledge::known ? static_cast<int>(frame.u.value * 2) : RackGrid::maxHalfU};
        for (const int d : inventory_.devicesOfRack[static_cast<std::size_t>(rack)]) {
            const Device& dev = device(d);
            if (!dev.counts || dev.host >= 0) continue; // cards weigh within the figure of their host
            space.contentKg += ownValue(dev, "weight_kg", weights_);
            hasWholeRack = hasWholeRack || isWholeRack(*dev.part);
            if (const auto* at = std::get_if<InRack>(&dev.placement->anchor)) {
                grid.place(d, *at, space.tooHigh, space.overlaps);
                checkDepth(space, d, frame);
            }
        }
        space.uUsed = grid.usedU();
        space.uFree = frame.u;
        if (space.uFree.hasValue())
            for (double* u : {&space.uFree.value, &space.uFree.low, &space.uFree.high}) *u = std::max(0.0, *u - space.uUsed);
        space.massKg = hasWholeRack ? space.contentKg : space.contentKg + frame.emptyKg;
        weigh(space, rack, frame, hasWholeRack);
        return space;
    }

    void weigh(RackSpace& space, int rack, const Frame& frame, bool hasWholeRack)
    {
        space.staticLimitKg = frame.staticKg;
        if (!hasWholeRack && frame.staticKg.knowledge == Knowledge::known) space.carries = within(space.contentKg, frame.staticKg.value);
        space.floorKgPerM2 = divided(space.massKg, multiplied(frame.widthMm, frame.depthMm) * 1e-6);
        const auto limit = floorLimits_.find(toNumber(inventory_.racks[static_cast<std::size_t>(rack)]->room));
        if (limit == floorLimits_.end()) return;
        space.floorLimitKgPerM2 = limit->second;
        space.floorHolds = within(space.floorKgPerM2, limit->second);
    }

    void checkDepth(RackSpace& space, int d, const Frame& frame) const
    {
        if (isWholeRack(*device(d).part)) return;
        const Answer fits = depthFits(ownValue(device(d), "depth_mm", depths_), frame.railsMm, frame.depthMm);
        if (fits != Answer::yes) space.tooDeep.push_back({d, fits});
    }

    /// No: sure conflict. Cannot say: the rails may be set further apart, or cables have little room. Yes: nothing against it.
    static Answer depthFits(const Quantity<>& depth, const Quantity<>& rails, const Quantity<>& outer)
    {
        const auto exceeds = [](const Quantity<>& q, const Quantity<>& limit) {
            return limit.knowledge == Knowledge::known && within(q, limit.value) == Answer::no;
        };
        const bool beyondRails = exceeds(depth, rails);
        const bool noCableRoom = exceeds(depth + Quantity<>::known(cableRoomMm), outer);
        const bool noOuter = outer.knowledge != Knowledge::known;
        if (exceeds(depth, outer) || (beyondRails && (noCableRoom || noOuter))) return Answer::no;
        return beyondRails || noCableRoom ? Answer::cannotSay : Answer::yes;
    }

    void count()
    {
        const std::vector<int> accelerators = acceleratorsByHost(inventory_);
        for (std::size_t d = 0; d < inventory_.devices.size(); ++d) {
            const Device& dev = inventory_.devices[d];
            if (!dev.counts) {
                if (dev.host < 0) result_.unplaced.push_back(static_cast<int>(d));
                continue;
            }
            result_.accelerators += accelerators[d];
            if (accelerators[d] > 0) ++result_.nodes;
            if (dev.host < 0) ++result_.devices;
            if (dev.part->kind == PartKind::switchUnit) ++result_.switches;
        }
        result_.racksInUse = static_cast<int>(inventory_.racks.size());
    }

    void sumUp()
    {
        result_.uFree = result_.massKg = result_.footprintM2 = zero();
        result_.floorKgPerM2 = result_.racks.empty() ? Quantity<>::unknown("racks") : Quantity<>{};
        for (std::size_t r = 0; r < result_.racks.size(); ++r) {
            const RackSpace& rack = result_.racks[r];
            const Frame& frame = frameOf(framePart(inventory_, static_cast<int>(r)));
            result_.uUsed += rack.uUsed;
            result_.uFree += rack.uFree;
            result_.massKg += rack.massKg;
            result_.footprintM2 += multiplied(frame.widthMm, frame.depthMm) * 1e-6;
            takeLargest(result_.floorKgPerM2, rack.floorKgPerM2);
        }
        std::map<const Part*, Quantity<>> stated;
        for (const Device& dev : inventory_.devices) {
            if (!dev.counts || dev.rack >= 0 || dev.host >= 0) continue;
            if (isEdgeBox(dev)) { // class rules are per U of racked devices
                const auto [entry, isNew] = stated.try_emplace(dev.part);
                if (isNew) entry->second = valueOf(*dev.part, "weight_kg", in_.catalog, false);
                const std::optional<double> own = overriddenNumber(dev, "weight_kg");
                result_.massKg += own ? Quantity<>::known(*own) : entry->second;
            } else {
                result_.massKg += ownValue(dev, "weight_kg", weights_);
            }
        }
    }

    const SpaceInputs& in_;
    const Inventory& inventory_;
    std::vector<Quantity<>> weights_, depths_;
    std::unordered_map<std::int64_t, double> floorLimits_; ///< by room
    std::map<const Part*, Frame> frames_;
    SpaceResult result_;
};

} // namespace

Quantity<> wholeRackWidthMm()
{
    return Quantity<>::estimated(600, 600, 750);
}

bool isWholeRack(const Part& part)
{
    return part.kind == PartKind::server && part.text("rack_system") == "1";
}

bool isEdgeBox(const Device& device)
{
    return std::holds_alternative<AtSite>(device.placement->anchor);
}

const Part* framePart(const Inventory& inventory, int rack)
{
    if (const PartPtr& part = inventory.rackParts[static_cast<std::size_t>(rack)]) return part.get();
    for (const int d : inventory.devicesOfRack[static_cast<std::size_t>(rack)]) {
        const Part* part = inventory.devices[static_cast<std::size_t>(d)].part;
        if (isWholeRack(*part)) return part;
    }
    return nullptr;
}

SpaceResult assessSpace(const SpaceInputs& inputs, Trace* trace)
{
    SpaceResult result = SpaceAssessor{inputs}.run();
    if (trace) explainSpace(inputs, result, *trace);
    return result;
}

} // namespace rackwright

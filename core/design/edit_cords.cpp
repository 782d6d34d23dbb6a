#include "core/design/edit.h"
#include "core/design/edit_devices.h"
#include "core/design/edit_text.h"
#include "core/design/mounting.h"

#include <algorithm>
#include <fmt/format.h>
#include <map>

namespace rackwright::edit {

namespace {

/// The outlet that an inlet's cord plugs into (IEC 60320: C13 for C14, C19 for C20; C22 takes a cord from C19 too).
std::string outletFor(std::string_view inlet)
{
    if (inlet == "C14" || inlet == "C16") return "C13";
    if (inlet == "C20" || inlet == "C22") return "C19";
    return std::string{inlet};
}

/// Connector of each inlet of a part. A power unit without stated inlets has one, fixed to its feed.
std::vector<std::string> inletsOf(const Part& part)
{
    std::vector<std::string> inlets;
    for (const InletGroup& group : part.inlets) inlets.insert(inlets.end(), static_cast<std::size_t>(group.count), group.connector);
    if (inlets.empty() && part.kind == PartKind::powerUnit) inlets.emplace_back("hardwired");
    return inlets;
}

bool isDistribution(const Part& part)
{
    return part.kind == PartKind::powerUnit && !part.outlets.empty();
}

/// What is plugged into one PDU. A combination outlet takes a cord of either kind.
struct Pdu {
    Id id{};
    std::string label;
    PartPtr part;
    char side = 'A';
    double loadW = 0;
    std::map<std::string, int> plugged;

    [[nodiscard]] int countOf(std::string_view connector) const
    {
        int count = 0;
        for (const OutletGroup& group : part->outlets)
            if (group.connector == connector) count += group.count;
        return count;
    }
    [[nodiscard]] bool takes(const std::string& outlet) const
    {
        if (part->outlets.empty()) return true; // not stated
        if (outlet != "C13" && outlet != "C19")
            return plugged.contains(outlet) ? plugged.at(outlet) < countOf(outlet) : countOf(outlet) > 0;
        int beyond = 0;
        for (const std::string kind : {"C13", "C19"}) {
            const auto used = plugged.find(kind);
            const int wanted = (used == plugged.end() ? 0 : used->second) + (kind == outlet ? 1 : 0);
            beyond += std::max(0, wanted - countOf(kind));
        }
        const int combined = countOf("C13/C19") + countOf("C39");
        if (beyond > combined) return false;
        return countOf(outlet) + combined > 0;
    }
    void plug(const std::string& outlet, double watts)
    {
        ++plugged[outlet];
        loadW += watts;
    }
};

/// Watts that one cord carries when the other sides are gone.
double wattsPerCord(const Part& part, const Placement& placement, std::size_t inlets, std::size_t sides)
{
    const double perSide = std::max(1.0, static_cast<double>(inlets) / static_cast<double>(std::max<std::size_t>(1, sides)));
    return nameplateWOf(part, &placement).value_or(0) / perSide;
}

class Corder {
public:
    explicit Corder(Draft& draft) : draft_{draft} { }

    Result<void> toFeeds(Id device, const std::vector<std::string>& feeds)
    {
        const std::vector<std::string> inlets = inletsOf(*partOf(device));
        if (inlets.empty()) return noInlet(device);
        std::vector<Target> targets;
        for (std::size_t i = 0; i < inlets.size(); ++i) targets.emplace_back(feeds[i % feeds.size()]);
        lay(device, draft_.takeCords({toNumber(device)}, false), targets);
        return {};
    }

    Result<void> toPdus(Id device, const std::vector<Id>& pdus)
    {
        std::vector<std::vector<Pdu*>> ways;
        for (const Id pdu : pdus) {
            const Result<Pdu*> found = pduOf(pdu);
            if (!found) return Unexpected{found.error()};
            ways.push_back({*found});
        }
        return cordTo(device, ways);
    }

    Result<void> inRack(Id device)
    {
        const PlacedDevice placed = draft_.find(device);
        if (!placed.rack)
            return fail("EDIT-NO-PDU", {{"rack", ""}, {"wanted", fmt::format("a rack, a PDU or a feed for {}", placed.placement->label)}});
        std::map<char, std::vector<Pdu*>> sides;
        for (Pdu* pdu : pdusOf(*placed.rack)) sides[pdu->side].push_back(pdu);
        if (sides.empty()) return fail("EDIT-NO-PDU", {{"rack", placed.rack->name}, {"wanted", "a PDU with outlets in the rack"}});
        std::vector<std::vector<Pdu*>> ways;
        for (auto& [side, pdus] : sides) ways.push_back(pdus);
        return cordTo(device, ways);
    }

private:
    PartPtr partOf(Id device) const { return draft_.parts.own(draft_.find(device).placement->partId); }

    Unexpected noInlet(Id device) const { return fail("EDIT-NO-INLET", {{"device", draft_.nameOf(device)}}); }

    using Target = std::variant<Id, std::string>;

    /// One cord an inlet; a cord that goes where it went before stays the same.
    void lay(Id device, const std::vector<Cord>& before, const std::vector<Target>& targets)
    {
        for (std::size_t i = 0; i < targets.size(); ++i) {
            const int inlet = static_cast<int>(i);
            const auto same = std::ranges::find_if(before, [&](const Cord& cord) { return cord.inlet == inlet && cord.to == targets[i]; });
            draft_.addCord(same != before.end() ? *same : Cord{draft_.newId(), device, inlet, targets[i]});
        }
    }

    /// Inlet i goes to way i mod n: the PDU of that way with the least load that has a fitting outlet.
    Result<void> cordTo(Id device, const std::vector<std::vector<Pdu*>>& ways)
    {
        const PartPtr part = partOf(device);
        const std::vector<std::string> inlets = inletsOf(*part);
        if (inlets.empty()) return noInlet(device);
        const std::vector<Cord> before = draft_.takeCords({toNumber(device)}, false);
        for (const Cord& cord : before) unplug(cord);
        std::vector<Target> targets;
        const double watts = wattsPerCord(*part, *draft_.find(device).placement, inlets.size(), ways.size());
        std::size_t first = 0;
        if (inlets.size() == 1)
            for (std::size_t way = 1; way < ways.size(); ++way)
                if (loadOf(ways[way]) < loadOf(ways[first])) first = way;
        for (std::size_t i = 0; i < inlets.size(); ++i) {
            const std::string outlet = outletFor(inlets[i]);
            Pdu* best = nullptr;
            for (Pdu* pdu : ways[(first + i) % ways.size()])
                if (pdu->id != device && pdu->takes(outlet) && (!best || isLess(*pdu, *best))) best = pdu;
            if (!best) return noOutlet(device, i, outlet, ways[(first + i) % ways.size()]);
            best->plug(outlet, watts);
            plugs_[{toNumber(device), static_cast<int>(i)}] = {best, outlet, watts};
            targets.emplace_back(best->id);
        }
        lay(device, before, targets);
        return {};
    }

    static bool isLess(const Pdu& a, const Pdu& b)
    {
        if (a.loadW != b.loadW) return a.loadW < b.loadW;
        int cordsA = 0, cordsB = 0;
        for (const auto& [outlet, count] : a.plugged) cordsA += count;
        for (const auto& [outlet, count] : b.plugged) cordsB += count;
        return cordsA < cordsB;
    }

    static double loadOf(const std::vector<Pdu*>& pdus)
    {
        double sum = 0;
        for (const Pdu* pdu : pdus) sum += pdu->loadW;
        return sum;
    }

    Unexpected noOutlet(Id device, std::size_t inlet, const std::string& outlet, const std::vector<Pdu*>& pdus) const
    {
        std::vector<std::string> holds;
        for (const Pdu* pdu : pdus) {
            std::string text = pdu->label + ':';
            for (const OutletGroup& group : pdu->part->outlets) text += fmt::format(" {} x {}", group.count, group.connector);
            holds.push_back(std::move(text));
        }
        return fail("EDIT-NO-OUTLET",
            {{"device", draft_.nameOf(device)}, {"inlet", fmt::format("{} (outlet {})", inlet + 1, outlet)}, {"pdus", joined(holds)}});
    }

    void unplug(const Cord& cord)
    {
        const auto found = plugs_.find({toNumber(cord.device), cord.inlet});
        if (found == plugs_.end()) return;
        const auto& [pdu, outlet, watts] = found->second;
        --pdu->plugged[outlet];
        pdu->loadW -= watts;
        plugs_.erase(found);
    }

    Result<Pdu*> pduOf(Id id)
    {
        const Result<PlacedDevice> placed = draft_.require(id);
        if (!placed) return Unexpected{placed.error()};
        if (placed->rack) pdusOf(*placed->rack);
        auto [entry, isNew] = pdus_.try_emplace(toNumber(id));
        if (isNew) {
            const PartPtr part = partOf(id);
            if (part->kind != PartKind::powerUnit)
                return fail("EDIT-NO-PDU",
                    {{"rack", placed->rack ? placed->rack->name : ""},
                        {"wanted", fmt::format("a power unit; {} is none", placed->placement->label)}});
            entry->second = makePdu(*placed->placement, part);
            readCords();
        }
        return &entry->second;
    }

    std::vector<Pdu*> pdusOf(const Rack& rack)
    {
        std::vector<Pdu*> found;
        bool isNew = false;
        for (const Placement& placement : rack.placements) {
            const PartPtr part = draft_.parts.own(placement.partId);
            if (!part || !isDistribution(*part) || placement.status == PlacementStatus::removed) continue;
            auto [entry, added] = pdus_.try_emplace(toNumber(placement.id));
            if (added) entry->second = makePdu(placement, part), isNew = true;
            found.push_back(&entry->second);
        }
        if (isNew) readCords();
        return found;
    }

    /// Its side is that of its feed, else where it hangs: left is A, right is B.
    Pdu makePdu(const Placement& placement, const PartPtr& part) const
    {
        Pdu pdu{placement.id, placement.label, part, 'A', 0, {}};
        if (const auto* at = std::get_if<ZeroU>(&placement.anchor); at && at->side == Side::right) pdu.side = 'B';
        const Id rack = draft_.rackOf(placement.id);
        for (const CordChunk& chunk : draft_.build().cords) {
            if (chunk.rack != rack) continue;
            for (const Cord& cord : *chunk.cords) {
                const auto* feedName = std::get_if<std::string>(&cord.to);
                if (cord.device != placement.id || !feedName) continue;
                for (const Site& site : draft_.project().sites)
                    for (const Feed& feed : site.feeds)
                        if (feed.name == *feedName) pdu.side = feed.side;
            }
        }
        return pdu;
    }

    /// What hangs on the PDUs already, each counted once.
    void readCords()
    {
        for (const CordChunk& chunk : draft_.build().cords)
            for (const Cord& cord : *chunk.cords) {
                const Id* to = std::get_if<Id>(&cord.to);
                const auto pdu = to ? pdus_.find(toNumber(*to)) : pdus_.end();
                if (pdu == pdus_.end() || plugs_.contains({toNumber(cord.device), cord.inlet})) continue;
                const PartPtr part = partOf(cord.device);
                const std::vector<std::string> inlets = inletsOf(*part);
                const auto inlet = static_cast<std::size_t>(cord.inlet);
                const std::string outlet = inlet < inlets.size() ? outletFor(inlets[inlet]) : std::string{};
                const double watts = wattsPerCord(*part, *draft_.find(cord.device).placement, inlets.size(), 2);
                pdu->second.plug(outlet, watts);
                plugs_[{toNumber(cord.device), cord.inlet}] = {&pdu->second, outlet, watts};
            }
    }

    struct Plug {
        Pdu* pdu = nullptr;
        std::string outlet;
        double watts = 0;
    };

    Draft& draft_;
    std::map<std::int64_t, Pdu> pdus_;
    std::map<std::pair<std::int64_t, int>, Plug> plugs_;
};

Result<void> checkFeeds(const Project& project, const std::vector<std::string>& feeds)
{
    std::vector<std::string> known;
    for (const Site& site : project.sites)
        for (const Feed& feed : site.feeds) known.push_back(feed.name);
    for (const std::string& feed : feeds)
        if (std::ranges::find(known, feed) == known.end()) return fail("EDIT-NO-FEED", {{"found", feed}, {"wanted", joined(known)}});
    return {};
}

} // namespace

Result<Project> cord(const Project& project, const CordUp& request, const Catalog& catalog)
{
    Result<Draft> draft = Draft::open(project, request.scenario, catalog);
    if (!draft) return Unexpected{draft.error()};
    if (const Result<void> good = checkFeeds(project, request.feeds); !good) return Unexpected{good.error()};
    Corder corder{*draft};
    for (const Id device : request.devices) {
        if (const Result<PlacedDevice> found = draft->require(device); !found) return Unexpected{found.error()};
        Result<void> done;
        if (request.off)
            draft->takeCords({toNumber(device)}, false);
        else if (!request.feeds.empty())
            done = corder.toFeeds(device, request.feeds);
        else if (!request.pdus.empty())
            done = corder.toPdus(device, request.pdus);
        else
            done = corder.inRack(device);
        if (!done) return Unexpected{done.error()};
    }
    return draft->finish();
}

Result<Project> cordRacks(const Project& project, const std::string& scenario, std::span<const Id> racks, const Catalog& catalog)
{
    Result<Draft> draft = Draft::open(project, scenario, catalog);
    if (!draft) return Unexpected{draft.error()};
    Corder corder{*draft};
    for (const Id id : racks) {
        const Result<const Rack*> rack = draft->requireRack(id);
        if (!rack) return Unexpected{rack.error()};
        std::vector<Id> devices;
        for (const Placement& placement : (*rack)->placements) {
            const PartPtr part = draft->parts.own(placement.partId);
            if (part && !isDistribution(*part) && !part->inlets.empty() && placement.status != PlacementStatus::removed)
                devices.push_back(placement.id);
        }
        for (const Id device : devices)
            if (const Result<void> done = corder.inRack(device); !done) return Unexpected{done.error()};
    }
    return draft->finish();
}

} // namespace rackwright::edit

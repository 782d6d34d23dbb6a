#include "core/design/edit.h"
#include "core/design/edit_devices.h"
#include "core/design/edit_text.h"
#include "core/design/mounting.h"

#include <algorithm>
#include <fmt/format.h>
#include <unordered_map>

namespace rackwright::edit {

namespace {

struct PortBlock {
    Id device{}; ///< the device itself, or a card in it
    PortGroup group;
    std::vector<Id> links; ///< by index: the link that uses it

    [[nodiscard]] int firstFree() const
    {
        const auto found = std::ranges::find(links, Id::none);
        return found == links.end() ? -1 : static_cast<int>(found - links.begin());
    }
};

struct Socket {
    PortBlock* block = nullptr;
    int index = 0;
};

/// The ports of the devices that an edit connects and of the cards in them, with what is in use.
class PortTable {
public:
    PortTable(const Draft& draft, const std::vector<Id>& devices)
    {
        std::unordered_set<std::int64_t> racks;
        for (const Id device : devices) {
            if (entries_.contains(toNumber(device))) continue;
            const PlacedDevice placed = draft.find(device);
            racks.insert(placed.rack ? toNumber(placed.rack->id) : 0);
            const auto* card = std::get_if<InDevice>(&placed.placement->anchor);
            Entry& entry = entries_[toNumber(device)];
            entry.name = placed.placement->label;
            entry.host = card ? card->host : device;
            entry.isSwitch = draft.parts.own(placed.placement->partId)->kind == PartKind::switchUnit;
            addPorts(draft, device, entry);
            for (const Id guest : draft.guestsOf(device)) addPorts(draft, guest, entry);
        }
        for (const LinkChunk& chunk : draft.build().links) {
            if (!racks.contains(toNumber(chunk.rackA)) && !racks.contains(toNumber(chunk.rackB))) continue;
            for (const Link& link : *chunk.links) mark(link.a, link.id), mark(link.b, link.id);
        }
    }

    struct Entry {
        std::string name;
        Id host{}; ///< the device that a card sits in, else the device itself
        bool isSwitch = false;
        std::vector<PortBlock*> blocks;
    };
    Entry& of(Id device) { return entries_.at(toNumber(device)); }

private:
    void addPorts(const Draft& draft, Id device, Entry& entry)
    {
        auto [held, isNew] = blocks_.try_emplace(toNumber(device));
        if (isNew)
            for (PortGroup& group : portsOf(*draft.parts.own(draft.find(device).placement->partId))) {
                const auto count = static_cast<std::size_t>(group.count);
                held->second.push_back({device, std::move(group), std::vector<Id>(count, Id::none)});
            }
        for (PortBlock& block : held->second) entry.blocks.push_back(&block);
    }

    void mark(const LinkEnd& end, Id link)
    {
        const auto found = blocks_.find(toNumber(end.device));
        if (found == blocks_.end()) return;
        for (PortBlock& block : found->second)
            if (block.group.name == end.port && end.index < block.group.count) block.links[static_cast<std::size_t>(end.index)] = link;
    }

    std::unordered_map<std::int64_t, Entry> entries_;
    std::unordered_map<std::int64_t, std::vector<PortBlock>> blocks_; ///< by the device or card that has the ports
};

/// Twisted pair and backplane ports take only their own kind; every cage takes a plug of some cable.
bool plugs(const PortGroup& a, const PortGroup& b)
{
    const auto family = [](const PortGroup& group) {
        for (const std::string_view fixed : {"RJ45", "backplane", "on-board", "blind-mate"})
            if (group.form.starts_with(fixed)) return fixed;
        return std::string_view{"cage"};
    };
    return family(a) == family(b);
}

class Connector {
public:
    Connector(Draft& draft, const Connect& request) : draft_{draft}, request_{request}, ports_{draft, both(request)} { }

    Result<void> run()
    {
        if (request_.fromIndex || request_.toIndex) return connectGiven();
        switch (request_.pattern) {
        case LinkPattern::spread: return spread();
        case LinkPattern::rail: return rail();
        case LinkPattern::mesh: return mesh();
        }
        return {};
    }

private:
    using Entry = PortTable::Entry;

    static std::vector<Id> both(const Connect& request)
    {
        std::vector<Id> devices = request.from;
        devices.insert(devices.end(), request.to.begin(), request.to.end());
        return devices;
    }

    /// The groups of one end that the request means, best first: of the role itself, then a switch's fabric ports; the far
    /// end the other way round.
    std::vector<PortBlock*> blocksOf(Entry& entry, bool isFrom)
    {
        const std::string& name = isFrom ? request_.fromPort : request_.toPort;
        std::vector<PortBlock*> exact, fabric;
        for (PortBlock* block : entry.blocks) {
            const bool isFabric = entry.isSwitch && block->group.role == PortRole::fabric;
            if (!name.empty()) {
                if (block->group.name == name) exact.push_back(block);
            } else if (isFabric) {
                fabric.push_back(block);
            } else if (!request_.role || block->group.role == *request_.role) {
                exact.push_back(block);
            }
        }
        if (!isFrom && !fabric.empty()) return fabric;
        exact.insert(exact.end(), fabric.begin(), fabric.end());
        return exact;
    }

    Unexpected noPort(Entry& entry, bool isFrom)
    {
        const std::string& name = isFrom ? request_.fromPort : request_.toPort;
        const std::string wanted = !name.empty() ? name : request_.role ? std::string{toText(*request_.role)} : std::string{"any"};
        std::vector<std::string> found;
        for (const PortBlock* block : entry.blocks) {
            const auto used = block->group.count - std::ranges::count(block->links, Id::none);
            found.push_back(fmt::format("{}: {} of {} in use", block->group.name, used, block->group.count));
        }
        return fail("EDIT-NO-PORT", {{"device", entry.name}, {"wanted", wanted}, {"found", found.empty() ? "no ports" : joined(found)}});
    }

    /// The first free ports of both ends that plug together; equal speeds before unequal ones.
    std::optional<std::pair<Socket, Socket>> freePair(Entry& a, Entry& b)
    {
        const std::vector<PortBlock*> near = blocksOf(a, true), far = blocksOf(b, false);
        for (const bool sameSpeed : {true, false})
            for (PortBlock* from : near)
                for (PortBlock* to : far) {
                    if (from->firstFree() < 0 || to->firstFree() < 0 || !plugs(from->group, to->group)) continue;
                    if (sameSpeed && from->group.speedGbps != to->group.speedGbps) continue;
                    if (!request_.role && !a.isSwitch && !b.isSwitch && from->group.role != to->group.role) continue;
                    return std::pair{Socket{from, from->firstFree()}, Socket{to, to->firstFree()}};
                }
        return std::nullopt;
    }

    Result<void> linkPair(Id from, Id to)
    {
        Entry &a = ports_.of(from), &b = ports_.of(to);
        if (a.host == b.host) return fail("EDIT-SAME-DEVICE", {{"device", a.name}});
        const auto pair = freePair(a, b);
        if (!pair) {
            const std::vector<PortBlock*> near = blocksOf(a, true);
            const bool nearFree = std::ranges::any_of(near, [](const PortBlock* block) { return block->firstFree() >= 0; });
            return nearFree ? noPort(b, false) : noPort(a, true);
        }
        add(pair->first, pair->second);
        return {};
    }

    void add(const Socket& a, const Socket& b)
    {
        Link link;
        link.id = draft_.newId();
        link.a = {a.block->device, a.block->group.name, a.index};
        link.b = {b.block->device, b.block->group.name, b.index};
        link.cablePartId = request_.cablePartId;
        link.lengthM = request_.lengthM;
        a.block->links[static_cast<std::size_t>(a.index)] = link.id;
        b.block->links[static_cast<std::size_t>(b.index)] = link.id;
        if (link.cablePartId.empty())
            for (const PortBlock* end : {a.block, b.block}) draft_.parts.useCablesFor(end->group.form);
        draft_.addLink(link);
    }

    Result<void> spread()
    {
        const std::size_t ways = request_.to.size();
        std::size_t next = 0;
        for (const Id from : request_.from)
            for (int k = 0; k < request_.count; ++k, ++next) {
                Result<void> done;
                for (std::size_t attempt = 0; attempt < ways; ++attempt) {
                    done = linkPair(from, request_.to[(next + attempt) % ways]);
                    if (done) break;
                }
                if (!done) return done;
            }
        return {};
    }

    Result<void> mesh()
    {
        for (const Id from : request_.from)
            for (const Id to : request_.to)
                for (int k = 0; k < request_.count; ++k)
                    if (const Result<void> done = linkPair(from, to); !done) return done;
        return {};
    }

    Result<void> rail()
    {
        for (const Id from : request_.from) {
            Entry& entry = ports_.of(from);
            const std::vector<PortBlock*> blocks = blocksOf(entry, true);
            std::size_t rail = 0;
            for (PortBlock* block : blocks)
                for (int i = 0; i < block->group.count; ++i, ++rail)
                    if (const Result<void> done = linkRail({block, i}, entry, request_.to[rail % request_.to.size()]); !done) return done;
            if (rail == 0) return noPort(entry, true);
        }
        return {};
    }

    Result<void> linkRail(const Socket& port, Entry& near, Id to)
    {
        if (const Id taken = port.block->links[static_cast<std::size_t>(port.index)]; taken != Id::none)
            return portTaken(near, port, taken);
        Entry& entry = ports_.of(to);
        if (near.host == entry.host) return fail("EDIT-SAME-DEVICE", {{"device", near.name}});
        for (const bool sameSpeed : {true, false})
            for (PortBlock* block : blocksOf(entry, false)) {
                const bool speedFits = !sameSpeed || block->group.speedGbps == port.block->group.speedGbps;
                if (block->firstFree() < 0 || !speedFits || !plugs(port.block->group, block->group)) continue;
                add(port, {block, block->firstFree()});
                return {};
            }
        return noPort(entry, false);
    }

    Unexpected portTaken(const Entry& entry, const Socket& port, Id link)
    {
        std::string by;
        for (const LinkChunk& chunk : draft_.build().links)
            for (const Link& each : *chunk.links) {
                if (each.id != link) continue;
                const LinkEnd& other = each.a.device == port.block->device ? each.b : each.a;
                by = draft_.nameOf(other.device);
            }
        return fail("EDIT-PORT-TAKEN",
            {{"device", entry.name}, {"port", fmt::format("{} {}", port.block->group.name, port.index + 1)}, {"by", by}});
    }

    Result<Socket> given(Id device, bool isFrom, const std::optional<int>& index)
    {
        Entry& entry = ports_.of(device);
        const std::vector<PortBlock*> blocks = blocksOf(entry, isFrom);
        for (PortBlock* block : blocks) {
            const int port = index.value_or(block->firstFree());
            if (port < 0 || port >= block->group.count) continue;
            if (const Id taken = block->links[static_cast<std::size_t>(port)]; taken != Id::none)
                return portTaken(entry, {block, port}, taken);
            return Socket{block, port};
        }
        return noPort(entry, isFrom);
    }

    Result<void> connectGiven()
    {
        const Id from = request_.from.front(), to = request_.to.front();
        if (ports_.of(from).host == ports_.of(to).host) return fail("EDIT-SAME-DEVICE", {{"device", ports_.of(from).name}});
        const Result<Socket> a = given(from, true, request_.fromIndex);
        if (!a) return Unexpected{a.error()};
        const Result<Socket> b = given(to, false, request_.toIndex);
        if (!b) return Unexpected{b.error()};
        if (!plugs(a->block->group, b->block->group)) return noPort(ports_.of(to), false);
        add(*a, *b);
        return {};
    }

    Draft& draft_;
    const Connect& request_;
    PortTable ports_;
};

Result<void> checkDevices(const Draft& draft, const std::vector<Id>& devices)
{
    for (const Id device : devices)
        if (const Result<PlacedDevice> found = draft.require(device); !found) return Unexpected{found.error()};
    return {};
}

} // namespace

Result<Project> connect(const Project& project, const Connect& request, const Catalog& catalog)
{
    Result<Draft> draft = Draft::open(project, request.scenario, catalog);
    if (!draft) return Unexpected{draft.error()};
    if (request.from.empty() || request.to.empty()) return fail("EDIT-NOTHING-TO-DO", {{"what", "connect"}});
    for (const std::vector<Id>* end : {&request.from, &request.to})
        if (const Result<void> good = checkDevices(*draft, *end); !good) return Unexpected{good.error()};
    if (!request.cablePartId.empty()) {
        const Result<PartPtr> cable = draft->parts.require(PartKind::cable, request.cablePartId);
        if (!cable) return Unexpected{cable.error()};
        draft->parts.use(*cable);
    }
    Connector connector{*draft, request};
    if (const Result<void> done = connector.run(); !done) return Unexpected{done.error()};
    return draft->finish();
}

Result<Project> disconnect(const Project& project, const Disconnect& request, const Catalog& catalog)
{
    Result<Draft> draft = Draft::open(project, request.scenario, catalog);
    if (!draft) return Unexpected{draft.error()};
    for (const std::vector<Id>* end : {&request.from, &request.to})
        if (const Result<void> good = checkDevices(*draft, *end); !good) return Unexpected{good.error()};
    std::unordered_set<std::int64_t> links, from, to;
    for (const Id link : request.links) links.insert(toNumber(link));
    if (!links.empty()) draft->eraseLinks(links);
    for (const Id device : withGuests(*draft, request.from)) from.insert(toNumber(device));
    for (const Id device : withGuests(*draft, request.to)) to.insert(toNumber(device));
    if (from.empty()) return draft->finish();
    for (const Draft::TakenLink& taken : draft->takeLinks(from)) {
        const bool aFrom = from.contains(toNumber(taken.link.a.device)), bFrom = from.contains(toNumber(taken.link.b.device));
        const bool aTo = to.contains(toNumber(taken.link.a.device)), bTo = to.contains(toNumber(taken.link.b.device));
        if (!to.empty() && !(aFrom && bTo) && !(bFrom && aTo)) draft->addLink(taken.link);
    }
    return draft->finish();
}

} // namespace rackwright::edit

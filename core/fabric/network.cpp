#include "core/fabric/analyse_networks.h"

#include <algorithm>
#include <bit>
#include <numeric>

namespace rackwright {

namespace {

/// Disjoint sets with path halving.
class Groups {
public:
    explicit Groups(std::size_t count) : parent_(count) { std::iota(parent_.begin(), parent_.end(), 0); }
    int find(int x)
    {
        while (at(x) != x) x = at(x) = at(at(x));
        return x;
    }
    void join(int a, int b) { at(find(a)) = find(b); }

private:
    int& at(int x) { return parent_[static_cast<std::size_t>(x)]; }
    std::vector<int> parent_;
};

constexpr int noTier = 0;

std::size_t roleIndex(PortRole role)
{
    return static_cast<std::size_t>(std::ranges::find(networkRoles, role) - networkRoles.begin());
}

bool isNetworkRole(PortRole role)
{
    return std::ranges::find(networkRoles, role) != networkRoles.end();
}

/// A link between an end (host, storage system, management port) and a switch, or two ends.
struct EndLink {
    int link = 0;
    int end = 0; ///< device
    int other = 0; ///< switch number; device for a direct link
    bool direct = false;
    std::size_t role = 0;
    int rail = -1;
    double bytesPerS = 0;
};

struct SwitchLink {
    int link = 0;
    int a = 0, b = 0; ///< switch numbers
    double bytesPerS = 0;
};

struct Analyser {
    const Inventory& inventory;
    const PortTable& ports;
    const std::vector<ResolvedLink>& links;
    NetworkAnalysis result{};

    std::vector<int> switchOf{}; ///< by device: switch number or -1
    std::vector<EndLink> endLinks{};
    std::vector<SwitchLink> switchLinks{};
    std::vector<unsigned> rolesAt{}; ///< by switch: bits of the networks with ends on it
    std::vector<double> endBytesAt{}; ///< by switch: rates of all ends on it
    std::vector<int> neighbourStart{}, neighbours{}; ///< switch adjacency, by link

    NetworkAnalysis run();
    void findSwitches();
    void sortLinks();
    void addEndLink(int link, const PortRef& end, const PortRef& other);
    void buildAdjacency();
    void countSwitchPorts();

    [[nodiscard]] std::size_t switchCount() const { return result.switches.size(); }
    [[nodiscard]] int hostOf(int device) const
    {
        const int host = inventory.devices[static_cast<std::size_t>(device)].host;
        return host < 0 ? device : host;
    }
};

/// One network of the analysis. Works on the shared lists above.
class OneNetwork {
public:
    OneNetwork(Analyser& all, std::size_t role)
        : all_{all}, role_{role}, tier_(all.switchCount(), noTier), up_(all.switchCount()), down_(all.switchCount()),
          roleDown_(all.switchCount()), groups_{all.inventory.devices.size()}
    {
        state_.role = networkRoles[role];
    }

    NetworkState run()
    {
        collectEnds();
        findTiers();
        classify();
        measureTiers();
        findIslands();
        measureCapacity();
        if (state_.role == PortRole::compute) measureRails();
        return std::move(state_);
    }

private:
    [[nodiscard]] int tier(int s) const { return tier_[static_cast<std::size_t>(s)]; }
    [[nodiscard]] int deviceOf(int s) const { return all_.result.switches[static_cast<std::size_t>(s)].device; }
    [[nodiscard]] bool belongs(int s) const
    {
        const unsigned roles = all_.rolesAt[static_cast<std::size_t>(s)];
        return roles == 0 || (roles & ((2u << role_) - 1)) != 0;
    }
    template <class Visit>
    void eachEnd(Visit&& visit) const
    {
        for (const EndLink& link : all_.endLinks)
            if (link.role == role_) visit(link);
    }

    void collectEnds();
    void findTiers();
    void classify();
    void measureTiers();
    void findIslands();
    void measureCapacity();
    void measureRails();
    [[nodiscard]] double capacity(double endBytes, const std::vector<int>& switches) const;

    Analyser& all_;
    std::size_t role_;
    NetworkState state_;
    std::vector<int> tier_;
    std::vector<double> up_, down_, roleDown_; ///< by switch; roleDown_: ends of this network alone, at leafs
    Groups groups_;
};

void OneNetwork::collectEnds()
{
    std::vector<int> portsOfPart(all_.inventory.parts.size(), 0);
    for (std::size_t p = 0; p < portsOfPart.size(); ++p) {
        const auto [first, last] = all_.ports.typesOf(static_cast<int>(p));
        for (int t = first; t < last; ++t)
            if (all_.ports.type(t).spec.role == state_.role) portsOfPart[p] += all_.ports.type(t).spec.count;
    }
    std::vector<EndState> byDevice(all_.inventory.devices.size());
    for (std::size_t d = 0; d < byDevice.size(); ++d) {
        const Device& device = all_.inventory.devices[d];
        if (device.counts)
            byDevice[static_cast<std::size_t>(all_.hostOf(static_cast<int>(d)))].ports +=
                portsOfPart[static_cast<std::size_t>(device.partIndex)];
    }
    const auto link = [&](int device, double bytesPerS) {
        EndState& end = byDevice[static_cast<std::size_t>(device)];
        ++end.portsLinked;
        end.bytesPerS += bytesPerS;
    };
    eachEnd([&](const EndLink& l) {
        link(l.end, l.bytesPerS);
        if (l.direct) link(l.other, l.bytesPerS);
    });
    for (std::size_t d = 0; d < byDevice.size(); ++d) {
        EndState& end = byDevice[d];
        if (end.ports == 0 && end.portsLinked == 0) continue;
        end.device = static_cast<int>(d);
        state_.ports += end.ports;
        state_.portsLinked += end.portsLinked;
        if (end.portsLinked == 0) state_.unlinkedEnds.push_back(end.device);
        state_.ends.push_back(end);
    }
}

/// Distance from the nearest end, over switches that belong here.
void OneNetwork::findTiers()
{
    std::vector<int> queue;
    eachEnd([&](const EndLink& l) {
        if (l.direct || tier(l.other) != noTier) return;
        tier_[static_cast<std::size_t>(l.other)] = 1;
        queue.push_back(l.other);
    });
    for (std::size_t next = 0; next < queue.size(); ++next) {
        const int s = queue[next];
        for (int n = all_.neighbourStart[static_cast<std::size_t>(s)]; n < all_.neighbourStart[static_cast<std::size_t>(s) + 1]; ++n) {
            const int other = all_.neighbours[static_cast<std::size_t>(n)];
            if (tier(other) != noTier || !belongs(other)) continue;
            tier_[static_cast<std::size_t>(other)] = tier(s) + 1;
            queue.push_back(other);
        }
    }
    for (const int s : queue) {
        if (static_cast<int>(state_.switchesByTier.size()) < tier(s)) state_.switchesByTier.resize(static_cast<std::size_t>(tier(s)));
        ++state_.switchesByTier[static_cast<std::size_t>(tier(s) - 1)];
    }
}

void OneNetwork::classify()
{
    const auto count = [&](int link, LinkClass kind) {
        ++state_.linksByClass[static_cast<std::size_t>(kind)];
        PortRole& network = all_.result.linkNetwork[static_cast<std::size_t>(link)];
        if (network != PortRole::fabric) return; // an earlier network has it
        network = state_.role;
        all_.result.linkClass[static_cast<std::size_t>(link)] = kind;
    };
    eachEnd([&](const EndLink& l) { count(l.link, l.direct ? LinkClass::direct : LinkClass::nodeLeaf); });
    state_.tiered = true;
    for (const SwitchLink& l : all_.switchLinks) {
        if (tier(l.a) == noTier || tier(l.b) == noTier) continue;
        const int low = std::min(tier(l.a), tier(l.b));
        const int high = std::max(tier(l.a), tier(l.b));
        if (low == high) state_.tiered = false;
        count(l.link, low == high ? LinkClass::other : low == 1 ? LinkClass::leafSpine : LinkClass::spineCore);
        if (low == high) continue;
        const int lower = tier(l.a) == low ? l.a : l.b;
        const int upper = lower == l.a ? l.b : l.a;
        up_[static_cast<std::size_t>(lower)] += l.bytesPerS;
        down_[static_cast<std::size_t>(upper)] += l.bytesPerS;
    }
}

/// Down over up of every tier, with all ends that share a leaf; keeps the figures of switches that no earlier network claims.
void OneNetwork::measureTiers()
{
    eachEnd([&](const EndLink& l) {
        if (!l.direct) roleDown_[static_cast<std::size_t>(l.other)] += l.bytesPerS;
    });
    state_.oversubscriptionByTier.assign(state_.switchesByTier.empty() ? 0 : state_.switchesByTier.size() - 1, 0.0);
    for (std::size_t s = 0; s < tier_.size(); ++s) {
        if (tier_[s] == noTier) continue;
        if (tier_[s] == 1) down_[s] += all_.endBytesAt[s];
        if (up_[s] > 0) {
            double& worst = state_.oversubscriptionByTier[static_cast<std::size_t>(tier_[s] - 1)];
            worst = std::max(worst, down_[s] / up_[s]);
        }
        SwitchState& shared = all_.result.switches[s];
        if (shared.network != PortRole::fabric) continue;
        shared.network = state_.role;
        shared.tier = tier_[s];
        shared.downBytesPerS = down_[s];
        shared.upBytesPerS = up_[s];
    }
}

void OneNetwork::findIslands()
{
    eachEnd([&](const EndLink& l) { groups_.join(l.end, l.direct ? l.other : deviceOf(l.other)); });
    for (const SwitchLink& l : all_.switchLinks)
        if (tier(l.a) != noTier && tier(l.b) != noTier) groups_.join(deviceOf(l.a), deviceOf(l.b));
    std::vector<int> size(all_.inventory.devices.size(), 0);
    int biggest = -1;
    for (const EndState& end : state_.ends) {
        if (end.portsLinked == 0) continue;
        const int group = groups_.find(end.device);
        int& count = size[static_cast<std::size_t>(group)];
        if (++count == 1) ++state_.islands;
        if (biggest < 0 || count > size[static_cast<std::size_t>(biggest)]) biggest = group;
    }
    for (const EndState& end : state_.ends)
        if (end.portsLinked > 0 && groups_.find(end.device) != biggest) state_.cutOffEnds.push_back(end.device);
}

/// What may cross between even halves of the ends of one joined set of switches: half of the smallest tier cut.
double OneNetwork::capacity(double endBytes, const std::vector<int>& switches) const
{
    double least = endBytes;
    const auto tiers = state_.switchesByTier.size();
    std::vector<double> through(tiers, 0.0);
    std::vector<int> count(tiers, 0);
    for (const int s : switches) {
        const auto t = static_cast<std::size_t>(tier(s) - 1);
        const auto i = static_cast<std::size_t>(s);
        ++count[t];
        through[t] += std::min(t == 0 ? roleDown_[i] : down_[i], up_[i]);
    }
    for (std::size_t t = 0; t < tiers; ++t)
        if (count[t] > 1 && t + 1 < tiers && count[t + 1] > 0) least = std::min(least, through[t]);
    return least / 2;
}

void OneNetwork::measureCapacity()
{
    const std::string links = std::string{toText(state_.role)} + " links";
    if (state_.portsLinked == 0) {
        state_.oversubscription = state_.bisectionBytesPerS = Quantity<>::unknown(links);
        return;
    }
    if (!state_.tiered) {
        state_.oversubscription = state_.bisectionBytesPerS = Quantity<>::unknown("a tiered topology of the " + links);
        return;
    }
    double ratio = 1;
    for (const double worst : state_.oversubscriptionByTier) ratio *= std::max(1.0, worst);
    state_.oversubscription = Quantity<>::known(ratio);
    if (state_.islands > 1) {
        state_.bisectionBytesPerS = Quantity<>::unknown(links + " between its separate parts");
        return;
    }
    // Rails and planes may be joined by the hosts alone: each set of joined switches carries its own share.
    Groups joined{tier_.size()};
    for (const SwitchLink& l : all_.switchLinks)
        if (tier(l.a) != noTier && tier(l.b) != noTier) joined.join(l.a, l.b);
    std::vector<std::vector<int>> sets(tier_.size());
    std::vector<double> endBytes(tier_.size(), 0.0);
    for (std::size_t s = 0; s < tier_.size(); ++s) {
        if (tier_[s] == noTier) continue;
        const auto root = static_cast<std::size_t>(joined.find(static_cast<int>(s)));
        sets[root].push_back(static_cast<int>(s));
        endBytes[root] += roleDown_[s];
    }
    double sum = 0;
    for (std::size_t root = 0; root < sets.size(); ++root)
        if (!sets[root].empty()) sum += capacity(endBytes[root], sets[root]);
    double direct = 0;
    eachEnd([&](const EndLink& l) { direct += l.direct ? l.bytesPerS : 0; });
    const bool pair = state_.ends.size() - state_.unlinkedEnds.size() == 2;
    state_.bisectionBytesPerS =
        direct > 0 && !(pair && sum == 0) ? Quantity<>::unknown("a cut of directly linked hosts") : Quantity<>::known(sum + direct);
}

/// A host is pure when each of its rails goes to leafs that carry no other rail.
void OneNetwork::measureRails()
{
    std::vector<std::uint64_t> railsAt(tier_.size(), 0);
    eachEnd([&](const EndLink& l) {
        if (l.rail >= 0 && !l.direct) railsAt[static_cast<std::size_t>(l.other)] |= std::uint64_t{1} << (l.rail % 64);
    });
    std::vector<int> railLinks(all_.inventory.devices.size(), 0), pureLinks(all_.inventory.devices.size(), 0);
    eachEnd([&](const EndLink& l) {
        if (l.rail < 0 || l.direct) return;
        ++railLinks[static_cast<std::size_t>(l.end)];
        pureLinks[static_cast<std::size_t>(l.end)] += std::popcount(railsAt[static_cast<std::size_t>(l.other)]) == 1;
    });
    int hosts = 0, pure = 0;
    for (std::size_t d = 0; d < railLinks.size(); ++d) {
        if (railLinks[d] < 2) continue;
        ++hosts;
        pure += railLinks[d] == pureLinks[d];
    }
    std::uint64_t all = 0;
    for (const std::uint64_t rails : railsAt) {
        all |= rails;
        state_.mixedRailLeafs += std::popcount(rails) > 1;
    }
    state_.rails = std::popcount(all);
    state_.railPurity = hosts == 0 ? Quantity<>::unknown("links of rail ports") : Quantity<>::known(static_cast<double>(pure) / hosts);
}

void Analyser::findSwitches()
{
    std::vector<int> fabricPorts(inventory.parts.size(), 0);
    for (std::size_t p = 0; p < fabricPorts.size(); ++p) {
        const auto [first, last] = ports.typesOf(static_cast<int>(p));
        for (int t = first; t < last; ++t)
            if (ports.type(t).spec.role == PortRole::fabric) fabricPorts[p] += ports.type(t).spec.count;
    }
    switchOf.assign(inventory.devices.size(), -1);
    for (std::size_t d = 0; d < inventory.devices.size(); ++d) {
        const Device& device = inventory.devices[d];
        const int count = fabricPorts[static_cast<std::size_t>(device.partIndex)];
        if (!device.counts || count == 0) continue;
        switchOf[d] = static_cast<int>(result.switches.size());
        result.switches.push_back({.device = static_cast<int>(d), .ports = count});
    }
}

void Analyser::addEndLink(int link, const PortRef& end, const PortRef& other)
{
    EndLink made;
    made.link = link;
    made.end = hostOf(end.device);
    made.role = roleIndex(end.spec->role);
    made.rail = end.spec->railByIndex ? end.index : -1;
    made.bytesPerS = links[static_cast<std::size_t>(link)].bytesPerS();
    const int s = switchOf[static_cast<std::size_t>(other.device)];
    made.direct = other.spec->role != PortRole::fabric || s < 0;
    made.other = made.direct ? hostOf(other.device) : s;
    if (!made.direct) {
        rolesAt[static_cast<std::size_t>(s)] |= 1u << made.role;
        endBytesAt[static_cast<std::size_t>(s)] += made.bytesPerS;
    }
    endLinks.push_back(made);
}

void Analyser::sortLinks()
{
    rolesAt.assign(switchCount(), 0);
    endBytesAt.assign(switchCount(), 0.0);
    for (std::size_t i = 0; i < links.size(); ++i) {
        const ResolvedLink& link = links[i];
        if (!link.valid()) continue;
        const bool endA = isNetworkRole(link.a.spec->role), endB = isNetworkRole(link.b.spec->role);
        const int a = switchOf[static_cast<std::size_t>(link.a.device)], b = switchOf[static_cast<std::size_t>(link.b.device)];
        if (endA)
            addEndLink(static_cast<int>(i), link.a, link.b);
        else if (endB)
            addEndLink(static_cast<int>(i), link.b, link.a);
        else if (link.a.spec->role == PortRole::fabric && link.b.spec->role == PortRole::fabric && a >= 0 && b >= 0 && a != b)
            switchLinks.push_back({static_cast<int>(i), a, b, link.bytesPerS()});
    }
}

void Analyser::buildAdjacency()
{
    neighbourStart.assign(switchCount() + 1, 0);
    for (const SwitchLink& link : switchLinks) {
        ++neighbourStart[static_cast<std::size_t>(link.a) + 1];
        ++neighbourStart[static_cast<std::size_t>(link.b) + 1];
    }
    std::partial_sum(neighbourStart.begin(), neighbourStart.end(), neighbourStart.begin());
    neighbours.resize(switchLinks.size() * 2);
    std::vector<int> next(neighbourStart.begin(), neighbourStart.end() - 1);
    for (const SwitchLink& link : switchLinks) {
        neighbours[static_cast<std::size_t>(next[static_cast<std::size_t>(link.a)]++)] = link.b;
        neighbours[static_cast<std::size_t>(next[static_cast<std::size_t>(link.b)]++)] = link.a;
    }
}

void Analyser::countSwitchPorts()
{
    std::vector<bool> used(static_cast<std::size_t>(ports.ports()), false);
    const auto count = [&](const PortRef& end) {
        const int s = switchOf[static_cast<std::size_t>(end.device)];
        if (s < 0 || end.spec->role != PortRole::fabric || used[static_cast<std::size_t>(end.port)]) return;
        used[static_cast<std::size_t>(end.port)] = true;
        ++result.switches[static_cast<std::size_t>(s)].portsUsed;
    };
    for (const ResolvedLink& link : links) {
        if (!link.valid()) continue;
        count(link.a);
        count(link.b);
    }
}

NetworkAnalysis Analyser::run()
{
    result.linkNetwork.assign(links.size(), PortRole::fabric);
    result.linkClass.assign(links.size(), LinkClass::other);
    findSwitches();
    sortLinks();
    buildAdjacency();
    countSwitchPorts();
    for (std::size_t role = 0; role < networkRoles.size(); ++role) result.networks.push_back(OneNetwork{*this, role}.run());
    return std::move(result);
}

} // namespace

std::string_view toText(LinkClass kind)
{
    switch (kind) {
    case LinkClass::nodeLeaf: return "node-leaf";
    case LinkClass::leafSpine: return "leaf-spine";
    case LinkClass::spineCore: return "spine-core";
    case LinkClass::direct: return "direct";
    case LinkClass::other: return "other";
    }
    return "other";
}

std::int64_t NetworkState::links() const
{
    return std::accumulate(linksByClass.begin(), linksByClass.end(), std::int64_t{0});
}

NetworkAnalysis analyseNetworks(const Inventory& inventory, const PortTable& ports, const std::vector<ResolvedLink>& links)
{
    return Analyser{inventory, ports, links}.run();
}

} // namespace rackwright

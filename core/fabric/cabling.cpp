#include "core/fabric/cabling.h"

#include "core/fabric/cable_route.h"
#include "core/fabric/media.h"
#include "core/fabric/plan_cabling.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <fmt/format.h>
#include <map>
#include <numeric>
#include <span>
#include <unordered_map>

namespace rackwright {

namespace {

constexpr std::array<double, 22> soldLengths{0.5, 1, 1.5, 2, 2.5, 3, 4, 5, 7, 10, 15, 20, 25, 30, 35, 40, 45, 50, 60, 70, 80, 100};

constexpr std::array<double, 8> soldActiveOptical{3, 5, 10, 15, 20, 30, 50, 100};
constexpr double shortestActiveCopperM = 3;

/// Which links end in which cage.
class CageLinks {
public:
    CageLinks(const std::vector<ResolvedLink>& links, int cages) : start_(static_cast<std::size_t>(cages) + 1, 0)
    {
        const auto eachEnd = [&](auto&& visit) {
            for (std::size_t i = 0; i < links.size(); ++i)
                if (links[i].valid()) visit(links[i].a.cage, static_cast<int>(i)), visit(links[i].b.cage, static_cast<int>(i));
        };
        eachEnd([&](int cage, int) { ++start_[static_cast<std::size_t>(cage) + 1]; });
        std::partial_sum(start_.begin(), start_.end(), start_.begin());
        links_.resize(static_cast<std::size_t>(start_.back()));
        std::vector<int> next(start_.begin(), start_.end() - 1);
        eachEnd([&](int cage, int link) { links_[static_cast<std::size_t>(next[static_cast<std::size_t>(cage)]++)] = link; });
    }

    [[nodiscard]] std::span<const int> of(int cage) const
    {
        const auto c = static_cast<std::size_t>(cage);
        return {links_.data() + start_[c], links_.data() + start_[c + 1]};
    }

private:
    std::vector<int> start_, links_;
};

struct QueryKey {
    int typeA = 0, typeB = 0;
    double gbps = 0, lengthM = 0;
    int flags = 0;
    friend bool operator==(const QueryKey&, const QueryKey&) = default;
};

struct QueryHash {
    std::size_t operator()(const QueryKey& key) const
    {
        std::size_t hash = static_cast<std::size_t>(key.typeA);
        for (const std::size_t part : {static_cast<std::size_t>(key.typeB), std::hash<double>{}(key.gbps), std::hash<double>{}(key.lengthM),
                 static_cast<std::size_t>(key.flags)})
            hash = hash * 1099511628211u ^ part;
        return hash;
    }
};

class Planner {
public:
    Planner(const Inventory& inventory, const Catalog& catalog, bool fillGaps, const PortTable& ports,
        const std::vector<ResolvedLink>& links, const NetworkAnalysis& networks, CablingFaults& faults)
        : inventory_{inventory}, ports_{ports}, links_{links}, faults_{faults}, routes_{inventory, catalog, fillGaps},
          book_{inventory, catalog}, catalog_{catalog}, cages_{links, ports.cages()}, choice_(links.size(), -1)
    {
        cabling_.links.resize(links.size());
        for (std::size_t i = 0; i < links.size(); ++i) {
            LinkPlan& plan = cabling_.links[i];
            plan.valid = links[i].valid();
            plan.network = networks.linkNetwork[i];
            plan.kind = networks.linkClass[i];
            plan.speedGbps = links[i].gbps;
        }
        for (int t = 0; t < ports.types(); ++t) {
            ends_.push_back(cableEndOf(ports.type(t)));
            infiniband_.push_back(ports.type(t).part->text("fabric") == "infiniband");
        }
    }

    Cabling run()
    {
        cabling_.cableM = zero();
        for (std::size_t i = 0; i < links_.size(); ++i)
            if (links_[i].valid()) measure(static_cast<int>(i));
        if (cabling_.validLinks == 0) cabling_.cableM = Quantity<>::unknown("links");
        chooseStated();
        chooseCables();
        spreadOptics();
        chooseOptics();
        count();
        return std::move(cabling_);
    }

private:
    [[nodiscard]] const ResolvedLink& link(int i) const { return links_[static_cast<std::size_t>(i)]; }
    LinkPlan& plan(int i) { return cabling_.links[static_cast<std::size_t>(i)]; }
    int& choice(int i) { return choice_[static_cast<std::size_t>(i)]; }
    [[nodiscard]] const Medium* mediumOf(int i) const
    {
        const int chosen = choice_[static_cast<std::size_t>(i)];
        return chosen < 0 ? nullptr : &media_[static_cast<std::size_t>(chosen)];
    }

    template <class Visit>
    void eachOptical(Visit&& visit)
    {
        for (std::size_t n = 0; n < links_.size(); ++n)
            if (links_[n].valid() && choice_[n] < 0 && cabling_.links[n].orderM >= 0) visit(static_cast<int>(n));
    }
    /// An end with several ports in its cage.
    [[nodiscard]] bool isTied(int i) const
    {
        return ports_.type(link(i).a.type).form.portsPerCage > 1 || ports_.type(link(i).b.type).form.portsPerCage > 1;
    }
    [[nodiscard]] const Part* plugAt(int i, int cage) { return link(i).a.cage == cage ? plan(i).plugA : plan(i).plugB; }

    void measure(int i);
    void addLength(int i);
    void chooseStated();
    void chooseCables();
    void spreadOptics();
    [[nodiscard]] std::vector<int> tieTypes();
    void chooseOptics();
    void count();
    void countCable(int i, const Medium& medium);
    void countPlugs(int i, const Medium& medium);
    [[nodiscard]] MediumQuery queryOf(int i, double lengthM) const;
    [[nodiscard]] bool isCagePair(int i) const;
    int remember(const QueryKey& key, bool optics, const MediumQuery& query);
    void adopt(int i, int medium);
    void checkStated(int i, const Part& cable);

    const Inventory& inventory_;
    const PortTable& ports_;
    const std::vector<ResolvedLink>& links_;
    CablingFaults& faults_;
    CableRoutes routes_;
    MediaBook book_;
    const Catalog& catalog_;
    CageLinks cages_;
    std::vector<int> choice_; ///< by link: into media_; -1: none yet
    std::vector<CableEnd> ends_; ///< by port type
    std::vector<bool> infiniband_; ///< by port type
    std::vector<Medium> media_;
    std::unordered_map<QueryKey, int, QueryHash> remembered_[2];
    std::map<std::pair<const Part*, double>, std::int64_t> lines_;
    Cabling cabling_;
};

void Planner::measure(int i)
{
    const Link& stated = *inventory_.links[static_cast<std::size_t>(i)];
    const std::optional<double> way = routes_.lengthM(link(i).a.device, link(i).b.device);
    if (way) plan(i).routedM = *way + slackM(*way);
    if (stated.lengthM)
        plan(i).orderM = *stated.lengthM;
    else if (way)
        plan(i).orderM = soldLengthM(plan(i).routedM);
    else
        ++cabling_.linksWithoutLength;
    ++cabling_.validLinks;
    if (MediaBook::formsConflict(ports_.type(link(i).a.type).form, ports_.type(link(i).b.type).form)) {
        faults_.formConflict.push_back(i);
        ++cabling_.formConflicts;
    }
}

/// Low without slack, high as ordered.
void Planner::addLength(int i)
{
    const ResolvedLink& l = link(i);
    if (const std::optional<double> stated = inventory_.links[static_cast<std::size_t>(i)]->lengthM)
        cabling_.cableM += Quantity<>::known(*stated);
    else if (const std::optional<double> way = routes_.lengthM(l.a.device, l.b.device))
        cabling_.cableM += Quantity<>::estimated(*way, plan(i).routedM, plan(i).orderM);
    else
        cabling_.cableM += Quantity<>::unknown("rack positions");
}

/// All links in the cage of either end go to the cage of the other.
bool Planner::isCagePair(int i) const
{
    const ResolvedLink& l = link(i);
    const auto onlyTo = [&](int cage, int other) {
        return std::ranges::all_of(cages_.of(cage), [&](int j) { return link(j).a.cage == other || link(j).b.cage == other; });
    };
    return onlyTo(l.a.cage, l.b.cage) && onlyTo(l.b.cage, l.a.cage);
}

MediumQuery Planner::queryOf(int i, double lengthM) const
{
    const ResolvedLink& l = link(i);
    MediumQuery query;
    query.a = ends_[static_cast<std::size_t>(l.a.type)];
    query.b = ends_[static_cast<std::size_t>(l.b.type)];
    query.gbps = l.gbps;
    query.lengthM = lengthM;
    query.cagePair = isCagePair(i);
    query.aloneA = cages_.of(l.a.cage).size() == 1;
    query.aloneB = cages_.of(l.b.cage).size() == 1;
    query.infiniband = infiniband_[static_cast<std::size_t>(l.a.type)] || infiniband_[static_cast<std::size_t>(l.b.type)];
    return query;
}

/// The medium for this query, looked up or found; -1 when there is none.
int Planner::remember(const QueryKey& key, bool optics, const MediumQuery& query)
{
    const auto [entry, isNew] = remembered_[optics].try_emplace(key, -1);
    if (!isNew) return entry->second;
    Medium medium = optics ? book_.opticsFor(query) : book_.cableFor(query);
    if (!medium.cable && !medium.plugA) return -1;
    medium.reason = fmt::format("{:g} m: {}", query.lengthM, medium.reason);
    entry->second = static_cast<int>(media_.size());
    media_.push_back(std::move(medium));
    return entry->second;
}

void Planner::adopt(int i, int medium)
{
    static const Medium none;
    const Medium& chosen = medium < 0 ? none : media_[static_cast<std::size_t>(medium)];
    choice(i) = medium;
    plan(i).cable = chosen.cable;
    plan(i).plugA = chosen.plugA;
    plan(i).plugB = chosen.plugB;
    plan(i).reason = medium;
    if (chosen.cable && !chosen.plugA && plan(i).routedM >= 0 && !inventory_.links[static_cast<std::size_t>(i)]->lengthM)
        plan(i).orderM = std::max(plan(i).orderM, soldLengthM(plan(i).orderM, *chosen.cable));
}

void Planner::checkStated(int i, const Part& cable)
{
    const double reachM = cable.number("max_length_m").value_or(plan(i).orderM);
    const bool tooLong = plan(i).orderM > reachM;
    const bool tooShort = plan(i).routedM > 0 && plan(i).orderM >= 0 && plan(i).orderM < plan(i).routedM - slackM(plan(i).routedM);
    if (!tooLong && !tooShort) return;
    faults_.beyondReach.push_back(i);
    ++cabling_.beyondReach;
}

/// Links whose cable the user names. A transceiver leaves the choice to the rules.
void Planner::chooseStated()
{
    for (std::size_t n = 0; n < links_.size(); ++n) {
        const int i = static_cast<int>(n);
        const Link& stated = *inventory_.links[n];
        if (stated.cablePartId.empty() || !link(i).valid()) continue;
        PartPtr part = inventory_.namedPart(PartKind::cable, stated.cablePartId);
        if (!part) part = catalog_.find(PartKind::cable, stated.cablePartId);
        if (!part || part->text("kind") == "transceiver") continue;
        checkStated(i, *part);
        Medium medium;
        if (part->text("kind") == "fibre trunk") medium = book_.opticsFor(queryOf(i, std::max(0.0, plan(i).orderM)));
        medium.cable = part.get();
        medium.splitAtA = medium.splitAtB = false;
        medium.reason = "stated for this link";
        media_.push_back(std::move(medium));
        adopt(i, static_cast<int>(media_.size()) - 1);
    }
}

void Planner::chooseCables()
{
    for (std::size_t n = 0; n < links_.size(); ++n) {
        const int i = static_cast<int>(n);
        if (!link(i).valid() || choice(i) >= 0 || plan(i).orderM < 0) continue;
        const MediumQuery query = queryOf(i, plan(i).orderM);
        const int flags = (query.cagePair ? 1 : 0) | (query.aloneA ? 2 : 0) | (query.aloneB ? 4 : 0);
        choice(i) = remember({link(i).a.type, link(i).b.type, query.gbps, query.lengthM, flags}, false, query);
    }
}

/// A cage takes copper for all of its links or optics for all: one link without a cable turns its neighbours to optics.
void Planner::spreadOptics()
{
    std::vector<int> queue;
    for (std::size_t n = 0; n < links_.size(); ++n)
        if (links_[n].valid() && choice_[n] < 0 && plan(static_cast<int>(n)).orderM >= 0) queue.push_back(static_cast<int>(n));
    for (std::size_t next = 0; next < queue.size(); ++next)
        for (const int cage : {link(queue[next]).a.cage, link(queue[next]).b.cage})
            for (const int j : cages_.of(cage)) {
                if (choice(j) < 0 || plan(j).reason >= 0) continue; // stated cables stay
                choice(j) = -1;
                queue.push_back(j);
            }
    for (std::size_t n = 0; n < links_.size(); ++n)
        if (choice_[n] >= 0) adopt(static_cast<int>(n), choice_[n]);
}

/// Port types tied together by cages of several ports, over all optical links.
std::vector<int> Planner::tieTypes()
{
    std::vector<int> group(static_cast<std::size_t>(ports_.types()));
    std::iota(group.begin(), group.end(), 0);
    const auto root = [&](int t) {
        while (group[static_cast<std::size_t>(t)] != t) t = group[static_cast<std::size_t>(t)];
        return t;
    };
    eachOptical([&](int i) {
        if (isTied(i)) group[static_cast<std::size_t>(root(link(i).a.type))] = root(link(i).b.type);
    });
    for (int t = 0; t < ports_.types(); ++t) group[static_cast<std::size_t>(t)] = root(t);
    return group;
}

void Planner::chooseOptics()
{
    const std::vector<int> group = tieTypes();
    const auto groupOf = [&](int i) { return static_cast<std::size_t>(group[static_cast<std::size_t>(link(i).a.type)]); };
    std::vector<double> longest(group.size(), 0.0);
    eachOptical([&](int i) {
        if (isTied(i)) longest[groupOf(i)] = std::max(longest[groupOf(i)], plan(i).orderM);
    });
    std::vector<int> optical;
    eachOptical([&](int i) { optical.push_back(i); });
    const auto choose = [&](int i, bool singleMode) {
        MediumQuery query = queryOf(i, isTied(i) ? longest[groupOf(i)] : plan(i).orderM);
        query.singleMode = singleMode;
        adopt(i, remember({link(i).a.type, link(i).b.type, query.gbps, query.lengthM, singleMode}, true, query));
    };
    for (const int i : optical) choose(i, false);
    // Both fibres of a twin plug are of one kind: where links of unlike kinds meet in a cage, all take single mode.
    std::vector<bool> mixed(group.size(), false);
    for (const int i : optical)
        for (const int cage : {link(i).a.cage, link(i).b.cage})
            for (const int j : cages_.of(cage))
                if (plan(j).plugA && plugAt(j, cage) != plugAt(i, cage)) mixed[groupOf(i)] = true;
    for (const int i : optical)
        if (isTied(i) && mixed[groupOf(i)]) choose(i, true);
}

void Planner::countCable(int i, const Medium& medium)
{
    const double length = std::max(0.0, plan(i).orderM);
    if (medium.plugA) { // optics: a fibre for every link
        lines_[{medium.cable, length}] += medium.fibres;
        cabling_.cables += medium.fibres;
        return;
    }
    // One cable serves all links of the cage that it leaves; it is counted at the first, at the length of the longest.
    const int cage = medium.splitAtB ? link(i).b.cage : link(i).a.cage;
    double longest = length;
    for (const int j : cages_.of(cage)) {
        const Medium* other = mediumOf(j);
        if (!other || other->plugA || other->cable != medium.cable) continue;
        if (j < i) return;
        longest = std::max(longest, plan(j).orderM);
    }
    ++lines_[{medium.cable, longest}];
    ++cabling_.cables;
}

/// A plug serves all optical links of its cage and is counted at the first.
void Planner::countPlugs(int i, const Medium& medium)
{
    const auto first = [&](int cage) {
        return std::ranges::none_of(cages_.of(cage), [&](int j) { return j < i && mediumOf(j) && mediumOf(j)->plugA; });
    };
    if (first(link(i).a.cage)) ++lines_[{medium.plugA, 0.0}], ++cabling_.plugs;
    if (first(link(i).b.cage)) ++lines_[{medium.plugB, 0.0}], ++cabling_.plugs;
}

void Planner::count()
{
    for (std::size_t n = 0; n < links_.size(); ++n) {
        const int i = static_cast<int>(n);
        if (!link(i).valid()) continue;
        addLength(i);
        const Medium* medium = mediumOf(i);
        if (medium && medium->plugA) countPlugs(i, *medium);
        if (medium && medium->cable) {
            countCable(i, *medium);
        } else if (plan(i).orderM >= 0 && !std::ranges::binary_search(faults_.formConflict, i)) {
            ++cabling_.linksWithoutCable;
            faults_.noCable.push_back(i);
        }
    }
    for (const auto& [line, count] : lines_) cabling_.lines.push_back({line.first, line.second, count});
    std::ranges::sort(cabling_.lines,
        [](const CableLine& x, const CableLine& y) { return std::tie(x.part->id, x.lengthM) < std::tie(y.part->id, y.lengthM); });
    for (const Medium& medium : media_) cabling_.reasons.push_back(medium.reason);
}

} // namespace

double soldLengthM(double metres)
{
    const auto next = std::ranges::lower_bound(soldLengths, metres - 1e-9);
    return next != soldLengths.end() ? *next : std::ceil(metres / 10 - 1e-9) * 10;
}

double soldLengthM(double metres, const Part& cable)
{
    const std::string_view kind = cable.text("kind");
    if (kind == "ACC" && cable.number("speed_gbps").value_or(0) == 800) return std::max(shortestActiveCopperM, soldLengthM(metres));
    if (kind != "AOC") return soldLengthM(metres);
    const auto next = std::ranges::lower_bound(soldActiveOptical, metres - 1e-9);
    return next != soldActiveOptical.end() ? *next : soldLengthM(metres);
}

Cabling planCabling(const Inventory& inventory, const Catalog& catalog, bool fillGaps, const PortTable& ports,
    const std::vector<ResolvedLink>& links, const NetworkAnalysis& networks, CablingFaults& faults)
{
    return Planner{inventory, catalog, fillGaps, ports, links, networks, faults}.run();
}

} // namespace rackwright

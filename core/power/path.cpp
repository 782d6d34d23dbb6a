#include "core/power/path.h"

#include "core/catalog/estimate.h"
#include "core/power/electrical.h"
#include "core/power/ledger.h"
#include "core/power/path_graph.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <unordered_map>

namespace rackwright {

using power::Graph;
using power::Load;

namespace {

/// Builds the path: nodes, devices with their cords, then loads from consumers to feeds.
class PathBuilder {
public:
    explicit PathBuilder(const PathInputs& inputs) : in_{inputs} { }

    PowerPath take()
    {
        sites_ = power::sitesOf(in_.inventory, in_.project);
        addFeeds();
        addUnits();
        addCords();
        addDraws();
        power::orderNodes(path_, graph_);
        propagate();
        findWeakSpots();
        judgeNodes();
        power::computeLosses(path_, graph_);
        return std::move(path_);
    }

private:
    [[nodiscard]] const Device& deviceAt(int index) const { return in_.inventory.devices[static_cast<std::size_t>(index)]; }
    [[nodiscard]] PathNode& node(int index) { return path_.nodes[static_cast<std::size_t>(index)]; }

    void addFeeds()
    {
        for (const Site& site : in_.project.sites)
            for (const Feed& feed : site.feeds) {
                PathNode added;
                added.site = &site, added.feed = &feed, added.name = feed.name;
                added.limitW = feed.ratedKw > 0 ? Quantity<>::known(feed.ratedKw * 1000) : Quantity<>::unknown(feed.name + " rated_kw");
                added.limitRule = "continuous rating of the feed";
                feedsByName_[feed.name].push_back(static_cast<int>(path_.nodes.size()));
                path_.nodes.push_back(std::move(added));
            }
    }

    void addUnits()
    {
        nodeOfDevice_.assign(in_.inventory.devices.size(), -1);
        for (std::size_t i = 0; i < in_.inventory.devices.size(); ++i) {
            const Device& device = in_.inventory.devices[i];
            if (device.part->kind != PartKind::powerUnit || !device.counts) continue;
            PathNode added;
            added.device = static_cast<int>(i), added.name = device.label();
            SourcedLimit limit = continuousLimitOf(*device.part);
            added.limitW = std::move(limit.watts), added.limitRule = std::move(limit.rule);
            added.firstSourceOnly = device.part->text("kind") == "rack-ats";
            if (device.part->text("kind") == "ups") {
                const Quantity<> percent = valueOf(*device.part, "efficiency_pct", in_.catalog, in_.fillGaps);
                if (percent.hasValue() && percent.value > 0) added.efficiency = percent.value / 100;
            }
            nodeOfDevice_[i] = static_cast<int>(path_.nodes.size());
            path_.nodes.push_back(std::move(added));
        }
        graph_.consumers.resize(path_.nodes.size());
        graph_.attached.resize(path_.nodes.size());
    }

    /// The node that a cord of `device` leads to: a feed of its own site first, else of any; -1: none.
    [[nodiscard]] int targetOf(const Cord& cord, int device) const
    {
        if (const Id* unit = std::get_if<Id>(&cord.to)) {
            const int index = in_.inventory.indexOf(*unit);
            return index < 0 ? -1 : nodeOfDevice_[static_cast<std::size_t>(index)];
        }
        const auto found = feedsByName_.find(std::get<std::string>(cord.to));
        if (found == feedsByName_.end()) return -1;
        for (const int candidate : found->second)
            if (path_.nodes[static_cast<std::size_t>(candidate)].site == sites_[static_cast<std::size_t>(device)]) return candidate;
        return found->second.front();
    }

    void addCords()
    {
        std::unordered_map<int, int> entryOfDevice;
        for (const Cord* cord : in_.inventory.cords) {
            const int device = in_.inventory.indexOf(cord->device);
            if (device < 0 || !deviceAt(device).counts) continue;
            const int target = targetOf(*cord, device);
            if (target < 0) {
                path_.dangling.push_back(cord);
                continue;
            }
            if (const int unit = nodeOfDevice_[static_cast<std::size_t>(device)]; unit >= 0) {
                node(unit).sources.push_back(target);
                continue;
            }
            const auto [entry, isNew] = entryOfDevice.try_emplace(device, static_cast<int>(path_.devices.size()));
            if (isNew) path_.devices.push_back(describe(device));
            path_.devices[static_cast<std::size_t>(entry->second)].cords.push_back(target);
        }
        for (std::size_t i = 0; i < path_.devices.size(); ++i)
            for (const int target : path_.devices[i].cords) {
                std::vector<int>& attached = graph_.attached[static_cast<std::size_t>(target)];
                if (attached.empty() || attached.back() != static_cast<int>(i)) ++node(target).devices;
                attached.push_back(static_cast<int>(i));
            }
    }

    [[nodiscard]] PathDevice describe(int device) const
    {
        PathDevice entry;
        entry.device = device;
        bool allNeeded = true;
        std::optional<double> ratedW;
        for (const InletGroup& group : deviceAt(device).part->inlets) {
            entry.supplies += group.count;
            entry.needed += group.needed.value_or(0);
            allNeeded = allNeeded && group.needed.has_value();
            if (group.ratedW) ratedW = std::min(ratedW.value_or(*group.ratedW), *group.ratedW);
        }
        if (!allNeeded) entry.needed = 0;
        entry.supplyRatedW = Quantity<>::from(ratedW, deviceAt(device).part->id + " inlets rated_w");
        return entry;
    }

    /// Watts of a device and the cards in it fall on the device's cords; what has none is noted.
    void addDraws()
    {
        const std::size_t count = in_.inventory.devices.size();
        std::vector<int> entryOf(count, -1);
        for (std::size_t i = 0; i < path_.devices.size(); ++i)
            entryOf[static_cast<std::size_t>(path_.devices[i].device)] = static_cast<int>(i);
        std::vector<char> noted(count, 0);
        for (std::size_t i = 0; i < count; ++i) {
            const std::array<const Quantity<>*, loadBases> watts{&in_.nameplateW[i], &in_.typicalW[i]};
            if (!in_.inventory.devices[i].counts || (isNothing(*watts[0]) && isNothing(*watts[1]))) continue;
            std::size_t root = i;
            while (in_.inventory.devices[root].host >= 0) root = static_cast<std::size_t>(in_.inventory.devices[root].host);
            const int entry = entryOf[root];
            if (entry < 0 && !noted[root] && expectsCords(static_cast<int>(root))) path_.uncorded.push_back(static_cast<int>(root));
            noted[root] = 1;
            for (std::size_t basis = 0; basis < loadBases; ++basis)
                (entry < 0 ? path_.uncordedW : path_.devices[static_cast<std::size_t>(entry)].drawnW)[basis] += *watts[basis];
        }
        std::ranges::sort(path_.uncorded);
    }

    [[nodiscard]] static bool isNothing(const Quantity<>& watts) { return watts.hasValue() && watts.value == 0 && watts.high == 0; }

    /// Edge boxes use the wall; what sits on a busbar takes no cord.
    [[nodiscard]] bool expectsCords(int index) const
    {
        const Device& device = deviceAt(index);
        if (std::holds_alternative<AtSite>(device.placement->anchor)) return false;
        const std::vector<InletGroup>& inlets = device.part->inlets;
        return inlets.empty() || std::ranges::any_of(inlets, [](const InletGroup& group) { return group.connector != "busbar"; });
    }

    /// Each device loads its supplies equally; each unit loads its sources.
    void propagate()
    {
        graph_.load.resize(path_.nodes.size());
        graph_.drawn.resize(path_.devices.size());
        for (std::size_t i = 0; i < path_.devices.size(); ++i) {
            const PathDevice& device = path_.devices[i];
            const double share = 1.0 / static_cast<double>(device.cords.size());
            for (std::size_t basis = 0; basis < loadBases; ++basis) {
                graph_.drawn[i][basis] = Load::of(device.drawnW[basis]);
                const Quantity<> perCord = device.drawnW[basis] * share;
                for (const int target : device.cords) putLoad(target, basis, perCord, graph_.drawn[i][basis], share);
            }
        }
        for (const int index : graph_.order) {
            const PathNode& unit = node(index);
            const std::vector<double> shares = power::sourceShares(unit, {});
            for (std::size_t basis = 0; basis < loadBases; ++basis)
                for (std::size_t s = 0; s < shares.size(); ++s) {
                    if (shares[s] == 0) continue;
                    const double share = shares[s] / unit.efficiency;
                    putLoad(unit.sources[s], basis, unit.loadW[basis] * share, graph_.load[static_cast<std::size_t>(index)][basis], share);
                }
        }
    }

    void putLoad(int target, std::size_t basis, const Quantity<>& watts, const Load& load, double share)
    {
        node(target).loadW[basis] += watts;
        graph_.load[static_cast<std::size_t>(target)][basis].add(load, share);
    }

    void findWeakSpots()
    {
        const std::vector<std::vector<int>> feeds = feedsOfNodes();
        for (const PathDevice& device : path_.devices) {
            if (device.needed > 0 && static_cast<int>(device.cords.size()) < device.needed) path_.suppliesShort.push_back(device.device);
            if (device.supplies < 2) continue;
            const bool oneNode = std::ranges::all_of(device.cords, [&](int target) { return target == device.cords.front(); });
            if (oneNode) {
                path_.singleCord.push_back(device.device);
                continue;
            }
            std::vector<int> all;
            for (const int target : device.cords)
                all.insert(all.end(), feeds[static_cast<std::size_t>(target)].begin(), feeds[static_cast<std::size_t>(target)].end());
            std::ranges::sort(all);
            all.erase(std::unique(all.begin(), all.end()), all.end());
            if (all.size() == 1 && node(all.front()).site->feeds.size() > 1) path_.oneSide.push_back(device.device);
        }
        for (std::size_t i = 0; i < path_.nodes.size(); ++i) {
            const PathNode& unit = path_.nodes[i];
            if (!unit.isFeed() && unit.sources.empty() && (unit.devices > 0 || !graph_.consumers[i].empty()))
                path_.unfed.push_back(static_cast<int>(i));
        }
    }

    /// Feeds that each node hangs on, from the feeds down.
    [[nodiscard]] std::vector<std::vector<int>> feedsOfNodes()
    {
        std::vector<std::vector<int>> feeds(path_.nodes.size());
        for (auto at = graph_.order.rbegin(); at != graph_.order.rend(); ++at) {
            const std::size_t i = static_cast<std::size_t>(*at);
            if (path_.nodes[i].isFeed()) feeds[i] = {*at};
            for (const int source : path_.nodes[i].sources)
                for (const int feed : feeds[static_cast<std::size_t>(source)])
                    if (std::ranges::find(feeds[i], feed) == feeds[i].end()) feeds[i].push_back(feed);
        }
        return feeds;
    }

    void judgeNodes()
    {
        for (std::size_t i = 0; i < path_.nodes.size(); ++i) {
            PathNode& judged = path_.nodes[i];
            for (std::size_t basis = 0; basis < loadBases; ++basis) {
                judged.within[basis] = power::judge(graph_.load[i][basis], judged.limitW);
                judged.currentA[basis] = currentOf(judged, judged.loadW[basis]);
                judged.worstLegShare[basis] = worstLegShare(judged, static_cast<int>(i), basis);
            }
        }
    }

    [[nodiscard]] Quantity<> currentOf(const PathNode& judged, const Quantity<>& loadW) const
    {
        const Part* part = judged.isFeed() ? nullptr : deviceAt(judged.device).part;
        const std::string_view phases = part ? part->text("phases") : std::string_view{"3"};
        const double volts = part ? part->number("voltage_v").value_or(0) : judged.feed->voltageV;
        if (volts <= 0 || (phases != "1" && phases != "3")) return Quantity<>::unknown(judged.name + " voltage_v");
        if (!loadW.hasValue()) return loadW;
        const auto amps = [&](double watts, double factor) {
            return phases == "1" ? watts / (volts * factor) : threePhaseA(VoltsLineToLine{volts}, watts, factor);
        };
        Quantity<> current = Quantity<>::estimated(
            amps(loadW.low, powerFactorHigh), amps(loadW.value, powerFactorTypical), amps(loadW.high, powerFactorLow));
        current.knowledge = std::max(current.knowledge, loadW.knowledge);
        current.missing = loadW.missing;
        return current;
    }

    /// Largest leg of a three-phase unit over its limit, with the supplies spread as evenly as they can be: outlets' phases
    /// are not recorded, so this is the best case. 0 where it cannot be said.
    [[nodiscard]] double worstLegShare(const PathNode& judged, int index, std::size_t basis) const
    {
        if (judged.isFeed() || !judged.limitW.hasValue() || judged.limitW.value <= 0) return 0;
        const Part& part = *deviceAt(judged.device).part;
        const std::vector<int>& attached = graph_.attached[static_cast<std::size_t>(index)];
        const bool branches = !graph_.consumers[static_cast<std::size_t>(index)].empty();
        if (part.text("kind") != "rack-pdu" || part.text("phases") != "3" || attached.empty() || branches) return 0;
        std::vector<double> loads;
        loads.reserve(attached.size());
        for (const int entry : attached) {
            const PathDevice& device = path_.devices[static_cast<std::size_t>(entry)];
            if (!device.drawnW[basis].hasValue()) return 0;
            loads.push_back(device.drawnW[basis].value / static_cast<double>(device.cords.size()));
        }
        const std::array<double, 3> legs = spreadOverLegs(loads);
        const double volts = part.number("voltage_v").value_or(0);
        if (volts <= 0) return 0;
        if (volts > 250) return std::ranges::max(legs) * 3 / judged.limitW.value; // outlets from line to neutral
        const double limitA = threePhaseA(VoltsLineToLine{volts}, judged.limitW.value);
        return std::ranges::max(lineCurrentsA(legs[0], legs[1], legs[2], VoltsLineToLine{volts})) / limitA;
    }

    const PathInputs& in_;
    PowerPath path_;
    Graph graph_;
    std::vector<const Site*> sites_;
    std::vector<int> nodeOfDevice_;
    std::map<std::string, std::vector<int>, std::less<>> feedsByName_;
};

} // namespace

std::string_view toText(LoadBasis basis)
{
    return basis == LoadBasis::nameplate ? "nameplate" : "typical";
}

int PowerPath::feeds() const
{
    return static_cast<int>(std::ranges::count_if(nodes, &PathNode::isFeed));
}

SourcedLimit continuousLimitOf(const Part& powerUnit)
{
    if (const std::optional<double> derated = powerUnit.number("derated_kw"))
        return {Quantity<>::known(*derated * 1000), "derated_kw, the continuous rating"};
    const double share = continuousShare(powerUnit);
    if (const std::optional<double> rated = powerUnit.number("rated_kw"))
        return {Quantity<>::known(*rated * 1000 * share), fmt::format("rated_kw x {} continuous", share)};
    const std::optional<double> volts = powerUnit.number("voltage_v"), amps = powerUnit.number("current_a");
    const std::string_view phases = powerUnit.text("phases");
    if (volts && amps && phases == "3")
        return {Quantity<>::known(threePhaseW(VoltsLineToLine{*volts}, *amps) * share), fmt::format("sqrt(3) V I x {} continuous", share)};
    if (volts && amps && phases == "1") return {Quantity<>::known(*volts * *amps * share), fmt::format("V I x {} continuous", share)};
    return {Quantity<>::unknown(powerUnit.id + " derated_kw"), "no rating stated"};
}

PowerPath tracePowerPath(const PathInputs& inputs)
{
    return PathBuilder{inputs}.take();
}

} // namespace rackwright

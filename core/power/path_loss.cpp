#include "core/power/path_graph.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <queue>
#include <utility>

namespace rackwright::power {

namespace {

constexpr double tolerance = 1e-9;

/// Works out one loss after another on the same scratch space; only what hangs on the lost node is visited.
class LossFinder {
public:
    LossFinder(PowerPath& path, const Graph& graph)
        : path_{path}, graph_{graph}, alive_(path.nodes.size(), 1), delta_(path.nodes.size()), queued_(path.nodes.size(), 0),
          seen_(path.devices.size(), -1)
    {
    }

    LossOutcome lose(int node)
    {
        outcome_ = {};
        outcome_.node = node;
        killFrom(node);
        for (const int dead : dead_) {
            push(dead);
            for (const int consumer : graph_.consumers[at(dead)]) push(consumer);
            for (const int entry : graph_.attached[at(dead)])
                if (std::exchange(seen_[at(entry)], node) != node) moveDevice(entry);
        }
        settle();
        for (const int dead : dead_) alive_[at(dead)] = 1;
        dead_.clear();
        for (std::vector<int>* devices : {&outcome_.dark, &outcome_.reduced, &outcome_.short_}) std::ranges::sort(*devices);
        return std::move(outcome_);
    }

private:
    static std::size_t at(int index) { return static_cast<std::size_t>(index); }

    /// The node, and power units of which no source lives any more.
    void killFrom(int node)
    {
        dead_.push_back(node);
        alive_[at(node)] = 0;
        for (std::size_t next = 0; next < dead_.size(); ++next)
            for (const int consumer : graph_.consumers[at(dead_[next])]) {
                const std::vector<int>& sources = path_.nodes[at(consumer)].sources;
                const bool fed = std::ranges::any_of(sources, [&](int source) { return alive_[at(source)] != 0; });
                if (fed || !alive_[at(consumer)]) continue;
                alive_[at(consumer)] = 0;
                dead_.push_back(consumer);
            }
    }

    void push(int node)
    {
        if (std::exchange(queued_[at(node)], 1)) return;
        waiting_.emplace(graph_.rank[at(node)], node);
    }

    /// The whole load of a device falls on its live supplies.
    void moveDevice(int entry)
    {
        const PathDevice& device = path_.devices[at(entry)];
        const auto live = std::ranges::count_if(device.cords, [&](int node) { return alive_[at(node)] != 0; });
        if (live == 0) {
            outcome_.dark.push_back(device.device);
            return;
        }
        judgeSupplies(device, static_cast<int>(live));
        const double before = 1.0 / static_cast<double>(device.cords.size()), after = 1.0 / static_cast<double>(live);
        for (const int node : device.cords) {
            if (!alive_[at(node)]) continue;
            for (std::size_t basis = 0; basis < loadBases; ++basis) {
                Load moved = graph_.drawn[at(entry)][basis];
                moved.unknown = 0; // unknown already in the normal load of the same node
                delta_[at(node)][basis].add(moved, after - before);
            }
            push(node);
        }
    }

    void judgeSupplies(const PathDevice& device, int live)
    {
        if (device.needed == 0 || live >= device.needed) return;
        const Quantity<>& nameplate = device.drawnW[static_cast<std::size_t>(LoadBasis::nameplate)];
        const bool under =
            device.supplyRatedW.hasValue() && nameplate.hasValue() && nameplate.low > live * device.supplyRatedW.value * (1 + tolerance);
        (under ? outcome_.reduced : outcome_.short_).push_back(device.device);
    }

    /// Carries changed loads from consumers towards the feeds.
    void settle()
    {
        while (!waiting_.empty()) {
            const int node = waiting_.top().second;
            waiting_.pop();
            queued_[at(node)] = 0;
            const bool lives = alive_[at(node)] != 0;
            Loads now = graph_.load[at(node)];
            for (std::size_t basis = 0; basis < loadBases; ++basis) {
                now[basis].add(delta_[at(node)][basis], 1);
                if (!lives) now[basis] = {};
                delta_[at(node)][basis] = {};
            }
            passOn(node, now);
            if (lives) judgeNode(node, now);
        }
    }

    void passOn(int node, const Loads& now)
    {
        const PathNode& unit = path_.nodes[at(node)];
        if (unit.sources.empty()) return;
        const std::vector<double> before = sourceShares(unit, {}), after = sourceShares(unit, alive_);
        for (std::size_t s = 0; s < unit.sources.size(); ++s) {
            const int source = unit.sources[s];
            if (!alive_[at(source)]) continue;
            for (std::size_t basis = 0; basis < loadBases; ++basis) {
                delta_[at(source)][basis].add(now[basis], after[s] / unit.efficiency);
                delta_[at(source)][basis].add(graph_.load[at(node)][basis], -before[s] / unit.efficiency);
            }
            push(source);
        }
    }

    void judgeNode(int node, const Loads& now)
    {
        const PathNode& judged = path_.nodes[at(node)];
        if (!judged.limitW.hasValue()) return;
        for (std::size_t basis = 0; basis < loadBases; ++basis) {
            const double limit = judged.limitW.value * (1 + tolerance);
            const Load& before = graph_.load[at(node)][basis];
            if (judge(now[basis], judged.limitW) == Answer::no && judged.within[basis] != Answer::no)
                outcome_.overloaded[basis].push_back(node);
            else if (now[basis].value > limit && now[basis].low <= limit && before.value <= limit)
                outcome_.perhapsOverloaded[basis].push_back(node);
        }
    }

    PowerPath& path_;
    const Graph& graph_;
    std::vector<char> alive_;
    std::vector<Loads> delta_;
    std::vector<char> queued_;
    std::vector<int> seen_; ///< by device entry: the last loss that touched it
    std::vector<int> dead_;
    std::priority_queue<std::pair<int, int>, std::vector<std::pair<int, int>>, std::greater<>> waiting_;
    LossOutcome outcome_;
};

} // namespace

Answer judge(const Load& load, const Quantity<>& limitW)
{
    if (!limitW.hasValue()) return Answer::cannotSay;
    if (load.low > limitW.high * (1 + tolerance)) return Answer::no;
    if (load.unknown > 0 || load.high > limitW.low * (1 + tolerance)) return Answer::cannotSay;
    return Answer::yes;
}

std::vector<double> sourceShares(const PathNode& node, std::span<const char> alive)
{
    const auto lives = [&](int source) { return alive.empty() || alive[static_cast<std::size_t>(source)] != 0; };
    std::vector<double> shares(node.sources.size(), 0.0);
    const auto live = std::ranges::count_if(node.sources, lives);
    bool taken = false;
    for (std::size_t s = 0; s < shares.size(); ++s) {
        if (!lives(node.sources[s]) || (node.firstSourceOnly && taken)) continue;
        shares[s] = node.firstSourceOnly ? 1.0 : 1.0 / static_cast<double>(live);
        taken = true;
    }
    return shares;
}

void orderNodes(PowerPath& path, Graph& graph)
{
    enum class Mark : char { fresh, open, done };
    std::vector<Mark> marks(path.nodes.size(), Mark::fresh);
    std::vector<int> sourcesFirst;
    struct Step {
        int node;
        std::size_t next;
    };
    std::vector<Step> stack;
    for (std::size_t start = 0; start < path.nodes.size(); ++start) {
        if (marks[start] != Mark::fresh) continue;
        stack.push_back({static_cast<int>(start), 0});
        marks[start] = Mark::open;
        while (!stack.empty()) {
            Step& step = stack.back();
            std::vector<int>& sources = path.nodes[static_cast<std::size_t>(step.node)].sources;
            if (step.next == sources.size()) {
                marks[static_cast<std::size_t>(step.node)] = Mark::done;
                sourcesFirst.push_back(step.node);
                stack.pop_back();
                continue;
            }
            const int source = sources[step.next];
            Mark& mark = marks[static_cast<std::size_t>(source)];
            if (mark == Mark::open) {
                path.loops.push_back(step.node);
                sources.erase(sources.begin() + static_cast<std::ptrdiff_t>(step.next));
                continue;
            }
            ++step.next;
            if (mark == Mark::fresh) {
                mark = Mark::open;
                stack.push_back({source, 0});
            }
        }
    }
    graph.order.assign(sourcesFirst.rbegin(), sourcesFirst.rend());
    graph.rank.resize(path.nodes.size());
    for (std::size_t i = 0; i < graph.order.size(); ++i) graph.rank[static_cast<std::size_t>(graph.order[i])] = static_cast<int>(i);
    for (std::size_t i = 0; i < path.nodes.size(); ++i)
        for (const int source : path.nodes[i].sources) graph.consumers[static_cast<std::size_t>(source)].push_back(static_cast<int>(i));
}

void computeLosses(PowerPath& path, const Graph& graph)
{
    LossFinder finder{path, graph};
    for (std::size_t i = 0; i < path.nodes.size(); ++i)
        if (path.nodes[i].devices > 0 || !graph.consumers[i].empty()) path.losses.push_back(finder.lose(static_cast<int>(i)));
}

} // namespace rackwright::power

#include "core/design/script_line.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <fmt/format.h>

namespace rackwright::edit {

namespace {

bool isPattern(std::string_view name)
{
    return name.find_first_of("*?") != std::string_view::npos;
}

/// leaf-2 before leaf-10: runs of digits compare as numbers.
bool naturalLess(std::string_view a, std::string_view b)
{
    std::size_t i = 0, j = 0;
    const auto isDigit = [](char c) { return c >= '0' && c <= '9'; };
    while (i < a.size() && j < b.size()) {
        if (isDigit(a[i]) && isDigit(b[j])) {
            std::int64_t x = 0, y = 0;
            const auto endA = std::from_chars(a.data() + i, a.data() + a.size(), x).ptr;
            const auto endB = std::from_chars(b.data() + j, b.data() + b.size(), y).ptr;
            if (x != y) return x < y;
            i = static_cast<std::size_t>(endA - a.data());
            j = static_cast<std::size_t>(endB - b.data());
            continue;
        }
        if (a[i] != b[j]) return a[i] < b[j];
        ++i, ++j;
    }
    return a.size() - i < b.size() - j;
}

} // namespace

std::string LineReader::text(std::string_view key) const
{
    const std::string* value = line_.find(key);
    return value ? *value : std::string{};
}

Result<std::optional<double>> LineReader::number(std::string_view key, const ValueRule& rule) const
{
    const std::string* value = line_.find(key);
    if (!value) return std::optional<double>{};
    const Result<double> number = numberOf(key, *value, rule);
    if (!number) return Unexpected{number.error()};
    return std::optional{*number};
}

Result<int> LineReader::whole(std::string_view key, int otherwise, int least, int most) const
{
    const Result<std::optional<double>> value = number(key, {"", static_cast<double>(least), static_cast<double>(most), true});
    if (!value) return Unexpected{value.error()};
    return *value ? static_cast<int>(**value) : otherwise;
}

Result<bool> LineReader::flag(std::string_view key, bool otherwise) const
{
    const std::string* value = line_.find(key);
    return value ? yesOrNo(key, *value) : Result<bool>{otherwise};
}

Properties LineReader::rest(std::initializer_list<std::string_view> taken) const
{
    Properties properties;
    for (const auto& pair : line_.pairs)
        if (std::ranges::find(taken, std::string_view{pair.first}) == taken.end()) properties.push_back(pair);
    return properties;
}

const Build* LineReader::build() const
{
    const std::string name = scenarioName();
    for (const ScenarioPtr& scenario : project_.scenarios)
        if (scenario->build && (name.empty() || scenario->name == name)) return scenario->build.get();
    return nullptr;
}

std::vector<LineReader::Name> LineReader::namesOf(Thing thing) const
{
    std::vector<Name> names;
    const auto add = [&](const auto& each) { names.push_back({each.name, each.id}); };
    switch (thing) {
    case Thing::device:
        if (build()) forEachPlacement(*build(), [&](const PlacedDevice& d) { names.push_back({d.placement->label, d.placement->id}); });
        break;
    case Thing::rack:
        if (build())
            for (const RackPtr& rack : build()->racks) add(*rack);
        break;
    case Thing::site: std::ranges::for_each(project_.sites, add); break;
    case Thing::room:
        for (const Site& site : project_.sites) std::ranges::for_each(site.rooms, add);
        break;
    case Thing::feed:
        for (const Site& site : project_.sites) std::ranges::for_each(site.feeds, add);
        break;
    case Thing::workload: std::ranges::for_each(project_.workloads, add); break;
    case Thing::scenario:
        for (const ScenarioPtr& scenario : project_.scenarios) add(*scenario);
        break;
    case Thing::phase:
        for (const ScenarioPtr& scenario : project_.scenarios)
            if (scenarioName().empty() || scenario->name == scenarioName()) std::ranges::for_each(scenario->phases, add);
        break;
    case Thing::project: break;
    }
    return names;
}

Result<std::vector<Id>> LineReader::things(Thing thing, std::string_view key) const
{
    const Result<std::vector<std::string>> wanted = expandNames(text(key));
    if (!wanted) return Unexpected{wanted.error()};
    const std::vector<Name> all = namesOf(thing);
    std::vector<Id> ids;
    for (const std::string& name : *wanted) {
        std::vector<Name> found;
        std::ranges::copy_if(all, std::back_inserter(found),
            [&](const Name& each) { return isPattern(name) ? matchesPattern(name, each.name) : each.name == name; });
        if (found.empty()) {
            std::vector<std::string_view> names;
            for (const Name& each : all) names.push_back(each.name);
            return fail("EDIT-NOT-FOUND", {{"kind", std::string{toText(thing)}}, {"found", name}, {"nearest", nearestOf(name, names)}});
        }
        std::ranges::stable_sort(found, naturalLess, &Name::name);
        if (thing == Thing::phase && !isPattern(name)) found.resize(1);
        for (const Name& each : found)
            if (std::ranges::find(ids, each.id) == ids.end()) ids.push_back(each.id);
    }
    return ids;
}

Result<std::vector<Id>> LineReader::devices(std::string_view key) const
{
    return things(Thing::device, key);
}

Result<std::vector<Id>> LineReader::racks(std::string_view key) const
{
    return things(Thing::rack, key);
}

Result<Id> LineReader::oneOf(Thing thing, std::string_view key) const
{
    if (!has(key)) return Id::none;
    const Result<std::vector<Id>> ids = things(thing, key);
    if (!ids) return Unexpected{ids.error()};
    if (ids->size() == 1) return ids->front();
    return fail("EDIT-BAD-VALUE",
        {{"key", std::string{key}}, {"found", fmt::format("{} ({} match)", text(key), ids->size())},
            {"wanted", fmt::format("one {}", toText(thing))}});
}

Result<Id> LineReader::device(std::string_view key) const
{
    return oneOf(Thing::device, key);
}

Result<std::vector<int>> LineReader::halfUs(std::string_view key) const
{
    std::vector<int> positions;
    std::string_view rest = line_.find(key) ? std::string_view{*line_.find(key)} : std::string_view{};
    while (!rest.empty()) {
        const auto comma = rest.find(',');
        const std::string_view part = rest.substr(0, comma);
        rest = comma == std::string_view::npos ? std::string_view{} : rest.substr(comma + 1);
        const auto dots = part.find(".."), slash = part.find('/');
        const Result<int> first = halfUOf(key, part.substr(0, dots));
        if (!first) return Unexpected{first.error()};
        if (dots == std::string_view::npos) {
            positions.push_back(*first);
            continue;
        }
        const Result<int> last = halfUOf(key, part.substr(dots + 2, slash == std::string_view::npos ? slash : slash - dots - 2));
        if (!last) return Unexpected{last.error()};
        Result<double> step = 1.0;
        if (slash != std::string_view::npos) step = numberOf(key, part.substr(slash + 1), {.unit = "U", .least = 0.5, .most = 200});
        if (!step) return Unexpected{step.error()};
        const int stepHalfU = std::max(1, static_cast<int>(std::lround(*step * 2)));
        for (int u = *first; u <= *last; u += stepHalfU) positions.push_back(u);
    }
    return positions;
}

Result<Thing> LineReader::firstThing() const
{
    constexpr std::array all{
        Thing::device, Thing::rack, Thing::site, Thing::room, Thing::feed, Thing::workload, Thing::scenario, Thing::phase, Thing::project};
    const std::string first = line_.pairs.empty() ? std::string{} : line_.pairs.front().first;
    for (const Thing thing : all)
        if (first == toText(thing)) return thing;
    std::vector<std::string_view> names;
    for (const Thing thing : all) names.push_back(toText(thing));
    return fail("EDIT-UNKNOWN-KEY",
        {{"kind", "first key of " + line_.verb}, {"found", first}, {"wanted", joined(names)}, {"nearest", nearestOf(first, names)}});
}

} // namespace rackwright::edit

#include "core/design/edit_script.h"

#include "core/design/edit.h"
#include "core/design/edit_text.h"
#include "core/design/script_line.h"

#include <algorithm>
#include <charconv>
#include <fmt/format.h>

namespace rackwright {

namespace {

using Keys = std::vector<std::string_view>;

Keys with(Keys keys, std::span<const std::string_view> more)
{
    for (const std::string_view key : more)
        if (std::ranges::find(keys, key) == keys.end()) keys.push_back(key);
    return keys;
}

std::vector<ScriptVerb> makeVerbs()
{
    using edit::keysOf;
    using edit::Thing;
    const Keys where{"rack", "host", "room", "site", "u", "height", "face", "width", "from", "side", "bay", "x", "y", "scenario"};
    const Keys plan{"tp", "pp", "dp", "cp", "ep", "vpp", "micro-batch", "zero", "recompute", "sequence-parallel"};
    return {
        {"site", {"name"}, with({"off"}, keysOf(Thing::site))},
        {"room", {"name"}, with({"site", "off"}, keysOf(Thing::room))},
        {"feed", {"name"}, with({"site", "off"}, keysOf(Thing::feed))},
        {"rack", {"name"}, with({"part", "spacing", "height", "scenario", "off"}, keysOf(Thing::rack))},
        {"place", {"part"}, with({"label", "count", "each", "start", "phase", "status", "filled"}, where)},
        {"card", {"part", "host"}, {"bay", "label", "count", "each", "start", "phase", "status", "scenario"}},
        {"move", {"device"}, where},
        {"remove", {}, {"device", "rack", "site", "room", "feed", "workload", "scenario", "phase"}},
        {"duplicate", {"device"}, with({"label"}, where)},
        {"array", {"device", "count"}, {"step", "label", "start", "scenario"}},
        {"replace", {"device", "part"}, {"drop-links", "scenario"}},
        {"rename", {"to"}, {"device", "rack", "site", "room", "feed", "workload", "scenario", "phase", "project", "start"}},
        {"set", {}, {"device", "rack", "site", "room", "feed", "workload", "scenario", "phase", "project"}, true},
        {"connect", {"from", "to"},
            {"role", "pattern", "count", "from-port", "to-port", "from-index", "to-index", "cable", "length", "scenario"}},
        {"disconnect", {"from"}, {"to", "scenario"}},
        {"cord", {}, {"rack", "device", "feed", "pdu", "off", "scenario"}},
        {"allocate", {"workload"}, with({"scenario", "devices", "share", "hours", "off"}, plan)},
        {"phase", {"name"}, {"month", "scenario", "off"}},
        {"scenario", {"name"}, with({"build", "copy", "off"}, keysOf(Thing::scenario))},
        {"workload", {"name"}, with({"off"}, keysOf(Thing::workload))},
        {"place-all", {}, {"rack", "scenario"}},
        {"approve", {"finding"}, {"subject", "reason"}},
        {"finance", {}, {"scenario", "years", "discount"}},
    };
}

Unexpected syntax(int line, std::string found, std::string wanted)
{
    return fail("SCRIPT-SYNTAX", {{"line", fmt::format("{}", line)}, {"found", std::move(found)}, {"wanted", std::move(wanted)}});
}

/// Splits one line into words; quotes group, a word that begins with # ends it.
Result<std::vector<std::string>> wordsOf(std::string_view text, int line)
{
    std::vector<std::string> words;
    std::size_t at = 0;
    while (true) {
        while (at < text.size() && (text[at] == ' ' || text[at] == '\t')) ++at;
        if (at >= text.size() || text[at] == '#') return words;
        std::string word;
        bool quoted = false;
        for (; at < text.size() && (quoted || (text[at] != ' ' && text[at] != '\t')); ++at) {
            const bool escapes = quoted && text[at] == '\\' && at + 1 < text.size() && (text[at + 1] == '"' || text[at + 1] == '\\');
            if (escapes)
                word += text[++at];
            else if (text[at] == '"')
                quoted = !quoted;
            else
                word += text[at];
        }
        if (quoted) return syntax(line, std::string{text}, "a closing quote");
        words.push_back(std::move(word));
    }
}

Result<void> checkKeys(const ScriptLine& line)
{
    const std::string number = fmt::format("{}", line.number);
    const auto verbs = scriptVerbs();
    const auto verb = std::ranges::find(verbs, std::string_view{line.verb}, &ScriptVerb::name);
    if (verb == verbs.end()) {
        Keys names;
        for (const ScriptVerb& each : verbs) names.push_back(each.name);
        return fail("SCRIPT-UNKNOWN-VERB",
            {{"line", number}, {"found", line.verb}, {"wanted", edit::joined(names, 40)}, {"nearest", edit::nearestOf(line.verb, names)}});
    }
    const Keys known = with(verb->required, verb->optional);
    for (std::size_t i = 0; i < line.pairs.size(); ++i) {
        const std::string& key = line.pairs[i].first;
        const bool repeated = std::ranges::any_of(
            line.pairs.begin(), line.pairs.begin() + static_cast<std::ptrdiff_t>(i), [&](const auto& pair) { return pair.first == key; });
        if (repeated) return fail("SCRIPT-REPEATED-KEY", {{"line", number}, {"verb", line.verb}, {"found", key}});
        if (verb->anyKey || std::ranges::find(known, std::string_view{key}) != known.end()) continue;
        return fail("SCRIPT-UNKNOWN-KEY",
            {{"line", number}, {"verb", line.verb}, {"found", key}, {"wanted", edit::joined(known, 40)},
                {"nearest", edit::nearestOf(key, known)}});
    }
    for (const std::string_view key : verb->required)
        if (!line.find(key)) return fail("SCRIPT-MISSING-KEY", {{"line", number}, {"verb", line.verb}, {"wanted", std::string{key}}});
    return {};
}

/// "R01..R08" → R01, R02 …; the far end may be the number alone.
Result<void> expandRange(std::string_view text, std::vector<std::string>& into)
{
    const auto bad = [&] {
        return fail("EDIT-BAD-VALUE",
            {{"key", "range"}, {"found", std::string{text}}, {"wanted", "one name counted up, like R01..R08, of at most 10000 names"}});
    };
    const auto dots = text.find("..");
    const std::string_view first = text.substr(0, dots), last = text.substr(dots + 2);
    const auto digitsOf = [](std::string_view name) {
        const auto stop = name.find_last_not_of("0123456789");
        return stop == std::string_view::npos ? std::size_t{0} : stop + 1;
    };
    const std::string_view stem = first.substr(0, digitsOf(first)), low = first.substr(digitsOf(first)), high = last.substr(digitsOf(last));
    const std::string_view farStem = last.substr(0, digitsOf(last));
    int from = 0, to = 0;
    const bool numbers = std::from_chars(low.data(), low.data() + low.size(), from).ec == std::errc{}
        && std::from_chars(high.data(), high.data() + high.size(), to).ec == std::errc{};
    if (!numbers || (farStem != stem && !farStem.empty()) || to < from || to - from >= 10000) return bad();
    for (int n = from; n <= to; ++n) into.push_back(fmt::format("{}{:0{}}", stem, n, low.size()));
    return {};
}

} // namespace

const std::string* ScriptLine::find(std::string_view key) const
{
    const auto found = std::ranges::find_if(pairs, [&](const auto& pair) { return pair.first == key; });
    return found == pairs.end() ? nullptr : &found->second;
}

std::span<const ScriptVerb> scriptVerbs()
{
    static const std::vector<ScriptVerb> verbs = makeVerbs();
    return verbs;
}

Result<std::vector<ScriptLine>> parseScript(std::string_view text)
{
    std::vector<ScriptLine> lines;
    int number = 0;
    while (!text.empty()) {
        const auto end = text.find('\n');
        std::string_view raw = text.substr(0, end);
        text = end == std::string_view::npos ? std::string_view{} : text.substr(end + 1);
        if (raw.ends_with('\r')) raw.remove_suffix(1);
        ++number;
        Result<std::vector<std::string>> words = wordsOf(raw, number);
        if (!words) return Unexpected{words.error()};
        if (words->empty()) continue;
        ScriptLine line{number, words->front(), {}};
        for (std::size_t i = 1; i < words->size(); ++i) {
            const std::string& word = (*words)[i];
            const auto equals = word.find('=');
            if (equals == std::string::npos || equals == 0) return syntax(number, word, "key=value");
            line.pairs.emplace_back(word.substr(0, equals), word.substr(equals + 1));
        }
        if (const Result<void> good = checkKeys(line); !good) return Unexpected{good.error()};
        lines.push_back(std::move(line));
    }
    return lines;
}

Result<Project> applyLine(const Project& project, const ScriptLine& line, const Catalog& catalog)
{
    if (const Result<void> good = checkKeys(line); !good) return Unexpected{good.error()};
    Result<Project> after = edit::runLine(project, line, catalog);
    if (!after) return Unexpected{after.error().with("verb", line.verb).with("line", fmt::format("{}", line.number))};
    return after;
}

Result<Project> applyScript(const Project& project, std::string_view text, const Catalog& catalog)
{
    const Result<std::vector<ScriptLine>> lines = parseScript(text);
    if (!lines) return Unexpected{lines.error()};
    Project after = project;
    for (const ScriptLine& line : *lines) {
        Result<Project> next = applyLine(after, line, catalog);
        if (!next) return next;
        after = std::move(*next);
    }
    return after;
}

Result<std::vector<std::string>> expandNames(std::string_view text)
{
    std::vector<std::string> names;
    while (true) {
        const auto comma = text.find(',');
        const std::string_view part = text.substr(0, comma);
        if (part.find("..") != std::string_view::npos) {
            if (const Result<void> good = expandRange(part, names); !good) return Unexpected{good.error()};
        } else {
            names.emplace_back(part);
        }
        if (comma == std::string_view::npos) return names;
        text.remove_prefix(comma + 1);
    }
}

bool matchesPattern(std::string_view pattern, std::string_view name)
{
    std::size_t p = 0, n = 0, star = std::string_view::npos, retry = 0;
    while (n < name.size()) {
        if (p < pattern.size() && pattern[p] == '*') {
            star = p++;
            retry = n;
        } else if (p < pattern.size() && (pattern[p] == name[n] || (pattern[p] == '?' && name[n] != '/'))) {
            ++p, ++n;
        } else if (star != std::string_view::npos && name[retry] != '/') {
            p = star + 1;
            n = ++retry;
        } else {
            return false;
        }
    }
    while (p < pattern.size() && pattern[p] == '*') ++p;
    return p == pattern.size();
}

} // namespace rackwright

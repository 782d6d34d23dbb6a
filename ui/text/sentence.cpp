#include "ui/text/sentence.h"

#include "ui/text/sentence_table.h"

#include <QCoreApplication>
#include <algorithm>

namespace rackwright {

namespace {

using Args = std::vector<std::pair<std::string, std::string>>;

const SentenceRow* rowOf(std::string_view code)
{
    const auto table = sentenceTable();
    const auto found = std::ranges::find(table, code, &SentenceRow::code);
    return found == table.end() ? nullptr : &*found;
}

const std::string* argOf(const Args& args, std::string_view name)
{
    const auto found = std::ranges::find(args, name, &std::pair<std::string, std::string>::first);
    return found == args.end() || found->second.empty() ? nullptr : &found->second;
}

/// Replaces every {name}; a part in square brackets stands only when all its names are given. Notes what was used.
std::string filled(std::string_view pattern, const Args& args, std::vector<std::string>& used)
{
    std::string text;
    for (std::size_t i = 0; i < pattern.size();) {
        if (pattern[i] == '[') {
            const std::size_t end = pattern.find(']', i);
            std::vector<std::string> usedInside;
            const std::string inside = filled(pattern.substr(i + 1, end - i - 1), args, usedInside);
            if (inside.find('{') == std::string::npos) {
                text += inside;
                used.insert(used.end(), usedInside.begin(), usedInside.end());
            }
            i = end + 1;
        } else if (pattern[i] == '{') {
            const std::size_t end = pattern.find('}', i);
            const std::string_view name = pattern.substr(i + 1, end - i - 1);
            const std::string* value = argOf(args, name);
            text += value ? *value : std::string{pattern.substr(i, end - i + 1)};
            used.emplace_back(name);
            i = end + 1;
        } else {
            text += pattern[i++];
        }
    }
    return text;
}

/// "file.csv:12:3: " from what the error says of the place.
std::string placeOf(const Args& args, std::vector<std::string>& used)
{
    std::string place;
    for (const char* name : {"file", "line", "column"}) {
        if (std::ranges::find(used, name) != used.end()) continue;
        const std::string* value = argOf(args, name);
        if (!value) continue;
        place += (place.empty() ? "" : ", ") + (std::string_view{name} == "file" ? *value : std::string{name} + ' ' + *value);
        used.emplace_back(name);
    }
    return place.empty() ? place : place + ": ";
}

std::string sentence(std::string_view code, const Args& args, std::vector<std::string> used = {})
{
    const SentenceRow* row = rowOf(code);
    const std::string pattern = row ? QCoreApplication::translate("rackwright", row->pattern).toStdString() : std::string{code};
    const std::string body = filled(pattern, args, used);
    const std::string place = placeOf(args, used);
    std::string rest;
    for (const auto& [name, value] : args)
        if (!value.empty() && std::ranges::find(used, name) == used.end()) rest += (rest.empty() ? "" : "; ") + name + ' ' + value;
    return place + body + (rest.empty() ? "" : " (" + rest + ")");
}

/// "device:dgx-01", … as names; the first few.
std::string namesOf(const std::vector<std::string>& subjects)
{
    constexpr std::size_t shown = 4;
    std::string names;
    for (std::size_t i = 0; i < subjects.size() && i < shown; ++i) names += (i ? ", " : "") + subjects[i].substr(subjects[i].find(':') + 1);
    return subjects.size() > shown ? names + ", …" : names;
}

} // namespace

std::string sentenceOf(const Error& error)
{
    return sentence(error.code, error.args);
}

std::string sentenceOf(const Finding& finding)
{
    Args args = finding.args;
    args.emplace_back("subjects", namesOf(finding.subjects));
    return sentence(finding.code, args, {"subjects"});
}

bool hasSentence(std::string_view code)
{
    return rowOf(code) != nullptr;
}

} // namespace rackwright

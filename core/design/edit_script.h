// A design as text: one edit a line, a verb and key=value pairs. All or nothing. resources/help/edit-script.md is the reference.
#pragma once

#include "core/catalog/catalog.h"
#include "core/design/project.h"
#include "core/quantity/error.h"

#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace rackwright {

/// One line of a script, read but not yet applied.
struct ScriptLine {
    int number = 0; ///< from 1
    std::string verb;
    std::vector<std::pair<std::string, std::string>> pairs;

    [[nodiscard]] const std::string* find(std::string_view key) const;
};

/// What a verb understands; help and completion read it.
struct ScriptVerb {
    std::string_view name;
    std::vector<std::string_view> required, optional; ///< keys
    bool anyKey = false; ///< takes columns of a part as well
};
[[nodiscard]] std::span<const ScriptVerb> scriptVerbs();

/// Reads the lines: `#` starts a comment, values may be quoted with "…" (\" and \\ inside). Errors: SCRIPT-SYNTAX (line, found,
/// wanted), SCRIPT-UNKNOWN-VERB, SCRIPT-UNKNOWN-KEY (line, verb, found, wanted, nearest), SCRIPT-MISSING-KEY, SCRIPT-REPEATED-KEY.
Result<std::vector<ScriptLine>> parseScript(std::string_view text);

/// Applies every line in turn. The first error stops it and names `line` and `verb`; the given project is as it was.
Result<Project> applyScript(const Project& project, std::string_view text, const Catalog& catalog);
Result<Project> applyLine(const Project& project, const ScriptLine& line, const Catalog& catalog);

/// "R01..R08" or "a,b" as single names.
Result<std::vector<std::string>> expandNames(std::string_view text);
/// Does the name match the pattern? `*` any characters but /, `?` one: cards ("node-1/accelerator-2") stay out of "node-*".
[[nodiscard]] bool matchesPattern(std::string_view pattern, std::string_view name);

} // namespace rackwright

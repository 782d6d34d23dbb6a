// One line of a script with its names resolved against a project: what the verbs need.
#pragma once

#include "core/catalog/catalog.h"
#include "core/design/edit.h"
#include "core/design/edit_script.h"
#include "core/design/edit_text.h"

#include <optional>

namespace rackwright::edit {

/// Carries the line out. EDIT-… errors without the line's number.
Result<Project> runLine(const Project& project, const ScriptLine& line, const Catalog& catalog);

class LineReader {
public:
    LineReader(const Project& project, const ScriptLine& line) : project_{project}, line_{line} { }

    [[nodiscard]] bool has(std::string_view key) const { return line_.find(key) != nullptr; }
    /// The text of a key, empty when it is not there.
    [[nodiscard]] std::string text(std::string_view key) const;
    [[nodiscard]] std::string scenarioName() const { return text("scenario"); }
    Result<std::optional<double>> number(std::string_view key, const ValueRule& rule) const;
    Result<int> whole(std::string_view key, int otherwise, int least, int most) const;
    Result<bool> flag(std::string_view key, bool otherwise = false) const;
    /// All pairs but those of the named keys, as properties.
    [[nodiscard]] Properties rest(std::initializer_list<std::string_view> taken) const;

    /// Names, ranges and patterns as ids; every one must be there. EDIT-NOT-FOUND (kind, found, nearest).
    Result<std::vector<Id>> devices(std::string_view key) const;
    Result<std::vector<Id>> racks(std::string_view key) const;
    Result<Id> device(std::string_view key) const; ///< exactly one
    Result<Id> oneOf(Thing thing, std::string_view key) const; ///< none when the key is not there
    Result<std::vector<Id>> things(Thing thing, std::string_view key) const;
    /// U positions: "1,9,17", "1..4", "1..25/8".
    Result<std::vector<int>> halfUs(std::string_view key) const;
    /// The thing that the first pair names: device, rack, site …
    Result<Thing> firstThing() const;

private:
    struct Name {
        std::string name;
        Id id{};
    };
    [[nodiscard]] std::vector<Name> namesOf(Thing thing) const;
    [[nodiscard]] const Build* build() const;

    const Project& project_;
    const ScriptLine& line_;
};

} // namespace rackwright::edit

// What an edit changes, as rows: small when the two projects share most of what they hold.
#pragma once

#include "core/design/project.h"
#include "core/quantity/error.h"

#include <map>
#include <string>
#include <string_view>

namespace rackwright {

/// What turns the rows of `before` into those of `after`, encoded for RowState. Costs as much as what the two do not share.
/// Errors: STORE-BAD-VALUE, STORE-INCOMPLETE for a project that no file can hold.
[[nodiscard]] Result<std::string> rowChanges(const Project& before, const Project& after);

/// The rows of a project, made up from changes.
class RowState {
public:
    /// Starts from no rows at all. STORE-DAMAGED (reason) for bytes that are no changes, of which some may be applied.
    [[nodiscard]] Result<void> apply(std::string_view changes);
    /// The project of these rows, after all checks that a project file passes. Errors: those of `openProject`, without file.
    [[nodiscard]] Result<Project> project() const;

    friend bool operator==(const RowState&, const RowState&) = default;

private:
    std::map<std::string, std::string, std::less<>> rows_; ///< table and key → row, encoded
};

} // namespace rackwright

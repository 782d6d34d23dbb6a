// A project as one SQLite file: read with suspicion, written beside and renamed.
#pragma once

#include "core/design/project.h"
#include "core/quantity/error.h"

#include <filesystem>
#include <string>

namespace rackwright {

struct OpenedProject {
    Project project;
    std::string digest; ///< SHA-256 over the logical rows, hex
};

/// Opens a `.rackwright` file read-only. Refuses (STORE-…) what is no project, newer than this program, damaged, hostile
/// or breaks an invariant of the document; the file is never changed.
[[nodiscard]] Result<OpenedProject> openProject(const std::filesystem::path& file);

/// Writes a new file beside, verifies it, syncs, keeps the old version as `NAME.rackwright~` and renames. Returns the digest.
/// On any failure the old file is as it was.
[[nodiscard]] Result<std::string> saveProject(const Project& project, const std::filesystem::path& file);

/// SHA-256 over the logical rows, hex: equal for equal projects, whatever file holds them.
[[nodiscard]] std::string digestOf(const Project& project);

} // namespace rackwright

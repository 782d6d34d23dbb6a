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
/// or breaks an invariant of the document; the file is never changed. Errors (each with file): STORE-NOT-FOUND, STORE-NOT-A-FILE,
/// STORE-UNREADABLE (reason), STORE-TOO-LARGE, STORE-NOT-A-PROJECT (found), STORE-NEWER and STORE-UNKNOWN-VERSION (found, wanted),
/// STORE-DAMAGED (where or reason, found, wanted), STORE-FOREIGN-SCHEMA (table, found, wanted), STORE-BAD-VALUE (table, row, column,
/// found, wanted), STORE-DANGLING (table, wanted), STORE-BROKEN-DESIGN (invariant and its args), STORE-TOO-SLOW, STORE-NO-MEMORY.
[[nodiscard]] Result<OpenedProject> openProject(const std::filesystem::path& file);

/// Writes a new file beside, verifies it, syncs, keeps the old version as `NAME.rackwright~` and renames. Returns the digest.
/// On any failure the old file is as it was. Errors: STORE-NO-FOLDER (folder), STORE-NOT-A-FILE, STORE-READ-ONLY, STORE-CANNOT-WRITE
/// (step, reason), STORE-BAD-VALUE, STORE-INCOMPLETE and STORE-BROKEN-DESIGN for a project that could not be opened again, and those
/// of opening when what was written does not read back.
[[nodiscard]] Result<std::string> saveProject(const Project& project, const std::filesystem::path& file);

/// The same, but nothing is overwritten unless `file` still holds the project of that digest (of opening or the last save), or is
/// gone; an empty digest expects no file. Otherwise STORE-CHANGED-OUTSIDE (file, found: digest, or the code of why it does not
/// open; wanted).
[[nodiscard]] Result<std::string> saveProject(const Project& project, const std::filesystem::path& file, const std::string& expectedDigest);

/// SHA-256 over the logical rows, hex: equal for equal projects, whatever file holds them. Empty for a project that no file can hold.
[[nodiscard]] std::string digestOf(const Project& project);

} // namespace rackwright

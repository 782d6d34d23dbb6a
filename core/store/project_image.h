// A project as the bytes of a database, and back: all of the file format, without the file.
#pragma once

#include "core/store/project_file.h"
#include "core/store/sqlite.h"

#include <cstdint>
#include <string>
#include <vector>

namespace rackwright {

inline constexpr std::uint64_t mostFileBytes = 512ull << 20;

struct ProjectImage {
    DatabaseImage image;
    std::string digest;
};

/// The bytes of a project file. Equal projects give equal bytes. STORE-BAD-VALUE, STORE-INCOMPLETE, STORE-NO-MEMORY.
[[nodiscard]] Result<ProjectImage> imageOf(const Project& project);

/// Reads the bytes of a project file that nobody vouches for: header, structure, schema, digest, every value, every reference.
/// Errors: STORE-NOT-A-PROJECT, STORE-NEWER, STORE-UNKNOWN-VERSION, STORE-TOO-LARGE, STORE-DAMAGED, STORE-FOREIGN-SCHEMA,
/// STORE-BAD-VALUE, STORE-DANGLING, STORE-TOO-SLOW, STORE-NO-MEMORY. Does not ask for the invariants of the document.
[[nodiscard]] Result<OpenedProject> projectOf(std::vector<unsigned char> bytes);

/// A database in memory with the tables of this version and no rows.
[[nodiscard]] Result<Database> emptyProjectDatabase();
/// The project of the rows in such a database, whoever filled it: every value, every reference and the invariants of the document.
/// Errors: STORE-BAD-VALUE, STORE-DANGLING, STORE-BROKEN-DESIGN, STORE-TOO-SLOW, STORE-NO-MEMORY, STORE-DAMAGED.
[[nodiscard]] Result<Project> projectIn(Database& database);
/// A file that breaks an invariant of the document could not be opened again. STORE-BROKEN-DESIGN (invariant and its args).
[[nodiscard]] Result<void> requireInvariants(const Project& project);

} // namespace rackwright

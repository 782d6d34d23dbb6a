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

} // namespace rackwright

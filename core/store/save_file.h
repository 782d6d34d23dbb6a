// Bytes into place of a file: written beside, verified, synced, the old version kept, renamed.
#pragma once

#include "core/quantity/error.h"
#include "core/store/file_steps.h"

#include <filesystem>
#include <functional>
#include <string_view>
#include <vector>

namespace rackwright {

/// The file that a chain of links ends at, whether it is there or not.
[[nodiscard]] std::filesystem::path resolvedLink(std::filesystem::path file);

/// All bytes of a regular file. STORE-NOT-FOUND, STORE-NOT-A-FILE, STORE-TOO-LARGE, STORE-UNREADABLE (file, reason).
[[nodiscard]] Result<std::vector<unsigned char>> readFile(const std::filesystem::path& file);

/// Puts the bytes in place of `file`; a file that was there stays as `NAME~`. `verify` looks at the written file before it counts.
/// At every moment `file` is the old version or the new one, whole; after an error the old one, but for a failure of the last
/// step (sync-folder), which comes after the new one is in place. A link is followed and stays a link; the mode is kept.
/// Errors: STORE-NO-FOLDER, STORE-NOT-A-FILE, STORE-READ-ONLY (file), STORE-CANNOT-WRITE (file, step, reason) and those of `verify`.
[[nodiscard]] Result<void> replaceFile(const std::filesystem::path& file, std::string_view bytes,
    const std::function<Result<void>(const std::filesystem::path&)>& verify, FileSteps& steps);

} // namespace rackwright

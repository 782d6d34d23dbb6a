// Whole files, written beside and renamed: a reader never sees half of one, and a failure leaves the old file as it was.
#pragma once

#include "core/quantity/error.h"

#include <filesystem>
#include <string>
#include <string_view>

namespace rackwright {

/// Writes the bytes to a new file in the same folder, syncs it and renames it over `path`. A link is followed and stays a link;
/// the mode of an existing file is kept. EXCHANGE-CANNOT-WRITE names file, step and reason; nothing is overwritten then.
[[nodiscard]] Result<void> writeFileAtomically(const std::filesystem::path& path, std::string_view bytes);

/// A name from a design as one file name: no separators, control characters or leading dots, no reserved device name, at most
/// 120 bytes (cut between characters); "unnamed" when nothing is left.
[[nodiscard]] std::string safeFileName(std::string_view name);

/// `folder / safeFileName(name)`; EXCHANGE-OUTSIDE-FOLDER when the result would resolve to a place outside the folder.
[[nodiscard]] Result<std::filesystem::path> pathInFolder(const std::filesystem::path& folder, std::string_view name);

} // namespace rackwright

// Is a catalog plausible? Rules on top of the schema: what cannot be, and what is odd enough to be looked at.
#pragma once

#include "core/quantity/error.h"

#include <filesystem>
#include <vector>

namespace rackwright {

/// Everything that is wrong with the tables of a folder: what Catalog::load would refuse (all of it, not only the first), and
/// CATALOG-IMPLAUSIBLE with file, line, column, found, wanted where figures contradict each other. Published results and other
/// cloud prices are checked too. `doubts` (may be null) receives CATALOG-DOUBTFUL likewise: possible, but rare.
[[nodiscard]] std::vector<Error> checkCatalog(const std::filesystem::path& folder, std::vector<Error>* doubts = nullptr);

} // namespace rackwright

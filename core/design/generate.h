// Designs of any size for benchmarks and tests: the same racks and seed give the same value.
#pragma once

#include "core/catalog/catalog.h"
#include "core/design/project.h"
#include "core/quantity/error.h"

#include <cstdint>

namespace rackwright {

/// `racks` racks of 20 devices and 60 links each, corded to two PDUs; parts from the catalog, deterministic in the seed.
/// Errors: GENERATE-NO-PART when the catalog lacks a class of parts that is needed, GENERATE-BAD-COUNT.
Result<Project> generate(int racks, std::uint64_t seed, const Catalog& catalog);

} // namespace rackwright

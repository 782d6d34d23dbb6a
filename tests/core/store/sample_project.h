// Projects for the tests of the store, put together by hand.
#pragma once

#include "core/design/project.h"

#include <cstdint>

namespace rackwright::testing_support {

/// Small, and with every kind of row: two sites, cloud, build and hybrid scenarios, links, cords, cards, all kinds of places,
/// all three kinds of workloads, allocations of every pool, phases, overrides, approvals, rows of a later version.
[[nodiscard]] Project sampleProject();

/// Anything that a file can hold, well-formed or not as a design; the same seed and size give the same.
[[nodiscard]] Project randomProject(std::uint64_t seed, int size);

/// `racks` racks of 20 devices with two cords each and 60 links a rack.
[[nodiscard]] Project largeProject(int racks);

} // namespace rackwright::testing_support

// A person at work: edits, undone now and then. The same seed gives the same session.
#pragma once

#include "core/design/project.h"

#include <cstdint>
#include <vector>

namespace rackwright::testing_support {

/// The project at the start and after each of `edits` edits.
[[nodiscard]] std::vector<Project> randomSession(std::uint64_t seed, int edits);

} // namespace rackwright::testing_support

// The identity of everything in a project: unique within it, given by Project::nextId, never reused.
#pragma once

#include <cstdint>

namespace rackwright {

enum class Id : std::int64_t { none = 0 };

[[nodiscard]] constexpr std::int64_t toNumber(Id id)
{
    return static_cast<std::int64_t>(id);
}

} // namespace rackwright

// From the names in figure ids and findings (`kind:name`) to the things of a build, and back.
#pragma once

#include "core/design/project.h"

#include <string>
#include <string_view>

namespace rackwright {

/// The rack or device that the subject names; none for other kinds and for what is not there.
[[nodiscard]] Id idOfSubject(const Build& build, std::string_view subject);
/// A rack or device of the build has this id.
[[nodiscard]] bool existsIn(const Build& build, Id id);
/// Null when it is no rack.
[[nodiscard]] RackPtr rackOf(const Build& build, Id rack);
/// Name of a rack or label of a device; empty for what is not there.
[[nodiscard]] std::string nameOf(const Build& build, Id id);

} // namespace rackwright

// Where the source tree is, for tests that read shipped files.
#pragma once

#include <filesystem>

namespace rackwright {

[[nodiscard]] std::filesystem::path sourceFolder();

} // namespace rackwright

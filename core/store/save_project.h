// Saving with given file operations, for tests that let them fail.
#pragma once

#include "core/store/file_steps.h"
#include "core/store/project_file.h"

namespace rackwright {

[[nodiscard]] Result<std::string> saveProject(const Project& project, const std::filesystem::path& file, FileSteps& steps);

} // namespace rackwright

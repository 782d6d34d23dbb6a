// The rack elevations of a scenario as PDF, SVG or PNG, drawn by ui/drawing.
#pragma once

#include "core/assess/assessment.h"
#include "core/design/project.h"
#include "core/quantity/error.h"
#include "ui/report/paper.h"

#include <filesystem>
#include <string>

namespace rackwright {

struct ElevationRequest {
    std::string scenario; ///< empty: the first with a build
    Paper paper = Paper::a4;
    bool rear = false;
    double pngScale = 2;
};

/// By the ending of `file`: .pdf (as many pages as needed), .svg, .png (all racks in one picture). Written beside, then renamed.
/// Errors: EXPORT-UNKNOWN-KIND (file, found, wanted), EXPORT-NO-BUILD (scenario), EXPORT-TOO-LARGE (racks, wanted) and those of writing.
[[nodiscard]] Result<void> exportElevation(
    const Project& project, const Assessment& assessment, const ElevationRequest& request, const std::filesystem::path& file);

} // namespace rackwright

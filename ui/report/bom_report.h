// The bill of materials as a PDF: title block, summary, elevations, grouped lines, totals, assumptions.
#pragma once

#include "core/assess/assessment.h"
#include "core/assess/engine_data.h"
#include "core/design/project.h"
#include "core/quantity/error.h"
#include "ui/report/paper.h"

#include <filesystem>
#include <string>

namespace rackwright {

struct BomReportRequest {
    std::string scenario; ///< empty: the first with a build
    std::string date; ///< of the document, as given: reports read no clock
    std::string digest; ///< of the file; empty: not saved
    Paper paper = Paper::a4;
};

/// Vectors and embedded fonts only; needs a QGuiApplication. Written beside, then renamed. Errors: EXPORT-NO-BUILD (scenario) and
/// those of writing (file, reason).
[[nodiscard]] Result<void> writeBomPdf(const Project& project, const Assessment& assessment, const EngineData& data,
    const BomReportRequest& request, const std::filesystem::path& file);

} // namespace rackwright

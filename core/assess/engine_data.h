// What the engine needs beside the project: the shipped catalog and the constants fitted on measurements.
#pragma once

#include "core/catalog/catalog.h"
#include "core/compute/calibration.h"
#include "core/software/software_rules.h"

#include <filesystem>

namespace rackwright {

struct EngineData {
    Catalog catalog;
    Calibrations calibrations;
    SoftwareRules software;

    /// Reads the folder of the catalog.
    static Result<EngineData> load(const std::filesystem::path& folder);
};

} // namespace rackwright

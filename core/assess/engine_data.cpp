#include "core/assess/engine_data.h"

namespace rackwright {

Result<EngineData> EngineData::load(const std::filesystem::path& folder)
{
    Result<Catalog> catalog = Catalog::load(folder);
    if (!catalog) return tl::make_unexpected(catalog.error());
    Result<Calibrations> calibrations = Calibrations::load(folder / "calibrations.csv");
    if (!calibrations) return tl::make_unexpected(calibrations.error());
    Result<SoftwareRules> software = SoftwareRules::load(folder / "software.csv");
    if (!software) return tl::make_unexpected(software.error());
    return EngineData{std::move(*catalog), std::move(*calibrations), std::move(*software)};
}

} // namespace rackwright

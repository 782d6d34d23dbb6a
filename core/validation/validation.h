// The engine against published figures: every row predicted from its inputs alone, compared with its answer afterwards.
#pragma once

#include "core/assess/engine_data.h"
#include "core/quantity/error.h"

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace rackwright {

enum class RowStatus { compared, predicted, skipped };

/// One row and quantity of a table.
struct ValidationRow {
    std::string id, quantity, unit;
    RowStatus status = RowStatus::skipped;
    std::string reason; ///< of skipping: MISSING_INPUT:…, UNKNOWN_PART:…, OUT_OF_SCOPE:…, LOOKUP
    std::optional<double> published, predicted, low90, high90, errorPct;
    std::string publishedText; ///< as printed, where it is no plain number (OOM, a range)
    std::string from; ///< the column that was compared
    std::string calibration = "none"; ///< measured, fitted, scaled, none
    std::string group; ///< e.g. accelerator and precision
    bool statesInputs = true; ///< has the area's inputs: counts for coverage
};

struct ErrorSummary {
    std::string name;
    int rows = 0; ///< compared
    std::optional<double> meanAbsPct, medianAbsPct, p90AbsPct, biasPct, inBandPct;
};

struct ValidationReport {
    std::string area;
    std::vector<ValidationRow> rows;
    int compared = 0, predicted = 0, skipped = 0;
    double coverage = 0; ///< predicted or compared ÷ rows that state the inputs
    ErrorSummary all;
    std::vector<ErrorSummary> groups;
};

/// The areas that can be validated: name, the shipped table and the inputs that a row must state.
struct ValidationArea {
    std::string_view name, table;
    std::string_view inputs;
};
[[nodiscard]] const std::vector<ValidationArea>& validationAreas();

/// Predicts every row of the table (empty: the shipped one) and compares. Answer columns are read after all predictions are made.
/// Errors: VALIDATE-UNKNOWN-AREA, VALIDATE-MISSING-COLUMN, and those of the CSV reader.
[[nodiscard]] Result<ValidationReport> validate(std::string_view area, const std::filesystem::path& table, const EngineData& data);

} // namespace rackwright

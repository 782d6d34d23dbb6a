// Shares of peak that software reaches on an accelerator, as fitted on published runs (catalog/calibrations.csv).
#pragma once

#include "core/catalog/part.h"
#include "core/quantity/error.h"
#include "core/workload/plan.h"
#include "core/workload/precision.h"

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace rackwright {

/// Constants of serving: one set per class of model, fitted on measured prefill and decode times.
struct ServingCalibration {
    double memoryShare = 0.876; ///< e_m: of memory bandwidth while decoding
    double prefillShare = 0.643; ///< e_c: of dense peak
    double layerS = 43e-6; ///< fixed time of a layer
    double allReduceS = 15e-6; ///< latency of one all-reduce
    double firstTokenS = 66e-3; ///< fixed part of the time to the first token: tokenizer, scheduler, network
    double firstShare = 0.91; ///< of the prefill time that an unloaded prompt sees; e_c is fitted on loaded servers
    double waitShare = 0.107; ///< of the prefills of the other sequences that a new prompt waits for
    double bandShare = 0.25; ///< ± of TPOT at 90 %
    double firstBandShare = 0.6; ///< ± of TTFT at 90 %
    std::string state = "none"; ///< measured, fitted, scaled, none
    std::string id, fitRows, source, date;
};

/// Which software a training row was fitted on: sharded data parallel keeps no whole copy of the weights.
enum class TrainingStack { megatron, fsdp };

/// One row of catalog/calibrations.csv. Empty selectors match everything; rows are tried in the order of the table.
struct CalibrationRow {
    bool serving = false;
    std::vector<std::string> accelerators; ///< ids; empty: any
    std::string vendor; ///< empty: any
    std::optional<Precision> precision;
    std::string recipe; ///< name of the training recipe; empty: any
    std::optional<TrainingStack> stack;
    std::optional<bool> mixtureOfExperts;
    Calibration training; ///< when not serving
    ServingCalibration service; ///< when serving
};

class Calibrations {
public:
    Calibrations() = default;
    explicit Calibrations(std::vector<CalibrationRow> rows) : rows_{std::move(rows)} { }
    /// Reads the table; errors name file, line, column, found and wanted.
    static Result<Calibrations> load(const std::filesystem::path& file);
    /// `catalog/calibrations.csv` of the folder that ships.
    static Result<Calibrations> loadDefault();

    /// The first row that matches. Without one: the general default, state "none" (never a silent stand-in).
    [[nodiscard]] Calibration training(
        const Part& accelerator, const TrainingRecipe& recipe, bool mixtureOfExperts, TrainingStack stack) const;
    [[nodiscard]] ServingCalibration serving(const Part& accelerator, Precision precision, bool mixtureOfExperts) const;
    [[nodiscard]] const std::vector<CalibrationRow>& rows() const { return rows_; }

private:
    std::vector<CalibrationRow> rows_;
};

/// Sharded data parallel (ZeRO-2 and 3) is FSDP's way, whole copies of weights and gradients are Megatron's.
[[nodiscard]] TrainingStack stackOf(const ParallelPlan& plan);

} // namespace rackwright

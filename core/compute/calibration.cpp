#include "core/compute/calibration.h"

#include "core/catalog/catalog.h"
#include "core/catalog/cell.h"
#include "core/catalog/csv.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>

namespace rackwright {
namespace {

constexpr std::array states{"measured", "fitted", "scaled", "none"};

/// Reads the cells of one row; the first that is wrong is kept.
class RowReader {
public:
    RowReader(const CsvTable& table, std::size_t row) : table_{table}, row_{row} { }

    [[nodiscard]] std::string text(std::string_view column) const { return std::string{table_.cell(row_, column)}; }

    /// A blank cell keeps what is there.
    void number(std::string_view column, double& value, double low, double high, double factor = 1)
    {
        const std::string_view cell = table_.cell(row_, column);
        if (cell.empty()) return;
        const std::optional<double> number = numberIn(cell);
        if (!number || *number < low || *number > high)
            note(column, fmt::format("a number from {:g} to {:g}", low, high));
        else
            value = *number * factor;
    }

    /// One of the words; the index, or nothing for a blank cell that is allowed.
    template <std::size_t N>
    std::optional<std::size_t> choice(std::string_view column, const std::array<const char*, N>& words, bool blankAllowed)
    {
        const std::string_view cell = table_.cell(row_, column);
        if (cell.empty() && blankAllowed) return std::nullopt;
        const auto found = std::ranges::find(words, cell, [](const char* word) { return std::string_view{word}; });
        if (found == words.end()) {
            note(column, fmt::format("{}", fmt::join(words, ", ")));
            return std::nullopt;
        }
        return static_cast<std::size_t>(found - words.begin());
    }

    void note(std::string_view column, std::string wanted)
    {
        if (!error) error = cellError(table_, row_, column, "CALIBRATION-BAD-CELL", std::move(wanted));
    }

    std::optional<Error> error;

private:
    const CsvTable& table_;
    std::size_t row_;
};

void readTraining(RowReader& cells, Calibration& c)
{
    cells.number("matmul_share", c.matmulShare, 0.01, 1);
    cells.number("half_share_gflop", c.halfShareGflop, 0, 10000);
    cells.number("memory_share", c.memoryShare, 0.01, 1);
    cells.number("fabric_share", c.fabricShare, 0.01, 1);
    cells.number("attention_share", c.attentionShare, 0.01, 1);
    double scores = 0;
    cells.number("scores_in_memory", scores, 0, 1);
    c.scoresInMemory = scores > 0;
    cells.number("hop_us", c.hopS, 0, 1000, 1e-6);
    cells.number("kernel_launch_us", c.kernelLaunchS, 0, 1000, 1e-6);
    cells.number("host_launch_us", c.hostLaunchS, 0, 1000, 1e-6);
    cells.number("hidden_tensor_share", c.hiddenTensorShare, 0, 1);
    cells.number("hidden_data_share", c.hiddenDataShare, 0, 1);
    cells.number("band_pct", c.bandShare, 0, 100, 0.01);
    c.id = cells.text("id"), c.state = cells.text("state"), c.fitRows = cells.text("fit_rows");
    c.source = cells.text("source"), c.date = cells.text("date");
}

void readServing(RowReader& cells, ServingCalibration& c)
{
    cells.number("memory_share", c.memoryShare, 0.01, 1);
    cells.number("matmul_share", c.prefillShare, 0.01, 1);
    cells.number("layer_us", c.layerS, 0, 10000, 1e-6);
    cells.number("all_reduce_us", c.allReduceS, 0, 10000, 1e-6);
    cells.number("first_token_ms", c.firstTokenS, 0, 10000, 1e-3);
    cells.number("first_share", c.firstShare, 0, 10);
    cells.number("wait_share", c.waitShare, 0, 10);
    cells.number("band_pct", c.bandShare, 0, 100, 0.01);
    cells.number("first_band_pct", c.firstBandShare, 0, 100, 0.01);
    c.id = cells.text("id"), c.state = cells.text("state"), c.fitRows = cells.text("fit_rows");
    c.source = cells.text("source"), c.date = cells.text("date");
}

Result<CalibrationRow> readRow(const CsvTable& table, std::size_t index)
{
    RowReader cells{table, index};
    CalibrationRow row;
    row.serving = cells.choice("use", std::array{"training", "serving"}, false) == 1U;
    for (const std::string_view id : piecesIn(table.cell(index, "accelerators"))) row.accelerators.emplace_back(id);
    row.vendor = cells.text("vendor");
    if (const std::string precision = cells.text("precision"); !precision.empty()) {
        const Result<Precision> known = precisionOf(precision);
        if (known)
            row.precision = *known;
        else
            cells.note("precision", std::string{known.error().arg("wanted")});
    }
    row.recipe = cells.text("recipe");
    if (const auto stack = cells.choice("stack", std::array{"megatron", "fsdp"}, true))
        row.stack = *stack == 0 ? TrainingStack::megatron : TrainingStack::fsdp;
    if (const auto kind = cells.choice("model_class", std::array{"dense", "moe"}, true)) row.mixtureOfExperts = *kind == 1;
    static_cast<void>(cells.choice("state", states, false));
    for (const std::string_view column : {"id", "source", "date"})
        if (cells.text(column).empty()) cells.note(column, "not blank");
    if (row.serving)
        readServing(cells, row.service);
    else
        readTraining(cells, row.training);
    if (cells.error) return tl::unexpected{*cells.error};
    return row;
}

bool matches(const CalibrationRow& row, const Part& accelerator, Precision precision, bool mixtureOfExperts)
{
    if (!row.accelerators.empty() && std::ranges::find(row.accelerators, accelerator.id) == row.accelerators.end()) return false;
    if (!row.vendor.empty() && row.vendor != accelerator.text("vendor")) return false;
    if (row.precision && *row.precision != precision) return false;
    return !row.mixtureOfExperts || *row.mixtureOfExperts == mixtureOfExperts;
}

} // namespace

Result<Calibrations> Calibrations::load(const std::filesystem::path& file)
{
    const Result<CsvTable> table = readCsv(file, file.filename().string());
    if (!table) return tl::unexpected{table.error()};
    std::vector<CalibrationRow> rows;
    for (std::size_t index = 0; index < table->rows(); ++index) {
        Result<CalibrationRow> row = readRow(*table, index);
        if (!row) return tl::unexpected{row.error()};
        rows.push_back(std::move(*row));
    }
    return Calibrations{std::move(rows)};
}

Result<Calibrations> Calibrations::loadDefault()
{
    return load(Catalog::defaultFolder() / "calibrations.csv");
}

Calibration Calibrations::training(const Part& accelerator, const TrainingRecipe& recipe, bool mixtureOfExperts, TrainingStack stack) const
{
    for (const CalibrationRow& row : rows_)
        if (!row.serving && matches(row, accelerator, recipe.compute, mixtureOfExperts) && (row.recipe.empty() || row.recipe == recipe.name)
            && (!row.stack || *row.stack == stack))
            return row.training;
    return {};
}

ServingCalibration Calibrations::serving(const Part& accelerator, Precision precision, bool mixtureOfExperts) const
{
    for (const CalibrationRow& row : rows_)
        if (row.serving && matches(row, accelerator, precision, mixtureOfExperts)) return row.service;
    return {};
}

TrainingStack stackOf(const ParallelPlan& plan)
{
    return plan.zeroStage >= 2 ? TrainingStack::fsdp : TrainingStack::megatron;
}

} // namespace rackwright

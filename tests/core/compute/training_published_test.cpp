// The step model against published runs. Rows that the constants were fitted on and rows that they have never seen are
// judged apart; catalog/calibrations.csv names the fit rows.
#include "core/catalog/cell.h"
#include "core/catalog/csv.h"
#include "core/compute/calibration.h"
#include "core/compute/training_time.h"
#include "tests/source_folder.h"

#include <cmath>
#include <filesystem>
#include <functional>
#include <gtest/gtest.h>

namespace rackwright {
namespace {

const std::filesystem::path folder = sourceFolder() / "catalog";

const CsvTable& published()
{
    static const Result<CsvTable> table = readCsv(folder / "published/training.csv", "training.csv");
    return *table;
}

const Calibrations& calibrations()
{
    static const Result<Calibrations> loaded = Calibrations::load(folder / "calibrations.csv");
    return *loaded;
}

/// The machine of a group of rows; data sheet figures per accelerator and direction.
struct Machine {
    const char* accelerator;
    const char* recipe;
    double peakTflops, memoryGbPerS, linkGbPerS, nicGbPerS;
    double vocabulary = 0; ///< where the rows state none
    bool tied = true, gated = false; ///< head shares the embedding; FFN with a gate
};
const Machine a100{"nv-a100-80-sxm", "fp16", 312, 2039, 300, 25, 50257};
const Machine a100Ethernet{"nv-a100-80-sxm", "fp16", 312, 2039, 300, 12.5, 50257};
const Machine a100Small{"nv-a100-40-sxm", "fp16", 312, 1555, 300, 25, 50257};
const Machine a100Mosaic{"nv-a100-80-sxm", "amp-bf16", 312, 2039, 300, 25};
const Machine h100{"nv-h100-sxm", "bf16", 989.5, 3350, 450, 50};
const Machine h100Mosaic{"nv-h100-sxm", "amp-bf16", 989.5, 3350, 450, 50};

struct Row {
    Architecture architecture;
    TrainingTimeInput input;
    double publishedS = 0;
};

double cell(std::size_t row, std::string_view column, double otherwise = 0)
{
    return numberIn(published().cell(row, column)).value_or(otherwise);
}

/// Published step: stated, else from tokens or FLOPs per second, by the convention that the table states.
double publishedStep(std::size_t row, const TrainingTimeInput& in, double peakFlops)
{
    if (const double stated = cell(row, "iteration_time_s"); stated > 0) return stated;
    const double tokens = in.globalBatch * in.sequence;
    if (const double rate = cell(row, "tokens_per_s"); rate > 0) return tokens / rate;
    const bool hardware = published().cell(row, "flops_basis").starts_with("hardware");
    const double flops = trainingFlopsPerToken(*in.architecture, in.sequence, AttentionConvention::full) * (hardware ? 4.0 / 3 : 1);
    const double perAccelerator = cell(row, "tflops_per_accelerator") * 1e12;
    const double reached = perAccelerator > 0 ? perAccelerator : cell(row, "mfu_pct") / 100 * peakFlops;
    return flops * tokens / (reached * cell(row, "accelerators"));
}

std::unique_ptr<Row> read(std::size_t index, const Machine& machine)
{
    auto row = std::make_unique<Row>();
    const auto whole = [&](std::string_view column, double otherwise = 0) {
        return static_cast<std::int64_t>(cell(index, column, otherwise));
    };
    Architecture& a = row->architecture;
    a.id = std::string{published().cell(index, "model")};
    a.kind = "llm_dense";
    a.layers = a.attentionLayers = whole("layers");
    a.hidden = whole("hidden"), a.ffnHidden = whole("ffn_hidden"), a.heads = whole("heads"), a.kvHeads = whole("kv_heads");
    a.headDim = a.hidden / a.heads, a.vocab = whole("vocab", machine.vocabulary);
    a.gatedFfn = machine.gated, a.tiedEmbeddings = machine.tied;
    TrainingTimeInput& in = row->input;
    in.architecture = &a;
    in.recipe = *trainingRecipeOf(machine.recipe);
    in.sequence = cell(index, "seq_len"), in.globalBatch = cell(index, "global_batch");
    ParallelPlan& plan = in.plan;
    plan.tp = static_cast<int>(whole("tp")), plan.pp = static_cast<int>(whole("pp")), plan.dp = static_cast<int>(whole("dp"));
    plan.vpp = static_cast<int>(whole("vpp", 1)), plan.microBatch = static_cast<int>(whole("micro_batch", 1));
    const std::string_view zero = published().cell(index, "zero_stage"), recompute = published().cell(index, "recompute");
    plan.zeroStage = zero.empty() ? 1 : zero.front() - '0';
    plan.recompute = recompute == "full" ? Recompute::full : recompute == "selective" ? Recompute::selective : Recompute::none;
    plan.sequenceParallel = published().cell(index, "sequence_parallel") == "yes" || published().cell(index, "sequence_parallel") == "1";
    in.accelerator.peakFlops = in.accelerator.halfPeakFlops = Quantity<>::known(machine.peakTflops * 1e12);
    in.accelerator.memoryBytesPerS = Quantity<>::known(machine.memoryGbPerS * 1e9);
    in.links.scaleUpDomain = 8;
    in.links.scaleUpBytesPerS = Quantity<>::known(machine.linkGbPerS * 1e9);
    in.links.scaleOutBytesPerS = Quantity<>::known(machine.nicGbPerS * 1e9);
    Part part;
    part.kind = PartKind::accelerator, part.id = machine.accelerator;
    in.calibration = calibrations().training(part, in.recipe, false, stackOf(plan));
    row->publishedS = publishedStep(index, in, machine.peakTflops * 1e12);
    return row;
}

/// Mean absolute error over the rows that `wanted` picks by id, and their number.
struct Errors {
    double sum = 0, worst = 0;
    int rows = 0;
    [[nodiscard]] double mean() const { return sum / rows; }
};

Errors errorsOf(const Machine& machine, const std::function<bool(std::string_view)>& wanted)
{
    Errors errors;
    for (std::size_t index = 0; index < published().rows(); ++index) {
        const std::string_view id = published().cell(index, "id");
        if (!wanted(id)) continue;
        const std::unique_ptr<Row> row = read(index, machine);
        const Result<TrainingTime> time = trainingTime(row->input);
        EXPECT_TRUE(time) << id;
        EXPECT_EQ(time->calibrationState, "fitted") << id;
        const double error = std::abs(time->stepS.value / row->publishedS - 1);
        errors.sum += error, errors.worst = std::max(errors.worst, error), ++errors.rows;
    }
    return errors;
}

auto prefix(std::string_view text)
{
    return [text](std::string_view id) { return id.starts_with(text); };
}

bool odd(std::string_view id)
{
    return (id.back() - '0') % 2 == 1;
}

// ---- A100, FP16, Megatron-LM of 2021 and 2022 --------------------------------------------------------------------

TEST(TrainingPublished, KorthikantiFittedRows)
{
    const Errors errors = errorsOf(a100, prefix("korthikanti-t5"));
    EXPECT_EQ(errors.rows, 4);
    EXPECT_LE(errors.mean(), 0.06);
}

TEST(TrainingPublished, KorthikantiUnseenRows)
{
    const Errors errors = errorsOf(a100, prefix("korthikanti-530b"));
    EXPECT_EQ(errors.rows, 2);
    EXPECT_LE(errors.mean(), 0.06);
}

// Narayanan 2021 publishes no micro-batch: 1 is assumed, and the smaller models ran with more. None was fitted on.
TEST(TrainingPublished, KorthikantiAndNarayananTogether)
{
    const Errors korthikanti = errorsOf(a100, prefix("korthikanti")), narayanan = errorsOf(a100, prefix("narayanan"));
    EXPECT_EQ(narayanan.rows, 8);
    EXPECT_LE((korthikanti.sum + narayanan.sum) / (korthikanti.rows + narayanan.rows), 0.06);
}

TEST(TrainingPublished, VTrainUnseenRowsOnOneNode)
{
    const Errors errors = errorsOf(a100Small, [](std::string_view id) { return id.starts_with("vtrain-single") && odd(id); });
    EXPECT_GT(errors.rows, 400);
    EXPECT_LE(errors.mean(), 0.10);
}

TEST(TrainingPublished, VTrainUnseenRowsOver512Accelerators)
{
    const Errors errors = errorsOf(a100Ethernet, [](std::string_view id) { return id.starts_with("vtrain-multi") && odd(id); });
    EXPECT_GT(errors.rows, 30);
    EXPECT_LE(errors.mean(), 0.10);
}

// ---- FSDP with flash attention -----------------------------------------------------------------------------------

/// Every other row by id was fitted on; the others are unseen.
Errors mosaic(const Machine& machine, const std::vector<std::string_view>& parts, bool unseen)
{
    std::vector<std::string> ids;
    for (std::size_t index = 0; index < published().rows(); ++index) {
        const std::string id{published().cell(index, "id")};
        const bool any = std::ranges::any_of(parts, [&](std::string_view part) { return id.find(part) != std::string::npos; });
        if (id.starts_with("mosaic") && any && !id.ends_with("fp8")) ids.push_back(id);
    }
    std::ranges::sort(ids);
    std::vector<std::string> picked;
    for (std::size_t i = unseen ? 1 : 0; i < ids.size(); i += 2) picked.push_back(ids[i]);
    return errorsOf(machine, [&](std::string_view id) { return std::ranges::find(picked, id) != picked.end(); });
}

TEST(TrainingPublished, MosaicH100UnseenRows)
{
    const Errors errors = mosaic(h100Mosaic, {"h10080gb"}, true);
    EXPECT_EQ(errors.rows, 26);
    EXPECT_LE(errors.mean(), 0.06);
}

TEST(TrainingPublished, MosaicA100UnseenRows)
{
    const Errors errors = mosaic(a100Mosaic, {"a10040gb", "a10080gb"}, true);
    EXPECT_EQ(errors.rows, 22);
    EXPECT_LE(errors.mean(), 0.06);
}

// ---- H100, BF16, Megatron-Core -----------------------------------------------------------------------------------

TEST(TrainingPublished, MegatronCoreH100TableFittedRows)
{
    const Errors errors = errorsOf(h100, prefix("mcore-h100"));
    EXPECT_EQ(errors.rows, 4);
    EXPECT_LE(errors.mean(), 0.06);
}

// BLOOM trials: 384 accelerators on Omni-Path, 100 Gb/s for two accelerators (fitted rows).
TEST(TrainingPublished, BigScienceFittedRows)
{
    const Machine machine{"nv-a100-80-sxm", "bf16", 312, 2039, 300, 6.25};
    const Errors errors = errorsOf(machine, [](std::string_view id) {
        for (std::size_t index = 0; index < published().rows(); ++index)
            if (published().cell(index, "id") == id) return id.starts_with("bigscience") && cell(index, "layers") > 0;
        return false;
    });
    EXPECT_GT(errors.rows, 90);
    EXPECT_LE(errors.mean(), 0.10);
}

} // namespace
} // namespace rackwright

// Predicted peaks against measured ones of published runs.
#include "core/catalog/catalog.h"
#include "core/catalog/csv.h"
#include "core/compute/memory.h"
#include "tests/core/workload/model_rows.h"

#include <cmath>
#include <gtest/gtest.h>

namespace rackwright {
namespace {

constexpr double gib = 1073741824.0;

const CsvTable& runs()
{
    static const CsvTable table = readCsv(Catalog::defaultFolder() / "published" / "memory.csv", "memory.csv").value();
    return table;
}

/// "TP=8" in the text of a configuration.
int valueIn(const std::string& config, const std::string& name)
{
    const std::size_t at = config.find(name + "=");
    return at == std::string::npos ? 0 : std::atoi(config.c_str() + at + name.size() + 1);
}

struct BigScienceRun {
    std::string id;
    Architecture architecture;
    ParallelPlan plan;
    double globalBatch = 0, measuredBytes = 0;
    bool outOfMemory = false;
};

/// Trials of the BLOOM layout that state all of their shape: GPT, BF16, full recomputation, no sequence parallel.
std::vector<BigScienceRun> bigScience()
{
    std::vector<BigScienceRun> all;
    for (std::size_t row = 0; row < runs().rows(); ++row) {
        const std::string id{runs().cell(row, "id")}, config{runs().cell(row, "config")};
        if (!id.starts_with("bs-1") || valueIn(config, "layers") == 0 || valueIn(config, "micro_batch") == 0) continue;
        if (config.find("ZeRO-1") == std::string::npos) continue;
        BigScienceRun run;
        run.id = id;
        run.architecture = test::gpt(valueIn(config, "layers"), valueIn(config, "hidden"), valueIn(config, "heads"), 250880);
        run.plan.tp = valueIn(config, "TP"), run.plan.pp = valueIn(config, "PP"), run.plan.dp = valueIn(config, "DP");
        run.plan.microBatch = valueIn(config, "micro_batch");
        run.plan.recompute = Recompute::full;
        run.globalBatch = valueIn(config, "global_batch");
        run.outOfMemory = runs().cell(row, "out_of_memory") == "1";
        if (!run.outOfMemory) run.measuredBytes = std::stod(std::string{runs().cell(row, "memory_gb")}) * gib; // printed as GB, is GiB
        all.push_back(run);
    }
    return all;
}

TrainingMemory predicted(const BigScienceRun& run)
{
    TrainingMemoryInput input;
    input.architecture = &run.architecture;
    input.recipe = trainingRecipeOf("bf16").value();
    input.sequence = 2048;
    input.globalBatch = run.globalBatch;
    input.flashAttention = false, input.dropout = true;
    input.usableBytes = 80 * gib;
    return trainingMemory(input, run.plan).value();
}

TEST(PublishedMemory, BigSciencePeaksWithinTheErrorOfTheFormula)
{
    double sum = 0, absolute = 0;
    int count = 0;
    for (const BigScienceRun& run : bigScience()) {
        if (run.outOfMemory) continue;
        const double error = predicted(run).peakBytes.value / run.measuredBytes - 1;
        sum += error, absolute += std::abs(error);
        ++count;
    }
    ASSERT_GE(count, 50);
    // Layouts with uneven stages and a stage-0 branch are among them: 13 to 16 % in mean, about 12 % low, is what this form reaches.
    EXPECT_LE(absolute / count, 0.16);
    EXPECT_LE(std::abs(sum / count), 0.12);
}

TEST(PublishedMemory, BigScienceRunsOutOfMemoryAreNotCalledFit)
{
    int count = 0;
    for (const BigScienceRun& run : bigScience()) {
        if (!run.outOfMemory) continue;
        EXPECT_EQ(predicted(run).fits, Fits::no) << run.id;
        ++count;
    }
    EXPECT_GE(count, 3);
}

TEST(PublishedMemory, LoRaOfLlama2OnOneAccelerator)
{
    // LitGPT resource tables, LoRA of rank 8 on Llama 2 7B in BF16, 1304 tokens: 21.30 and 29.07 GB.
    const Architecture a = test::llama(32, 4096, 11008, 32, 32, 32000);
    TrainingMemoryInput input;
    input.architecture = &a;
    input.sequence = 1304, input.globalBatch = 64, input.adapterRank = 8;
    ParallelPlan plan;
    const auto gb = [&](const char* recipe, int microBatch) {
        input.recipe = trainingRecipeOf(recipe).value();
        plan.microBatch = microBatch;
        return trainingMemory(input, plan)->peakBytes.value / 1e9;
    };
    EXPECT_NEAR(gb("lora", 1), 21.30, 0.05 * 21.30);
    EXPECT_NEAR(gb("lora", 2), 29.07, 0.05 * 29.07);
}

} // namespace
} // namespace rackwright

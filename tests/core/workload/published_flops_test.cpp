// FLOPs per token of published training runs: TFLOP/s per accelerator × accelerators ÷ tokens per s, where a run states both.
#include "core/catalog/catalog.h"
#include "core/catalog/csv.h"
#include "core/workload/architecture.h"

#include <algorithm>
#include <cmath>
#include <gtest/gtest.h>
#include <set>

namespace rackwright {
namespace {

const Catalog& catalog()
{
    static const Catalog shipped = Catalog::load(Catalog::defaultFolder()).value();
    return shipped;
}

const CsvTable& runs()
{
    static const CsvTable table = readCsv(Catalog::defaultFolder() / "published" / "training.csv", "training.csv").value();
    return table;
}

double numberIn(std::size_t row, std::string_view column)
{
    const std::string_view cell = runs().cell(row, column);
    return cell.empty() ? 0 : std::stod(std::string{cell});
}

/// The referred model with the shape cells of the row over it (vocabularies are padded differently).
Part shapeOf(std::size_t row)
{
    Part part;
    for (const Alias& alias : catalog().resolve("published/training", "model", runs().cell(row, "model")))
        if (const PartPtr base = catalog().find(PartKind::model, alias.targetId)) part = *base;
    const bool expertWidth = runs().cell(row, "ffn_of") == "expert";
    for (const std::string column : {"layers", "hidden", "heads", "kv_heads", "vocab", "experts", "experts_per_token", "moe_ffn_hidden",
             "shared_experts", "dense_layers_first", "head_dim", "ffn_hidden"}) {
        const std::string_view cell = runs().cell(row, column);
        if (cell.empty()) continue;
        const std::string to = column == "ffn_hidden" && expertWidth ? "moe_ffn_hidden" : column;
        std::erase_if(part.values, [&](const PartValue& value) { return value.column == to; });
        part.values.push_back({to, std::string{cell}, 0});
    }
    std::ranges::sort(part.values, {}, &PartValue::column);
    return part;
}

/// Relative errors of the rows of these models whose source contains `source`.
std::vector<double> errors(std::string_view source, const std::set<std::string_view>& models, AttentionConvention convention)
{
    std::vector<double> all;
    for (std::size_t row = 0; row < runs().rows(); ++row) {
        const bool ours = models.contains(runs().cell(row, "model")) && runs().cell(row, "source").find(source) != std::string_view::npos;
        const double rate = numberIn(row, "tflops_per_accelerator"), tokens = numberIn(row, "tokens_per_s");
        if (!ours || rate <= 0 || tokens <= 0 || runs().cell(row, "doubtful") == "1") continue;
        const double published = rate * 1e12 * numberIn(row, "accelerators") / tokens;
        const auto a = architectureOf(shapeOf(row));
        EXPECT_TRUE(a) << runs().cell(row, "id");
        all.push_back(trainingFlopsPerToken(*a, numberIn(row, "seq_len"), convention) / published - 1);
    }
    std::ranges::sort(all);
    return all;
}

double median(const std::vector<double>& sorted)
{
    return sorted.empty() ? 1 : sorted[sorted.size() / 2];
}

TEST(PublishedFlops, NeMoCountsFullAttention)
{
    const auto e = errors(
        "NVIDIA-NeMo/NeMo", {"GPT3-175B", "GPT3-20B", "GPT3-5B", "LLAMA3-70B", "Nemotron-340B", "Nemotron-8B"}, AttentionConvention::full);
    EXPECT_GE(e.size(), 7u);
    EXPECT_LE(std::abs(median(e)), 0.0005);
    EXPECT_LE(std::max(-e.front(), e.back()), 0.001);
}

TEST(PublishedFlops, MegatronBridgeCountsCausalAttention)
{
    const auto dense = errors("Megatron-Bridge", {"LLAMA3_8B", "LLAMA3_70B", "LLAMA3.1_405B"}, AttentionConvention::causal);
    EXPECT_GE(dense.size(), 55u);
    EXPECT_LE(std::abs(median(dense)), 0.0002);
    const auto experts = errors("Megatron-Bridge", {"Qwen3_235B_a22B", "Qwen3_30B_a3B"}, AttentionConvention::causal);
    EXPECT_GE(experts.size(), 45u);
    EXPECT_LE(std::abs(median(experts)), 0.005);
}

TEST(PublishedFlops, MegatronBridgeDeepSeekCountsAPredictionModule)
{
    // One more layer, its projection and a second pass of the head lie between 3 and 5 % above the model alone.
    const auto e = errors("Megatron-Bridge", {"DeepSeekV3"}, AttentionConvention::causal);
    EXPECT_GE(e.size(), 30u);
    EXPECT_LT(median(e), -0.03);
    EXPECT_GT(median(e), -0.05);
}

TEST(PublishedFlops, MosaicMlCountsFullAttentionWithATiedHead)
{
    const auto e =
        errors("mosaicml/llm-foundry", {"MPT-1b", "MPT-3b", "MPT-7b", "MPT-13b", "MPT-30b", "MPT-70b"}, AttentionConvention::full);
    EXPECT_GE(e.size(), 100u);
    EXPECT_LE(std::abs(median(e)), 0.001);
    EXPECT_LE(std::max(-e.front(), e.back()), 0.016); // 1.6 % at 64k tokens
}

TEST(PublishedFlops, TpuRecipes)
{
    const auto ironwood =
        errors("training/ironwood", {"deepseek-v3", "llama3.1-405b", "llama3.1-70b", "qwen3-235b-a22b"}, AttentionConvention::causal);
    EXPECT_GE(ironwood.size(), 14u);
    EXPECT_LE(std::max(-ironwood.front(), ironwood.back()), 1e-4);
    const auto trillium =
        errors("training/trillium", {"GPT-3 175B", "Llama 2 70B", "Llama 3.1 70B", "Llama 3.1 8B"}, AttentionConvention::full);
    EXPECT_GE(trillium.size(), 9u);
    EXPECT_LE(std::max(-trillium.front(), trillium.back()), 1e-4);
    EXPECT_LE(std::abs(median(errors("training/ironwood", {"gpt-oss-120b"}, AttentionConvention::causal))), 0.0017);
}

} // namespace
} // namespace rackwright

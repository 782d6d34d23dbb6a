// Training recipes as data: which copies of a parameter exist, and in how many bytes.
#include "core/workload/precision.h"

#include <cctype>
#include <fmt/format.h>

namespace rackwright {

namespace {

constexpr const char* zeroPaper = "ZeRO paper (arXiv 1910.02054) section 3.1: 2 + 2 + 12 bytes";
constexpr const char* megatron = "Megatron-LM: gradients accumulated in FP32, 2 + 4 + 4 + 8 bytes (Korthikanti 2022 states 18)";
constexpr const char* transformerEngine = "Transformer Engine: 16-bit weights are kept beside an FP8 copy";
constexpr const char* deepSeek = "DeepSeek-V3 report (arXiv 2412.19437) section 3.3: FP8 weights, FP32 master and gradients, BF16 moments";
constexpr const char* autocast = "PyTorch autocast: FP32 weights, gradients and moments; products in 16 bit or less";
constexpr const char* adam8bit = "8-bit optimizers (arXiv 2110.02861): both moments in one byte each";
constexpr const char* muon = "Muon (Jordan 2024): one moment for two-dimensional weights";
constexpr const char* lora = "LoRA (arXiv 2106.09685): frozen 16-bit base, adapters in FP32 with Adam";
constexpr const char* qlora = "QLoRA (arXiv 2305.14314): NF4 base with double quantisation, 4.127 bit";

const std::vector<TrainingRecipe>& recipes()
{
    using P = Precision;
    // name, weights, gradients, master, moments, compute, source, frozen base, gathered weight
    static const std::vector<TrainingRecipe> table{
        {"fp32", 4, 4, 0, 8, P::fp32, "definition: weights, gradients and both Adam moments in FP32", 0, 4},
        {"tf32", 4, 4, 0, 8, P::tf32, "as fp32; products in TF32", 0, 4},
        {"fp16", 2, 2, 4, 8, P::fp16, zeroPaper, 0, 2},
        {"bf16", 2, 4, 4, 8, P::bf16, megatron, 0, 2},
        {"bf16-bf16grads", 2, 2, 4, 8, P::bf16, zeroPaper, 0, 2},
        {"bf16-pure", 2, 2, 0, 4, P::bf16, "all copies in BF16", 0, 2},
        {"amp-bf16", 4, 4, 0, 8, P::bf16, autocast, 0, 2},
        {"amp-fp16", 4, 4, 0, 8, P::fp16, autocast, 0, 2},
        {"amp-fp8", 4, 4, 0, 8, P::fp8, autocast, 0, 2},
        {"fp8", 3, 4, 4, 8, P::fp8, transformerEngine, 0, 2},
        {"fp8-primary", 1, 4, 4, 8, P::fp8, "FP8 primary weights", 0, 1},
        {"fp8-deepseek", 1, 4, 4, 4, P::fp8, deepSeek, 0, 1},
        {"nvfp4", 2 + 4.5 / 8, 4, 4, 8, P::fp4, "16-bit weights are kept beside an NVFP4 copy (4.5 bit)", 0, 2},
        {"adam8bit", 2, 2, 4, 2, P::bf16, adam8bit, 0, 2},
        {"bf16-adam8bit", 2, 2, 0, 2, P::bf16, adam8bit, 0, 2},
        {"muon", 2, 4, 4, 4, P::bf16, muon, 0, 2},
        {"lora", 4, 4, 0, 8, P::bf16, lora, 2, 2},
        {"qlora", 4, 4, 0, 8, P::bf16, qlora, 4.127 / 8, 2},
    };
    return table;
}

/// "amp_bf16" → "amp-bf16"; what follows the first word of a longer text ("FP8 current-scaling") is dropped.
std::string normalised(std::string_view text)
{
    std::string out;
    for (const char c : text.substr(0, text.find(' ')))
        out.push_back(c == '_' ? '-' : static_cast<char>(std::tolower(static_cast<unsigned char>(c))));
    return out;
}

std::string_view aliasOf(std::string_view name)
{
    static const std::vector<std::pair<std::string_view, std::string_view>> aliases{
        {"bfloat16", "bf16"},
        {"float32", "fp32"},
        {"float16", "fp16"},
        {"bf16-fp32grads", "bf16"},
        {"fp16-fp16grads", "fp16"},
        {"bf16-fp16grads", "bf16-bf16grads"},
        {"mxfp8", "fp8"},
        {"fp8-cs", "fp8"},
        {"fp8-mx", "fp8"},
        {"fp8-ds", "fp8"},
        {"fp8-full", "fp8"},
        {"fp4", "nvfp4"},
        {"8bit-adam", "adam8bit"},
    };
    for (const auto& [from, to] : aliases)
        if (from == name) return to;
    return name;
}

} // namespace

std::vector<std::string> trainingRecipeNames()
{
    std::vector<std::string> names;
    for (const TrainingRecipe& recipe : recipes()) names.push_back(recipe.name);
    return names;
}

Result<TrainingRecipe> trainingRecipeOf(std::string_view text)
{
    const std::string name = normalised(text);
    const std::string_view wanted = aliasOf(name);
    for (const TrainingRecipe& recipe : recipes())
        if (recipe.name == wanted) return recipe;
    return fail("RECIPE-UNKNOWN", {{"found", std::string{text}}, {"wanted", fmt::format("{}", fmt::join(trainingRecipeNames(), ", "))}});
}

} // namespace rackwright

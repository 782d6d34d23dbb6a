// memory: peak memory of training runs, from the layout in the row's `config` text.

#include "core/compute/memory.h"

#include "core/catalog/cell.h"
#include "core/validation/area.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <map>

namespace rackwright {

namespace {

constexpr std::array<std::string_view, 2> answers{"memory_gb", "out_of_memory"};
constexpr const char* quantity = "memory_gb";

/// "layers=72 hidden=14336 TP=8 seq 2048 …" as numbers by lower-case name; words without a number are dropped.
std::map<std::string, double> numbersOf(std::string_view config)
{
    std::map<std::string, double> numbers;
    std::string name;
    for (std::size_t i = 0; i < config.size();) {
        std::size_t end = i;
        while (end < config.size() && config[end] != ' ' && config[end] != ',' && config[end] != '=') ++end;
        std::string word{config.substr(i, end - i)};
        std::ranges::transform(word, word.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
        if (const auto number = numberIn(word); number && !name.empty())
            numbers.emplace(name, *number), name.clear();
        else
            name = word;
        i = end + 1;
    }
    return numbers;
}

Recompute recomputeOf(std::string_view config)
{
    if (config.find("full activation recompute") != std::string_view::npos) return Recompute::full;
    return config.find("selective recompute") != std::string_view::npos ? Recompute::selective : Recompute::none;
}

/// The plain GPT shape of a trial run, or the model that the row names.
Result<Architecture> shapeOf(const InputRow& row, const std::map<std::string, double>& numbers, const Catalog& catalog)
{
    for (const Alias& alias : catalog.resolve("published/memory", "model", row.text("model")))
        if (!alias.targetId.empty() && alias.relation != "missing")
            if (const PartPtr model = catalog.find(PartKind::model, alias.targetId)) return architectureOf(*model);
    Part part;
    part.kind = PartKind::model, part.id = row.text("model");
    part.provenances.push_back({});
    const auto put = [&](const char* column, double value) {
        part.values.push_back({column, std::to_string(static_cast<std::int64_t>(value)), 0});
    };
    for (const char* name : {"heads", "hidden", "layers", "vocab"})
        if (const auto found = numbers.find(name); found != numbers.end()) put(name, found->second);
    if (const auto hidden = numbers.find("hidden"); hidden != numbers.end()) put("ffn_hidden", 4 * hidden->second);
    if (const auto heads = numbers.find("heads"); heads != numbers.end()) put("kv_heads", heads->second);
    put("gated_ffn", 0), put("tied_embeddings", 1);
    std::ranges::sort(part.values, {}, &PartValue::column);
    return architectureOf(part);
}

ParallelPlan planOf(const std::map<std::string, double>& numbers, std::string_view config, double accelerators)
{
    const auto whole = [&](const char* name, double otherwise) {
        const auto found = numbers.find(name);
        return static_cast<int>(found == numbers.end() ? otherwise : found->second);
    };
    ParallelPlan plan;
    plan.tp = whole("tp", 1), plan.pp = whole("pp", 1), plan.ep = whole("ep", 1);
    plan.dp = std::max(1, whole("dp", accelerators / (plan.tp * plan.pp)));
    plan.microBatch = whole("micro_batch", 1);
    plan.zeroStage = config.find("ZeRO-0") != std::string_view::npos ? 0 : 1;
    plan.recompute = recomputeOf(config);
    plan.sequenceParallel = config.find("+ SP") != std::string_view::npos;
    return plan;
}

std::vector<Prediction> predict(const InputRow& row, const EngineData& data)
{
    const std::string unit{row.text("unit_as_published")};
    if (row.text("memory_what") != "peak") return {skipped(quantity, unit, "OUT_OF_SCOPE:" + std::string{row.text("memory_what")})};
    const std::string_view config = row.text("config");
    const std::map<std::string, double> numbers = numbersOf(config);
    for (const char* name : {"seq", "micro_batch", "tp"})
        if (!numbers.contains(name)) return {missingInput(quantity, unit, std::string{"config "} + name)};
    const auto accelerators = row.number("accelerators");
    if (!accelerators) return {missingInput(quantity, unit, "accelerators")};
    const Result<Architecture> architecture = shapeOf(row, numbers, data.catalog);
    if (!architecture) return {missingInput(quantity, unit, "config " + std::string{architecture.error().arg("missing")})};
    TrainingMemoryInput input;
    input.architecture = &*architecture;
    const Result<TrainingRecipe> recipe = trainingRecipeOf(config.find("FP16") != std::string_view::npos ? "fp16" : "bf16");
    if (!recipe) return {skipped(quantity, unit, "OUT_OF_SCOPE:recipe")};
    input.recipe = *recipe;
    input.sequence = numbers.at("seq");
    const ParallelPlan plan = planOf(numbers, config, *accelerators);
    const auto batch = numbers.find("global_batch");
    input.globalBatch = batch != numbers.end() ? batch->second : double(plan.dp) * plan.microBatch * plan.pp;
    const Result<TrainingMemory> memory = trainingMemory(input, plan);
    if (!memory) return {skipped(quantity, unit, "OUT_OF_SCOPE:plan, " + std::string{memory.error().arg("what")})};
    Prediction prediction;
    prediction.quantity = quantity, prediction.unit = unit;
    const double perUnit = unit == "GiB" ? 1073741824.0 : 1e9;
    prediction.value = memory->peakBytes * (1 / perUnit);
    prediction.group = row.text("accelerator");
    return {prediction};
}

Published published(const InputRow&, const AnswerCell& cell, const Prediction&, const EngineData&)
{
    // A run that did not fit is a verdict, not a number.
    if (cell("out_of_memory") == "1" || cell("memory_gb") == "OOM") return {std::nullopt, "OOM", quantity};
    return {numberIn(cell("memory_gb")), {}, quantity};
}

} // namespace

AreaRules memoryArea()
{
    return {"memory", "published/memory.csv",
        "config with seq, micro_batch, TP (PP, DP, EP, recompute); model or layers, hidden, heads, vocab; accelerators",
        {answers.begin(), answers.end()}, {"id", "model", "config", "accelerators", "memory_gb", "memory_what", "unit_as_published"},
        predict, published};
}

} // namespace rackwright

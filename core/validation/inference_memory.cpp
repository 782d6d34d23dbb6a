// inference-memory: weights, checkpoint files and cache of served models.

#include "core/catalog/cell.h"
#include "core/compute/memory_serving.h"
#include "core/validation/area.h"

#include <algorithm>
#include <array>
#include <map>

namespace rackwright {

namespace {

constexpr std::array<std::string_view, 1> answers{"observed_value"};

const std::map<std::string_view, double>& bytesPerUnit()
{
    static const std::map<std::string_view, double> units{{"GiB", 1073741824.0}, {"MiB", 1048576.0}, {"GB", 1e9}, {"bytes", 1}};
    return units;
}

/// The format as written, else its last word: "GGUF MXFP4", "INT8 W8A8".
Result<StorageFormat> formatOf(std::string_view text)
{
    Result<StorageFormat> format = storageFormatOf(text);
    for (std::size_t begin = 0; !format && begin < text.size();) {
        const std::size_t end = std::min(text.find(' ', begin), text.size());
        format = storageFormatOf(text.substr(begin, end - begin));
        begin = end + 1;
    }
    return format;
}

PartPtr modelOf(const InputRow& row, const Catalog& catalog)
{
    for (const Alias& alias : catalog.resolve("published/inference_memory", "model", row.text("model")))
        if (!alias.targetId.empty() && alias.relation != "part") return catalog.find(PartKind::model, alias.targetId);
    return catalog.find(PartKind::model, row.text("model"));
}

enum class What { weights, file, cache, other };

What whatOf(std::string_view text)
{
    if (text.starts_with("file size")) return What::file;
    if (text == "weights" || text == "weights per GPU") return What::weights;
    if (text == "KV self size" || text == "KV buffer") return What::cache;
    return What::other;
}

std::optional<double> bytesOf(What what, const InputRow& row, const Architecture& architecture, const StorageFormat& format)
{
    ParallelPlan plan;
    plan.tp = static_cast<int>(row.number("tp").value_or(1));
    switch (what) {
    case What::weights: return servingWeightBytes(architecture, format, plan);
    case What::file: return checkpointBytes(architecture, format);
    case What::cache:
        if (const auto context = row.number("context_tokens")) return kvCacheBytes(architecture, *context, 2);
        return std::nullopt;
    case What::other: return std::nullopt;
    }
    return std::nullopt;
}

std::vector<Prediction> predict(const InputRow& row, const EngineData& data)
{
    const std::string quantity{row.text("observed_what")}, unit{row.text("unit")};
    const What what = whatOf(quantity);
    const auto scale = bytesPerUnit().find(unit);
    if (what == What::other || scale == bytesPerUnit().end()) return {skipped(quantity, unit, "OUT_OF_SCOPE:" + quantity, false)};
    if (row.text("precision_or_quant").empty()) return {missingInput(quantity, unit, "precision_or_quant")};
    const PartPtr model = modelOf(row, data.catalog);
    if (!model) return {skipped(quantity, unit, "UNKNOWN_PART:" + std::string{row.text("model")})};
    const Result<Architecture> architecture = architectureOf(*model);
    if (!architecture) return {missingInput(quantity, unit, architecture.error().arg("missing"))};
    if (!architecture->missing.empty()) return {missingInput(quantity, unit, architecture->missing.front())};
    const Result<StorageFormat> format = what == What::cache ? storageFormatOf("bf16") : formatOf(row.text("precision_or_quant"));
    if (!format) return {skipped(quantity, unit, "UNKNOWN_PART:" + std::string{row.text("precision_or_quant")})};
    const std::optional<double> bytes = bytesOf(what, row, *architecture, *format);
    if (!bytes) return {missingInput(quantity, unit, "context_tokens")};
    Prediction prediction;
    prediction.quantity = quantity, prediction.unit = unit;
    prediction.value = Quantity<>::known(*bytes / scale->second);
    prediction.group = what == What::weights ? "weights" : what == What::file ? "file" : "cache";
    return {prediction};
}

Published published(const InputRow&, const AnswerCell& cell, const Prediction&, const EngineData&)
{
    return {numberIn(cell("observed_value")), {}, "observed_value"};
}

} // namespace

AreaRules inferenceMemoryArea()
{
    return {"inference-memory", "published/inference_memory.csv",
        "model, precision_or_quant, observed_what (weights, file size, KV self size), unit; tp, context_tokens",
        {answers.begin(), answers.end()}, {"id", "model", "precision_or_quant", "observed_what", "observed_value", "unit"}, predict,
        published};
}

} // namespace rackwright

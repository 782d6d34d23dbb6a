// flops: training FLOPs of a token, as the source counts them.

#include "core/catalog/cell.h"
#include "core/validation/area.h"

#include <array>

namespace rackwright {

namespace {

constexpr std::array<std::string_view, 6> answers{
    "iteration_time_s", "iteration_time_s_derived", "tflops_per_accelerator", "mfu_pct", "tokens_per_s", "time_to_train_days"};
constexpr std::array<std::string_view, 2> inputs{"seq_len", "flops_basis"};
constexpr const char* quantity = "flops_per_token";
constexpr const char* unit = "FLOP/token";

std::vector<Prediction> predict(const InputRow& row, const EngineData& data)
{
    if (const std::string_view blank = row.firstBlank(inputs); !blank.empty()) return {missingInput(quantity, unit, blank)};
    const Result<Architecture> architecture = shapeOfTrainingRow(row, data.catalog);
    if (!architecture) return {missingInput(quantity, unit, architecture.error().arg("missing"))};
    Prediction prediction;
    prediction.quantity = quantity, prediction.unit = unit;
    prediction.value = Quantity<>::known(flopsPerTokenAsCounted(*architecture, *row.number("seq_len"), row.text("flops_basis")));
    prediction.group = std::string{row.text("flops_basis").substr(0, 40)} + (architecture->experts > 0 ? ", experts" : ", dense");
    return {prediction};
}

Published published(const InputRow& row, const AnswerCell& cell, const Prediction&, const EngineData&)
{
    const auto rate = numberIn(cell("tflops_per_accelerator")), tokens = numberIn(cell("tokens_per_s")),
               accelerators = row.number("accelerators");
    if (!rate || !tokens || !accelerators || *tokens <= 0) return {};
    return {*rate * 1e12 * *accelerators / *tokens, {}, "tflops_per_accelerator"};
}

} // namespace

AreaRules flopsArea()
{
    return {"flops", "published/training.csv", "model or layers, hidden, heads, ffn_hidden, vocab; seq_len; flops_basis",
        {answers.begin(), answers.end()},
        {"id", "model", "seq_len", "flops_basis", "tflops_per_accelerator", "tokens_per_s", "accelerators"}, predict, published};
}

} // namespace rackwright

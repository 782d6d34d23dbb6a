// params: parameter counts of models from their shape.

#include "core/catalog/cell.h"
#include "core/validation/area.h"

#include <algorithm>
#include <array>

namespace rackwright {

namespace {

constexpr std::array<std::string_view, 9> answers{"params_b", "active_params_b", "official_params_b", "computed_params_b",
    "computed_active_params_b", "compared_params_b", "difference_percent", "within_1_percent", "caution"};

/// The row as a part: its cells, and what only some families have from the catalog's own row of that id.
Part partOf(const InputRow& row, const Catalog& catalog)
{
    Part part;
    part.kind = PartKind::model;
    part.id = row.text("id");
    part.provenances.push_back({});
    for (const std::string_view column : row.table().header())
        if (const std::string_view cell = row.text(column); !cell.empty())
            part.values.push_back({std::string{column}, std::string{cell}, 0});
    if (const PartPtr shipped = catalog.find(PartKind::model, part.id))
        for (const PartValue& value : shipped->values)
            if (!row.table().indexOf(value.column) && std::ranges::find(answers, value.column) == answers.end())
                part.values.push_back({value.column, value.value, 0});
    std::ranges::sort(part.values, {}, &PartValue::column);
    return part;
}

std::vector<Prediction> predict(const InputRow& row, const EngineData& data)
{
    const Part part = partOf(row, data.catalog);
    const Result<Architecture> architecture = architectureOf(part);
    if (!architecture) return {missingInput("params_b", "1e9", architecture.error().arg("missing"))};
    if (!architecture->missing.empty()) return {missingInput("params_b", "1e9", architecture->missing.front())};
    const ParameterCount count = countParameters(*architecture);
    const auto made = [&](const char* quantity, double value) {
        Prediction prediction;
        prediction.quantity = quantity, prediction.unit = "1e9", prediction.group = architecture->kind;
        prediction.value = Quantity<>::known(value / 1e9);
        return prediction;
    };
    std::vector<Prediction> predictions{made("params_b", count.total())};
    if (architecture->experts > 0) predictions.push_back(made("active_params_b", count.activeTotal));
    return predictions;
}

Published published(const InputRow&, const AnswerCell& cell, const Prediction& prediction, const EngineData&)
{
    return {numberIn(cell(prediction.quantity)), {}, prediction.quantity};
}

} // namespace

AreaRules paramsArea()
{
    return {"params", "models.csv", "layers, hidden, vocab and what the attention and FFN of the family need",
        {answers.begin(), answers.end()}, {"id", "layers", "hidden", "vocab", "params_b"}, predict, published};
}

} // namespace rackwright

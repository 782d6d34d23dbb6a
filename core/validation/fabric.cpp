// fabric: switch and cable counts of reference designs.

#include "core/catalog/cell.h"
#include "core/fabric/clos.h"
#include "core/validation/area.h"

#include <array>

namespace rackwright {

namespace {

constexpr std::array<std::string_view, 7> answers{
    "leaf_switches", "spine_switches", "core_switches", "node_leaf_cables", "leaf_spine_cables", "spine_core_cables", "computed_match"};
constexpr std::array<std::string_view, 4> inputs{"nodes", "gpus_per_node", "rails", "switch_radix"};

std::vector<Prediction> predict(const InputRow& row, const EngineData&)
{
    const auto every = [](auto&& make) {
        std::vector<Prediction> predictions;
        for (std::size_t i = 0; i + 1 < answers.size(); ++i) predictions.push_back(make(std::string{answers[i]}));
        return predictions;
    };
    if (const std::string_view blank = row.firstBlank(inputs); !blank.empty())
        return every([&](const std::string& quantity) { return missingInput(quantity, "", blank); });
    ClosInputs clos;
    clos.nodes = static_cast<std::int64_t>(*row.number("nodes"));
    clos.linksPerNode = static_cast<int>(*row.number("gpus_per_node"));
    clos.rails = static_cast<int>(*row.number("rails"));
    clos.radix = static_cast<int>(*row.number("switch_radix"));
    clos.planes = static_cast<int>(row.number("planes").value_or(1));
    clos.linksPerCable = clos.planes;
    if (row.text("design").find("UFM") != std::string_view::npos) clos.extraLinks = 4;
    if (const std::string_view ratio = row.text("oversubscription"); !ratio.empty() && ratio != "1:1")
        return every(
            [&](const std::string& quantity) { return skipped(quantity, "", "OUT_OF_SCOPE:oversubscription " + std::string{ratio}); });
    const Result<ClosPlan> plan = planClos(clos);
    if (!plan) return every([&](const std::string& quantity) { return skipped(quantity, "", "OUT_OF_SCOPE:" + plan.error().code); });
    const std::array<std::int64_t, 6> counts{
        plan->leafs, plan->spines, plan->cores, plan->nodeLeafCables, plan->leafSpineCables, plan->spineCoreCables};
    std::size_t i = 0;
    return every([&](const std::string& quantity) {
        Prediction prediction;
        prediction.quantity = quantity, prediction.group = row.text("switch_model");
        prediction.value = Quantity<>::known(static_cast<double>(counts[i++]));
        return prediction;
    });
}

Published published(const InputRow&, const AnswerCell& cell, const Prediction& prediction, const EngineData&)
{
    return {numberIn(cell(prediction.quantity)), {}, prediction.quantity};
}

} // namespace

AreaRules fabricArea()
{
    return {"fabric", "published/fabric.csv", "nodes, gpus_per_node, rails, switch_radix", {answers.begin(), answers.end()},
        {"id", "design", "nodes", "gpus_per_node", "rails", "switch_radix", "leaf_switches"}, predict, published};
}

} // namespace rackwright

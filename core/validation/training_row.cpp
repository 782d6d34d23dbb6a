// What the flops and training areas read of a published run.

#include "core/catalog/cell.h"
#include "core/validation/area.h"

#include <algorithm>
#include <array>

namespace rackwright {

namespace {

constexpr std::array<std::string_view, 10> shapeColumns{
    "layers", "hidden", "ffn_hidden", "heads", "kv_heads", "vocab", "experts", "experts_per_token", "moe_ffn_hidden", "head_dim"};

/// The model that the row's name leads to; null when it names none that the catalog has.
PartPtr namedModel(const InputRow& row, const Catalog& catalog, bool& shapeInRow)
{
    shapeInRow = false;
    for (const Alias& alias : catalog.resolve("published/training", "model", row.text("model"))) {
        shapeInRow = alias.shapeInRow;
        if (alias.targetId.empty() || alias.relation == "missing") continue;
        return catalog.find(PartKind::model, alias.targetId);
    }
    return catalog.find(PartKind::model, row.text("model"));
}

void put(Part& part, std::string_view column, std::string_view value)
{
    const auto place = std::ranges::lower_bound(part.values, column, {}, &PartValue::column);
    if (place != part.values.end() && place->column == column)
        place->value = value;
    else
        part.values.insert(place, {std::string{column}, std::string{value}, 0});
}

/// GPT-2's vocabulary, padded to a multiple of 128: what Megatron-LM runs of plain GPT shapes use.
constexpr std::string_view gptVocabulary = "50304";

} // namespace

Result<Architecture> shapeOfTrainingRow(const InputRow& row, const Catalog& catalog)
{
    bool shapeInRow = false;
    const PartPtr model = namedModel(row, catalog, shapeInRow);
    Part part = model ? *model : Part{};
    part.kind = PartKind::model;
    part.id = row.text("model");
    if (part.provenances.empty()) part.provenances.push_back({});
    const bool experts = row.number("experts").value_or(0) > 0;
    for (const std::string_view column : shapeColumns) {
        const std::string_view cell = row.text(column);
        if (cell.empty() || (model && !shapeInRow)) continue;
        // The FFN width of a run with experts may be that of the dense layers or of one expert: the model's own row knows.
        if (model && experts && column == "ffn_hidden") continue;
        put(part, column, cell);
    }
    if (!model) {
        if (part.text("vocab").empty() && !experts) put(part, "vocab", gptVocabulary);
        const double hidden = part.number("hidden").value_or(0), ffn = part.number("ffn_hidden").value_or(0);
        put(part, "gated_ffn", ffn == 4 * hidden ? "0" : "1");
        if (part.text("tied_embeddings").empty()) put(part, "tied_embeddings", ffn == 4 * hidden ? "1" : "0");
    }
    return architectureOf(part);
}

double flopsPerTokenAsCounted(const Architecture& architecture, double sequence, std::string_view basis)
{
    const bool hardware = basis.starts_with("hardware");
    const bool full = hardware || basis.find("full attention") != std::string_view::npos;
    const AttentionConvention convention = full ? AttentionConvention::full : AttentionConvention::causal;
    const double model = trainingFlopsPerToken(architecture, sequence, convention);
    if (!hardware) return model;
    // Full recomputation runs the layers forward once more; the head is not computed again.
    const double layers = matmulParameters(architecture) - static_cast<double>(architecture.vocab * architecture.hidden);
    return model + 2 * layers + attentionFlopsPerToken(architecture, sequence, convention);
}

} // namespace rackwright

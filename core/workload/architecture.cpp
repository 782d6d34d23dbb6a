// From a catalog row to an architecture.
#include "core/workload/architecture.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace rackwright {

namespace {

/// Reads the columns of one row; remembers which needed ones are blank.
class Row {
public:
    explicit Row(const Part& part) : part_{part} { }

    [[nodiscard]] std::int64_t whole(std::string_view column, std::int64_t otherwise = 0) const
    {
        const std::optional<double> number = part_.number(column);
        return number ? static_cast<std::int64_t>(std::clamp(*number, 0.0, 1e12)) : otherwise;
    }
    std::int64_t needed(std::string_view column)
    {
        const std::int64_t number = whole(column);
        if (number <= 0) missing.emplace_back(column);
        return number;
    }
    [[nodiscard]] bool flag(std::string_view column, bool otherwise) const
    {
        const std::optional<double> number = part_.number(column);
        return number ? *number != 0 : otherwise;
    }
    [[nodiscard]] bool states(std::string_view column) const { return part_.find(column) != nullptr; }
    [[nodiscard]] std::string text(std::string_view column) const { return std::string{part_.text(column)}; }
    [[nodiscard]] std::optional<double> billions(std::string_view column) const
    {
        const std::optional<double> number = part_.number(column);
        return number ? std::optional{*number * 1e9} : std::nullopt;
    }

    std::vector<std::string> missing;

private:
    const Part& part_;
};

AttentionKind attentionKindOf(const std::string& text, const std::string& kind)
{
    if (text == "mla") return AttentionKind::latent;
    if (text == "sliding") return AttentionKind::slidingWindow;
    if (text == "hybrid") return AttentionKind::hybrid;
    if (text == "none" || kind == "llm_ssm") return AttentionKind::none;
    return AttentionKind::multiHead;
}

LinearMixerKind linearKindOf(std::string_view text)
{
    for (const auto kind : {LinearMixerKind::mamba1, LinearMixerKind::mamba2, LinearMixerKind::gatedDeltaNet, LinearMixerKind::lightning})
        if (text == toText(kind)) return kind;
    return LinearMixerKind::none;
}

void readAttention(Row& row, Architecture& a)
{
    a.heads = a.attention == AttentionKind::none ? 0 : row.needed("heads");
    a.kvHeads = row.whole("kv_heads", a.heads);
    a.headDim = row.whole("head_dim", a.heads > 0 ? a.hidden / a.heads : 0);
    a.slidingWindow = row.whole("sliding_window");
    a.globalAttentionEvery = row.whole("global_attention_every");
    a.gatedAttention = row.flag("attention_output_gate", false);
    a.indexHeads = row.whole("index_heads");
    a.indexHeadDim = row.whole("index_head_dim");
    if (a.attention == AttentionKind::latent || row.states("kv_lora_rank")) {
        a.kvLoraRank = row.needed("kv_lora_rank");
        a.qkRopeHeadDim = row.needed("qk_rope_head_dim");
        a.qkNopeHeadDim = row.needed("qk_nope_head_dim");
        a.vHeadDim = row.needed("v_head_dim");
        a.qLoraRank = row.whole("q_lora_rank");
    }
    if (a.attention == AttentionKind::slidingWindow) row.needed("sliding_window");
    const bool all = a.attention == AttentionKind::multiHead || a.attention == AttentionKind::latent;
    const std::int64_t every = a.globalAttentionEvery;
    a.attentionLayers = row.whole("attention_layers", all ? a.layers : every > 0 ? a.layers / every : 0);
}

void readMixers(Row& row, Architecture& a)
{
    if (a.attention != AttentionKind::hybrid && a.attention != AttentionKind::none) return;
    if (a.attention == AttentionKind::hybrid) row.needed("attention_layers");
    LinearMixer& m = a.linear;
    m.kind = linearKindOf(row.text("linear_mixer"));
    m.keyHeads = row.whole("linear_key_heads");
    m.keyDim = row.whole("linear_key_dim");
    m.valueDim = row.whole("linear_value_dim", 1);
    m.groups = row.whole("linear_groups", 1);
    m.state = row.whole("linear_state");
    m.conv = row.whole("linear_conv", 4);
    m.dtRank = row.whole("linear_dt_rank");
    if (m.kind == LinearMixerKind::none) {
        row.missing.emplace_back("linear_mixer");
        return;
    }
    m.valueHeads = row.needed("linear_value_heads");
    if (m.kind == LinearMixerKind::mamba1) row.needed("linear_dt_rank");
    if (m.kind == LinearMixerKind::mamba1 || m.kind == LinearMixerKind::mamba2) row.needed("linear_state");
    if (m.kind == LinearMixerKind::gatedDeltaNet) {
        row.needed("linear_key_heads");
        row.needed("linear_key_dim");
    }
    if (row.states("linear_layers")) {
        a.singleBlocks = true;
        a.linearLayers = row.whole("linear_layers");
        a.denseFfnLayers = row.whole("dense_ffn_layers");
        a.moeLayers = row.whole("moe_layers");
    }
}

void readFfn(Row& row, Architecture& a)
{
    a.gatedFfn = row.flag("gated_ffn", true);
    a.experts = row.whole("experts");
    a.sharedExperts = row.whole("shared_experts");
    a.denseLayersFirst = row.whole("dense_layers_first");
    a.moeLayerEvery = std::max<std::int64_t>(1, row.whole("moe_layer_every", 1));
    a.moeLatent = row.whole("moe_latent_hidden");
    a.sharedFfnHidden = row.whole("shared_ffn_hidden");
    if (a.experts > 0) {
        a.expertsPerToken = row.needed("experts_per_token");
        // Where only one width is given it is that of the experts.
        a.moeFfnHidden = row.states("moe_ffn_hidden") ? row.whole("moe_ffn_hidden") : row.needed("ffn_hidden");
        a.ffnHidden = row.whole("ffn_hidden", a.moeFfnHidden);
        const bool denseLayers = a.denseLayersFirst > 0 || a.moeLayerEvery > 1;
        if (denseLayers) row.needed("ffn_hidden");
    } else if (a.kind != "llm_ssm") {
        a.ffnHidden = row.needed("ffn_hidden");
    }
}

/// Biases, norms and positions. `qkv_bias` is none, qkv, attn (with the output) or all (with the FFN); models with all
/// biases are of the GPT form: LayerNorm and, with tied embeddings, learned positions.
void readDetails(const Row& row, Architecture& a, bool gptForm)
{
    const std::string bias = row.states("qkv_bias") ? row.text("qkv_bias") : gptForm ? "all" : "none";
    a.qkvBias = bias == "qkv" || bias == "attn" || bias == "all";
    a.outputBias = bias == "attn" || bias == "all";
    a.ffnBias = row.flag("ffn_bias", bias == "all");
    a.layerNorm = row.flag("layer_norm", bias == "all");
    a.learnedPositions = row.flag("learned_positions", bias == "all" && (a.tiedEmbeddings || a.kind == "vision"));
}

/// Rows of pre-training shapes do not state whether embedding and head are tied: the choice nearer to the published size.
bool tiedByPublishedSize(Architecture a)
{
    if (!a.officialParameters) return false;
    a.tiedEmbeddings = true;
    const double tied = countParameters(a).total();
    a.tiedEmbeddings = false;
    const double untied = countParameters(a).total();
    return std::abs(tied - *a.officialParameters) < std::abs(untied - *a.officialParameters);
}

} // namespace

std::string_view toText(LinearMixerKind kind)
{
    switch (kind) {
    case LinearMixerKind::none: return "none";
    case LinearMixerKind::mamba1: return "mamba1";
    case LinearMixerKind::mamba2: return "mamba2";
    case LinearMixerKind::gatedDeltaNet: return "gated_delta_net";
    case LinearMixerKind::lightning: return "lightning";
    }
    return "none";
}

bool hasCache(const Architecture& a)
{
    return a.kind.starts_with("llm") || a.kind == "speech";
}

Result<Architecture> architectureOf(const Part& model)
{
    Row row{model};
    Architecture a;
    a.id = model.id;
    const bool shapeOnly = !row.states("kind"); // a pre-training shape, not a released model
    a.kind = shapeOnly ? (row.whole("experts") > 0 ? "llm_moe" : "llm_dense") : row.text("kind");
    a.layers = row.needed("layers");
    a.hidden = row.needed("hidden");
    a.vocab = a.kind == "vision" ? 0 : row.needed("vocab");
    a.maxContext = row.whole("max_context", row.whole("seq_len"));
    a.attention = attentionKindOf(row.text("attention"), a.kind);
    a.officialParameters = row.billions("params_b");
    a.officialActiveParameters = row.billions("active_params_b");
    a.nativeFormat = row.text("native_dtype");
    a.stateBytesPerSequence = model.number("state_bytes_per_sequence").value_or(0);
    a.encoderLayers = row.whole("encoder_layers");
    a.encoderPositions = row.whole("encoder_positions");
    a.mtpLayers = row.whole("mtp_layers");
    a.inputChannels = row.whole("input_channels", a.kind == "vision" ? 3 : 0);
    if (a.kind == "vision") {
        a.patchSize = row.needed("patch_size");
        a.classes = row.needed("classes");
    }
    if (a.kind == "speech") row.needed("encoder_layers");
    readAttention(row, a);
    readFfn(row, a);
    const bool gptForm = a.kind == "encoder" || a.kind == "vision" || a.kind == "speech" || (shapeOnly && !a.gatedFfn);
    a.tiedEmbeddings = row.flag("tied_embeddings", false);
    readDetails(row, a, gptForm);
    readMixers(row, a);
    const bool bare = a.layers <= 0 || a.hidden <= 0 || (a.vocab <= 0 && a.kind != "vision");
    if (bare || (!row.missing.empty() && !a.officialParameters))
        return fail("MODEL-NO-SHAPE", {{"model", model.id}, {"missing", fmt::format("{}", fmt::join(row.missing, ", "))}});
    a.missing = std::move(row.missing);
    if (shapeOnly && !row.states("tied_embeddings")) {
        a.tiedEmbeddings = tiedByPublishedSize(a);
        readDetails(row, a, gptForm);
    }
    return a;
}

} // namespace rackwright

#include "core/workload/model_part.h"

#include <algorithm>
#include <fmt/format.h>

namespace rackwright {

namespace {

std::string attentionText(const Architecture& a)
{
    switch (a.attention) {
    case AttentionKind::latent: return "mla";
    case AttentionKind::slidingWindow: return "sliding";
    case AttentionKind::hybrid: return "hybrid";
    case AttentionKind::none: return "none";
    case AttentionKind::multiHead: break;
    }
    return a.kvHeads == a.heads ? "mha" : a.kvHeads == 1 ? "mqa" : "gqa";
}

std::string biasText(const Architecture& a)
{
    if (!a.qkvBias) return "none";
    if (!a.outputBias) return "qkv";
    return a.ffnBias ? "all" : "attn";
}

/// Collects stated cells; zero counts stay blank.
class Cells {
public:
    explicit Cells(Part& part) : part_{part} { }
    void text(std::string column, std::string value)
    {
        if (!value.empty()) part_.values.push_back({std::move(column), std::move(value), 0});
    }
    void count(std::string column, std::int64_t value)
    {
        if (value != 0) text(std::move(column), fmt::format("{}", value));
    }
    void flag(std::string column, bool value) { text(std::move(column), value ? "1" : "0"); }

private:
    Part& part_;
};

void addAttention(Cells& cells, const Architecture& a)
{
    cells.text("attention", attentionText(a));
    cells.count("heads", a.heads);
    cells.count("kv_heads", a.kvHeads);
    cells.count("head_dim", a.headDim);
    cells.count("sliding_window", a.slidingWindow);
    cells.count("global_attention_every", a.globalAttentionEvery);
    cells.text("attention_layers", fmt::format("{}", a.attentionLayers));
    cells.count("kv_lora_rank", a.kvLoraRank);
    cells.count("q_lora_rank", a.qLoraRank);
    cells.count("qk_rope_head_dim", a.qkRopeHeadDim);
    cells.count("qk_nope_head_dim", a.qkNopeHeadDim);
    cells.count("v_head_dim", a.vHeadDim);
    cells.count("index_heads", a.indexHeads);
    cells.count("index_head_dim", a.indexHeadDim);
    cells.flag("attention_output_gate", a.gatedAttention);
}

void addMixer(Cells& cells, const Architecture& a)
{
    const LinearMixer& m = a.linear;
    if (a.stateBytesPerSequence > 0) cells.text("state_bytes_per_sequence", fmt::format("{}", a.stateBytesPerSequence));
    if (m.kind == LinearMixerKind::none) return;
    cells.text("linear_mixer", std::string{toText(m.kind)});
    cells.count("linear_key_heads", m.keyHeads);
    cells.count("linear_key_dim", m.keyDim);
    cells.count("linear_value_heads", m.valueHeads);
    cells.count("linear_value_dim", m.valueDim);
    cells.count("linear_groups", m.groups);
    cells.count("linear_state", m.state);
    cells.text("linear_conv", fmt::format("{}", m.conv));
    cells.count("linear_dt_rank", m.dtRank);
    if (!a.singleBlocks) return;
    cells.text("linear_layers", fmt::format("{}", a.linearLayers));
    cells.count("dense_ffn_layers", a.denseFfnLayers);
    cells.count("moe_layers", a.moeLayers);
}

void addFfn(Cells& cells, const Architecture& a)
{
    cells.count("ffn_hidden", a.ffnHidden);
    cells.flag("gated_ffn", a.gatedFfn);
    if (a.experts == 0) return;
    cells.count("experts", a.experts);
    cells.count("experts_per_token", a.expertsPerToken);
    cells.count("shared_experts", a.sharedExperts);
    cells.count("moe_ffn_hidden", a.moeFfnHidden);
    cells.count("dense_layers_first", a.denseLayersFirst);
    cells.count("moe_layer_every", a.moeLayerEvery);
    cells.count("shared_ffn_hidden", a.sharedFfnHidden);
    cells.count("moe_latent_hidden", a.moeLatent);
}

void addRest(Cells& cells, const Architecture& a)
{
    cells.text("qkv_bias", biasText(a));
    cells.flag("ffn_bias", a.ffnBias);
    cells.flag("layer_norm", a.layerNorm);
    cells.flag("learned_positions", a.learnedPositions);
    cells.flag("tied_embeddings", a.tiedEmbeddings);
    cells.text("native_dtype", a.nativeFormat);
    cells.count("encoder_layers", a.encoderLayers);
    cells.count("encoder_positions", a.encoderPositions);
    cells.count("patch_size", a.patchSize);
    cells.count("classes", a.classes);
    cells.count("input_channels", a.inputChannels);
    cells.count("mtp_layers", a.mtpLayers);
}

} // namespace

Part modelPartOf(const Architecture& a, const Provenance& provenance)
{
    Part part;
    part.kind = PartKind::model;
    part.id = a.id;
    part.provenances.push_back(provenance);
    Cells cells{part};
    const ParameterCount count = countParameters(a);
    cells.text("kind", a.kind);
    cells.text("name", a.id);
    cells.text("params_b", fmt::format("{}", a.officialParameters.value_or(count.total()) / 1e9));
    cells.text("active_params_b", fmt::format("{}", a.officialActiveParameters.value_or(count.activeTotal) / 1e9));
    cells.count("layers", a.layers);
    cells.count("hidden", a.hidden);
    cells.count("vocab", a.vocab);
    cells.count("max_context", a.maxContext);
    addAttention(cells, a);
    addMixer(cells, a);
    addFfn(cells, a);
    addRest(cells, a);
    std::ranges::sort(part.values, {}, &PartValue::column);
    return part;
}

} // namespace rackwright

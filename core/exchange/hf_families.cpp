// How the model families of Hugging Face name the parts of their shape. Defaults that a family leaves out of its
// config.json are those of its configuration class in the `transformers` library.
#include "core/exchange/hf_fields.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>

namespace rackwright {

namespace {

constexpr std::int64_t maxLayers = 10'000, maxWidth = 10'000'000, maxHeads = 100'000, maxExperts = 100'000, maxVocab = 100'000'000;

/// What a family has that its config.json need not say.
struct Family {
    std::string_view types; ///< space-separated model types
    bool gated = true, tied = false, qkvBias = false, outputBias = false, ffnBias = false, layerNorm = false, positions = false;
    std::int64_t windowEvery = 0; ///< one layer in n attends globally beside windows; 0: no alternation
};

// clang-format off
constexpr std::array families{
    Family{"llama mistral mistral3 ministral mixtral qwen3 qwen3_moe deepseek_v2 deepseek_v3 deepseek_v32 kimi_k2 phi3 phimoe glm glm4 "
           "minimax_m2 minimax minimax_text_01 minimax_m1 olmo olmo2 granite internlm2 stablelm dbrx jamba baichuan exaone exaone4 "
           "seed_oss smollm3 glm4_moe glm4_moe_lite glm_moe_dsa ernie4_5 ernie4_5_moe hunyuan_v1_moe"},
    Family{"llama4 llama4_text", true, false, false, false, false, false, false, 4},
    Family{"qwen2 qwen2_moe qwen2_vl qwen2_5_vl qwen2_vl_text qwen2_5_vl_text qwen", true, false, true},
    Family{"qwen3_next qwen3_5 qwen3_5_text qwen3_5_moe qwen3_5_moe_text"},
    Family{"gemma", true, true},
    Family{"gemma2", true, true, false, false, false, false, false, 2},
    Family{"gemma3 gemma3_text gemma4 gemma4_text", true, true, false, false, false, false, false, 6},
    Family{"gpt_oss", true, false, true, true, true, false, false, 2},
    Family{"cohere", true, true, false, false, false, true},
    Family{"cohere2", true, true, false, false, false, true, false, 4},
    Family{"gpt2 opt", false, true, true, true, true, true, true},
    Family{"bloom", false, true, true, true, true, true},
    Family{"gpt_neox", false, false, true, true, true, true},
    Family{"gptj", false, false, false, false, true, true},
    Family{"mpt", false, true, false, false, false, true},
    Family{"falcon RefinedWeb RefinedWebModel", false, true, false, false, false, true},
    Family{"phi phi-msft", false, false, true, true, true, true},
    Family{"starcoder2", false, true, true, true, true, true},
    Family{"nemotron nemotron_h", false, false, false, false, false, false},
    Family{"mamba falcon_mamba", true, true},
    Family{"bert roberta xlm-roberta camembert electra", false, true, true, true, true, true, true},
    Family{"vit", false, false, true, true, true, true, true},
    Family{"whisper", false, true, true, true, true, true, true},
};
// clang-format on

bool lists(std::string_view types, std::string_view type)
{
    for (std::size_t at = 0; at < types.size();) {
        const std::size_t end = std::min(types.find(' ', at), types.size());
        if (types.substr(at, end - at) == type) return true;
        at = end + 1;
    }
    return false;
}

bool oneOf(std::string_view type, std::string_view types)
{
    return lists(types, type);
}

Family familyOf(HfFields& f)
{
    for (const Family& family : families)
        if (lists(family.types, f.modelType())) return family;
    f.note(fmt::format("model_type {} is not known: read as a decoder with gated FFN and no biases", f.modelType().substr(0, 60)));
    return Family{};
}

std::string formatOf(const HfFields& f)
{
    const std::string method = f.text("quantization_config.quant_method");
    if (!method.empty()) return method;
    const std::string type = f.text("torch_dtype").empty() ? f.text("dtype") : f.text("torch_dtype");
    if (type == "bfloat16") return "bf16";
    if (type == "float16") return "fp16";
    if (type == "float32") return "fp32";
    return type;
}

/// Layers of one name in a list such as `layer_types`.
std::int64_t countIn(const std::vector<std::string>& list, std::string_view name)
{
    return std::ranges::count(list, name);
}

void readCommon(HfFields& f, Architecture& a, const Family& family)
{
    a.kind = "llm_dense";
    a.hidden = f.needed({"hidden_size", "n_embd", "d_model", "n_embed"}, maxWidth);
    a.layers = f.needed({"num_hidden_layers", "n_layer", "n_layers", "num_layers"}, maxLayers);
    a.vocab = f.needed({"vocab_size", "padded_vocab_size"}, maxVocab);
    a.maxContext =
        f.whole({"max_position_embeddings", "n_positions", "max_seq_len", "seq_length", "model_max_length"}, 0, 0, 1'000'000'000);
    a.tiedEmbeddings = f.flag("tie_word_embeddings", family.tied);
    a.gatedFfn = family.gated;
    a.qkvBias = family.qkvBias, a.outputBias = family.outputBias, a.ffnBias = family.ffnBias;
    a.layerNorm = family.layerNorm, a.learnedPositions = family.positions;
    a.nativeFormat = formatOf(f);
    a.mtpLayers = f.whole({"num_nextn_predict_layers", "num_mtp_modules", "mtp_num_hidden_layers"}, 0, 0, 100);
    if (f.states("attention_bias")) {
        a.qkvBias = f.flag("attention_bias", a.qkvBias);
        if (!oneOf(f.modelType(), "glm4_moe glm glm4 qwen2 qwen2_moe")) a.outputBias = a.qkvBias;
    }
    if (f.states("mlp_bias")) a.ffnBias = f.flag("mlp_bias", a.ffnBias);
    if (f.states("use_bias") || f.states("bias"))
        a.qkvBias = a.outputBias = a.ffnBias = f.flag(f.states("use_bias") ? "use_bias" : "bias", a.ffnBias);
}

void readHeads(HfFields& f, Architecture& a)
{
    a.attention = AttentionKind::multiHead;
    a.heads = f.needed({"num_attention_heads", "n_head", "n_heads"}, maxHeads);
    a.kvHeads = f.whole({"num_key_value_heads", "num_kv_heads", "attn_config.kv_n_heads", "multi_query_group_num"}, a.heads, 1, maxHeads);
    if (oneOf(f.modelType(), "falcon RefinedWeb RefinedWebModel") && !f.flag("new_decoder_architecture", false))
        a.kvHeads = f.flag("multi_query", true) ? 1 : a.heads;
    a.headDim = f.whole({"head_dim", "attention_head_dim", "kv_channels"}, a.hidden / a.heads, 1, maxWidth);
    if (a.headDim < 1) f.refuse("num_attention_heads", std::to_string(a.heads), "at most hidden_size");
    if (a.kvHeads > a.heads) f.refuse("num_key_value_heads", std::to_string(a.kvHeads), "at most num_attention_heads");
    a.attentionLayers = a.layers;
    a.gatedAttention = f.flag("attn_output_gate", oneOf(f.modelType(), "qwen3_next"));
    if (!f.states("kv_lora_rank")) return;
    a.attention = AttentionKind::latent;
    a.kvLoraRank = f.needed({"kv_lora_rank"}, maxWidth);
    a.qLoraRank = f.whole({"q_lora_rank"}, 0, 0, maxWidth);
    a.qkRopeHeadDim = f.needed({"qk_rope_head_dim"}, maxWidth);
    a.qkNopeHeadDim = f.needed({"qk_nope_head_dim"}, maxWidth);
    a.vHeadDim = f.needed({"v_head_dim"}, maxWidth);
    a.headDim = a.qkNopeHeadDim + a.qkRopeHeadDim;
    a.indexHeads = f.whole({"index_n_heads"}, 0, 0, maxHeads);
    a.indexHeadDim = f.whole({"index_head_dim"}, 0, 0, maxWidth);
}

/// Windows: the kind of every layer where it is listed, else the period, else all layers.
void readWindows(HfFields& f, Architecture& a, const Family& family)
{
    const bool chunked = f.states("attention_chunk_size");
    const std::int64_t window =
        chunked ? f.whole({"attention_chunk_size"}, 0, 0, 1'000'000'000) : f.whole({"sliding_window"}, 0, 0, 1'000'000'000);
    const bool used = f.flag("use_sliding_window", true);
    if (window <= 0 || !used || a.attention != AttentionKind::multiHead) return;
    if (a.maxContext > 0 && window >= a.maxContext) return; // wider than any sequence
    const std::vector<std::string>* kinds = f.list("layer_types");
    const std::int64_t every = f.whole({"sliding_window_pattern", "no_rope_layer_interval"}, family.windowEvery, 0, maxLayers);
    if (kinds && std::ssize(*kinds) == a.layers) {
        a.attentionLayers = countIn(*kinds, "full_attention");
        if (every > 1 && a.attentionLayers == a.layers / every) a.globalAttentionEvery = every;
    } else if (every > 1) {
        a.globalAttentionEvery = every, a.attentionLayers = a.layers / every;
    } else {
        a.attentionLayers = f.states("max_window_layers") ? std::min(a.layers, f.whole({"max_window_layers"}, 0, 0, maxLayers)) : 0;
    }
    if (a.attentionLayers >= a.layers) return;
    a.attention = AttentionKind::slidingWindow;
    a.slidingWindow = window;
}

void readDenseFfn(HfFields& f, Architecture& a)
{
    const std::int64_t times = f.whole({"expansion_ratio"}, 4, 1, 1000);
    const bool implied = oneOf(f.modelType(), "gpt2 gptj bloom mpt falcon RefinedWeb RefinedWebModel");
    const HfFields::Names names{
        "intermediate_size_mlp", "intermediate_size", "ffn_dim", "n_inner", "ffn_hidden_size", "ffn_config.ffn_hidden_size"};
    a.ffnHidden = implied ? f.whole(names, times * a.hidden, 1, maxWidth) : f.needed(names, maxWidth);
}

void readExperts(HfFields& f, Architecture& a)
{
    a.experts = f.whole(
        {"n_routed_experts", "num_local_experts", "num_experts", "moe_num_experts", "ffn_config.moe_num_experts"}, 0, 0, maxExperts);
    if (a.experts <= 1) {
        a.experts = 0;
        return;
    }
    a.kind = "llm_moe";
    a.expertsPerToken =
        f.needed({"num_experts_per_tok", "num_experts_per_token", "moe_top_k", "moe_k", "ffn_config.moe_top_k"}, maxExperts);
    if (a.expertsPerToken > a.experts) f.refuse("num_experts_per_tok", std::to_string(a.expertsPerToken), "at most the experts");
    // Where only `intermediate_size` is given it is the width of an expert.
    a.moeFfnHidden = f.needed({"moe_intermediate_size", "intermediate_size", "ffn_config.ffn_hidden_size"}, maxWidth);
    const bool oneShared = oneOf(f.modelType(), "llama4 llama4_text");
    a.sharedExperts = f.whole({"n_shared_experts", "num_shared_experts", "moe_num_shared_experts"}, oneShared ? 1 : 0, 0, 1000);
    a.sharedFfnHidden =
        f.whole({"shared_expert_intermediate_size", "moe_shared_expert_intermediate_size", "shared_intermediate_size"}, 0, 0, maxWidth);
    if (a.sharedFfnHidden > 0) a.sharedExperts = std::max<std::int64_t>(a.sharedExperts, 1);
    a.moeLatent = f.whole({"moe_latent_size"}, 0, 0, maxWidth);
    a.denseLayersFirst = f.whole({"first_k_dense_replace"}, 0, 0, maxLayers);
    if (f.list("moe_layer_freq")) return; // one flag a layer: the dense ones come first
    a.moeLayerEvery =
        f.whole({"interleave_moe_layer_step", "decoder_sparse_step", "moe_layer_freq", "expert_layer_period"}, 1, 1, maxLayers);
}

// ---- hybrids and state-space models ------------------------------------------------------------------------------------

void readGatedDeltaNet(HfFields& f, Architecture& a)
{
    a.kind = "llm_hybrid", a.attention = AttentionKind::hybrid;
    const std::vector<std::string>* kinds = f.list("layer_types");
    a.globalAttentionEvery = f.whole({"full_attention_interval"}, 4, 1, maxLayers);
    a.attentionLayers = a.layers / a.globalAttentionEvery;
    if (kinds && std::ssize(*kinds) == a.layers && countIn(*kinds, "full_attention") != a.attentionLayers)
        a.attentionLayers = countIn(*kinds, "full_attention"), a.globalAttentionEvery = 0;
    a.gatedAttention = f.flag("attn_output_gate", true);
    a.linear.kind = LinearMixerKind::gatedDeltaNet;
    a.linear.keyHeads = f.needed({"linear_num_key_heads"}, maxHeads);
    a.linear.keyDim = f.needed({"linear_key_head_dim"}, maxWidth);
    a.linear.valueHeads = f.needed({"linear_num_value_heads"}, maxHeads);
    a.linear.valueDim = f.needed({"linear_value_head_dim"}, maxWidth);
    a.linear.conv = f.whole({"linear_conv_kernel_dim"}, 4, 1, 1000);
    a.linear.groups = 1;
}

/// Nemotron-H: one block a layer, as a string of M (Mamba-2), - (FFN), E (experts) and * (attention).
void readNemotronH(HfFields& f, Architecture& a)
{
    const std::string pattern = f.text("hybrid_override_pattern");
    if (std::ssize(pattern) != a.layers || pattern.find_first_not_of("M-E*") != std::string::npos)
        return f.refuse("hybrid_override_pattern", pattern, fmt::format("{} letters of M, -, E and *", a.layers));
    a.kind = "llm_hybrid", a.attention = AttentionKind::hybrid, a.singleBlocks = true;
    a.attentionLayers = std::ranges::count(pattern, '*');
    a.linearLayers = std::ranges::count(pattern, 'M');
    a.denseFfnLayers = std::ranges::count(pattern, '-');
    a.moeLayers = std::ranges::count(pattern, 'E');
    if (a.moeLayers == 0) a.experts = 0;
    a.linear.kind = LinearMixerKind::mamba2;
    a.linear.valueHeads = f.needed({"mamba_num_heads"}, maxHeads);
    a.linear.valueDim = f.needed({"mamba_head_dim"}, maxWidth);
    a.linear.groups = f.needed({"n_groups"}, maxHeads);
    a.linear.state = f.needed({"ssm_state_size"}, maxWidth);
    a.linear.conv = f.whole({"conv_kernel"}, 4, 1, 1000);
}

std::int64_t dtRank(HfFields& f, std::string_view name, std::int64_t hidden)
{
    if (!f.states(name) || f.text(name) == "auto") return (hidden + 15) / 16;
    return f.whole({name}, 1, 1, maxWidth);
}

void readMamba1(HfFields& f, Architecture& a, bool jamba)
{
    LinearMixer& m = a.linear;
    m.kind = LinearMixerKind::mamba1;
    m.valueHeads = a.hidden * f.whole({jamba ? "mamba_expand" : "expand"}, 2, 1, 100);
    m.valueDim = m.groups = 1;
    m.state = f.whole({jamba ? "mamba_d_state" : "state_size"}, 16, 1, maxWidth);
    m.conv = f.whole({jamba ? "mamba_d_conv" : "conv_kernel"}, 4, 1, 1000);
    m.dtRank = dtRank(f, jamba ? "mamba_dt_rank" : "time_step_rank", a.hidden);
    if (!jamba) {
        a.kind = "llm_ssm", a.attention = AttentionKind::none;
        return;
    }
    a.kind = "llm_hybrid", a.attention = AttentionKind::hybrid;
    a.globalAttentionEvery = f.needed({"attn_layer_period"}, maxLayers);
    a.attentionLayers = a.layers / a.globalAttentionEvery;
}

/// MiniMax-Text-01: lightning attention but for the layers whose entry in `attn_type_list` is 1.
void readLightning(HfFields& f, Architecture& a)
{
    const std::vector<std::string>* kinds = f.list("attn_type_list");
    const std::vector<std::string>* names = f.list("layer_types");
    if ((!kinds || std::ssize(*kinds) != a.layers) && (!names || std::ssize(*names) != a.layers))
        return f.refuse("attn_type_list", "nothing", fmt::format("{} entries", a.layers));
    a.kind = "llm_hybrid", a.attention = AttentionKind::hybrid;
    a.attentionLayers = kinds ? countIn(*kinds, "1") : countIn(*names, "full_attention");
    a.linear = {LinearMixerKind::lightning, 0, 0, a.heads, a.headDim, 1, 0, 0, 0};
}

// ---- encoders ----------------------------------------------------------------------------------------------------------

void readWhisper(HfFields& f, Architecture& a)
{
    a.kind = "speech";
    a.hidden = f.needed({"d_model"}, maxWidth);
    a.encoderLayers = f.needed({"encoder_layers"}, maxLayers);
    a.layers = a.encoderLayers + f.needed({"decoder_layers"}, maxLayers);
    a.vocab = f.needed({"vocab_size"}, maxVocab);
    a.heads = a.kvHeads = f.needed({"decoder_attention_heads"}, maxHeads);
    a.headDim = a.hidden / a.heads;
    a.ffnHidden = f.needed({"decoder_ffn_dim"}, maxWidth);
    a.encoderPositions = f.whole({"max_source_positions"}, 1500, 1, maxWidth);
    a.maxContext = f.whole({"max_target_positions"}, 448, 1, maxWidth);
    a.inputChannels = f.whole({"num_mel_bins"}, 80, 1, 10'000);
    a.attentionLayers = a.layers;
    a.gatedFfn = false;
    a.tiedEmbeddings = a.qkvBias = a.outputBias = a.ffnBias = a.layerNorm = a.learnedPositions = true;
    a.nativeFormat = formatOf(f);
}

void readVit(HfFields& f, Architecture& a)
{
    a.kind = "vision", a.vocab = 0;
    a.patchSize = f.needed({"patch_size"}, 10'000);
    a.inputChannels = f.whole({"num_channels"}, 3, 1, 1000);
    const std::int64_t side = f.needed({"image_size"}, 100'000) / a.patchSize;
    a.maxContext = side * side + 1;
    a.classes = f.whole({"num_labels"}, 1000, 1, 10'000'000);
}

} // namespace

void readHfFamily(HfFields& f, Architecture& a)
{
    const std::string_view type = f.modelType();
    const Family family = familyOf(f);
    if (type == "whisper") return readWhisper(f, a);
    if (type == "mamba" || type == "falcon_mamba") {
        readCommon(f, a, family);
        return readMamba1(f, a, false);
    }
    if (type == "vit") { // has no vocabulary
        a.hidden = f.needed({"hidden_size"}, maxWidth), a.layers = f.needed({"num_hidden_layers"}, maxLayers);
        a.gatedFfn = false;
        a.qkvBias = a.outputBias = a.ffnBias = a.layerNorm = a.learnedPositions = true;
    } else {
        readCommon(f, a, family);
    }
    if (f.error()) return;
    readHeads(f, a);
    readDenseFfn(f, a);
    if (type == "vit") return readVit(f, a);
    if (oneOf(type, "bert roberta xlm-roberta camembert electra")) a.kind = "encoder";
    readExperts(f, a);
    readWindows(f, a, family);
    if (f.states("linear_num_value_heads"))
        readGatedDeltaNet(f, a);
    else if (f.states("hybrid_override_pattern"))
        readNemotronH(f, a);
    else if (type == "jamba")
        readMamba1(f, a, true);
    else if (f.states("attn_type_list") || type == "minimax")
        readLightning(f, a);
}

} // namespace rackwright

#include "core/exchange/hf_config.h"
#include "core/workload/model_part.h"

#include <algorithm>
#include <gtest/gtest.h>

namespace rackwright {
namespace {

Architecture read(const char* text)
{
    const auto model = readHfConfig(text, "model");
    EXPECT_TRUE(model) << (model ? "" : model.error().code) << ' ' << (model ? "" : model.error().arg("key"));
    return model ? model->architecture : Architecture{};
}

struct PublishedModel {
    std::string_view name;
    const char* config;
    double parameters; ///< elements of the released checkpoint, without modules for multi-token prediction
    double cacheBytesPerToken; ///< 16 bit, growing part
};

// Shapes as in the config.json of the released models; counts from their cards.
const PublishedModel published[] = {
    {"Llama 3.1 8B",
        R"({"model_type":"llama","architectures":["LlamaForCausalLM"],"hidden_size":4096,"intermediate_size":14336,"num_hidden_layers":32,
        "num_attention_heads":32,"num_key_value_heads":8,"vocab_size":128256,"max_position_embeddings":131072,"attention_bias":false,"mlp_bias":false,
        "tie_word_embeddings":false,"torch_dtype":"bfloat16","rope_scaling":{"factor":8.0,"rope_type":"llama3"},"eos_token_id":[128001,128008]})",
        8030261248.0, 131072},
    {"Llama 3.2 1B", R"({"model_type":"llama","hidden_size":2048,"intermediate_size":8192,"num_hidden_layers":16,"num_attention_heads":32,
        "num_key_value_heads":8,"head_dim":64,"vocab_size":128256,"tie_word_embeddings":true})",
        1235814400.0, 32768},
    {"Mistral 7B v0.3",
        R"({"model_type":"mistral","hidden_size":4096,"intermediate_size":14336,"num_hidden_layers":32,"num_attention_heads":32,
        "num_key_value_heads":8,"vocab_size":32768,"max_position_embeddings":32768,"sliding_window":null})",
        7248023552.0, 131072},
    {"Mistral 7B v0.1",
        R"({"model_type":"mistral","hidden_size":4096,"intermediate_size":14336,"num_hidden_layers":32,"num_attention_heads":32,
        "num_key_value_heads":8,"vocab_size":32000,"max_position_embeddings":32768,"sliding_window":4096})",
        7241732096.0, 0},
    {"Mixtral 8x7B",
        R"({"model_type":"mixtral","hidden_size":4096,"intermediate_size":14336,"num_hidden_layers":32,"num_attention_heads":32,
        "num_key_value_heads":8,"vocab_size":32000,"num_local_experts":8,"num_experts_per_tok":2,"sliding_window":null})",
        46702792704.0, 131072},
    {"Qwen2.5 7B", R"({"model_type":"qwen2","hidden_size":3584,"intermediate_size":18944,"num_hidden_layers":28,"num_attention_heads":28,
        "num_key_value_heads":4,"vocab_size":152064,"max_position_embeddings":131072,"sliding_window":131072,"use_sliding_window":false,
        "max_window_layers":28,"tie_word_embeddings":false})",
        7615616512.0, 57344},
    {"Qwen3 30B-A3B",
        R"({"model_type":"qwen3_moe","hidden_size":2048,"intermediate_size":6144,"moe_intermediate_size":768,"num_hidden_layers":48,
        "num_attention_heads":32,"num_key_value_heads":4,"head_dim":128,"vocab_size":151936,"num_experts":128,"num_experts_per_tok":8,
        "decoder_sparse_step":1,"mlp_only_layers":[]})",
        30532122624.0, 98304},
    {"Gemma 2 9B", R"({"model_type":"gemma2","hidden_size":3584,"intermediate_size":14336,"num_hidden_layers":42,"num_attention_heads":16,
        "num_key_value_heads":8,"head_dim":256,"vocab_size":256000,"max_position_embeddings":8192,"sliding_window":4096})",
        9241705984.0, 172032},
    {"Gemma 3 27B", R"({"model_type":"gemma3","text_config":{"model_type":"gemma3_text","hidden_size":5376,"intermediate_size":21504,
        "num_hidden_layers":62,"num_attention_heads":32,"num_key_value_heads":16,"head_dim":128,"vocab_size":262208,"max_position_embeddings":131072,
        "sliding_window":1024,"sliding_window_pattern":6},"vision_config":{"hidden_size":1152}})",
        27009002240.0, 81920},
    {"DeepSeek-V3",
        R"({"model_type":"deepseek_v3","hidden_size":7168,"intermediate_size":18432,"moe_intermediate_size":2048,"num_hidden_layers":61,
        "num_attention_heads":128,"num_key_value_heads":128,"vocab_size":129280,"n_routed_experts":256,"n_shared_experts":1,"num_experts_per_tok":8,
        "first_k_dense_replace":3,"moe_layer_freq":1,"kv_lora_rank":512,"q_lora_rank":1536,"qk_nope_head_dim":128,"qk_rope_head_dim":64,
        "v_head_dim":128,"num_nextn_predict_layers":1,"attention_bias":false,"quantization_config":{"quant_method":"fp8",
        "weight_block_size":[128,128]}})",
        671026419200.0, 70272},
    {"DeepSeek-V2 Lite",
        R"({"model_type":"deepseek_v2","hidden_size":2048,"intermediate_size":10944,"moe_intermediate_size":1408,"num_hidden_layers":27,
        "num_attention_heads":16,"num_key_value_heads":16,"vocab_size":102400,"n_routed_experts":64,"n_shared_experts":2,"num_experts_per_tok":6,
        "first_k_dense_replace":1,"moe_layer_freq":1,"kv_lora_rank":512,"q_lora_rank":null,"qk_nope_head_dim":128,"qk_rope_head_dim":64,
        "v_head_dim":128})",
        15706484224.0, 31104},
    {"Kimi K2", R"({"model_type":"kimi_k2","hidden_size":7168,"intermediate_size":18432,"moe_intermediate_size":2048,"num_hidden_layers":61,
        "num_attention_heads":64,"num_key_value_heads":64,"vocab_size":163840,"n_routed_experts":384,"n_shared_experts":1,"num_experts_per_tok":8,
        "first_k_dense_replace":1,"kv_lora_rank":512,"q_lora_rank":1536,"qk_nope_head_dim":128,"qk_rope_head_dim":64,"v_head_dim":128})",
        1026408232448.0, 70272},
    {"GLM-4.5 Air",
        R"({"model_type":"glm4_moe","hidden_size":4096,"intermediate_size":10944,"moe_intermediate_size":1408,"num_hidden_layers":46,
        "num_attention_heads":96,"num_key_value_heads":8,"head_dim":128,"vocab_size":151552,"n_routed_experts":128,"n_shared_experts":1,
        "num_experts_per_tok":8,"first_k_dense_replace":1,"attention_bias":true})",
        106852251264.0, 188416},
    {"gpt-oss-120b", R"({"model_type":"gpt_oss","hidden_size":2880,"intermediate_size":2880,"num_hidden_layers":36,"num_attention_heads":64,
        "num_key_value_heads":8,"head_dim":64,"vocab_size":201088,"num_local_experts":128,"num_experts_per_tok":4,"experts_per_token":4,
        "attention_bias":true,"sliding_window":128,"max_position_embeddings":131072,"quantization_config":{"quant_method":"mxfp4"}})",
        116829156672.0, 36864},
    {"Llama 4 Maverick", R"({"model_type":"llama4","text_config":{"model_type":"llama4_text","hidden_size":5120,"intermediate_size":8192,
        "intermediate_size_mlp":16384,"num_hidden_layers":48,"num_attention_heads":40,"num_key_value_heads":8,"head_dim":128,"vocab_size":202048,
        "num_local_experts":128,"num_experts_per_tok":1,"interleave_moe_layer_step":2,"attention_chunk_size":8192,"max_position_embeddings":1048576}})",
        400711848960.0, 49152},
    {"Phi-3 mini", R"({"model_type":"phi3","hidden_size":3072,"intermediate_size":8192,"num_hidden_layers":32,"num_attention_heads":32,
        "num_key_value_heads":32,"vocab_size":32064,"max_position_embeddings":131072,"sliding_window":262144})",
        3821079552.0, 393216},
    {"Phi-3.5 MoE", R"({"model_type":"phimoe","hidden_size":4096,"intermediate_size":6400,"num_hidden_layers":32,"num_attention_heads":32,
        "num_key_value_heads":8,"vocab_size":32064,"num_local_experts":16,"num_experts_per_tok":2,"attention_bias":true,"sliding_window":131072,
        "max_position_embeddings":131072})",
        41873153344.0, 131072},
    {"GPT-2", R"({"model_type":"gpt2","n_embd":768,"n_layer":12,"n_head":12,"n_positions":1024,"vocab_size":50257,"n_inner":null})",
        124439808.0, 36864},
    {"GPT-NeoX 20B",
        R"({"model_type":"gpt_neox","hidden_size":6144,"intermediate_size":24576,"num_hidden_layers":44,"num_attention_heads":64,
        "vocab_size":50432,"max_position_embeddings":2048,"tie_word_embeddings":false})",
        20554567680.0, 1081344},
    {"BLOOM", R"({"model_type":"bloom","n_embed":14336,"n_layer":70,"num_attention_heads":112,"vocab_size":250880})", 176247271424.0,
        4014080},
    {"Falcon 7B",
        R"({"model_type":"falcon","hidden_size":4544,"num_hidden_layers":32,"num_attention_heads":71,"vocab_size":65024,"multi_query":true,
        "new_decoder_architecture":false,"bias":false,"alibi":false})",
        6921720704.0, 8192},
    {"Falcon 180B",
        R"({"model_type":"falcon","hidden_size":14848,"num_hidden_layers":80,"num_attention_heads":232,"num_kv_heads":8,"vocab_size":65024,
        "new_decoder_architecture":true,"bias":false,"tie_word_embeddings":false})",
        179522565120.0, 163840},
    {"Nemotron 4 340B",
        R"({"model_type":"nemotron","hidden_size":18432,"intermediate_size":73728,"num_hidden_layers":96,"num_attention_heads":96,
        "num_key_value_heads":8,"head_dim":192,"vocab_size":256000})",
        341029195776.0, 589824},
    {"DBRX", R"({"model_type":"dbrx","d_model":6144,"n_heads":48,"n_layers":40,"vocab_size":100352,"max_seq_len":32768,
        "attn_config":{"kv_n_heads":8},"ffn_config":{"ffn_hidden_size":10752,"moe_num_experts":16,"moe_top_k":4}})",
        131596523520.0, 163840},
    {"Command R+", R"({"model_type":"cohere","hidden_size":12288,"intermediate_size":33792,"num_hidden_layers":64,"num_attention_heads":96,
        "num_key_value_heads":8,"vocab_size":256000})",
        103810674688.0, 262144},
    {"Qwen3-Next 80B-A3B", R"({"model_type":"qwen3_next","hidden_size":2048,"intermediate_size":5120,"moe_intermediate_size":512,
        "shared_expert_intermediate_size":512,"num_hidden_layers":48,"num_attention_heads":16,"num_key_value_heads":2,"head_dim":256,
        "vocab_size":151936,"num_experts":512,"num_experts_per_tok":10,"decoder_sparse_step":1,"full_attention_interval":4,
        "linear_num_key_heads":16,"linear_num_value_heads":32,"linear_key_head_dim":128,"linear_value_head_dim":128,"linear_conv_kernel_dim":4})",
        79674391296.0, 24576},
    {"Nemotron 3 Nano", R"({"model_type":"nemotron_h","hidden_size":2688,"intermediate_size":1856,"moe_intermediate_size":1856,
        "moe_shared_expert_intermediate_size":3712,"num_hidden_layers":52,"num_attention_heads":32,"num_key_value_heads":2,"head_dim":128,
        "vocab_size":131072,"n_routed_experts":128,"n_shared_experts":1,"num_experts_per_tok":6,"mamba_num_heads":64,"mamba_head_dim":64,"n_groups":8,
        "ssm_state_size":128,"conv_kernel":4,"hybrid_override_pattern":"MEMEM*EMEMEM*EMEMEM*EMEMEM*EMEMEM*EMEMEMEM*EMEMEMEME"})",
        31577937344.0, 6144},
    {"Jamba 1.5 mini",
        R"({"model_type":"jamba","hidden_size":4096,"intermediate_size":14336,"num_hidden_layers":32,"num_attention_heads":32,
        "num_key_value_heads":8,"vocab_size":65536,"num_experts":16,"num_experts_per_tok":2,"expert_layer_period":2,"expert_layer_offset":1,
        "attn_layer_period":8,"attn_layer_offset":4,"mamba_d_state":16,"mamba_d_conv":4,"mamba_expand":2,"mamba_dt_rank":256})",
        51570323328.0, 16384},
    {"Mamba 2.8B",
        R"({"model_type":"mamba","hidden_size":2560,"num_hidden_layers":64,"vocab_size":50280,"state_size":16,"conv_kernel":4,"expand":2,
        "time_step_rank":160,"tie_word_embeddings":true})",
        2768345600.0, 0},
};

TEST(HfConfig, CountsOfReleasedModels)
{
    for (const PublishedModel& model : published) {
        const Architecture a = read(model.config);
        EXPECT_NEAR(countParameters(a).total(), model.parameters, 1e-4 * model.parameters) << model.name;
        EXPECT_EQ(cacheShape(a, 2).growingBytesPerToken, model.cacheBytesPerToken) << model.name;
        EXPECT_TRUE(a.missing.empty()) << model.name;
    }
}

TEST(HfConfig, BecomesAPartOfAProject)
{
    for (const PublishedModel& model : published) {
        const Architecture a = read(model.config);
        const auto back = architectureOf(modelPartOf(a, {"user", "config.json", "2026-01-01"}));
        ASSERT_TRUE(back) << model.name;
        EXPECT_TRUE(back->missing.empty()) << model.name;
        EXPECT_EQ(countParameters(*back).total(), countParameters(a).total()) << model.name;
        EXPECT_EQ(kvCacheBytes(*back, 100'000, 2), kvCacheBytes(a, 100'000, 2)) << model.name;
    }
}

TEST(HfConfig, n16_KindsOfLayersComeFromTheFileNotFromTheName)
{
    // An unknown family with a window in five of six layers, listed layer by layer.
    std::string kinds;
    for (int i = 0; i < 30; ++i) kinds += std::string{i ? "," : ""} + (i % 6 == 5 ? "\"full_attention\"" : "\"sliding_attention\"");
    const std::string text =
        R"({"model_type":"gemma9","hidden_size":2816,"intermediate_size":2112,"num_hidden_layers":30,"num_attention_heads":16,
        "num_key_value_heads":8,"head_dim":256,"vocab_size":262144,"max_position_embeddings":131072,"sliding_window":1024,"layer_types":[)"
        + kinds + "]}";
    const auto model = readHfConfig(text, "new");
    ASSERT_TRUE(model);
    EXPECT_EQ(model->architecture.attentionLayers, 5);
    EXPECT_EQ(layerMix(model->architecture).window, 25);
    ASSERT_EQ(model->notes.size(), 1u); // it says that the family is not known
    EXPECT_NE(model->notes.front().find("gemma9"), std::string::npos);
}

TEST(HfConfig, EncodersAndSpeech)
{
    const Architecture bert =
        read(R"({"model_type":"bert","hidden_size":1024,"intermediate_size":4096,"num_hidden_layers":24,"num_attention_heads":16,
        "vocab_size":30522,"max_position_embeddings":512})");
    EXPECT_EQ(countParameters(bert).total(), 335141888.0); // BERT large with its pooler
    EXPECT_FALSE(hasCache(bert));
    const Architecture whisper =
        read(R"({"model_type":"whisper","d_model":1280,"encoder_layers":32,"decoder_layers":32,"encoder_attention_heads":20,
        "decoder_attention_heads":20,"encoder_ffn_dim":5120,"decoder_ffn_dim":5120,"vocab_size":51866,"max_source_positions":1500,
        "max_target_positions":448,"num_mel_bins":128})");
    EXPECT_NEAR(countParameters(whisper).total(), 1543490560.0, 2e-4 * 1543490560.0); // published element count
    const Architecture vit =
        read(R"({"model_type":"vit","hidden_size":1024,"intermediate_size":4096,"num_hidden_layers":24,"num_attention_heads":16,
        "image_size":224,"patch_size":16,"num_channels":3})");
    EXPECT_EQ(countParameters(vit).total(), 304326632.0); // ViT-L/16
}

TEST(HfConfig, FormatOfTheCheckpoint)
{
    EXPECT_EQ(read(published[0].config).nativeFormat, "bf16");
    const auto* deepSeek = std::ranges::find(published, std::string_view{"DeepSeek-V3"}, &PublishedModel::name);
    EXPECT_EQ(read(deepSeek->config).nativeFormat, "fp8");
}

// ---- hostile input -------------------------------------------------------------------------------------------------

Error errorOf(std::string_view text)
{
    const auto model = readHfConfig(text, "x");
    EXPECT_FALSE(model) << text.substr(0, 100);
    return model ? Error{} : model.error();
}

std::string llama(std::string_view key, std::string_view value)
{
    std::string text = R"({"model_type":"llama")";
    for (const auto& [name, number] : {std::pair{"hidden_size", "4096"}, {"intermediate_size", "14336"}, {"num_hidden_layers", "32"},
             {"num_attention_heads", "32"}, {"num_key_value_heads", "8"}, {"vocab_size", "128256"}})
        text += ",\"" + std::string{name} + "\":" + (key == name ? std::string{value} : number);
    if (text.find(key) == std::string::npos) text += ",\"" + std::string{key} + "\":" + std::string{value};
    return text + "}";
}

TEST(HfConfigHostile, ValuesOutOfRangeNameKeyFoundAndWanted)
{
    const std::pair<const char*, const char*> bad[] = {{"hidden_size", "-4096"}, {"hidden_size", "0"}, {"hidden_size", "4096.5"},
        {"hidden_size", "1e300"}, {"num_hidden_layers", "99999999999999999999"}, {"num_hidden_layers", "\"32\""},
        {"num_hidden_layers", "[32]"}, {"num_hidden_layers", "{}"}, {"num_attention_heads", "true"}, {"num_key_value_heads", "64"},
        {"head_dim", "-1"}, {"vocab_size", "1e18"}, {"tie_word_embeddings", "\"no\""}, {"num_experts_per_tok", "-1"}};
    for (const auto& [key, value] : bad) {
        std::string text = llama(key, value);
        if (std::string_view{key} == "num_experts_per_tok") text.insert(1, R"("num_local_experts":8,)");
        const Error error = errorOf(text);
        EXPECT_EQ(error.code, "HF-CONFIG-BAD-VALUE") << key << value;
        EXPECT_EQ(error.arg("key"), key);
        EXPECT_FALSE(error.arg("wanted").empty());
        EXPECT_FALSE(error.arg("found").empty());
    }
}

TEST(HfConfigHostile, MissingKeysAreNamed)
{
    const Error error = errorOf(R"({"model_type":"llama","hidden_size":4096})");
    EXPECT_EQ(error.code, "HF-CONFIG-MISSING-KEY");
    EXPECT_EQ(error.arg("key"), "num_hidden_layers");
    EXPECT_EQ(error.arg("model_type"), "llama");
    EXPECT_EQ(errorOf(R"({"model_type":"gemma3","text_config":{"hidden_size":4096}})").arg("key"), "text_config.num_hidden_layers");
    EXPECT_EQ(errorOf("{}").code, "HF-CONFIG-MISSING-KEY");
}

TEST(HfConfigHostile, WhatIsNoJsonSaysWhere)
{
    for (const char* text :
        {"", "{", "{\"a\":}", "nul", "{\"a\":1}x", "{\"a\":NaN}", "{\"a\":1e999}", "\xff\xfe{", "{\"a\":\"\xc3\x28\"}", "{'a':1}"}) {
        const Error error = errorOf(text);
        EXPECT_EQ(error.code, "HF-CONFIG-NOT-JSON") << text;
        EXPECT_FALSE(error.arg("position").empty());
    }
    for (const char* text : {"[]", "3", "\"text\"", "null", "[[[[]]]]"}) EXPECT_EQ(errorOf(text).code, "HF-CONFIG-NOT-OBJECT") << text;
}

TEST(HfConfigHostile, Limits)
{
    EXPECT_EQ(errorOf(std::string(hfConfigMaxBytes + 1, ' ')).code, "HF-CONFIG-TOO-LARGE");
    std::string deep = "{\"a\":";
    for (int i = 0; i < 100'000; ++i) deep += '[';
    EXPECT_EQ(errorOf(deep).code, "HF-CONFIG-TOO-DEEP");
    std::string wide = "{\"a\":[0";
    for (int i = 0; i < 100'001; ++i) wide += ",0";
    EXPECT_EQ(errorOf(wide + "]}").code, "HF-CONFIG-TOO-MANY-NODES");
    std::string keys = "{";
    for (int i = 0; i < 60'000; ++i) keys += "\"k" + std::to_string(i) + "\":0,";
    EXPECT_EQ(errorOf(keys + "\"z\":0}").code, "HF-CONFIG-TOO-MANY-NODES");
    // 63 levels below the top are allowed, one more is not.
    const auto nested = [](int levels) {
        return "{\"a\":" + std::string(static_cast<std::size_t>(levels), '[') + std::string(static_cast<std::size_t>(levels), ']') + "}";
    };
    EXPECT_EQ(errorOf(nested(hfConfigMaxDepth - 1)).code, "HF-CONFIG-MISSING-KEY");
    EXPECT_EQ(errorOf(nested(hfConfigMaxDepth)).code, "HF-CONFIG-TOO-DEEP");
}

TEST(HfConfigHostile, LongNamesAndTextsAreCut)
{
    std::string text = llama("model_type_note", "\"" + std::string(1'000'000, 'x') + "\"");
    EXPECT_TRUE(readHfConfig(text, "x"));
    text = llama(std::string(1'000'000, 'k'), "1");
    EXPECT_TRUE(readHfConfig(text, "x"));
    const Error error = errorOf(llama("hidden_size", "\"" + std::string(100'000, 'x') + "\""));
    EXPECT_LE(error.arg("found").size(), 100u);
}

TEST(HfConfigHostile, EveryPrefixIsRefusedNotCrashedOn)
{
    for (const PublishedModel& model : published) {
        const std::string_view text = model.config;
        for (std::size_t length = 0; length < text.size(); length += 7)
            EXPECT_FALSE(readHfConfig(text.substr(0, length), "x")) << model.name << length;
    }
}

} // namespace
} // namespace rackwright

// Weight formats for serving. Bits per weight follow from the block layouts: element bits + scale bits / block size.
#include "core/workload/precision.h"

#include <cctype>
#include <fmt/format.h>

namespace rackwright {

namespace {

constexpr const char* definition = "definition of the format";
constexpr const char* deepSeek = "DeepSeek-V3 report (arXiv 2412.19437) section 3.3: one FP32 scale per 128 x 128 block";
constexpr const char* awq = "AWQ/GPTQ, group 128: FP16 scale and 4-bit zero point per group";
constexpr const char* microscaling = "OCP Microscaling Formats (MX) 1.0: one E8M0 scale per 32 elements";
constexpr const char* nvidiaFp4 = "NVFP4: one FP8 scale per 16 elements";
constexpr const char* qlora = "QLoRA paper (arXiv 2305.14314) section 3";
constexpr const char* ggufBlock =
    "llama.cpp block layouts and tensor choices: head at Q6_K, value and FFN-down projections of some layers raised";
constexpr const char* ggufFile = "llama.cpp tools/quantize README: file average of Llama 3.1 8B";

StorageFormat plain(std::string name, double bits, Precision compute)
{
    return {.name = std::move(name),
        .linearBits = bits,
        .attentionBits = bits,
        .embeddingBits = bits,
        .headBits = bits,
        .otherBits = bits,
        .compute = compute,
        .source = definition};
}

StorageFormat quantised(std::string name, double linearBits, double attentionBits, Precision compute, const char* source)
{
    return {.name = std::move(name), .linearBits = linearBits, .attentionBits = attentionBits, .compute = compute, .source = source};
}

/// All weights at the average of a whole file.
StorageFormat averaged(std::string name, double bits)
{
    return {.name = std::move(name),
        .linearBits = bits,
        .attentionBits = bits,
        .embeddingBits = bits,
        .headBits = bits,
        .otherBits = bits,
        .compute = Precision::fp16,
        .source = ggufFile};
}

/// llama.cpp mixtures: `bits` for most, the head at Q6_K or better, value and FFN-down projections of some layers raised.
StorageFormat mixture(std::string name, double bits, double headBits, double raisedBits = 0, double raisedShare = 0)
{
    return {.name = std::move(name),
        .linearBits = bits,
        .attentionBits = bits,
        .embeddingBits = bits,
        .headBits = headBits,
        .otherBits = 32,
        .raisedBits = raisedBits,
        .raisedShare = raisedShare,
        .compute = Precision::fp16,
        .source = ggufBlock};
}

constexpr double q4k = 144 * 8.0 / 256, q5k = 176 * 8.0 / 256, q6k = 210 * 8.0 / 256;

std::vector<StorageFormat> plainFormats()
{
    return {
        plain("fp32", 32, Precision::fp32),
        plain("bf16", 16, Precision::bf16),
        plain("fp16", 16, Precision::fp16),
        quantised("fp8", 8, 8, Precision::fp8, "FP8, one scale per tensor or channel; embedding, head, norms and routers at 16 bit"),
        quantised("fp8-block", 8 + 32.0 / 16384, 8 + 32.0 / 16384, Precision::fp8, deepSeek),
        quantised("fp8-ffn", 8, 16, Precision::fp8, "Llama 3 paper (arXiv 2407.21783) section 6.2: FFN in FP8, attention at 16 bit"),
        quantised("int8", 8, 8, Precision::int8, "INT8, one scale per channel"),
        quantised("int4-awq", 4 + 20.0 / 128, 4 + 20.0 / 128, Precision::bf16, awq),
        quantised("int4-g32", 4 + 16.0 / 32, 16, Precision::bf16, "INT4, group of 32, BF16 scale; FFN only (Kimi K2.5)"),
        quantised("nf4", 4 + 32.0 / 64, 4 + 32.0 / 64, Precision::bf16, qlora),
        quantised("nf4-dq", 4.127, 4.127, Precision::bf16, qlora),
        quantised("nvfp4", 4 + 8.0 / 16, 4 + 8.0 / 16, Precision::fp4, nvidiaFp4),
        quantised("mxfp4", 4 + 8.0 / 32, 16, Precision::fp4, microscaling),
        quantised("mxfp6", 6 + 8.0 / 32, 6 + 8.0 / 32, Precision::fp8, microscaling),
        quantised("mxfp8", 8 + 8.0 / 32, 8 + 8.0 / 32, Precision::fp8, microscaling),
    };
}

std::vector<StorageFormat> ggufFormats()
{
    return {
        mixture("q4_0", 18 * 8.0 / 32, q6k),
        mixture("q4_1", 20 * 8.0 / 32, q6k),
        mixture("q5_0", 22 * 8.0 / 32, q6k),
        mixture("q5_1", 24 * 8.0 / 32, q6k),
        mixture("q8_0", 34 * 8.0 / 32, 34 * 8.0 / 32),
        mixture("q4_k_s", q4k, q6k, q5k, 1.0 / 8),
        mixture("q4_k_m", q4k, q6k, q6k, 1.0 / 2),
        mixture("q5_k_s", q5k, q6k),
        mixture("q5_k_m", q5k, q6k, q6k, 1.0 / 2),
        mixture("q6_k", q6k, q6k),
        averaged("q2_k", 3.1593),
        averaged("q3_k_s", 3.6429),
        averaged("q3_k_l", 4.2979),
        averaged("iq2_xxs", 2.3824),
        averaged("iq2_s", 2.7403),
        averaged("iq2_m", 2.9294),
        averaged("iq3_xxs", 3.2548),
        averaged("iq3_xs", 3.4977),
        averaged("iq3_m", 3.7628),
        averaged("iq4_xs", 4.4597),
        averaged("iq4_nl", 4.6818),
    };
}

const std::vector<StorageFormat>& formats()
{
    static const std::vector<StorageFormat> table = [] {
        std::vector<StorageFormat> all = plainFormats();
        for (StorageFormat& format : ggufFormats()) all.push_back(std::move(format));
        return all;
    }();
    return table;
}

/// "Q4_K_M" → "q4_k_m", "MXFP4 weights" → "mxfp4-weights"; blanks become hyphens.
std::string normalised(std::string_view text)
{
    std::string out;
    for (const char c : text) out.push_back(c == ' ' ? '-' : static_cast<char>(std::tolower(static_cast<unsigned char>(c))));
    return out;
}

/// Names in use beside the table's own, looked up after normalising.
std::string_view aliasOf(std::string_view name)
{
    static const std::vector<std::pair<std::string_view, std::string_view>> aliases{
        {"f32", "fp32"},
        {"float32", "fp32"},
        {"f16", "fp16"},
        {"float16", "fp16"},
        {"bfloat16", "bf16"},
        {"bf16-safetensors", "bf16"},
        {"int4", "int4-awq"},
        {"awq", "int4-awq"},
        {"gptq", "int4-awq"},
        {"awq-int4", "int4-awq"},
        {"w4a16", "int4-awq"},
        {"w8a8", "int8"},
        {"int8-w8a8", "int8"},
        {"w8a16", "int8"},
        {"smoothquant-int8", "int8"},
        {"fp8-e4m3", "fp8"},
        {"mxfp4-weights", "mxfp4"},
        {"gguf-mxfp4", "mxfp4"},
        {"qat-q4_0", "q4_0"},
        {"q4", "q4_0"},
        {"q8", "q8_0"},
        {"qlora", "nf4-dq"},
    };
    for (const auto& [from, to] : aliases)
        if (from == name) return to;
    return name;
}

std::string joined(const std::vector<std::string>& names)
{
    return fmt::format("{}", fmt::join(names, ", "));
}

} // namespace

std::vector<std::string> storageFormatNames()
{
    std::vector<std::string> names;
    for (const StorageFormat& format : formats()) names.push_back(format.name);
    return names;
}

Result<StorageFormat> storageFormatOf(std::string_view text)
{
    const std::string name = normalised(text);
    const std::string_view wanted = aliasOf(name);
    for (const StorageFormat& format : formats())
        if (format.name == wanted) return format;
    return fail("FORMAT-UNKNOWN", {{"found", std::string{text}}, {"wanted", joined(storageFormatNames())}});
}

Result<double> kvElementBytesOf(std::string_view text)
{
    static const std::vector<std::pair<std::string_view, double>> table{
        {"fp32", 4},
        {"f32", 4},
        {"bf16", 2},
        {"fp16", 2},
        {"f16", 2},
        {"auto", 2},
        {"bfloat16", 2},
        {"float16", 2},
        {"fp8", 1},
        {"fp8_e4m3", 1},
        {"fp8_e5m2", 1},
        {"int8", 1},
        {"nvfp4", 0.5625},
        {"fp4", 0.5625},
        {"q8_0", 34.0 / 32},
        {"q5_1", 24.0 / 32},
        {"q5_0", 22.0 / 32},
        {"q4_1", 20.0 / 32},
        {"q4_0", 18.0 / 32},
    };
    const std::string name = normalised(text);
    for (const auto& [known, bytes] : table)
        if (known == name) return bytes;
    std::vector<std::string> names;
    for (const auto& [known, bytes] : table) names.emplace_back(known);
    return fail("KV-FORMAT-UNKNOWN", {{"found", std::string{text}}, {"wanted", joined(names)}});
}

} // namespace rackwright

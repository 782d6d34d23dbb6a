#include "core/workload/precision.h"

#include <array>
#include <cctype>

namespace rackwright {

namespace {

struct PrecisionRow {
    std::string_view name;
    Precision precision;
    std::string_view peakColumn;
};

constexpr std::array<PrecisionRow, 8> precisions{{
    {"fp64", Precision::fp64, "fp64_tflops"},
    {"fp32", Precision::fp32, "fp32_tflops"},
    {"tf32", Precision::tf32, "tf32_tflops_dense"},
    {"bf16", Precision::bf16, "bf16_tflops_dense"},
    {"fp16", Precision::fp16, "fp16_tflops_dense"},
    {"fp8", Precision::fp8, "fp8_tflops_dense"},
    {"fp4", Precision::fp4, "fp4_tflops_dense"},
    {"int8", Precision::int8, "int8_tops_dense"},
}};

/// Other spellings in use, by the word that a text begins with or contains; the first match counts, so longer words
/// stand before the words that they contain.
constexpr std::array<std::pair<std::string_view, Precision>, 24> spellings{{
    {"nvfp4", Precision::fp4},
    {"mxfp4", Precision::fp4},
    {"mxfp8", Precision::fp8},
    {"mxfp6", Precision::fp8},
    {"bfloat16", Precision::bf16},
    {"float16", Precision::fp16},
    {"float32", Precision::fp32},
    {"float64", Precision::fp64},
    {"double", Precision::fp64},
    {"half", Precision::fp16},
    {"single", Precision::fp32},
    {"w8a8", Precision::int8},
    {"e4m3", Precision::fp8},
    {"e5m2", Precision::fp8},
    {"e2m1", Precision::fp4},
    {"tf32", Precision::tf32},
    {"bf16", Precision::bf16},
    {"fp64", Precision::fp64},
    {"fp32", Precision::fp32},
    {"fp16", Precision::fp16},
    {"fp8", Precision::fp8},
    {"fp4", Precision::fp4},
    {"int8", Precision::int8},
    {"f16", Precision::fp16},
}};

} // namespace

std::string_view toText(Precision precision)
{
    for (const PrecisionRow& row : precisions)
        if (row.precision == precision) return row.name;
    return "bf16";
}

Result<Precision> precisionOf(std::string_view text)
{
    std::string lower;
    for (const char c : text) lower.push_back(static_cast<char>(std::tolower(static_cast<unsigned char>(c))));
    for (const auto& [word, precision] : spellings)
        if (lower.find(word) != std::string::npos) return precision;
    return fail("PRECISION-UNKNOWN", {{"found", std::string{text}}, {"wanted", "fp64, fp32, tf32, bf16, fp16, fp8, fp4 or int8"}});
}

std::string_view peakColumnOf(Precision precision)
{
    for (const PrecisionRow& row : precisions)
        if (row.precision == precision) return row.peakColumn;
    return "bf16_tflops_dense";
}

} // namespace rackwright

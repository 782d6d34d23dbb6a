#include "core/workload/precision.h"

#include <gtest/gtest.h>

namespace rackwright {
namespace {

TEST(Precision, AcceptsTheSpellingsOfPublishedTables)
{
    const std::vector<std::pair<const char*, Precision>> spellings{{"BF16", Precision::bf16}, {"bfloat16", Precision::bf16},
        {"amp_bf16", Precision::bf16}, {"FP16", Precision::fp16}, {"float16", Precision::fp16}, {"MXFP8", Precision::fp8},
        {"FP8 current-scaling", Precision::fp8}, {"fp8_full", Precision::fp8}, {"NVFP4", Precision::fp4}, {"MXFP4 weights", Precision::fp4},
        {"INT8", Precision::int8}, {"tf32", Precision::tf32}, {"FP32", Precision::fp32}, {"fp64", Precision::fp64},
        {"FP8 fine-grained (MXFP8 on Blackwell, 128x128/1x128 on Hopper)", Precision::fp8}};
    for (const auto& [text, precision] : spellings) EXPECT_EQ(precisionOf(text).value(), precision) << text;
}

TEST(Precision, RefusesWhatItDoesNotKnow)
{
    const auto answer = precisionOf("posit16");
    ASSERT_FALSE(answer);
    EXPECT_EQ(answer.error().code, "PRECISION-UNKNOWN");
    EXPECT_EQ(answer.error().arg("found"), "posit16");
    EXPECT_FALSE(answer.error().arg("wanted").empty());
}

TEST(Precision, NamesTheDensePeakColumn)
{
    EXPECT_EQ(peakColumnOf(Precision::bf16), "bf16_tflops_dense");
    EXPECT_EQ(peakColumnOf(Precision::int8), "int8_tops_dense");
    EXPECT_EQ(peakColumnOf(Precision::fp64), "fp64_tflops");
}

TEST(StorageFormat, BitsFollowFromTheBlockLayout)
{
    EXPECT_DOUBLE_EQ(storageFormatOf("mxfp4")->linearBits, 4.25); // 4 + 8/32
    EXPECT_DOUBLE_EQ(storageFormatOf("NVFP4")->linearBits, 4.5); // 4 + 8/16
    EXPECT_DOUBLE_EQ(storageFormatOf("int4-awq")->linearBits, 4.15625); // 4 + 20/128
    EXPECT_DOUBLE_EQ(storageFormatOf("AWQ INT4")->linearBits, 4.15625);
    EXPECT_DOUBLE_EQ(storageFormatOf("nf4")->linearBits, 4.5);
    EXPECT_DOUBLE_EQ(storageFormatOf("Q8_0")->linearBits, 8.5);
    EXPECT_DOUBLE_EQ(storageFormatOf("q6_k")->linearBits, 6.5625);
    EXPECT_NEAR(storageFormatOf("fp8-block")->linearBits, 8.00195, 1e-5);
    EXPECT_DOUBLE_EQ(storageFormatOf("fp8")->otherBits, 16); // embedding, head, norms and routers stay wide
    EXPECT_DOUBLE_EQ(storageFormatOf("f16")->headBits, 16);
}

TEST(StorageFormat, RefusesAnUnknownName)
{
    const auto answer = storageFormatOf("int3-foo");
    ASSERT_FALSE(answer);
    EXPECT_EQ(answer.error().code, "FORMAT-UNKNOWN");
    EXPECT_NE(answer.error().arg("wanted").find("mxfp4"), std::string_view::npos);
}

TEST(StorageFormat, CacheElementsOfLlamaCppIncludeTheirScales)
{
    EXPECT_DOUBLE_EQ(kvElementBytesOf("bf16").value(), 2);
    EXPECT_DOUBLE_EQ(kvElementBytesOf("FP8").value(), 1);
    EXPECT_DOUBLE_EQ(kvElementBytesOf("q8_0").value(), 1.0625);
    EXPECT_DOUBLE_EQ(kvElementBytesOf("q5_0").value(), 0.6875);
    EXPECT_DOUBLE_EQ(kvElementBytesOf("q4_0").value(), 0.5625);
    EXPECT_FALSE(kvElementBytesOf("q7_x"));
}

TEST(TrainingRecipe, r04_RecipesAreDataWithPublishedByteSums)
{
    const std::vector<std::pair<const char*, double>> sums{{"fp32", 16}, {"fp16", 16}, {"bf16", 18}, {"bf16-pure", 8},
        {"bf16-bf16grads", 16}, {"adam8bit", 10}, {"muon", 14}, {"fp8-deepseek", 13}, {"fp8", 19}};
    for (const auto& [name, bytes] : sums) EXPECT_DOUBLE_EQ(trainingRecipeOf(name)->bytesPerParameter(), bytes) << name;
}

TEST(TrainingRecipe, r03_EveryRecipeNamesItsSource)
{
    for (const std::string& name : trainingRecipeNames()) EXPECT_FALSE(trainingRecipeOf(name)->source.empty()) << name;
    for (const std::string& name : storageFormatNames()) EXPECT_FALSE(storageFormatOf(name)->source.empty()) << name;
}

TEST(TrainingRecipe, AcceptsTheWordsOfPublishedTables)
{
    EXPECT_EQ(trainingRecipeOf("BF16")->name, "bf16");
    EXPECT_EQ(trainingRecipeOf("amp_bf16")->name, "amp-bf16");
    EXPECT_EQ(trainingRecipeOf("FP8-CS")->name, "fp8");
    EXPECT_EQ(trainingRecipeOf("FP8 current-scaling")->name, "fp8");
    EXPECT_EQ(trainingRecipeOf("NVFP4")->compute, Precision::fp4);
    EXPECT_EQ(trainingRecipeOf("bf17").error().code, "RECIPE-UNKNOWN");
}

} // namespace
} // namespace rackwright

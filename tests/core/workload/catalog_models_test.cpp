// The closed forms against every shipped model with a shape.
#include "core/catalog/catalog.h"
#include "core/workload/architecture.h"
#include "core/workload/model_part.h"

#include <algorithm>
#include <cmath>
#include <gtest/gtest.h>
#include <set>

namespace rackwright {
namespace {

const Catalog& catalog()
{
    static const Catalog shipped = Catalog::load(Catalog::defaultFolder()).value();
    return shipped;
}

Architecture shipped(std::string_view id)
{
    return architectureOf(*catalog().find(PartKind::model, id)).value();
}

double errorOf(const Architecture& a, double published)
{
    return countParameters(a).total() / published - 1;
}

/// Released models state their kind; shapes of pre-training runs do not.
bool isReleased(const Part& model)
{
    return model.find("kind") != nullptr;
}

TEST(CatalogModels, EveryReleasedModelWithAShapeWithinHalfAPercent)
{
    int counted = 0;
    for (const PartPtr& model : catalog().parts(PartKind::model)) {
        const auto a = architectureOf(*model);
        if (!a || !a->missing.empty() || !isReleased(*model)) continue;
        // BERT's paper rounds its count up to 340 million; the exact count of the shape stands beside it.
        const bool rounded = model->number("within_1_percent") == 0;
        const double published = model->number(rounded ? "computed_params_b" : "params_b").value() * 1e9;
        EXPECT_LE(std::abs(errorOf(*a, published)), 0.005) << model->id;
        ++counted;
    }
    EXPECT_GE(counted, 85);
}

TEST(CatalogModels, QuotedCountsOfWholeCheckpoints)
{
    // Their official counts hold a vision tower or a module for multi-token prediction beside the model.
    const std::set<std::string> more{"llama-4-scout", "mistral-small-3.2-24b", "deepseek-v3.2", "glm-4.5", "glm-4.6", "glm-5"};
    int compared = 0;
    for (const PartPtr& model : catalog().parts(PartKind::model)) {
        const auto a = architectureOf(*model);
        if (!a || !a->missing.empty() || model->text("official_count_basis") != "quoted") continue;
        const double official = model->number("official_params_b").value() * 1e9;
        if (more.contains(model->id)) {
            EXPECT_LT(errorOf(*a, official), 0) << model->id;
            EXPECT_GT(errorOf(*a, official), -0.025) << model->id;
        } else {
            EXPECT_LE(std::abs(errorOf(*a, official)), 0.0005) << model->id;
            ++compared;
        }
    }
    EXPECT_GE(compared, 45);
}

TEST(CatalogModels, ModulesForMultiTokenPredictionCloseTheGap)
{
    for (const char* id : {"glm-4.6", "glm-5"}) {
        Architecture a = shipped(id);
        a.mtpLayers = 1;
        const double official = catalog().find(PartKind::model, id)->number("official_params_b").value() * 1e9;
        EXPECT_NEAR(countParameters(a).total() + mtpParameters(a), official, 1e-4 * official) << id;
    }
}

TEST(CatalogModels, ActiveParametersOfMixturesOfExperts)
{
    // As published, embedding and head counted as the source does; names such as A22B are rounded to a billion.
    const std::pair<const char*, double> published[] = {{"mixtral-8x7b", 12.9}, {"mixtral-8x22b", 39}, {"qwen3-235b-a22b", 22},
        {"deepseek-v3", 37}, {"deepseek-v2", 21}, {"kimi-k2", 32}, {"llama-4-maverick", 17}, {"qwen3-coder-480b", 35}, {"dbrx", 36},
        {"jamba-1.5-large", 94}};
    for (const auto& [id, billions] : published) EXPECT_NEAR(countParameters(shipped(id)).activeTotal / 1e9, billions, 0.9) << id;
    // OpenAI leaves the input embedding out.
    const ParameterCount oss = countParameters(shipped("gpt-oss-120b"));
    EXPECT_NEAR((oss.activeTotal - oss.embedding) / 1e9, 5.13, 0.01);
}

TEST(CatalogModels, CacheColumnsOfEveryModel)
{
    for (const PartPtr& model : catalog().parts(PartKind::model)) {
        const auto a = architectureOf(*model);
        if (!a) continue;
        const CacheShape shape = cacheShape(*a, 2);
        const auto matches = [&](const char* column, double value) { return value == model->number(column).value_or(value); };
        EXPECT_TRUE(matches("kv_bytes_per_token_16bit_growing", shape.growingBytesPerToken)) << model->id;
        EXPECT_TRUE(matches("kv_bytes_per_sequence_16bit_window_cap", shape.windowBytesPerToken * shape.window)) << model->id;
        EXPECT_TRUE(matches("state_bytes_per_sequence", shape.constantBytes)) << model->id;
    }
}

TEST(CatalogModels, WhatCannotBeCountedNamesItsColumns)
{
    std::set<std::string> without;
    for (const PartPtr& model : catalog().parts(PartKind::model)) {
        const auto a = architectureOf(*model);
        if (a && a->missing.empty()) continue;
        without.insert(model->id);
        EXPECT_TRUE(a ? !a->missing.empty() : !a.error().arg("missing").empty()) << model->id;
    }
    // Networks that are no transformers of one stack, and the compressed sparse attention of DeepSeek-V4.
    EXPECT_EQ(without,
        (std::set<std::string>{
            "deepseek-v4-flash", "deepseek-v4-pro", "dlrm-dcnv2", "flux.1-dev", "resnet-50", "sd3-medium", "sdxl-base"}));
}

TEST(CatalogModels, PreTrainingShapesAgreeWithTheirRoundedNames)
{
    int counted = 0;
    for (const PartPtr& model : catalog().parts(PartKind::model)) {
        if (isReleased(*model)) continue;
        const auto a = architectureOf(*model);
        ASSERT_TRUE(a) << model->id;
        EXPECT_LE(std::abs(errorOf(*a, model->number("params_b").value() * 1e9)), 0.034) << model->id;
        ++counted;
    }
    EXPECT_EQ(counted, 50);
    EXPECT_TRUE(shipped("megatron-175b").tiedEmbeddings); // Narayanan's form
    EXPECT_FALSE(shipped("mcore-7.1b").tiedEmbeddings); // 7.1 billion only with a head of its own
}

TEST(CatalogModels, ARowMadeFromAnArchitectureGivesItBack)
{
    int checked = 0;
    for (const PartPtr& model : catalog().parts(PartKind::model)) {
        auto a = architectureOf(*model);
        if (!a) continue;
        const Part made = modelPartOf(*a, {"user", "config.json", "2026-01-01"});
        EXPECT_TRUE(std::ranges::is_sorted(made.values, {}, &PartValue::column));
        auto back = architectureOf(made);
        ASSERT_TRUE(back) << model->id;
        // A shape without a published active count gets that of the closed form; billions are printed to double precision.
        a->officialParameters = back->officialParameters, a->officialActiveParameters = back->officialActiveParameters;
        EXPECT_EQ(*back, *a) << model->id;
        EXPECT_NEAR(countParameters(*back).total(), countParameters(*a).total(), 1e-9 * countParameters(*a).total()) << model->id;
        ++checked;
    }
    EXPECT_GE(checked, 130);
}

} // namespace
} // namespace rackwright

// What runs where: published support tables (sources in catalog/software.csv).
#include "core/software/software.h"

#include "core/assess/assess.h"
#include "core/design/edit_script.h"
#include "core/design/templates.h"

#include <fmt/format.h>
#include <fstream>
#include <gtest/gtest.h>
#include <unistd.h>

namespace rackwright {
namespace {

const EngineData& engine()
{
    static const EngineData data = EngineData::load(Catalog::defaultFolder()).value();
    return data;
}

SoftwareResult ask(const std::string& accelerator, const std::string& servingEngine, std::vector<std::string> formats)
{
    const PartPtr part = engine().catalog.find(PartKind::accelerator, accelerator);
    return assessSoftware({engine().software, {part}, {{"work", part, 8, servingEngine, std::move(formats)}}});
}

Answer answerOf(const std::string& accelerator, const std::string& servingEngine, std::vector<std::string> formats)
{
    return ask(accelerator, servingEngine, std::move(formats)).answers.at(0).runs;
}

TEST(Software, EnginesThatLeaveAnAcceleratorOutDoNotRunOnIt)
{
    // TensorRT-LLM support matrix: Ampere and newer
    const SoftwareAnswer volta = ask("nv-v100-sxm2-32", "trtllm", {"fp16"}).answers.at(0);
    EXPECT_EQ(volta.runs, Answer::no);
    EXPECT_FALSE(volta.formatBlocks);
    EXPECT_EQ(volta.because.at(0)->id, "volta-trtllm");
    EXPECT_EQ(answerOf("nv-a100-80-sxm", "trtllm", {"fp16"}), Answer::yes);
}

TEST(Software, FormatsFollowTheEnginesTables)
{
    // vLLM quantization table: AWQ from 7.5 on, GPTQ from 7.0 on, FP8 W8A8 from 8.9 on
    EXPECT_EQ(answerOf("nv-v100-sxm2-32", "vllm", {"awq", "int4-awq"}), Answer::no);
    EXPECT_EQ(answerOf("nv-v100-sxm2-32", "vllm", {"gptq", "int4-awq"}), Answer::yes);
    EXPECT_EQ(answerOf("nv-v100-sxm2-32", "vllm", {"fp8"}), Answer::no);
    EXPECT_EQ(answerOf("nv-t4", "vllm", {"awq", "int4-awq"}), Answer::yes);
    EXPECT_EQ(answerOf("nv-l4", "vllm", {"fp8"}), Answer::yes);
    EXPECT_EQ(answerOf("amd-mi300x", "vllm", {"fp8"}), Answer::yes);
    EXPECT_EQ(answerOf("amd-mi300x", "vllm", {"gptq", "int4-awq"}), Answer::no);
    // TensorRT-LLM: FP4 on Blackwell only
    EXPECT_EQ(answerOf("nv-h100-sxm", "trtllm", {"nvfp4"}), Answer::no);
    EXPECT_TRUE(ask("nv-h100-sxm", "trtllm", {"nvfp4"}).answers.at(0).formatBlocks);
    EXPECT_EQ(answerOf("nv-b200", "trtllm", {"nvfp4"}), Answer::yes);
}

TEST(Software, TrainingAsksToolkitAndFramework)
{
    EXPECT_EQ(answerOf("nv-a100-80-sxm", "", {"bf16"}), Answer::yes);
    EXPECT_EQ(answerOf("nv-a100-80-sxm", "", {"fp8"}), Answer::no); // Ampere has no FP8
    EXPECT_EQ(answerOf("nv-h100-sxm", "", {"fp8"}), Answer::yes);
    EXPECT_EQ(answerOf("amd-mi210", "", {"fp8"}), Answer::no);
    EXPECT_EQ(answerOf("huawei-ascend-910b", "", {"fp8"}), Answer::no);
}

TEST(Software, WhatNobodyStatesIsNotKnown)
{
    EXPECT_EQ(answerOf("nv-h100-sxm", "sglang", {"bf16"}), Answer::cannotSay);
    EXPECT_EQ(answerOf("nv-h100-sxm", "vllm", {"mxfp6"}), Answer::cannotSay);
    EXPECT_EQ(answerOf("nv-rubin", "", {"bf16"}), Answer::cannotSay);
    const SoftwareResult result = ask("nv-rubin", "", {"bf16"});
    EXPECT_TRUE(result.needs.at(0).rules.empty());
    EXPECT_FALSE(result.supportedShare.hasValue());
    EXPECT_FALSE(result.usableShare.hasValue());
}

TEST(Software, TheSpecialRowStandsBeforeTheGeneral)
{
    const auto versionOf = [](const std::string& accelerator, const std::string& component) {
        for (const SoftwareRule* rule : engine().software.of(*engine().catalog.find(PartKind::accelerator, accelerator)))
            if (rule->component == component) return rule->minimumVersion;
        return std::string{"?"};
    };
    EXPECT_EQ(versionOf("amd-mi325x", "ROCm"), "6.2");
    EXPECT_EQ(versionOf("amd-mi300x", "ROCm"), "6.0");
    EXPECT_EQ(versionOf("nv-jetson-orin-nano-8", "JetPack"), "6.1");
    EXPECT_EQ(versionOf("nv-jetson-agx-orin-64", "JetPack"), "5.0");
    EXPECT_EQ(versionOf("nv-b200", "CUDA"), "12.8");
    EXPECT_EQ(versionOf("nv-b300", "CUDA"), "12.9");
}

TEST(Software, SharesCountAcceleratorsAtWork)
{
    const PartPtr volta = engine().catalog.find(PartKind::accelerator, "nv-v100-sxm2-32");
    const PartPtr ada = engine().catalog.find(PartKind::accelerator, "nv-l4");
    const SoftwareResult result =
        assessSoftware({engine().software, {volta, ada}, {{"a", volta, 6, "trtllm", {"fp16"}}, {"b", ada, 2, "vllm", {"fp8"}}}});
    EXPECT_DOUBLE_EQ(result.supportedShare.value, 2.0 / 8);
    EXPECT_EQ(result.needs.size(), 2u);
    EXPECT_FALSE(assessSoftware({engine().software, {volta}, {}}).supportedShare.hasValue());
}

TEST(Software, ATableWithAWrongCellIsRefused)
{
    const std::filesystem::path file = std::filesystem::temp_directory_path() / fmt::format("rackwright-software-{}.csv", ::getpid());
    const auto codeOf = [&](const char* row) {
        std::ofstream{file}
            << "id,vendor,generations,accelerators,component,engine,runs,minimum_version,last_version,formats,no_formats,kind,source,"
               "date\n"
            << row << '\n';
        const Result<SoftwareRules> rules = SoftwareRules::load(file);
        return rules ? std::string{} : fmt::format("{} {} {}", rules.error().code, rules.error().arg("line"), rules.error().arg("column"));
    };
    EXPECT_EQ(codeOf("a,V,7.0,,CUDA,,1,9.0,,fp16,,spec,somewhere,2026"), "");
    EXPECT_EQ(codeOf("a,V,7.0,,CUDA,,yes,9.0,,fp16,,spec,somewhere,2026"), "SOFTWARE-BAD-CELL 2 runs");
    EXPECT_EQ(codeOf("a,V,7.0,,CUDA,,1,9.0,,fp16,,spec,,2026"), "SOFTWARE-BAD-CELL 2 source");
    EXPECT_EQ(codeOf("a,V,,,CUDA,,1,9.0,,fp16,,spec,somewhere,2026"), "SOFTWARE-BAD-CELL 2 generations");
    std::filesystem::remove(file);
}

// ---- in an assessment --------------------------------------------------------------------------------------------

ScenarioAssessment assessed(const std::string& script, Trace* trace = nullptr)
{
    const Project empty = newProject("test", "test", "2026-12-01", std::nullopt, engine().catalog).value();
    const Result<Project> project = applyScript(empty, script, engine().catalog);
    if (!project) throw std::runtime_error{fmt::format("{} {}", project.error().code, project.error().arg("found"))};
    return assess(*project, engine(), {}, trace).scenarios.at(0);
}

const Finding* findingOf(const ScenarioAssessment& scenario, std::string_view code)
{
    const auto found = std::ranges::find(scenario.findings, code, &Finding::code);
    return found == scenario.findings.end() ? nullptr : &*found;
}

TEST(Software, AnAssessmentSaysWhatBlocksAndWhatIsNeeded)
{
    const std::string site = "site name=Site\nroom name=Hall\nscenario name=Own\nrack name=R1 part=apc-ar3357\n";
    const ScenarioAssessment scenario = assessed(site + R"(
        place part=dgx-a100-640 rack=R1 u=1
        workload name=chat kind=serving model=llama-3.1-8b weights=nvfp4 engine=vllm
        workload name=tune kind=training model=llama-3.1-8b recipe=fp8
        allocate workload=chat share=0.5
        allocate workload=tune share=0.5
    )");
    const Finding* needs = findingOf(scenario, "SOFTWARE-NEEDS");
    ASSERT_TRUE(needs);
    EXPECT_EQ(needs->args.at(1), (std::pair<std::string, std::string>{"versions", "CUDA 11.0, PyTorch 1.7"}));
    const Finding* blocks = findingOf(scenario, "SOFTWARE-BLOCKS");
    ASSERT_TRUE(blocks);
    EXPECT_EQ(blocks->severity, Severity::error);
    EXPECT_EQ(blocks->subjects, std::vector<std::string>{"workload:tune"});
    const Finding* open = findingOf(scenario, "SOFTWARE-NOT-STATED");
    ASSERT_TRUE(open);
    EXPECT_EQ(open->subjects, std::vector<std::string>{"workload:chat"});
    EXPECT_FALSE(scenario.figure("software.supported_share")->value.hasValue());
}

TEST(Software, WorkOnProcessorsIsUnknownAndSaysWhy)
{
    const std::string site = "site name=Site\nroom name=Hall\nscenario name=Own\nrack name=R1 part=apc-ar3357\n";
    const std::string work = site + R"(
        place part=dell-r660 rack=R1 u=1,2,3
        workload name=chat kind=serving model=llama-3.1-8b weights=int8 engine=llama.cpp
        allocate workload=chat
    )";
    Trace trace;
    const ScenarioAssessment scenario = assessed(work, &trace);
    const Finding* finding = findingOf(scenario, "WORKLOAD-ON-PROCESSORS");
    ASSERT_TRUE(finding);
    EXPECT_EQ(finding->severity, Severity::warning);
    EXPECT_EQ(finding->args.at(1).second, "3");
    EXPECT_FALSE(findingOf(scenario, "WORKLOAD-NO-ACCELERATORS"));
    const Figure* speed = scenario.figure("compute.tokens_per_s@workload:chat");
    ASSERT_TRUE(speed);
    EXPECT_FALSE(speed->value.hasValue());
    const Explanation* why = trace.find(speed->id);
    ASSERT_TRUE(why);
    EXPECT_NE(why->formula.find("memory bandwidth"), std::string::npos);
    EXPECT_EQ(why->inputs.at(0).value.value, 3);
    // A training job without accelerators has none, unless it is given servers by name.
    const std::string tune = site + "place part=dell-r660 rack=R1 u=1 label=host\nworkload name=tune kind=training model=llama-3.1-8b\n";
    EXPECT_TRUE(findingOf(assessed(tune + "allocate workload=tune"), "WORKLOAD-NO-ACCELERATORS"));
    EXPECT_TRUE(findingOf(assessed(tune + "allocate workload=tune devices=host"), "WORKLOAD-ON-PROCESSORS"));
}

} // namespace
} // namespace rackwright

// Memory rules of serving engines. Defaults follow their documentation; bytes follow published start-up logs.
#include "core/compute/memory_serving.h"

#include <cctype>
#include <fmt/format.h>

namespace rackwright {

namespace {

constexpr double gib = 1073741824.0;

EngineRules vllm()
{
    EngineRules rules;
    rules.name = "vllm";
    rules.contextBytes = 0.35 * gib; // 0.16 to 0.35 GiB in most logs: vllm #10517, #12126, #14447
    rules.collectiveBytes = 0.40 * gib; // NCCL 342 MiB on two, 392 MiB on four and eight accelerators: aiconfigurator
    rules.graphBytes = 1.0 * gib; // 0.5 to 2.5 GiB: vllm #50576
    rules.source = "vLLM: gpu_memory_utilization 0.90 of total memory, blocks of 16; start-up logs in vllm #10517, #10511, #50576";
    return rules;
}

EngineRules sglang()
{
    EngineRules rules;
    rules.name = "sglang";
    rules.budget = EngineRules::Budget::staticShare;
    rules.share = 0.88;
    rules.blockTokens = 1;
    rules.contextBytes = 0.35 * gib;
    rules.collectiveBytes = 2.01e9 - 0.35 * gib; // 2.01 GB with the context on eight H200: sglang #11716
    rules.graphBytes = 1.0 * gib;
    rules.graphsInBudget = false;
    rules.source = "SGLang: mem_fraction_static 0.88 for weights and cache; distributed init of 2.01 GB in sglang #11716";
    return rules;
}

EngineRules tensorRtLlm()
{
    EngineRules rules;
    rules.name = "trtllm";
    rules.budget = EngineRules::Budget::shareOfFree;
    rules.blockTokens = 32;
    rules.contextBytes = 0.35 * gib;
    rules.collectiveBytes = 0.40 * gib;
    rules.graphBytes = 1.0 * gib;
    rules.source = "TensorRT-LLM: kv_cache_free_gpu_mem_fraction 0.90 of free memory (TensorRT-LLM #1400)";
    return rules;
}

EngineRules llamaCpp()
{
    EngineRules rules;
    rules.name = "llama.cpp";
    rules.budget = EngineRules::Budget::asNeeded;
    rules.share = 1;
    rules.blockTokens = 1;
    rules.prefillTokens = 512;
    rules.logitsOfChunk = true;
    rules.contextBytes = 0.25 * gib;
    rules.source = "llama.cpp: cache for the asked context, micro-batch of 512; compute buffers of 192 to 304 MiB in its logs";
    return rules;
}

const std::vector<EngineRules>& engines()
{
    static const std::vector<EngineRules> table{vllm(), sglang(), tensorRtLlm(), llamaCpp()};
    return table;
}

/// The first word in lower case: "vLLM 0.10.0 (ROCm)" → "vllm".
std::string firstWord(std::string_view text)
{
    std::string word;
    for (const char c : text.substr(0, text.find(' '))) word.push_back(static_cast<char>(std::tolower(static_cast<unsigned char>(c))));
    return word;
}

} // namespace

std::vector<std::string> engineNames()
{
    std::vector<std::string> names;
    for (const EngineRules& rules : engines()) names.push_back(rules.name);
    return names;
}

Result<EngineRules> engineRulesOf(std::string_view text)
{
    std::string word = firstWord(text);
    if (word == "tensorrt-llm" || word == "tensorrt_llm") word = "trtllm";
    if (word == "llamacpp" || word == "llama-cpp" || word == "ollama") word = "llama.cpp";
    for (const EngineRules& rules : engines())
        if (rules.name == word) return rules;
    return fail("ENGINE-UNKNOWN", {{"found", std::string{text}}, {"wanted", fmt::format("{}", fmt::join(engineNames(), ", "))}});
}

} // namespace rackwright

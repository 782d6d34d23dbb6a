// Memory of serving: weights, cache and overheads of one accelerator, and how many sequences fit.
#pragma once

#include "core/compute/memory.h"

namespace rackwright {

/// How an engine shares the memory of an accelerator. Values are the engine's defaults; each is an assumption that is shown.
struct EngineRules {
    enum class Budget {
        shareOfTotal, ///< vLLM: cache = share × total − weights − activations − context (− graphs)
        staticShare, ///< SGLang: weights + cache = share × (total − context); the rest is for activations and graphs
        shareOfFree, ///< TensorRT-LLM: cache = share × what is free once the engine is loaded
        asNeeded ///< llama.cpp: the cache is allocated for the asked context
    };
    std::string name; ///< vllm, sglang, trtllm, llama.cpp
    Budget budget = Budget::shareOfTotal;
    double share = 0.90;
    int blockTokens = 16; ///< the cache is paged in blocks of so many tokens
    double prefillTokens = 8192; ///< of one scheduled chunk: sizes the activations
    int maxSequences = 256; ///< scheduled at once
    double widthFactor = 3, ffnFactor = 3; ///< activations: tokens × (widthFactor h + ffnFactor f / TP) × 2 bytes
    bool logitsOfChunk = false; ///< logits are held for every token of a chunk, not for one a sequence
    double contextBytes = 0; ///< driver context and kernels ("non-torch")
    double collectiveBytes = 0; ///< from two accelerators on
    double graphBytes = 0; ///< captured graphs
    bool graphsInBudget = true; ///< taken from the share
    bool latentCache = true; ///< MLA is cached as latent; false: as full heads
    bool windowCache = true; ///< window layers stop growing; false: they grow like global ones
    std::string source;
};
/// By name, case-insensitive, a version behind the name is ignored: "vLLM 0.10.0". ENGINE-UNKNOWN names what is wanted.
[[nodiscard]] Result<EngineRules> engineRulesOf(std::string_view text);
[[nodiscard]] std::vector<std::string> engineNames();

struct ServingMemoryInput {
    const Architecture* architecture = nullptr;
    StorageFormat weights;
    double kvElementBytes = 2;
    EngineRules engine;
    double context = 8192; ///< tokens of one sequence at its end: input + output
    double concurrency = 64; ///< sequences in flight over the service
    double usableBytes = std::numeric_limits<double>::infinity(); ///< of one accelerator: what the driver reports
    std::optional<Explanation> usable; ///< where usableBytes comes from (usableMemoryBytes)
    std::optional<double> checkpointBytes; ///< published size of the weights: mixed formats cannot be sized from bits alone
    double extraBytes = 0; ///< per accelerator: draft model, adapters, image encoder
    std::string accelerator; ///< named in the explanation: the verdict is about this device
};

/// A service by accelerator. TP divides heads and linear layers, PP layers (the largest stage counts), EP experts; replicas
/// and attention-parallel ranks (DP) share the sequences.
struct ServingMemory {
    double weightBytes = 0;
    double activationBytes = 0; ///< of one prefill chunk with its logits
    double contextBytes = 0, collectiveBytes = 0, graphBytes = 0, extraBytes = 0;
    double cacheBytesPerSequence = 0; ///< on one accelerator, at the asked context, in whole blocks
    double cacheBytesPerToken = 0; ///< growing part on one accelerator
    double groupCacheBytesPerToken = 0; ///< of one sequence over all layers, one copy
    double sequencesPerReplica = 0; ///< asked for
    double cacheBytes = 0; ///< needed for them
    double availableCacheBytes = 0; ///< by the engine's rule; below 0: the engine does not start
    double neededBytes = 0; ///< all of the above together
    double availableBytes = 0; ///< what the rule lets the engine use
    double missingBytes = 0; ///< needed − available; above 0: short of so much
    double usableBytes = 0;
    double toleranceBytes = 0; ///< within it the verdict is "tight"
    double maxSequences = 0; ///< per replica at the asked context
    double maxContext = 0; ///< tokens, at the asked concurrency
    double maxContextOfOne = 0; ///< tokens, one sequence a replica
    double smallestShare = 0; ///< of total memory with which one sequence runs; above 1: none
    double acceleratorsPerReplica = 1, replicas = 1;
    Fits fits = Fits::unknown;
    std::vector<std::string> missing; ///< columns without which the cache or the weights are unknown
    std::vector<std::string> levers; ///< what would help, cheapest first: kv_fp8, weight_format, tp, context

    [[nodiscard]] double reserveBytes() const { return activationBytes + contextBytes + collectiveBytes + graphBytes + extraBytes; }
    [[nodiscard]] double overheadBytes() const { return weightBytes + reserveBytes(); }
    [[nodiscard]] Quantity<> peakBytes() const; ///< needed, with the band of the overheads; unknown when `missing` is not empty
};

/// Bytes of the weights of one accelerator: the largest pipeline stage.
[[nodiscard]] double servingWeightBytes(const Architecture& architecture, const StorageFormat& format, const ParallelPlan& plan);
/// Bytes of the whole model in this format, one copy.
[[nodiscard]] double checkpointBytes(const Architecture& architecture, const StorageFormat& format);
/// The cache of one sequence on one accelerator of the largest stage: heads divided by TP, copied where heads < TP, the latent
/// of MLA on every rank.
[[nodiscard]] CacheShape acceleratorCache(
    const Architecture& architecture, double elementBytes, const ParallelPlan& plan, const EngineRules& engine);
/// Tokens that `bytes` hold, in whole blocks, when every token costs `bytesPerToken`.
[[nodiscard]] double cacheTokens(double bytes, double bytesPerToken, int blockTokens);

/// The verdict with its limits. Errors `PLAN-NOT-POSSIBLE`. Records `memory.peak_bytes`, `.weights_bytes`, `.kv_cache_bytes`,
/// `.kv_bytes_per_token`, `.reserve_bytes`, `.max_sequences`, `.max_context_tokens` of the workload when `trace` is not null.
[[nodiscard]] Result<ServingMemory> servingMemory(
    const ServingMemoryInput& input, const ParallelPlan& plan, std::string_view workload = {}, Trace* trace = nullptr);

} // namespace rackwright

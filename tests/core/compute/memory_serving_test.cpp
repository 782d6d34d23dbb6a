#include "core/compute/memory_serving.h"
#include "tests/core/workload/model_rows.h"

#include <cmath>
#include <gtest/gtest.h>

namespace rackwright {
namespace {

constexpr double gib = 1073741824.0, mib = 1048576;

StorageFormat format(std::string_view name)
{
    return storageFormatOf(name).value();
}
EngineRules engine(std::string_view name)
{
    return engineRulesOf(name).value();
}
ParallelPlan tensor(int tp, int pp = 1, int dp = 1)
{
    ParallelPlan plan;
    plan.tp = tp, plan.pp = pp, plan.dp = dp;
    return plan;
}

ServingMemoryInput service(const Architecture& a, std::string_view weights, std::string_view engineName, double usableBytes)
{
    ServingMemoryInput input;
    input.architecture = &a;
    input.weights = format(weights);
    input.engine = engine(engineName);
    input.usableBytes = usableBytes;
    return input;
}

Architecture qwen3_235b()
{
    Architecture a = test::llama(94, 4096, 12288, 64, 4, 151936);
    a.kind = "llm_moe";
    a.headDim = 128;
    a.experts = 128, a.expertsPerToken = 8, a.moeFfnHidden = 1536;
    return a;
}

Architecture gptOss120b()
{
    Architecture a = test::llama(36, 2880, 2880, 64, 8, 201088);
    a.kind = "llm_moe";
    a.headDim = 64;
    a.attention = AttentionKind::slidingWindow;
    a.slidingWindow = 128, a.globalAttentionEvery = 2, a.attentionLayers = 18;
    a.experts = 128, a.expertsPerToken = 4, a.moeFfnHidden = 2880;
    a.qkvBias = a.outputBias = a.ffnBias = true;
    return a;
}

// ---- published logs ------------------------------------------------------------------------------------------------

TEST(ServingMemory, BlocksOfLlama31OnAnRtx3090)
{
    // vllm #10517: 1952 and 1478 blocks of 16 tokens in 3.81 and 2.89 GiB (as printed, to 0.005 GiB).
    const double block = 16 * kvCacheBytes(test::llama3_8b(), 1, 2);
    EXPECT_NEAR(3.81 * gib / block, 1952, 0.001 * 1952);
    EXPECT_NEAR(2.89 * gib / block, 1478, 0.0015 * 1478);
    EXPECT_EQ(cacheTokens(3.81 * gib, 131072, 16), 16 * std::floor(3.81 * gib / block));
}

TEST(ServingMemory, CacheOfQwen3OnFourAccelerators)
{
    // vllm #21348: 178,880 tokens in 8.11 GiB on each of four; four key/value heads, so one a rank.
    const Architecture a = qwen3_235b();
    const CacheShape shape = acceleratorCache(a, 2, tensor(4), engine("vllm"));
    EXPECT_DOUBLE_EQ(shape.growingBytesPerToken, 94.0 * 2 * 1 * 128 * 2);
    EXPECT_NEAR(cacheTokens(8.11 * gib, shape.growingBytesPerToken, 16), 178880, 0.012 * 178880);
    // SGLang on the same: 8.23 GiB of keys for 367,404 tokens.
    EXPECT_NEAR(367404 * shape.growingBytesPerToken / 2 / gib, 8.23, 0.005);
    // More ranks than heads: each still holds one.
    EXPECT_DOUBLE_EQ(acceleratorCache(a, 2, tensor(8), engine("vllm")).growingBytesPerToken, shape.growingBytesPerToken);
}

TEST(ServingMemory, n11_TensorRtLlmTakesAShareOfFreeMemory)
{
    // TensorRT-LLM #1400: 132,608 tokens of a 7B model with 32 full heads took 69,524,783,104 bytes.
    const Architecture a = test::llama(32, 4096, 11008, 32, 32, 32000);
    EXPECT_DOUBLE_EQ(132608 * acceleratorCache(a, 2, tensor(1), engine("trtllm")).growingBytesPerToken, 69524783104.0);
    // 90 % of what is free is far more than the 9 GB that the user expected, and differs from 90 % of the total.
    const ServingMemoryInput free = service(a, "int8", "trtllm", 79.2 * gib), total = service(a, "int8", "vllm", 79.2 * gib);
    const ServingMemory byFree = servingMemory(free, tensor(1)).value(), byTotal = servingMemory(total, tensor(1)).value();
    EXPECT_DOUBLE_EQ(byFree.availableCacheBytes, 0.9 * (79.2 * gib - byFree.overheadBytes()));
    EXPECT_NEAR(byFree.availableCacheBytes / 69524783104.0, 1, 0.07);
    EXPECT_DOUBLE_EQ(byTotal.availableCacheBytes, 0.9 * 79.2 * gib - byTotal.overheadBytes());
}

TEST(ServingMemory, WeightsOfOneFormat)
{
    // vllm #10517: 14.9888 GiB loaded; #10511: 14.96 GiB, 7.48 GiB a rank with TP 2.
    EXPECT_NEAR(checkpointBytes(test::llama3_8b(), format("bf16")) / gib, 14.957, 0.001);
    EXPECT_NEAR(checkpointBytes(test::llama3_8b(), format("bf16")) / gib, 14.9888, 0.003 * 14.9888);
    EXPECT_NEAR(servingWeightBytes(test::llama3_8b(), format("bf16"), tensor(2)) / gib, 7.48, 0.005);
    // DeepSeek-R1 FP8 on eight Gaudi 2: 79.41 GiB a device, 1.6 % under it.
    ParallelPlan plan = tensor(8);
    plan.ep = 8;
    EXPECT_NEAR(servingWeightBytes(test::deepSeekV3(), format("fp8"), plan) / gib, 79.41, 0.02 * 79.41);
}

TEST(ServingMemory, GgufMixturesFollowFromTheirBlocks)
{
    // llama.cpp: Llama 3.1 70B Q4_0 37.22 GiB; file averages of Llama 3.1 8B in tools/quantize/README.md.
    EXPECT_NEAR(checkpointBytes(test::llama3_70b(), format("q4_0")) / gib, 37.22, 0.01);
    const double parameters = countParameters(test::llama3_8b()).total();
    const std::vector<std::pair<const char*, double>> published{{"q4_k_s", 4.6672}, {"q4_k_m", 4.8944}, {"q5_k_s", 5.5704},
        {"q5_k_m", 5.7036}, {"q6_k", 6.5633}, {"q8_0", 8.5008}, {"f16", 16.0005}};
    for (const auto& [name, bits] : published)
        EXPECT_NEAR(checkpointBytes(test::llama3_8b(), format(name)) * 8 / parameters, bits, 0.0005 * bits) << name;
}

TEST(ServingMemory, GptOssKeepsAttentionWide)
{
    // 114.66 billion expert weights at 4.25 bit, the rest at 16: 60.8 GiB; vLLM loaded 64.38 with padded kernels.
    const double bytes = checkpointBytes(gptOss120b(), format("mxfp4"));
    EXPECT_NEAR(bytes, 114.66e9 * 4.25 / 8 + 2.13e9 * 2, 0.002 * bytes);
    EXPECT_LT(bytes / gib, 64.38);
}

TEST(ServingMemory, MixedFp8CheckpointOf405B)
{
    // vllm #6746: 57.75 GiB on each of eight. All weights at 8 bit would be 47.2; only the FFN is in FP8.
    const Architecture a = test::llama(126, 16384, 53248, 128, 8, 128256);
    EXPECT_NEAR(servingWeightBytes(a, format("fp8-ffn"), tensor(8)) / gib, 57.75, 0.04 * 57.75);
    EXPECT_NEAR(405853388800.0 / 8 / gib, 47.2, 0.1);
}

TEST(ServingMemory, n01_ActivationsFollowTheChunkNotTheContext)
{
    // vllm #10517 on 23.58 GiB at share 0.90, chunk = context: KV 3.81 GiB at 20,000 tokens, 2.89 at 29,000.
    const Architecture a = test::llama3_8b();
    ServingMemoryInput input = service(a, "bf16", "vllm", 23.58 * gib);
    input.concurrency = 1;
    input.engine.graphsInBudget = false; // before vLLM 0.21
    for (const auto& [chunk, published] : {std::pair{20000.0, 3.81}, {29000.0, 2.89}}) {
        input.engine.prefillTokens = input.context = chunk;
        EXPECT_NEAR(servingMemory(input, tensor(1))->availableCacheBytes / gib, published, 0.05) << chunk;
    }
    input.engine.prefillTokens = 2048;
    const double before = servingMemory(input, tensor(1))->activationBytes;
    input.context = 131072;
    EXPECT_DOUBLE_EQ(servingMemory(input, tensor(1))->activationBytes, before);
}

// ---- lessons -------------------------------------------------------------------------------------------------------

TEST(ServingMemory, n02_PerAcceleratorAndPerReplicaSideBySide)
{
    // DeepSeek-R1-Distill-Qwen-14B on two RTX 4090 with TP 2: 13.95 GiB a card, not in all.
    Architecture a = test::llama(48, 5120, 13824, 40, 8, 152064);
    a.qkvBias = true;
    const double perCard = servingWeightBytes(a, format("bf16"), tensor(2));
    EXPECT_NEAR(perCard / gib, 13.9476, 0.02 * 13.9476);
    ServingMemoryInput input = service(a, "bf16", "vllm", 23.08 * gib);
    input.engine.share = 0.98;
    input.concurrency = 1, input.engine.prefillTokens = 2048;
    Trace trace;
    const ServingMemory m = servingMemory(input, tensor(2), "chat", &trace).value();
    EXPECT_NEAR(m.availableCacheBytes / gib, 8.69, 2); // inside the ± 2 GiB of the overheads
    EXPECT_EQ(m.acceleratorsPerReplica, 2);
    const Explanation* weights = trace.find("memory.weights_bytes@workload:chat");
    ASSERT_NE(weights, nullptr);
    EXPECT_DOUBLE_EQ(weights->value.value, perCard);
    EXPECT_DOUBLE_EQ(weights->inputs.back().value.value, 2 * perCard); // named "of the whole replica"
}

TEST(ServingMemory, n03_HybridsAreSizedByLayerKind)
{
    Architecture a = test::llama(48, 2048, 5120, 16, 2, 151936); // Qwen3-Next
    a.kind = "llm_hybrid", a.headDim = 256, a.attention = AttentionKind::hybrid;
    a.globalAttentionEvery = 4, a.attentionLayers = 12;
    a.linear = {LinearMixerKind::gatedDeltaNet, 16, 128, 32, 128, 1, 0, 4, 0};
    ServingMemoryInput input = service(a, "bf16", "vllm", 79.2 * gib);
    input.context = 131072, input.concurrency = 4;
    const ServingMemory m = servingMemory(input, tensor(2)).value();
    EXPECT_DOUBLE_EQ(m.cacheBytesPerSequence, 24576.0 / 2 * 131072 + 77266944.0 / 2);
}

TEST(ServingMemory, n06_PaddingOfTheAllocatorIsInsideTheTolerance)
{
    // An update that pads pages differently turns a start that just fits into a refusal: near the limit it is "tight".
    const Architecture a = gptOss120b();
    ServingMemoryInput input = service(a, "mxfp4", "vllm", 79.2 * gib);
    input.engine.share = 1, input.context = 8192, input.concurrency = 1;
    const ServingMemory m = servingMemory(input, tensor(1)).value();
    EXPECT_DOUBLE_EQ(m.toleranceBytes, 2 * gib);
    input.extraBytes = m.availableCacheBytes - m.cacheBytes - 0.5 * gib; // half a GiB is left
    EXPECT_EQ(servingMemory(input, tensor(1))->fits, Fits::tight);
    input.extraBytes += 1 * gib; // half a GiB is missing
    EXPECT_EQ(servingMemory(input, tensor(1))->fits, Fits::tight);
}

TEST(ServingMemory, n26_ContextAndSequencesAreInputs)
{
    const Architecture a = test::llama3_8b();
    ServingMemoryInput input = service(a, "bf16", "vllm", 79.2 * gib);
    input.context = 4096, input.concurrency = 1;
    const double one = servingMemory(input, tensor(1))->cacheBytes;
    input.concurrency = 8;
    EXPECT_DOUBLE_EQ(servingMemory(input, tensor(1))->cacheBytes, 8 * one);
    input.context = 8192;
    EXPECT_DOUBLE_EQ(servingMemory(input, tensor(1))->cacheBytes, 16 * one);
}

TEST(ServingMemory, n08_n09_LatentCacheDependsOnTheEngine)
{
    const Architecture a = test::deepSeekV3();
    EngineRules latent = engine("sglang"), full = latent;
    full.latentCache = false;
    EXPECT_DOUBLE_EQ(acceleratorCache(a, 2, tensor(8), latent).growingBytesPerToken, 70272); // on every rank
    EXPECT_DOUBLE_EQ(acceleratorCache(a, 2, tensor(8), full).growingBytesPerToken, 61.0 * (24576 + 16384) * 2 / 8);
    EXPECT_DOUBLE_EQ(acceleratorCache(a, 2, tensor(1), full).growingBytesPerToken / 70272, (24576.0 + 16384) / 576);
}

TEST(ServingMemory, n10_SmallestWorkableShare)
{
    // InferenceX #2128: 125.65 GiB of weights a card on 139.8 GiB: 0.88 does not start, 0.9113 is the smallest that does.
    const Architecture a = test::deepSeekV3();
    ServingMemoryInput input = service(a, "fp8", "sglang", 139.8 * gib);
    ParallelPlan plan = tensor(8);
    plan.ep = 8;
    input.checkpointBytes = 125.65 * gib / servingWeightBytes(a, input.weights, plan) * checkpointBytes(a, input.weights);
    input.concurrency = 1, input.context = 1024;
    const ServingMemory m = servingMemory(input, plan).value();
    EXPECT_NEAR(m.weightBytes / gib, 125.65, 1e-6);
    EXPECT_LT(m.availableCacheBytes, 0);
    EXPECT_EQ(m.fits, Fits::no);
    EXPECT_NEAR(m.smallestShare, 0.9113, 0.002);
    input.engine.share = m.smallestShare + 0.002;
    EXPECT_GT(servingMemory(input, plan)->availableCacheBytes, servingMemory(input, plan)->cacheBytesPerSequence);
}

TEST(ServingMemory, n13_SumOfBuffersIsTheProcess)
{
    // ollama #6160: Mistral Small 22B, 49,152 tokens, q8_0: KV 5712 MiB and buffers of 23,511 MiB on the card.
    const Architecture a = test::llama(56, 6144, 16384, 48, 8, 32768);
    ServingMemoryInput input = service(a, "q6_k", "llama.cpp", 24e9);
    input.kvElementBytes = kvElementBytesOf("q8_0").value();
    input.context = 49152, input.concurrency = 1;
    const ServingMemory m = servingMemory(input, tensor(1)).value();
    EXPECT_DOUBLE_EQ(m.cacheBytes / mib, 5712.0);
    EXPECT_NEAR(m.neededBytes / mib, 23508, 0.03 * 23508);
}

TEST(ServingMemory, n14_QuantisedCacheIsNotCountedTwice)
{
    // ollama #10128: Qwen2.5 7B, 262,144 tokens, q8_0 on two P40: 11.5 GB in all; the tool said 52.
    const Architecture a = test::llama(28, 3584, 18944, 28, 4, 152064);
    ServingMemoryInput input = service(a, "q4_k_m", "llama.cpp", 24e9);
    input.kvElementBytes = kvElementBytesOf("q8_0").value();
    input.context = 262144, input.concurrency = 1;
    EXPECT_DOUBLE_EQ(servingMemory(input, tensor(1))->cacheBytes / gib, 7.4375);
    const ServingMemory split = servingMemory(input, tensor(1, 2)).value();
    EXPECT_DOUBLE_EQ(split.cacheBytes / gib, 7.4375 / 2); // each card holds its own layers only
    EXPECT_NEAR(2 * split.neededBytes / mib, 11516, 0.25 * 11516);
}

TEST(ServingMemory, n15_n23_n24_WindowsDependOnTheEngine)
{
    const Architecture a = gptOss120b();
    EngineRules old = engine("vllm");
    const double now = acceleratorCache(a, 2, tensor(1), old).bytes(131072);
    old.windowCache = false;
    EXPECT_DOUBLE_EQ(acceleratorCache(a, 2, tensor(1), old).bytes(131072), 2 * 36864.0 * 131072);
    EXPECT_DOUBLE_EQ(now, 36864.0 * 131072 + 4718592);
}

TEST(ServingMemory, n15_Gemma3OnATwelveGigabyteCard)
{
    Architecture a = test::llama(48, 3840, 15360, 16, 8, 262208);
    a.headDim = 256, a.tiedEmbeddings = true;
    a.attention = AttentionKind::slidingWindow;
    a.slidingWindow = 1024, a.globalAttentionEvery = 6, a.attentionLayers = 8;
    ServingMemoryInput input = service(a, "q4_k_m", "llama.cpp", 12 * gib);
    input.context = 4096, input.concurrency = 1;
    EXPECT_EQ(servingMemory(input, tensor(1))->fits, Fits::yes);
}

TEST(ServingMemory, n19_EncodersAreSizedByTheirWeights)
{
    // bge-reranker-v2-m3: 568 million parameters; 926 MiB in use where a tool said 13.8 GiB.
    Architecture a = test::llama(24, 1024, 4096, 16, 16, 250002);
    a.kind = "encoder", a.gatedFfn = false,
    a.tiedEmbeddings = a.layerNorm = a.qkvBias = a.outputBias = a.ffnBias = a.learnedPositions = true;
    ServingMemoryInput input = service(a, "fp16", "llama.cpp", 24e9);
    input.context = 8192, input.concurrency = 1;
    const ServingMemory m = servingMemory(input, tensor(1)).value();
    EXPECT_EQ(m.cacheBytes, 0);
    EXPECT_NEAR(countParameters(a).total() / 1e6, 568, 3);
    EXPECT_LT(m.neededBytes, 1.6 * gib);
    EXPECT_EQ(m.fits, Fits::yes);
}

TEST(ServingMemory, n20_VerdictNamesItsDevice)
{
    const Architecture a = test::llama3_70b();
    ServingMemoryInput input = service(a, "bf16", "vllm", 40e9);
    input.accelerator = "RTX 6000 48GB";
    Trace trace;
    EXPECT_EQ(servingMemory(input, tensor(1), "chat", &trace)->fits, Fits::no);
    const Explanation* peak = trace.find("memory.peak_bytes@workload:chat");
    ASSERT_NE(peak, nullptr);
    bool named = false;
    for (const Explanation& part : peak->inputs)
        for (const Explanation& input2 : part.inputs) named |= input2.name.find("RTX 6000 48GB") != std::string::npos;
    EXPECT_TRUE(named);
}

TEST(ServingMemory, n21_MemoryIsNeverSummedWithoutAPlan)
{
    // A 40 GB model on two cards of 24 GB: only when a plan splits it.
    const Architecture a = test::llama(48, 6144, 24576, 48, 8, 128256);
    ServingMemoryInput input = service(a, "bf16", "llama.cpp", 24 * gib);
    input.context = 2048, input.concurrency = 1;
    ASSERT_NEAR(checkpointBytes(a, input.weights) / 1e9, 53, 4);
    input.weights = format("q5_k_m");
    input.checkpointBytes = 40e9;
    EXPECT_EQ(servingMemory(input, tensor(1))->fits, Fits::no);
    EXPECT_EQ(servingMemory(input, tensor(2))->fits, Fits::yes);
    EXPECT_EQ(servingMemory(input, tensor(1, 2))->fits, Fits::yes);
    EXPECT_EQ(servingMemory(input, tensor(1, 1, 2))->fits, Fits::no); // two replicas do not share
}

TEST(ServingMemory, n22_FileSizeIsNoFitCheck)
{
    // A 5 GB file and a context of 262,144 tokens on 24 GB.
    const Architecture a = test::llama(36, 4096, 12288, 32, 8, 151936); // Qwen3 8B
    ServingMemoryInput input = service(a, "q4_k_m", "llama.cpp", 23.58 * gib);
    input.context = 262144, input.concurrency = 1;
    const ServingMemory m = servingMemory(input, tensor(1)).value();
    EXPECT_LT(m.weightBytes, 0.7 * m.usableBytes); // the check that failed
    EXPECT_DOUBLE_EQ(m.cacheBytes, 147456.0 * 262144); // 36 GiB
    EXPECT_EQ(m.fits, Fits::shortened);
    EXPECT_EQ(m.maxSequences, 0);
    EXPECT_GT(m.missingBytes, 15 * gib);
    // The printed limit is right: it fits there, and not one block further.
    ServingMemoryInput atLimit = input;
    Architecture longer = a;
    longer.maxContext = 1 << 20;
    input.architecture = atLimit.architecture = &longer;
    const double limit = servingMemory(input, tensor(1))->maxContextOfOne;
    atLimit.context = limit;
    EXPECT_LE(servingMemory(atLimit, tensor(1))->missingBytes, 0);
    atLimit.context = limit + 1;
    EXPECT_GT(servingMemory(atLimit, tensor(1))->missingBytes, 0);
}

TEST(ServingMemory, n25_NeededAndReservedAreApart)
{
    const Architecture a = test::llama3_8b();
    ServingMemoryInput input = service(a, "fp8", "vllm", 79.2 * gib);
    input.context = 4096, input.concurrency = 4;
    const ServingMemory m = servingMemory(input, tensor(1)).value();
    EXPECT_LT(m.neededBytes, 20 * gib);
    EXPECT_NEAR(m.availableBytes, 0.9 * 79.2 * gib, 1); // what the driver's tool will show
    EXPECT_EQ(m.fits, Fits::yes);
}

TEST(ServingMemory, n27_EngineLogOfLlama31)
{
    // vllm #17122: maximum concurrency 4.84 at 32,768 tokens on an L40S (44.4 GiB): 20.8 GiB of cache.
    EXPECT_NEAR(4.84 * 32768 * kvCacheBytes(test::llama3_8b(), 1, 2) / gib, 19.4, 0.1);
}

// ---- verdicts and invariants ---------------------------------------------------------------------------------------

TEST(ServingMemory, FourVerdicts)
{
    const Architecture a = test::llama3_8b();
    ServingMemoryInput input = service(a, "bf16", "vllm", 79.2 * gib);
    input.context = 8192, input.concurrency = 16;
    const ServingMemory yes = servingMemory(input, tensor(1)).value();
    EXPECT_EQ(yes.fits, Fits::yes);
    EXPECT_TRUE(yes.levers.empty());
    input.concurrency = yes.maxSequences; // to the last block
    EXPECT_EQ(servingMemory(input, tensor(1))->fits, Fits::tight);
    input.concurrency = 2 * yes.maxSequences;
    const ServingMemory shortened = servingMemory(input, tensor(1)).value();
    EXPECT_EQ(shortened.fits, Fits::shortened);
    EXPECT_EQ(shortened.maxSequences, yes.maxSequences);
    EXPECT_GT(shortened.maxContext, 1000);
    EXPECT_LT(shortened.maxContext, 8192);
    EXPECT_EQ(shortened.levers.front(), "kv_fp8");
    input.usableBytes = 16 * gib;
    const ServingMemory no = servingMemory(input, tensor(1)).value();
    EXPECT_EQ(no.fits, Fits::no);
    EXPECT_GT(no.missingBytes, 0);
    input.usableBytes = std::numeric_limits<double>::infinity();
    EXPECT_EQ(servingMemory(input, tensor(1))->fits, Fits::unknown);
}

TEST(ServingMemory, UnknownCacheIsSaid)
{
    const auto a = architectureOf(test::modelRow("compressed",
        {{"kind", "llm_moe"}, {"params_b", "284"}, {"layers", "43"}, {"hidden", "4096"}, {"heads", "64"}, {"kv_heads", "1"},
            {"head_dim", "512"}, {"vocab", "129280"}, {"attention", "hybrid"}, {"experts", "256"}, {"experts_per_token", "6"},
            {"moe_ffn_hidden", "2048"}}));
    ASSERT_TRUE(a);
    ServingMemoryInput input = service(*a, "fp8", "vllm", 79.2 * gib);
    const ServingMemory m = servingMemory(input, tensor(8)).value();
    EXPECT_EQ(m.fits, Fits::unknown);
    EXPECT_EQ(m.missing, std::vector<std::string>{"attention_layers"});
    EXPECT_EQ(m.peakBytes().knowledge, Knowledge::atLeast);
    EXPECT_EQ(servingMemory(input, tensor(1))->fits, Fits::no); // 284 GB do not fit whatever the cache is
}

TEST(ServingMemory, ReplicasAndAttentionParallelRanksShareTheSequences)
{
    const Architecture dense = test::llama3_8b(), moe = test::deepSeekV3();
    ServingMemoryInput input = service(dense, "bf16", "vllm", 79.2 * gib);
    input.concurrency = 64;
    const ServingMemory replicas = servingMemory(input, tensor(1, 1, 4)).value();
    EXPECT_EQ(replicas.sequencesPerReplica, 16);
    EXPECT_EQ(replicas.replicas, 4);
    ServingMemoryInput wide = service(moe, "fp8", "sglang", 139.8 * gib);
    wide.concurrency = 64;
    ParallelPlan plan = tensor(1, 1, 8);
    plan.ep = 8; // attention is copied, experts are spread
    const ServingMemory spread = servingMemory(wide, plan).value();
    EXPECT_EQ(spread.acceleratorsPerReplica, 8);
    EXPECT_EQ(spread.sequencesPerReplica, 8);
    const ServingMemory tp = servingMemory(wide, tensor(8)).value();
    EXPECT_GT(spread.weightBytes, tp.weightBytes);
    EXPECT_DOUBLE_EQ(spread.cacheBytes * 8, tp.cacheBytes); // latent cache is copied on all tensor ranks
}

TEST(ServingMemory, EnginesByNameAndVersion)
{
    EXPECT_EQ(engineRulesOf("vLLM 0.10.0 (ROCm 6.4.1)")->name, "vllm");
    EXPECT_EQ(engineRulesOf("TensorRT-LLM 1.0")->name, "trtllm");
    EXPECT_EQ(engineRulesOf("ollama")->name, "llama.cpp");
    const auto unknown = engineRulesOf("my-engine");
    ASSERT_FALSE(unknown);
    EXPECT_EQ(unknown.error().code, "ENGINE-UNKNOWN");
    EXPECT_EQ(unknown.error().arg("wanted"), "vllm, sglang, trtllm, llama.cpp");
}

TEST(ServingMemory, RefusesImpossiblePlans)
{
    const Architecture a = test::llama3_8b();
    ServingMemoryInput input = service(a, "bf16", "vllm", 79.2 * gib);
    EXPECT_EQ(servingMemory(input, tensor(0)).error().code, "PLAN-NOT-POSSIBLE");
    EXPECT_EQ(servingMemory(input, tensor(1, 33)).error().arg("what"), "pp");
    input.context = 0;
    EXPECT_EQ(servingMemory(input, tensor(1)).error().arg("what"), "context");
}

TEST(ServingMemory, EveryFigureIsExplained)
{
    const Architecture a = test::llama3_8b();
    const ServingMemoryInput input = service(a, "bf16", "vllm", 79.2 * gib);
    Trace trace;
    const ServingMemory m = servingMemory(input, tensor(2), "chat", &trace).value();
    for (const char* figure :
        {"weights_bytes", "kv_cache_bytes", "kv_bytes_per_token", "reserve_bytes", "max_sequences", "max_context_tokens", "peak_bytes"}) {
        const Explanation* e = trace.find(std::string{"memory."} + figure + "@workload:chat");
        ASSERT_NE(e, nullptr) << figure;
        EXPECT_FALSE(e->formula.empty()) << figure;
        EXPECT_FALSE(e->inputs.empty()) << figure;
    }
    EXPECT_DOUBLE_EQ(trace.find("memory.peak_bytes@workload:chat")->value.value, m.neededBytes);
    EXPECT_DOUBLE_EQ(m.weightBytes + m.reserveBytes() + m.cacheBytes, m.neededBytes);
}

} // namespace
} // namespace rackwright

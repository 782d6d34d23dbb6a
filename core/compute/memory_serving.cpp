// Does a service fit: weights, overheads and cache of one accelerator against the engine's budget.
#include "core/compute/memory_serving.h"
#include "core/compute/memory_explain.h"

#include <algorithm>
#include <cmath>

namespace rackwright {

namespace {

constexpr double gib = 1073741824.0;

double real(std::int64_t n)
{
    return static_cast<double>(n);
}

/// Share of all key/value heads that one tensor-parallel rank holds: at least one head, so heads are copied when K < TP.
double headShare(const Architecture& a, double t)
{
    if (a.kvHeads <= 0) return 1 / t;
    return std::max(1.0, std::ceil(real(a.kvHeads) / t)) / real(a.kvHeads);
}

/// Experts are spread over TP, or over the wider group of EP with attention data parallel.
double expertDivisor(const ParallelPlan& plan)
{
    return std::max(plan.ep, plan.tp);
}

struct Divisors {
    double tensor = 1, experts = 1, keyValue = 1; ///< keyValue as a share, the others divide
};

double weightBytes(const Architecture& a, const StorageFormat& format, const ParameterCount& n, const Divisors& by)
{
    const double attention = (n.attention - n.keyValue) / by.tensor + n.keyValue * by.keyValue;
    const double dense = (n.tensorSharded - n.attention) / by.tensor, experts = n.routedExperts / by.experts;
    const double embeddingBits = a.tiedEmbeddings ? format.headBits : format.embeddingBits;
    double bits = attention * format.attentionBits + (dense + experts) * format.linearBits;
    bits += n.replicatedLinear * format.attentionBits + (n.replicated - n.replicatedLinear) * format.otherBits;
    bits += (n.embedding * embeddingBits + n.head * format.headBits) / by.tensor;
    if (format.raisedShare > 0) {
        const double all = n.tensorSharded + n.routedExperts, here = attention + dense + experts;
        if (all > 0) bits += n.raisable * format.raisedShare * (format.raisedBits - format.linearBits) * here / all;
    }
    return bits / 8;
}

ParameterCount stageCount(const Architecture& a, int stages, int stage)
{
    const LayerRange range = stageLayers(a.layers, stages, stage);
    return countParameters(a, range.first, range.last);
}

Divisors divisorsOf(const Architecture& a, const ParallelPlan& plan)
{
    return {static_cast<double>(plan.tp), expertDivisor(plan), headShare(a, plan.tp)};
}

CacheShape stageCache(const Architecture& a, double elementBytes, const ParallelPlan& plan, const EngineRules& engine, int stage)
{
    const LayerRange range = stageLayers(a.layers, plan.pp, stage);
    CacheShape shape = cacheShape(a, elementBytes, range.first, range.last);
    if (!engine.windowCache) shape.growingBytesPerToken += shape.windowBytesPerToken, shape.windowBytesPerToken = 0;
    if (shape.latent && !engine.latentCache) {
        const double full = real(a.heads * (a.qkNopeHeadDim + a.qkRopeHeadDim + a.vHeadDim));
        shape.growingBytesPerToken *= full / real(a.kvLoraRank + a.qkRopeHeadDim) / plan.tp;
        shape.latent = false;
        return shape;
    }
    if (!shape.latent) shape.growingBytesPerToken *= headShare(a, plan.tp), shape.windowBytesPerToken *= headShare(a, plan.tp);
    shape.constantBytes *= a.encoderLayers > 0 ? headShare(a, plan.tp) : 1.0 / plan.tp;
    return shape;
}

double inBlocks(double tokens, int block)
{
    return std::ceil(tokens / block) * block;
}

/// Tokens of one sequence that fit `bytes`, in whole blocks; infinite when the cache does not grow.
double contextWithin(const CacheShape& shape, double bytes, int block)
{
    const double left = bytes - shape.constantBytes;
    if (left < 0) return 0;
    const double both = shape.growingBytesPerToken + shape.windowBytesPerToken;
    double tokens = both > 0 ? left / both : std::numeric_limits<double>::infinity();
    if (tokens > shape.window && shape.windowBytesPerToken > 0) {
        const double beyond = left - shape.windowBytesPerToken * shape.window;
        tokens = shape.growingBytesPerToken > 0 ? beyond / shape.growingBytesPerToken : std::numeric_limits<double>::infinity();
    }
    return std::isfinite(tokens) ? std::floor(tokens / block) * block : tokens;
}

/// Width of the FFN that a token passes: of the dense layers, or of its experts.
double activeFfn(const Architecture& a)
{
    const double shared = real(a.sharedFfnHidden > 0 ? a.sharedFfnHidden : a.sharedExperts * a.moeFfnHidden);
    return std::max(real(a.ffnHidden), real(a.expertsPerToken * a.moeFfnHidden) + shared);
}

double prefillBytes(const ServingMemoryInput& input, const ParallelPlan& plan)
{
    const Architecture& a = *input.architecture;
    const EngineRules& engine = input.engine;
    const double tokens = std::min(engine.prefillTokens, input.context * input.concurrency);
    const double layer = tokens * (engine.widthFactor * real(a.hidden) + engine.ffnFactor * activeFfn(a) / plan.tp) * 2;
    if (!hasCache(a)) return layer;
    if (engine.logitsOfChunk) return std::max(layer, tokens * real(a.vocab) * 4);
    return layer + std::min(input.concurrency, static_cast<double>(engine.maxSequences)) * real(a.vocab) * 4;
}

/// Bytes that the engine's rule leaves for the cache; never more than there is.
double cacheBudget(const EngineRules& engine, const ServingMemory& m)
{
    const double loaded = m.weightBytes + m.contextBytes + m.collectiveBytes + m.extraBytes;
    double rule = 0;
    switch (engine.budget) {
    case EngineRules::Budget::shareOfTotal:
        rule = engine.share * m.usableBytes - loaded - m.activationBytes - (engine.graphsInBudget ? m.graphBytes : 0);
        break;
    case EngineRules::Budget::staticShare:
        rule = engine.share * (m.usableBytes - m.contextBytes - m.collectiveBytes) - m.weightBytes - m.extraBytes;
        break;
    case EngineRules::Budget::shareOfFree: rule = engine.share * (m.usableBytes - m.overheadBytes()); break;
    case EngineRules::Budget::asNeeded: rule = m.usableBytes - m.overheadBytes(); break;
    }
    return std::min(rule, m.usableBytes - m.overheadBytes());
}

/// The smallest share with which one sequence of the asked context runs.
double smallestShare(const EngineRules& engine, const ServingMemory& m)
{
    const double one = m.cacheBytesPerSequence;
    const double loaded = m.weightBytes + m.extraBytes, outside = m.contextBytes + m.collectiveBytes;
    switch (engine.budget) {
    case EngineRules::Budget::shareOfTotal:
        return (loaded + outside + m.activationBytes + (engine.graphsInBudget ? m.graphBytes : 0) + one) / m.usableBytes;
    case EngineRules::Budget::staticShare: return (loaded + one) / (m.usableBytes - outside);
    case EngineRules::Budget::shareOfFree: {
        const double free = m.usableBytes - m.overheadBytes();
        return free > 0 ? one / free : std::numeric_limits<double>::infinity();
    }
    case EngineRules::Budget::asNeeded: return (m.overheadBytes() + one) / m.usableBytes;
    }
    return 1;
}

std::vector<std::string> unknownColumns(const Architecture& a)
{
    std::vector<std::string> columns;
    if (!hasCache(a)) return columns;
    for (const std::string& column : a.missing)
        if (column == "attention_layers" || column == "encoder_layers" || column == "sliding_window" || column == "kv_lora_rank")
            columns.push_back(column);
    const bool stateless = a.linear.kind == LinearMixerKind::none && a.stateBytesPerSequence <= 0;
    if (columns.empty() && stateless && layerMix(a).linear > 0) columns.emplace_back("state_bytes_per_sequence");
    return columns;
}

Fits verdict(const ServingMemory& m)
{
    if (!std::isfinite(m.usableBytes)) return Fits::unknown;
    const double headroom = -m.missingBytes;
    if (m.availableCacheBytes < 0 && headroom <= -m.toleranceBytes) return Fits::no; // the weights alone are too large
    if (!m.missing.empty()) return Fits::unknown;
    if (headroom >= m.toleranceBytes) return Fits::yes;
    if (headroom > -m.toleranceBytes) return Fits::tight;
    return m.maxSequences >= 1 || m.maxContextOfOne >= 1 ? Fits::shortened : Fits::no;
}

void addLevers(const ServingMemoryInput& input, const ParallelPlan& plan, ServingMemory& m)
{
    if (m.fits == Fits::yes || m.fits == Fits::unknown) return;
    if (m.cacheBytes > 0 && input.kvElementBytes > 1) m.levers.emplace_back("kv_fp8");
    if (input.weights.linearBits > 8.5) m.levers.emplace_back("weight_format");
    if (input.architecture->heads % (2 * plan.tp) == 0) m.levers.emplace_back("tp");
    if (m.cacheBytes > 0) m.levers.emplace_back("context");
}

/// Weights and cache of the stage that needs most; the cache shape is returned for the limits.
CacheShape fillLargestStage(const ServingMemoryInput& input, const ParallelPlan& plan, ServingMemory& m)
{
    const Architecture& a = *input.architecture;
    const Divisors by = divisorsOf(a, plan);
    const double scale = input.checkpointBytes ? *input.checkpointBytes / checkpointBytes(a, input.weights) : 1;
    const double tokens = inBlocks(input.context, input.engine.blockTokens);
    CacheShape largest;
    double most = -1;
    for (int stage = 0; stage < plan.pp; ++stage) {
        const double weights = scale * weightBytes(a, input.weights, stageCount(a, plan.pp, stage), by);
        const CacheShape shape = stageCache(a, input.kvElementBytes, plan, input.engine, stage);
        const double each = shape.bytes(tokens), sum = weights + m.sequencesPerReplica * each;
        if (sum <= most) continue;
        most = sum, largest = shape;
        m.weightBytes = weights, m.cacheBytesPerSequence = each, m.cacheBytesPerToken = shape.growingBytesPerToken;
    }
    return largest;
}

Result<void> checkServing(const ServingMemoryInput& input, const ParallelPlan& plan)
{
    const auto refused = [](std::string_view what, std::int64_t found, std::string wanted) {
        return fail("PLAN-NOT-POSSIBLE", {{"what", std::string{what}}, {"found", std::to_string(found)}, {"wanted", std::move(wanted)}});
    };
    for (const auto& [name, degree] : {std::pair{"tp", plan.tp}, {"pp", plan.pp}, {"dp", plan.dp}, {"ep", plan.ep}})
        if (degree < 1 || degree > 10'000'000) return refused(name, degree, "1 to 10000000");
    if (plan.pp > input.architecture->layers) return refused("pp", plan.pp, "at most the layers of the model");
    if (!(input.context >= 1 && input.context <= 1e12)) return refused("context", 0, "at least 1");
    if (!(input.concurrency >= 1 && input.concurrency <= 1e12)) return refused("concurrency", 0, "at least 1");
    return {};
}

} // namespace

Quantity<> ServingMemory::peakBytes() const
{
    Quantity<> peak = Quantity<>::estimated(std::max(0.0, neededBytes - toleranceBytes), neededBytes, neededBytes + toleranceBytes);
    if (missing.empty()) return peak;
    peak.knowledge = Knowledge::atLeast;
    peak.missing = missing;
    return peak;
}

double servingWeightBytes(const Architecture& a, const StorageFormat& format, const ParallelPlan& plan)
{
    double most = 0;
    for (int stage = 0; stage < plan.pp; ++stage)
        most = std::max(most, weightBytes(a, format, stageCount(a, plan.pp, stage), divisorsOf(a, plan)));
    return most;
}

double checkpointBytes(const Architecture& a, const StorageFormat& format)
{
    return weightBytes(a, format, countParameters(a), Divisors{});
}

CacheShape acceleratorCache(const Architecture& a, double elementBytes, const ParallelPlan& plan, const EngineRules& engine)
{
    CacheShape largest;
    for (int stage = 0; stage < plan.pp; ++stage) {
        const CacheShape shape = stageCache(a, elementBytes, plan, engine, stage);
        if (stage == 0 || shape.growingBytesPerToken > largest.growingBytesPerToken) largest = shape;
    }
    return largest;
}

double cacheTokens(double bytes, double bytesPerToken, int blockTokens)
{
    if (bytes <= 0 || bytesPerToken <= 0) return 0;
    return std::floor(bytes / (bytesPerToken * blockTokens)) * blockTokens;
}

Result<ServingMemory> servingMemory(const ServingMemoryInput& input, const ParallelPlan& plan, std::string_view workload, Trace* trace)
{
    if (const auto possible = checkServing(input, plan); !possible) return tl::unexpected{possible.error()};
    const Architecture& a = *input.architecture;
    const EngineRules& engine = input.engine;
    ServingMemory m;
    m.usableBytes = input.usableBytes;
    m.toleranceBytes = std::min(2 * gib, 0.03 * input.usableBytes);
    m.acceleratorsPerReplica = expertDivisor(plan) * plan.pp;
    m.replicas = std::max(1.0, static_cast<double>(plan.tp) * plan.pp * plan.dp / m.acceleratorsPerReplica);
    m.sequencesPerReplica = std::min(std::ceil(input.concurrency / plan.dp), static_cast<double>(engine.maxSequences));
    const CacheShape shape = fillLargestStage(input, plan, m);
    m.groupCacheBytesPerToken = cacheShape(a, input.kvElementBytes).growingBytesPerToken;
    m.activationBytes = prefillBytes(input, plan);
    m.contextBytes = engine.contextBytes;
    m.collectiveBytes = m.acceleratorsPerReplica > 1 ? engine.collectiveBytes : 0;
    m.graphBytes = hasCache(a) ? engine.graphBytes : 0;
    m.extraBytes = input.extraBytes;
    m.cacheBytes = m.sequencesPerReplica * m.cacheBytesPerSequence;
    m.availableCacheBytes = cacheBudget(engine, m);
    m.neededBytes = m.overheadBytes() + m.cacheBytes;
    m.availableBytes = m.overheadBytes() + m.availableCacheBytes;
    m.missingBytes = m.cacheBytes - m.availableCacheBytes;
    const double room = std::max(0.0, m.availableCacheBytes);
    m.maxSequences = m.cacheBytesPerSequence > 0 ? std::floor(room / m.cacheBytesPerSequence) : static_cast<double>(engine.maxSequences);
    const double most = a.maxContext > 0 ? real(a.maxContext) : input.context;
    m.maxContext = std::min(most, contextWithin(shape, room / m.sequencesPerReplica, engine.blockTokens));
    m.maxContextOfOne = std::min(most, contextWithin(shape, room, engine.blockTokens));
    m.smallestShare = smallestShare(engine, m);
    m.missing = unknownColumns(a);
    m.fits = verdict(m);
    addLevers(input, plan, m);
    if (trace) explainServingMemory(input, plan, m, workload, *trace);
    return m;
}

} // namespace rackwright

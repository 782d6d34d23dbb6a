#include "core/compute/memory_explain.h"

#include "core/quantity/figure_id.h"

#include <fmt/format.h>

namespace rackwright {

namespace {

Explanation node(std::string name, double value, std::string formula, std::vector<Explanation> inputs = {}, std::string unit = "bytes")
{
    Explanation e;
    e.name = std::move(name);
    e.value = Quantity<>::known(value);
    e.unit = std::move(unit);
    e.formula = std::move(formula);
    e.inputs = std::move(inputs);
    return e;
}

Explanation leaf(std::string name, double value, std::string unit, Origin origin, std::string source = {})
{
    Explanation e = node(std::move(name), value, {}, {}, std::move(unit));
    e.origin = origin;
    e.source = std::move(source);
    return e;
}

Explanation banded(Explanation e, double low, double high)
{
    e.value = Quantity<>::estimated(low, e.value.value, high);
    return e;
}

Explanation degree(const char* name, int value)
{
    return leaf(name, value, "", Origin::user, "parallel plan");
}

/// What an accelerator offers, with its source where the caller knows it.
Explanation usableNode(const std::optional<Explanation>& usable, double bytes, const std::string& accelerator)
{
    Explanation e = usable ? *usable : leaf({}, bytes, "bytes", Origin::catalog);
    e.name = "usable memory of " + (accelerator.empty() ? std::string{"one accelerator"} : accelerator);
    return e;
}

void record(Trace& trace, std::string_view figure, std::string_view workload, const Explanation& e)
{
    trace.record(workload.empty() ? figureId(figure) : figureId(figure, "workload", workload), e);
}

// ---- training ----------------------------------------------------------------------------------------------------

constexpr const char* korthikanti = "Korthikanti et al. 2022 (arXiv 2205.05198) section 4";
constexpr const char* zero = "Rajbhandari et al. 2020 (arXiv 1910.02054) section 5";

/// One of weights, gradients, optimizer: the buckets with their divisors.
Explanation persistentNode(const char* name, double PersistentBytes::*part, double bytesPerParameter, const TrainingMemoryInput& input,
    const ParallelPlan& plan, const StageMemory& s, const char* sharding)
{
    Explanation e = node(fmt::format("{} of stage {}", name, s.stage), s.persistent().*part,
        fmt::format("(sharded/TP + replicated + experts/(EP*ETP) + (embedding+head)/TP) * bytes_per_parameter{}", sharding),
        {node("tensor-sharded bucket", s.tensorSharded.*part, "(attention + dense FFN + shared experts) / TP"),
            node("replicated bucket", s.replicated.*part, "norms + routers + MLA down-projections"),
            node("routed experts", s.routedExperts.*part, "experts / (EP * ETP)"),
            node("embedding and head", s.ends.*part, "(V*h [first stage] + V*h [last stage]) / TP"),
            leaf("bytes per parameter", bytesPerParameter, "bytes", Origin::assumption, input.recipe.name + ": " + input.recipe.source)});
    if (input.recipe.frozenBaseBytes > 0) e.inputs.push_back(node("adapters", s.adapters.*part, "rank * sum(in + out) / TP"));
    e.inputs.push_back(degree("TP", plan.tp));
    e.inputs.push_back(degree("EP", plan.ep));
    e.inputs.push_back(degree("ETP", expertTensorParallel(plan)));
    e.inputs.push_back(degree("ZeRO stage", plan.zeroStage));
    e.inputs.push_back(degree("DP*CP", plan.dp * plan.cp));
    e.source = zero;
    return e;
}

Explanation activationNode(const TrainingMemoryInput& input, const ParallelPlan& plan, const StageMemory& s)
{
    Explanation e = node(fmt::format("activations of stage {}", s.stage), s.activationBytes + s.embeddingBytes,
        "sum over layers of bytes per micro-batch * micro-batches in flight + token ids of the first stage",
        {node("micro-batches in flight", s.inFlight, plan.vpp > 1 ? "min(m*v, 2(p-i-1) + (v-1)p + 1) / v" : "min(m, p-i)", {}, ""),
            leaf("layers of the stage", static_cast<double>(s.layers.layers), "", Origin::derived, "pipeline split"),
            leaf("tokens of a micro-batch", plan.microBatch * input.sequence / plan.cp, "", Origin::user, "micro-batch * sequence / CP"),
            leaf("hidden", static_cast<double>(input.architecture->hidden), "", Origin::catalog, input.architecture->id),
            degree("TP", plan.tp)});
    e.source = korthikanti;
    return e;
}

Explanation transientNode(const StageMemory& s)
{
    return node("transients at the peak",
        s.dynamicBytes(s.instant) - (s.instant == Instant::optimizerStep ? 0 : s.activationBytes + s.embeddingBytes),
        fmt::format("at {}: gather + max(loss, backward working set)", toText(s.instant)),
        {node("logits and loss", s.lossBytes, "b*s*V * (2 + 4 + 2) / (TP * chunks)"),
            node("backward working set", s.workingBytes, "gradients of the widest layer, with its recomputed activations"),
            node("gathered units", s.gatherBytes, "(2 units + embedding + head) * 16 bit + gradients of one unit [ZeRO-3, FSDP]")});
}

Explanation reserveNode(const FrameworkReserve& reserve, const StageMemory& s)
{
    const double dynamic = s.dynamicBytes(s.instant);
    return node("framework reserve", s.reserveBytes(), "context + collectives + fragmentation * (activations + transients)",
        {banded(leaf("driver context", s.contextBytes, "bytes", Origin::assumption, "1.3 to 1.6 GB measured in BigScience runs"),
             reserve.contextLow, reserve.contextHigh),
            banded(leaf("collective buffers", s.collectiveBytes, "bytes", Origin::assumption, "NCCL, 0.5 to 2 GB"),
                s.collectiveBytes > 0 ? reserve.collectiveLow : 0, s.collectiveBytes > 0 ? reserve.collectiveHigh : 0),
            banded(leaf("fragmentation", s.fragmentationBytes, "bytes", Origin::assumption, "allocator setting"),
                reserve.fragmentationLow * dynamic, reserve.fragmentationHigh * dynamic)});
}

// ---- serving -----------------------------------------------------------------------------------------------------

Explanation weightNode(const ServingMemoryInput& input, const ParallelPlan& plan, const ServingMemory& m)
{
    const StorageFormat& f = input.weights;
    Explanation e = node("weights per accelerator", m.weightBytes, "sum over tensor groups of count * bits / 8, of the largest stage",
        {leaf("parameters", countParameters(*input.architecture).total(), "", Origin::catalog, input.architecture->id),
            leaf("bits, linear layers", f.linearBits, "", Origin::assumption, f.name + ": " + f.source),
            leaf("bits, attention", f.attentionBits, "", Origin::assumption, f.name),
            leaf("bits, embedding", f.embeddingBits, "", Origin::assumption, f.name),
            leaf("bits, head", f.headBits, "", Origin::assumption, f.name), degree("TP", plan.tp), degree("PP", plan.pp),
            degree("EP", plan.ep),
            node("weights of the whole replica", m.weightBytes * m.acceleratorsPerReplica, "per accelerator * accelerators of a replica")});
    if (input.checkpointBytes)
        e.inputs.push_back(leaf("published size", *input.checkpointBytes, "bytes", Origin::catalog, input.architecture->id));
    return e;
}

Explanation cacheNode(const ServingMemoryInput& input, const ParallelPlan& plan, const ServingMemory& m)
{
    const Architecture& a = *input.architecture;
    const char* formula = usesLatentAttention(a)
        ? "sequences * layers * (kv_lora_rank + qk_rope) * bytes * context [copied on every TP rank]"
        : "sequences * (2 * layers * max(1, K/TP) * d * bytes * min(context, window) + state)";
    return node("cache per accelerator", m.cacheBytes, formula,
        {node("cache of one sequence", m.cacheBytesPerSequence, "context in whole blocks"),
            node("growing cache of one token on this accelerator", m.cacheBytesPerToken, "of the largest stage"),
            node("growing cache of one token over all layers, one copy", m.groupCacheBytesPerToken, "2 * layers * K * d * bytes"),
            leaf("sequences of a replica", m.sequencesPerReplica, "", Origin::user, "concurrency / DP"),
            leaf("context", input.context, "", Origin::user, "input + output tokens"),
            leaf("bytes of an element", input.kvElementBytes, "bytes", Origin::user, "KV format"),
            leaf("block", input.engine.blockTokens, "", Origin::assumption, input.engine.name), degree("TP", plan.tp)});
}

Explanation overheadNode(const ServingMemoryInput& input, const ServingMemory& m)
{
    const EngineRules& engine = input.engine;
    return node("engine reserve", m.reserveBytes(), "activations + context + collectives + graphs + extra",
        {node("activations of a prefill chunk", m.activationBytes,
             engine.logitsOfChunk ? "max(T (3h + 3f/TP) * 2, T*V*4)" : "T (3h + 3f/TP) * 2 + sequences * V * 4",
             {leaf("T", engine.prefillTokens, "", Origin::assumption, engine.name)}),
            leaf("driver context", m.contextBytes, "bytes", Origin::assumption, engine.source),
            leaf("collectives", m.collectiveBytes, "bytes", Origin::assumption, engine.source),
            leaf("captured graphs", m.graphBytes, "bytes", Origin::assumption, engine.source),
            leaf("extra", m.extraBytes, "bytes", Origin::user, "draft model, adapters, encoder")});
}

const char* budgetText(EngineRules::Budget budget)
{
    switch (budget) {
    case EngineRules::Budget::shareOfTotal: return "share * total - weights - reserve";
    case EngineRules::Budget::staticShare: return "share * (total - context - collectives) - weights";
    case EngineRules::Budget::shareOfFree: return "share * (total - weights - reserve)";
    case EngineRules::Budget::asNeeded: return "total - weights - reserve";
    }
    return "";
}

Explanation availableNode(const ServingMemoryInput& input, const ServingMemory& m)
{
    return node("cache that the engine can hold", m.availableCacheBytes, budgetText(input.engine.budget),
        {usableNode(input.usable, m.usableBytes, input.accelerator),
            leaf("share", input.engine.share, "", Origin::assumption, input.engine.source),
            node("smallest share that runs one sequence", m.smallestShare, "(weights + reserve + cache of one sequence) / total", {}, "")});
}

} // namespace

void explainTrainingMemory(
    const TrainingMemoryInput& input, const ParallelPlan& plan, const TrainingMemory& memory, std::string_view workload, Trace& trace)
{
    const StageMemory& s = memory.worst();
    const TrainingRecipe& r = input.recipe;
    const bool frozen = r.frozenBaseBytes > 0;
    const Explanation weights = persistentNode(
        "weights", &PersistentBytes::weights, frozen ? r.frozenBaseBytes : r.weightBytes, input, plan, s, " [/DP*CP from ZeRO-3]");
    const Explanation gradients =
        persistentNode("gradients", &PersistentBytes::gradients, frozen ? 0 : r.gradientBytes, input, plan, s, " [/DP*CP from ZeRO-2]");
    const Explanation optimizer = persistentNode(
        "optimizer", &PersistentBytes::optimizer, frozen ? 0 : r.masterBytes + r.momentBytes, input, plan, s, " [/DP*CP from ZeRO-1]");
    const Explanation activations = activationNode(input, plan, s), transients = transientNode(s), reserve = reserveNode(input.reserve, s);
    Explanation peak = node(fmt::format("peak memory of stage {} of {}", s.stage, plan.pp), s.peakBytes,
        "weights + gradients + optimizer + activations + transients + reserve",
        {weights, gradients, optimizer, activations, transients, reserve});
    peak.value = memory.peakBytes;
    peak.inputs.push_back(usableNode(input.usable, memory.usableBytes, {}));
    for (const StageMemory& stage : memory.stages)
        peak.inputs.push_back(
            node(fmt::format("for comparison: stage {}", stage.stage), stage.peakBytes, fmt::format("{} layers", stage.layers.layers)));
    record(trace, "memory.weights_bytes", workload, weights);
    record(trace, "memory.gradients_bytes", workload, gradients);
    record(trace, "memory.optimizer_bytes", workload, optimizer);
    record(trace, "memory.activations_bytes", workload, activations);
    record(trace, "memory.transient_bytes", workload, transients);
    record(trace, "memory.reserve_bytes", workload, reserve);
    record(trace, "memory.peak_bytes", workload, peak);
}

void explainServingMemory(
    const ServingMemoryInput& input, const ParallelPlan& plan, const ServingMemory& m, std::string_view workload, Trace& trace)
{
    const Explanation weights = weightNode(input, plan, m), cache = cacheNode(input, plan, m), reserve = overheadNode(input, m);
    const Explanation available = availableNode(input, m);
    Explanation peak =
        node("memory needed per accelerator", m.neededBytes, "weights + cache + reserve", {weights, cache, reserve, available});
    peak.value = m.peakBytes();
    peak.inputs.push_back(
        node("needed by the whole replica", m.neededBytes * m.acceleratorsPerReplica, "per accelerator * accelerators of a replica"));
    Explanation perToken = node("cache of one token over all layers", m.groupCacheBytesPerToken, cache.formula, cache.inputs);
    const auto limit = [&](const char* name, double value, const char* formula, const char* unit) {
        return node(name, value, formula, {cache, available}, unit);
    };
    record(trace, "memory.weights_bytes", workload, weights);
    record(trace, "memory.kv_cache_bytes", workload, cache);
    record(trace, "memory.kv_bytes_per_token", workload, perToken);
    record(trace, "memory.reserve_bytes", workload, reserve);
    record(trace, "memory.max_sequences", workload,
        limit("sequences of a replica that fit", m.maxSequences, "floor(available / cache of one sequence)", ""));
    record(trace, "memory.max_context_tokens", workload,
        limit("longest context at the asked concurrency", m.maxContext, "available / sequences / bytes per token, in whole blocks",
            "tokens"));
    record(trace, "memory.peak_bytes", workload, peak);
}

} // namespace rackwright

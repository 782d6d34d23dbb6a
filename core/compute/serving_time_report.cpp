// Serving as figures: the batch that runs, what is unknown, the bands, and the explanation of each.
#include "core/compute/serving_time.h"

#include "core/quantity/figure_id.h"

#include <algorithm>
#include <fmt/format.h>

namespace rackwright {
namespace {

struct Cause {
    const char* name;
    double seconds;
    const char* formula;
};

std::vector<Cause> causesOf(const ServingCost& cost)
{
    const bool memory = cost.decodeMemoryS >= cost.decodeComputeS;
    return {{"memory_bandwidth", memory ? cost.decodeMemoryS : 0, "(weights read / ranks + B · KV(I + O/2) / copies) / (BW · e_m)"},
        {"compute", memory ? 0 : cost.decodeComputeS, "2 · A · B / (t · peak · e_c)"}, {"layer_overhead", cost.decodeLayerS, "L · t_layer"},
        {"collectives", cost.decodeCommS, "2 · L · (t_lat + 2 (t-1)/t · B · h · 2 / link), all-to-all where experts are spread"},
        {"prefill_of_others", cost.tpotS - cost.decodeStepS, "(B - 1) · T_prefill / O"}};
}

std::vector<std::string> missingFigures(const ServingTimeInput& input)
{
    Quantity<> all = Quantity<>::known(1);
    const auto need = [&](const Quantity<>& q) {
        if (!q.hasValue()) all += q;
    };
    need(input.accelerator.peakFlops);
    need(input.accelerator.memoryBytesPerS);
    const int group = std::max(input.plan.tp, input.plan.ep);
    if (group > 1) need(input.links.scaleUpBytesPerS);
    if (group > input.links.scaleUpDomain || input.plan.tp * input.plan.pp > input.links.scaleUpDomain) need(input.links.scaleOutBytesPerS);
    if (!hasCache(*input.architecture)) all += Quantity<>::unknown("time model of " + input.architecture->kind);
    return all.missing;
}

Quantity<> banded(double value, double band)
{
    return Quantity<>::estimated(value * std::max(0.1, 1 - band), value, value * (1 + band));
}

Quantity<> bandedRate(double value, double band)
{
    return Quantity<>::estimated(value / (1 + band), value, value / std::max(0.1, 1 - band));
}

void chooseBatch(const ServingTimeInput& input, ServingTime& time)
{
    const double wanted = std::max(1.0, input.concurrency / input.plan.dp);
    time.batch = wanted;
    time.batchLimitedBy = "concurrency";
    const auto limit = [&](double most, const char* by) {
        if (most >= time.batch) return;
        time.batch = std::max(1.0, std::floor(most));
        time.batchLimitedBy = by;
    };
    limit(input.memoryBatch, "memory");
    limit(input.engineMaxSequences, "engine");
    if (!input.tpotLimitS) return;
    time.latencyBatch = servingLatencyBatch(input, *input.tpotLimitS);
    limit(*time.latencyBatch, "latency");
}

Explanation input(std::string name, double value, std::string unit, Origin origin, std::string source)
{
    return explainInput(std::move(name), Quantity<>::known(value), std::move(unit), origin, std::move(source));
}

Explanation calibrationLeaf(const ServingCalibration& c)
{
    Explanation node = input("calibration " + c.id, c.bandShare, "band", Origin::assumption, c.source);
    node.date = c.date;
    node.formula = fmt::format("state: {}; fitted on: {}", c.state, c.fitRows.empty() ? "nothing" : c.fitRows);
    const std::pair<const char*, double> constants[] = {{"e_m, share of memory bandwidth", c.memoryShare},
        {"e_c, share of peak", c.prefillShare}, {"t_layer, s", c.layerS}, {"t_lat, s per all-reduce", c.allReduceS},
        {"fixed part of TTFT, s", c.firstTokenS}, {"share of the prefill seen unloaded", c.firstShare},
        {"share of the others' prefills waited for", c.waitShare}};
    for (const auto& [name, value] : constants) node.inputs.push_back(input(name, value, {}, Origin::assumption, c.source));
    return node;
}

std::vector<Explanation> commonLeaves(const ServingTimeInput& in, const ServingTime& time)
{
    std::vector<Explanation> leaves{in.accelerator.peakSource, in.accelerator.memorySource};
    leaves.push_back(
        explainInput("scale-up rate per accelerator and direction", in.links.scaleUpBytesPerS, "bytes/s", Origin::catalog, {}));
    leaves.push_back(input("sequences in flight over the service", in.concurrency, {}, Origin::user, {}));
    leaves.push_back(input("B, sequences of a replica, limited by " + time.batchLimitedBy, time.batch, {}, Origin::derived,
        "min(concurrency / replicas, memory, engine, latency)"));
    leaves.push_back(input("input tokens", in.inputTokens, "tokens", Origin::user, {}));
    leaves.push_back(input("output tokens", in.outputTokens, "tokens", Origin::user, {}));
    leaves.push_back(input("weights read in a decode step", time.cost.weightReadBytes, "bytes", Origin::derived,
        "dense part + experts · (1 - (1 - k/E)^B); format " + in.weights.name));
    leaves.push_back(input("cache read in a decode step", time.cost.cacheReadBytes, "bytes", Origin::derived, "B · KV(I + O/2)"));
    leaves.push_back(input("plan " + toText(in.plan), static_cast<double>(in.plan.accelerators()), "accelerators", Origin::derived, {}));
    leaves.push_back(calibrationLeaf(in.calibration));
    return leaves;
}

void explain(const ServingTimeInput& in, const ServingTime& time, std::string_view workload, Trace& trace)
{
    const auto record = [&](const char* figure, Explanation node) {
        trace.record(figureId(figure, workload.empty() ? "" : "workload", workload), std::move(node));
    };
    const char* roofline = "Pope et al. 2022 (arXiv 2211.05102) section 2; roofline with constants of the calibration";
    std::vector<Explanation> parts;
    for (const Cause& cause : causesOf(time.cost))
        if (cause.seconds > 0) parts.push_back(explainDerived(cause.name, Quantity<>::known(cause.seconds), "s", cause.formula, {}));
    std::vector<Explanation> stepParts = parts;
    std::erase_if(stepParts, [](const Explanation& part) { return part.name == "prefill_of_others"; });
    for (Explanation& leaf : commonLeaves(in, time)) stepParts.push_back(std::move(leaf));
    const Explanation step = explainDerived(
        "decode step", time.decodeStepS, "s", "max(T_mem, T_cmp) + L · t_layer + 2 · L · T_ar(B)", std::move(stepParts), roofline);
    const Explanation prefill = explainDerived("prefill of one prompt", time.prefillS, "s",
        "(2 · A · I + attention) / (t · peak · e_c) + L · t_layer + 2 · L · T_ar(I)", commonLeaves(in, time), roofline);
    const Explanation tpot =
        explainDerived("time per output token", time.tpotS, "s", "T_step + (B - 1) · T_prefill / O", {step, prefill}, roofline);
    const Explanation ttft = explainDerived("time to first token", time.ttftS, "s",
        "t_0 + T_prefill · (g + w · (B - 1)) + (concurrency / (replicas · B) - 1) · (TTFT + O · TPOT)",
        {prefill, step, calibrationLeaf(in.calibration)}, "fit on published times to first token; queue by Little's law");
    record("compute.decode_step_s", step);
    record("compute.prefill_s", prefill);
    record("compute.tokens_per_s",
        explainDerived(
            "output tokens per second", time.tokensPerS, "tokens/s", "replicas · B · O / (TTFT + (O - 1) · TPOT)", {ttft, tpot}));
    record(
        "compute.requests_per_s", explainDerived("requests per second", time.requestsPerS, "1/s", "tokens per second / O", {ttft, tpot}));
    record("compute.tpot_s", tpot);
    record("compute.ttft_s", ttft);
}

} // namespace

Result<ServingTime> servingTime(const ServingTimeInput& in, std::string_view workload, Trace* trace)
{
    if (Result<void> possible = checkServingPlan(in); !possible) return tl::unexpected(possible.error());
    ServingTime time;
    time.calibrationState = in.calibration.state;
    if (const std::vector<std::string> missing = missingFigures(in); !missing.empty()) {
        Quantity<> unknown;
        unknown.missing = missing;
        time.tpotS = time.ttftS = time.decodeStepS = time.prefillS = time.tokensPerS = time.requestsPerS = unknown;
        if (trace) explain(in, time, workload, *trace);
        return time;
    }
    chooseBatch(in, time);
    time.computeBatch = servingComputeBatch(in);
    time.cost = servingCost(in, time.batch);
    const ServingCost& cost = time.cost;
    const double band = in.calibration.bandShare;
    // What does not run waits until a place is free.
    const double queued = std::max(0.0, in.concurrency / in.plan.dp / time.batch - 1);
    const double ttft = cost.ttftS + queued * (cost.ttftS + in.outputTokens * cost.tpotS);
    time.tpotS = banded(cost.tpotS, band);
    time.ttftS = banded(ttft, in.calibration.firstBandShare);
    time.decodeStepS = banded(cost.decodeStepS, band);
    time.prefillS = banded(cost.prefillS, band);
    time.tokensPerS = bandedRate(cost.outputTokensPerS * in.plan.dp, band);
    time.requestsPerS = time.tokensPerS * (1 / in.outputTokens);
    for (const Cause& cause : causesOf(cost))
        if (cause.seconds > 0) time.causes.emplace_back(cause.name, cause.seconds);
    std::stable_sort(time.causes.begin(), time.causes.end(), [](const auto& a, const auto& b) { return a.second > b.second; });
    time.limitedBy = time.causes.front().first;
    if (trace) explain(in, time, workload, *trace);
    return time;
}

} // namespace rackwright

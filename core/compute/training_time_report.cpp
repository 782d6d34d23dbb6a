// The step as figures: what is unknown, the band, and the explanation of each.
#include "core/compute/training_time.h"

#include "core/quantity/figure_id.h"

#include <algorithm>
#include <fmt/format.h>

namespace rackwright {
namespace {

constexpr double secondsPerDay = 86400;

std::string_view formulaOf(StepCause cause)
{
    switch (cause) {
    case StepCause::matmul: return "m · Σ layers max(FLOP / (peak · e0 · x / (x + x0)), bytes / (BW · e_m)) + t0, x GFLOP of one product";
    case StepCause::attention: return "m · Σ layers attention FLOP / (16-bit peak · attention share)";
    case StepCause::memoryBound: return "m · Σ layers bytes of norms, activations and loss / (BW · e_m)";
    case StepCause::launch: return "m · Σ layers max(0, kernels · host launch − time of the kernels)";
    case StepCause::recompute: return "m · Σ layers forward work that runs again";
    case StepCause::tensorComm: return "m · Σ layers all-reduce of 2 · s · b · h over TP, hidden share taken off";
    case StepCause::contextComm: return "m · Σ layers max(0, ring of keys and values over CP − attention)";
    case StepCause::expertComm: return "m · Σ layers all-to-all of e · s · b · h over EP, dispatch and combine, both passes";
    case StepCause::pipelineComm: return "(2 · v · m + 2 (p − 1)) · (2 · s · b · h / t / W + α)";
    case StepCause::bubble: return "Σ other stages / v, plus empty slots where m is no multiple of p";
    case StepCause::dataComm: return "gradients reduced and weights gathered over DP, less what backward and forward hide";
    case StepCause::optimizer: return "owned parameters · bytes per parameter read and written / (BW · e_m)";
    }
    return {};
}

std::string_view sourceOf(StepCause cause)
{
    switch (cause) {
    case StepCause::matmul:
    case StepCause::attention:
    case StepCause::memoryBound:
    case StepCause::launch: return "roofline per operator: Williams et al. 2009; shares: calibration";
    case StepCause::recompute: return "Korthikanti et al. 2022 (arXiv 2205.05198) section 5";
    case StepCause::tensorComm: return "Shoeybi et al. 2019 (arXiv 1909.08053) section 3; Korthikanti et al. 2022 section 4.2";
    case StepCause::contextComm: return "Liu et al. 2023, ring attention (arXiv 2310.01889)";
    case StepCause::expertComm: return "Lepikhin et al. 2020 (arXiv 2006.16668)";
    case StepCause::pipelineComm:
    case StepCause::bubble: return "Narayanan et al. 2021 (arXiv 2104.04473) sections 2.2 and 4.1";
    case StepCause::dataComm:
    case StepCause::optimizer: return "Rajbhandari et al. 2020 (arXiv 1910.02054) section 7";
    }
    return {};
}

Explanation leaf(std::string name, Quantity<> value, std::string unit, Origin origin, std::string source = {}, std::string date = {})
{
    return {std::move(name), std::move(value), std::move(unit), {}, origin, std::move(source), std::move(date), {}};
}

Explanation calibrationLeaf(const Calibration& c)
{
    Explanation node = leaf("calibration " + c.id, Quantity<>::known(c.bandShare), "band", Origin::assumption, c.source, c.date);
    node.formula = fmt::format("state: {}; fitted on: {}", c.state, c.fitRows.empty() ? "nothing" : c.fitRows);
    const std::pair<std::string_view, double> constants[] = {{"e0, share of peak of large products", c.matmulShare},
        {"x0, GFLOP at half of it", c.halfShareGflop}, {"e_m, share of memory bandwidth", c.memoryShare},
        {"share of 16-bit peak in attention", c.attentionShare}, {"share of link rate", c.fabricShare},
        {"t0, s per kernel", c.kernelLaunchS}, {"host launch, s per kernel", c.hostLaunchS}, {"hop latency, s", c.hopS},
        {"tensor-parallel share hidden", c.hiddenTensorShare}, {"data-parallel share hidden", c.hiddenDataShare}};
    for (const auto& [name, value] : constants)
        node.inputs.push_back(leaf(std::string{name}, Quantity<>::known(value), {}, Origin::assumption, c.source, c.date));
    return node;
}

std::vector<Explanation> machineLeaves(const TrainingTimeInput& input)
{
    const AcceleratorFigures& accelerator = input.accelerator;
    std::vector<Explanation> leaves{accelerator.peakSource, accelerator.memorySource};
    if (accelerator.clockShare < 1)
        leaves.push_back(leaf("share of nominal clock", Quantity<>::known(accelerator.clockShare), {}, Origin::derived, "power and heat"));
    leaves.push_back(leaf("scale-up rate per accelerator and direction", input.links.scaleUpBytesPerS, "bytes/s", Origin::catalog));
    leaves.push_back(leaf("scale-up domain", Quantity<>::known(input.links.scaleUpDomain), "accelerators", Origin::catalog));
    leaves.push_back(leaf("scale-out rate per accelerator and direction", input.links.scaleOutBytesPerS, "bytes/s", Origin::derived));
    leaves.push_back(leaf("oversubscription", Quantity<>::known(input.links.oversubscription), {}, Origin::derived));
    return leaves;
}

std::vector<Explanation> jobLeaves(const TrainingTimeInput& input)
{
    return {leaf("sequence", Quantity<>::known(input.sequence), "tokens", Origin::user),
        leaf("global batch", Quantity<>::known(input.globalBatch), "sequences", Origin::user),
        leaf("plan " + toText(input.plan), Quantity<>::known(static_cast<double>(input.plan.accelerators())), "accelerators",
            Origin::derived),
        leaf("model " + input.architecture->id, Quantity<>::known(countParameters(*input.architecture).total()), "parameters",
            Origin::catalog),
        leaf("recipe " + input.recipe.name, Quantity<>::known(input.recipe.bytesPerParameter()), "bytes per parameter", Origin::assumption,
            input.recipe.source)};
}

Explanation explainStep(const TrainingTimeInput& input, const TrainingTime& time)
{
    Explanation step{"step time", time.stepS, "s", "m · slowest stage + bubble + exposed communication + optimizer", Origin::derived,
        "Narayanan et al. 2021 (arXiv 2104.04473) section 2; roofline per operator", {}, {}};
    for (std::size_t i = 0; i < stepCauseCount; ++i) {
        const auto cause = static_cast<StepCause>(i);
        if (time.cost.causeS[i] <= 0) continue;
        Explanation part =
            leaf(std::string{toText(cause)}, Quantity<>::known(time.cost.causeS[i]), "s", Origin::derived, std::string{sourceOf(cause)});
        part.formula = formulaOf(cause);
        step.inputs.push_back(std::move(part));
    }
    step.inputs.push_back(
        leaf("m, micro-batches of a replica", Quantity<>::known(time.cost.microBatches), {}, Origin::derived, "B / (b · DP)"));
    for (Explanation& node : machineLeaves(input)) step.inputs.push_back(std::move(node));
    for (Explanation& node : jobLeaves(input)) step.inputs.push_back(std::move(node));
    step.inputs.push_back(calibrationLeaf(input.calibration));
    return step;
}

void record(Trace& trace, std::string_view figure, std::string_view workload, Explanation explanation)
{
    trace.record(figureId(figure, workload.empty() ? "" : "workload", workload), std::move(explanation));
}

void explain(const TrainingTimeInput& input, const TrainingTime& time, std::string_view workload, Trace& trace)
{
    const Explanation step = explainStep(input, time);
    const double n = static_cast<double>(input.plan.accelerators());
    const auto derived = [&](std::string name, const Quantity<>& value, std::string unit, std::string formula,
                             std::vector<Explanation> inputs) {
        return Explanation{std::move(name), value, std::move(unit), std::move(formula), Origin::derived, {}, {}, std::move(inputs)};
    };
    const Explanation tokens =
        leaf("tokens per step", Quantity<>::known(input.sequence * input.globalBatch), "tokens", Origin::derived, "B · s");
    const Explanation peak = input.accelerator.peakSource;
    const Explanation count = leaf("accelerators", Quantity<>::known(n), {}, Origin::derived, toText(input.plan));
    const std::string flopsSource = "6 N_mm + 3 A, " + time.mfuConvention + "; Narayanan et al. 2021 equation 3";
    record(
        trace, "compute.tokens_per_s", workload, derived("tokens per second", time.tokensPerS, "tokens/s", "B · s / step", {tokens, step}));
    record(trace, "compute.mfu", workload,
        derived("model FLOPs utilisation, " + time.mfuConvention, time.mfu, {}, "model FLOP / (step · accelerators · peak)",
            {leaf("model FLOP of a step", Quantity<>::known(time.cost.modelFlops), "FLOP", Origin::derived, flopsSource), count, peak,
                step}));
    record(trace, "compute.hfu", workload,
        derived("hardware FLOPs utilisation, " + time.mfuConvention, time.hfu, {}, "FLOP with recomputation / (step · accelerators · peak)",
            {leaf("FLOP of a step with recomputation", Quantity<>::known(time.cost.hardwareFlops), "FLOP", Origin::derived, flopsSource),
                count, peak, step}));
    const Explanation total = leaf("tokens to train on",
        input.totalTokens > 0 ? Quantity<>::known(input.totalTokens) : Quantity<>::unknown("total_tokens"), "tokens", Origin::user);
    const Explanation days = derived("time to train", time.days, "days", "total tokens / (B · s) · step / 86400", {total, tokens, step});
    record(trace, "compute.accelerator_hours", workload,
        derived("accelerator-hours to train", time.acceleratorHours, "h", "days · 24 · accelerators", {days, count}));
    record(trace, "compute.days", workload, days);
    record(trace, "compute.step_s", workload, step);
}

/// What has to be known: peaks and bandwidth always, a link rate where a group uses that link.
std::vector<std::string> missingFigures(const TrainingTimeInput& input)
{
    const Architecture& a = *input.architecture;
    Quantity<> all = Quantity<>::known(1);
    const auto need = [&](const Quantity<>& q) {
        if (!q.hasValue()) all += q;
    };
    need(input.accelerator.peakFlops);
    need(input.accelerator.halfPeakFlops);
    need(input.accelerator.memoryBytesPerS);
    const auto n = input.plan.accelerators();
    const int domain = std::max(1, input.links.scaleUpDomain);
    if (n > 1 && domain > 1) need(input.links.scaleUpBytesPerS);
    if (n > domain) need(input.links.scaleOutBytesPerS);
    const bool known = a.kind.starts_with("llm") || a.kind == "encoder";
    if (!known) all += Quantity<>::unknown("time model of " + a.kind);
    for (const std::string& column : a.missing) all += Quantity<>::unknown(a.id + " " + column);
    return all.missing;
}

Quantity<> banded(double value, double low, double high)
{
    return Quantity<>::estimated(low, value, high);
}

} // namespace

Result<TrainingTime> trainingTime(const TrainingTimeInput& input, std::string_view workload, Trace* trace)
{
    if (Result<void> possible = checkTrainingPlan(input); !possible) return tl::unexpected(possible.error());
    TrainingTime time;
    time.calibrationState = input.calibration.state;
    time.mfuConvention = input.convention == AttentionConvention::causal ? "causal attention" : "full attention";
    if (const std::vector<std::string> missing = missingFigures(input); !missing.empty()) {
        Quantity<> unknown;
        unknown.missing = missing;
        time.stepS = time.tokensPerS = time.mfu = time.hfu = time.days = time.acceleratorHours = unknown;
        if (trace) explain(input, time, workload, *trace);
        return time;
    }
    time.cost = trainingStepCost(input);
    const double step = time.cost.stepS, band = input.calibration.bandShare;
    const double low = step * std::max(0.1, 1 - band), high = step * (1 + band);
    const auto n = static_cast<double>(input.plan.accelerators());
    const auto perStep = [&](double amount) { return banded(amount / step, amount / high, amount / low); };
    const double peak = n * input.accelerator.peakFlops.value;
    time.stepS = banded(step, low, high);
    time.tokensPerS = perStep(input.sequence * input.globalBatch);
    time.mfu = perStep(time.cost.modelFlops / peak);
    time.hfu = perStep(time.cost.hardwareFlops / peak);
    if (input.totalTokens > 0) {
        time.days = time.stepS * (input.totalTokens / (input.sequence * input.globalBatch) / secondsPerDay);
        time.acceleratorHours = time.days * (24 * n);
    }
    for (std::size_t i = 0; i < stepCauseCount; ++i)
        if (time.cost.causeS[i] > 0) time.causes.emplace_back(toText(static_cast<StepCause>(i)), time.cost.causeS[i]);
    std::stable_sort(time.causes.begin(), time.causes.end(), [](const auto& a, const auto& b) { return a.second > b.second; });
    if (!time.causes.empty()) time.limitedBy = time.causes.front().first;
    if (trace) explain(input, time, workload, *trace);
    return time;
}

} // namespace rackwright

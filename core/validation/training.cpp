// training: step time of published runs.

#include "core/assess/workload_model.h"
#include "core/catalog/cell.h"
#include "core/validation/area.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>

namespace rackwright {

namespace {

constexpr std::array<std::string_view, 6> answers{
    "iteration_time_s", "iteration_time_s_derived", "tflops_per_accelerator", "mfu_pct", "tokens_per_s", "time_to_train_days"};
constexpr std::array<std::string_view, 8> inputs{"accelerator", "accelerators", "seq_len", "global_batch", "precision", "tp", "pp", "dp"};
constexpr const char* quantity = "step_time";
constexpr const char* unit = "s";

/// "BF16", "amp_fp8", "FP8 current-scaling", "MXFP8", "NVFP4" … as a recipe of ours.
std::string recipeOf(std::string text)
{
    std::ranges::transform(text, text.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    if (text == "amp_bf16") return "amp-bf16";
    if (text.find("fp4") != std::string::npos) return "nvfp4";
    if (text.find("fp8") != std::string::npos) return "fp8";
    return text;
}

Recompute recomputeOf(std::string_view text)
{
    if (text.empty() || text == "none") return Recompute::none;
    return text == "full" ? Recompute::full : Recompute::selective;
}

ParallelPlan planOf(const InputRow& row)
{
    const auto whole = [&](std::string_view column, int otherwise) { return static_cast<int>(row.number(column).value_or(otherwise)); };
    ParallelPlan plan;
    plan.tp = whole("tp", 1), plan.pp = whole("pp", 1), plan.cp = whole("cp", 1), plan.ep = whole("ep", 1),
    plan.vpp = std::max(1, whole("vpp", 1));
    // Some rows state a data-parallel size that does not fit their number of accelerators: the accelerators count.
    plan.dp = std::max(1, whole("accelerators", 1) / (plan.tp * plan.pp * plan.cp));
    const std::string_view zero = row.text("zero_stage");
    plan.zeroStage = zero.empty() ? 1 : zero.front() >= '0' && zero.front() <= '3' ? zero.front() - '0' : 2;
    const bool wholeShare = row.text("micro_batch").empty() && plan.zeroStage == 3 && plan.pp == 1;
    plan.microBatch = wholeShare ? std::max(1, whole("global_batch", 1) / plan.dp) : std::max(1, whole("micro_batch", 1));
    plan.recompute = recomputeOf(row.text("recompute"));
    plan.sequenceParallel = row.text("sequence_parallel") == "yes";
    return plan;
}

/// Gb/s per accelerator from "… + 400Gb/s IB per GPU", "800 Gb/s IB per node", "8x200Gb/s HDR IB per node".
std::optional<double> networkBytesPerS(std::string_view text, int perNode)
{
    const std::size_t unitAt = text.find("Gb/s");
    if (unitAt == std::string_view::npos) return std::nullopt;
    std::size_t end = unitAt;
    while (end > 0 && text[end - 1] == ' ') --end;
    std::size_t begin = end;
    while (begin > 0 && (std::isdigit(static_cast<unsigned char>(text[begin - 1])) || text[begin - 1] == 'x' || text[begin - 1] == '.'))
        --begin;
    std::string_view figure = text.substr(begin, end - begin);
    double count = 1;
    if (const std::size_t times = figure.find('x'); times != std::string_view::npos) {
        count = numberIn(figure.substr(0, times)).value_or(1);
        figure.remove_prefix(times + 1);
    }
    const auto gbps = numberIn(figure);
    if (!gbps) return std::nullopt;
    const bool perAccelerator = text.find("per GPU") != std::string_view::npos;
    return *gbps * count * 1e9 / 8 / (perAccelerator ? 1 : perNode);
}

/// The machine of the row: the accelerator's usual node of the catalog, with the network that the row states.
AcceleratorPool poolOf(const InputRow& row, const PartPtr& accelerator, const Catalog& catalog)
{
    AcceleratorPool pool;
    pool.name = accelerator->id;
    pool.accelerator = accelerator;
    const int total = static_cast<int>(*row.number("accelerators"));
    const int domain = static_cast<int>(accelerator->number("scaleup_domain_size").value_or(1));
    pool.perNode = std::min(total, std::max(domain, 1));
    pool.nodes = std::max(1, total / pool.perNode);
    pool.scaleUpDomain = pool.perNode;
    pool.scaleUpBytesPerS = accelerator->number("scaleup_bidir_gb_per_s").value_or(0) * 1e9 / 2;
    const auto stated = networkBytesPerS(row.text("interconnect"), pool.perNode);
    pool.scaleOutBytesPerS = stated ? Quantity<>::known(*stated) : Quantity<>::unknown("interconnect");
    if (stated) return pool;
    for (const PartPtr& server : catalog.parts(PartKind::server)) {
        if (server->text("accelerator_id") != accelerator->id) continue;
        double gbps = 0;
        for (const PortGroup& port : server->ports)
            if (port.role == PortRole::compute) gbps += port.count * port.speedGbps;
        const double accelerators = server->number("accelerator_count").value_or(0);
        if (gbps > 0 && accelerators > 0) pool.scaleOutBytesPerS = Quantity<>::known(gbps * 1e9 / 8 / accelerators);
        if (pool.scaleOutBytesPerS.hasValue()) break;
    }
    return pool;
}

PartPtr acceleratorOf(const InputRow& row, const Catalog& catalog)
{
    for (const Alias& alias : catalog.resolve("published/training", "accelerator", row.text("accelerator")))
        if (!alias.targetId.empty()) return catalog.find(PartKind::accelerator, alias.targetId);
    return catalog.find(PartKind::accelerator, row.text("accelerator"));
}

Prediction predictionOf(const InputRow& row, const WorkloadRun& run, const EngineData& data, bool experts)
{
    const Result<TrainingInputs> inputsOfRun = trainingInputs(run, {}, data.calibrations);
    if (!inputsOfRun) return skipped(quantity, unit, "OUT_OF_SCOPE:precision " + std::string{row.text("precision")});
    TrainingTimeInput time = inputsOfRun->time;
    time.plan = *run.plan;
    const Result<TrainingTime> step = trainingTime(time);
    if (!step) return skipped(quantity, unit, "OUT_OF_SCOPE:plan, " + std::string{step.error().arg("what")});
    if (!step->stepS.hasValue())
        return skipped(
            quantity, unit, "MISSING_INPUT:" + (step->stepS.missing.empty() ? std::string{"peak"} : step->stepS.missing.front()), false);
    Prediction prediction;
    prediction.quantity = quantity, prediction.unit = unit;
    prediction.value = step->stepS;
    prediction.calibration = step->calibrationState;
    prediction.group =
        fmt::format("{} {} {}", row.text("accelerator"), recipeOf(std::string{row.text("precision")}), experts ? "experts" : "dense");
    return prediction;
}

std::vector<Prediction> predict(const InputRow& row, const EngineData& data)
{
    if (const std::string_view blank = row.firstBlank(inputs); !blank.empty()) return {missingInput(quantity, unit, blank)};
    const PartPtr accelerator = acceleratorOf(row, data.catalog);
    if (!accelerator) return {skipped(quantity, unit, "UNKNOWN_PART:" + std::string{row.text("accelerator")})};
    Result<Architecture> architecture = shapeOfTrainingRow(row, data.catalog);
    if (!architecture) return {missingInput(quantity, unit, architecture.error().arg("missing"))};
    Workload workload;
    TrainingJob job;
    job.recipe = recipeOf(std::string{row.text("precision")});
    job.sequence = static_cast<int>(*row.number("seq_len"));
    job.globalBatch = static_cast<int>(*row.number("global_batch"));
    workload.job = job;
    const AcceleratorPool pool = poolOf(row, accelerator, data.catalog);
    const Allocation allocation;
    WorkloadRun run;
    run.workload = &workload, run.allocation = &allocation, run.pool = &pool;
    run.accelerators = static_cast<int>(*row.number("accelerators"));
    const bool experts = architecture->experts > 0;
    run.architecture = std::make_shared<const Architecture>(std::move(*architecture));
    run.plan = planOf(row);
    return {predictionOf(row, run, data, experts)};
}

/// The published step: stated, else from tokens/s, else from FLOP/s, else from MFU, each in the row's own convention.
Published published(const InputRow& row, const AnswerCell& cell, const Prediction&, const EngineData& data)
{
    if (const auto stated = numberIn(cell("iteration_time_s"))) return {stated, {}, "iteration_time_s"};
    const auto batch = row.number("global_batch"), sequence = row.number("seq_len"), accelerators = row.number("accelerators");
    if (!batch || !sequence || !accelerators) return {};
    const double tokens = *batch * *sequence;
    if (const auto rate = numberIn(cell("tokens_per_s")); rate && *rate > 0) return {tokens / *rate, {}, "tokens_per_s"};
    const Result<Architecture> architecture = shapeOfTrainingRow(row, data.catalog);
    if (!architecture) return {};
    const double flops = flopsPerTokenAsCounted(*architecture, *sequence, row.text("flops_basis")) * tokens / *accelerators;
    if (const auto rate = numberIn(cell("tflops_per_accelerator")); rate && *rate > 0)
        return {flops / (*rate * 1e12), {}, "tflops_per_accelerator"};
    const auto mfu = numberIn(cell("mfu_pct"));
    const PartPtr accelerator = acceleratorOf(row, data.catalog);
    const Result<TrainingRecipe> recipe = trainingRecipeOf(recipeOf(std::string{row.text("precision")}));
    if (!mfu || *mfu <= 0 || !accelerator || !recipe) return {};
    const auto peak = accelerator->number(peakColumnOf(recipe->compute));
    if (!peak) return {};
    return {flops / (*mfu / 100 * *peak * 1e12), {}, "mfu_pct"};
}

} // namespace

AreaRules trainingArea()
{
    return {"training", "published/training.csv",
        "accelerator, accelerators, seq_len, global_batch, precision, tp, pp, dp; model or layers, hidden, heads, ffn_hidden",
        {answers.begin(), answers.end()},
        {"id", "model", "accelerator", "accelerators", "seq_len", "global_batch", "precision", "tp", "pp", "dp"}, predict, published};
}

} // namespace rackwright

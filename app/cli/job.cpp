#include "app/cli/job.h"

#include "app/cli/command.h"
#include "core/cluster/cluster_from_build.h"
#include "core/exchange/hf_config.h"

#include <algorithm>
#include <filesystem>
#include <fmt/format.h>

namespace rackwright::cli {

namespace {

template <class T>
void number(CLI::App& command, const char* name, std::optional<T>& target, const char* help, double low, double high)
{
    command.add_option(name, target, help)->check(CLI::Range(low, high));
}

/// The first system of the catalog that is built around the accelerator; the user is told.
PartPtr usualSystem(const Catalog& catalog, const std::string& acceleratorId)
{
    for (const PartPtr& server : catalog.parts(PartKind::server))
        if (server->text("accelerator_id") == acceleratorId && server->text("rack_system") != "1") return server;
    return nullptr;
}

/// Compute ports of the system, per accelerator.
Quantity<> nicBytesPerS(const Part& system)
{
    double gbps = 0;
    for (const PortGroup& port : system.ports)
        if (port.role == PortRole::compute) gbps += port.count * port.speedGbps;
    const double accelerators = system.number("accelerator_count").value_or(0);
    if (gbps <= 0 || accelerators <= 0) return Quantity<>::unknown(system.id + " compute ports");
    return Quantity<>::known(gbps * 1e9 / 8 / accelerators);
}

Result<void> fillPool(PreparedJob& job, const JobFlags& flags, const Catalog& catalog)
{
    AcceleratorPool& pool = job.pool;
    PartPtr system;
    if (!flags.system.empty()) {
        const Result<PartPtr> found = partNamed(catalog, flags.system);
        if (!found) return tl::make_unexpected(found.error());
        system = *found;
        if (system->kind != PartKind::server || system->text("accelerator_id").empty())
            return fail("JOB-BAD-VALUE", {{"flag", "--system"}, {"found", flags.system}, {"wanted", "a server with accelerators"}});
    }
    const std::string id = !flags.accelerator.empty() ? flags.accelerator
        : system                                      ? std::string{system->text("accelerator_id")}
                                                      : std::string{};
    if (id.empty())
        return fail("JOB-MISSING-FLAG", {{"flag", "--accelerator"}, {"wanted", "an accelerator id, or --system with a server id"}});
    pool.accelerator = catalog.find(PartKind::accelerator, id);
    if (!pool.accelerator) {
        const Result<PartPtr> found = partNamed(catalog, id);
        if (!found) return tl::make_unexpected(found.error());
        return fail("JOB-BAD-VALUE", {{"flag", "--accelerator"}, {"found", id}, {"wanted", "an accelerator"}});
    }
    if (!system && !(flags.nicGbps && flags.nodesOf)) {
        system = usualSystem(catalog, id);
        if (system) job.assumptions.push_back("nodes and NICs as in " + system->id);
    }
    const double systemNodes = system ? system->number("accelerator_count").value_or(0) : 0;
    const double domain = pool.accelerator->number("scaleup_domain_size").value_or(1);
    const int total = flags.accelerators.value_or(systemNodes > 0 ? int(systemNodes) : 1);
    pool.perNode = std::min(total, flags.nodesOf.value_or(systemNodes > 0 ? int(systemNodes) : std::max(1, int(domain))));
    if (total % pool.perNode != 0)
        return fail("JOB-BAD-VALUE",
            {{"flag", "--accelerators"}, {"found", std::to_string(total)},
                {"wanted", fmt::format("a multiple of {} (accelerators of a node)", pool.perNode)}});
    pool.nodes = total / pool.perNode;
    pool.name = system ? system->displayName() : pool.accelerator->displayName();
    pool.scaleUpDomain = std::max(1, std::min(pool.perNode, int(domain)));
    if (pool.scaleUpDomain > 1) pool.scaleUpBytesPerS = pool.accelerator->number("scaleup_bidir_gb_per_s").value_or(0) * 1e9 / 2;
    pool.scaleOutBytesPerS = flags.nicGbps ? Quantity<>::known(*flags.nicGbps * 1e9 / 8)
        : system                           ? nicBytesPerS(*system)
                                           : Quantity<>::unknown("--nic-gbps");
    pool.oversubscription = flags.oversubscription.value_or(1);
    return {};
}

Result<Recompute> recomputeOf(const std::string& text)
{
    if (text.empty() || text == "none") return Recompute::none;
    if (text == "selective") return Recompute::selective;
    if (text == "full") return Recompute::full;
    return fail("JOB-BAD-VALUE", {{"flag", "--recompute"}, {"found", text}, {"wanted", "none, selective or full"}});
}

/// The plan of the flags; nothing when none of them is given: the Auto rule then decides.
Result<std::optional<ParallelPlan>> planOf(const JobFlags& f, int accelerators)
{
    if (!(f.tp || f.pp || f.cp || f.ep || f.dp || f.vpp || f.microBatch || f.zero) && f.recompute.empty())
        return std::optional<ParallelPlan>{};
    ParallelPlan plan;
    plan.tp = f.tp.value_or(1), plan.pp = f.pp.value_or(1), plan.cp = f.cp.value_or(1), plan.ep = f.ep.value_or(1),
    plan.vpp = f.vpp.value_or(1);
    plan.microBatch = f.microBatch.value_or(1), plan.zeroStage = f.zero.value_or(1);
    plan.sequenceParallel = plan.tp > 1;
    const Result<Recompute> recompute = recomputeOf(f.recompute);
    if (!recompute) return tl::make_unexpected(recompute.error());
    plan.recompute = *recompute;
    const int group = plan.tp * plan.pp * plan.cp;
    plan.dp = f.dp.value_or(std::max(1, accelerators / group));
    if (plan.accelerators() != accelerators)
        return fail("JOB-PLAN-MISMATCH",
            {{"found", fmt::format("TP {} × PP {} × DP {} × CP {} = {}", plan.tp, plan.pp, plan.dp, plan.cp, plan.accelerators())},
                {"wanted", fmt::format("{} accelerators", accelerators)}});
    return std::optional{plan};
}

Job jobOf(const JobFlags& f, JobKind kind)
{
    if (kind == JobKind::training) {
        TrainingJob job;
        job.modelId = f.model;
        if (!f.precision.empty()) job.recipe = f.precision;
        job.sequence = f.context.value_or(8192);
        job.globalBatch = f.batch.value_or(512);
        job.totalTokens = f.tokens.value_or(0);
        return job;
    }
    InferenceService job;
    job.modelId = f.model;
    if (!f.precision.empty()) job.weightFormat = f.precision;
    if (!f.kvPrecision.empty()) job.kvFormat = f.kvPrecision;
    if (!f.engine.empty()) job.engine = f.engine;
    job.outputTokens = f.output.value_or(256);
    job.inputTokens = f.input.value_or(f.context ? std::max(1, *f.context - job.outputTokens) : 1024);
    job.concurrency = f.concurrency.value_or(f.batch.value_or(64));
    return job;
}

} // namespace

void JobFlags::addTo(CLI::App& command)
{
    command.add_option("--model", model, "a model id, or a Hugging Face config.json")->required();
    command.add_option("--system", system, "a server: gives accelerator, accelerators of a node and NICs");
    command.add_option("--accelerator", accelerator, "an accelerator id");
    command.add_option("--precision", precision, "training recipe or weight format: bf16, fp8, int4-awq …");
    command.add_option("--kv-precision", kvPrecision, "format of the key/value cache");
    command.add_option("--engine", engine, "serving engine: vllm, sglang, trtllm, llama.cpp");
    command.add_option("--recompute", recompute, "none, selective or full");
    number(command, "--accelerators", accelerators, "number of accelerators", 1, 1e6);
    number(command, "--nodes-of", nodesOf, "accelerators of a node", 1, 1024);
    number(command, "--nic-gbps", nicGbps, "scale-out Gb/s per accelerator and direction", 0.001, 1e6);
    number(command, "--oversubscription", oversubscription, "of the scale-out fabric", 1, 1000);
    number(command, "--tokens", tokens, "tokens to train on", 1, 1e18);
    number(command, "--context", context, "sequence length, or input + output", 1, 1e9);
    number(command, "--batch", batch, "global batch in sequences", 1, 1e9);
    number(command, "--micro-batch", microBatch, "sequences of a micro-batch", 1, 1e6);
    number(command, "--tp", tp, "tensor parallel", 1, 1e5);
    number(command, "--pp", pp, "pipeline parallel", 1, 1e5);
    number(command, "--vpp", vpp, "chunks of an interleaved stage", 1, 1e3);
    number(command, "--ep", ep, "expert parallel", 1, 1e5);
    number(command, "--cp", cp, "context parallel", 1, 1e5);
    number(command, "--dp", dp, "data parallel", 1, 1e6);
    number(command, "--zero", zero, "ZeRO stage", 0, 3);
    number(command, "--concurrency", concurrency, "sequences in flight", 1, 1e7);
    number(command, "--input", input, "input tokens", 1, 1e8);
    number(command, "--output", output, "output tokens", 1, 1e8);
}

Result<PartPtr> partNamed(const Catalog& catalog, const std::string& id)
{
    if (PartPtr part = catalog.find(id)) return part;
    std::string nearest;
    for (const std::string& similar : catalog.similarIds(id)) nearest += (nearest.empty() ? "" : ", ") + similar;
    return fail("CLI-NO-PART", {{"found", id}, {"nearest", nearest}});
}

Result<Architecture> architectureNamed(const Catalog& catalog, const std::string& modelOrFile)
{
    if (const PartPtr model = catalog.find(PartKind::model, modelOrFile)) return architectureOf(*model);
    std::error_code ignored;
    if (std::filesystem::path(modelOrFile).extension() == ".json" || std::filesystem::exists(modelOrFile, ignored))
        return readText(modelOrFile).and_then([&](const std::string& text) -> Result<Architecture> {
            Result<HfModel> model = readHfConfig(text, std::filesystem::path(modelOrFile).stem().string());
            if (!model) return tl::make_unexpected(model.error().with("file", modelOrFile));
            return std::move(model->architecture);
        });
    std::string nearest;
    for (const std::string& similar : catalog.similarIds(modelOrFile, 8))
        if (catalog.find(PartKind::model, similar)) nearest += (nearest.empty() ? "" : ", ") + similar;
    return fail("CLI-NO-MODEL", {{"found", modelOrFile}, {"nearest", nearest}});
}

Result<std::unique_ptr<PreparedJob>> prepareJob(const JobFlags& flags, JobKind kind, const EngineData& data)
{
    auto job = std::make_unique<PreparedJob>();
    Result<Architecture> architecture = architectureNamed(data.catalog, flags.model);
    if (!architecture) return tl::make_unexpected(architecture.error());
    if (const Result<void> filled = fillPool(*job, flags, data.catalog); !filled) return tl::make_unexpected(filled.error());
    const Result<std::optional<ParallelPlan>> plan = planOf(flags, job->pool.accelerators());
    if (!plan) return tl::make_unexpected(plan.error());
    job->workload.name = flags.model;
    job->workload.job = jobOf(flags, kind);
    job->allocation.plan = *plan;
    job->run.workload = &job->workload;
    job->run.allocation = &job->allocation;
    job->run.pool = &job->pool;
    job->run.accelerators = job->pool.accelerators();
    job->run.architecture = std::make_shared<const Architecture>(std::move(*architecture));
    job->run.plan = *plan;
    return job;
}

} // namespace rackwright::cli

// One job on N accelerators from command-line flags, without a project.
#pragma once

#include "core/assess/workload_model.h"

#include <CLI/CLI.hpp>
#include <memory>
#include <optional>
#include <string>

namespace rackwright::cli {

/// The flags that fit, train, serve and search share. An unset flag is nothing.
struct JobFlags {
    std::string system, model, accelerator, precision, kvPrecision, engine, recompute;
    std::optional<double> nicGbps, oversubscription, tokens;
    std::optional<int> accelerators, nodesOf, context, batch, microBatch, tp, pp, vpp, ep, cp, dp, concurrency, input, output, zero;

    void addTo(CLI::App& command);
};

enum class JobKind { training, serving };

/// The flags resolved: everything that modelAnswer reads, with the values it points to.
struct PreparedJob {
    Workload workload;
    Allocation allocation;
    AcceleratorPool pool;
    WorkloadRun run; ///< points into this; not to be copied
    std::vector<std::string> assumptions;
};

/// Errors: JOB-MISSING-FLAG, JOB-BAD-VALUE, CLI-NO-PART, CLI-NO-MODEL, JOB-PLAN-MISMATCH and those of config.json.
[[nodiscard]] Result<std::unique_ptr<PreparedJob>> prepareJob(const JobFlags& flags, JobKind kind, const EngineData& data);

/// The part of any kind, or CLI-NO-PART with the nearest ids.
[[nodiscard]] Result<PartPtr> partNamed(const Catalog& catalog, const std::string& id);
/// A model of the catalog, or the shape in a config.json.
[[nodiscard]] Result<Architecture> architectureNamed(const Catalog& catalog, const std::string& modelOrFile);

} // namespace rackwright::cli

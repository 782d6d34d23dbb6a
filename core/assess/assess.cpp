#include "core/assess/assess.h"

#include "core/assess/bill.h"
#include "core/assess/cloud_side.h"
#include "core/assess/contract_figures.h"
#include "core/assess/operate.h"
#include "core/assess/report_cost.h"
#include "core/assess/report_fabric.h"
#include "core/assess/report_power.h"
#include "core/assess/report_software.h"
#include "core/assess/report_space.h"
#include "core/assess/report_storage.h"
#include "core/assess/report_thermal.h"
#include "core/fabric/fabric.h"
#include "core/space/space.h"
#include "core/storage/storage.h"

#include <algorithm>
#include <fmt/format.h>

namespace rackwright {

namespace {

/// Everything one build answers, kept for the cloud plans that are compared with it.
struct BuildSide {
    Inventory inventory;
    FabricResult fabric;
    ClusterView cluster;
    std::vector<WorkloadRun> runs;
    OperatingPoint point;
    CostResult cost;
};

/// The assessment of one scenario, step by step.
class ScenarioRun {
public:
    ScenarioRun(const Project& project, const Scenario& scenario, const EngineData& data, const AssessOptions& options, Trace* trace)
        : project_{project}, scenario_{scenario}, data_{data}, options_{options}, trace_{trace}
    {
    }

    ScenarioAssessment assess()
    {
        ScenarioAssessment assessment;
        assessment.name = scenario_.name;
        assessment.kind = !scenario_.cloud ? "build" : scenario_.build ? "hybrid" : "cloud";
        if (scenario_.build) assessBuild();
        if (!scenario_.build && scenario_.cloud) assessCloud();
        const std::vector<WorkloadRun>& runs = scenario_.build ? build_.runs : cloudRuns_;
        if (!stopped()) addContractFigures(scenario_, runs, report_, trace_);
        for (const WorkloadRun& run : runs) assessment.workloads.push_back(run.answer);
        assessment.deviceW = deviceWatts();
        assessment.figures = std::move(report_.figures);
        assessment.findings = std::move(report_.findings);
        return assessment;
    }

    /// The build's side alone, without reporting: what a cloud scenario compares itself with.
    BuildSide takeBuildSide() &&
    {
        assessBuild();
        return std::move(build_);
    }

private:
    [[nodiscard]] bool stopped() const { return options_.stop.stop_requested(); }
    [[nodiscard]] const Site* site() const { return project_.sites.empty() ? nullptr : &project_.sites.front(); }

    void assessBuild()
    {
        build_.inventory = takeInventory(project_, scenario_, options_.month);
        const Inventory& inventory = build_.inventory;
        reportSpace(assessSpace({inventory, data_.catalog, options_.fillGaps, &project_.sites}, trace_), inventory, report_);
        if (stopped()) return;
        build_.fabric = assessFabric({inventory, data_.catalog, options_.fillGaps}, trace_);
        reportFabric(build_.fabric, inventory, report_);
        if (stopped()) return;
        const StorageResult storage = assessStorage({inventory, data_.catalog, options_.fillGaps}, trace_);
        reportStorage(storage, inventory, report_);
        build_.cluster = clusterOf(inventory, data_.catalog, options_.fillGaps, build_.fabric.scaleOut);
        build_.cluster.storageReadBytesPerS = storage.readBytesPerS;
        build_.cluster.storageWriteBytesPerS = storage.writeBytesPerS;
        runWorkloads();
        if (!stopped()) priceBuild();
    }

    [[nodiscard]] std::vector<DeviceWatts> deviceWatts() const
    {
        const PowerLedger& ledger = build_.point.power.ledger;
        const std::vector<Quantity<>>& watts = ledger.of(PowerBasis::workload);
        std::vector<DeviceWatts> byDevice;
        byDevice.reserve(watts.size());
        for (std::size_t i = 0; i < watts.size(); ++i)
            if (ledger.counts[i] && !build_.inventory.devices[i].inHostFigure)
                byDevice.push_back({build_.inventory.devices[i].id(), watts[i]});
        std::ranges::sort(byDevice, {}, &DeviceWatts::device);
        return byDevice;
    }

    void runWorkloads()
    {
        build_.runs = planRuns(project_, scenario_, build_.cluster, data_);
        reportShares();
        reportSoftware(assessSoftware(softwareInputs(build_.cluster, build_.runs, data_.software)), report_, trace_);
        for (WorkloadRun& run : build_.runs) answerRun(run, {}, data_, nullptr, nullptr);
        build_.point =
            operate({project_, build_.inventory, data_, options_.fillGaps, {}, options_.unlimited, options_.stop}, build_.runs, trace_);
        for (std::size_t i = 0; i < build_.runs.size() && !stopped(); ++i) {
            WorkloadRun& run = build_.runs[i];
            answerRun(run, build_.point.states[i], data_, &report_, trace_);
            run.answer.lossByCause = lossByCause(run, build_.point.states[i], data_);
        }
        const std::string basis = build_.runs.empty() ? "typical" : "workload";
        reportPower(build_.point.power, build_.inventory, basis, report_);
        reportThermal(build_.point.thermal, build_.inventory, basis, report_);
        if (!build_.point.converged && !stopped())
            report_.findings.push_back({"ENGINE-NOT-CONVERGED", Severity::warning, {subjectOf("scenario", scenario_.name)}, {},
                {{"moved", build_.point.lastMoved}, {"rounds", std::to_string(build_.point.rounds)}}, {}});
    }

    /// More than all of the accelerators, or of the hours, cannot be given away.
    void reportShares()
    {
        double shares = 0;
        for (const WorkloadRun& run : build_.runs)
            if (run.pool) shares += run.allocation->hoursShare * run.accelerators / run.pool->accelerators();
        if (shares > 1 + 1e-9)
            report_.findings.push_back({"WORKLOAD-OVERBOOKED", Severity::warning, {subjectOf("scenario", scenario_.name)}, {},
                {{"found", fmt::format("{:.2f}", shares)}, {"wanted", "1"}}, {}});
    }

    void priceBuild()
    {
        CostInputs inputs = costInputs();
        inputs.inventory = &build_.inventory;
        inputs.cables = cableOrders(build_.fabric);
        inputs.itPowerW = plain(build_.point.power.itW);
        inputs.powerBasis = build_.runs.empty() ? "typical" : "workload";
        if (!build_.point.power.sites.empty()) inputs.pue = build_.point.power.sites.front().pue;
        const CloudPlan* alternative = alternativePlan();
        if (alternative) {
            inputs.alternative = alternative;
            inputs.alternativeWork = cloudWork(*alternative, build_.runs, project_, data_);
        }
        if (scenario_.cloud) inputs.work = cloudWork(*scenario_.cloud, build_.runs, project_, data_);
        build_.cost = computeCost(inputs, trace_);
        reportCost(build_.cost, report_);
    }

    CostInputs costInputs() const
    {
        CostInputs inputs;
        inputs.project = &project_;
        inputs.scenario = &scenario_;
        inputs.catalog = &data_.catalog;
        inputs.site = site();
        inputs.fillGaps = options_.fillGaps;
        return inputs;
    }

    /// The first cloud scenario that names this build as its equal.
    [[nodiscard]] const CloudPlan* alternativePlan() const
    {
        for (const ScenarioPtr& other : project_.scenarios)
            if (!other->build && other->cloud && other->cloud->equalTo == scenario_.name) return &*other->cloud;
        return nullptr;
    }

    /// A scenario that only rents. It is compared with the build that it names.
    void assessCloud()
    {
        const ScenarioPtr equal = project_.scenario(scenario_.cloud->equalTo);
        BuildSide own;
        if (equal && equal->build) own = ScenarioRun{project_, *equal, data_, options_, nullptr}.takeBuildSide();
        if (stopped()) return;
        CostInputs inputs = costInputs();
        inputs.work = cloudWork(*scenario_.cloud, own.runs, project_, data_);
        if (equal && equal->build) inputs.ownInstead = &own.cost;
        const CostResult cost = computeCost(inputs, trace_);
        reportCost(cost, report_);
        if (cost.cloud) runCloudWorkloads(*cost.cloud);
    }

    void runCloudWorkloads(const CloudQuote& quote)
    {
        if (!quote.offer || !quote.instances) return;
        cloud_ = clusterOfQuote(quote, project_, data_);
        cloudRuns_ = planRuns(project_, scenario_, cloud_, data_);
        reportSoftware(assessSoftware(softwareInputs(cloud_, cloudRuns_, data_.software)), report_, trace_);
        for (WorkloadRun& run : cloudRuns_) answerRun(run, {}, data_, &report_, trace_);
        const Quantity<> accelerators = Quantity<>::known(quote.accelerators());
        report_.add("count.accelerators", accelerators, "", quote.countBasis);
        if (!trace_) return;
        const double perInstance = quote.offer->accelerators();
        trace_->record("count.accelerators",
            explainDerived("accelerators rented", accelerators, "", "instances * accelerators of an instance",
                {explainInput("instances", Quantity<>::known(double(*quote.instances)), "", Origin::derived, quote.countBasis),
                    explainInput("accelerators of an instance", Quantity<>::known(perInstance), "", Origin::catalog,
                        std::string{quote.offer->type()})}));
    }

    const Project& project_;
    const Scenario& scenario_;
    const EngineData& data_;
    const AssessOptions& options_;
    Trace* trace_;
    Report report_;
    BuildSide build_;
    ClusterView cloud_;
    std::vector<WorkloadRun> cloudRuns_;
};

/// Approvals of the project, then the order of the report: errors first, then by code and subject.
void finish(ScenarioAssessment& scenario, const Project& project)
{
    std::ranges::stable_sort(scenario.figures, {}, &Figure::id);
    for (Finding& finding : scenario.findings)
        for (const Approval& approval : project.approvals)
            if (approval.findingCode == finding.code && std::ranges::find(finding.subjects, approval.subject) != finding.subjects.end())
                finding.approvedBecause = approval.reason;
    std::ranges::stable_sort(scenario.findings, [](const Finding& a, const Finding& b) {
        return std::tuple{-static_cast<int>(a.severity), std::string_view{a.code}, a.subjects}
        < std::tuple{-static_cast<int>(b.severity), std::string_view{b.code}, b.subjects};
    });
}

} // namespace

Assessment assess(const Project& project, const EngineData& data, const AssessOptions& options, Trace* trace)
{
    Assessment assessment;
    assessment.project = project.name;
    assessment.asOf = project.asOf;
    assessment.engineVersion = RACKWRIGHT_VERSION;
    for (const ScenarioPtr& scenario : project.scenarios) {
        if (!options.scenario.empty() && scenario->name != options.scenario) continue;
        if (options.stop.stop_requested()) break;
        assessment.scenarios.push_back(ScenarioRun{project, *scenario, data, options, trace}.assess());
        finish(assessment.scenarios.back(), project);
    }
    return assessment;
}

} // namespace rackwright

#include "core/assess/cloud_side.h"

#include "core/cluster/cluster_from_cloud.h"

#include <algorithm>
#include <cmath>

namespace rackwright {

namespace {

PartPtr acceleratorPart(const Part& instance, const Project& project, const EngineData& data)
{
    const std::string id = acceleratorIdOf(instance, data.catalog);
    if (PartPtr own = project.part(PartKind::accelerator, id)) return own;
    return data.catalog.find(PartKind::accelerator, id);
}

/// What the run's workload would do per instance on as many accelerators of the cloud.
Quantity<> workPerInstance(const WorkloadRun& own, const Part& instance, const Project& project, const EngineData& data)
{
    const double perNode = instance.number("accelerators").value_or(0);
    if (perNode < 1) return Quantity<>::unknown("a whole accelerator in " + std::string{instance.text("instance_type")});
    const int instances = std::max(1, static_cast<int>(std::lround(own.accelerators / perNode)));
    const ClusterView cluster = clusterOfCloud(instance, instances, acceleratorPart(instance, project, data));
    if (cluster.pools.empty()) return Quantity<>::unknown(std::string{instance.text("accelerator_id")} + " in the catalog");
    WorkloadRun run = own;
    run.pool = &cluster.pools.front();
    run.accelerators = run.pool->accelerators();
    run.plan = own.allocation->plan && own.allocation->plan->accelerators() == run.accelerators ? own.allocation->plan : std::nullopt;
    return workPerSOf(run, {}, data) * (1.0 / instances);
}

} // namespace

CloudWork cloudWork(const CloudPlan& plan, const std::vector<WorkloadRun>& own, const Project& project, const EngineData& data)
{
    CloudWork work;
    const auto known = std::ranges::find_if(own, [](const WorkloadRun& run) { return run.workPerS.hasValue() && run.accelerators > 0; });
    const auto any = std::ranges::find_if(own, [](const WorkloadRun& run) { return run.pool != nullptr; });
    if (any != own.end()) {
        work.ownAccelerators = any->pool->accelerators();
        work.ownAcceleratorId = any->mixedPools ? std::string{} : any->pool->accelerator->id;
    }
    if (known == own.end()) return work;
    // The whole build, when the workload has only a share of it.
    work.ownWorkPerS = known->workPerS * (double(known->pool->accelerators()) / known->accelerators);
    const std::vector<PartPtr> instances = instancesOf(project, data.catalog, plan.provider, plan.instanceType);
    if (!instances.empty()) work.cloudWorkPerSPerInstance = workPerInstance(*known, *instances.front(), project, data);
    return work;
}

ClusterView clusterOfQuote(const CloudQuote& quote, const Project& project, const EngineData& data)
{
    if (!quote.offer || !quote.instances) return {};
    const Part& instance = *quote.offer->instance;
    return clusterOfCloud(instance, static_cast<int>(*quote.instances), acceleratorPart(instance, project, data));
}

} // namespace rackwright

#include "core/design/edit.h"
#include "core/design/edit_properties.h"
#include "core/design/edit_text.h"
#include "core/design/part_book.h"
#include "core/workload/precision.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>

namespace rackwright::edit {

namespace {

template <class T>
Result<void> setRecipe(T& job, const Key<T>& key, std::string_view text)
{
    if (!trainingRecipeOf(text)) return badValue(key.name, text, "a training recipe: bf16, fp8, fp32, adam8bit, muon, lora, qlora …");
    job.recipe = text;
    return {};
}

Result<void> setWeights(InferenceService& job, const Key<InferenceService>& key, std::string_view text)
{
    if (!storageFormatOf(text)) return badValue(key.name, text, "a format of weights: bf16, fp8, int4-awq, nf4, nvfp4, mxfp4, q4_k_m …");
    job.weightFormat = text;
    return {};
}

Result<void> setKv(InferenceService& job, const Key<InferenceService>& key, std::string_view text)
{
    if (!kvElementBytesOf(text)) return badValue(key.name, text, "a format of the cache: bf16, fp8, int8, q8_0 …");
    job.kvFormat = text;
    return {};
}

constexpr std::array<Key<TrainingJob>, 5> trainingTable{{
    {"model", {}, setText<&TrainingJob::modelId>},
    {"recipe", {}, setRecipe<TrainingJob>},
    {"sequence", {"", 1, 100'000'000, true}, setNumber<&TrainingJob::sequence>},
    {"batch", {"", 1, 100'000'000, true}, setNumber<&TrainingJob::globalBatch>},
    {"tokens", {"", 0, 1e18}, setNumber<&TrainingJob::totalTokens>},
}};

constexpr std::array<Key<InferenceService>, 9> servingTable{{
    {"model", {}, setText<&InferenceService::modelId>},
    {"weights", {}, setWeights},
    {"kv", {}, setKv},
    {"engine", {}, setText<&InferenceService::engine>},
    {"input", {"", 0, 100'000'000, true}, setNumber<&InferenceService::inputTokens>},
    {"output", {"", 1, 100'000'000, true}, setNumber<&InferenceService::outputTokens>},
    {"concurrency", {"", 1, 100'000'000, true}, setNumber<&InferenceService::concurrency>},
    {"tpot", {"s", 0, 1e6}, setNumber<&InferenceService::tpotLimitS>},
    {"ttft", {"s", 0, 1e6}, setNumber<&InferenceService::ttftLimitS>},
}};

constexpr std::array<Key<VisionJob>, 3> visionTable{{
    {"model", {}, setText<&VisionJob::modelId>},
    {"streams", {"", 1, 100'000'000, true}, setNumber<&VisionJob::streams>},
    {"fps", {"", 0, 1e6}, setNumber<&VisionJob::framesPerS>},
}};

template <class T>
std::span<const Key<T>> keysOfJob()
{
    if constexpr (std::is_same_v<T, TrainingJob>)
        return trainingTable;
    else if constexpr (std::is_same_v<T, InferenceService>)
        return servingTable;
    else
        return visionTable;
}

std::string modelOf(const Job& job)
{
    return std::visit([](const auto& each) { return each.modelId; }, job);
}

Result<Job> jobOfKind(std::string_view kind, const std::string& model)
{
    const auto with = [&](auto job) {
        job.modelId = model;
        return Job{job};
    };
    if (kind == "training") return with(TrainingJob{});
    if (kind == "serving") return with(InferenceService{});
    if (kind == "vision") return with(VisionJob{});
    return badValue("kind", kind, "training, serving or vision");
}

std::string_view kindOf(const Job& job)
{
    constexpr std::array<std::string_view, 3> kinds{"training", "serving", "vision"};
    return kinds[job.index()];
}

} // namespace

std::vector<std::string_view> workloadKeys()
{
    std::vector<std::string_view> keys{"kind"};
    const auto add = [&](std::vector<std::string_view> names) {
        for (const std::string_view name : names)
            if (std::ranges::find(keys, name) == keys.end()) keys.push_back(name);
    };
    add(namesOf(keysOfJob<TrainingJob>()));
    add(namesOf(keysOfJob<InferenceService>()));
    add(namesOf(keysOfJob<VisionJob>()));
    return keys;
}

Result<void> applyToWorkload(Workload& workload, const Properties& properties)
{
    Properties rest;
    for (const auto& property : properties) {
        if (property.first != "kind") {
            rest.push_back(property);
            continue;
        }
        if (property.second == kindOf(workload.job)) continue;
        Result<Job> job = jobOfKind(property.second, modelOf(workload.job));
        if (!job) return Unexpected{job.error()};
        workload.job = *job;
    }
    return std::visit(
        [&]<class T>(T& job) { return applyProperties(job, fmt::format("{} workload", kindOf(workload.job)), keysOfJob<T>(), rest); },
        workload.job);
}

Result<void> useModel(const Workload& workload, PartBook& parts)
{
    const std::string id = modelOf(workload.job);
    if (id.empty()) return badValue("model", id, "the id of a model in the catalog");
    const Result<PartPtr> model = parts.require(PartKind::model, id);
    if (!model) return Unexpected{model.error()};
    parts.use(*model);
    return {};
}

Result<Project> workload(const Project& project, const WorkloadEdit& request, const Catalog& catalog)
{
    if (const Result<void> good = checkName("workload", request.name); !good) return Unexpected{good.error()};
    Project after = project;
    auto found = std::ranges::find(after.workloads, request.name, &Workload::name);
    if (found == after.workloads.end()) {
        Workload added;
        added.id = Id{after.nextId++};
        added.name = request.name;
        after.workloads.push_back(std::move(added));
        found = after.workloads.end() - 1;
    }
    if (const Result<void> good = applyToWorkload(*found, request.properties); !good) return Unexpected{good.error()};
    PartBook parts{project, catalog};
    if (const Result<void> good = useModel(*found, parts); !good) return Unexpected{good.error()};
    after.parts = parts.parts();
    return after;
}

Result<Project> removeWorkload(const Project& project, const RemoveWorkload& request, const Catalog&)
{
    Project after = project;
    const auto found = std::ranges::find(after.workloads, request.workload, &Workload::id);
    if (found == after.workloads.end())
        return fail("EDIT-NOT-FOUND", {{"kind", "workload"}, {"found", fmt::format("{}", toNumber(request.workload))}, {"nearest", ""}});
    after.workloads.erase(found);
    const auto isMeant = [&](const Allocation& allocation) { return allocation.workload == request.workload; };
    for (ScenarioPtr& scenario : after.scenarios) {
        if (std::ranges::none_of(scenario->allocations, isMeant)) continue;
        Scenario changed = *scenario;
        std::erase_if(changed.allocations, isMeant);
        scenario = std::make_shared<const Scenario>(std::move(changed));
    }
    return after;
}

} // namespace rackwright::edit

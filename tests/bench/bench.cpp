// rackwright-bench: how long the engine takes. Release build; figures are reported, not asserted.

#include "core/assess/assess.h"
#include "core/assess/workload_model.h"
#include "core/compute/search.h"
#include "core/design/edit.h"
#include "core/design/generate.h"
#include "core/design/templates.h"
#include "core/store/project_file.h"
#include "core/store/session_journal.h"

#include <benchmark/benchmark.h>
#include <cstdlib>
#include <filesystem>
#include <iostream>
#include <unistd.h>

namespace rackwright {
namespace {

template <class T>
T orStop(Result<T> result)
{
    if (result) return std::move(*result);
    std::cerr << "rackwright-bench: " << result.error().code << '\n';
    for (const auto& [name, value] : result.error().args) std::cerr << "  " << name << ": " << value << '\n';
    std::exit(3);
}

const EngineData& engine()
{
    static const EngineData data = orStop(EngineData::load(Catalog::defaultFolder()));
    return data;
}

const Project& scalableUnit()
{
    static const Project project = orStop(newProject("bench", "bench", "2026-12-01", "superpod-h100-1su", engine().catalog));
    return project;
}

const Project& thousandRacks()
{
    static const Project project = orStop(generate(1000, 1, engine().catalog));
    return project;
}

std::filesystem::path benchFile()
{
    return std::filesystem::temp_directory_path() / ("rackwright-bench-" + std::to_string(getpid()) + ".rackwright");
}

/// The last device of the first rack: cheap to move, far from nothing.
edit::Move firstMove(const Project& project)
{
    const Build& build = *project.scenarios.front()->build;
    edit::Move move;
    move.device = build.racks.front()->placements.back().id;
    return move;
}

void BM_CatalogLoad(benchmark::State& state)
{
    for (auto _ : state) benchmark::DoNotOptimize(Catalog::load(Catalog::defaultFolder()));
}
BENCHMARK(BM_CatalogLoad)->Unit(benchmark::kMillisecond);

void BM_Assess1Su(benchmark::State& state)
{
    for (auto _ : state) benchmark::DoNotOptimize(assess(scalableUnit(), engine()));
}
BENCHMARK(BM_Assess1Su)->Unit(benchmark::kMillisecond);

void BM_Assess1000Racks(benchmark::State& state)
{
    for (auto _ : state) benchmark::DoNotOptimize(assess(thousandRacks(), engine()));
}
BENCHMARK(BM_Assess1000Racks)->Unit(benchmark::kMillisecond);

void BM_Reassess1000Racks(benchmark::State& state)
{
    const Project moved = orStop(edit::move(thousandRacks(), firstMove(thousandRacks()), engine().catalog));
    for (auto _ : state) benchmark::DoNotOptimize(assess(moved, engine()));
}
BENCHMARK(BM_Reassess1000Racks)->Unit(benchmark::kMillisecond);

void BM_EditPlace(benchmark::State& state)
{
    edit::Place place;
    place.partId = "dell-r660";
    place.label = "bench-device";
    for (auto _ : state) benchmark::DoNotOptimize(orStop(edit::place(thousandRacks(), place, engine().catalog)));
}
BENCHMARK(BM_EditPlace)->Unit(benchmark::kMicrosecond);

void BM_EditMove(benchmark::State& state)
{
    const edit::Move move = firstMove(thousandRacks());
    for (auto _ : state) benchmark::DoNotOptimize(orStop(edit::move(thousandRacks(), move, engine().catalog)));
}
BENCHMARK(BM_EditMove)->Unit(benchmark::kMicrosecond);

void BM_SaveFile(benchmark::State& state)
{
    for (auto _ : state) orStop(saveProject(thousandRacks(), benchFile()));
    std::filesystem::remove(benchFile());
    std::filesystem::remove(benchFile().string() + "~");
}
BENCHMARK(BM_SaveFile)->Unit(benchmark::kMillisecond);

void BM_OpenFile(benchmark::State& state)
{
    orStop(saveProject(thousandRacks(), benchFile()));
    for (auto _ : state) benchmark::DoNotOptimize(orStop(openProject(benchFile())));
    std::filesystem::remove(benchFile());
}
BENCHMARK(BM_OpenFile)->Unit(benchmark::kMillisecond);

std::filesystem::path benchFolder()
{
    return std::filesystem::temp_directory_path() / ("rackwright-bench-" + std::to_string(getpid()));
}

void BM_JournalStart(benchmark::State& state)
{
    for (auto _ : state) orStop(SessionJournal::start(benchFolder(), thousandRacks(), {})).close();
    std::filesystem::remove_all(benchFolder());
}
BENCHMARK(BM_JournalStart)->Unit(benchmark::kMillisecond);

/// A device goes there and back: every edit is on disk when it is done.
void BM_JournalAppend(benchmark::State& state)
{
    const Project moved = orStop(edit::move(thousandRacks(), firstMove(thousandRacks()), engine().catalog));
    SessionJournal journal = orStop(SessionJournal::start(benchFolder(), thousandRacks(), {}));
    bool there = false;
    for (auto _ : state)
        if (!journal.append((there = !there) ? moved : thousandRacks(), "Move")) state.SkipWithError("append failed");
    journal.close();
    std::filesystem::remove_all(benchFolder());
}
BENCHMARK(BM_JournalAppend)->Unit(benchmark::kMicrosecond);

/// Llama 3.1 70B on 64 H100: what `fit` and `search` evaluate.
struct SampleJob {
    Architecture architecture = orStop(architectureOf(*engine().catalog.find(PartKind::model, "llama-3.1-70b")));
    AcceleratorPool pool;
    Workload workload{Id{1}, "bench", TrainingJob{.modelId = "llama-3.1-70b"}};
    Allocation allocation;
    WorkloadRun run;

    SampleJob()
    {
        pool.accelerator = engine().catalog.find(PartKind::accelerator, "nv-h100-sxm");
        pool.nodes = 8, pool.perNode = 8, pool.scaleUpDomain = 8, pool.scaleUpBytesPerS = 450e9;
        pool.scaleOutBytesPerS = Quantity<>::known(50e9);
        run.workload = &workload, run.allocation = &allocation, run.pool = &pool, run.accelerators = 64;
        run.architecture = std::make_shared<const Architecture>(architecture);
    }
};

void BM_FitPlan(benchmark::State& state)
{
    const SampleJob job;
    const TrainingInputs inputs = orStop(trainingInputs(job.run, {}, engine().calibrations));
    const ParallelPlan plan{.tp = 8, .pp = 4, .dp = 2};
    for (auto _ : state) benchmark::DoNotOptimize(trainingMemory(inputs.memory, plan));
}
BENCHMARK(BM_FitPlan)->Unit(benchmark::kMicrosecond);

void BM_Search64(benchmark::State& state)
{
    const SampleJob job;
    const TrainingInputs inputs = orStop(trainingInputs(job.run, {}, engine().calibrations));
    SearchSpace space;
    space.accelerators = 64;
    space.recompute = {Recompute::none, Recompute::selective, Recompute::full};
    std::int64_t tried = 0;
    for (auto _ : state) {
        const SearchResult found = searchPlans(
            inputs.time, space, [&](const ParallelPlan& plan) { return trainingPeakBytes(inputs.memory, plan); },
            largestShare * inputs.memory.usableBytes);
        tried += found.configurationsTried;
    }
    state.counters["configurations_per_s"] = benchmark::Counter(static_cast<double>(tried), benchmark::Counter::kIsRate);
}
BENCHMARK(BM_Search64)->Unit(benchmark::kMicrosecond);

} // namespace
} // namespace rackwright

BENCHMARK_MAIN();

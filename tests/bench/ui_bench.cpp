// How long the window takes with a thousand racks; offscreen, raster. Part of rackwright-bench.

#include "core/design/generate.h"
#include "ui/canvas/canvas_tool.h"
#include "ui/canvas/canvas_view.h"
#include "ui/canvas/drag_data.h"
#include "ui/command/command_set.h"
#include "ui/theme/theme.h"

#include <QApplication>
#include <QDragMoveEvent>
#include <QElapsedTimer>

#include <benchmark/benchmark.h>
#include <memory>

namespace rackwright {
namespace {

/// Lives until the program ends: benchmarks come and go.
QApplication& application()
{
    static QApplication* app = [] {
        if (qEnvironmentVariableIsEmpty("QT_QPA_PLATFORM")) qputenv("QT_QPA_PLATFORM", "offscreen");
        static int count = 1;
        static char name[] = "rackwright-bench";
        static char* arguments[] = {name, nullptr};
        auto* made = new QApplication{count, arguments};
        theme().install(*made, ThemeKind::light);
        return made;
    }();
    return *app;
}

/// A thousand racks in a window of 1600 × 1000, assessed.
struct ThousandRacks {
    QApplication& app = application();
    EnginePtr engine = std::make_shared<const EngineData>(EngineData::load(Catalog::defaultFolder()).value());
    Document document{engine, generate(1000, 1, engine->catalog).value()};
    CommandSet commands;
    CanvasView canvas{{document, commands}};
    QImage frame{1600, 1000, QImage::Format_ARGB32_Premultiplied};

    ThousandRacks()
    {
        canvas.resize(frame.size());
        canvas.show();
        canvas.view().setUnlimited(true);
        QElapsedTimer waited;
        waited.start();
        while ((!document.assessment() || document.isAssessing()) && waited.elapsed() < 120'000) QCoreApplication::processEvents();
    }
    void paint() { canvas.view().viewport()->render(&frame); }
};

ThousandRacks& window()
{
    static auto* shown = new ThousandRacks;
    return *shown;
}

/// All racks in sight, drawn before: what scrolling, hovering and selecting cost.
void BM_FrameAllVisible(benchmark::State& state)
{
    ThousandRacks& w = window();
    w.canvas.view().fitAll();
    w.paint();
    for (auto _ : state) w.paint();
}
BENCHMARK(BM_FrameAllVisible)->Unit(benchmark::kMillisecond);

/// All racks in sight, every one drawn anew: the first frame after a zoom or a change of theme, if it were not spread over several.
void BM_FrameAllDrawnAnew(benchmark::State& state)
{
    ThousandRacks& w = window();
    w.canvas.view().fitAll();
    double zoom = w.canvas.view().zoom();
    for (auto _ : state) {
        w.canvas.view().setZoom(zoom *= 1.0001, {0, 0});
        w.paint();
    }
}
BENCHMARK(BM_FrameAllDrawnAnew)->Unit(benchmark::kMillisecond);

/// A few racks in sight at 100 %.
void BM_FrameZoomed(benchmark::State& state)
{
    ThousandRacks& w = window();
    w.canvas.view().setZoom(1.0, {0, 0});
    w.paint();
    for (auto _ : state) w.paint();
}
BENCHMARK(BM_FrameZoomed)->Unit(benchmark::kMillisecond);

/// The same, every rack in sight drawn anew.
void BM_FrameZoomedDrawnAnew(benchmark::State& state)
{
    ThousandRacks& w = window();
    w.canvas.view().setZoom(1.0, {0, 0});
    double zoom = 1;
    for (auto _ : state) {
        w.canvas.view().setZoom(zoom *= 1.0001, {0, 0});
        w.paint();
    }
}
BENCHMARK(BM_FrameZoomedDrawnAnew)->Unit(benchmark::kMillisecond);

/// The pointer comes over the next U with a part: target, tried edit, ghost with its words, and the picture of the window.
void BM_CanvasDrag(benchmark::State& state)
{
    ThousandRacks& w = window();
    w.canvas.view().setZoom(1.0, {0, 0});
    w.canvas.view().beginDrag({.part = DraggedPart{QStringLiteral("dell-r660"), true}});
    w.paint();
    double y = 60;
    for (auto _ : state) {
        y = y > 620 ? 60 : y + RackLayout::unitsPerU;
        w.canvas.view().moveDrag({300, y}, {});
        w.paint();
    }
    w.canvas.view().cancelDrag();
}
BENCHMARK(BM_CanvasDrag)->Unit(benchmark::kMillisecond);

/// The same with all thousand racks in sight.
void BM_CanvasDragAllVisible(benchmark::State& state)
{
    ThousandRacks& w = window();
    w.canvas.view().fitAll();
    w.canvas.view().beginDrag({.part = DraggedPart{QStringLiteral("dell-r660"), true}});
    w.paint();
    double y = 100;
    for (auto _ : state) {
        y = y > 800 ? 100 : y + 7;
        w.canvas.view().moveDrag({800, y}, {});
        w.paint();
    }
    w.canvas.view().cancelDrag();
}
BENCHMARK(BM_CanvasDragAllVisible)->Unit(benchmark::kMillisecond);

/// An edit of one rack until the scene shows it.
void BM_CanvasEdit(benchmark::State& state)
{
    ThousandRacks& w = window();
    const Id device = w.document.scenario()->build->racks.front()->placements.back().id;
    int to = 0;
    for (auto _ : state) {
        edit::Set request;
        request.scenario = w.document.scenarioName();
        request.ids = {device};
        request.properties = {{"max_power_w", std::to_string(100 + ++to % 50)}};
        benchmark::DoNotOptimize(w.document.apply(
            QStringLiteral("Set"), [&](const Project& project, const Catalog& catalog) { return edit::set(project, request, catalog); },
            QStringLiteral("bench")));
    }
}
BENCHMARK(BM_CanvasEdit)->Unit(benchmark::kMillisecond);

} // namespace
} // namespace rackwright

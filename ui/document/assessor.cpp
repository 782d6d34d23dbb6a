#include "ui/document/assessor.h"

#include <QElapsedTimer>
#include <QMetaObject>

namespace rackwright {

namespace {
constexpr double twoStagesFromMs = 50;
}

Assessor::Assessor(EnginePtr engine, QObject* parent) : QObject{parent}, engine_{std::move(engine)}
{
    pool_.setMaxThreadCount(1);
    explainPool_.setMaxThreadCount(1);
}

Assessor::~Assessor()
{
    stop_.request_stop();
    closing_.request_stop();
    pool_.waitForDone();
    explainPool_.waitForDone();
}

void Assessor::request(ProjectPtr project)
{
    stop_.request_stop();
    stop_ = {};
    running_ = true;
    const std::uint64_t generation = ++generation_;
    const bool twoStages = milliseconds_ > twoStagesFromMs;
    const std::stop_token stop = stop_.get_token();
    pool_.start([this, project = std::move(project), generation, twoStages, stop] {
        const auto publish = [&](Assessment assessment, bool complete, double milliseconds) {
            if (stop.stop_requested()) return;
            auto shared = std::make_shared<const Assessment>(std::move(assessment));
            QMetaObject::invokeMethod(
                this,
                [this, project, shared, complete, milliseconds, generation] {
                    if (generation != generation_) return;
                    if (complete) {
                        running_ = false;
                        milliseconds_ = milliseconds;
                    }
                    Q_EMIT assessed(project, shared, complete);
                },
                Qt::QueuedConnection);
        };
        AssessOptions options;
        options.stop = stop;
        if (twoStages) {
            options.unlimited = true;
            publish(assess(*project, *engine_, options), false, 0);
            options.unlimited = false;
        }
        QElapsedTimer timer;
        timer.start();
        Assessment full = assess(*project, *engine_, options);
        publish(std::move(full), true, static_cast<double>(timer.nsecsElapsed()) / 1e6);
    });
}

void Assessor::explain(ProjectPtr project, std::string scenario, std::string figureId, ExplanationCallback then)
{
    explainPool_.start([this, project = std::move(project), scenario = std::move(scenario), figureId = std::move(figureId),
                           then = std::move(then), stop = closing_.get_token()] {
        Trace trace;
        AssessOptions options;
        options.scenario = scenario;
        options.stop = stop;
        (void)assess(*project, *engine_, options, &trace);
        if (stop.stop_requested()) return;
        const Explanation* found = trace.find(figureId);
        std::optional<Explanation> explanation = found ? std::optional{*found} : std::nullopt;
        QMetaObject::invokeMethod(
            this, [then, explanation = std::move(explanation)] { then(explanation); }, Qt::QueuedConnection);
    });
}

} // namespace rackwright

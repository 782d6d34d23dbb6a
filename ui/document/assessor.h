// Assesses projects on a worker thread: a newer request stops the older run, and stale results never arrive.
#pragma once

#include "core/assess/assess.h"
#include "ui/document/undo_history.h"

#include <QObject>
#include <QThreadPool>

#include <functional>
#include <optional>
#include <stop_token>

namespace rackwright {

using EnginePtr = std::shared_ptr<const EngineData>;
using AssessmentPtr = std::shared_ptr<const Assessment>;

class Assessor : public QObject {
    Q_OBJECT
public:
    explicit Assessor(EnginePtr engine, QObject* parent = nullptr);
    ~Assessor() override;

    /// Assesses the whole project. Where the last run took more than 50 ms, what nothing throttles comes first.
    void request(ProjectPtr project);
    [[nodiscard]] bool isRunning() const { return running_; }
    /// Of the last complete run.
    [[nodiscard]] double milliseconds() const { return milliseconds_; }

    using ExplanationCallback = std::function<void(std::optional<Explanation>)>;
    /// The explanation of a figure, computed beside; `then` runs on this thread, and not at all once this object is gone.
    void explain(ProjectPtr project, std::string scenario, std::string figureId, ExplanationCallback then);

Q_SIGNALS:
    /// `complete` is false for the first of the two stages.
    void assessed(rackwright::ProjectPtr project, rackwright::AssessmentPtr assessment, bool complete);

private:
    EnginePtr engine_;
    QThreadPool pool_; ///< one thread: a stopped run ends before the next begins
    QThreadPool explainPool_;
    std::stop_source stop_;
    std::stop_source closing_;
    std::uint64_t generation_ = 0;
    bool running_ = false;
    double milliseconds_ = 0;
};

} // namespace rackwright

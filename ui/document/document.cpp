#include "ui/document/document.h"

#include "ui/document/subjects.h"

#include <algorithm>

namespace rackwright {

Document::Document(EnginePtr engine, Project project, QObject* parent)
    : QObject{parent}, engine_{std::move(engine)}, history_{std::make_shared<const Project>(std::move(project))}, assessor_{engine_}
{
    connect(&assessor_, &Assessor::assessed, this, [this](const ProjectPtr&, const AssessmentPtr& assessment, bool) {
        assessment_ = assessment;
        Q_EMIT assessmentChanged();
    });
    keepScenario();
    assessor_.request(snapshot());
}

Result<void> Document::apply(const QString& name, const Edit& edit, const QString& mergeKey)
{
    if (readOnly_) return fail("DOCUMENT-READ-ONLY", {{"edit", name.toStdString()}});
    Result<Project> next = edit(project(), engine_->catalog);
    if (!next) return tl::make_unexpected(next.error());
    if (*next == project()) return {};
    const ProjectPtr before = snapshot();
    history_.push(std::make_shared<const Project>(std::move(*next)), name, mergeKey);
    changed(before);
    Q_EMIT edited(name);
    return {};
}

void Document::undo()
{
    const ProjectPtr before = snapshot();
    const QStringList names = history_.undoNames();
    if (!history_.undo()) return;
    changed(before);
    Q_EMIT edited(names.first());
}

void Document::redo()
{
    const ProjectPtr before = snapshot();
    const QStringList names = history_.redoNames();
    if (!history_.redo()) return;
    changed(before);
    Q_EMIT edited(names.first());
}

void Document::reset(Project project, bool saved)
{
    const ProjectPtr before = snapshot();
    history_.reset(std::make_shared<const Project>(std::move(project)));
    saved_ = saved ? snapshot() : nullptr;
    assessment_.reset();
    selection_.clear();
    scenario_.clear();
    setReadOnly(false);
    changed(before);
    Q_EMIT selectionChanged();
    Q_EMIT wasReset();
}

void Document::markSaved(const ProjectPtr& saved)
{
    saved_ = saved;
    history_.seal();
    if (isModified() == wasModified_) return;
    wasModified_ = isModified();
    Q_EMIT modifiedChanged(wasModified_);
}

void Document::setReadOnly(bool readOnly)
{
    if (readOnly == readOnly_) return;
    readOnly_ = readOnly;
    Q_EMIT readOnlyChanged(readOnly);
}

void Document::changed(const ProjectPtr& before)
{
    keepScenario();
    keepSelection();
    assessor_.request(snapshot());
    Q_EMIT projectChanged(before);
    Q_EMIT assessmentStarted();
    if (isModified() == wasModified_) return;
    wasModified_ = isModified();
    Q_EMIT modifiedChanged(wasModified_);
}

void Document::keepScenario()
{
    if (project().scenario(scenario_)) return;
    const auto& scenarios = project().scenarios;
    const auto built = std::ranges::find_if(scenarios, [](const ScenarioPtr& each) { return each->build != nullptr; });
    scenario_ = built != scenarios.end() ? (*built)->name : scenarios.empty() ? std::string{} : scenarios.front()->name;
    Q_EMIT scenarioChanged();
}

void Document::setScenario(const std::string& name)
{
    if (name == scenario_ || !project().scenario(name)) return;
    scenario_ = name;
    keepSelection();
    Q_EMIT scenarioChanged();
}

void Document::keepSelection()
{
    std::vector<Id> kept = selection_;
    const ScenarioPtr shown = scenario();
    const Build* build = shown ? shown->build.get() : nullptr;
    std::erase_if(kept, [build](Id id) { return !build || !existsIn(*build, id); });
    select(std::move(kept));
}

void Document::select(std::vector<Id> ids)
{
    if (ids == selection_) return;
    selection_ = std::move(ids);
    Q_EMIT selectionChanged();
}

void Document::focusOn(const std::string& subject)
{
    const ScenarioPtr shown = scenario();
    if (!shown || !shown->build) return;
    const Id id = idOfSubject(*shown->build, subject);
    if (id == Id::none) return;
    select({id});
    Q_EMIT focusRequested();
}

const ScenarioAssessment* Document::assessed() const
{
    return assessment_ ? assessment_->scenario(scenario_) : nullptr;
}

void Document::explain(const std::string& scenario, const std::string& figureId, Assessor::ExplanationCallback then)
{
    assessor_.explain(snapshot(), scenario, figureId, std::move(then));
}

} // namespace rackwright

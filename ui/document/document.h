// The document that the window shows: the project as a value, its past, its assessment, and what is selected in it.
#pragma once

#include "ui/document/assessor.h"
#include "ui/document/undo_history.h"

#include <QObject>
#include <QString>

#include <functional>
#include <string>
#include <vector>

namespace rackwright {

class Document : public QObject {
    Q_OBJECT
public:
    Document(EnginePtr engine, Project project, QObject* parent = nullptr);

    [[nodiscard]] const Project& project() const { return *history_.current(); }
    [[nodiscard]] const ProjectPtr& snapshot() const { return history_.current(); }
    [[nodiscard]] const EngineData& engine() const { return *engine_; }
    [[nodiscard]] const EnginePtr& enginePtr() const { return engine_; }

    // ---- editing -------------------------------------------------------------------------------------------------

    using Edit = std::function<Result<Project>(const Project&, const Catalog&)>;
    /// Applies the edit to the current project. An edit that changes nothing leaves no step. `name` is what undo will be called
    /// ("Move dgx-07"). Errors are those of the edit, and DOCUMENT-READ-ONLY; nothing has changed then.
    Result<void> apply(const QString& name, const Edit& edit, const QString& mergeKey = {});
    /// What the edit would give, without applying it: the ghost of a drag.
    [[nodiscard]] Result<Project> tryEdit(const Edit& edit) const { return edit(project(), engine_->catalog); }
    void endGesture() { history_.seal(); }

    void undo();
    void redo();
    [[nodiscard]] const UndoHistory& history() const { return history_; }

    /// Another project, opened, new or recovered: no past, nothing selected. `saved`: a file holds it as it is.
    void reset(Project project, bool saved);
    /// The file holds `saved` now (a later edit may have come meanwhile).
    void markSaved(const ProjectPtr& saved);
    [[nodiscard]] bool isModified() const { return history_.current() != saved_; }
    /// Another program has the file: every edit is refused.
    [[nodiscard]] bool isReadOnly() const { return readOnly_; }
    void setReadOnly(bool readOnly);

    // ---- what is looked at ---------------------------------------------------------------------------------------

    /// The scenario that canvas, strip and inspector show; always one of the project's.
    [[nodiscard]] const std::string& scenarioName() const { return scenario_; }
    [[nodiscard]] ScenarioPtr scenario() const { return project().scenario(scenario_); }
    void setScenario(const std::string& name);

    /// Racks and devices of the scenario's build; ids that no longer exist drop out.
    [[nodiscard]] const std::vector<Id>& selection() const { return selection_; }
    void select(std::vector<Id> ids);
    /// Shows the thing (`kind:name`, as the subjects of findings): selects it and scrolls to it.
    void focusOn(const std::string& subject);

    // ---- assessment ----------------------------------------------------------------------------------------------

    /// Of the current project, or of an earlier one while a newer runs; null before the first.
    [[nodiscard]] const AssessmentPtr& assessment() const { return assessment_; }
    /// Of the scenario that is shown; null before the first.
    [[nodiscard]] const ScenarioAssessment* assessed() const;
    [[nodiscard]] bool isAssessing() const { return assessor_.isRunning(); }
    [[nodiscard]] double assessMilliseconds() const { return assessor_.milliseconds(); }
    /// Explanation of a figure of a scenario, from the worker thread; `then` gets nothing where there is none.
    void explain(const std::string& scenario, const std::string& figureId, Assessor::ExplanationCallback then);

Q_SIGNALS:
    /// The project is another value; `before` is the one before (compare pointers to find what changed).
    void projectChanged(rackwright::ProjectPtr before);
    /// An edit, undo or redo, with the name of the edit: the session journal listens. Not sent by `reset`.
    void edited(const QString& name);
    void wasReset();
    void assessmentStarted();
    void assessmentChanged();
    void scenarioChanged();
    void selectionChanged();
    /// What is selected now is to be shown: canvas and inspector scroll to it.
    void focusRequested();
    void modifiedChanged(bool modified);
    void readOnlyChanged(bool readOnly);

private:
    void changed(const ProjectPtr& before);
    void keepScenario();
    void keepSelection();

    EnginePtr engine_;
    UndoHistory history_;
    ProjectPtr saved_; ///< null: no file holds anything
    bool wasModified_ = false;
    bool readOnly_ = false;
    std::string scenario_;
    std::vector<Id> selection_;
    AssessmentPtr assessment_;
    Assessor assessor_;
};

} // namespace rackwright

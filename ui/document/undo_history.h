// The past and future of a project as values: undo is going back to the value that was.
#pragma once

#include "core/design/project.h"

#include <QString>
#include <QStringList>

#include <memory>
#include <vector>

namespace rackwright {

using ProjectPtr = std::shared_ptr<const Project>;

class UndoHistory {
public:
    explicit UndoHistory(ProjectPtr start) { reset(std::move(start)); }

    [[nodiscard]] const ProjectPtr& current() const { return steps_[at_].project; }
    /// Drops what could be redone. A step whose non-empty `mergeKey` equals that of the step before takes its place: many small
    /// changes of one gesture are one undo. The oldest steps go when there are more than `mostSteps`.
    void push(ProjectPtr next, QString name, QString mergeKey = {});
    /// Ends a gesture: the next step merges with nothing before it.
    void seal() { steps_[at_].mergeKey.clear(); }
    void reset(ProjectPtr start);

    [[nodiscard]] bool canUndo() const { return at_ > 0; }
    [[nodiscard]] bool canRedo() const { return at_ + 1 < steps_.size(); }
    bool undo();
    bool redo();
    /// What undo would take back, newest first; what redo would do again, next first.
    [[nodiscard]] QStringList undoNames() const;
    [[nodiscard]] QStringList redoNames() const;

    static constexpr std::size_t mostSteps = 500;

private:
    struct Step {
        ProjectPtr project;
        QString name, mergeKey; ///< of the edit that led here
    };
    std::vector<Step> steps_;
    std::size_t at_ = 0;
};

} // namespace rackwright

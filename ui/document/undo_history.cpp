#include "ui/document/undo_history.h"

namespace rackwright {

void UndoHistory::push(ProjectPtr next, QString name, QString mergeKey)
{
    steps_.erase(steps_.begin() + static_cast<std::ptrdiff_t>(at_) + 1, steps_.end());
    if (at_ > 0 && !mergeKey.isEmpty() && steps_[at_].mergeKey == mergeKey) {
        steps_[at_].project = std::move(next);
        return;
    }
    steps_.push_back({std::move(next), std::move(name), std::move(mergeKey)});
    if (steps_.size() > mostSteps) steps_.erase(steps_.begin());
    at_ = steps_.size() - 1;
}

void UndoHistory::reset(ProjectPtr start)
{
    steps_.clear();
    steps_.push_back({std::move(start), {}, {}});
    at_ = 0;
}

bool UndoHistory::undo()
{
    if (!canUndo()) return false;
    seal();
    --at_;
    return true;
}

bool UndoHistory::redo()
{
    if (!canRedo()) return false;
    ++at_;
    return true;
}

QStringList UndoHistory::undoNames() const
{
    QStringList names;
    for (std::size_t i = at_; i > 0; --i) names.append(steps_[i].name);
    return names;
}

QStringList UndoHistory::redoNames() const
{
    QStringList names;
    for (std::size_t i = at_ + 1; i < steps_.size(); ++i) names.append(steps_[i].name);
    return names;
}

} // namespace rackwright

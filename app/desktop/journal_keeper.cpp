#include "app/desktop/journal_keeper.h"

#include <QMetaObject>

#include <optional>

namespace rackwright {

struct JournalKeeper::State {
    std::optional<SessionJournal> journal;
    ProjectPtr base;
    SavedAs saved;
    bool complained = false;

    Result<void> append(const Project& after, const std::string& name)
    {
        if (!journal) {
            if (!base) return {};
            const Result<std::filesystem::path> folder = stateFolder();
            if (!folder) return tl::make_unexpected(folder.error());
            Result<SessionJournal> started = SessionJournal::start(*folder, *base, saved);
            if (!started) return tl::make_unexpected(started.error());
            journal.emplace(std::move(*started));
        }
        return journal->append(after, name);
    }

    void close()
    {
        if (journal) journal->close();
        journal.reset();
        base.reset();
        complained = false;
    }
};

JournalKeeper::JournalKeeper(QObject* parent) : QObject{parent}, state_{std::make_shared<State>()}
{
    pool_.setMaxThreadCount(1);
}

JournalKeeper::~JournalKeeper()
{
    pool_.waitForDone();
}

template <class Task>
void JournalKeeper::enqueue(Task task)
{
    pool_.start([this, state = state_, task = std::move(task)]() mutable {
        const Result<void> done = task(*state);
        if (done || state->complained) return;
        state->complained = true;
        QMetaObject::invokeMethod(
            this, [this, error = done.error()] { Q_EMIT failed(error); }, Qt::QueuedConnection);
    });
}

void JournalKeeper::begin(ProjectPtr base, SavedAs saved)
{
    enqueue([base = std::move(base), saved = std::move(saved)](State& state) mutable -> Result<void> {
        state.close();
        state.base = std::move(base);
        state.saved = std::move(saved);
        return {};
    });
}

void JournalKeeper::adopt(SessionJournal journal)
{
    // A task is copied; a journal is not.
    auto shared = std::make_shared<SessionJournal>(std::move(journal));
    enqueue([shared](State& state) -> Result<void> {
        state.close();
        state.journal.emplace(std::move(*shared));
        return {};
    });
}

void JournalKeeper::append(ProjectPtr after, const QString& name)
{
    enqueue([after = std::move(after), name = name.toStdString()](State& state) { return state.append(*after, name); });
}

JournalKeeper::Mark JournalKeeper::mark()
{
    auto mark = std::make_shared<std::uint64_t>(0);
    enqueue([mark](State& state) -> Result<void> {
        if (state.journal) *mark = state.journal->edits();
        return {};
    });
    return mark;
}

void JournalKeeper::markSaved(SavedAs saved, Mark mark)
{
    enqueue([saved = std::move(saved), mark = std::move(mark)](State& state) -> Result<void> {
        state.saved = saved;
        return state.journal ? state.journal->markSaved(saved, *mark) : Result<void>{};
    });
}

void JournalKeeper::close()
{
    enqueue([](State& state) -> Result<void> {
        state.close();
        return {};
    });
}

} // namespace rackwright

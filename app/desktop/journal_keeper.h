// Keeps the journal of the open design beside the UI thread: every edit is on disk within milliseconds and no edit waits for it.
#pragma once

#include "core/store/session_journal.h"
#include "ui/document/undo_history.h"

#include <QObject>
#include <QThreadPool>

#include <cstdint>
#include <memory>

namespace rackwright {

class JournalKeeper : public QObject {
    Q_OBJECT
public:
    explicit JournalKeeper(QObject* parent = nullptr);
    /// Waits for what is being written. The log stays unless `close` came before.
    ~JournalKeeper() override;

    /// Removes the log of the design before. A log of this one is made with its first edit.
    void begin(ProjectPtr base, SavedAs saved);
    /// Goes on with the log of a session that crashed.
    void adopt(SessionJournal journal);
    void append(ProjectPtr after, const QString& name);

    /// How many edits there are when what is to be saved was taken; filled in on the journal's thread.
    using Mark = std::shared_ptr<std::uint64_t>;
    [[nodiscard]] Mark mark();
    void markSaved(SavedAs saved, Mark mark);
    /// Saved, or dropped knowingly.
    void close();
    void waitForDone() { pool_.waitForDone(); }

Q_SIGNALS:
    /// Edits are not kept against a crash; once for each design.
    void failed(const rackwright::Error& error);

private:
    struct State;
    template <class Task>
    void enqueue(Task task);

    std::shared_ptr<State> state_; ///< touched on the pool's thread only
    QThreadPool pool_; ///< one thread: in the order of the edits
};

} // namespace rackwright

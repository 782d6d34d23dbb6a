// What a crash must not take: every edit since the project was opened, appended to a log in the local state folder. The log
// begins with the whole project, then holds what each edit changed; every entry carries a digest that also covers the one before.
//
//     start ──▶ append … append ──▶ markSaved ──▶ append … ──▶ close (log removed)
//                  ╳ crash                     next start: listRecoverable ──▶ resume │ recover │ discard
//
// Errors of all functions: STORE-NO-FOLDER (folder), STORE-JOURNAL-FAILED (file, step, reason), STORE-JOURNAL-DAMAGED (file,
// reason), STORE-JOURNAL-IN-USE (file).
#pragma once

#include "core/design/project.h"
#include "core/quantity/error.h"

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace rackwright {

/// Where programs keep what outlives them but belongs to this machine: $XDG_STATE_HOME/rackwright, else
/// ~/.local/state/rackwright (XDG Base Directory Specification). Not made yet. STORE-NO-FOLDER when there is no home.
[[nodiscard]] Result<std::filesystem::path> stateFolder();

/// The file that holds the project and its digest; both empty for a project that was never saved.
struct SavedAs {
    std::filesystem::path file;
    std::string digest;
};

struct Recoverable;
struct ResumedSession;

/// The log of one open project; one thread at a time. While it lives no other process is offered its log.
class SessionJournal {
public:
    /// A new log under `stateFolder` (made when missing) for a project as it was just made, or as `saved` holds it.
    [[nodiscard]] static Result<SessionJournal> start(
        const std::filesystem::path& stateFolder, const Project& project, const SavedAs& saved);

    /// Goes on with the log of a crashed session; what it holds unsaved stays recoverable until it is saved or closed.
    [[nodiscard]] static Result<ResumedSession> resume(const Recoverable& session);

    SessionJournal(SessionJournal&&) noexcept;
    SessionJournal& operator=(SessionJournal&&) noexcept;
    /// Keeps the log: only `close` says that the session ended as the person wanted.
    ~SessionJournal();

    /// The project is now `after` (an edit, an undo …; `name` as a person would read it); on disk when this returns. Costs as
    /// much as what differs from the project of the last append. After an error the next append holds both.
    [[nodiscard]] Result<void> append(const Project& after, std::string_view name);

    /// Edits so far: what to give to `markSaved` for the project that goes into the file now.
    [[nodiscard]] std::uint64_t edits() const;
    /// The file holds the project as it was after `atEdit` edits.
    [[nodiscard]] Result<void> markSaved(const SavedAs& saved, std::uint64_t atEdit);

    /// Saved, or thrown away knowingly: removes the log.
    void close();

    [[nodiscard]] const std::filesystem::path& file() const;

private:
    struct State;
    explicit SessionJournal(std::unique_ptr<State> state);
    std::unique_ptr<State> state_;
};

/// What has become of the project file since the session saved or opened it.
enum class FileState { neverSaved, unchanged, changed, missing };

/// A session that ended without `close` and holds edits that no file holds.
struct Recoverable {
    std::filesystem::path journal;
    SavedAs saved; ///< as of the last save
    std::string projectName; ///< at the start of the log
    std::chrono::system_clock::time_point when; ///< of the last edit
    std::uint64_t edits = 0; ///< since the last save
    std::string lastEdit; ///< its name
    FileState fileState = FileState::neverSaved; ///< unchanged: the recovered project is the file and these edits
    bool cutShort = false; ///< bytes at the end of the log cannot be read: at most the edit that was being written when it is a crash
};

/// The crashed sessions, newest first; those that still run are left out. Logs that hold nothing unsaved are removed. A log
/// that nothing can be read from is left where it is and left out.
[[nodiscard]] std::vector<Recoverable> listRecoverable(const std::filesystem::path& stateFolder);

/// The project after the last edit that can be read; passes the checks of a project file. The log stays.
[[nodiscard]] Result<Project> recover(const Recoverable& session);

/// Removes the log of a crashed session that nobody wants back.
[[nodiscard]] Result<void> discard(const Recoverable& session);

struct ResumedSession {
    SessionJournal journal;
    Project project;
};

} // namespace rackwright

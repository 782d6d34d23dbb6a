#include "core/store/session_journal.h"

#include "core/store/journal_log.h"
#include "core/store/project_file.h"
#include "core/store/row_changes.h"
#include "core/store/row_io.h"

#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <fmt/format.h>
#include <optional>
#include <pwd.h>
#include <sys/stat.h>
#include <system_error>
#include <unistd.h>

namespace rackwright {

namespace {

namespace fs = std::filesystem;
using Clock = std::chrono::system_clock;

constexpr std::string_view ending = ".journal";

// ---- entries -----------------------------------------------------------------------------------------------------

struct BeginEntry {
    Clock::time_point when;
    SavedAs saved;
    std::string projectName, changes; ///< from nothing
};
struct EditEntry {
    Clock::time_point when;
    std::string name, changes;
};
struct SavedEntry {
    SavedAs saved;
    std::uint64_t atEdit = 0;
};

std::int64_t toMilliseconds(Clock::time_point when)
{
    return std::chrono::duration_cast<std::chrono::milliseconds>(when.time_since_epoch()).count();
}

void encode(std::string& bytes, Clock::time_point when)
{
    appendValue(bytes, toMilliseconds(when));
}

void encode(std::string& bytes, const std::string& text)
{
    appendValue(bytes, std::string_view{text});
}

void encode(std::string& bytes, const SavedAs& saved)
{
    encode(bytes, saved.file.string());
    encode(bytes, saved.digest);
}

std::string encoded(const BeginEntry& entry)
{
    std::string bytes{'B'};
    encode(bytes, entry.when), encode(bytes, entry.saved), encode(bytes, entry.projectName), encode(bytes, entry.changes);
    return bytes;
}

std::string encoded(const EditEntry& entry)
{
    std::string bytes{'E'};
    encode(bytes, entry.when), encode(bytes, entry.name), encode(bytes, entry.changes);
    return bytes;
}

std::string encoded(const SavedEntry& entry)
{
    std::string bytes{'S'};
    encode(bytes, entry.saved), appendValue(bytes, static_cast<std::int64_t>(entry.atEdit));
    return bytes;
}

/// Takes the fields of an entry in their order; `good` tells whether all were there.
class EntryReader {
public:
    explicit EntryReader(std::string_view bytes) : rest_{bytes} { }

    std::string_view text()
    {
        const auto value = take<std::string_view>();
        return value.value_or(std::string_view{});
    }
    std::int64_t integer() { return take<std::int64_t>().value_or(0); }
    Clock::time_point time() { return Clock::time_point{std::chrono::milliseconds{std::clamp<std::int64_t>(integer(), 0, latestMs)}}; }
    SavedAs saved()
    {
        SavedAs made;
        made.file = std::string{text()};
        made.digest = text();
        return made;
    }
    [[nodiscard]] bool good() const { return good_ && rest_.empty(); }

private:
    static constexpr std::int64_t latestMs = 253'402'300'799'000; // the year 9999

    template <class T>
    std::optional<T> take()
    {
        const auto value = takeValue(rest_);
        const T* typed = value ? std::get_if<T>(&*value) : nullptr;
        good_ = good_ && typed;
        return typed ? std::optional<T>{*typed} : std::nullopt;
    }

    std::string_view rest_;
    bool good_ = true;
};

// ---- reading a log -----------------------------------------------------------------------------------------------

/// What the entries of a log say; the rows only when asked for.
struct Story {
    std::string projectName, lastEdit;
    SavedAs saved;
    Clock::time_point when;
    std::uint64_t edits = 0, savedAtEdit = 0;
    bool begun = false, cutShort = false;

    [[nodiscard]] std::uint64_t unsaved() const { return edits - std::min(edits, savedAtEdit); }
};

Unexpected damaged(const fs::path& file, const std::string& reason)
{
    return fail("STORE-JOURNAL-DAMAGED", {{"file", file.string()}, {"reason", reason}});
}

/// Takes one entry into the story; false for what is no entry.
bool take(std::string_view entry, Story& story, std::string_view& changes)
{
    if (entry.empty()) return false;
    const char kind = entry.front();
    EntryReader reader{entry.substr(1)};
    if ((kind == 'B') == story.begun) return false;
    if (kind == 'B') {
        story.begun = true;
        story.when = reader.time();
        story.saved = reader.saved();
        story.projectName = reader.text();
        changes = reader.text();
    } else if (kind == 'E') {
        story.when = reader.time();
        story.lastEdit = reader.text();
        changes = reader.text();
        ++story.edits;
    } else if (kind == 'S') {
        story.saved = reader.saved();
        story.savedAtEdit = static_cast<std::uint64_t>(std::max<std::int64_t>(reader.integer(), 0));
    } else {
        return false;
    }
    return reader.good();
}

Result<Story> read(JournalLog& log, RowState* rows)
{
    Story story;
    const Result<bool> cutShort = log.replay([&](std::string_view entry) -> Result<void> {
        std::string_view changes;
        if (!take(entry, story, changes)) return damaged(log.file(), "an entry of an unknown kind");
        if (!rows) return {};
        Result<void> applied = rows->apply(changes);
        return applied ? applied : Result<void>{damaged(log.file(), std::string{applied.error().arg("reason")})};
    });
    if (!cutShort) return Unexpected{cutShort.error()};
    story.cutShort = *cutShort;
    return story;
}

/// An error of the store in the terms of a journal.
std::string reasonOf(const Error& error)
{
    std::string reason = error.code;
    for (const auto& [name, value] : error.args) reason += fmt::format(" {}={}", name, value);
    return reason;
}

Result<Project> projectFrom(const RowState& rows, const fs::path& file)
{
    Result<Project> project = rows.project();
    if (!project) return damaged(file, reasonOf(project.error()));
    return project;
}

FileState stateOf(const SavedAs& saved)
{
    if (saved.file.empty()) return FileState::neverSaved;
    const Result<OpenedProject> opened = openProject(saved.file);
    if (opened) return opened->digest == saved.digest ? FileState::unchanged : FileState::changed;
    return opened.error().code == "STORE-NOT-FOUND" ? FileState::missing : FileState::changed;
}

// ---- folders -----------------------------------------------------------------------------------------------------

fs::path journalFolder(const fs::path& stateFolder)
{
    return stateFolder / "journals";
}

/// For this user only: the logs hold whole designs.
Result<fs::path> madeJournalFolder(const fs::path& stateFolder)
{
    const fs::path folder = journalFolder(stateFolder);
    std::error_code error;
    fs::create_directories(stateFolder, error);
    if (::mkdir(folder.c_str(), 0700) != 0 && !fs::is_directory(folder, error))
        return fail("STORE-NO-FOLDER", {{"folder", folder.string()}});
    return folder;
}

fs::path newName(const fs::path& folder)
{
    static std::atomic<unsigned> counter{0};
    return folder / fmt::format("{}-{}-{}{}", toMilliseconds(Clock::now()), ::getpid(), counter++, ending);
}

/// Logs that were never given their name: the program was killed while it began them.
void sweep(const std::vector<fs::path>& unnamed)
{
    constexpr auto age = std::chrono::hours{24};
    for (const fs::path& file : unnamed) {
        std::error_code unknown;
        const auto written = fs::last_write_time(file, unknown);
        if (!unknown && fs::file_time_type::clock::now() - written > age) fs::remove(file, unknown);
    }
}

std::optional<Recoverable> recoverableIn(const fs::path& file)
{
    Result<JournalLog> log = JournalLog::open(file);
    if (!log) return std::nullopt;
    const Result<Story> story = read(*log, nullptr);
    if (!story) return std::nullopt;
    if (story->unsaved() == 0) {
        if (!story->cutShort) static_cast<void>(log->remove()); // else kept: the bytes may mean something to somebody
        return std::nullopt;
    }
    return Recoverable{
        file, story->saved, story->projectName, story->when, story->unsaved(), story->lastEdit, stateOf(story->saved), story->cutShort};
}

} // namespace

Result<fs::path> stateFolder()
{
    const auto absolute = [](const char* text) { return text && *text == '/' ? fs::path{text} : fs::path{}; };
    if (const fs::path given = absolute(std::getenv("XDG_STATE_HOME")); !given.empty()) return given / "rackwright";
    fs::path home = absolute(std::getenv("HOME"));
    if (home.empty()) {
        const passwd* entry = ::getpwuid(::geteuid());
        home = absolute(entry ? entry->pw_dir : nullptr);
    }
    if (home.empty()) return fail("STORE-NO-FOLDER", {{"folder", "~/.local/state/rackwright"}});
    return home / ".local" / "state" / "rackwright";
}

struct SessionJournal::State {
    JournalLog log;
    Project last; ///< what the log holds
    std::uint64_t edits = 0;
};

SessionJournal::SessionJournal(std::unique_ptr<State> state) : state_{std::move(state)} { }
SessionJournal::SessionJournal(SessionJournal&&) noexcept = default;
SessionJournal& SessionJournal::operator=(SessionJournal&&) noexcept = default;
SessionJournal::~SessionJournal() = default;

Result<SessionJournal> SessionJournal::start(const fs::path& stateFolder, const Project& project, const SavedAs& saved)
{
    const Result<fs::path> folder = madeJournalFolder(stateFolder);
    if (!folder) return Unexpected{folder.error()};
    const fs::path file = newName(*folder);
    Result<std::string> changes = rowChanges(Project{}, project);
    if (!changes) return fail("STORE-JOURNAL-FAILED", {{"file", file.string()}, {"step", "encode"}, {"reason", reasonOf(changes.error())}});
    Result<JournalLog> log = JournalLog::create(file, encoded(BeginEntry{Clock::now(), saved, project.name, std::move(*changes)}));
    if (!log) return Unexpected{log.error()};
    return SessionJournal{std::make_unique<State>(State{std::move(*log), project, 0})};
}

Result<ResumedSession> SessionJournal::resume(const Recoverable& session)
{
    Result<JournalLog> log = JournalLog::open(session.journal);
    if (!log) return Unexpected{log.error()};
    RowState rows;
    const Result<Story> story = read(*log, &rows);
    if (!story) return Unexpected{story.error()};
    Result<Project> project = projectFrom(rows, session.journal);
    if (!project) return Unexpected{project.error()};
    auto state = std::make_unique<State>(State{std::move(*log), *project, story->edits});
    return ResumedSession{SessionJournal{std::move(state)}, std::move(*project)};
}

Result<void> SessionJournal::append(const Project& after, std::string_view name)
{
    Result<std::string> changes = rowChanges(state_->last, after);
    if (!changes)
        return fail("STORE-JOURNAL-FAILED", {{"file", file().string()}, {"step", "encode"}, {"reason", reasonOf(changes.error())}});
    const EditEntry entry{Clock::now(), std::string{name}, std::move(*changes)};
    if (Result<void> written = state_->log.append(encoded(entry)); !written) return written;
    state_->last = after;
    ++state_->edits;
    return {};
}

std::uint64_t SessionJournal::edits() const
{
    return state_->edits;
}

Result<void> SessionJournal::markSaved(const SavedAs& saved, std::uint64_t atEdit)
{
    return state_->log.append(encoded(SavedEntry{saved, atEdit}));
}

void SessionJournal::close()
{
    static_cast<void>(state_->log.remove()); // a log that stays is offered at the next start: nothing is lost
}

const fs::path& SessionJournal::file() const
{
    return state_->log.file();
}

std::vector<Recoverable> listRecoverable(const fs::path& stateFolder)
{
    std::vector<fs::path> files, unnamed;
    std::error_code ignored;
    for (auto entry = fs::directory_iterator{journalFolder(stateFolder), ignored}; !ignored && entry != fs::directory_iterator{};
         entry.increment(ignored)) {
        const std::string name = entry->path().filename().string();
        if (name.ends_with(ending)) files.push_back(entry->path());
        if (name.ends_with(".journal.new")) unnamed.push_back(entry->path());
    }
    sweep(unnamed);
    std::vector<Recoverable> sessions;
    for (const fs::path& file : files)
        if (std::optional<Recoverable> session = recoverableIn(file)) sessions.push_back(std::move(*session));
    std::ranges::sort(
        sessions, [](const Recoverable& a, const Recoverable& b) { return std::tie(b.when, b.journal) < std::tie(a.when, a.journal); });
    return sessions;
}

Result<Project> recover(const Recoverable& session)
{
    Result<JournalLog> log = JournalLog::open(session.journal);
    if (!log) return Unexpected{log.error()};
    RowState rows;
    if (const Result<Story> story = read(*log, &rows); !story) return Unexpected{story.error()};
    return projectFrom(rows, session.journal);
}

Result<void> discard(const Recoverable& session)
{
    Result<JournalLog> log = JournalLog::open(session.journal);
    if (!log) return Unexpected{log.error()};
    return log->remove();
}

} // namespace rackwright

#include "app/desktop/file_session.h"

#include "app/desktop/background.h"
#include "core/design/templates.h"
#include "ui/text/sentence.h"

#include <QDate>
#include <QFileInfo>
#include <QUuid>

namespace rackwright {

namespace {

std::filesystem::path pathOf(const QString& file)
{
    return std::filesystem::path{file.toStdString()};
}

QString fileName(const QString& path)
{
    return QFileInfo{path}.fileName();
}

QString sentence(const Error& error)
{
    return QString::fromStdString(sentenceOf(error));
}

/// Takes the lock of a file; a file system without locks does not keep anybody from working.
Result<std::shared_ptr<ProjectLock>> lockOf(const std::filesystem::path& file)
{
    Result<ProjectLock> lock = ProjectLock::acquire(file);
    if (lock) return std::make_shared<ProjectLock>(std::move(*lock));
    if (lock.error().code == "STORE-LOCKED") return tl::make_unexpected(lock.error());
    return std::shared_ptr<ProjectLock>{};
}

/// A design may take the place of an older design (kept as NAME~), never of another file.
Result<std::string> saveOver(const Project& project, const std::filesystem::path& file)
{
    std::error_code ignored;
    if (std::filesystem::exists(file, ignored) && !openProject(file))
        return fail("DESKTOP-NOT-A-DESIGN", {{"file", file.string()}, {"wanted", "a new name, or a design to take the place of"}});
    return saveProject(project, file);
}

} // namespace

struct FileSession::Loaded {
    Result<OpenedProject> project;
    Lock lock;
    std::optional<Error> lockedBy;
};

struct FileSession::Written {
    Result<std::string> digest;
    Lock lock;
};

FileSession::FileSession(Document& document, QObject* parent) : QObject{parent}, document_{document}
{
    constexpr int settleMs = 300;
    pool_.setMaxThreadCount(1);
    settle_.setSingleShot(true);
    settle_.setInterval(settleMs);
    connect(&document_, &Document::edited, this, [this](const QString& name) { journal_.append(document_.snapshot(), name); });
    connect(&journal_, &JournalKeeper::failed, this, [this](const Error& error) {
        Q_EMIT noticed({Notice::Kind::failure, tr("Edits are kept in memory only until you save. %1").arg(sentence(error)), {}});
    });
    connect(&watcher_, &QFileSystemWatcher::fileChanged, &settle_, qOverload<>(&QTimer::start));
    connect(&watcher_, &QFileSystemWatcher::directoryChanged, &settle_, qOverload<>(&QTimer::start));
    connect(&settle_, &QTimer::timeout, this, &FileSession::lookAtFile);
}

FileSession::~FileSession()
{
    pool_.waitForDone();
}

QString FileSession::title() const
{
    return file_.isEmpty() ? name_ : fileName(file_);
}

void FileSession::begin(const QString& text, bool opening)
{
    busy_ = text;
    opening_ = opening;
    Q_EMIT changed();
}

void FileSession::finish()
{
    busy_.clear();
    opening_ = false;
    Q_EMIT changed();
}

void FileSession::end()
{
    journal_.close();
}

void FileSession::show(Project project, bool saved)
{
    Q_EMIT settled();
    isOpen_ = true;
    document_.reset(std::move(project), saved);
    journal_.begin(document_.snapshot(), {pathOf(file_), digest_});
    watch();
    Q_EMIT opened();
}

// ---- making and opening ----------------------------------------------------------------------------------------------

void FileSession::create(const QString& templateName)
{
    if (isBusy()) return;
    begin(tr("Making the design …"), true);
    const std::string id = QUuid::createUuid().toString(QUuid::WithoutBraces).toStdString();
    const std::string asOf = QDate::currentDate().toString(Qt::ISODate).toStdString();
    const QString name = templateName.isEmpty() ? tr("Untitled") : templateName;
    const auto make = [engine = document_.enginePtr(), id, asOf, name, templateName] {
        const auto from = templateName.isEmpty() ? std::nullopt : std::optional{templateName.toStdString()};
        return newProject(id, name.toStdString(), asOf, from, engine->catalog);
    };
    inBackground(pool_, this, make, [this, name](Result<Project> made) {
        if (made) {
            file_.clear();
            digest_.clear();
            lock_.reset();
            name_ = name;
            // A design that nobody has touched asks for no saving.
            show(std::move(*made), true);
        } else {
            Q_EMIT noticed({Notice::Kind::failure, sentence(made.error()), {}});
        }
        finish();
    });
}

void FileSession::open(const QString& path)
{
    if (isBusy()) return;
    const QString absolute = QFileInfo{path}.absoluteFilePath();
    begin(tr("Opening %1 …").arg(fileName(absolute)), true);
    const auto load = [absolute, held = absolute == file_ ? lock_ : Lock{}] {
        Loaded loaded{openProject(pathOf(absolute)), held, {}};
        if (!loaded.project || held) return loaded;
        Result<Lock> lock = lockOf(pathOf(absolute));
        if (lock)
            loaded.lock = *lock;
        else
            loaded.lockedBy = lock.error();
        return loaded;
    };
    inBackground(pool_, this, load, [this, absolute](Loaded loaded) { opening(absolute, std::move(loaded)); });
}

void FileSession::opening(const QString& path, Loaded loaded)
{
    if (loaded.project) {
        file_ = path;
        digest_ = loaded.project->digest;
        lock_ = std::move(loaded.lock);
        show(std::move(loaded.project->project), true);
        if (loaded.lockedBy) sayLocked(*loaded.lockedBy);
    } else {
        sayWhyNotOpened(path, loaded.project.error());
    }
    finish();
}

void FileSession::sayLocked(const Error& error)
{
    document_.setReadOnly(true);
    Notice notice{Notice::Kind::news, sentence(error), {}};
    notice.actions.push_back({tr("Save a copy…"), [this] { Q_EMIT nameWanted({}); }});
    notice.actions.push_back({tr("Try again"), [this] { reload(); }});
    Q_EMIT noticed(notice);
}

void FileSession::sayWhyNotOpened(const QString& path, const Error& error)
{
    Notice notice{Notice::Kind::failure, sentence(error), {}};
    const QString before = path + QLatin1Char{'~'};
    if (error.code != "STORE-NEWER" && QFileInfo::exists(before))
        notice.actions.push_back({tr("Open the version before"), [this, before] { open(before); }});
    Q_EMIT noticed(notice);
}

// ---- saving ----------------------------------------------------------------------------------------------------------

void FileSession::save(Then then)
{
    if (isBusy()) return;
    if (file_.isEmpty() || document_.isReadOnly()) {
        Q_EMIT nameWanted(then);
        return;
    }
    write(file_, digest_, std::move(then));
}

void FileSession::saveAs(const QString& path, Then then)
{
    if (isBusy()) return;
    const QString absolute = QFileInfo{path}.absoluteFilePath();
    write(absolute, absolute == file_ ? std::optional{digest_} : std::nullopt, std::move(then));
}

void FileSession::write(const QString& path, std::optional<std::string> expectedDigest, Then then)
{
    begin(tr("Saving %1 …").arg(fileName(path)), false);
    const ProjectPtr what = document_.snapshot();
    const JournalKeeper::Mark mark = journal_.mark();
    const auto store = [what, path, expectedDigest, held = path == file_ ? lock_ : Lock{}] {
        Written written{fail("STORE-LOCKED"), held};
        if (!held) {
            Result<Lock> lock = lockOf(pathOf(path));
            if (!lock) return Written{tl::make_unexpected(lock.error()), nullptr};
            written.lock = *lock;
        }
        written.digest = expectedDigest ? saveProject(*what, pathOf(path), *expectedDigest) : saveOver(*what, pathOf(path));
        return written;
    };
    inBackground(pool_, this, store,
        [this, path, what, mark, then = std::move(then)](Written written) { writing(path, what, mark, std::move(written), then); });
}

void FileSession::writing(const QString& path, const ProjectPtr& what, const JournalKeeper::Mark& mark, Written written, const Then& then)
{
    if (written.digest) {
        Q_EMIT settled();
        file_ = path;
        digest_ = *written.digest;
        lock_ = std::move(written.lock);
        document_.setReadOnly(false);
        document_.markSaved(what);
        journal_.markSaved({pathOf(file_), digest_}, mark);
        watch();
        Q_EMIT saved();
    } else {
        sayWhyNotSaved(written.digest.error());
    }
    finish();
    if (written.digest && then) then();
}

void FileSession::sayWhyNotSaved(const Error& error)
{
    Notice notice{Notice::Kind::failure, sentence(error), {}};
    notice.actions.push_back({tr("Save under another name…"), [this] { Q_EMIT nameWanted({}); }});
    if (error.code == "STORE-CHANGED-OUTSIDE") notice.actions.push_back({tr("Reload the file, drop my edits"), [this] { reload(); }});
    Q_EMIT noticed(notice);
}

void FileSession::whenSafe(const QString& doing, Then then)
{
    if (isBusy()) return;
    if (!isOpen_ || !document_.isModified() || document_.isReadOnly()) {
        then();
        return;
    }
    Notice notice{Notice::Kind::question, tr("%1 has edits that no file holds.").arg(title()), {}};
    notice.actions.push_back({tr("Save and %1").arg(doing), [this, then] { save(then); }});
    notice.actions.push_back({tr("Drop the edits and %1").arg(doing), then});
    Q_EMIT noticed(notice);
}

// ---- the file as others change it ------------------------------------------------------------------------------------

void FileSession::watch()
{
    if (const QStringList watched = watcher_.files() + watcher_.directories(); !watched.isEmpty()) watcher_.removePaths(watched);
    settle_.stop();
    // Saving replaces the file, so the folder is watched too: a file that is gone is watched no longer.
    if (!file_.isEmpty()) watcher_.addPaths({file_, QFileInfo{file_}.path()});
}

void FileSession::lookAtFile()
{
    if (file_.isEmpty() || isBusy()) return;
    const auto read = [path = file_] { return openProject(pathOf(path)); };
    inBackground(pool_, this, read, [this, path = file_, known = digest_](Result<OpenedProject> found) {
        if (path != file_ || known != digest_ || isBusy()) return;
        if (!watcher_.files().contains(file_)) watcher_.addPath(file_);
        if (!found || found->digest == digest_) return;
        Notice notice{Notice::Kind::news, tr("%1 was changed by another program.").arg(title()), {}};
        notice.actions.push_back(
            {document_.isModified() ? tr("Reload the file, drop my edits") : tr("Reload the file"), [this] { reload(); }});
        notice.actions.push_back({tr("Keep mine as a copy…"), [this] { Q_EMIT nameWanted({}); }});
        Q_EMIT noticed(notice);
    });
}

// ---- after a crash ---------------------------------------------------------------------------------------------------

void FileSession::lookForCrashes()
{
    const auto list = [] {
        const Result<std::filesystem::path> folder = stateFolder();
        return folder ? listRecoverable(*folder) : std::vector<Recoverable>{};
    };
    inBackground(pool_, this, list, [this](std::vector<Recoverable> found) {
        recoverables_ = std::move(found);
        Q_EMIT recoverablesChanged();
    });
}

void FileSession::restore(const Recoverable& session)
{
    if (isBusy()) return;
    begin(tr("Restoring …"), true);
    struct Resumed {
        Result<ResumedSession> session;
        Result<Lock> lock;
    };
    const auto resume = [session] {
        auto resumed = std::make_shared<Resumed>(Resumed{SessionJournal::resume(session), Lock{}});
        if (resumed->session && !session.saved.file.empty()) resumed->lock = lockOf(session.saved.file);
        return resumed;
    };
    inBackground(pool_, this, resume, [this, session](const std::shared_ptr<Resumed>& resumed) {
        if (resumed->session) {
            // Where another program has the file, the design becomes one that has no file yet.
            const bool ownsFile = resumed->lock.has_value();
            file_ = ownsFile ? QString::fromStdString(session.saved.file.string()) : QString{};
            digest_ = ownsFile ? session.saved.digest : std::string{};
            name_ = QString::fromStdString(session.projectName);
            lock_ = resumed->lock.value_or(nullptr);
            show(std::move(resumed->session->project), false);
            journal_.adopt(std::move(resumed->session->journal));
            lookForCrashes();
        } else {
            Q_EMIT noticed({Notice::Kind::failure, sentence(resumed->session.error()), {}});
        }
        finish();
    });
}

void FileSession::look(const Recoverable& session)
{
    if (isBusy()) return;
    begin(tr("Reading …"), true);
    inBackground(
        pool_, this, [session] { return recover(session); },
        [this, session](Result<Project> found) {
            if (found) {
                file_.clear();
                digest_.clear();
                lock_.reset();
                name_ = QString::fromStdString(session.projectName);
                show(std::move(*found), false);
                document_.setReadOnly(true);
                Notice notice{Notice::Kind::news, tr("This is %1 as the session that ended without saving left it.").arg(name_), {}};
                notice.actions.push_back({tr("Restore"), [this, session] { restore(session); }});
                notice.actions.push_back({tr("Discard"), [this, session] { discard(session); }});
                Q_EMIT noticed(notice);
            } else {
                Q_EMIT noticed({Notice::Kind::failure, sentence(found.error()), {}});
            }
            finish();
        });
}

void FileSession::discard(const Recoverable& session)
{
    inBackground(
        pool_, this, [session] { return rackwright::discard(session); },
        [this](const Result<void>& done) {
            if (!done) Q_EMIT noticed({Notice::Kind::failure, sentence(done.error()), {}});
            lookForCrashes();
        });
}

} // namespace rackwright

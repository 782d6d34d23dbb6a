// The file of the document: opening, saving and making new ones off the UI thread; the lock, the journal, and the questions that
// come with them.
#pragma once

#include "app/desktop/journal_keeper.h"
#include "app/desktop/notice.h"
#include "core/store/lock.h"
#include "core/store/project_file.h"
#include "ui/document/document.h"

#include <QFileSystemWatcher>
#include <QObject>
#include <QString>
#include <QThreadPool>
#include <QTimer>

#include <functional>
#include <memory>
#include <optional>
#include <vector>

namespace rackwright {

class FileSession : public QObject {
    Q_OBJECT
public:
    explicit FileSession(Document& document, QObject* parent = nullptr);
    /// Waits for what is being written. Unsaved edits stay recoverable unless `end` came before.
    ~FileSession() override;

    /// Absolute path; empty for a design that was never saved.
    [[nodiscard]] const QString& file() const { return file_; }
    /// "superpod.rackwright", or the name of a design that has no file yet; empty before anything was opened.
    [[nodiscard]] QString title() const;
    /// "Opening superpod.rackwright …"; empty when nothing is being read or written.
    [[nodiscard]] const QString& busyText() const { return busy_; }
    [[nodiscard]] bool isBusy() const { return !busy_.isEmpty(); }
    /// Another design is on its way in: what is edited now would be lost.
    [[nodiscard]] bool isOpening() const { return opening_; }
    /// A design was opened, made or recovered.
    [[nodiscard]] bool isOpen() const { return isOpen_; }

    using Then = std::function<void()>;
    /// Each of these drops the document's edits: callers go through `whenSafe`. Does nothing while busy.
    void create(const QString& templateName);
    /// Read only when another program has it.
    void open(const QString& path);
    void reload() { open(file_); }

    /// `then` runs after success only.
    void save(Then then = {});
    /// A file in the place may only be another design (the dialog has asked), which stays as NAME~.
    void saveAs(const QString& path, Then then = {});

    /// Runs `then` at once when no edit would be lost; else asks (save, drop the edits, stay) and runs it after the answer.
    void whenSafe(const QString& doing, Then then);
    /// The person is done with the design: nothing of it is to be recovered.
    void end();

    // ---- after a crash -------------------------------------------------------------------------------------------

    /// What sessions that crashed have left; `recoverablesChanged` tells when it is known.
    void lookForCrashes();
    [[nodiscard]] const std::vector<Recoverable>& recoverables() const { return recoverables_; }
    /// Opens it as unsaved; the file is as it was until the person saves.
    void restore(const Recoverable& session);
    /// Shows it, read only; the log stays.
    void look(const Recoverable& session);
    void discard(const Recoverable& session);

Q_SIGNALS:
    /// File, title or busy state.
    void changed();
    void opened();
    void saved();
    void noticed(const rackwright::Notice& notice);
    /// Nothing that was said before holds any more.
    void settled();
    /// Save was asked for and there is no file name: ask for one and call `saveAs`.
    void nameWanted(const std::function<void()>& then);
    void recoverablesChanged();

private:
    using Lock = std::shared_ptr<ProjectLock>;
    struct Loaded;
    struct Written;

    void begin(const QString& text, bool opening);
    void finish();
    void show(Project project, bool saved);
    void opening(const QString& path, Loaded loaded);
    void sayWhyNotOpened(const QString& path, const Error& error);
    void sayLocked(const Error& error);
    void write(const QString& path, std::optional<std::string> expectedDigest, Then then);
    void writing(const QString& path, const ProjectPtr& what, const JournalKeeper::Mark& mark, Written written, const Then& then);
    void sayWhyNotSaved(const Error& error);
    void watch();
    void lookAtFile();

    Document& document_;
    QThreadPool pool_; ///< one thread: files are read and written in order
    JournalKeeper journal_;
    QFileSystemWatcher watcher_;
    QTimer settle_; ///< a file that changes is looked at when it has come to rest
    QString file_, name_, busy_;
    std::string digest_; ///< of what the file held when it was read or written
    Lock lock_;
    std::vector<Recoverable> recoverables_;
    bool isOpen_ = false, opening_ = false;
};

} // namespace rackwright

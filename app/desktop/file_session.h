// The file of the document: opening, saving and making new ones off the UI thread, and the questions that come with it.
#pragma once

#include "app/desktop/notice.h"
#include "core/store/project_file.h"
#include "ui/document/document.h"

#include <QObject>
#include <QString>
#include <QThreadPool>

#include <functional>
#include <optional>

namespace rackwright {

class FileSession : public QObject {
    Q_OBJECT
public:
    explicit FileSession(Document& document, QObject* parent = nullptr);
    /// Waits for what is being written.
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
    void open(const QString& path);
    void reload() { open(file_); }

    /// `then` runs after success only.
    void save(Then then = {});
    void saveAs(const QString& path, Then then = {});

    /// Runs `then` at once when no edit would be lost; else asks (save, drop the edits, stay) and runs it after the answer.
    void whenSafe(const QString& doing, Then then);

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

private:
    void begin(const QString& text, bool opening);
    void end();
    void opening(const QString& path, Result<OpenedProject> result);
    void saving(const QString& path, const ProjectPtr& what, Result<std::string> result, const Then& then);
    void write(const QString& path, std::optional<std::string> expectedDigest, Then then);
    void sayWhyNotOpened(const QString& path, const Error& error);
    void sayWhyNotSaved(const Error& error);

    Document& document_;
    QThreadPool pool_; ///< one thread: files are read and written in order
    QString file_, name_, busy_;
    std::string digest_; ///< of what the file held when it was read or written
    bool isOpen_ = false, opening_ = false;
};

} // namespace rackwright

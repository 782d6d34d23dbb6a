#include "app/desktop/file_session.h"

#include "app/desktop/background.h"
#include "core/design/templates.h"
#include "ui/text/sentence.h"

#include <QDate>
#include <QDir>
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

/// A design may take the place of an older design (kept as NAME~), never of another file.
Result<std::string> saveOver(const Project& project, const std::filesystem::path& file)
{
    std::error_code ignored;
    if (std::filesystem::exists(file, ignored) && !openProject(file))
        return fail("DESKTOP-NOT-A-DESIGN", {{"file", file.string()}, {"wanted", "a new name, or a design to take the place of"}});
    return saveProject(project, file);
}

} // namespace

FileSession::FileSession(Document& document, QObject* parent) : QObject{parent}, document_{document}
{
    pool_.setMaxThreadCount(1);
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

void FileSession::end()
{
    busy_.clear();
    opening_ = false;
}

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
        end();
        if (made) {
            Q_EMIT settled();
            file_.clear();
            digest_.clear();
            name_ = name;
            isOpen_ = true;
            // An empty design that nobody has touched asks for no saving.
            document_.reset(std::move(*made), true);
            Q_EMIT opened();
        } else {
            Q_EMIT noticed({Notice::Kind::failure, QString::fromStdString(sentenceOf(made.error())), {}});
        }
        Q_EMIT changed();
    });
}

void FileSession::open(const QString& path)
{
    if (isBusy()) return;
    const QString absolute = QFileInfo{path}.absoluteFilePath();
    begin(tr("Opening %1 …").arg(fileName(absolute)), true);
    inBackground(
        pool_, this, [absolute] { return openProject(pathOf(absolute)); },
        [this, absolute](Result<OpenedProject> result) { opening(absolute, std::move(result)); });
}

void FileSession::opening(const QString& path, Result<OpenedProject> result)
{
    end();
    if (result) {
        Q_EMIT settled();
        file_ = path;
        digest_ = result->digest;
        isOpen_ = true;
        document_.reset(std::move(result->project), true);
        Q_EMIT opened();
    } else {
        sayWhyNotOpened(path, result.error());
    }
    Q_EMIT changed();
}

void FileSession::sayWhyNotOpened(const QString& path, const Error& error)
{
    Notice notice{Notice::Kind::failure, QString::fromStdString(sentenceOf(error)), {}};
    const QString before = path + QLatin1Char{'~'};
    if (error.code != "STORE-NEWER" && QFileInfo::exists(before))
        notice.actions.push_back({tr("Open the version before"), [this, before] { open(before); }});
    Q_EMIT noticed(notice);
}

void FileSession::save(Then then)
{
    if (isBusy()) return;
    if (file_.isEmpty()) {
        Q_EMIT nameWanted(then);
        return;
    }
    write(file_, digest_, std::move(then));
}

void FileSession::saveAs(const QString& path, Then then)
{
    if (isBusy()) return;
    const QString absolute = QFileInfo{path}.absoluteFilePath();
    const bool same = absolute == file_;
    write(absolute, same ? std::optional{digest_} : std::nullopt, std::move(then));
}

void FileSession::write(const QString& path, std::optional<std::string> /*expectedDigest*/, Then then)
{
    begin(tr("Saving %1 …").arg(fileName(path)), false);
    const ProjectPtr what = document_.snapshot();
    inBackground(
        pool_, this, [what, path] { return saveOver(*what, pathOf(path)); },
        [this, path, what, then = std::move(then)](Result<std::string> result) { saving(path, what, std::move(result), then); });
}

void FileSession::saving(const QString& path, const ProjectPtr& what, Result<std::string> result, const Then& then)
{
    end();
    if (result) {
        Q_EMIT settled();
        file_ = path;
        digest_ = *result;
        document_.markSaved(what);
        Q_EMIT saved();
    } else {
        sayWhyNotSaved(result.error());
    }
    Q_EMIT changed();
    if (result && then) then();
}

void FileSession::sayWhyNotSaved(const Error& error)
{
    Notice notice{Notice::Kind::failure, QString::fromStdString(sentenceOf(error)), {}};
    notice.actions.push_back({tr("Save as…"), [this] { Q_EMIT nameWanted({}); }});
    if (error.code == "STORE-CHANGED-OUTSIDE") notice.actions.push_back({tr("Reload the file, drop my edits"), [this] { reload(); }});
    Q_EMIT noticed(notice);
}

void FileSession::whenSafe(const QString& doing, Then then)
{
    if (isBusy()) return;
    if (!isOpen_ || !document_.isModified()) {
        then();
        return;
    }
    Notice notice{Notice::Kind::question, tr("%1 has edits that no file holds.").arg(title()), {}};
    notice.actions.push_back({tr("Save and %1").arg(doing), [this, then] { save(then); }});
    notice.actions.push_back({tr("Drop the edits and %1").arg(doing), then});
    Q_EMIT noticed(notice);
}

} // namespace rackwright

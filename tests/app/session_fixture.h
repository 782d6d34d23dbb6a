// A document with its file session in a folder of its own, and what the session has said.
#pragma once

#include "app/desktop/file_session.h"
#include "tests/ui/ui_test.h"

#include <QFile>
#include <QTemporaryDir>

#include <optional>

namespace rackwright::test {

struct SessionFixture {
    QTemporaryDir folder;
    Document document{engine(), projectOf("")};
    FileSession session{document};
    std::optional<Notice> said;
    int namesWanted = 0;

    SessionFixture()
    {
        QObject::connect(&session, &FileSession::noticed, &session, [this](const Notice& notice) { said = notice; });
        QObject::connect(&session, &FileSession::settled, &session, [this] { said.reset(); });
        QObject::connect(&session, &FileSession::nameWanted, &session, [this] { ++namesWanted; });
    }

    [[nodiscard]] QString path(const char* name) const { return folder.filePath(QLatin1String{name}); }
    /// Until nothing is read or written.
    [[nodiscard]] bool idle()
    {
        return QTest::qWaitFor([this] { return !session.isBusy(); }, 20'000);
    }
    [[nodiscard]] bool create(const QString& templateName)
    {
        session.create(templateName);
        return idle() && session.isOpen();
    }
    [[nodiscard]] bool open(const QString& file)
    {
        session.open(file);
        return idle();
    }
    [[nodiscard]] bool saveAs(const QString& file)
    {
        session.saveAs(file);
        return idle() && !document.isModified();
    }
    /// One edit more: another name for the project.
    void rename(const char* name)
    {
        const Result<void> done = document.apply(QStringLiteral("Rename"), [name](const Project& project, const Catalog&) {
            Project next = project;
            next.name = name;
            return Result<Project>{next};
        });
        QVERIFY(done);
    }
    /// Presses the action of the notice whose text begins so.
    [[nodiscard]] bool press(const char* text)
    {
        if (!said) return false;
        const std::vector<NoticeAction> actions = said->actions;
        for (const NoticeAction& action : actions)
            if (action.text.startsWith(QLatin1String{text})) {
                action.act();
                return true;
            }
        return false;
    }
};

[[nodiscard]] inline QByteArray bytesOf(const QString& file)
{
    QFile in{file};
    return in.open(QIODevice::ReadOnly) ? in.readAll() : QByteArray{};
}

inline bool writeBytes(const QString& file, const QByteArray& bytes)
{
    QFile out{file};
    return out.open(QIODevice::WriteOnly) && out.write(bytes) == bytes.size();
}

} // namespace rackwright::test

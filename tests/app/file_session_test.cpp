// Opening and saving as a person lives through it: nothing lost, nothing overwritten unasked, everything said in one line.
#include "tests/app/session_fixture.h"

#include <QFileInfo>

#include <unistd.h>

namespace rackwright {

using test::SessionFixture;

class FileSessionTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void savedAndOpenedIsTheSameProject()
    {
        SessionFixture a;
        QVERIFY(a.create(QStringLiteral("superpod-h100-1su")));
        a.rename("Hall 3");
        QVERIFY(a.document.isModified());
        QVERIFY(a.saveAs(a.path("hall.rackwright")));
        const ProjectPtr written = a.document.snapshot();

        Document document{test::engine(), test::projectOf("")};
        {
            FileSession other{document};
            QSignalSpy opened{&other, &FileSession::opened};
            // The first session still has it.
            other.open(a.path("hall.rackwright"));
            QVERIFY(QTest::qWaitFor([&] { return !other.isBusy(); }, 20'000));
            QCOMPARE(opened.count(), 1);
            QVERIFY(document.project() == *written);
            QVERIFY(!document.isModified());
        }
    }

    void theSecondReadsOnlyAndSaysWhoHasIt()
    {
        SessionFixture first, second;
        QVERIFY(first.create({}));
        QVERIFY(first.saveAs(first.path("one.rackwright")));
        QVERIFY(second.open(first.path("one.rackwright")));
        QVERIFY(second.document.isReadOnly());
        QVERIFY(second.said);
        QVERIFY2(second.said->text.contains(QString::number(getpid())), qPrintable(second.said->text));
        // Saving asks for another name; the copy is then writable.
        second.session.save();
        QCOMPARE(second.namesWanted, 1);
        QVERIFY(second.saveAs(second.path("copy.rackwright")));
        QVERIFY(!second.document.isReadOnly());
        QCOMPARE(second.session.title(), QStringLiteral("copy.rackwright"));
    }

    void theLockGoesWithTheSession()
    {
        SessionFixture second;
        QTemporaryDir shared;
        const QString file = shared.filePath(QStringLiteral("one.rackwright"));
        {
            SessionFixture first;
            QVERIFY(first.create({}));
            QVERIFY(first.saveAs(file));
        }
        QVERIFY(second.open(file));
        QVERIFY(!second.document.isReadOnly());
    }

    void unsavedEditsAreAskedFor()
    {
        SessionFixture a;
        QVERIFY(a.create({}));
        int done = 0;
        a.session.whenSafe(QStringLiteral("quit"), [&done] { ++done; });
        QCOMPARE(done, 1); // nothing to lose
        QVERIFY(a.saveAs(a.path("a.rackwright")));
        a.rename("edited");
        a.session.whenSafe(QStringLiteral("quit"), [&done] { ++done; });
        QCOMPARE(done, 1);
        QVERIFY(a.said && a.said->kind == Notice::Kind::question);
        QVERIFY(a.press("Save and quit"));
        QVERIFY(a.idle());
        QCOMPARE(done, 2);
        QVERIFY(openProject(a.path("a.rackwright").toStdString())->project.name == "edited");

        a.rename("dropped");
        a.session.whenSafe(QStringLiteral("quit"), [&done] { ++done; });
        QVERIFY(a.press("Drop the edits"));
        QCOMPARE(done, 3);
        QVERIFY(openProject(a.path("a.rackwright").toStdString())->project.name == "edited");
    }

    void anUntouchedTemplateAsksNothingAndAFailedSaveDoesNotGoOn()
    {
        SessionFixture a;
        QVERIFY(a.create(QStringLiteral("edge-jetson")));
        QVERIFY(!a.document.isModified());
        a.rename("x");
        int done = 0;
        a.session.saveAs(a.path("no/such/folder.rackwright"), [&done] { ++done; });
        QVERIFY(a.idle());
        QCOMPARE(done, 0);
        QVERIFY(a.said && a.said->kind == Notice::Kind::failure);
        QVERIFY(a.document.isModified());
        QVERIFY(a.document.project().name == "x");
    }

    void aDamagedFileIsSaidAndTheVersionBeforeOffered()
    {
        SessionFixture a;
        QVERIFY(a.create({}));
        QVERIFY(a.saveAs(a.path("a.rackwright")));
        a.rename("second");
        a.session.save();
        QVERIFY(a.idle());
        QByteArray bytes = test::bytesOf(a.path("a.rackwright"));
        bytes[bytes.size() / 2] = static_cast<char>(bytes[bytes.size() / 2] ^ 0x55);
        bytes[bytes.size() / 3] = static_cast<char>(bytes[bytes.size() / 3] ^ 0x55);
        QVERIFY(test::writeBytes(a.path("b.rackwright"), bytes));
        QVERIFY(test::writeBytes(a.path("b.rackwright~"), test::bytesOf(a.path("a.rackwright~"))));

        const Project before = a.document.project();
        QVERIFY(a.open(a.path("b.rackwright")));
        QVERIFY(a.said && a.said->kind == Notice::Kind::failure);
        QVERIFY2(a.said->text.contains(QLatin1String{"b.rackwright"}), qPrintable(a.said->text));
        QVERIFY(a.document.project() == before); // what was open stays
        QCOMPARE(test::bytesOf(a.path("b.rackwright")), bytes);
        QVERIFY(a.press("Open the version before"));
        QVERIFY(a.idle());
        QVERIFY(a.document.project().name != "second");
    }

    void foreignFilesAreRefusedAndKept()
    {
        SessionFixture a;
        QVERIFY(test::writeBytes(a.path("letter.rackwright"), "Dear Sir"));
        QVERIFY(a.open(a.path("letter.rackwright")));
        QVERIFY(a.said && a.said->kind == Notice::Kind::failure);
        QVERIFY(!a.session.isOpen());
        QVERIFY(a.create({}));
        a.session.saveAs(a.path("letter.rackwright"));
        QVERIFY(a.idle());
        QVERIFY(a.said && a.said->kind == Notice::Kind::failure);
        QCOMPARE(test::bytesOf(a.path("letter.rackwright")), QByteArray{"Dear Sir"});
    }

    void aFileChangedOutsideIsNotOverwritten()
    {
        SessionFixture a;
        QVERIFY(a.create({}));
        QVERIFY(a.saveAs(a.path("a.rackwright")));
        Project others = a.document.project();
        others.name = "others";
        QVERIFY(saveProject(others, a.path("a.rackwright").toStdString()));
        a.rename("mine");
        a.session.save();
        QVERIFY(a.idle());
        QVERIFY(a.said && a.said->kind == Notice::Kind::failure);
        QVERIFY(openProject(a.path("a.rackwright").toStdString())->project.name == "others");
        QVERIFY(a.document.isModified());
        QVERIFY(a.press("Reload the file"));
        QVERIFY(a.idle());
        QVERIFY(a.document.project().name == "others");
        QVERIFY(!a.document.isModified());
    }

    void aChangeOutsideIsNoticedBySelf()
    {
        SessionFixture a;
        QVERIFY(a.create({}));
        QVERIFY(a.saveAs(a.path("a.rackwright")));
        Project others = a.document.project();
        others.name = "others";
        QVERIFY(saveProject(others, a.path("a.rackwright").toStdString()));
        QVERIFY(QTest::qWaitFor([&a] { return a.said.has_value(); }, 10'000));
        QVERIFY2(a.said->text.contains(QLatin1String{"changed by another program"}), qPrintable(a.said->text));
    }

    void anEditWhileSavingStaysUnsaved()
    {
        SessionFixture a;
        QVERIFY(a.create(QStringLiteral("superpod-h100-1su")));
        a.session.saveAs(a.path("a.rackwright"));
        a.rename("later");
        QVERIFY(a.idle());
        QVERIFY(a.document.isModified());
        QVERIFY(openProject(a.path("a.rackwright").toStdString())->project.name != "later");
    }

    void aFolderThatMayNotBeWrittenIsSaid()
    {
        if (geteuid() == 0) QSKIP("the superuser may write everywhere");
        SessionFixture a;
        QVERIFY(a.create({}));
        QFile::setPermissions(a.folder.path(), QFile::ReadOwner | QFile::ExeOwner);
        a.session.saveAs(a.path("a.rackwright"));
        QVERIFY(a.idle());
        QFile::setPermissions(a.folder.path(), QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
        QVERIFY(a.said && a.said->kind == Notice::Kind::failure);
    }

    void aFullDiskKeepsTheDesignInMemory()
    {
        if (!QFileInfo::exists(QStringLiteral("/dev/full"))) QSKIP("no full device");
        SessionFixture a;
        QVERIFY(a.create({}));
        a.rename("kept");
        a.session.saveAs(QStringLiteral("/dev/full"));
        QVERIFY(a.idle());
        QVERIFY(a.said && a.said->kind == Notice::Kind::failure);
        QVERIFY(a.document.project().name == "kept");
        QVERIFY(a.document.isModified());
    }
};

RACKWRIGHT_UI_TEST(FileSessionTest)

} // namespace rackwright

#include "file_session_test.moc"

// The document: edits, undo by values, the assessment in the background, selection.
#include "core/design/edit.h"
#include "tests/ui/ui_test.h"
#include "ui/document/subjects.h"

namespace rackwright {

class DocumentTest : public QObject {
    Q_OBJECT

    static Document::Edit removing(const Document& document, const char* label)
    {
        const Id id = findDevice(*document.scenario()->build, label).placement->id;
        return [id](const Project& project, const Catalog& catalog) { return edit::remove(project, {"Own", {id}}, catalog); };
    }

private Q_SLOTS:
    void undoAndRedoGiveTheSameValuesBack()
    {
        Document document{test::engine(), test::projectOf("superpod-h100-1su")};
        const ProjectPtr first = document.snapshot();
        QVERIFY(document.apply("Remove dgx-01", removing(document, "dgx-01")));
        const ProjectPtr second = document.snapshot();
        QVERIFY(!(*first == *second));
        QCOMPARE(document.history().undoNames(), QStringList{"Remove dgx-01"});
        document.undo();
        QCOMPARE(document.snapshot(), first); // the very same value
        QCOMPARE(document.history().redoNames(), QStringList{"Remove dgx-01"});
        document.redo();
        QCOMPARE(document.snapshot(), second);
    }

    void anEditThatChangesNothingLeavesNoStepAndKeepsRedo()
    {
        Document document{test::engine(), test::projectOf("superpod-h100-1su")};
        QVERIFY(document.apply("Remove dgx-01", removing(document, "dgx-01")));
        document.undo();
        QVERIFY(document.apply("Nothing", [](const Project& project, const Catalog&) { return Result<Project>{project}; }));
        QVERIFY(!document.history().canUndo());
        QVERIFY(document.history().canRedo());
    }

    void aRefusedEditSaysWhyAndChangesNothing()
    {
        Document document{test::engine(), test::projectOf("superpod-h100-1su")};
        const ProjectPtr before = document.snapshot();
        const Result<void> result = document.apply("Remove", [](const Project& project, const Catalog& catalog) {
            return edit::remove(project, {"Own", {Id{424242}}}, catalog);
        });
        QVERIFY(!result);
        QCOMPARE(result.error().code, std::string{"EDIT-NOT-FOUND"});
        QCOMPARE(document.snapshot(), before);
    }

    void stepsOfOneGestureAreOneUndo()
    {
        Document document{test::engine(), test::projectOf("superpod-h100-1su")};
        const ProjectPtr first = document.snapshot();
        QVERIFY(document.apply("Remove", removing(document, "dgx-01"), "gesture"));
        QVERIFY(document.apply("Remove", removing(document, "dgx-02"), "gesture"));
        document.endGesture();
        QVERIFY(document.apply("Remove", removing(document, "dgx-03"), "gesture"));
        document.undo();
        document.undo();
        QCOMPARE(document.snapshot(), first);
        QVERIFY(!document.history().canUndo());
    }

    void readOnlyRefusesEveryEdit()
    {
        Document document{test::engine(), test::projectOf("superpod-h100-1su")};
        document.setReadOnly(true);
        const Result<void> result = document.apply("Remove dgx-01", removing(document, "dgx-01"));
        QVERIFY(!result);
        QCOMPARE(result.error().code, std::string{"DOCUMENT-READ-ONLY"});
    }

    void theAssessmentFollowsTheLastEdit()
    {
        Document document{test::engine(), test::projectOf("superpod-h100-1su")};
        QVERIFY(test::waitForAssessment(document));
        QCOMPARE(document.assessed()->figure("count.accelerators")->value.value, 31 * 8.0);
        for (const char* label : {"dgx-01", "dgx-02", "dgx-03"}) QVERIFY(document.apply("Remove", removing(document, label)));
        QVERIFY(test::waitForAssessment(document));
        QCOMPARE(document.assessed()->figure("count.accelerators")->value.value, 28 * 8.0);
    }

    void modifiedIsAboutTheValueThatTheFileHolds()
    {
        Document document{test::engine(), test::projectOf("superpod-h100-1su")};
        document.reset(test::projectOf("superpod-h100-1su"), true);
        QVERIFY(!document.isModified());
        QVERIFY(document.apply("Remove dgx-01", removing(document, "dgx-01")));
        QVERIFY(document.isModified());
        document.undo();
        QVERIFY(!document.isModified());
    }

    void whatIsRemovedIsNoLongerSelected()
    {
        Document document{test::engine(), test::projectOf("superpod-h100-1su")};
        document.focusOn("device:dgx-01");
        QCOMPARE(document.selection().size(), std::size_t{1});
        QVERIFY(document.apply("Remove dgx-01", removing(document, "dgx-01")));
        QVERIFY(document.selection().empty());
    }
};

RACKWRIGHT_UI_TEST(DocumentTest)

} // namespace rackwright

#include "document_test.moc"

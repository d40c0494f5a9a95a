#include "documents/passage_around.h"

#include <QTemporaryDir>
#include <QtTest>

#include "store/document_file.h"
#include "store/document_table.h"

using namespace hearth::app;

class TestPassageAround : public QObject {
    Q_OBJECT

private slots:
    void neighboursOnBothSides() {
        const QTemporaryDir place;
        const auto database = store::openDocumentFile((place.path() + "/documents.db").toStdString());
        store::DocumentTable table(*database);
        store::DocumentRecord document;
        document.sourceId = table.sourceOf("/notes");
        document.path = "bees.md";
        std::vector<store::PassageRecord> passages;
        for (int i = 0; i < 9; ++i) {
            store::PassageRecord passage;
            passage.number = i;
            passage.text = QString("Part %1.").arg(i);
            passage.firstByte = i * 10;
            passage.endByte = i * 10 + 8;
            passages.push_back(passage);
        }
        document.passages = 9;
        table.put(document, passages);
        PassageAround around = passageAround(*database, {"/notes", "/notes/bees.md", 40, 48});
        QCOMPARE(around.before, QString("Part 1.\n\nPart 2.\n\nPart 3."));
        QCOMPARE(around.after, QString("Part 5.\n\nPart 6.\n\nPart 7."));
        around = passageAround(*database, {"/notes", "/notes/bees.md", 0, 8});
        QVERIFY(around.before.isEmpty() && around.after.startsWith("Part 1."));
        around = passageAround(*database, {"/notes", "/notes/bees.md", 80, 88});
        QVERIFY(around.after.isEmpty() && around.before.endsWith("Part 7."));
        // It has changed, or is gone.
        for (const PassageSpot& spot : {PassageSpot{"/notes", "/notes/bees.md", 41, 48},
                                        PassageSpot{"/notes", "/notes/ants.md", 40, 48},
                                        PassageSpot{"/other", "/other/bees.md", 40, 48}})
            QVERIFY(passageAround(*database, spot).before.isEmpty());
    }
};

QTEST_GUILESS_MAIN(TestPassageAround)
#include "tst_passage_around.moc"

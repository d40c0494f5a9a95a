#include "store/document_schema.h"

#include <QtTest>

#include "store/database.h"
#include "store/document_table.h"
#include "store/vector_table.h"

using namespace hearth::app::store;

class TestDocumentSchema : public QObject {
    Q_OBJECT

private slots:
    void fromNothingToNow() {
        const auto database = Database::inMemory();
        migrateDocuments(*database);
        QCOMPARE(database->schemaVersion(), currentDocumentSchemaVersion());
        migrateDocuments(*database);
        QCOMPARE(database->quickCheck(), QString());
    }

    void documentsOfVersionOneGetVectors() {
        const auto database = Database::inMemory();
        migrateDocumentsTo(*database, 1);
        database->execute(
            "INSERT INTO source(path) VALUES('/a');"
            "INSERT INTO document(source_id, path, size_bytes, modified_ns, hash, passages) "
            "VALUES(1, 'a.txt', 5, 6, x'00', 1);"
            "INSERT INTO passage(document_id, number, text, first_line, last_line, first_byte, end_byte) "
            "VALUES(1, 0, 'alpha', 1, 1, 0, 5);"
            "INSERT INTO passage_index(rowid, body, headings) SELECT id, body, headings FROM "
            "passage_search_text");
        migrateDocuments(*database);
        DocumentTable table(*database);
        table.check();
        VectorTable vectors(*database);
        const auto without = vectors.without(0, 10);
        QCOMPARE(without.size(), size_t{1});
        QCOMPARE(without[0].text, QStringLiteral("alpha"));
        vectors.put(vectors.modelOf("one", 1), {{without[0].passageId, 1, 1, QByteArray(1, 3)}});
        QCOMPARE(vectors.count(), qint64{1});
        table.remove(1);
        QCOMPARE(vectors.count(), qint64{0});
    }

    void aNewerOneIsRefused() {
        const auto database = Database::inMemory();
        database->setSchemaVersion(currentDocumentSchemaVersion() + 1);
        QVERIFY_EXCEPTION_THROWN(migrateDocuments(*database), StoreError);
    }
};

QTEST_APPLESS_MAIN(TestDocumentSchema)
#include "tst_document_schema.moc"

#include "store/document_schema.h"

#include <QtTest>

#include "store/database.h"

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

    void aNewerOneIsRefused() {
        const auto database = Database::inMemory();
        database->setSchemaVersion(currentDocumentSchemaVersion() + 1);
        QVERIFY_EXCEPTION_THROWN(migrateDocuments(*database), StoreError);
    }
};

QTEST_APPLESS_MAIN(TestDocumentSchema)
#include "tst_document_schema.moc"

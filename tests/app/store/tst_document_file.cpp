#include "store/document_file.h"

#include <QFile>
#include <QTemporaryDir>
#include <QtTest>

#include "store/document_schema.h"
#include "store/document_table.h"

using namespace hearth::app::store;

class TestDocumentFile : public QObject {
    Q_OBJECT

private slots:
    void whatCannotBeUsedIsMadeAnew() {
        const QTemporaryDir folder;
        const std::filesystem::path path = folder.filePath("documents.db").toStdString();
        bool madeAnew = true;
        DocumentTable(*openDocumentFile(path, &madeAnew)).sourceOf("/a");
        QVERIFY(!madeAnew);
        {
            const auto database = openDocumentFile(path, &madeAnew);
            QVERIFY(!madeAnew);
            QCOMPARE(DocumentTable(*database).sources().size(), size_t{1});
            database->setSchemaVersion(currentDocumentSchemaVersion() + 1);
        }
        QVERIFY(DocumentTable(*openDocumentFile(path, &madeAnew)).sources().empty());
        QVERIFY(madeAnew);
        {
            QFile file(folder.filePath("documents.db"));
            QVERIFY(file.open(QFile::WriteOnly));
            file.write(QByteArray(5000, 'x'));
        }
        DocumentTable(*openDocumentFile(path, &madeAnew)).sourceOf("/a");
        QVERIFY(madeAnew);
        removeDocumentFile(path);
        QVERIFY(!QFile::exists(folder.filePath("documents.db")));
        QVERIFY_EXCEPTION_THROWN(openDocumentFile("/nowhere/documents.db"), StoreError);
    }
};

QTEST_APPLESS_MAIN(TestDocumentFile)
#include "tst_document_file.moc"

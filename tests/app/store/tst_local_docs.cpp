#include "store/local_docs.h"

#include <QFile>
#include <QTemporaryDir>
#include <QtTest>

#include "store/database.h"

using namespace hearth::app::store;

class TestLocalDocs : public QObject {
    Q_OBJECT

private slots:
    void theNewestVersionCounts() {
        const QTemporaryDir place;
        QVERIFY(gpt4AllDocumentFolders(place.path()).isEmpty());
        Database::open((place.path() + "/localdocs_v1.db").toStdString())
            ->execute(
                "CREATE TABLE folders(id INTEGER PRIMARY KEY, folder_path TEXT);"
                "INSERT INTO folders(folder_path) VALUES ('/home/anna/old')");
        QCOMPARE(gpt4AllDocumentFolders(place.path()), QStringList{"/home/anna/old"});
        Database::open((place.path() + "/localdocs_v3.db").toStdString())
            ->execute(
                "CREATE TABLE folders(id INTEGER PRIMARY KEY AUTOINCREMENT, path TEXT UNIQUE NOT NULL);"
                "INSERT INTO folders(path) VALUES ('/home/anna/notes'), ('/home/anna/books')");
        QCOMPARE(gpt4AllDocumentFolders(place.path()), (QStringList{"/home/anna/books", "/home/anna/notes"}));
    }
    void whatIsDamagedHasNone() {
        const QTemporaryDir place;
        QFile file(place.path() + "/localdocs_v2.db");
        QVERIFY(file.open(QFile::WriteOnly));
        file.write(QByteArray(5000, 'x'));
        file.close();
        QVERIFY(gpt4AllDocumentFolders(place.path()).isEmpty());
        QCOMPARE(gpt4AllFolder("/home/anna"), QString("/home/anna/.local/share/nomic.ai/GPT4All"));
    }
};

QTEST_GUILESS_MAIN(TestLocalDocs)
#include "tst_local_docs.moc"

#include "hearth/platform/sync_path.h"

#include <QTemporaryDir>
#include <QtTest>
#include <cerrno>
#include <fstream>

using namespace hearth::platform;

/// The state of synced files after a power cut is tested in tst_unsynced_files.cpp.
class TestSyncPath : public QObject {
    Q_OBJECT
private slots:
    void filesAndFoldersAreSynced() {
        const QTemporaryDir place;
        const std::filesystem::path file = place.filePath("file").toStdString();
        std::ofstream(file) << "text";
        QVERIFY(syncPath(file));
        QVERIFY(syncPath(folderOf(file)));
    }
    void whatIsNotThereHasAReason() {
        const QTemporaryDir place;
        QVERIFY(!syncPath(place.filePath("nothing").toStdString()));
        QCOMPARE(errno, ENOENT);
    }
    void everyFileHasAFolder() {
        QCOMPARE(folderOf("a/b"), std::filesystem::path("a"));
        QCOMPARE(folderOf("b"), std::filesystem::path("."));
        QCOMPARE(folderOf("/b"), std::filesystem::path("/"));
    }
};

QTEST_GUILESS_MAIN(TestSyncPath)
#include "tst_sync_path.moc"

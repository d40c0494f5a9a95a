#include "folders/folder_listing.h"

#include <unistd.h>
#include <QDir>
#include <QFile>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

using namespace hearth::app;

class TestFolderListing : public QObject {
    Q_OBJECT

    static void write(const QString& path) {
        QFile file(path);
        QVERIFY(file.open(QFile::WriteOnly) && file.write("text") == 4);
    }

private slots:
    void aFolderIsShownAndFollowed() {
        QTemporaryDir folder;
        write(folder.filePath("a.json"));
        FolderListing listing;
        listing.setFolder(folder.path() + "/");
        QCOMPARE(listing.folder(), folder.path());
        QTRY_COMPARE(listing.count(), 1);
        QCOMPARE(listing.data(listing.index(0), FolderListing::NameRole), "a.json");
        QCOMPARE(listing.data(listing.index(0), FolderListing::SizeRole), 4.0);
        // A file created while the folder is shown appears by itself.
        write(folder.filePath("b.txt"));
        QTRY_COMPARE(listing.count(), 2);
        listing.setPatterns({"*.json"});
        QTRY_COMPARE(listing.count(), 1);
        listing.setPatterns({"*"});
        QTRY_COMPARE(listing.count(), 2);
        listing.sortBy(FolderListing::Order::Name);
        QTRY_COMPARE(listing.pathAt(0), folder.filePath("b.txt"));
        QCOMPARE(listing.rowOf(folder.filePath("a.json")), 1);
        QCOMPARE(listing.rowBeginning("A", 0), 1);
        QCOMPARE(listing.rowBeginning("c", 0), -1);
        QVERIFY(!listing.isFolderAt(0));
    }

    void whatIsLeftOutIsNamed() {
        QTemporaryDir folder;
        FolderListing listing;
        listing.setFolder(folder.path());
        QTRY_COMPARE(listing.emptyText(), "This folder is empty");
        write(folder.filePath(".hidden"));
        QTRY_COMPARE(listing.emptyText(), "Only hidden files here");
        write(folder.filePath("a.gguf"));
        QTRY_COMPARE(listing.emptyText(), "");
        // A folder is chosen, and there are only files.
        listing.setFoldersOnly(true);
        QTRY_COMPARE(listing.emptyText(), "No folders in here, and 1 file");
        for (int i = 0; i < 9; ++i) write(folder.filePath(QString::number(i)));
        QTRY_COMPARE(listing.emptyText(), "No folders in here, and 10 files");
        listing.setFoldersOnly(false);
        listing.setPatterns({"*.zip"});
        QTRY_COMPARE(listing.emptyText(), "No files of this kind here");
    }

    void theLastOfManyFoldersIsShown() {
        QTemporaryDir folder;
        for (int i = 0; i < 20; ++i) {
            QVERIFY(QDir(folder.path()).mkdir(QString::number(i)));
            for (int file = 0; file <= i; ++file) write(folder.filePath("%1/%2").arg(i).arg(file));
        }
        FolderListing listing;
        for (int i = 0; i < 20; ++i) listing.setFolder(folder.filePath(QString::number(i)));
        QTRY_VERIFY(!listing.reading());
        QCOMPARE(listing.count(), 20);
    }

    void foldersAreMade() {
        QTemporaryDir folder;
        FolderListing listing;
        listing.setFolder(folder.path());
        for (const char* bad : {"", " ", "..", "a/b"}) QVERIFY(listing.makeFolder(bad).endsWith("slash."));
        QCOMPARE(listing.makeFolder(" new "), "");
        QCOMPARE(listing.folder(), folder.filePath("new"));
        QVERIFY(QFileInfo(folder.filePath("new")).isDir());
        listing.goUp();
        QCOMPARE(listing.makeFolder("new"), "“new” already exists. Choose another name.");
    }

    void whatCannotBeShownSaysWhy() {
        FolderListing listing;
        QCOMPARE(listing.problem(), "");
        listing.setFolder("/nowhere/at all");
        QTRY_COMPARE(listing.problem(), "There is no folder “/nowhere/at all”.");
        listing.setFolder("/etc/passwd");
        QTRY_COMPARE(listing.problem(), "“/etc/passwd” is a file, not a folder.");
        listing.setFolder("/proc");
        QCOMPARE(listing.makeFolder("x"), "“x” was not created. Check that you may write to this folder.");
    }

    void aFolderOfSomebodyElseSaysSo() {
        QTemporaryDir folder;
        QVERIFY(QDir(folder.path()).mkdir("closed"));
        QVERIFY(QFile::setPermissions(folder.filePath("closed"), {}));
        QVERIFY(QFile::setPermissions(folder.path(), QFile::Permissions(0x7777)));
        // Root may read everything.
        const bool root = geteuid() == 0;
        if (root) QCOMPARE(seteuid(65534), 0);
        FolderListing listing;
        listing.setFolder(folder.filePath("closed"));
        QTRY_VERIFY(!listing.reading());
        if (root) QCOMPARE(seteuid(0), 0);
        QCOMPARE(listing.problem(),
                 QStringLiteral("You do not have permission to open “%1”.").arg(folder.filePath("closed")));
    }

    void itCanGoWhileItReads() {
        for (int i = 0; i < 20; ++i) {
            FolderListing listing;
            listing.setFolder("/usr/lib");
        }
        QTest::qWait(50);
    }
};

QTEST_GUILESS_MAIN(TestFolderListing)
#include "tst_folder_listing.moc"

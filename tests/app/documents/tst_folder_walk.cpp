#include "documents/folder_walk.h"

#include <sys/stat.h>

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QtTest>

using namespace hearth::app;

class TestFolderWalk : public QObject {
    Q_OBJECT

    static void write(const QString& path, const QByteArray& bytes = "x") {
        QDir().mkpath(QFileInfo(path).path());
        QFile file(path);
        if (!file.open(QFile::WriteOnly) || file.write(bytes) != bytes.size()) qFatal("not written");
    }
    static QStringList pathsOf(const FolderWalk& walk) {
        QStringList paths;
        for (const WalkedFile& file : walk.files) paths += file.path;
        return paths;
    }

private slots:
    void theFilesOfAFolder() {
        const QTemporaryDir folder;
        write(folder.filePath("b.txt"), "four");
        write(folder.filePath("a/c.md"));
        write(folder.filePath("a/picture.png"));
        write(folder.filePath(".hidden/d.txt"));
        write(folder.filePath("node_modules/e.js"));
        QCOMPARE(::mkfifo(QFile::encodeName(folder.filePath("pipe.txt")).constData(), 0600), 0);
        const FolderWalk walk = walkSource(folder.path());
        QCOMPARE(pathsOf(walk), (QStringList{"a/c.md", "b.txt"}));
        QCOMPARE(walk.files[1].sizeBytes, qint64{4});
        QVERIFY(walk.files[1].modifiedNs > 0);
        QVERIFY(walk.complete && walk.exists && !walk.empty);
        QCOMPARE(walk.folders, (std::vector<QString>{folder.path(), folder.filePath("a")}));
        QCOMPARE(pathsOf(walkSource(folder.filePath("b.txt"))), QStringList{QString()});
        QVERIFY(!walkSource(folder.filePath("nowhere")).exists);
        QVERIFY(!walkSource(folder.path(), [] { return true; }).complete);
    }

    void anEmptyFolderIsToldApart() {
        const QTemporaryDir folder;
        const FolderWalk none = walkSource(folder.path());
        QVERIFY(none.empty && none.exists && none.complete);
        QVERIFY(QDir(folder.path()).mkdir("a"));
        QVERIFY(!walkSource(folder.path()).empty);
        QVERIFY(QDir(folder.path()).rmdir("a"));
        write(folder.filePath(".hidden"));
        QVERIFY(!walkSource(folder.path()).empty);
    }

    void linksAreNotFollowed() {
        const QTemporaryDir outside, folder;
        write(outside.filePath("secret.txt"));
        write(folder.filePath("a/in.txt"));
        QVERIFY(QFile::link(outside.path(), folder.filePath("out")));
        QVERIFY(QFile::link(outside.filePath("secret.txt"), folder.filePath("file.txt")));
        QVERIFY(QFile::link(folder.path(), folder.filePath("a/circle")));
        QCOMPARE(pathsOf(walkSource(folder.path())), QStringList{"a/in.txt"});
        for (const char* path : {"out/secret.txt", "file.txt", "a/circle/a/in.txt", "a", "none"}) {
            QFile file(folder.filePath(path));
            QVERIFY2(!openWalkedFile(file, folder.path(), path).isEmpty(), path);
        }
        QFile file(folder.filePath("a/in.txt"));
        QCOMPARE(openWalkedFile(file, folder.path(), "a/in.txt"), QString());
        QCOMPARE(file.readAll(), QByteArray("x"));
    }

    void deepFoldersHaveABound() {
        const QTemporaryDir folder;
        QString path = folder.path();
        for (int i = 0; i < 80; ++i) path += "/d";
        write(path + "/deep.txt");
        const FolderWalk walk = walkSource(folder.path());
        QVERIFY(walk.files.empty());
        QVERIFY(!walk.complete);
    }
};

QTEST_APPLESS_MAIN(TestFolderWalk)
#include "tst_folder_walk.moc"

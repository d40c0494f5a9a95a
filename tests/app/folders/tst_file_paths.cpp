#include "folders/file_paths.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QtTest>

using namespace hearth::app;

class TestFilePaths : public QObject {
    Q_OBJECT

private slots:
    void pathsAreAsked() {
        QTemporaryDir folder;
        QFile file(folder.filePath("a"));
        QVERIFY(file.open(QFile::WriteOnly));
        QCOMPARE(FilePaths::kindOf(folder.path()), FilePaths::Kind::Folder);
        QCOMPARE(FilePaths::kindOf(folder.filePath("a")), FilePaths::Kind::File);
        QCOMPARE(FilePaths::kindOf(folder.filePath("b")), FilePaths::Kind::Nothing);
        QCOMPARE(FilePaths::kindOf(""), FilePaths::Kind::Nothing);
        QCOMPARE(FilePaths::existing(folder.filePath("b/c")), folder.path());
        QCOMPARE(FilePaths::existing(""), QDir::homePath());
        QCOMPARE(FilePaths::parentOf("/a"), "/");
        QCOMPARE(FilePaths::nameOf("/a/b c"), "b c");
        QCOMPARE(FilePaths::pathOf(FilePaths::urlOf("/a/50%20 #?.md")), "/a/50%20 #?.md");
    }
};

QTEST_GUILESS_MAIN(TestFilePaths)

#include "tst_file_paths.moc"

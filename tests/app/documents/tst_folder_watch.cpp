#include "documents/folder_watch.h"

#include <QDir>
#include <QFile>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QtTest>

using namespace hearth::app;

class TestFolderWatch : public QObject {
    Q_OBJECT

    static void write(const QString& path, const QByteArray& bytes = "x") {
        QFile file(path);
        if (!file.open(QFile::WriteOnly) || file.write(bytes) != bytes.size()) qFatal("not written");
    }

private slots:
    void whatComesAndGoesIsTold() {
        const QTemporaryDir folder;
        QVERIFY(QDir(folder.path()).mkpath("a"));
        FolderWatch watch(50);
        QSignalSpy changed(&watch, &FolderWatch::changed);
        watch.watch(folder.path(), {folder.path(), folder.filePath("a")});
        QCOMPARE(watch.watched(), qsizetype{2});
        write(folder.filePath("a/x.txt"));
        write(folder.filePath("y.txt"));
        QVERIFY(changed.wait(5000));
        // Both are told as one.
        QCOMPARE(changed.size(), qsizetype{1});
        QCOMPARE(changed[0][0].toString(), folder.path());
        QVERIFY(QFile::remove(folder.filePath("y.txt")));
        QVERIFY(changed.wait(5000));
        watch.forget(folder.path());
        QCOMPARE(watch.watched(), qsizetype{0});
        write(folder.filePath("z.txt"));
        QVERIFY(!changed.wait(300));
    }

    void whatIsWrittenInPlaceIsTold() {
        const QTemporaryDir folder;
        write(folder.filePath("x.txt"));
        FolderWatch watch(50);
        QSignalSpy changed(&watch, &FolderWatch::changed);
        watch.watch(folder.path(), {folder.path()});
        QFile file(folder.filePath("x.txt"));
        QVERIFY(file.open(QFile::ReadWrite));
        QVERIFY(!changed.wait(200));
        QVERIFY(file.write("more") == 4);
        file.close();
        QVERIFY(changed.wait(5000));
        // To read it is no change.
        QTest::qWait(100);
        changed.clear();
        QVERIFY(file.open(QFile::ReadOnly));
        file.readAll();
        file.close();
        QVERIFY(!changed.wait(200));
    }

    void aFolderThatIsMadeAgainIsWatchedAgain() {
        const QTemporaryDir folder;
        const QDir directory(folder.path());
        QVERIFY(directory.mkdir("a"));
        FolderWatch watch(50);
        QSignalSpy changed(&watch, &FolderWatch::changed);
        watch.watch(folder.path(), {folder.path(), folder.filePath("a")});
        QVERIFY(directory.rmdir("a"));
        QVERIFY(directory.mkdir("a"));
        QVERIFY(changed.wait(5000));
        watch.watch(folder.path(), {folder.path(), folder.filePath("a")});
        QCOMPARE(watch.watched(), qsizetype{2});
        changed.clear();
        write(folder.filePath("a/x.txt"));
        QVERIFY(changed.wait(5000));
    }

    void whatIsStillWrittenIsLookedAtAgain() {
        FolderWatch watch(20, 400);
        QSignalSpy changed(&watch, &FolderWatch::changed);
        watch.setSettled("/a", false);
        QVERIFY(changed.wait(5000));
        QCOMPARE(changed.takeFirst()[0].toString(), QStringLiteral("/a"));
        watch.setSettled("/a", false);
        watch.setSettled("/a", true);
        QVERIFY(!changed.wait(600));
        // Longer each time, until the look at all comes first.
        watch.setSettled("/a", false);
        QVERIFY(changed.wait(5000));
        for (int i = 0; i < 10; ++i) watch.setSettled("/a", false);
        watch.forget("/a");
        QVERIFY(!changed.wait(600));
    }

    void whatCannotBeWatchedIsTriedAgain() {
        const QTemporaryDir folder;
        FolderWatch watch(50);
        QSignalSpy changed(&watch, &FolderWatch::changed);
        watch.watch(folder.path(), {folder.filePath("a")});
        QCOMPARE(watch.watched(), qsizetype{0});
        QVERIFY(QDir(folder.path()).mkdir("a"));
        watch.watch(folder.path(), {folder.filePath("a")});
        QCOMPARE(watch.watched(), qsizetype{1});
        write(folder.filePath("a/x.txt"));
        QVERIFY(changed.wait(5000));
    }

    void aFileIsWatchedItself() {
        const QTemporaryDir folder;
        const QString path = folder.filePath("a.txt");
        write(path);
        FolderWatch watch(50);
        QSignalSpy changed(&watch, &FolderWatch::changed);
        watch.watch(path, {});
        write(path, "more");
        QVERIFY(changed.wait(5000));
        QCOMPARE(changed[0][0].toString(), path);
    }

    void looksComeRegularly() {
        FolderWatch watch(50, 100);
        QSignalSpy due(&watch, &FolderWatch::lookDue);
        QVERIFY(due.wait(5000));
    }

    void thereIsABound() {
        const QTemporaryDir folder;
        std::vector<QString> folders;
        for (qsizetype i = 0; i < FolderWatch::mostWatched + 5; ++i)
            folders.push_back(folder.filePath(QString::number(i)));
        for (const QString& path : folders) QVERIFY(QDir().mkdir(path));
        FolderWatch watch;
        watch.watch(folder.path(), folders);
        QCOMPARE(watch.watched(), FolderWatch::mostWatched);
        watch.watch(folder.path(), {folder.path()});
        QCOMPARE(watch.watched(), qsizetype{1});
    }
};

QTEST_GUILESS_MAIN(TestFolderWatch)
#include "tst_folder_watch.moc"

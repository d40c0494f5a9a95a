#include "files/whole_file.h"

#include <sys/resource.h>
#include <sys/stat.h>

#include <QTemporaryDir>
#include <QtTest>
#include <csignal>

using namespace hearth::app;

class TestWholeFile : public QObject {
    Q_OBJECT

    QTemporaryDir m_folder;

    QString path() const { return m_folder.filePath("a.txt"); }
    QByteArray content() const {
        QFile file(path());
        return file.open(QFile::ReadOnly) ? file.readAll() : QByteArray();
    }

private slots:
    void whatWasWrittenIsThere() {
        WholeFile file(path());
        QVERIFY(file.open(QFile::WriteOnly));
        QCOMPARE(file.write("first"), 5);
        QVERIFY(file.commitWhole());
        QCOMPARE(content(), QByteArray("first"));
    }
    /// The last bytes wait in the file's buffer and find no room.
    void whatHasNoRoomLeavesWhatWasThere() {
        std::signal(SIGXFSZ, SIG_IGN);
        rlimit before{};
        QCOMPARE(::getrlimit(RLIMIT_FSIZE, &before), 0);
        rlimit small = before;
        small.rlim_cur = 10;
        WholeFile file(path());
        QVERIFY(file.open(QFile::WriteOnly));
        QCOMPARE(::setrlimit(RLIMIT_FSIZE, &small), 0);
        QCOMPARE(file.write("longer than that"), 16);
        const bool done = file.commitWhole();
        QCOMPARE(::setrlimit(RLIMIT_FSIZE, &before), 0);
        QVERIFY(!done);
        QVERIFY(!file.errorString().isEmpty());
        QCOMPARE(content(), QByteArray("first"));
    }
    void nothingButFilesIsReplaced() {
        const QString pipe = m_folder.filePath("pipe"), linked = m_folder.filePath("linked");
        QCOMPARE(mkfifo(qPrintable(pipe), 0600), 0);
        QVERIFY(QFile::link("/dev/null", linked));
        for (const QString& there : {pipe, linked, m_folder.path()}) {
            WholeFile file(there);
            QVERIFY2(!file.open(QFile::WriteOnly), qPrintable(there));
            QVERIFY(!file.errorString().isEmpty());
        }
        // Nor is what takes the place of a file while that is written.
        const QString late = m_folder.filePath("late");
        WholeFile file(late);
        QVERIFY(file.open(QFile::WriteOnly) && file.write("text") == 4);
        QCOMPARE(mkfifo(qPrintable(late), 0600), 0);
        QVERIFY(!file.commitWhole());
        struct stat status {};
        for (const QString& there : {pipe, late}) {
            QCOMPARE(lstat(qPrintable(there), &status), 0);
            QVERIFY(S_ISFIFO(status.st_mode));
        }
        // A link to a file stays one.
        const QString link = m_folder.filePath("link");
        QVERIFY(QFile::link(path(), link));
        WholeFile through(link);
        QVERIFY(through.open(QFile::WriteOnly) && through.write("new") == 3 && through.commitWhole());
        QVERIFY(QFileInfo(link).isSymLink());
        QCOMPARE(content(), QByteArray("new"));
    }
};

QTEST_GUILESS_MAIN(TestWholeFile)
#include "tst_whole_file.moc"

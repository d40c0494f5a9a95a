#include "files/whole_file.h"

#include <sys/resource.h>

#include <QSaveFile>
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
        QSaveFile file(path());
        QVERIFY(file.open(QFile::WriteOnly));
        QCOMPARE(file.write("first"), 5);
        QVERIFY(commitWhole(file));
        QCOMPARE(content(), QByteArray("first"));
    }
    /// The last bytes wait in the file's buffer and find no room.
    void whatHasNoRoomLeavesWhatWasThere() {
        std::signal(SIGXFSZ, SIG_IGN);
        rlimit before{};
        QCOMPARE(::getrlimit(RLIMIT_FSIZE, &before), 0);
        rlimit small = before;
        small.rlim_cur = 10;
        QSaveFile file(path());
        QVERIFY(file.open(QFile::WriteOnly));
        QCOMPARE(::setrlimit(RLIMIT_FSIZE, &small), 0);
        QCOMPARE(file.write("longer than that"), 16);
        const bool done = commitWhole(file);
        QCOMPARE(::setrlimit(RLIMIT_FSIZE, &before), 0);
        QVERIFY(!done);
        QVERIFY(!file.errorString().isEmpty());
        QCOMPARE(content(), QByteArray("first"));
    }
};

QTEST_GUILESS_MAIN(TestWholeFile)
#include "tst_whole_file.moc"

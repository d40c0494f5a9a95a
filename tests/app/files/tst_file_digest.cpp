#include "files/file_digest.h"

#include <QFile>
#include <QTemporaryDir>
#include <QtTest>

using namespace hearth::app;

class TestFileDigest : public QObject {
    Q_OBJECT
private slots:
    void isThatOfSha256sum() {
        QTemporaryDir folder;
        QFile file(folder.filePath("abc"));
        QVERIFY(file.open(QFile::WriteOnly) && file.write("abc") == 3);
        file.close();
        std::vector<int> heard;
        const FileDigest digest =
            digestOf(file.fileName(), {}, [&](int percent) { heard.push_back(percent); });
        // FIPS 180-2, appendix B.1.
        QCOMPARE(digest.sha256,
                 QByteArray("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"));
        QVERIFY(digest.problem.isEmpty());
        QCOMPARE(heard, (std::vector<int>{100}));
    }

    void aStopAndAFolderGiveNone() {
        QTemporaryDir folder;
        QVERIFY(!digestOf(folder.path()).problem.isEmpty());
        QFile file(folder.filePath("abc"));
        QVERIFY(file.open(QFile::WriteOnly) && file.write("abc") == 3);
        file.close();
        std::stop_source stop;
        stop.request_stop();
        const FileDigest stopped = digestOf(file.fileName(), stop.get_token());
        QVERIFY(stopped.sha256.isEmpty() && stopped.problem.isEmpty());
    }
};

QTEST_GUILESS_MAIN(TestFileDigest)
#include "tst_file_digest.moc"

#include "machine/disk_speed.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QtTest>

using namespace hearth::app;

namespace {
void write(const QString& path, qsizetype bytes) {
    QFile file(path);
    QVERIFY(file.open(QFile::WriteOnly));
    QCOMPARE(file.write(QByteArray(bytes, 'x')), bytes);
}
}  // namespace

class TestDiskSpeed : public QObject {
    Q_OBJECT

private slots:
    void aFileHasARate() {
        QTemporaryDir folder;
        write(folder.filePath("a.gguf"), 8 << 20);
        const double rate = measureFileRead(folder.filePath("a.gguf"));
        // Slower than a disk of 1960, faster than memory: neither is one.
        QVERIFY2(rate > 1e5 && rate < 1e12, qPrintable(QString::number(rate)));
    }

    void whatCannotBeMeasuredIsZero() {
        QTemporaryDir folder;
        QCOMPARE(measureFileRead(folder.filePath("none.gguf")), 0.0);
        QCOMPARE(measureFileRead(folder.path()), 0.0);
        write(folder.filePath("short.gguf"), 4096);
        QCOMPARE(measureFileRead(folder.filePath("short.gguf")), 0.0);
        QCOMPARE(measureFolderRead(folder.filePath("none")), 0.0);
    }

    void theLargestModelIsRead() {
        QTemporaryDir folder;
        QVERIFY(QDir(folder.path()).mkpath("owner/name"));
        write(folder.filePath("short.gguf"), 4096);
        write(folder.filePath("larger.bin"), 16 << 20);
        QCOMPARE(measureFolderRead(folder.path()), 0.0);
        write(folder.filePath("owner/name/large.gguf"), 4 << 20);
        QVERIFY(measureFolderRead(folder.path()) > 0);
    }

    void ratesAreShort() {
        QCOMPARE(rateText(140.4e6), QString("140 MB/s"));
        QCOMPARE(rateText(2.04e9), QString("2.0 GB/s"));
        QCOMPARE(rateText(471.3e9), QString("471 GB/s"));
    }

    void aStopEndsItAtOnce() {
        QTemporaryDir folder;
        write(folder.filePath("a.gguf"), 8 << 20);
        std::stop_source stop;
        stop.request_stop();
        QCOMPARE(measureFileRead(folder.filePath("a.gguf"), stop.get_token()), 0.0);
    }
};

QTEST_GUILESS_MAIN(TestDiskSpeed)
#include "tst_disk_speed.moc"

#include "reading/scan_program.h"

#include <QElapsedTimer>
#include <QTemporaryDir>
#include <QtTest>

using namespace hearth::app;

class TestScanProgram : public QObject {
    Q_OBJECT

    QTemporaryDir m_folder;
    QByteArray m_path;

    /// A program of that name in front of all others.
    QByteArray write(const QByteArray& script) {
        QFile file(m_folder.filePath("tesseract"));
        if (!file.open(QFile::WriteOnly) || file.write("#!/bin/sh\n" + script) < 0) qFatal("not written");
        file.setPermissions(QFile::ReadOwner | QFile::ExeOwner);
        return file.fileName().toUtf8();
    }

private slots:
    void initTestCase() { m_path = qgetenv("PATH"); }
    void cleanup() { qputenv("PATH", m_path); }

    void languagesAreThoseOfThePerson() {
        const QString known = "List of available languages (4):\ndeu\neng\nfra\nosd\n";
        QCOMPARE(scanLanguages(known, {"de-DE", "de", "en"}), QString("deu+eng"));
        QCOMPARE(scanLanguages(known, {"ja-JP"}), QString("eng"));
        QCOMPARE(scanLanguages("List:\nosd\nkor\n", {"de"}), QString("kor"));
        QVERIFY(scanLanguages("List:\nosd\n", {"de"}).isEmpty());
        QVERIFY(scanLanguages("", {"de"}).isEmpty());
    }
    void itIsFoundOnThePath() {
        const QByteArray path = write("echo 'List:'; echo eng\n");
        qputenv("PATH", m_folder.path().toUtf8());
        QVERIFY(hasScanProgram());
        const ScanProgram program = findScanProgram();
        QCOMPARE(program.path.toUtf8(), path);
        QCOMPARE(program.languages, QString("eng"));
        write("echo 'List:'\n");
        QVERIFY(!findScanProgram().isThere());
        qputenv("PATH", "/nowhere");
        QVERIFY(!hasScanProgram() && !findScanProgram().isThere());
    }
    void itReadsThePictureItIsGiven() {
        const QByteArray path = write("echo \"$1 $2 $3 $4\"; /usr/bin/wc -c\n");
        // More than a pipe holds.
        const auto read = readScan(path, "deu+eng", QByteArray(1 << 20, 'x'), 10'000, 1000);
        QVERIFY(read.has_value());
        QCOMPARE(*read, QByteArray("stdin stdout -l deu+eng\n1048576\n"));
    }
    void whatGoesWrongIsNothing_data() {
        QTest::addColumn<QByteArray>("script");
        QTest::newRow("fails") << QByteArray("echo words; exit 1\n");
        QTest::newRow("is killed") << QByteArray("kill -9 $$\n");
        QTest::newRow("says too much") << QByteArray("/usr/bin/yes\n");
        QTest::newRow("does not end") << QByteArray("/usr/bin/sleep 100\n");
        QTest::newRow("reads nothing, and fails") << QByteArray("exit 3\n");
    }
    void whatGoesWrongIsNothing() {
        QFETCH(QByteArray, script);
        const QByteArray path = write(script);
        QElapsedTimer time;
        time.start();
        QVERIFY(!readScan(path, "eng", QByteArray(1 << 20, 'x'), 1000, 1 << 20));
        QVERIFY(time.elapsed() < 20'000);
    }
    void aProgramThatIsNotThere() { QVERIFY(!readScan("/nowhere/tesseract", "eng", "x", 1000, 100)); }
};

QTEST_GUILESS_MAIN(TestScanProgram)
#include "tst_scan_program.moc"

#include "reading/scan_program.h"

#include <QElapsedTimer>
#include <QtTest>

#include "support/played_scans.h"

using namespace hearth::app;
using hearth::test::PlayedScans;

class TestScanProgram : public QObject {
    Q_OBJECT

private slots:
    void languagesAreThoseOfThePerson() {
        const QString known = "List of available languages (4):\ndeu\neng\nfra\nosd\n";
        QCOMPARE(scanLanguages(known, {"de-DE", "de", "en"}), QString("deu+eng"));
        QCOMPARE(scanLanguages(known, {"ja-JP"}), QString("eng"));
        QCOMPARE(scanLanguages("List:\nosd\nkor\n", {"de"}), QString("kor"));
        QVERIFY(scanLanguages("List:\nosd\n", {"de"}).isEmpty());
        QVERIFY(scanLanguages("", {"de"}).isEmpty());
    }
    void itsDataIsWhereItSays() {
        QCOMPARE(
            scanDataFolder("List of available languages in \"/usr/share/a \"b\"/tessdata/\" (2):\neng\n"),
            QString("/usr/share/a \"b\"/tessdata/"));
        QVERIFY(scanDataFolder("List of available languages (4):\neng\n").isEmpty());
        QVERIFY(scanDataFolder("List in \"./tessdata\":\neng\n").isEmpty());
        QVERIFY(scanDataFolder("\"").isEmpty() && scanDataFolder("").isEmpty());
    }
    void itIsFoundOnThePath() {
        PlayedScans scans;
        QVERIFY(!hasScanProgram() && !findScanProgram().isThere());
        scans.install("words");
        QVERIFY(hasScanProgram());
        const ScanProgram program = findScanProgram();
        QCOMPARE(program.path, scans.program());
        QCOMPARE(program.languages, QString("eng"));
        QCOMPARE(program.dataFolder, scans.folder() + '/');
        scans.setLanguages("List:\n");
        QVERIFY(!findScanProgram().isThere());
    }
    /// It would start other programs.
    void aScriptDoesNotCount() {
        const PlayedScans scans;
        QFile file(scans.program());
        QVERIFY(file.open(QFile::WriteOnly) && file.write("#!/bin/sh\necho List:; echo eng\n") > 0);
        file.setPermissions(QFile::ReadOwner | QFile::ExeOwner);
        file.close();
        QVERIFY(!hasScanProgram() && !findScanProgram().isThere());
    }
    void itReadsThePictureItIsGiven() {
        PlayedScans scans;
        scans.install("!arguments");
        // More than a pipe holds.
        const auto read = readScan({scans.program(), "deu+eng"}, QByteArray(1 << 20, 'x'), 10'000, 1000);
        QVERIFY(read.has_value());
        QCOMPARE(*read, QByteArray("stdin stdout -l deu+eng 1048576"));
    }
    void secretsOfTheEnvironmentStay() {
        PlayedScans scans;
        scans.install("!environment");
        qputenv("HF_TOKEN", "a secret");
        qputenv("TESSDATA_PREFIX", "/data");
        const auto read = readScan({scans.program(), "eng"}, "a picture", 10'000, 100'000);
        qunsetenv("HF_TOKEN");
        qunsetenv("TESSDATA_PREFIX");
        QVERIFY(read.has_value());
        QVERIFY2(!read->contains("HF_TOKEN"), read->constData());
        QVERIFY(read->contains("TESSDATA_PREFIX=/data\n") && read->contains("OMP_THREAD_LIMIT=1\n"));
    }
    void whatGoesWrongIsNothing_data() {
        QTest::addColumn<QByteArray>("words");
        QTest::newRow("fails") << QByteArray("!fails");
        QTest::newRow("is killed") << QByteArray("!killed");
        QTest::newRow("says too much") << QByteArray("!yes");
        QTest::newRow("does not end") << QByteArray("!endless");
        QTest::newRow("reads nothing, and fails") << QByteArray("!deaf");
    }
    void whatGoesWrongIsNothing() {
        QFETCH(const QByteArray, words);
        PlayedScans scans;
        scans.install(words);
        QElapsedTimer time;
        time.start();
        QVERIFY(!readScan({scans.program(), "eng"}, QByteArray(1 << 20, 'x'), 1000, 1 << 20));
        QVERIFY(time.elapsed() < 20'000);
    }
    void aProgramThatIsNotThere() { QVERIFY(!readScan({"/nowhere/tesseract", "eng"}, "x", 1000, 100)); }
};

int main(int argc, char* argv[]) {
    if (hearth::test::isPlayedScanProgram(argv)) return hearth::test::playScanProgram(argc, argv);
    QCoreApplication application(argc, argv);
    TestScanProgram test;
    return QTest::qExec(&test, argc, argv);
}
#include "tst_scan_program.moc"

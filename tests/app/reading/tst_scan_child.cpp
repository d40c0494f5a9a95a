#include "reading/scan_child.h"

#include <QtTest>
#include <algorithm>

#include "support/played_scans.h"

using namespace hearth::app;
using hearth::test::PlayedScans;

class TestScanChild : public QObject {
    Q_OBJECT

private slots:
    void theProgramAndItsLoaderAreStartedAndItsLibrariesRead() {
        PlayedScans scans;
        scans.install("words");
        const hearth::platform::SandboxRules rules = scanRules(findScanProgram());
        const auto hasFile = [](const std::vector<std::filesystem::path>& paths, const std::string& start) {
            return std::ranges::any_of(paths, [&start](const std::filesystem::path& path) {
                return path.filename().string().starts_with(start);
            });
        };
        QCOMPARE(rules.programs.size(), size_t{2});
        QVERIFY(rules.programs[0].string() == scans.program().toStdString());
        QVERIFY(hasFile(rules.programs, "ld-"));
        QVERIFY(hasFile(rules.readable, "libc.so") && hasFile(rules.readable, "libQt6Core.so"));
        QVERIFY(std::ranges::count(rules.readable,
                                   std::filesystem::path(scans.folder().toStdString() + "/")) == 1);
        QVERIFY(rules.writable.empty());
    }

    void picturesAreReadOneAfterTheOther() {
        PlayedScans scans;
        scans.install("!arguments");
        ScanChild child(findScanProgram());
        QCOMPARE(child.read(QByteArray(1 << 20, 'x')), QByteArray("stdin stdout -l eng 1048576"));
        QCOMPARE(child.read("x"), QByteArray("stdin stdout -l eng 1"));
        scans.install("");
        QCOMPARE(child.read("x"), QByteArray());
        for (const char* harm : {"!fails", "!killed", "!deaf", "!yes"}) {
            scans.install(harm);
            QCOMPARE(child.read(QByteArray(1 << 20, 'x')), QByteArray());
        }
        scans.install("words");
        QCOMPARE(child.read("x"), QByteArray("words"));
        // More than a picture has.
        QCOMPARE(child.read(QByteArray(30'000'000, 'x')), QByteArray());
        QCOMPARE(child.read("x"), QByteArray());
    }

    void aProgramThatIsNotThere() {
        ScanChild child({"/nowhere/tesseract", "eng", {}});
        QCOMPARE(child.read("x"), QByteArray());
    }
};

int main(int argc, char* argv[]) {
    if (hearth::test::isPlayedScanProgram(argv)) return hearth::test::playScanProgram(argc, argv);
    QCoreApplication application(argc, argv);
    TestScanChild test;
    return QTest::qExec(&test, argc, argv);
}
#include "tst_scan_child.moc"

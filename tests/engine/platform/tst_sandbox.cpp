#include "hearth/platform/sandbox.h"

#include <sys/socket.h>

#include <QtTest/QtTest>
#include <filesystem>
#include <fstream>

#include "engine/platform/in_child.h"

using namespace hearth;
using namespace hearth::platform;
using namespace hearth::test;

class TestSandbox : public QObject {
    Q_OBJECT

private slots:
    void aProcessIsShutInAsTheRulesSay() {
        QTemporaryDir folder;
        const std::filesystem::path root(folder.path().toStdString());
        std::ofstream(root / "model") << "text";
        std::ofstream(root / "other") << "text";
        const int status = inChild([&] {
            const SandboxState state = enterSandbox({.readable = {root / "model"}, .writable = {}});
            if (socket(AF_INET, SOCK_STREAM, 0) >= 0) return 1;
            if (std::ifstream(root / "model").get() != 't') return 2;
            if (!state.filesShut) return 50;
            return std::ifstream(root / "other").get() == 't' ? 3 : 0;
        });
        if (status == 50) QSKIP("this kernel has no Landlock: only the calls were checked");
        QCOMPARE(status, 0);
    }

    /// By the filter for calls, so without Landlock too.
    void whoWritesNowhereOpensNothingToWrite() {
        QTemporaryDir folder;
        const std::filesystem::path root(folder.path().toStdString());
        std::ofstream(root / "other") << "text";
        QCOMPARE(inChild([&] {
                     enterSandbox({});
                     if (std::ofstream(root / "other").is_open() || std::ofstream(root / "new").is_open())
                         return 1;
                     return std::filesystem::file_size(root / "other") == 4 ? 0 : 2;
                 }),
                 0);
    }

    void whatIsOpenStaysOpen() {
        QTemporaryFile file;
        QVERIFY(file.open());
        file.write("text");
        file.flush();
        const std::string path = file.fileName().toStdString();
        QCOMPARE(inChild([&] {
                     std::ifstream before(path);
                     enterSandbox({});
                     return before.get() == 't' ? 0 : 1;
                 }),
                 0);
    }
};

QTEST_GUILESS_MAIN(TestSandbox)
#include "tst_sandbox.moc"

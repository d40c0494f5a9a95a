#include "platform/sandbox/file_rules.h"

#include <sys/prctl.h>

#include <QtTest/QtTest>
#include <filesystem>
#include <fstream>

#include "engine/platform/in_child.h"

using namespace hearth;
using namespace hearth::platform;
using namespace hearth::test;

class TestFileRules : public QObject {
    Q_OBJECT

    QTemporaryDir m_folder;
    std::filesystem::path at(const char* name) const {
        return std::filesystem::path(m_folder.path().toStdString()) / name;
    }
    static bool canRead(const std::filesystem::path& path) { return bool(std::ifstream(path).get() >= 0); }
    static bool canWrite(const std::filesystem::path& path) { return bool(std::ofstream(path) << "new"); }
    /// Result of `looks` under the rules; -1: this kernel has none.
    int behindRules(const std::function<int()>& looks) const {
        return inChild([&] {
            prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
            const SandboxRules rules{.readable = {at("model.gguf"), at("folder"), at("missing")},
                                     .writable = {at("cache")}};
            return sandbox::shutFiles(rules) ? looks() : 98;
        });
    }

private slots:
    void init() {
        std::filesystem::create_directories(at("folder/deeper"));
        std::filesystem::create_directories(at("cache"));
        for (const char* name : {"model.gguf", "other.gguf", "folder/deeper/part", "cache/old"})
            std::ofstream(at(name)) << "text";
        if (behindRules([] { return 0; }) == 98) QSKIP("this kernel has no Landlock, so nothing is checked");
    }

    void whatWasNamedIsReadAndNothingElse() {
        QCOMPARE(behindRules([this] {
                     if (!canRead(at("model.gguf")) || !canRead(at("folder/deeper/part"))) return 1;
                     if (canRead(at("other.gguf")) || canRead("/etc/passwd")) return 2;
                     return 0;
                 }),
                 0);
    }

    void onlyTheFolderForItIsWritten() {
        QCOMPARE(behindRules([this] {
                     if (canWrite(at("model.gguf")) || canWrite(at("folder/new")) || canWrite(at("new")))
                         return 1;
                     std::error_code failed;
                     if (!canWrite(at("cache/fresh"))) return 2;
                     std::filesystem::rename(at("cache/fresh"), at("cache/named"), failed);
                     if (failed || !canRead(at("cache/named"))) return 3;
                     std::filesystem::create_directory(at("cache/space"), failed);
                     if (failed || !canWrite(at("cache/space/block"))) return 4;
                     // Out of the folder nothing goes.
                     std::filesystem::rename(at("cache/named"), at("taken"), failed);
                     if (!failed) return 5;
                     return std::filesystem::remove_all(at("cache/space"), failed) == 2 ? 0 : 6;
                 }),
                 0);
    }

    void programsOfTheRulesAreStartedAndNoOthers() {
        const auto started = [](const char* program) {
            return inChild([program] {
                prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
                SandboxRules rules{.readable = {"/lib", "/usr/lib", "/etc/ld.so.cache"}, .writable = {}};
                rules.programs = {"/bin/true", "/lib64/ld-linux-x86-64.so.2", "/lib/ld-linux-aarch64.so.1"};
                if (!sandbox::shutFiles(rules, 1)) return 98;
                execl(program, program, nullptr);
                return errno == EACCES ? 13 : 1;
            });
        };
        QCOMPARE(started("/bin/true"), 0);
        QCOMPARE(started("/bin/false"), 13);
        QCOMPARE(started("/bin/sh"), 13);
    }

    void linksLeadNowhere() {
        std::filesystem::remove(at("cache/link"));
        std::filesystem::create_symlink("/etc/passwd", at("cache/link"));
        QCOMPARE(behindRules([this] { return canRead(at("cache/link")) ? 1 : 0; }), 0);
    }
};

QTEST_GUILESS_MAIN(TestFileRules)
#include "tst_file_rules.moc"

#include "cli/keep_options.h"

#include <sys/stat.h>
#include <unistd.h>

#include <QTemporaryDir>
#include <QtTest>
#include <array>
#include <filesystem>
#include <fstream>

#include "hearth/error.h"

using namespace hearth;
using namespace hearth::cli;

namespace {

constexpr std::array keepList{keepOption, keepKeyOption};

EngineOptions keepOf(const std::vector<std::string>& words) {
    EngineOptions options;
    readKeep(Arguments(words, keepList), options);
    return options;
}

}  // namespace

class TestKeepOptions : public QObject {
    Q_OBJECT

    QTemporaryDir m_folder;

    std::string file(const char* name, const std::string& content, mode_t mode = 0600) const {
        std::string path = m_folder.filePath(name).toStdString();
        std::ofstream(path, std::ios::binary) << content;
        (void)::chmod(path.c_str(), mode);
        return path;
    }
    /// Message about a key file; empty: none.
    static std::string problemOf(const std::string& path) {
        try {
            (void)keepOf({"--keep", "kept", "--keep-key-file", path});
        } catch (const Error& error) {
            return error.what();
        }
        return {};
    }

private slots:
    void theFolderAndTheKeyAreTaken() {
        QVERIFY(keepOf({}).prefixFolder.empty());
        const EngineOptions open = keepOf({"--keep", "kept"});
        QCOMPARE(open.prefixFolder, std::filesystem::path("kept"));
        QVERIFY(!open.prefixKey);
        for (const mode_t mode : {0600U, 0400U}) {
            const EngineOptions sealed =
                keepOf({"--keep", "kept", "--keep-key-file", file("key", std::string(31, 'k') + '\n', mode)});
            QVERIFY(sealed.prefixKey);
            QCOMPARE(sealed.prefixKey->front(), std::byte{'k'});
            QCOMPARE(sealed.prefixKey->back(), std::byte{'\n'});
            std::filesystem::remove(m_folder.filePath("key").toStdString());
        }
    }
    void aKeyNeedsAFolder() {
        QVERIFY_THROWS_EXCEPTION(UsageError, (void)keepOf({"--keep-key-file", file("alone", {})}));
    }
    void aKeyThatIsNoneIsRefused_data() {
        QTest::addColumn<QString>("path");
        QTest::addColumn<QString>("said");
        const auto row = [](const char* name, const std::string& path, const char* said) {
            QTest::newRow(name) << QString::fromStdString(path) << QString::fromUtf8(said);
        };
        const std::string whole(32, 'k');
        row("none", m_folder.filePath("none").toStdString(), "cannot be read: No such file or directory.");
        row("short", file("short", whole.substr(1)), "has to hold exactly 32 bytes");
        row("long", file("long", whole + "\n"), "has to hold exactly 32 bytes");
        row("group", file("group", whole, 0640), "is open to others; close it with \"chmod 600\".");
        row("all", file("all", whole, 0604), "is open to others");
        row("written", file("written", whole, 0620), "is open to others");
        row("folder", m_folder.path().toStdString(), "is not a file.");
        const std::string pipe = m_folder.filePath("pipe").toStdString();
        (void)::mkfifo(pipe.c_str(), 0600);
        row("pipe", pipe, "is not a file.");
        const std::string others = file("others", whole);
        if (::geteuid() == 0 && ::chown(others.c_str(), 4321, 0) == 0)
            row("others", others, "belongs to another user");
    }
    void aKeyThatIsNoneIsRefused() {
        QFETCH(QString, path);
        QFETCH(QString, said);
        const QString problem = QString::fromStdString(problemOf(path.toStdString()));
        QVERIFY2(problem.contains(said), qPrintable(problem));
        QVERIFY(problem.contains(path));
    }
};

QTEST_GUILESS_MAIN(TestKeepOptions)
#include "tst_keep_options.moc"

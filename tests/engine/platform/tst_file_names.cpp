#include "hearth/platform/file_names.h"

#include <sys/stat.h>

#include <QtTest/QtTest>
#include <cerrno>
#include <fstream>

using namespace hearth::platform;

class TestFileNames : public QObject {
    Q_OBJECT

    std::unique_ptr<QTemporaryDir> m_folder;
    std::filesystem::path at(const char* name) const {
        return std::filesystem::path(m_folder->path().toStdString()) / name;
    }
    static std::string textOf(const std::filesystem::path& path) {
        std::string text;
        std::ifstream(path) >> text;
        return text;
    }

private slots:
    void init() {
        m_folder = std::make_unique<QTemporaryDir>();
        std::ofstream(at("fresh")) << "new";
        std::ofstream(at("file")) << "old";
        std::filesystem::create_symlink("file", at("link"));
        std::filesystem::create_symlink("nowhere", at("broken"));
        std::filesystem::create_directory(at("folder"));
        QCOMPARE(mkfifo(at("pipe").c_str(), 0600), 0);
    }

    void aFreeNameIsGiven() {
        QCOMPARE(nameUse(at("free")), NameUse::Free);
        QVERIFY(giveName(at("fresh"), at("free"), false));
        QCOMPARE(textOf(at("free")), std::string("new"));
        QCOMPARE(nameUse(at("fresh")), NameUse::Free);
    }

    void aFileIsReplacedWhereThatIsWanted() {
        QCOMPARE(nameUse(at("file")), NameUse::File);
        QVERIFY(!giveName(at("fresh"), at("file"), false));
        QCOMPARE(errno, EEXIST);
        QCOMPARE(textOf(at("file")), std::string("old"));
        QVERIFY(giveName(at("fresh"), at("file"), true));
        QCOMPARE(textOf(at("file")), std::string("new"));
    }

    void nothingElseIsEverReplaced() {
        for (const char* name : {"link", "broken", "folder", "pipe"}) {
            struct stat before {
            }, after{};
            QCOMPARE(lstat(at(name).c_str(), &before), 0);
            QCOMPARE(nameUse(at(name)), NameUse::Other);
            for (const bool replace : {false, true}) {
                QVERIFY2(!giveName(at("fresh"), at(name), replace), name);
                QCOMPARE(errno, EEXIST);
            }
            QCOMPARE(lstat(at(name).c_str(), &after), 0);
            QCOMPARE(after.st_ino, before.st_ino);
            QCOMPARE(textOf(at("fresh")), std::string("new"));
        }
        QCOMPARE(nameUse("/dev/null"), NameUse::Other);
    }

    void otherReasonsAreTold() {
        QVERIFY(!giveName(at("fresh"), at("missing/name"), true));
        QCOMPARE(errno, ENOENT);
        QVERIFY(!giveName(at("gone"), at("name"), true));
        QCOMPARE(errno, ENOENT);
    }

    void namesAreRemovedByKind() {
        QVERIFY(removeFile(at("link")) && removeFile(at("pipe")) && !removeFile(at("folder")));
        QVERIFY(!removeFolder(at("file")));
        QCOMPARE(errno, ENOTDIR);
        QVERIFY(removeFolder(at("folder")) && nameUse(at("folder")) == NameUse::Free);
        QVERIFY(nameUse(at("file")) == NameUse::File);
    }

    void foldersAreForTheirOwner() {
        namespace fs = std::filesystem;
        QVERIFY(makePrivateFolder(at("private")) && !makePrivateFolder(at("private")));
        QCOMPARE(errno, EEXIST);
        QVERIFY(fs::status(at("private")).permissions() == fs::perms::owner_all);
        fs::permissions(at("private"), fs::perms::all);
        QVERIFY(closeToOthers(at("private")));
        QVERIFY(fs::status(at("private")).permissions() == fs::perms::owner_all);
        QVERIFY(isExecutable("/bin/sh") && !isExecutable(at("file")) && !isExecutable(at("missing")));
    }
};

QTEST_GUILESS_MAIN(TestFileNames)
#include "tst_file_names.moc"

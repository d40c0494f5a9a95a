#include "hearth/platform/file.h"

#include <sys/stat.h>

#include <QTemporaryDir>
#include <QtTest>
#include <cerrno>
#include <fstream>

using namespace hearth::platform;

class TestFile : public QObject {
    Q_OBJECT

    std::unique_ptr<QTemporaryDir> m_folder;
    std::filesystem::path at(const char* name) const {
        return std::filesystem::path(m_folder->path().toStdString()) / name;
    }
    static std::string textOf(const std::filesystem::path& path) {
        std::ifstream file(path);
        return {std::istreambuf_iterator<char>(file), {}};
    }
    static std::string readAt(const FileHandle& file, uint64_t offset, size_t bytes) {
        std::string text(bytes, '\0');
        const ptrdiff_t got = file.readAt(offset, std::span<char>(text));
        return got < 0 ? "failed" : text.substr(0, static_cast<size_t>(got));
    }

private slots:
    void init() {
        m_folder = std::make_unique<QTemporaryDir>();
        std::ofstream(at("file")) << "0123456789";
        std::filesystem::create_symlink("file", at("link"));
        QCOMPARE(mkfifo(at("pipe").c_str(), 0600), 0);
    }

    void bytesAreReadAndWritten() {
        const File file(at("file"), Open::Read | Open::Write);
        QVERIFY(file.isOpen());
        std::string text(4, '\0');
        QCOMPARE(file.read(std::span<char>(text)), ptrdiff_t{4});
        QCOMPARE(text, std::string("0123"));
        QCOMPARE(readAt(file, 8, 10), std::string("89"));
        QCOMPARE(readAt(file, 20, 10), std::string());
        QVERIFY(file.write("ab") && file.writeAt(0, "c"));
        QCOMPARE(textOf(at("file")), std::string("c123ab6789"));
        QVERIFY(file.truncate(3) && file.seek(2) && file.write("d") && file.sync() && file.syncData());
        QCOMPARE(textOf(at("file")), std::string("c1d"));
        QCOMPARE(file.writeSome(std::as_bytes(std::span("e", 1))), ptrdiff_t{1});
        file.forgetCached();
        const File more(at("file"), Open::Write | Open::Append);
        QVERIFY(more.seek(0) && more.write("end"));
        QCOMPARE(textOf(at("file")), std::string("c1deend"));
    }
    void whatIsNotThereHasAReason() {
        QVERIFY(!File(at("missing"), Open::Read).isOpen());
        QCOMPARE(errno, ENOENT);
        char byte = 0;
        QCOMPARE(File().read(std::span(&byte, 1)), ptrdiff_t{-1});
        QCOMPARE(errno, EBADF);
        QVERIFY(!File().facts() && !factsOf(at("missing")) && !factsOfTarget(at("missing")));
    }
    void filesAreMadeForTheirOwner() {
        QVERIFY(File(at("new"), Open::Write | Open::Create).isOpen());
        QCOMPARE(factsOf(at("new"))->permissions, ownerOnly);
        QVERIFY(!File(at("new"), Open::Write | Open::New).isOpen());
        QCOMPARE(errno, EEXIST);
        QVERIFY(File(at("new"), Open::Write).setPermissions(0640));
        QCOMPARE(factsOf(at("new"))->permissions, 0640U);
    }
    void linksPipesAndFoldersAreTold() {
        QVERIFY(!File(at("link"), Open::Read | Open::NoLink).isOpen());
        QCOMPARE(errno, ELOOP);
        QVERIFY(!File(at("file"), Open::Read | Open::Folder).isOpen());
        QCOMPARE(errno, ENOTDIR);
        // Would wait for a writer.
        const File pipe(at("pipe"), Open::Read | Open::NoWait | Open::NoTerminal);
        QVERIFY(pipe.isOpen() && pipe.facts()->kind == FileKind::Pipe);
        QVERIFY(factsOf(at("link"))->kind == FileKind::Link);
        QVERIFY(factsOfTarget(at("link"))->kind == FileKind::Regular);
        QVERIFY(factsOf(at("."))->kind == FileKind::Folder);
        QVERIFY(factsOf("/dev/null")->kind == FileKind::Device);
    }
    void factsAreThoseOfTheFile() {
        const File file(at("file"), Open::Read), other(at("link"), Open::Read);
        const auto facts = file.facts();
        QVERIFY(facts && facts->kind == FileKind::Regular && facts->isOwn);
        QCOMPARE(facts->sizeBytes, uint64_t{10});
        QCOMPARE(facts->names, uint64_t{1});
        QVERIFY(facts->identity == other.facts()->identity);
        QVERIFY(facts->identity != factsOf(at("link"))->identity);
        QVERIFY(file.setTimes(1'500'000'000'123'456'789));
        QCOMPARE(factsOf(at("file"))->modifiedNs, int64_t{1'500'000'000'123'456'789});
        std::filesystem::create_hard_link(at("file"), at("twin"));
        QCOMPARE(file.facts()->names, uint64_t{2});
    }
    void aLockIsThatOfOneOpenFile() {
        File first(at("file"), Open::Read);
        const File second(at("file"), Open::Read);
        QVERIFY(first.lock() && !second.lock());
        QCOMPARE(errno, EWOULDBLOCK);
        QVERIFY(first.close() && second.lock());
    }
    void filesAreMovedCopiedAndGivenUp() {
        File file(at("file"), Open::Read);
        const int number = file.descriptor();
        File moved = std::move(file);
        QCOMPARE(moved.descriptor(), number);
        File copy = File::copyOf(moved, 50);
        QVERIFY(copy.descriptor() >= 50 && copy.facts()->identity == moved.facts()->identity);
        QCOMPARE(moved.release(), number);
        QVERIFY(!moved.isOpen() && moved.close());
        errno = ENOSPC;
        moved = File(number);
        { const File gone = std::move(moved); }
        QCOMPARE(errno, ENOSPC);
        QVERIFY(!FileHandle(number).facts());
    }
    void namesAreFound() {
        std::string one = at("copy.").string(), two = one;
        const File first = File::withNewName(one), second = File::withNewName(two);
        QVERIFY(first.isOpen() && second.isOpen() && one != two);
        QVERIFY(one.starts_with(at("copy.").string()));
        QCOMPARE(factsOf(one)->permissions, ownerOnly);
        std::string nowhere = at("missing/copy.").string();
        QVERIFY(!File::withNewName(nowhere).isOpen());
        QCOMPARE(errno, ENOENT);
    }
    void memoryIsAFile() {
        const File file = File::inMemory();
        QVERIFY(file.write("text") && file.seek(1));
        QCOMPARE(readAt(file, 0, 10), std::string("text"));
    }
};

QTEST_GUILESS_MAIN(TestFile)
#include "tst_file.moc"

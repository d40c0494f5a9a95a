#include "prefix_store/block_folder.h"

#include <sys/stat.h>

#include <QTemporaryDir>
#include <QtTest>
#include <chrono>
#include <fstream>

#include "hearth/error.h"

using namespace hearth;

namespace {

BlockRecord plainRecord(uint64_t key) {
    return {.name = {{key, 0}, static_cast<uint32_t>(key)},
            .parent = {},
            .tokens = {1, 2, 3},
            .groups = {std::vector<std::byte>(100, std::byte{7})},
            .state = {},
            .logits = {}};
}

}  // namespace

class TestBlockFolder : public QObject {
    Q_OBJECT
private slots:
    void whatIsWrittenIsListed() {
        const QTemporaryDir place;
        const BlockFolder folder(root(place));
        QVERIFY(folder.all().empty() && folder.names({1, 1}).empty());
        const FileTime time = 1'700'000'000'123'456'789;
        folder.write({1, 1}, plainRecord(5), time);
        folder.write({2, 2}, plainRecord(6), time);
        QCOMPARE(folder.names({1, 1}), std::vector<BlockName>{plainRecord(5).name});
        const auto all = folder.all();
        QCOMPARE(all.size(), size_t{2});
        for (const StoredBlock& block : all) {
            QCOMPARE(block.bytes, plainRecord(5).sizeBytes());
            QCOMPARE(block.lastUse, time);
        }
        folder.use({1, 1}, plainRecord(5).name, time + 5);
        folder.remove({2, 2}, plainRecord(6).name);
        folder.remove({2, 2}, plainRecord(6).name);
        QCOMPARE(folder.all().size(), size_t{1});
        QCOMPARE(folder.all()[0].lastUse, time + 5);
        folder.removeSpace({1, 1});
        folder.removeSpace({1, 1});
        QVERIFY(folder.all().empty());
    }

    void onlyTheOwnerCanRead() {
        const QTemporaryDir place;
        const BlockFolder folder(root(place));
        folder.write({1, 1}, plainRecord(5), 0);
        using std::filesystem::perms;
        const auto file = folder.fileOf({1, 1}, plainRecord(5).name);
        QCOMPARE(std::filesystem::status(file).permissions(), perms::owner_read | perms::owner_write);
        QCOMPARE(std::filesystem::status(file.parent_path()).permissions(), perms::owner_all);
        QCOMPARE(std::filesystem::status(root(place)).permissions(), perms::owner_all);
        // Nothing unfinished stays behind.
        QCOMPARE(std::distance(std::filesystem::directory_iterator(file.parent_path()), {}), 1);
    }

    /// Files of an earlier format would only take room. What else lies there is not ours.
    void filesOfEarlierFormatsGo() {
        const QTemporaryDir place;
        const BlockFolder folder(root(place));
        folder.write({1, 1}, plainRecord(5), 0);
        const auto space = folder.fileOf({1, 1}, plainRecord(5).name).parent_path();
        std::ofstream(root(place) / "0123456789abcdef.prefixes") << "hpfixs03";
        std::ofstream(root(place) / "notes.txt") << "mine";
        std::ofstream(space / "notes.txt") << "mine";
        QCOMPARE(::mkfifo((root(place) / "pipe.prefixes").c_str(), 0600), 0);
        QCOMPARE(::mkfifo((space / BlockName{{9, 9}, 1}.text()).c_str(), 0600), 0);
        std::filesystem::create_symlink("nowhere", root(place) / "link.prefixes");
        for (const char* name : {".new-1-1", ".new-1-2"}) std::ofstream(space / name) << "unfinished";
        std::filesystem::last_write_time(
            space / ".new-1-1", std::filesystem::file_time_type::clock::now() - std::chrono::hours(1));
        folder.tidy();
        QVERIFY(!std::filesystem::exists(root(place) / "0123456789abcdef.prefixes"));
        QVERIFY(!std::filesystem::exists(space / ".new-1-1"));
        // Another process may be writing it.
        QVERIFY(std::filesystem::exists(space / ".new-1-2"));
        for (const char* stays : {"notes.txt", "pipe.prefixes"})
            QVERIFY2(std::filesystem::exists(root(place) / stays), stays);
        QVERIFY(std::filesystem::is_symlink(root(place) / "link.prefixes"));
        // The pipe is no record, and nobody waits for it.
        QCOMPARE(folder.all().size(), size_t{1});
        QVERIFY(std::filesystem::exists(space / "notes.txt"));
    }

    void saysWhereItCannotWrite() {
        const QTemporaryDir place;
        std::filesystem::create_directories(root(place));
        std::ofstream(root(place) / "plain") << "no folder";
        const BlockFolder impossible(root(place) / "plain/prefixes");
        try {
            impossible.write({1, 1}, plainRecord(5), 0);
            QFAIL("it wrote into a file as if that were a folder");
        } catch (const Error& error) {
            QCOMPARE(error.code(), ErrorCode::Io);
            const std::string text = error.what();
            QVERIFY2(
                text.starts_with("What was processed cannot be kept in " + impossible.root().string() + ": "),
                text.c_str());
        }
        // A folder is in the way of the finished file: nothing is left lying about.
        const BlockFolder folder(root(place));
        const auto taken = folder.fileOf({1, 1}, plainRecord(5).name);
        std::filesystem::create_directories(taken / "inner");
        QVERIFY_THROWS_EXCEPTION(Error, folder.write({1, 1}, plainRecord(5), 0));
        QCOMPARE(std::distance(std::filesystem::directory_iterator(taken.parent_path()), {}), 1);
    }

private:
    static std::filesystem::path root(const QTemporaryDir& place) {
        return (place.path() + "/prefixes").toStdString();
    }
};

QTEST_APPLESS_MAIN(TestBlockFolder)
#include "tst_block_folder.moc"

#include "vision/kept_pictures.h"

#include <sys/wait.h>
#include <unistd.h>

#include <QTemporaryDir>
#include <QtTest>
#include <bit>
#include <csignal>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <random>

#include "prefix_store/store_errors.h"

using namespace hearth;

namespace {

constexpr ContentHash tower{1, 2}, otherTower{1, 3};
constexpr size_t rowNumbers = 400;
constexpr uint64_t plenty = uint64_t{1} << 30U;

/// Rows that nobody has but this picture, with values that arithmetic would change.
KeptPictures::Rows rowsOf(uint64_t picture) {
    std::mt19937 random(static_cast<uint32_t>(picture));
    std::vector<float> rows(rowNumbers);
    for (float& value : rows) value = std::bit_cast<float>(static_cast<uint32_t>(random()));
    rows[0] = -0.0F;
    rows[1] = 3e-41F;
    return std::make_shared<const std::vector<float>>(std::move(rows));
}
TokenSpan::Content contentOf(uint64_t picture) {
    return {picture, ~picture};
}
bool isOf(const KeptPictures::Rows& rows, uint64_t picture) {
    return rows != nullptr && rows->size() == rowNumbers &&
           std::memcmp(rows->data(), rowsOf(picture)->data(), rowNumbers * sizeof(float)) == 0;
}

std::filesystem::path folderIn(const QTemporaryDir& place) {
    return std::filesystem::path(place.path().toStdString()) / "cache";
}
BlockStoreOptions optionsIn(const QTemporaryDir& place) {
    return {.folder = folderIn(place),
            .space = {5, 6},
            .shape = {.groupBytes = {64}, .stateBytes = 0, .vocabulary = 8}};
}
std::vector<std::filesystem::path> filesIn(const QTemporaryDir& place) {
    std::vector<std::filesystem::path> files;
    std::error_code gone;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(folderIn(place), gone))
        if (BlockName::parse(entry.path().filename().string())) files.push_back(entry.path());
    return files;
}

/// One run of the program with a store.
struct Run {
    explicit Run(const BlockStoreOptions& options, const ContentHash& itsTower = tower)
        : store(options), pictures(itsTower, plenty) {
        pictures.keepOn(&store);
    }
    void keep(uint64_t picture, const std::string& tenant = "chat") {
        pictures.keep(contentOf(picture), rowsOf(picture), tenant);
    }
    KeptPictures::Rows find(uint64_t picture, const std::string& tenant = "chat") {
        return pictures.find(contentOf(picture), rowNumbers, tenant);
    }
    BlockStore store;
    KeptPictures pictures;
};

}  // namespace

class TestKeptPictures : public QObject {
    Q_OBJECT
private slots:
    void theLastOnesStayInMemory() {
        constexpr uint64_t each = rowNumbers * sizeof(float);
        KeptPictures pictures(tower, 3 * each);
        const auto find = [&](uint64_t picture) { return pictures.find(contentOf(picture), rowNumbers, ""); };
        QVERIFY(find(1) == nullptr);
        for (const uint64_t picture : {1, 2, 3}) pictures.keep(contentOf(picture), rowsOf(picture), "");
        QVERIFY(isOf(find(1), 1));
        QVERIFY(pictures.contains(contentOf(2)) && !pictures.contains(contentOf(4)));
        pictures.keep(contentOf(4), rowsOf(4), "");
        QVERIFY(find(2) == nullptr && isOf(find(1), 1) && isOf(find(3), 3) && isOf(find(4), 4));
        QCOMPARE(pictures.bytes(), 3 * each);
        // Twice is once, and rows of another number are not those that are wanted.
        pictures.keep(contentOf(4), rowsOf(4), "");
        QCOMPARE(pictures.bytes(), 3 * each);
        QVERIFY(pictures.find(contentOf(4), rowNumbers / 2, "") == nullptr);
        pictures.clear();
        QVERIFY(find(4) == nullptr);
        QCOMPARE(pictures.bytes(), uint64_t{0});
        KeptPictures one(tower, 1);
        one.keep(contentOf(1), rowsOf(1), "");
        QVERIFY(isOf(one.find(contentOf(1), rowNumbers, ""), 1));
    }

    void aRestartFindsTheSameBits() {
        const QTemporaryDir place;
        {
            Run run(optionsIn(place));
            run.keep(1);
            run.keep(2);
            run.store.flush();
        }
        Run next(optionsIn(place));
        QVERIFY(next.pictures.contains(contentOf(1)) && !next.pictures.contains(contentOf(3)));
        QVERIFY(isOf(next.find(1), 1) && isOf(next.find(2), 2) && next.find(3) == nullptr);
        // Other weights or another processing make other rows of the same picture.
        Run other(optionsIn(place), otherTower);
        QVERIFY(other.find(1) == nullptr);
        QVERIFY(!next.store.takeFailure() && !other.store.takeFailure());
    }

    /// As quantizations of a model do, which have the same tower.
    void modelsOfOneTowerShareTheirPictures() {
        const QTemporaryDir place;
        BlockStoreOptions others = optionsIn(place);
        others.space = {7, 8};
        Run open(others);
        {
            Run run(optionsIn(place));
            run.keep(1, "a");
            run.store.flush();
        }
        QCOMPARE(filesIn(place).size(), size_t(1));
        QVERIFY(open.pictures.contains(contentOf(1)) && isOf(open.find(1, "b"), 1));
        Run next(others);
        QVERIFY(isOf(next.find(1, "c"), 1));
        next.store.flush();
        open.store.flush();
        QCOMPARE(filesIn(place).size(), size_t(1));
        // It goes with its last tenant, of whichever model.
        (void)open.store.keepTenants({"b"});
        QCOMPARE(filesIn(place).size(), size_t(1));
        (void)open.store.keepTenants({"d"});
        QCOMPARE(filesIn(place).size(), size_t(0));
    }

    void whatWasInMemoryGoesToAStoreThatOpens() {
        const QTemporaryDir place;
        {
            KeptPictures pictures(tower, plenty);
            pictures.keep(contentOf(1), rowsOf(1), "chat");
            BlockStore store(optionsIn(place));
            pictures.keepOn(&store);
            QVERIFY(isOf(pictures.find(contentOf(1), rowNumbers, "chat"), 1));
            store.flush();
            pictures.keepOn(nullptr);
            QVERIFY(isOf(pictures.find(contentOf(1), rowNumbers, "chat"), 1));
        }
        Run next(optionsIn(place));
        QVERIFY(isOf(next.find(1), 1));
    }

    void damagedRowsAreMadeAgain_data() {
        QTest::addColumn<bool>("encrypted");
        QTest::newRow("plain") << false;
        QTest::newRow("encrypted") << true;
    }
    void damagedRowsAreMadeAgain() {
        QFETCH(bool, encrypted);
        const QTemporaryDir place;
        BlockStoreOptions options = optionsIn(place);
        if (encrypted) options.key = CacheKey{std::byte{7}};
        {
            Run run(options);
            run.keep(1);
            run.store.flush();
        }
        const auto files = filesIn(place);
        QCOMPARE(files.size(), size_t{1});
        std::string whole;
        {
            std::ifstream in(files[0], std::ios::binary);
            whole.assign(std::istreambuf_iterator<char>(in), {});
        }
        std::vector<std::string> damaged{"", whole.substr(0, whole.size() - 1), whole + "x"};
        for (size_t at = 0; at < whole.size(); at += 37) {
            damaged.push_back(whole);
            damaged.back()[at] = static_cast<char>(whole[at] ^ 4);
        }
        for (const std::string& content : damaged) {
            std::ofstream(files[0], std::ios::binary) << content;
            Run run(options);
            QVERIFY(run.find(1) == nullptr);
            const auto told = run.store.takeFailure();
            QVERIFY(told && told->is(errors::cacheNotRead));
            run.keep(1);
            run.store.flush();
            Run next(options);
            QVERIFY(isOf(next.find(1), 1));
        }
    }

    void aKeyHidesThem() {
        const QTemporaryDir place;
        BlockStoreOptions own = optionsIn(place);
        own.key = CacheKey{std::byte{1}};
        {
            Run run(own);
            run.keep(1);
            run.store.flush();
        }
        const KeptPictures::Rows rows = rowsOf(1);
        const std::string part(reinterpret_cast<const char*>(rows->data() + 10), 32);
        for (const auto& file : filesIn(place)) {
            std::ifstream in(file, std::ios::binary);
            const std::string bytes{std::istreambuf_iterator<char>(in), {}};
            QVERIFY(bytes.size() > rowNumbers * sizeof(float));
            QVERIFY(bytes.find(part) == std::string::npos);
        }
        {
            Run run(own);
            QVERIFY(isOf(run.find(1), 1));
        }
        BlockStoreOptions other = own;
        other.key = CacheKey{std::byte{2}};
        Run stranger(other);
        QVERIFY(stranger.find(1) == nullptr);
        stranger.store.flush();
        // Files that can no longer be read are removed.
        QTRY_VERIFY(filesIn(place).empty());
    }

    void theLimitsOfTheFolderHold() {
        const QTemporaryDir place;
        BlockStoreOptions options = optionsIn(place);
        options.mostBytes = 3 * (rowNumbers * sizeof(float) + 400);
        {
            Run run(options);
            for (uint64_t picture = 1; picture <= 3; ++picture) run.keep(picture);
            run.store.flush();
            QCOMPARE(filesIn(place).size(), size_t{3});
        }
        {
            // The one that was used last stays.
            Run run(options);
            QVERIFY(isOf(run.find(1), 1));
            run.keep(4);
            run.store.flush();
            QCOMPARE(filesIn(place).size(), size_t{3});
        }
        {
            Run run(options);
            QVERIFY(run.find(2) == nullptr && isOf(run.find(1), 1) && isOf(run.find(4), 4));
            run.store.setLimits(1, plenty);
            run.store.flush();
            QVERIFY(filesIn(place).empty());
            // Memory has them still.
            QVERIFY(isOf(run.find(4), 4));
        }
        BlockStoreOptions aDay = optionsIn(place);
        aDay.folder = folderIn(place) / "another";
        aDay.mostBytesADay = 2 * (rowNumbers * sizeof(float) + 400);
        Run run(aDay);
        for (uint64_t picture = 1; picture <= 5; ++picture) run.keep(picture);
        run.store.flush();
        for (uint64_t picture = 1; picture <= 5; ++picture) QVERIFY(isOf(run.find(picture), picture));
        run.store.flush();
        QVERIFY(run.store.writtenBytes() <= aDay.mostBytesADay);
        QCOMPARE(filesIn(place).size(), size_t{2});
    }

    void whatNoChatUsedGoes() {
        const QTemporaryDir place;
        Run run(optionsIn(place));
        run.keep(1, "chat 1");
        run.keep(2, "chat 1");
        run.keep(3, "chat 2");
        QVERIFY(isOf(run.find(2, "chat 2"), 2));
        const std::vector<std::string> left{"chat 2"};
        run.pictures.keepTenants(left);
        (void)run.store.keepTenants(left);
        QVERIFY(run.find(1, "chat 2") == nullptr);
        QVERIFY(isOf(run.find(2, "chat 2"), 2) && isOf(run.find(3, "chat 2"), 3));
        QCOMPARE(filesIn(place).size(), size_t{2});
        run.pictures.clear();
        run.store.clear();
        QVERIFY(filesIn(place).empty());
        QVERIFY(run.find(2, "chat 2") == nullptr);
    }

    void twoProcessesShareAFolder() {
        const QTemporaryDir place;
        Run first(optionsIn(place)), second(optionsIn(place));
        first.keep(1);
        first.store.flush();
        QVERIFY(isOf(second.find(1), 1));
        second.keep(1);
        second.keep(2);
        second.store.flush();
        QCOMPARE(filesIn(place).size(), size_t{2});
        QCOMPARE(second.store.writtenBytes(), first.store.writtenBytes());
        // A file removed by one is written again by the other, which reports no damage.
        Run third(optionsIn(place));
        first.store.clear();
        QVERIFY(third.find(1) == nullptr && !third.store.takeFailure());
        third.keep(1);
        third.store.flush();
        Run next(optionsIn(place));
        QVERIFY(isOf(next.find(1), 1));
    }

    /// HEARTH_KILLS: how many processes.
    void aKillLeavesNoOtherRows() {
        const QTemporaryDir place;
        const int kills = std::max(6, qEnvironmentVariableIntValue("HEARTH_KILLS"));
        std::mt19937 random(5);
        size_t there = 0;
        for (int i = 0; i < kills; ++i) {
            const pid_t child = ::fork();
            QVERIFY(child >= 0);
            if (child == 0) {
                Run run(optionsIn(place));
                for (uint64_t picture = static_cast<uint64_t>(i) * 1000;; ++picture)
                    if (run.store.waitForRoom(1000)) run.keep(picture % 5000);
            }
            ::usleep(5000 + random() % 30000);
            QCOMPARE(::kill(child, SIGKILL), 0);
            QCOMPARE(::waitpid(child, nullptr, 0), child);
            Run run(optionsIn(place));
            for (uint64_t picture = 0; picture < 5000; ++picture) {
                const auto rows = run.find(picture);
                QVERIFY(rows == nullptr || isOf(rows, picture));
                there += rows != nullptr ? 1 : 0;
            }
            QVERIFY(!run.store.takeFailure());
        }
        QVERIFY2(there > 0, "No process lived long enough to write.");
    }
};

QTEST_GUILESS_MAIN(TestKeptPictures)
#include "tst_kept_pictures.moc"

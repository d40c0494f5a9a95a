#include "prefix_store/block_store.h"

#include <sys/resource.h>
#include <sys/stat.h>

#include <QTemporaryDir>
#include <QtTest>
#include <csignal>
#include <fstream>

#include "hearth/engine.h"
#include "hearth/prefix_folder.h"
#include "prefix_store/store_errors.h"

using namespace hearth;

namespace {

constexpr ContentHash storeSpace{3, 4};

BlockRecord storedRecord(uint64_t chain, uint32_t depth) {
    return {.name = {{chain, depth}, depth},
            .parent = {chain, depth + 1000},
            .tokens = {static_cast<TokenId>(depth)},
            .groups = {std::vector<std::byte>(1000, static_cast<std::byte>(chain))},
            .state = {},
            .logits = {}};
}

WantedRecord wantedOf(const BlockRecord& record) {
    return {.name = record.name, .parent = record.parent, .tokens = record.tokens, .groups = {}};
}

}  // namespace

class TestBlockStore : public QObject {
    Q_OBJECT
private slots:
    void whatIsPutIsThereAtOnceAndForTheNext() {
        const QTemporaryDir place;
        const BlockRecord record = storedRecord(1, 0);
        {
            BlockStore store(options(place));
            QVERIFY(!store.has(record.name) && !store.get(wantedOf(record)));
            store.put(record, {1, ""});
            QVERIFY(store.has(record.name));
            const auto waiting = store.get(wantedOf(record));
            QVERIFY(waiting && waiting->groups == record.groups);
            store.flush();
            QCOMPARE(store.writtenBytes(), record.sizeBytes());
            store.put(record, {2, ""});
            store.flush();
            QCOMPARE(store.writtenBytes(), record.sizeBytes());
        }
        BlockStore next(options(place));
        QVERIFY(next.has(record.name));
        const auto read = next.get(wantedOf(record));
        QVERIFY(read && read->groups == record.groups);
    }

    void whatIsRemovedIsGoneAtOnceAndMayComeBack() {
        const QTemporaryDir place;
        const BlockRecord record = storedRecord(1, 0);
        {
            BlockStore store(options(place));
            store.remove(record.name);
            store.put(record, {1, ""});
            store.remove(record.name);
            QVERIFY(!store.has(record.name) && !store.get(wantedOf(record)));
            store.flush();
            store.put(record, {1, ""});
            store.flush();
            QVERIFY(store.get(wantedOf(record)));
            store.remove(record.name);
            store.flush();
        }
        BlockStore next(options(place));
        QVERIFY(!next.has(record.name));
        QVERIFY(!next.takeFailure());
    }

    void withAKeyNobodyReadsItWithoutOne() {
        const QTemporaryDir place;
        BlockStoreOptions own = options(place);
        own.key = CacheKey{std::byte{1}};
        const BlockRecord record = storedRecord(7, 0), other = storedRecord(8, 3);
        {
            BlockStore store(own);
            store.put(record, {1, "chat 1"});
            store.put(other, {1, "chat 2"});
            QVERIFY(store.get(wantedOf(record)));
            store.flush();
        }
        const std::string name = record.name.text(), body(100, '\7');
        size_t files = 0;
        for (const auto& entry : std::filesystem::recursive_directory_iterator(path(place))) {
            QVERIFY(entry.path().string().find(name.substr(0, 32)) == std::string::npos);
            struct stat status {};
            QCOMPARE(::stat(entry.path().c_str(), &status), 0);
            QCOMPARE(status.st_mode & 0077U, 0U);
            if (!entry.is_regular_file()) continue;
            std::ifstream in(entry.path(), std::ios::binary);
            const std::string bytes{std::istreambuf_iterator<char>(in), {}};
            QVERIFY(bytes.find(body) == std::string::npos);
            files += bytes.size() > 1000 ? 1 : 0;
        }
        QCOMPARE(files, size_t{2});
        {
            BlockStore store(own);
            QVERIFY(store.has(record.name));
            const auto read = store.get(wantedOf(record));
            QVERIFY(read && read->groups == record.groups);
            // Blocks that only the other chat used are removed.
            const std::set<BlockName> left = store.keepTenants({"chat 1"});
            QCOMPARE(left, std::set<BlockName>{store.stored(record.name)});
            QVERIFY(!store.has(other.name) && store.has(record.name));
        }
        // Without an engine likewise.
        const PrefixUse use = prefixUse(path(place), {"chat 1", "chat 2"});
        QVERIFY(use.bytes > 1000 && use.tenants[0].bytes == use.bytes && use.tenants[1].bytes == 0);
        keepPrefixesOf(path(place), {"chat 1"});
        QCOMPARE(prefixUse(path(place), {"chat 1"}).bytes, use.bytes);
        limitPrefixes(path(place), 1);
        QCOMPARE(prefixUse(path(place), {"chat 1"}).bytes, uint64_t{0});
    }

    void encryptedFilesAreNotExchanged() {
        const QTemporaryDir place;
        BlockStoreOptions own = options(place);
        own.key = CacheKey{std::byte{1}};
        BlockStore store(own);
        const BlockRecord first = storedRecord(1, 0), second = storedRecord(2, 0);
        store.put(first, {1, ""});
        store.put(second, {1, ""});
        store.flush();
        const BlockFolder folder(path(place), FileSeal(*own.key));
        const auto fileOf = [&](const BlockRecord& record) {
            return folder.fileOf(folder.stored(storeSpace), folder.stored(record.name));
        };
        std::filesystem::copy_file(fileOf(first), fileOf(second),
                                   std::filesystem::copy_options::overwrite_existing);
        QVERIFY(!store.get(wantedOf(second)));
        QVERIFY(store.get(wantedOf(first)));
        std::fstream(fileOf(first), std::ios::in | std::ios::out | std::ios::binary).seekp(200).put('x');
        QVERIFY(!store.get(wantedOf(first)));
        const auto told = store.takeFailure();
        QVERIFY(told && told->is(errors::cacheNotRead));
        store.put(first, {1, ""});
        store.flush();
        QVERIFY(store.get(wantedOf(first)));
        std::filesystem::resize_file(fileOf(first), 100'000'000);
        QVERIFY(!store.get(wantedOf(first)));
    }

    void otherKindsAreRemoved() {
        const QTemporaryDir place;
        BlockStoreOptions own = options(place);
        const BlockRecord record = storedRecord(1, 0);
        const std::vector<std::optional<CacheKey>> keys{std::nullopt, CacheKey{std::byte{1}},
                                                        CacheKey{std::byte{2}}, std::nullopt};
        for (const auto& key : keys) {
            own.key = key;
            std::ofstream(path(place) / "old.prefixes") << "of an earlier version";
            BlockStore store(own);
            QVERIFY(!store.has(record.name));
            store.put(record, {1, "chat"});
            store.flush();
            QVERIFY(!std::filesystem::exists(path(place) / "old.prefixes"));
            QVERIFY(store.get(wantedOf(record)));
            QCOMPARE(prefixUse(path(place), {}).bytes, record.sizeBytes() + (key ? FileSeal::addedBytes : 0));
            QCOMPARE(BlockFolder::rootsIn(path(place)).size(), size_t{key ? 2U : 1U});
        }
    }

    void whatIsDamagedIsForgottenAndCanBePutAgain() {
        const QTemporaryDir place;
        BlockStore store(options(place));
        const BlockRecord record = storedRecord(1, 0);
        store.put(record, {1, ""});
        store.flush();
        std::ofstream(BlockFolder(path(place)).fileOf(storeSpace, record.name)) << "nothing of ours";
        QVERIFY(!store.get(wantedOf(record)));
        QVERIFY(!store.has(record.name));
        const auto told = store.takeFailure();
        QVERIFY(told && told->is(errors::cacheNotRead));
        QVERIFY(!store.takeFailure());
        store.flush();
        store.put(record, {1, ""});
        store.flush();
        QVERIFY(store.get(wantedOf(record)));
    }

    /// The oldest go, of all models; of what was used together the end.
    void theFolderHasALimit() {
        const QTemporaryDir place;
        BlockStoreOptions small = options(place);
        small.mostBytes = 4 * storedRecord(1, 0).sizeBytes();
        BlockStoreOptions other = small;
        other.space = {5, 5};
        {
            BlockStore store(other);
            for (const uint32_t depth : {0U, 1U}) store.put(storedRecord(9, depth), {10, ""});
            store.flush();
        }
        BlockStore store(small);
        for (const uint32_t depth : {0U, 1U}) store.put(storedRecord(1, depth), {20, ""});
        store.put(storedRecord(2, 0), {30, ""});
        store.flush();
        QCOMPARE(names(place), (std::set<BlockName>{storedRecord(9, 0).name, storedRecord(1, 0).name,
                                                    storedRecord(1, 1).name, storedRecord(2, 0).name}));
        store.use({storedRecord(1, 0).name}, {40, ""});
        for (const uint32_t depth : {1U, 2U}) store.put(storedRecord(2, depth), {30, ""});
        store.flush();
        QCOMPARE(names(place), (std::set<BlockName>{storedRecord(1, 0).name, storedRecord(2, 0).name,
                                                    storedRecord(2, 1).name, storedRecord(2, 2).name}));
        QVERIFY(!store.has(storedRecord(1, 1).name));
    }

    void limitsChangeWhileItIsOpen() {
        const QTemporaryDir place;
        const uint64_t size = storedRecord(1, 0).sizeBytes();
        {
            BlockStore store(options(place));
            for (uint64_t chain = 1; chain <= 6; ++chain)
                store.put(storedRecord(chain, 0), {static_cast<FileTime>(chain), ""});
            store.setLimits(4 * size, 100 * size);
            store.flush();
            QVERIFY(!store.has(storedRecord(2, 0).name) && store.has(storedRecord(3, 0).name));
            QCOMPARE(names(place).size(), size_t{4});
            store.put(storedRecord(7, 0), {7, ""});
            store.flush();
            QCOMPARE(names(place).size(), size_t{4});
            QVERIFY(store.has(storedRecord(7, 0).name) && !store.has(storedRecord(3, 0).name));
            // Enough was written on this day.
            store.setLimits(100 * size, 7 * size);
            store.put(storedRecord(8, 0), {8, ""});
            store.flush();
            QVERIFY(!store.has(storedRecord(8, 0).name));
        }
        // Also where it was changed while nothing was open, and by whoever opens nothing.
        BlockStoreOptions smaller = options(place);
        smaller.mostBytes = 3 * size;
        {
            BlockStore store(smaller);
            store.put(storedRecord(7, 0), {9, ""});
            store.flush();
        }
        QCOMPARE(names(place).size(), size_t{3});
        limitPrefixes(path(place), size);
        QCOMPARE(names(place), std::set<BlockName>{storedRecord(7, 0).name});
    }

    void aSequenceLongerThanTheLimitKeepsItsBeginning() {
        const QTemporaryDir place;
        BlockStoreOptions small = options(place);
        small.mostBytes = 5 * storedRecord(1, 0).sizeBytes();
        BlockStore store(small);
        for (uint32_t depth = 0; depth < 12; ++depth) store.put(storedRecord(1, depth), {7, ""});
        store.flush();
        for (uint32_t depth = 0; depth < 12; ++depth)
            QCOMPARE(store.has(storedRecord(1, depth).name), depth < 5);
        QCOMPARE(names(place).size(), size_t{5});
        small.mostBytes = 10;
        BlockStore none(small);
        none.put(storedRecord(3, 0), {99, ""});
        none.flush();
        QVERIFY(!none.has(storedRecord(3, 0).name));
        // Nor does what was there before fit any more.
        QVERIFY(names(place).empty());
    }

    void whatOnlyAnOwnerUsedGoesWithIt() {
        const QTemporaryDir place;
        BlockStore store(options(place));
        BlockStoreOptions elsewhere = options(place);
        elsewhere.space = {5, 5};
        {
            BlockStore other(elsewhere);
            other.put(storedRecord(8, 0), {1, "chat 1"});
            other.put(storedRecord(9, 0), {1, "chat 2"});
            other.flush();
        }
        // A common beginning, and what each said; nobody's use keeps nothing alive.
        store.put(storedRecord(1, 0), {1, "chat 1"});
        store.put(storedRecord(1, 1), {1, "chat 1"});
        store.use({storedRecord(1, 0).name}, {2, "chat 2"});
        store.use({storedRecord(1, 1).name}, {2, ""});
        store.put(storedRecord(2, 1), {2, "chat 2"});
        store.put(storedRecord(3, 0), {2, ""});
        QCOMPARE(store.keepTenants({"chat 2"}),
                 (std::set<BlockName>{storedRecord(1, 0).name, storedRecord(2, 1).name}));
        QCOMPARE(names(place), (std::set<BlockName>{storedRecord(1, 0).name, storedRecord(2, 1).name,
                                                    storedRecord(9, 0).name}));
        QVERIFY(!store.has(storedRecord(1, 1).name));
        QVERIFY(store.keepTenants({}).empty());
        QVERIFY(names(place).empty());
    }

    void aDayHasALimit() {
        const QTemporaryDir place;
        BlockStoreOptions bounded = options(place);
        bounded.mostBytesADay = 3 * storedRecord(1, 0).sizeBytes();
        for (int start = 0; start < 2; ++start) {
            BlockStore store(bounded);
            for (uint32_t depth = 0; depth < 5; ++depth) store.put(storedRecord(1, depth), {1, ""});
            store.flush();
            QCOMPARE(names(place).size(), size_t{3});
        }
    }

    void theQueueIsBounded() {
        const QTemporaryDir place;
        BlockStoreOptions bounded = options(place);
        bounded.queueBytes = 1500;
        BlockStore store(bounded);
        for (uint32_t depth = 0; depth < 20; ++depth) {
            QVERIFY(store.waitForRoom(5000));
            store.put(storedRecord(1, depth), {1, ""});
        }
        store.flush();
        QCOMPARE(names(place).size(), size_t{20});
        QVERIFY(store.hasRoom());
    }

    void clearingLeavesNothing() {
        const QTemporaryDir place;
        BlockStore store(options(place));
        for (uint32_t depth = 0; depth < 200; ++depth) store.put(storedRecord(1, depth), {1, ""});
        store.clear();
        QVERIFY(names(place).empty());
        QVERIFY(!store.has(storedRecord(1, 3).name));
        store.put(storedRecord(1, 3), {2, ""});
        store.flush();
        QCOMPARE(names(place).size(), size_t{1});
    }

    void tellsHowFarItIsAndStops() {
        const QTemporaryDir place;
        BlockStore store(options(place));
        for (uint32_t depth = 0; depth < 500; ++depth) store.put(storedRecord(1, depth), {1, ""});
        std::stop_source stop;
        stop.request_stop();
        store.flush({}, stop.get_token());
        std::vector<double> told;
        store.flush([&](double share) { told.push_back(share); });
        QVERIFY(std::ranges::is_sorted(told));
        QVERIFY(told.empty() || (told.front() > 0 && told.back() <= 1));
        QCOMPARE(names(place).size(), size_t{500});
    }

    /// Nothing fails but what is told at the end, once.
    void aFolderThatCannotBeWrittenCostsNothingElse() {
        const QTemporaryDir place;
        std::ofstream(path(place) / "plain") << "no folder";
        BlockStoreOptions impossible = options(place);
        impossible.folder = path(place) / "plain/prefixes";
        BlockStore store(impossible);
        for (uint32_t depth = 0; depth < 3; ++depth) store.put(storedRecord(1, depth), {1, ""});
        QVERIFY_THROWS_EXCEPTION(Error, store.flush());
        store.flush();
        QVERIFY(!store.takeFailure());
        store.put(storedRecord(2, 0), {1, ""});
        std::optional<Error> told;
        QTRY_VERIFY(told || (told = store.takeFailure()));
        QVERIFY(told->is(errors::cacheNotKept));
        QVERIFY(!store.takeFailure());
        QVERIFY(!store.has(storedRecord(1, 0).name));
        QVERIFY(!store.get(wantedOf(storedRecord(1, 0))));
    }

    /// A disk that fills up within a file.
    void aFullDiskLeavesNothingHalf() {
        const QTemporaryDir place;
        BlockStore store(options(place));
        store.put(storedRecord(1, 0), {1, ""});
        store.flush();
        rlimit before{};
        QCOMPARE(::getrlimit(RLIMIT_FSIZE, &before), 0);
        const auto handler = std::signal(SIGXFSZ, SIG_IGN);
        const rlimit tiny{.rlim_cur = 600, .rlim_max = before.rlim_max};
        QCOMPARE(::setrlimit(RLIMIT_FSIZE, &tiny), 0);
        store.put(storedRecord(1, 1), {1, ""});
        bool told = false;
        try {
            store.flush();
        } catch (const Error& error) {
            told = error.code() == ErrorCode::Io;
        }
        (void)::setrlimit(RLIMIT_FSIZE, &before);
        (void)std::signal(SIGXFSZ, handler);
        QVERIFY(told);
        QCOMPARE(names(place), std::set<BlockName>{storedRecord(1, 0).name});
        QVERIFY(store.get(wantedOf(storedRecord(1, 0))));
        store.put(storedRecord(1, 1), {1, ""});
        store.flush();
        QVERIFY(store.get(wantedOf(storedRecord(1, 1))));
    }

private:
    static std::filesystem::path path(const QTemporaryDir& place) { return place.path().toStdString(); }
    static BlockStoreOptions options(const QTemporaryDir& place) {
        return {.folder = path(place),
                .space = storeSpace,
                .shape = {.groupBytes = {1000}, .stateBytes = 0, .vocabulary = 0}};
    }
    static std::set<BlockName> names(const QTemporaryDir& place) {
        std::set<BlockName> names;
        for (const StoredBlock& block : BlockFolder(path(place)).all()) names.insert(block.name);
        return names;
    }
};

QTEST_APPLESS_MAIN(TestBlockStore)
#include "tst_block_store.moc"

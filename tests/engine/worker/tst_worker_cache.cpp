#include "worker/worker_cache.h"

#include <QtTest>

#include "played_caller.h"
#include "worker/engine_wire.h"

using namespace hearth;
using wire::Call;
using wire::packed;

class TestWorkerCache : public QObject {
    Q_OBJECT

private slots:
    void theNextProcessGetsTheSameFolder() {
        test::PlayedCaller caller;
        EngineOptions options;
        WorkerCache cache(caller, options);
        const CacheKey key{std::byte{7}};
        cache.open("/kept", {.bytes = 3, .bytesADay = 4, .key = key});
        QCOMPARE(options.prefixFolder, std::filesystem::path("/kept"));
        QCOMPARE(options.prefixBytes, uint64_t{3});
        QCOMPARE(options.prefixBytesADay, uint64_t{4});
        QVERIFY(options.prefixKey == key);
        QVERIFY(caller.calls == std::vector{Call::OpenPrefixFolder});
        // A process that is gone is not started for it.
        caller.gone = true;
        cache.close();
        QVERIFY(options.prefixFolder.empty());
        cache.open("/other", {});
        QCOMPARE(options.prefixFolder, std::filesystem::path("/other"));
        cache.clear();
        cache.keepTenants({"a"});
        cache.flush({}, {});
        QVERIFY(!cache.takeProblem());
        QCOMPARE(cache.stats().blocks, uint64_t{0});
        QCOMPARE(cache.use({"a", "b"}).tenants.size(), size_t{2});
        QCOMPARE(caller.calls.size(), size_t{1});
    }

    void placesThatNobodyAskedForAreDropped() {
        test::PlayedCaller caller;
        EngineOptions options;
        WorkerCache cache(caller, options);
        caller.next = packed(PrefixUse{.bytes = 9, .tenants = {{5, 5, {1, 7}}, {4, 4, {0}}, {3, 3, {}}}});
        const PrefixUse use = cache.use({"a", "b"});
        QCOMPARE(use.bytes, uint64_t{9});
        QCOMPARE(use.tenants.size(), size_t{2});
        QCOMPARE(use.tenants[0].sharesWith, std::vector<size_t>{1});
        QCOMPARE(use.tenants[1].sharesWith, std::vector<size_t>{0});
    }

    void limitsGoThereAndMemoryComesBack() {
        test::PlayedCaller caller;
        EngineOptions options;
        WorkerCache cache(caller, options);
        caller.next = packed(CacheMemory{.taken = 5, .most = 9});
        const CacheMemory memory = cache.limit(7);
        QVERIFY(caller.calls == std::vector{Call::LimitCache});
        QCOMPARE(memory.taken, uint64_t{5});
        QCOMPARE(memory.most, uint64_t{9});
        caller.gone = true;
        QCOMPARE(cache.limit(7).taken, uint64_t{0});
    }

    void progressAndProblemsComeAcross() {
        test::PlayedCaller caller;
        EngineOptions options;
        WorkerCache cache(caller, options);
        caller.parts = {packed(0.5), packed(1.0)};
        std::vector<double> shares;
        cache.flush([&](double share) { shares.push_back(share); }, {});
        QCOMPARE(shares, (std::vector<double>{0.5, 1.0}));
        const Error full(ErrorCode::Io, "The disk is full.");
        caller.next = packed(std::optional(wire::SentError{full.code(), full.message()}));
        const auto problem = cache.takeProblem();
        QVERIFY(problem && problem->code() == ErrorCode::Io);
        QCOMPARE(std::string(problem->what()), std::string("The disk is full."));
    }
};

QTEST_GUILESS_MAIN(TestWorkerCache)
#include "tst_worker_cache.moc"

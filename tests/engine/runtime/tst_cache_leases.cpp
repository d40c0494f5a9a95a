#include "runtime/cache_leases.h"

#include <QtTest>

#include "support/scripted_engine.h"

using namespace hearth;

namespace {

constexpr uint64_t mib = uint64_t{1} << 20U;

/// A model whose tasks run when the test says so.
struct PlayedPort final : EngineExecutor {
    std::shared_ptr<test::EngineScript> script = std::make_shared<test::EngineScript>();
    test::ScriptedEngine engine{script};
    std::vector<Task> tasks;

    explicit PlayedPort(uint64_t taken) { script->cacheMemory = {.taken = taken, .most = 1000 * mib}; }
    void post(Task task) override { tasks.push_back(std::move(task)); }
    void beside(std::function<void(const std::stop_token&)>) override {}
    void cancel(RequestId) override {}
    void run() {
        for (const Task& task : std::exchange(tasks, {})) task(&engine, nullptr);
    }
};

}  // namespace

class TestCacheLeases : public QObject {
    Q_OBJECT

    uint64_t m_free = 0;
    int m_answers = 0;
    CacheLeases::Clock::time_point m_now{};
    std::unique_ptr<CacheLeases> m_leases;

private slots:
    void init() {
        m_free = 656 * mib;
        m_answers = 0;
        m_leases = std::make_unique<CacheLeases>(CacheLeases::Hooks{.freeMemory = [this] { return m_free; },
                                                                    .answered = [this] { ++m_answers; },
                                                                    .now = [this] { return m_now; }});
    }

    void oneAloneHasNoLimit() {
        PlayedPort port(10 * mib);
        m_leases->add("a", port, false);
        QVERIFY(!m_leases->isShared());
        m_leases->share({"a"}, 0);
        QVERIFY(port.tasks.empty());
    }

    void thoseThatComputeShareWhatIsFree() {
        PlayedPort a(100 * mib), b(50 * mib), card(0);
        m_leases->add("a", a, false);
        m_leases->add("b", b, false);
        m_leases->add("card", card, true);
        QVERIFY(m_leases->isShared());
        QVERIFY(m_leases->ask(false));
        a.run();
        b.run();
        QCOMPARE(m_answers, 2);
        m_leases->share({"a", "card"}, 0);
        a.run();
        QVERIFY(b.tasks.empty() && card.tasks.empty());
        // 256 MiB are left to others, and half of the rest to the other model.
        QCOMPARE(a.script->cacheLimits.back(), 300 * mib);
        // A model that is being loaded has its part first.
        m_leases->share({"b"}, 200 * mib);
        b.run();
        QCOMPARE(b.script->cacheLimits.back(), 150 * mib);
        m_leases->remove("b");
        m_leases->remove("card");
        QVERIFY(m_leases->isShared());
        m_leases->share({"a"}, 0);
        a.run();
        QCOMPARE(a.script->cacheLimits.back(), UINT64_MAX);
        QVERIFY(!m_leases->isShared());
    }

    void cachesGiveBackWhereThatIsEnough() {
        PlayedPort a(100 * mib), b(50 * mib);
        m_leases->add("a", a, false);
        m_leases->add("b", b, false);
        QVERIFY(m_leases->ask(false));
        QVERIFY(!m_leases->ask(true));
        QVERIFY(m_leases->isWaiting());
        QVERIFY(!m_leases->giveBack({"a", "b"}, 1));  // nobody has answered yet
        a.run();
        b.run();
        QVERIFY(!m_leases->isWaiting());
        QVERIFY(!m_leases->giveBack({"a", "b", "gone"}, 151 * mib));
        QVERIFY(a.tasks.empty() && b.tasks.empty());
        QVERIFY(m_leases->giveBack({"b", "a"}, 60 * mib));
        a.run();
        b.run();
        QCOMPARE(b.script->cacheLimits.back(), uint64_t(0));
        QCOMPARE(a.script->cacheLimits.back(), 90 * mib);
        QCOMPARE(a.script->cacheMemory.taken, 90 * mib);
    }

    void aLongStepIsNotWaitedFor() {
        PlayedPort a(100 * mib);
        m_leases->add("a", a, false);
        QVERIFY(m_leases->ask(false));
        m_now += std::chrono::seconds(1);
        QVERIFY(m_leases->isWaiting());
        m_now += std::chrono::seconds(2);
        QVERIFY(!m_leases->isWaiting());
        // An answer that comes when the model is gone concerns nobody.
        m_leases->remove("a");
        a.run();
        QCOMPARE(m_answers, 1);
    }
};

QTEST_GUILESS_MAIN(TestCacheLeases)
#include "tst_cache_leases.moc"

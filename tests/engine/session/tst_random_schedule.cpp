// Requests at random: whatever becomes of others, a request has the bits that it has alone, and nothing
// leaks.
#include <QTemporaryDir>
#include <QtTest>
#include <filesystem>
#include <memory>
#include <optional>
#include <random>

#include "backend/cpu/cpu_backend.h"
#include "backend/reference/reference_backend.h"
#include "hearth/gguf.h"
#include "placement/memory_plan.h"
#include "prefix_store/block_store.h"
#include "session/scheduler.h"
#include "support/greedy_client.h"

using namespace hearth;
using namespace hearth::test;

namespace {

constexpr uint32_t context = 512, rows = 96;

/// Counts how often it is let go of.
class CountingClient final : public SequenceClient {
public:
    explicit CountingClient(size_t count) : m_client(count) {}
    void started(size_t cached, size_t fromDisk) override {
        begun = true;
        m_client.started(cached, fromDisk);
    }
    void promptProcessed(size_t done, size_t total) override { m_client.promptProcessed(done, total); }
    std::optional<TokenId> next(std::span<const float> logits) override { return m_client.next(logits); }
    void cut(const ContextShift& cut) override { cuts.push_back(cut); }
    void full() override { m_client.full(); }
    bool stopped() const override { return m_client.stopped(); }
    void ended() override { ++timesEnded; }

    const GreedyClient& client() const noexcept { return m_client; }
    void stop() noexcept { m_client.stop = true; }
    bool begun = false;
    int timesEnded = 0;
    std::vector<ContextShift> cuts;

private:
    GreedyClient m_client;
};

struct Request {
    std::vector<TokenId> prompt;
    size_t count = 0;
    std::vector<ContextShift> cuts;     ///< of the prompt
    std::optional<ShiftPoints> places;  ///< of one that slides
    CountingClient client{0};
    bool cancelled = false, waits = false;
};

CountingClient alone(Model& model, KvTypes kvTypes, const Request& request) {
    Scheduler scheduler(model, kvTypes, context, 64);
    CountingClient client(request.count);
    SequenceOptions options;
    options.cuts = request.cuts;
    options.places = request.places;
    scheduler.add(request.prompt, client, options);
    while (!scheduler.idle()) scheduler.step();
    return client;
}

/// A scheduler with too few blocks for all, and what is done with it at random.
class RandomSchedule {
public:
    RandomSchedule(Model& model, KvTypes kvTypes, std::filesystem::path kept)
        : m_model(model), m_kvTypes(kvTypes), m_kept(std::move(kept)) {
        restart();
    }

    /// Something at random, and a step; `more`: requests may come.
    void step(bool more) {
        if (m_number != 0 && m_number % firstTokens == 0) forgetWhenIdle();
        if (more && chance(4) && !m_forgetting) submit();
        if (!m_requests.empty() && chance(20)) cancel(any());
        if (!m_requests.empty() && chance(10)) m_scheduler->setPriority(any().client, Priority(below(3)));
        if (more && chance(100)) restart();
        // Memory that others want, and that is there again.
        if (m_limits() % 8 == 0) {
            const uint64_t whole = m_scheduler->kv().sizeBytes;
            const uint64_t taken = m_scheduler->limitCache(whole * (m_limits() % 5) / 4);
            if (taken < m_most) ++shrinks;
            m_most = taken;
        }
        m_scheduler->step();
        for (const auto& request : m_requests) {
            const CountingClient& client = request->client;
            const bool waits = client.begun && client.timesEnded == 0 && !m_scheduler->isAdmitted(client);
            if (waits && !request->waits) ++preemptions;
            request->waits = waits;
        }
    }
    bool idle() const { return m_scheduler->idle(); }
    int preemptions = 0, starts = 0, shrinks = 0;
    /// Cuts in the middle of replies.
    size_t cuts() const {
        size_t all = 0;
        for (const auto& request : m_requests) all += request->client.cuts.size();
        return all;
    }

    /// Number of logits that were compared with those of the requests alone.
    size_t compareAll() {
        size_t compared = 0;
        for (const auto& request : m_requests) compared += compare(*request);
        return compared;
    }
    void checkThatNothingIsHeld() {
        m_scheduler->clearCache();
        for (size_t group = 0; group < m_scheduler->windows().size(); ++group)
            QCOMPARE(m_scheduler->pool(group).freeBlocks(), m_scheduler->pool(group).size());
        const CachedPrefixes cache = m_scheduler->prefixes();
        QCOMPARE(cache.checkpoints.checkpoints(), size_t{0});
        if (cache.states != nullptr)
            QCOMPARE(cache.checkpoints.freeSlots() + draftStateCount(m_model.config()),
                     size_t{cache.states->slotCount});
    }

private:
    /// Prompts begin with different tokens, so that none goes on from the reply to another: its rows are rows
    /// of a reply there, and of a prompt here.
    static constexpr unsigned firstTokens = 40;

    unsigned below(unsigned most) { return static_cast<unsigned>(m_random() % most); }
    bool chance(unsigned oneIn) { return below(oneIn) == 0; }
    Request& any() { return *m_requests[below(static_cast<unsigned>(m_requests.size()))]; }

    void forgetWhenIdle() {
        m_forgetting = !m_scheduler->idle();
        if (m_forgetting) return;
        m_scheduler->clearCache();
        m_store->clear();
        m_firstOfRound = m_requests.size();
        m_number = 0;
    }

    void submit() {
        auto request = std::make_unique<Request>();
        if (m_requests.size() > m_firstOfRound && chance(4)) {
            // The same prompt again, as for another reply.
            const auto round = static_cast<unsigned>(m_requests.size() - m_firstOfRound);
            const Request& before = *m_requests[m_firstOfRound + below(round)];
            request->prompt = before.prompt;
            request->cuts = before.cuts;
            request->places = before.places;
        } else {
            request->prompt = randomTokens(1 + below(200), below(1000));
            if (chance(4)) slide(*request);
            request->prompt[0] = static_cast<TokenId>(m_number++);
        }
        request->count = 1 + below(40);
        request->client = CountingClient(request->count);
        const bool drafts = chance(3);
        m_scheduler->add(request->prompt, request->client,
                         {.speculate = drafts && !chance(3),
                          .askItself = drafts,
                          .draftsEachStep = drafts ? std::optional<size_t>(below(8)) : std::nullopt,
                          .priority = Priority(below(3)),
                          .cuts = request->cuts,
                          .places = request->places});
        m_requests.push_back(std::move(request));
    }

    /// A prompt that fills the context, or one of which tokens were dropped before.
    void slide(Request& request) {
        request.places = ShiftPoints{.keep = 32, .starts = {100, 300, 470}};
        if (chance(2)) {
            request.prompt = randomTokens(480 + below(32), below(1000));
            return;
        }
        const uint32_t at = 300 + below(150), to = 32 * (2 + below(8));
        request.prompt = randomTokens(at + 1 + below(60), below(1000));
        request.cuts = {{32, to, chance(4) ? to : at}};
    }

    static void cancel(Request& request) {
        request.client.stop();
        request.cancelled = true;
    }

    /// Ends what runs, and starts anew with the prefixes that were kept.
    void restart() {
        if (m_scheduler) {
            for (const auto& request : m_requests) {
                if (request->client.timesEnded != 0) continue;
                request->cancelled = true;
                m_scheduler->remove(request->client);
            }
            QVERIFY(m_scheduler->idle());
            // Half of the time as after a crash a moment later, half of the time as after an orderly end.
            if (chance(2))
                m_scheduler->disk()->flush({}, {});
            else
                m_store->flush();
            checkThatNothingIsHeld();
        }
        std::vector<uint32_t> blocks;
        for (const uint32_t window : m_model.kvWindows())
            blocks.push_back(window == 0 ? 24 : windowBlocks(window, rows) + 40);
        ++starts;
        m_scheduler.reset();
        m_scheduler.emplace(m_model, m_kvTypes, context, GroupBlocks(blocks));
        m_scheduler->setLeastSlice(0);
        m_store.emplace(
            BlockStoreOptions{.folder = m_kept, .space = {}, .shape = m_scheduler->prefixes().shape()});
        m_scheduler->keepOn(*m_store);
    }

    size_t compare(const Request& request) const {
        const CountingClient single = alone(m_model, m_kvTypes, request);
        const GreedyClient &same = single.client(), &client = request.client.client();
        [&] {
            QCOMPARE(request.client.timesEnded, 1);
            QVERIFY(!client.isFull);
            if (!request.cancelled) QCOMPARE(client.tokens, same.tokens);
            if (!request.cancelled) QCOMPARE(request.client.cuts, single.cuts);
            QVERIFY(client.all.size() <= same.all.size());
            for (size_t i = 0; i < client.all.size(); ++i)
                QVERIFY2(client.all[i] == same.all[i],
                         qPrintable(QString("request of %1 tokens, logits of token %2")
                                        .arg(request.prompt.size())
                                        .arg(i)));
        }();
        return client.all.size();
    }

    Model& m_model;
    KvTypes m_kvTypes;
    std::filesystem::path m_kept;
    std::mt19937 m_random{5}, m_limits{7};
    uint64_t m_most = 0;  ///< bytes of the cache after the last limit
    std::optional<BlockStore> m_store;
    std::optional<Scheduler> m_scheduler;
    std::vector<std::unique_ptr<Request>> m_requests;
    size_t m_firstOfRound = 0;
    unsigned m_number = 0;
    bool m_forgetting = false;
};

}  // namespace

class TestRandomSchedule : public QObject {
    Q_OBJECT
private slots:
    void changesNoBit_data() {
        QTest::addColumn<QString>("backend");
        QTest::addColumn<QString>("name");
        QTest::addColumn<QString>("kv");
        for (const char* backend : {"reference", "cpu"}) {
            for (const char* name :
                 {"families/llama3", "families/gemma3", "families/lfm2", "families/qwen3moe", "guesses/sure",
                  "guesses/qwen35", "guesses/sure-recurrent"})
                QTest::addRow("%s %s", name, backend) << backend << name << "f16";
            // Keys that are rounded by the block: full attention, windows and recurrent layers.
            for (const char* name : {"families/llama3", "families/gemma3", "families/lfm2", "guesses/sure",
                                     "guesses/qwen35", "guesses/sure-recurrent"})
                QTest::addRow("%s %s q4_0:q8_0", name, backend) << backend << name << "q4_0:q8_0";
        }
    }
    /// HEARTH_STEPS: how many steps at least.
    void changesNoBit() {
        QFETCH(QString, backend);
        QFETCH(QString, name);
        QFETCH(QString, kv);
        const int steps = std::max(150, qEnvironmentVariableIntValue("HEARTH_STEPS"));
        std::unique_ptr<Backend> device;
        if (backend == "cpu")
            device = std::make_unique<CpuBackend>(CpuOptions{.threads = 2});
        else
            device = std::make_unique<ReferenceBackend>();
        const auto file =
            std::filesystem::path(HEARTH_SOURCE_DIR) / "tests/reference" / (name.toStdString() + ".gguf");
        const auto model =
            Model::load(GgufFile::open(file), *device, context, {.rows = rows, .logitRows = 16});
        QTemporaryDir folder;
        RandomSchedule schedule(*model, kvTypesOf(kv.toStdString()).value(),
                                folder.filePath("kept").toStdString());
        for (int step = 0; step < steps || !schedule.idle(); ++step) {
            QVERIFY(step < 20 * steps);
            schedule.step(step < steps);
        }
        const size_t compared = schedule.compareAll();
        QVERIFY2(compared > 100, qPrintable(QString::number(compared)));
        qInfo("%zu rows of logits compared, %d preemptions, %d starts, %d shrinks, %zu cuts", compared,
              schedule.preemptions, schedule.starts, schedule.shrinks, schedule.cuts());
        if (backend == "cpu") QVERIFY(schedule.shrinks > 0);
        schedule.checkThatNothingIsHeld();
    }
};

QTEST_GUILESS_MAIN(TestRandomSchedule)
#include "tst_random_schedule.moc"

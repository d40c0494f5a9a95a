// Sequences beside each other: a text has the same bits alone and in any company, and who goes first.
#include <QtTest>
#include <filesystem>
#include <memory>

#include "backend/cpu/cpu_backend.h"
#include "backend/cpu/paged_kv_cache.h"
#include "backend/reference/reference_backend.h"
#include "hearth/error.h"
#include "hearth/gguf.h"
#include "placement/memory_plan.h"
#include "session/scheduler.h"
#include "support/greedy_client.h"

using namespace hearth;
using namespace hearth::test;

namespace {

constexpr uint32_t context = 512;

/// Notes in which order clients are served.
class NotingClient final : public SequenceClient {
public:
    NotingClient(std::string name, size_t count, std::vector<std::string>& order)
        : m_name(std::move(name)), m_count(count), m_order(order) {}
    void started(size_t, size_t) override { m_order.push_back(m_name + " starts"); }
    void promptProcessed(size_t done, size_t) override {
        m_order.push_back(m_name + " " + std::to_string(done));
    }
    std::optional<TokenId> next(std::span<const float>) override {
        m_order.push_back(m_name + " replies");
        if (++m_made >= m_count) return std::nullopt;
        return 7;
    }
    void full() override { isFull = true; }
    bool stopped() const override { return false; }
    void ended() override { m_order.push_back(m_name + " ends"); }
    bool isFull = false;

private:
    std::string m_name;
    size_t m_count, m_made = 0;
    std::vector<std::string>& m_order;
};

/// Stops another one as soon as half of its prompt was processed.
class StoppingClient final : public SequenceClient {
public:
    StoppingClient(size_t count, GreedyClient& other) : greedy(count), m_other(other) {}
    void promptProcessed(size_t, size_t) override {}
    std::optional<TokenId> next(std::span<const float> logits) override {
        m_other.stop = !m_other.progress.empty();
        return greedy.next(logits);
    }
    void full() override { greedy.full(); }
    bool stopped() const override { return false; }
    GreedyClient greedy;

private:
    GreedyClient& m_other;
};

size_t countOf(const std::vector<std::string>& order, const std::string& what) {
    return static_cast<size_t>(std::count(order.begin(), order.end(), what));
}

}  // namespace

class TestSchedulerCompany : public QObject {
    Q_OBJECT

    std::unique_ptr<Backend> m_backend;
    std::unique_ptr<Model> m_model;

    void load(const QString& backend, const QString& name) {
        m_model.reset();
        if (backend == "cpu")
            m_backend = std::make_unique<CpuBackend>(CpuOptions{.threads = 2});
        else
            m_backend = std::make_unique<ReferenceBackend>();
        const auto file = std::filesystem::path(HEARTH_SOURCE_DIR) / "tests/reference/families" /
                          (name.toStdString() + ".gguf");
        m_model = Model::load(GgufFile::open(file), *m_backend, context, {.rows = 96, .logitRows = 16});
    }
    static void addModels() {
        QTest::addColumn<QString>("backend");
        QTest::addColumn<QString>("name");
        for (const char* backend : {"reference", "cpu"})
            for (const char* name : {"llama3", "gemma3", "lfm2", "qwen3moe"})
                QTest::addRow("%s %s", name, backend) << backend << name;
    }
    void loadRow() {
        QFETCH(QString, backend);
        QFETCH(QString, name);
        load(backend, name);
    }
    GreedyClient alone(const std::vector<TokenId>& prompt, size_t count) {
        Scheduler scheduler(*m_model, KvType::F16, context, 64);
        GreedyClient client(count);
        scheduler.add(prompt, client, {});
        while (!scheduler.idle()) scheduler.step();
        return client;
    }
    /// Prompts that begin with different tokens, so that no prefix is shared.
    static std::vector<TokenId> promptOf(unsigned number, size_t tokens) {
        std::vector<TokenId> prompt = randomTokens(tokens, 1000 + number);
        prompt[0] = static_cast<TokenId>(number);
        return prompt;
    }
    static void compare(const GreedyClient& some, const GreedyClient& alone) {
        QVERIFY(!some.isFull);
        QCOMPARE(some.tokens, alone.tokens);
        for (size_t i = 0; i < alone.all.size(); ++i)
            QVERIFY2(some.all[i] == alone.all[i], qPrintable(QString("logits of token %1").arg(i)));
    }

private slots:
    void sixteenAtOnceEqualEachAlone_data() { addModels(); }
    /// They come at different times, so that prompts are processed beside replies; with `pauses` also within
    /// them.
    void sixteenAtOnceEqualEachAlone() {
        loadRow();
        Scheduler scheduler(*m_model, KvType::F16, context, 160);
        scheduler.setLeastSlice(0);
        std::vector<std::unique_ptr<GreedyClient>> clients;
        std::vector<std::vector<TokenId>> prompts;
        for (unsigned i = 0; i < 16; ++i) {
            prompts.push_back(promptOf(i, 3 + 17 * i % 230));
            clients.push_back(std::make_unique<GreedyClient>(5 + 3 * i % 20));
            scheduler.add(prompts.back(), *clients.back(), {});
            if (i % 3 == 0) scheduler.step();
        }
        for (int steps = 0; !scheduler.idle(); ++steps) {
            QVERIFY(steps < 2000);
            scheduler.step();
        }
        for (unsigned i = 0; i < 16; ++i) compare(*clients[i], alone(prompts[i], 5 + 3 * i % 20));
        scheduler.clearCache();
        QCOMPARE(scheduler.pool().freeBlocks(), scheduler.pool().size());
    }

    /// A prompt is stopped within its last part, and holds its blocks until that ends. A reply that makes
    /// tokens meanwhile and finds no block waits for them; the cache is not full for it.
    void whoFindsNoBlockBesideAStoppedPromptWaits() {
        load("cpu", "llama3");
        constexpr size_t count = 24;
        for (size_t tokens = 33; tokens <= 64; ++tokens) {
            Scheduler scheduler(*m_model, KvType::F16, context, 8);
            scheduler.setLeastSlice(0);
            GreedyClient large(1);
            StoppingClient small(count, large);
            scheduler.add(promptOf(1, 192), large, {.priority = Priority::Chat});
            scheduler.add(promptOf(2, tokens), small, {});
            for (int steps = 0; !scheduler.idle(); ++steps) {
                QVERIFY(steps < 2000);
                scheduler.step();
            }
            QVERIFY2(!small.greedy.isFull, qPrintable(QString::number(tokens)));
            QCOMPARE(small.greedy.tokens.size(), count);
        }
    }

    /// The machine has memory for the blocks of one sequence and a half: others give way, texts are the same.
    void withoutMemoryOthersGiveWay() {
        load("cpu", "llama3");
        Scheduler scheduler(*m_model, KvType::F16, context, 160);
        auto& kv = static_cast<cpu::CpuPagedKvCache&>(const_cast<PagedKvCache&>(scheduler.kv()));
        const uint64_t spare = uint64_t{1} << 30U;
        kv.freeMemory = [&kv, spare] { return kv.committedBytes() < 12 * kv.blockBytes(0) ? spare : 1; };
        std::vector<std::unique_ptr<GreedyClient>> clients;
        for (unsigned i = 0; i < 3; ++i) {
            clients.push_back(std::make_unique<GreedyClient>(20));
            scheduler.add(promptOf(i, 200 + 40 * i), *clients.back(), {});
        }
        for (int steps = 0; !scheduler.idle(); ++steps) {
            QVERIFY(steps < 2000);
            scheduler.step();
        }
        QCOMPARE(scheduler.pool().size(), 12U);
        for (unsigned i = 0; i < 3; ++i) compare(*clients[i], alone(promptOf(i, 200 + 40 * i), 20));
        // One that needs more than there is ends, and the next one runs.
        class Client final : public SequenceClient {
        public:
            void promptProcessed(size_t, size_t) override {}
            std::optional<TokenId> next(std::span<const float>) override { return std::nullopt; }
            void full() override { isFull = true; }
            void outOfMemory() override { lacksMemory = true; }
            bool stopped() const override { return false; }
            bool isFull = false, lacksMemory = false;
        } large;
        GreedyClient small(3);
        scheduler.add(promptOf(5, 510), large, {});
        scheduler.add(promptOf(6, 100), small, {});
        for (int steps = 0; !scheduler.idle() && steps < 500; ++steps) scheduler.step();
        QVERIFY(large.lacksMemory && !large.isFull);
        compare(small, alone(promptOf(6, 100), 3));
        // Memory that is free again is used.
        kv.freeMemory = [spare] { return spare; };
        GreedyClient again(2);
        scheduler.add(promptOf(5, 500), again, {});
        while (!scheduler.idle()) scheduler.step();
        compare(again, alone(promptOf(5, 500), 2));
    }

    void whoGaveWayGoesOnWithTheSameBits_data() { addModels(); }
    /// A cache for two of four sequences: those that came later lose their blocks again and again.
    void whoGaveWayGoesOnWithTheSameBits() {
        loadRow();
        std::vector<uint32_t> blocks;
        for (const uint32_t window : m_model->kvWindows())
            blocks.push_back(window == 0 ? 13 : windowBlocks(window, 96) + 14);
        Scheduler scheduler(*m_model, KvType::F16, context, GroupBlocks(blocks));
        scheduler.setLeastSlice(0);
        std::vector<std::unique_ptr<GreedyClient>> clients;
        std::vector<std::vector<TokenId>> prompts;
        for (unsigned i = 0; i < 4; ++i) {
            prompts.push_back(promptOf(i, 110 + 20 * i));
            clients.push_back(std::make_unique<GreedyClient>(60));
            scheduler.add(prompts.back(), *clients.back(), {.priority = Priority(i % 3)});
        }
        for (int steps = 0; !scheduler.idle(); ++steps) {
            QVERIFY(steps < 5000);
            scheduler.step();
        }
        for (unsigned i = 0; i < 4; ++i) compare(*clients[i], alone(prompts[i], 60));
        scheduler.clearCache();
        for (size_t group = 0; group < blocks.size(); ++group)
            QCOMPARE(scheduler.pool(group).freeBlocks(), scheduler.pool(group).size());
    }

    void aCachedBeginningChangesNoBit_data() { addModels(); }
    /// However much of a prompt another one left in the cache, down to its last token.
    void aCachedBeginningChangesNoBit() {
        loadRow();
        const std::vector<TokenId> prompt = promptOf(1, 150);
        const GreedyClient whole = alone(prompt, 4);
        for (const size_t shared : {1UL, 8UL, 33UL, 64UL, 97UL, 128UL, 149UL}) {
            Scheduler scheduler(*m_model, KvType::F16, context, 64);
            std::vector<TokenId> before(prompt.begin(), prompt.begin() + static_cast<ptrdiff_t>(shared));
            before.push_back(prompt[shared] + 1);
            GreedyClient other(1), client(4);
            scheduler.add(before, other, {});
            while (!scheduler.idle()) scheduler.step();
            scheduler.add(prompt, client, {});
            while (!scheduler.idle()) scheduler.step();
            if (!m_model->config().recurrent()) QCOMPARE(client.reused, shared);
            compare(client, whole);
        }
    }

    void whoIsReadGoesFirst() {
        load("reference", "llama3");
        Scheduler scheduler(*m_model, KvType::F16, context, 64);
        std::vector<std::string> order;
        NotingClient side("side", 3, order), chat("chat", 3, order);
        scheduler.add(promptOf(1, 90), side, {.priority = Priority::Background});
        scheduler.add(promptOf(2, 90), chat, {.priority = Priority::Reading});
        scheduler.step();
        QCOMPARE(order[2], std::string("chat 90"));
        while (!scheduler.idle()) scheduler.step();
        const auto at = [&](const std::string& what) {
            return std::find(order.begin(), order.end(), what) - order.begin();
        };
        QVERIFY(at("chat ends") < at("side ends"));
    }

    /// A background request decodes next to a chat now and then, and alone at full speed.
    void theBackgroundDecodesEveryFourthTime() {
        load("reference", "llama3");
        Scheduler scheduler(*m_model, KvType::F16, context, 64);
        std::vector<std::string> order;
        NotingClient side("side", 100, order), chat("chat", 100, order);
        scheduler.add(promptOf(1, 2), side, {.priority = Priority::Background});
        scheduler.add(promptOf(2, 2), chat, {.priority = Priority::Reading});
        while (countOf(order, "chat replies") < 100) scheduler.step();
        const size_t beside = countOf(order, "side replies");
        QVERIFY2(beside >= 20 && beside <= 30, qPrintable(QString::number(beside)));
        for (int i = 0; i < 20; ++i) scheduler.step();
        QVERIFY(countOf(order, "side replies") >= beside + 19);
    }

    /// However many chats come, a prompt in the background is processed.
    void nobodyStarves() {
        load("cpu", "llama3");
        Scheduler scheduler(*m_model, KvType::F16, context, 200);
        std::vector<std::string> order;
        NotingClient side("side", 2, order);
        std::vector<std::unique_ptr<NotingClient>> chats;
        scheduler.add(promptOf(0, 300), side, {.priority = Priority::Background});
        for (unsigned i = 1; i < 60 && countOf(order, "side ends") == 0; ++i) {
            chats.push_back(std::make_unique<NotingClient>("chat", 2, order));
            scheduler.add(promptOf(i % 39 + 1, 90), *chats.back(), {.priority = Priority::Reading});
            scheduler.step();
        }
        QCOMPARE(countOf(order, "side ends"), size_t{1});
        while (!scheduler.idle()) scheduler.step();
    }

    /// Sequences that come together and begin alike compute their beginning once.
    void whatIsSharedIsComputedOnce() {
        for (const char* backend : {"reference", "cpu"}) {
            load(backend, "llama3");
            Scheduler scheduler(*m_model, KvType::F16, context, 200);
            const std::vector<TokenId> beginning = promptOf(1, 200);
            std::vector<std::unique_ptr<GreedyClient>> clients;
            for (unsigned i = 0; i < 12; ++i) {
                std::vector<TokenId> prompt = beginning;
                prompt.push_back(static_cast<TokenId>(i));
                clients.push_back(std::make_unique<GreedyClient>(3));
                scheduler.add(prompt, *clients.back(), {});
            }
            for (int steps = 0; !scheduler.idle(); ++steps) {
                QVERIFY(steps < 500);
                scheduler.step();
            }
            QCOMPARE(clients[0]->reused, size_t{0});
            for (size_t i = 1; i < clients.size(); ++i) {
                QVERIFY2(clients[i]->reused >= 192, qPrintable(QString::number(clients[i]->reused)));
                QCOMPARE(clients[i]->tokens.size(), size_t{3});
            }
        }
    }

    /// More than take part at a time wait without a block.
    void waitingTakesNoBlocks() {
        load("reference", "llama3");
        Scheduler scheduler(*m_model, KvType::F16, context, 64);
        std::vector<std::string> order;
        std::vector<std::unique_ptr<NotingClient>> clients;
        for (unsigned i = 0; i < 200; ++i) {
            clients.push_back(std::make_unique<NotingClient>("client", 2, order));
            scheduler.add(promptOf(i % 40, 10), *clients.back(), {});
        }
        QCOMPARE(countOf(order, "client starts"), Scheduler::mostAdmitted);
        QVERIFY(!scheduler.isAdmitted(*clients.back()));
        for (int steps = 0; !scheduler.idle(); ++steps) {
            QVERIFY(steps < 2000);
            scheduler.step();
        }
        QCOMPARE(countOf(order, "client ends"), size_t{200});
        for (const auto& client : clients) QVERIFY(!client->isFull);
    }

    void refusesWhatTheCacheCanNeverHold() {
        load("reference", "llama3");
        Scheduler scheduler(*m_model, KvType::F16, context, 4);
        GreedyClient client(1);
        QVERIFY_THROWS_EXCEPTION(Error, scheduler.add(promptOf(1, 200), client, {}));
        QVERIFY(scheduler.idle());
    }
};

QTEST_GUILESS_MAIN(TestSchedulerCompany)
#include "tst_scheduler_company.moc"

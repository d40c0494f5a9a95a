// Conversations that go on when their context is full.
#include <QtTest>
#include <cmath>
#include <cstring>
#include <filesystem>
#include <memory>

#include "backend/cpu/cpu_backend.h"
#include "backend/reference/reference_backend.h"
#include "hearth/gguf.h"
#include "placement/memory_plan.h"
#include "session/scheduler.h"
#include "support/greedy_client.h"
#include "support/tiny_llama.h"

using namespace hearth;
using namespace hearth::test;

namespace {

constexpr uint32_t slideContext = 512;

/// A greedy client that hears of cuts.
class SlidingClient final : public SequenceClient {
public:
    explicit SlidingClient(size_t count) : m_client(count) {}
    void started(size_t cached, size_t disk) override { m_client.started(cached, disk); }
    void promptProcessed(size_t done, size_t total) override { m_client.promptProcessed(done, total); }
    std::optional<TokenId> next(std::span<const float> logits) override { return m_client.next(logits); }
    void moved(size_t tokens) override { movedTokens += tokens; }
    void cut(const ContextShift& cut) override { cuts.push_back(cut); }
    void full() override { m_client.full(); }
    bool stopped() const override { return m_client.stopped(); }

    const GreedyClient& greedy() const noexcept { return m_client; }
    void stop() noexcept { m_client.stop = true; }
    std::vector<ContextShift> cuts;
    size_t movedTokens = 0;

private:
    GreedyClient m_client;
};

void runToEnd(Scheduler& scheduler) {
    for (int steps = 0; !scheduler.idle(); ++steps) {
        QVERIFY(steps < 20000);
        scheduler.step();
    }
}

SequenceOptions withCuts(std::vector<ContextShift> cuts) {
    SequenceOptions options;
    options.cuts = std::move(cuts);
    return options;
}

SequenceOptions sliding(std::vector<uint32_t> starts = {100, 200, 290}) {
    SequenceOptions options;
    options.places = ShiftPoints{.keep = 32, .starts = std::move(starts)};
    return options;
}

}  // namespace

class TestSchedulerSlide : public QObject {
    Q_OBJECT

    std::unique_ptr<Backend> m_backend;
    std::unique_ptr<Model> m_model;
    KvTypes m_kvTypes;

    void load(const QString& backend, const QString& name, KvTypes types = KvType::F16) {
        m_model.reset();
        m_kvTypes = types;
        if (backend == "cpu")
            m_backend = std::make_unique<CpuBackend>(CpuOptions{.threads = 2});
        else
            m_backend = std::make_unique<ReferenceBackend>();
        const BatchLimits limits{.rows = 96, .logitRows = 16};
        if (name.isEmpty()) {
            m_model = Model::load(GgufFile::parse(TinyLlama{.context = slideContext}.build()), *m_backend,
                                  slideContext, limits);
            return;
        }
        const auto file = std::filesystem::path(HEARTH_SOURCE_DIR) / "tests/reference/families" /
                          (name.toStdString() + ".gguf");
        m_model = Model::load(GgufFile::open(file), *m_backend, slideContext, limits);
    }
    std::unique_ptr<Scheduler> scheduler(uint32_t blocks = 64) {
        std::vector<uint32_t> byGroup;
        for (const uint32_t window : m_model->kvWindows())
            byGroup.push_back(window == 0 ? blocks : windowBlocks(window, 96) + blocks);
        return std::make_unique<Scheduler>(*m_model, m_kvTypes, slideContext, GroupBlocks(byGroup));
    }
    static void nothingIsHeld(Scheduler& scheduler) {
        scheduler.clearCache();
        for (size_t group = 0; group < scheduler.windows().size(); ++group)
            QCOMPARE(scheduler.pool(group).freeBlocks(), scheduler.pool(group).size());
    }
    static void everyFamily() {
        QTest::addColumn<QString>("backend");
        QTest::addColumn<QString>("name");
        QTest::addColumn<QString>("kv");
        for (const char* backend : {"reference", "cpu"}) {
            for (const char* name : {"llama3", "gemma3", "lfm2"})
                QTest::addRow("%s %s", name, backend) << backend << name << "f16";
            for (const char* kv : {"f32", "q8_0", "q4_0", "q8_0:q4_0", "q4_0:f16", "f16:q8_0"})
                QTest::addRow("llama3 %s %s", backend, kv) << backend << "llama3" << kv;
            QTest::addRow("gemma3 %s q4_0:q8_0", backend) << backend << "gemma3"
                                                          << "q4_0:q8_0";
        }
    }

private slots:
    /// Pictures take fewer positions than rows, so what is behind a dropped one moves by fewer. Keys and
    /// values of a single layer depend on their row alone: moved, they are those of what is left.
    void picturesMoveByTheirPositions_data() {
        QTest::addColumn<QString>("backend");
        QTest::newRow("reference") << "reference";
        QTest::newRow("cpu") << "cpu";
    }
    void picturesMoveByTheirPositions() {
        QFETCH(QString, backend);
        load(backend, "", KvType::F32);
        TinyLlama llama{.layers = 1, .context = slideContext};
        llama.extraMetadata = [](GgufWriter& writer) {
            writer.integers("llama.rope.dimension_sections", std::vector<int32_t>{1, 2, 1, 0});
        };
        m_model = Model::load(GgufFile::parse(llama.build()), *m_backend, slideContext,
                              {.rows = 96, .logitRows = 16});
        const auto grid = [](uint64_t content, int64_t first, uint32_t lines, uint32_t columns) {
            return TokenSpan{.content = {content, 0},
                             .first = first,
                             .rows = lines * columns,
                             .positions = std::max(lines, columns),
                             .columns = columns};
        };
        PromptTokens tokens(randomTokens(450, 3));
        tokens.spans = {grid(1, 4, 4, 5), grid(2, 100, 6, 8), grid(3, 300, 7, 4), grid(4, 420, 3, 8)};
        SlidingClient moved(8), fresh(8);
        const auto ours = scheduler();
        ours->add(tokens, moved, withCuts({{32, 256, 445}}));
        runToEnd(*ours);
        QCOMPARE(moved.movedTokens, size_t{445 - 256});
        const auto theirs = scheduler();
        theirs->add(withoutRows(tokens, 32, 256 - 32), fresh, {});
        runToEnd(*theirs);
        for (size_t i = 0; i < 8; ++i) {
            QCOMPARE(moved.greedy().all[i].size(), fresh.greedy().all[i].size());
            for (size_t j = 0; j < moved.greedy().all[i].size(); ++j)
                QVERIFY(std::abs(moved.greedy().all[i][j] - fresh.greedy().all[i][j]) < 1e-3F);
        }
        QCOMPARE(moved.greedy().tokens, fresh.greedy().tokens);
    }

    /// Against keys that are rotated here, in double precision.
    void logitsBehindACut() {
        load("reference", "", KvType::F32);
        const std::vector<TokenId> tokens = randomTokens(450, 3);
        const ContextShift cut{32, 256, 430};
        const auto ours = scheduler();
        SlidingClient client(1);
        ours->add(tokens, client, withCuts({cut}));
        runToEnd(*ours);
        QCOMPARE(client.movedTokens, size_t{430 - 256});

        constexpr uint32_t headDim = 8, kvHeads = 2, layers = 2;
        const auto kv = m_model->makePagedKvCache(KvType::F32, 64);
        Batch batch;
        batch.sequences.resize(1);
        batch.sequences[0].blockTables.resize(1);
        std::vector<int32_t>& table = batch.sequences[0].blockTables[0];
        for (int32_t block = 0; block < 32; ++block) table.push_back(block);
        const auto run = [&](size_t first, size_t last, size_t gone) {
            std::vector<float> logits;
            for (size_t from = first; from < last; from += 90) {
                batch.rows.clear();
                for (size_t at = from; at < std::min(from + 90, last); ++at)
                    batch.rows.push_back(
                        {0, static_cast<int32_t>(at - gone), tokens[at], at + 1 == tokens.size()});
                logits = m_model->forward(batch, *kv, nullptr);
            }
            return logits;
        };
        (void)run(0, cut.at, 0);
        constexpr double gone = 224;
        std::vector<std::byte> bytes(kv->blockBytes(0));
        std::vector<float> floats(bytes.size() / sizeof(float));
        for (int32_t block = 8; block < 14; ++block) {
            kv->saveBlock(0, block, bytes);
            std::memcpy(floats.data(), bytes.data(), bytes.size());
            float* part = floats.data();
            for (uint32_t layer = 0; layer < layers; ++layer, part += size_t{2} * 32 * kvHeads * headDim) {
                for (size_t pair = 0; pair < size_t{32} * kvHeads * headDim / 2; ++pair) {
                    const double frequency =
                        std::pow(10000.0, -2.0 * static_cast<double>(pair % 4) / headDim);
                    const double c = std::cos(-gone * frequency), s = std::sin(-gone * frequency);
                    const double x = part[2 * pair], y = part[2 * pair + 1];
                    part[2 * pair] = static_cast<float>(x * c - y * s);
                    part[2 * pair + 1] = static_cast<float>(x * s + y * c);
                }
            }
            std::memcpy(bytes.data(), floats.data(), bytes.size());
            kv->loadBlock(0, block, bytes);
        }
        table.erase(table.begin() + 1, table.begin() + 8);
        const std::vector<float> expected = run(cut.at, tokens.size(), 224);
        const std::vector<float>& found = client.greedy().all.at(0);
        QCOMPARE(found.size(), expected.size());
        double largest = 0, scale = 0;
        for (size_t i = 0; i < found.size(); ++i) {
            largest = std::max(largest, std::abs(double{found[i]} - expected[i]));
            scale = std::max(scale, std::abs(double{expected[i]}));
        }
        QVERIFY2(largest < 1e-4 * scale, qPrintable(QString::number(largest / scale)));
        // And it is not what these tokens give without what was dropped before them.
        SlidingClient plain(1);
        ours->add(withoutDropped(tokens, std::vector{cut}), plain, {});
        runToEnd(*ours);
        QVERIFY(plain.greedy().all.at(0) != found);
    }

    void cutPromptsAreTheSameAfterEviction_data() { everyFamily(); }
    void cutPromptsAreTheSameAfterEviction() {
        QFETCH(QString, backend);
        QFETCH(QString, name);
        QFETCH(QString, kv);
        load(backend, name, kvTypesOf(kv.toStdString()).value());
        const std::vector<TokenId> tokens = randomTokens(700, 4);
        const std::vector<ContextShift> cuts{{32, 256, 460}, {32, 448, 640}};
        // Turn by turn, each on what the one before left.
        const auto warm = scheduler(80);
        for (const size_t end : {size_t{460}, size_t{640}}) {
            SlidingClient before(1);
            warm->add(std::vector(tokens.begin(), tokens.begin() + static_cast<ptrdiff_t>(end)), before,
                      withCuts(validShifts(cuts, end)));
            runToEnd(*warm);
        }
        SlidingClient turn(20);
        warm->add(tokens, turn, withCuts(cuts));
        runToEnd(*warm);
        // In one go, and where the cache has no more room than that needs.
        for (const uint32_t blocks : {80U, 18U}) {
            const auto cold = scheduler(blocks);
            SlidingClient again(20);
            cold->add(tokens, again, withCuts(cuts));
            runToEnd(*cold);
            QCOMPARE(again.greedy().tokens, turn.greedy().tokens);
            QCOMPARE(again.greedy().all, turn.greedy().all);
            nothingIsHeld(*cold);
        }
        // The same tokens that nothing was dropped before have their own bits, on either cache.
        SlidingClient plain(5), alone(5);
        warm->add(withoutDropped(tokens, cuts), plain, {});
        runToEnd(*warm);
        const auto fresh = scheduler(80);
        fresh->add(withoutDropped(tokens, cuts), alone, {});
        runToEnd(*fresh);
        QCOMPARE(plain.greedy().all, alone.greedy().all);
        QCOMPARE(plain.greedy().all.front() == turn.greedy().all.front(), name == "lfm2");
        nothingIsHeld(*warm);
    }

    void repliesGoOn_data() { everyFamily(); }
    /// A reply that comes to the end of the context twice is the same alone, among others, and with drafts.
    void repliesGoOn() {
        QFETCH(QString, backend);
        QFETCH(QString, name);
        QFETCH(QString, kv);
        load(backend, name, kvTypesOf(kv.toStdString()).value());
        const std::vector<TokenId> prompt = randomTokens(300, 5);
        constexpr size_t count = 600;
        SlidingClient alone(count);
        const auto first = scheduler();
        first->add(prompt, alone, sliding());
        runToEnd(*first);
        QVERIFY(!alone.greedy().isFull);
        QCOMPARE(alone.greedy().tokens.size(), count);
        QVERIFY(alone.cuts.size() >= 2);
        QCOMPARE(validShifts(alone.cuts, 300 + count), alone.cuts);
        QCOMPARE(alone.movedTokens > 0, name != "lfm2");
        // The next turn goes on from there.
        std::vector<TokenId> next = prompt;
        next.insert(next.end(), alone.greedy().tokens.begin(), alone.greedy().tokens.end());
        SlidingClient turn(1);
        SequenceOptions options = withCuts(alone.cuts);
        first->add(next, turn, options);
        runToEnd(*first);
        const size_t read = next.size() - droppedTokens(alone.cuts);
        QVERIFY2(turn.greedy().reused + 3 >= read, qPrintable(QString::number(read - turn.greedy().reused)));
        nothingIsHeld(*first);

        const auto crowded = scheduler(24);
        crowded->setLeastSlice(0);
        std::vector<std::unique_ptr<SlidingClient>> others;
        SlidingClient among(count);
        SequenceOptions drafts = sliding();
        drafts.speculate = true;
        drafts.draftsEachStep = 4;
        drafts.priority = Priority::Background;
        crowded->add(prompt, among, drafts);
        for (int step = 0; !crowded->idle(); ++step) {
            QVERIFY(step < 20000);
            if (step % 150 == 10 && others.size() < 5) {
                others.push_back(std::make_unique<SlidingClient>(40));
                crowded->add(randomTokens(250, 50 + static_cast<unsigned>(others.size())), *others.back(),
                             {});
            }
            crowded->step();
        }
        QCOMPARE(among.cuts, alone.cuts);
        QCOMPARE(among.greedy().tokens, alone.greedy().tokens);
        QVERIFY(among.greedy().all == alone.greedy().all);
        nothingIsHeld(*crowded);
    }

    /// Keys that are rounded once more when they move give about what those in float32 give.
    void roundedKeysMove() {
        std::vector<float> exact;
        double scale = 0;
        for (const auto& [type, tolerance] :
             {std::pair{KvType::F32, 0.0}, {KvType::F16, 0.01}, {KvType::Q8_0, 0.05}, {KvType::Q4_0, 0.4}}) {
            load("reference", "", type);
            SlidingClient client(1);
            const auto one = scheduler();
            one->add(randomTokens(450, 3), client, withCuts({{32, 256, 430}}));
            runToEnd(*one);
            QCOMPARE(client.movedTokens, size_t{430 - 256});
            const std::vector<float>& found = client.greedy().all.at(0);
            if (exact.empty()) exact = found;
            double largest = 0;
            for (size_t i = 0; i < found.size(); ++i) {
                largest = std::max(largest, std::abs(double{found[i]} - exact[i]));
                scale = std::max(scale, std::abs(double{exact[i]}));
            }
            QVERIFY2(largest <= tolerance * scale, qPrintable(QString::number(largest / scale)));
        }
    }

    /// A request that leaves while its lost part is recomputed holds nothing afterwards.
    void stoppedOnTheWay() {
        load("reference", "llama3");
        const std::vector<TokenId> tokens = randomTokens(700, 4);
        const std::vector<ContextShift> cuts{{32, 256, 460}, {32, 448, 640}};
        for (int steps = 1; steps < 12; ++steps) {
            const auto one = scheduler(80);
            SlidingClient client(3);
            one->add(tokens, client, withCuts(cuts));
            for (int step = 0; step < steps; ++step) one->step();
            client.stop();
            runToEnd(*one);
            nothingIsHeld(*one);
        }
    }

    /// Twenty turns past the limit: nearly all of each prompt is there.
    void turnsPastTheLimitReuse() {
        load("reference", "llama3");
        const auto one = scheduler(80);
        std::vector<TokenId> conversation = randomTokens(32, 1);
        std::vector<ContextShift> cuts;
        std::vector<uint32_t> starts;
        double shares = 0;
        size_t turns = 0, longPrompts = 0;
        for (unsigned turn = 0; turns < 20; ++turn) {
            const size_t before = conversation.size();
            starts.push_back(static_cast<uint32_t>(before));
            const auto question = randomTokens(30, 100 + turn);
            conversation.insert(conversation.end(), question.begin(), question.end());
            starts.push_back(static_cast<uint32_t>(conversation.size()));
            const bool past = !cuts.empty();
            const ShiftPoints places{.keep = 32, .starts = starts};
            if (conversation.size() - droppedTokens(cuts) > roomForPrompt(slideContext))
                cuts.push_back(*nextShift(places, cuts, conversation.size(), before, slideContext));
            SlidingClient client(30);
            SequenceOptions options = withCuts(cuts);
            options.places = places;
            one->add(conversation, client, options);
            runToEnd(*one);
            cuts.insert(cuts.end(), client.cuts.begin(), client.cuts.end());
            const size_t read = conversation.size() - droppedTokens(cuts);
            conversation.insert(conversation.end(), client.greedy().tokens.begin(),
                                client.greedy().tokens.end());
            if (!past) continue;
            ++turns;
            shares += static_cast<double>(client.greedy().reused) / static_cast<double>(read);
            longPrompts += read - client.greedy().reused > 64 ? 1 : 0;
        }
        QVERIFY(cuts.size() >= 3);
        QVERIFY2(shares / 20 >= 0.9, qPrintable(QString::number(shares / 20)));
        QCOMPARE(longPrompts, size_t{0});
    }
};

QTEST_GUILESS_MAIN(TestSchedulerSlide)
#include "tst_scheduler_slide.moc"

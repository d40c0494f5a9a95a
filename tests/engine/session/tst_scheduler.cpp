#include "backend/cpu/cpu_backend.h"
#include "backend/reference/reference_backend.h"
#include "session/scheduler.h"
#include "session/session_errors.h"
#include "support/greedy_client.h"
#include "support/reference_pack.h"
#include "support/tiny_llama.h"
#include "support/tiny_model.h"

#include <QtTest>

#include "hearth/error.h"
#include "hearth/gguf.h"

using namespace hearth;
using namespace hearth::test;

class TestScheduler : public QObject {
    Q_OBJECT
private slots:
    void init();
    void secondTurnProcessesOnlyNewTokens();
    void theSamePromptAgainGivesTheSameBits();
    void branchesGiveTheSameLogitsAsAlone();
    void manySequencesAtOnceEqualEachAlone();
    void recomputingEqualsTheCache();
    void contentsAreProcessedEach();
    void refusesUnitsThatNoPassTakes();
    void unitsWaitForNoReplies();
    void halfAUnitIsLeftToNobody();
    void endsWhenTheContextIsFull();
    void evictsOldConversationsWhenTheCacheIsFull();
    void stopsAndGivesItsBlocksBack();
    void refusesPromptsThatDoNotFit();
    void recurrentTurnsGoOnFromCheckpoints_data() { addRecurrentModels(); }
    void recurrentTurnsGoOnFromCheckpoints();
    void recurrentSequencesAtOnceEqualEachAlone_data() { addRecurrentModels(); }
    void recurrentSequencesAtOnceEqualEachAlone();
    void recurrentStateSurvivesAStop_data() { addRecurrentModels(); }
    void recurrentStateSurvivesAStop();

private:
    /// Tokens and logits of a prompt on a scheduler.
    GreedyClient run(Scheduler& scheduler, const std::vector<TokenId>& prompt, size_t count,
                     bool reuse = true) {
        GreedyClient client(count);
        scheduler.add(prompt, client, {.reuse = reuse});
        m_reused = client.reused;
        while (!scheduler.idle()) scheduler.step();
        return client;
    }

    /// Models with short convolutions, gated delta nets, state spaces and selective scans.
    static void addRecurrentModels() {
        QTest::addColumn<QString>("family");
        for (const char* family : {"lfm2", "qwen35", "granitehybrid", "granitehybrid-groups", "falcon-h1",
                                   "jamba", "mamba2", "nemotron_h-latent"})
            QTest::newRow(family) << family;
    }
    std::unique_ptr<Model> recurrentModel() {
        const auto file = std::string(QTest::currentDataTag()) + ".gguf";
        return Model::load(
            GgufFile::open(std::filesystem::path(HEARTH_SOURCE_DIR "/tests/reference/families") / file),
            m_backend, 512, {.rows = 96, .logitRows = 16});
    }

    ReferenceBackend m_backend;
    std::unique_ptr<Model> m_model;
    size_t m_reused = 0;
};

void TestScheduler::init() {
    const TinyLlama llama{.context = 512};
    m_model = Model::load(GgufFile::parse(llama.build()), m_backend, 512, {.rows = 96, .logitRows = 8});
}

namespace {

/// Tokens with a unit among them.
PromptTokens withUnit(size_t tokens, int64_t first, uint32_t rows) {
    return PromptTokens(
        randomTokens(tokens, 1),
        {{.content = {1, 0}, .first = first, .rows = rows, .positions = rows, .bothWays = true}});
}

}  // namespace

void TestScheduler::refusesUnitsThatNoPassTakes() {
    Scheduler scheduler(*m_model, KvType::F16, 512, 64);
    GreedyClient client(4);
    try {
        scheduler.add(withUnit(200, 40, 97), client, {});
        QFAIL("a unit of 97 rows in passes of 96");
    } catch (const Error& error) {
        QVERIFY(error.is(errors::spanTooLong));
        QVERIFY2(std::string(error.what()).find("97 tokens") != std::string::npos, error.what());
    }
    QVERIFY(scheduler.idle());
    scheduler.add(withUnit(200, 40, 96), client, {});
    while (!scheduler.idle()) scheduler.step();
    QCOMPARE(client.tokens.size(), size_t{4});
}

/// A unit that fills a whole pass gets a pass of its own while prompts and replies share passes.
void TestScheduler::unitsWaitForNoReplies() {
    Scheduler scheduler(*m_model, KvType::F16, 512, 64);
    GreedyClient talking(100), reading(4);
    scheduler.add(randomTokens(20, 5), talking, {});
    for (int i = 0; i < 3; ++i) scheduler.step();
    scheduler.add(withUnit(96, 0, 96), reading, {});
    for (int i = 0; i < 6; ++i) scheduler.step();
    QCOMPARE(reading.tokens.size(), size_t{4});
    QVERIFY(talking.tokens.size() >= 8);
    Scheduler fresh(*m_model, KvType::F16, 512, 64);
    GreedyClient alone(4);
    fresh.add(withUnit(96, 0, 96), alone, {});
    while (!fresh.idle()) fresh.step();
    QCOMPARE(reading.all, alone.all);
}

/// Rows of a prompt that ends within a unit have not seen the rest of it, so they are not shared.
void TestScheduler::halfAUnitIsLeftToNobody() {
    const auto answer = [](Scheduler& scheduler, const PromptTokens& prompt) {
        GreedyClient client(4);
        scheduler.add(prompt, client, {});
        while (!scheduler.idle()) scheduler.step();
        return client;
    };
    const PromptTokens whole = withUnit(150, 30, 80);
    Scheduler scheduler(*m_model, KvType::F32, 512, 64), fresh(*m_model, KvType::F32, 512, 64);
    (void)answer(scheduler, PromptTokens(PromptView(whole).first(100)));
    const GreedyClient after = answer(scheduler, whole), alone = answer(fresh, whole);
    QVERIFY(after.reused <= 30);
    QCOMPARE(after.all, alone.all);
    // It is what the unit's rows see: without it they answer otherwise.
    PromptTokens causal = whole;
    causal.spans[0].bothWays = false;
    Scheduler other(*m_model, KvType::F32, 512, 64);
    QVERIFY(answer(other, causal).all != alone.all);
}

/// Neither one after the other nor at once does a content count for another behind the same ids.
void TestScheduler::contentsAreProcessedEach() {
    Scheduler scheduler(*m_model, KvType::F16, 512, 64);
    const auto with = [](uint64_t content) {
        return PromptTokens(randomTokens(200, 1), {{.content = {content, 0}, .first = 40, .rows = 100}});
    };
    const auto reusedBy = [&](const PromptTokens& prompt) {
        GreedyClient client(4);
        scheduler.add(prompt, client, {});
        while (!scheduler.idle()) scheduler.step();
        return client.reused;
    };
    QCOMPARE(reusedBy(with(1)), size_t{0});
    QCOMPARE(reusedBy(with(2)), size_t{40});
    QCOMPARE(reusedBy(PromptTokens(randomTokens(200, 1))), size_t{40});
    QCOMPARE(reusedBy(with(1)), size_t{200});
    scheduler.clearCache();
    // The second waits for the first only where both hold the same.
    std::vector<GreedyClient> clients(3, GreedyClient(4));
    const std::array<uint64_t, 3> contents{1, 2, 1};
    for (size_t i = 0; i < clients.size(); ++i) scheduler.add(with(contents[i]), clients[i], {});
    while (!scheduler.idle()) scheduler.step();
    QVERIFY(clients[1].reused <= 40);
    QVERIFY(clients[2].reused > 140);
}

void TestScheduler::secondTurnProcessesOnlyNewTokens() {
    Scheduler scheduler(*m_model, KvType::F16, 512, 32);
    const auto prompt = randomTokens(100, 1);
    const GreedyClient first = run(scheduler, prompt, 20);
    QCOMPARE(m_reused, size_t{0});
    QCOMPARE(first.progress.back(), (std::pair<size_t, size_t>{100, 100}));
    std::vector<TokenId> second = prompt;
    second.insert(second.end(), first.tokens.begin(), first.tokens.end());
    const auto more = randomTokens(7, 2);
    second.insert(second.end(), more.begin(), more.end());
    const GreedyClient again = run(scheduler, second, 5);
    // The last generated token was never fed, so it is processed with the seven new ones.
    QCOMPARE(m_reused, size_t{119});
    Scheduler fresh(*m_model, KvType::F16, 512, 32);
    const GreedyClient alone = run(fresh, second, 5);
    QCOMPARE(again.tokens, alone.tokens);
    for (size_t i = 0; i < 5; ++i) QCOMPARE(largestDifference(again.all[i], alone.all[i]), 0.0);
    // The same prompt again is there with the logits behind it; of one that ends earlier, they are not.
    QCOMPARE(scheduler.cachedTokens(second), second.size());
    QCOMPARE(scheduler.cachedTokens(std::span(second).first(110)), size_t{109});
    scheduler.clearCache();
    QCOMPARE(scheduler.cachedTokens(second), size_t{0});
    QCOMPARE(scheduler.pool().freeBlocks(), 32U);
}

/// Also where a few rows are multiplied otherwise than many, which changes the last bits.
void TestScheduler::theSamePromptAgainGivesTheSameBits() {
    CpuBackend backend;
    const auto model = Model::load(GgufFile::open(tinyModelsFolder() / "llama-mixed.gguf"), backend, 512,
                                   {.rows = 96, .logitRows = 8});
    Scheduler scheduler(*model, KvType::F16, 512, 64);
    const auto prompt = randomTokens(130, 8);
    const GreedyClient first = run(scheduler, prompt, 12);
    // Another chat in between, and one that goes on from the first.
    (void)run(scheduler, randomTokens(50, 9), 5);
    std::vector<TokenId> longer = prompt;
    longer.insert(longer.end(), first.tokens.begin(), first.tokens.end());
    (void)run(scheduler, longer, 5);
    for (int i = 0; i < 2; ++i) {
        const GreedyClient again = run(scheduler, prompt, 12);
        QCOMPARE(m_reused, prompt.size());
        QCOMPARE(again.progress.back(), (std::pair<size_t, size_t>{130, 130}));
        QCOMPARE(again.all, first.all);
    }
    // One that is stopped before its answer leaves nothing open.
    GreedyClient stopped(5);
    scheduler.add(prompt, stopped, {});
    QCOMPARE(stopped.reused, prompt.size());
    stopped.stop = true;
    scheduler.step();
    QVERIFY(scheduler.idle());
    QVERIFY(stopped.tokens.empty());
}

void TestScheduler::branchesGiveTheSameLogitsAsAlone() {
    Scheduler scheduler(*m_model, KvType::F16, 512, 64);
    const auto trunk = randomTokens(90, 3);
    (void)run(scheduler, trunk, 30);
    for (const size_t cut : {1U, 31U, 32U, 33U, 63U, 64U, 77U}) {
        std::vector<TokenId> branch(trunk.begin(), trunk.begin() + static_cast<ptrdiff_t>(cut));
        const auto other = randomTokens(20, 100 + static_cast<unsigned>(cut));
        branch.insert(branch.end(), other.begin(), other.end());
        const GreedyClient cached = run(scheduler, branch, 6);
        QVERIFY(m_reused >= cut);
        Scheduler fresh(*m_model, KvType::F16, 512, 64);
        const GreedyClient alone = run(fresh, branch, 6);
        for (size_t i = 0; i < 6; ++i) QCOMPARE(largestDifference(cached.all[i], alone.all[i]), 0.0);
    }
    // The trunk is unharmed by what grew out of it.
    const GreedyClient whole = run(scheduler, trunk, 6);
    Scheduler fresh(*m_model, KvType::F16, 512, 64);
    QCOMPARE(whole.tokens, run(fresh, trunk, 6).tokens);
}

void TestScheduler::manySequencesAtOnceEqualEachAlone() {
    Scheduler scheduler(*m_model, KvType::F16, 512, 128);
    std::vector<std::unique_ptr<GreedyClient>> clients;
    std::vector<std::vector<TokenId>> prompts;
    for (unsigned i = 0; i < 11; ++i) {  // more than want logits in one pass
        prompts.push_back(randomTokens(5 + 23 * i, 50 + i));
        clients.push_back(std::make_unique<GreedyClient>(4 + 3 * i));
        scheduler.add(prompts.back(), *clients.back(), {});
        if (i % 3 == 0) scheduler.step();  // they come at different times
    }
    while (!scheduler.idle()) scheduler.step();
    for (size_t i = 0; i < prompts.size(); ++i) {
        Scheduler fresh(*m_model, KvType::F16, 512, 128);
        const GreedyClient alone = run(fresh, prompts[i], 4 + 3 * i);
        QCOMPARE(clients[i]->tokens, alone.tokens);
        for (size_t t = 0; t < alone.all.size(); ++t)
            QCOMPARE(largestDifference(clients[i]->all[t], alone.all[t]), 0.0);
    }
}

void TestScheduler::recomputingEqualsTheCache() {
    Scheduler scheduler(*m_model, KvType::F32, 512, 32);
    const auto prompt = randomTokens(40, 9);
    const GreedyClient cached = run(scheduler, prompt, 12, false);
    std::vector<TokenId> tokens = prompt;
    for (const TokenId token : cached.tokens) {
        QCOMPARE(run(scheduler, tokens, 1, false).tokens, std::vector<TokenId>{token});
        tokens.push_back(token);
    }
    QCOMPARE(scheduler.pool().freeBlocks(), 32U);
}

void TestScheduler::endsWhenTheContextIsFull() {
    Scheduler scheduler(*m_model, KvType::F16, 50, 8);
    const GreedyClient client = run(scheduler, randomTokens(45, 4), 100);
    QVERIFY(client.isFull);
    QCOMPARE(client.tokens.size(), size_t{6});  // 45 + 5 positions, and one token that has none
}

void TestScheduler::evictsOldConversationsWhenTheCacheIsFull() {
    Scheduler scheduler(*m_model, KvType::F16, 200, 8);
    const auto a = randomTokens(150, 5), b = randomTokens(150, 6);
    (void)run(scheduler, a, 3);
    QCOMPARE(scheduler.cachedTokens(a), size_t{150});
    const GreedyClient second = run(scheduler, b, 3);
    QVERIFY(!second.isFull);
    QCOMPARE(scheduler.cachedTokens(b), size_t{150});
    QVERIFY(scheduler.cachedTokens(a) < 150);
}

void TestScheduler::stopsAndGivesItsBlocksBack() {
    Scheduler scheduler(*m_model, KvType::F16, 512, 32);
    const auto prompt = randomTokens(200, 7);
    GreedyClient client(1000);
    scheduler.add(prompt, client, {});
    scheduler.step();  // one chunk of 96
    client.stop = true;
    scheduler.step();
    QVERIFY(scheduler.idle());
    QVERIFY(client.tokens.empty());
    QCOMPARE(scheduler.cachedTokens(prompt), size_t{96});  // what was done is kept
    std::stop_source source;
    source.request_stop();
    GreedyClient cancelled(5);
    scheduler.add(prompt, cancelled, {});
    scheduler.step(source.get_token());
    QVERIFY(cancelled.tokens.empty());
    scheduler.remove(cancelled);
    QVERIFY(scheduler.idle());
    scheduler.clearCache();
    QCOMPARE(scheduler.pool().freeBlocks(), 32U);
}

void TestScheduler::refusesPromptsThatDoNotFit() {
    Scheduler scheduler(*m_model, KvType::F16, 50, 8);
    GreedyClient client(1);
    QVERIFY_THROWS_EXCEPTION(Error, scheduler.add({}, client, {}));
    QVERIFY_THROWS_EXCEPTION(Error, scheduler.add(randomTokens(51, 1), client, {}));
    QVERIFY(scheduler.idle());
}

void TestScheduler::recurrentTurnsGoOnFromCheckpoints() {
    const auto model = recurrentModel();
    Scheduler scheduler(*model, KvType::F32, 512, 64);
    QVERIFY(scheduler.states() != nullptr);
    const auto prompt = randomTokens(100, 1);
    const GreedyClient first = run(scheduler, prompt, 20);
    QCOMPARE(m_reused, size_t{0});
    const auto check = [&](const std::vector<TokenId>& tokens, size_t reused) {
        QCOMPARE(scheduler.cachedTokens(tokens), reused);
        const GreedyClient cached = run(scheduler, tokens, 6);
        QCOMPARE(m_reused, reused);
        Scheduler fresh(*model, KvType::F32, 512, 64);
        const GreedyClient alone = run(fresh, tokens, 6, false);
        for (size_t i = 0; i < 6; ++i) QVERIFY(largestDifference(cached.all[i], alone.all[i]) <= 1e-5);
    };
    // The next turn goes on from the end of the reply: all but the last token was fed.
    std::vector<TokenId> second = prompt;
    second.insert(second.end(), first.tokens.begin(), first.tokens.end());
    const auto more = randomTokens(7, 2);
    second.insert(second.end(), more.begin(), more.end());
    check(second, 119);
    // The same prompt again, and one that only shares its beginning: from the last border before the end.
    check(prompt, 96);
    std::vector<TokenId> other(prompt.begin(), prompt.begin() + 98);
    other.insert(other.end(), more.begin(), more.end());
    check(other, 96);
    // A prompt that shares less than the first checkpoint starts over.
    check({prompt.begin(), prompt.begin() + 90}, 0);
    scheduler.clearCache();
    QCOMPARE(scheduler.cachedTokens(second), size_t{0});
}

void TestScheduler::recurrentSequencesAtOnceEqualEachAlone() {
    const auto model = recurrentModel();
    Scheduler scheduler(*model, KvType::F32, 512, 128);
    // More than there are states: the last ones wait for a slot.
    const uint32_t count = scheduler.states()->slotCount + 3;
    std::vector<std::unique_ptr<GreedyClient>> clients;
    std::vector<std::vector<TokenId>> prompts;
    for (unsigned i = 0; i < count; ++i) {
        prompts.push_back(randomTokens(1 + i * 3 % 40, 50 + i));
        clients.push_back(std::make_unique<GreedyClient>(4));
        scheduler.add(prompts.back(), *clients.back(), {});
    }
    for (int steps = 0; !scheduler.idle(); ++steps) {
        QVERIFY(steps < 500);
        scheduler.step();
    }
    for (unsigned i = 0; i < count; ++i) {
        Scheduler fresh(*model, KvType::F32, 512, 128);
        const GreedyClient alone = run(fresh, prompts[i], 4, false);
        QCOMPARE(clients[i]->all.size(), size_t{4});
        for (size_t k = 0; k < 4; ++k) QVERIFY(largestDifference(clients[i]->all[k], alone.all[k]) <= 1e-5);
    }
}

/// A step that is stopped half way has run some layers' states ahead of the others.
void TestScheduler::recurrentStateSurvivesAStop() {
    const auto model = recurrentModel();
    Scheduler scheduler(*model, KvType::F32, 512, 64);
    const auto prompt = randomTokens(70, 9);
    GreedyClient client(5);
    scheduler.add(prompt, client, {});
    scheduler.step();
    std::stop_source stop;
    stop.request_stop();
    scheduler.step(stop.get_token());
    QVERIFY(client.all.empty());
    while (!scheduler.idle()) scheduler.step();
    Scheduler fresh(*model, KvType::F32, 512, 64);
    const GreedyClient alone = run(fresh, prompt, 5, false);
    QCOMPARE(client.all.size(), size_t{5});
    for (size_t i = 0; i < 5; ++i) QVERIFY(largestDifference(client.all[i], alone.all[i]) <= 1e-5);
}

QTEST_GUILESS_MAIN(TestScheduler)
#include "tst_scheduler.moc"

// Drafts change when tokens come, and nothing else.
#include <array>
#include <cstring>

#include "backend/cpu/cpu_backend.h"
#include "backend/reference/reference_backend.h"
#include "hearth/gguf.h"
#include "placement/memory_plan.h"
#include "session/generation.h"
#include "session/scheduler.h"
#include "support/greedy_client.h"
#include "support/reference_pack.h"
#ifdef HEARTH_EMULATED
#include "backend/cuda/cuda_backend.h"
#include "emulator/device_emulated.h"
#include "emulator/machine.h"
#endif

// After the engine's headers: Qt makes "slots" a macro.
#include <QtTest>

using namespace hearth;
using namespace hearth::test;

namespace {

constexpr uint32_t context = 512, allBlocks = 64;

std::unique_ptr<Backend> makeBackend(const QString& name) {
    if (name == "cpu") return std::make_unique<CpuBackend>(CpuOptions{.threads = 2});
#ifdef HEARTH_EMULATED
    if (name == "cuda") return std::make_unique<cuda::CudaBackend>();
#endif
    return std::make_unique<ReferenceBackend>(2);
}

std::filesystem::path family(const std::string& name) {
    return std::filesystem::path(HEARTH_SOURCE_DIR) / "tests/reference/families" / (name + ".gguf");
}

/// Ends after so many tokens at somebody's wish.
class Stopper final : public GenerationListener {
public:
    void replied(const ReplyDelta&) override {
        if (after > 0 && --after == 0) source.request_stop();
    }
    int after = 0;
    std::stop_source source;
};

/// A prompt whose greedy continuation soon runs in circles.
std::vector<TokenId> circles() {
    std::vector<TokenId> tokens;
    for (int i = 0; i < 40; ++i) tokens.push_back(5 + i % 4);
    return tokens;
}

}  // namespace

class TestStepDrafts : public QObject {
    Q_OBJECT

    std::unique_ptr<Backend> m_backend;
    std::unique_ptr<Model> m_model;

    static GreedyClient run(Scheduler& scheduler, const std::vector<TokenId>& prompt, size_t count,
                            std::optional<size_t> drafts) {
        GreedyClient client(count);
        scheduler.add(prompt, client, {.speculate = drafts.has_value(), .draftsEachStep = drafts});
        while (!scheduler.idle()) scheduler.step();
        return client;
    }
    /// The same with guesses of the model itself, so many each step; nullopt: as many as are worth it.
    static GreedyClient runOwn(Scheduler& scheduler, const std::vector<TokenId>& prompt, size_t count,
                               std::optional<size_t> drafts) {
        GreedyClient client(count);
        scheduler.add(prompt, client, {.askItself = true, .draftsEachStep = drafts});
        while (!scheduler.idle()) scheduler.step();
        return client;
    }
    static void compare(const GreedyClient& with, const GreedyClient& without) {
        QCOMPARE(with.tokens, without.tokens);
        QCOMPARE(with.isFull, without.isFull);
        for (size_t i = 0; i < with.all.size(); ++i)
            QVERIFY2(std::memcmp(with.all[i].data(), without.all[i].data(), with.all[i].size() * 4) == 0,
                     qPrintable(QStringLiteral("logits of token %1").arg(i)));
    }
    void load(const QString& backend, const std::filesystem::path& file) {
        m_model.reset();  // before its backend
        m_backend = makeBackend(backend);
        m_model = Model::load(GgufFile::open(file), *m_backend, context, {.rows = 64, .logitRows = 16});
    }
    Scheduler scheduler(uint32_t positions = context) const {
        return {*m_model, KvType::F16, positions, allBlocks};
    }

    static void addModels() {
        QTest::addColumn<QString>("backend");
        QTest::addColumn<QString>("name");
        for (const char* backend : {"reference", "cpu"})
            for (const char* name : {"llama3", "gemma3", "mixtral", "deepseek2-lite", "gpt-oss", "lfm2",
                                     "qwen35", "granitehybrid", "falcon-h1", "jamba"})
                QTest::addRow("%s %s", name, backend) << backend << name;
#ifdef HEARTH_EMULATED
        for (const char* name : {"gemma3", "lfm2", "qwen35"})
            QTest::addRow("%s cuda", name) << "cuda" << name;
#endif
    }

    /// A reply of the small llama with or without drafts, and how it looked.
    GenerationResult reply(const Tokenizer& tokenizer, GenerationRequest request,
                           std::optional<size_t> drafts, int stopAfter = 0, uint32_t positions = context) {
        Scheduler own = scheduler(positions);
        Stopper listener;
        listener.after = stopAfter;
        Generation generation(tokenizer, request, static_cast<int32_t>(m_model->config().vocabSize),
                              ReplyStream::raw(tokenizer, request.sampling.stop), listener,
                              listener.source.get_token(), Generation::Clock::now());
        const std::vector<TokenId> prompt = circles();
        generation.setPrompt(prompt);
        own.add(prompt, generation, {.speculate = drafts.has_value(), .draftsEachStep = drafts});
        while (!own.idle()) own.step(listener.source.get_token());
        return generation.finish(listener.source.stop_requested());
    }
    static void compare(const GenerationResult& with, const GenerationResult& without) {
        QCOMPARE(with.text, without.text);
        QCOMPARE(with.reason, without.reason);
        QCOMPARE(with.tokens.size(), without.tokens.size());
        for (size_t i = 0; i < with.tokens.size(); ++i) {
            QCOMPARE(with.tokens[i].token, without.tokens[i].token);
            QCOMPARE(with.tokens[i].probability, without.tokens[i].probability);
            QCOMPARE(with.tokens[i].candidates.size(), without.tokens[i].candidates.size());
        }
        QCOMPARE(with.metrics.generatedTokens, without.metrics.generatedTokens);
        QCOMPARE(with.metrics.interTokenMs.size(), without.metrics.interTokenMs.size());
        QCOMPARE(without.metrics.draftedTokens, 0);
    }

private slots:
    void init() {
#ifdef HEARTH_EMULATED
        emulator::configureDevice({});
        emulator::g_machine.configure({});
#endif
    }

    void everyLogitHasTheSameBits_data() {
        addModels();
    }
    void everyLogitHasTheSameBits() {
        QFETCH(QString, backend);
        QFETCH(QString, name);
        load(backend, family(name.toStdString()));
        const size_t count = backend == "cuda" ? 40 : 150;
        Scheduler plain = scheduler(), drafting = scheduler();
        const GreedyClient without = run(plain, circles(), count, {});
        const GreedyClient with = run(drafting, circles(), count, 7);
        compare(with, without);
        QCOMPARE(without.drafted, size_t{0});
        // The repetition rate depends on these random models. Accepted and rejected drafts must both be
        // frequent; of two models the latter alone are.
        const bool repeats = name != "falcon-h1" && name != "jamba";
        if (repeats) QVERIFY2(with.accepted > count / 15, qPrintable(QString::number(with.accepted)));
        QVERIFY(with.accepted < with.drafted);
        // The rest of the cache is the same, and the next turn continues from it.
        QCOMPARE(drafting.pool().freeBlocks(), plain.pool().freeBlocks());
        std::vector<TokenId> chat = circles();
        chat.insert(chat.end(), with.tokens.begin(), with.tokens.end());
        QCOMPARE(drafting.cachedTokens(chat), plain.cachedTokens(chat));
        compare(run(drafting, chat, 20, 3), run(plain, chat, 20, {}));
        drafting.clearCache();
        QCOMPARE(drafting.pool().freeBlocks(), allBlocks);
    }

    /// Rejected rows never cost a window what it still needs.
    void windowsSurviveRejection_data() {
        QTest::addColumn<QString>("backend");
        QTest::addColumn<QString>("name");
        for (const char* name : {"gemma3", "cohere2", "gpt-oss"}) QTest::addRow("%s", name) << "cpu" << name;
    }
    void windowsSurviveRejection() {
        QFETCH(QString, backend);
        QFETCH(QString, name);
        load(backend, family(name.toStdString()));
        std::vector<uint32_t> blocks;
        for (const uint32_t window : m_model->kvWindows())
            blocks.push_back(window == 0 ? allBlocks : windowBlocks(window, 64) + 1);
        Scheduler tight(*m_model, KvType::F16, context, GroupBlocks(blocks));
        Scheduler wide = scheduler();
        const std::vector<TokenId> prompt = randomTokens(150, 4);
        compare(run(tight, prompt, 200, 7), run(wide, prompt, 200, {}));
    }

    void repliesAreTheSame_data() {
        QTest::addColumn<float>("temperature");
        QTest::addColumn<int>("topK");
        QTest::addColumn<float>("repeatPenalty");
        QTest::addColumn<int>("candidates");
        QTest::newRow("greedy") << 0.0F << 40 << 1.0F << 0;
        QTest::newRow("greedy with alternatives") << 0.0F << 40 << 1.0F << 4;
        QTest::newRow("two to choose from") << 1.0F << 2 << 1.0F << 0;
        QTest::newRow("penalties") << 0.3F << 3 << 1.05F << 2;
        QTest::newRow("open") << 1.0F << 0 << 1.0F << 0;
    }
    void repliesAreTheSame() {
        QFETCH(float, temperature);
        QFETCH(int, topK);
        QFETCH(float, repeatPenalty);
        QFETCH(int, candidates);
        const auto file = tinyModelsFolder() / "llama-f32.gguf";
        const auto tokenizer = Tokenizer::fromGguf(GgufFile::open(file));
        for (const char* backend : {"reference", "cpu"}) {
            load(backend, file);
            int accepted = 0;
            for (uint64_t seed = 1; seed <= 2; ++seed) {
                GenerationRequest request;
                request.sampling.temperature = temperature;
                request.sampling.topK = topK;
                request.sampling.repeatPenalty = repeatPenalty;
                request.sampling.seed = seed;
                request.sampling.maxTokens = 120;
                request.candidates = candidates;
                request.ignoreEndOfText = seed % 2 == 0;
                const GenerationResult without = reply(*tokenizer, request, {});
                for (const size_t drafts : {1, 4, 7}) {
                    const GenerationResult with = reply(*tokenizer, request, drafts);
                    compare(with, without);
                    accepted += with.metrics.acceptedTokens;
                    QVERIFY(with.metrics.acceptedTokens <= with.metrics.draftedTokens);
                }
                // Ends in the middle of what came together: at any token, and at any text.
                for (const int end : {1, 2, 50, 51, 52}) {
                    if (static_cast<size_t>(end) >= without.tokens.size()) continue;
                    request.sampling.maxTokens = end;
                    compare(reply(*tokenizer, request, 7), reply(*tokenizer, request, {}));
                }
                request.sampling.maxTokens = 120;
                for (const size_t at : {30U, 61U}) {
                    if (without.text.size() < at + 3) continue;
                    request.sampling.stop = {without.text.substr(at, 3)};
                    compare(reply(*tokenizer, request, 7), reply(*tokenizer, request, {}));
                }
            }
            if (topK != 0) QVERIFY2(accepted > 10, qPrintable(QString::number(accepted)));
        }
    }

    void endsWhereItWouldWithout() {
        const auto file = tinyModelsFolder() / "llama-f32.gguf";
        const auto tokenizer = Tokenizer::fromGguf(GgufFile::open(file));
        load("cpu", file);
        GenerationRequest request;
        request.sampling.temperature = 0;
        request.ignoreEndOfText = true;
        for (uint32_t positions = 100; positions < 110; positions += 3) {
            const GenerationResult with = reply(*tokenizer, request, 7, 0, positions);
            compare(with, reply(*tokenizer, request, {}, 0, positions));
            QCOMPARE(with.reason, FinishReason::ContextFull);
        }
        for (int stopAfter = 60; stopAfter < 70; stopAfter += 3) {
            const GenerationResult with = reply(*tokenizer, request, 7, stopAfter);
            compare(with, reply(*tokenizer, request, {}, stopAfter));
            QCOMPARE(with.reason, FinishReason::Cancelled);
            QCOMPARE(with.tokens.size(), static_cast<size_t>(stopAfter));
        }
    }

    /// A cache that is full ends a reply where it would without.
    void fullCacheEndsTheSame() {
        load("cpu", family("llama3"));
        Scheduler plain(*m_model, KvType::F16, context, 4), drafting(*m_model, KvType::F16, context, 4);
        const GreedyClient without = run(plain, circles(), 200, {}), with = run(drafting, circles(), 200, 7);
        compare(with, without);
        QVERIFY(with.isFull);
    }

    void severalSequencesEqualEachAlone() {
        load("cpu", family("llama3"));
        Scheduler together = scheduler();
        std::vector<std::unique_ptr<GreedyClient>> clients;
        std::vector<std::vector<TokenId>> prompts;
        for (unsigned i = 0; i < 5; ++i) {
            prompts.push_back(i % 2 == 0 ? circles() : randomTokens(10 + 7 * i, i));
            prompts.back().push_back(static_cast<TokenId>(i));
            clients.push_back(std::make_unique<GreedyClient>(40 + 10 * i));
            together.add(prompts.back(), *clients.back(), {.speculate = true, .draftsEachStep = 7});
            // Prompts alone: beside others they go through other kernels, with and without drafts.
            together.step();
        }
        size_t accepted = 0;
        while (!together.idle()) together.step();
        for (size_t i = 0; i < prompts.size(); ++i) {
            Scheduler alone = scheduler();
            QCOMPARE(clients[i]->tokens, run(alone, prompts[i], 40 + 10 * i, {}).tokens);
            accepted += clients[i]->accepted;
        }
        QVERIFY(accepted > 20);
    }

    /// As many as are worth it: the text stays, and where it runs in circles drafts are used.
    void choosesByItself() {
        load("cpu", family("llama3"));
        Scheduler plain = scheduler(), choosing = scheduler();
        GreedyClient with(200);
        choosing.add(circles(), with, {.speculate = true});
        while (!choosing.idle()) choosing.step();
        compare(with, run(plain, circles(), 200, {}));
        QVERIFY(with.accepted > 50);
    }

    /// A converted file and its source folder are the same model: the same text, and the same drafts.
    void filesGuessAsTheirFolders_data() {
        QTest::addColumn<QString>("name");
        for (const char* name : {"glm4moe", "deepseek3", "qwen35", "qwen35moe", "qwen3next"})
            QTest::newRow(name) << name;
    }
    void filesGuessAsTheirFolders() {
        QFETCH(QString, name);
        const auto folder =
            std::filesystem::path(HEARTH_SOURCE_DIR) / "tests/reference/guesses" / name.toStdString();
        const auto clientOf = [&](const std::filesystem::path& file) {
            load("reference", file);
            Scheduler own = scheduler();
            return runOwn(own, circles(), 100, 3);
        };
        const GreedyClient ofFolder = clientOf(folder), ofFile = clientOf(folder.string() + ".gguf");
        compare(ofFile, ofFolder);
        QVERIFY(ofFile.drafted > 50);
        QCOMPARE(ofFile.drafted, ofFolder.drafted);
        QCOMPARE(ofFile.accepted, ofFolder.accepted);
        qInfo("%zu of %zu guesses right", ofFile.accepted, ofFile.drafted);
    }

    void ownGuessesChangeNoBit_data() {
        QTest::addColumn<QString>("backend");
        QTest::addColumn<QString>("name");
        QTest::addColumn<KvType>("kv");
        for (const char* backend : {"reference", "cpu"})
            for (const char* name : {"glm4moe.gguf", "deepseek3.gguf", "sure.gguf", "qwen35.gguf",
                                     "qwen35moe", "qwen3next", "sure-recurrent.gguf"})
                QTest::addRow("%s %s", name, backend) << backend << name << KvType::F16;
        for (const char* name : {"glm4moe.gguf", "sure-recurrent.gguf"})
            QTest::addRow("%s cpu Q8_0", name) << "cpu" << name << KvType::Q8_0;
#ifdef HEARTH_EMULATED
        for (const char* name : {"glm4moe.gguf", "sure.gguf", "qwen35.gguf", "sure-recurrent.gguf"})
            QTest::addRow("%s cuda", name) << "cuda" << name << KvType::F16;
#endif
    }
    void ownGuessesChangeNoBit() {
        QFETCH(QString, backend);
        QFETCH(QString, name);
        QFETCH(KvType, kv);
        load(backend,
             std::filesystem::path(HEARTH_SOURCE_DIR) / "tests/reference/guesses" / name.toStdString());
        const size_t count = backend == "cuda" ? 40 : 150;
        Scheduler plain(*m_model, kv, context, allBlocks), guessing(*m_model, kv, context, allBlocks);
        const GreedyClient without = run(plain, circles(), count, {});
        const GreedyClient with = runOwn(guessing, circles(), count, 3);
        compare(with, without);
        QCOMPARE(without.drafted, size_t{0});
        QVERIFY(with.drafted > count / 2);
        qInfo("%zu of %zu guesses right", with.accepted, with.drafted);
        if (name == "sure.gguf") QVERIFY(10 * with.accepted > 9 * with.drafted);
        // Accepted and rejected ones, also in one step.
        if (name == "sure-recurrent.gguf")
            QVERIFY(3 * with.accepted > with.drafted && 20 * with.accepted < 19 * with.drafted);
        // The rest of the cache is the same, and the next turn continues from it.
        QCOMPARE(guessing.pool().freeBlocks(), plain.pool().freeBlocks());
        std::vector<TokenId> chat = circles();
        chat.insert(chat.end(), with.tokens.begin(), with.tokens.end());
        QCOMPARE(guessing.cachedTokens(chat), plain.cachedTokens(chat));
        const GreedyClient next = runOwn(guessing, chat, 20, 2);
        compare(next, run(plain, chat, 20, {}));
        if (name == "sure.gguf") QVERIFY(next.accepted > 10);
        guessing.clearCache();
        QCOMPARE(guessing.pool().freeBlocks(), allBlocks);
    }

    /// As many as are worth it; beside others, and in a cache that is nearly full.
    void ownGuessesAmongOthers() {
        load("cpu", std::filesystem::path(HEARTH_SOURCE_DIR) / "tests/reference/guesses/sure.gguf");
        Scheduler plain = scheduler(), together = scheduler();
        GreedyClient first(120), second(90), third(60);
        const std::vector<TokenId> prompt = randomTokens(50, 3);
        together.add(prompt, first, {.askItself = true});
        together.step();
        together.add(circles(), second, {.speculate = true, .askItself = true});
        together.step();
        together.add(randomTokens(33, 8), third, {});
        while (!together.idle()) together.step();
        QCOMPARE(first.tokens, run(plain, prompt, 120, {}).tokens);
        QCOMPARE(second.tokens, run(plain, circles(), 90, {}).tokens);
        QCOMPARE(third.tokens, run(plain, randomTokens(33, 8), 60, {}).tokens);
        QCOMPARE(third.drafted, size_t{0});
        Scheduler narrow(*m_model, KvType::F16, context, 4), tight(*m_model, KvType::F16, context, 4);
        const GreedyClient with = runOwn(narrow, circles(), 200, 4);
        compare(with, run(tight, circles(), 200, {}));
        QVERIFY(with.isFull);
    }

    /// Sequences share the slots for states in front of drafts, and get them back whatever ends a pass.
    void statesInFrontOfDraftsAreShared() {
        load("cpu", std::filesystem::path(HEARTH_SOURCE_DIR) / "tests/reference/guesses/sure-recurrent.gguf");
        Scheduler plain = scheduler(), together = scheduler();
        std::vector<std::unique_ptr<GreedyClient>> clients;
        for (unsigned i = 0; i < 4; ++i) {
            clients.push_back(std::make_unique<GreedyClient>(60 + 10 * i));
            together.add(randomTokens(20 + i, i), *clients.back(), {.askItself = true, .draftsEachStep = 3});
        }
        std::stop_source stop;
        stop.request_stop();
        for (int step = 0; !together.idle(); ++step) {
            together.step();
            // Stopped before the first layer: the pass is made again, from the start of the sequence.
            if (step % 10 == 7) together.step(stop.get_token());
            if (step == 12) clients[2]->stop = true;
        }
        size_t accepted = 0;
        for (unsigned i = 0; i < 4; ++i) {
            const GreedyClient alone = run(plain, randomTokens(20 + i, i), 60 + 10 * i, {});
            if (i != 2) QCOMPARE(clients[i]->tokens, alone.tokens);
            QVERIFY(std::equal(clients[i]->tokens.begin(), clients[i]->tokens.end(), alone.tokens.begin()));
            accepted += clients[i]->accepted;
        }
        QVERIFY(accepted > 50);
        together.clearCache();
        QCOMPARE(together.prefixes().checkpoints.freeSlots() + draftStateCount(m_model->config()),
                 size_t{together.states()->slotCount});
        QCOMPARE(runOwn(together, circles(), 80, 4).tokens, run(plain, circles(), 80, {}).tokens);
    }
};

QTEST_GUILESS_MAIN(TestStepDrafts)
#include "tst_step_drafts.moc"

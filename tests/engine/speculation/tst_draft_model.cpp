// A draft model changes when tokens come, and nothing else.
#include "speculation/draft_model.h"

#include <cstring>

#include "backend/cpu/cpu_backend.h"
#include "backend/reference/reference_backend.h"
#include "hearth/gguf.h"
#include "session/generation.h"
#include "session/scheduler.h"
#include "support/greedy_client.h"
#include "support/reference_pack.h"

// After the engine's headers: Qt makes "slots" a macro.
#include <QtTest>

using namespace hearth;
using namespace hearth::test;

namespace {

constexpr uint32_t context = 512, allBlocks = 64;

std::filesystem::path family(const std::string& name) {
    return std::filesystem::path(HEARTH_SOURCE_DIR) / "tests/reference/families" / (name + ".gguf");
}

/// A model with its backend.
struct Loaded {
    std::unique_ptr<Backend> backend;
    std::unique_ptr<Model> model;

    Loaded(const std::filesystem::path& file, bool cpu = true,
           BatchLimits limits = {.rows = 64, .logitRows = 16}) {
        if (cpu)
            backend = std::make_unique<CpuBackend>(CpuOptions{.threads = 2});
        else
            backend = std::make_unique<ReferenceBackend>(2);
        model = Model::load(GgufFile::open(file), *backend, context, limits);
    }
};

/// A model that guesses, with the same limits that it has in an engine unless a test wants smaller ones.
struct Guessing : Loaded {
    DraftModel draft;
    explicit Guessing(const std::filesystem::path& file, bool cpu = true, uint32_t positions = context,
                      BatchLimits limits = DraftModel::limits)
        : Loaded(file, cpu, limits), draft(*model, KvType::F16, positions, 1U << 20U) {}
};

class Stopper final : public GenerationListener {
public:
    void replied(const ReplyDelta&) override {
        if (after > 0 && --after == 0) source.request_stop();
    }
    int after = 0;
    std::stop_source source;
};

}  // namespace

class TestDraftModel : public QObject {
    Q_OBJECT

    static GreedyClient run(Model& model, DraftModel* draft, const std::vector<TokenId>& prompt, size_t count,
                            std::optional<size_t> drafts = 7, bool lookup = false,
                            uint32_t blocks = allBlocks) {
        Scheduler scheduler(model, KvType::F16, context, blocks);
        if (draft != nullptr) scheduler.draftWith(*draft);
        GreedyClient client(count);
        scheduler.add(prompt, client,
                      {.speculate = lookup, .askDraftModel = draft != nullptr, .draftsEachStep = drafts});
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
    static GenerationResult reply(Model& model, const Tokenizer& tokenizer, DraftModel* draft,
                                  const GenerationRequest& request, int stopAfter = 0) {
        Scheduler scheduler(model, KvType::F16, context, allBlocks);
        if (draft != nullptr) scheduler.draftWith(*draft);
        Stopper listener;
        listener.after = stopAfter;
        Generation generation(tokenizer, request, static_cast<int32_t>(model.config().vocabSize),
                              ReplyStream::raw(tokenizer, request.sampling.stop), listener,
                              listener.source.get_token(), Generation::Clock::now());
        const std::vector<TokenId> prompt = randomTokens(50, 3);
        generation.setPrompt(prompt);
        scheduler.add(prompt, generation, {.speculate = false, .askDraftModel = true, .draftsEachStep = 5});
        while (!scheduler.idle()) scheduler.step(listener.source.get_token());
        return generation.finish(listener.source.stop_requested());
    }

private slots:
    /// The same model is right nearly always, another random one nearly never, and no bit depends on it.
    void everyLogitHasTheSameBits_data() {
        QTest::addColumn<QString>("model");
        QTest::addColumn<QString>("draft");
        QTest::addColumn<bool>("cpu");
        QTest::newRow("itself") << "llama3"
                                << "llama3" << true;
        QTest::newRow("itself, reference") << "llama3"
                                           << "llama3" << false;
        QTest::newRow("another") << "llama3"
                                 << "qwen2" << true;
        QTest::newRow("windows") << "gemma3"
                                 << "gemma3" << true;
        QTest::newRow("experts") << "mixtral"
                                 << "gpt-oss" << true;
    }
    void everyLogitHasTheSameBits() {
        QFETCH(QString, model);
        QFETCH(QString, draft);
        QFETCH(bool, cpu);
        const Loaded target(family(model.toStdString()), cpu);
        Guessing guessing(family(draft.toStdString()), cpu);
        const std::vector<TokenId> prompt = randomTokens(150, 2);
        const GreedyClient without = run(*target.model, nullptr, prompt, 120, {});
        for (const size_t drafts : {7, 2}) {
            const GreedyClient with = run(*target.model, &guessing.draft, prompt, 120, drafts);
            compare(with, without);
            const double right = static_cast<double>(with.accepted) / static_cast<double>(with.drafted);
            QVERIFY2(with.drafted > 60, qPrintable(QString::number(with.drafted)));
            if (model == draft)
                QVERIFY2(right > 0.9, qPrintable(QString::number(right)));
            else
                QVERIFY2(right < 0.3, qPrintable(QString::number(right)));
        }
        // With prompt lookup before it, and without a limit.
        compare(run(*target.model, &guessing.draft, prompt, 120, 7, true), without);
        compare(run(*target.model, &guessing.draft, prompt, 120, {}, true), without);
        // Its cached blocks are released.
        guessing.draft.clearCache();
        QCOMPARE(guessing.draft.freeBlocks(), DraftModel::blocksFor(context));
    }

    void repliesAreTheSame_data() {
        QTest::addColumn<float>("temperature");
        QTest::addColumn<float>("repeatPenalty");
        QTest::addColumn<bool>("itself");
        for (const bool itself : {true, false}) {
            const char* name = itself ? "itself" : "another";
            QTest::addRow("greedy, %s", name) << 0.0F << 1.0F << itself;
            QTest::addRow("sampled, %s", name) << 0.9F << 1.0F << itself;
            QTest::addRow("penalties, %s", name) << 0.7F << 1.2F << itself;
        }
    }
    void repliesAreTheSame() {
        QFETCH(float, temperature);
        QFETCH(float, repeatPenalty);
        QFETCH(bool, itself);
        const auto file = tinyModelsFolder() / "llama-f32.gguf";
        const auto tokenizer = Tokenizer::fromGguf(GgufFile::open(file));
        const Loaded target(file);
        Guessing guessing(itself ? file : tinyModelsFolder() / "llama-moe.gguf");
        int accepted = 0, drafted = 0;
        for (uint64_t seed = 1; seed <= 3; ++seed) {
            GenerationRequest request;
            request.sampling.temperature = temperature;
            request.sampling.repeatPenalty = repeatPenalty;
            request.sampling.presencePenalty = repeatPenalty > 1 ? 0.3F : 0;
            request.sampling.seed = seed;
            request.sampling.maxTokens = 100;
            request.ignoreEndOfText = seed != 2;
            const auto same = [&](int stopAfter = 0) {
                const GenerationResult without =
                    reply(*target.model, *tokenizer, nullptr, request, stopAfter);
                const GenerationResult with =
                    reply(*target.model, *tokenizer, &guessing.draft, request, stopAfter);
                QCOMPARE(with.text, without.text);
                QCOMPARE(with.reason, without.reason);
                QCOMPARE(with.tokens.size(), without.tokens.size());
                for (size_t i = 0; i < with.tokens.size(); ++i) {
                    QCOMPARE(with.tokens[i].token, without.tokens[i].token);
                    QCOMPARE(with.tokens[i].probability, without.tokens[i].probability);
                }
                QCOMPARE(without.metrics.draftedTokens, 0);
                accepted += with.metrics.acceptedTokens;
                drafted += with.metrics.draftedTokens;
            };
            same();
            same(33);  // stopped by a person
            for (const int end : {2, 3, 40, 41}) {
                request.sampling.maxTokens = end;
                same();
            }
            request.sampling.maxTokens = 100;
            const std::string text = reply(*target.model, *tokenizer, nullptr, request).text;
            if (text.size() > 40) request.sampling.stop = {text.substr(37, 3)};
            same();
        }
        QVERIFY(drafted > 100);
        const double right = static_cast<double>(accepted) / drafted;
        if (itself && temperature == 0) QVERIFY2(right > 0.8, qPrintable(QString::number(right)));
    }

    /// A full cache ends a reply where it would without.
    void fullCacheEndsTheSame() {
        const Loaded target(family("llama3"));
        Guessing guessing(family("llama3"));
        const std::vector<TokenId> prompt = randomTokens(60, 2);
        const GreedyClient with = run(*target.model, &guessing.draft, prompt, 200, 7, false, 4);
        compare(with, run(*target.model, nullptr, prompt, 200, {}, false, 4));
        QVERIFY(with.isFull);
    }

    /// The draft model's own context and cache may be too small: replies go on without it.
    void goesOnBehindItsContext() {
        const Loaded target(family("llama3"));
        Guessing guessing(family("llama3"), true, 96);
        const std::vector<TokenId> prompt = randomTokens(60, 2);
        const GreedyClient with = run(*target.model, &guessing.draft, prompt, 100);
        compare(with, run(*target.model, nullptr, prompt, 100, {}));
        QVERIFY2(with.drafted > 20 && with.drafted < 60, qPrintable(QString::number(with.drafted)));
    }

    void severalSequencesEqualEachAlone() {
        const Loaded target(family("llama3"));
        Guessing guessing(family("llama3"), true, 128);  // room for not all of them
        Scheduler together(*target.model, KvType::F16, context, allBlocks);
        together.draftWith(guessing.draft);
        std::vector<std::unique_ptr<GreedyClient>> clients;
        std::vector<std::vector<TokenId>> prompts;
        for (unsigned i = 0; i < 3; ++i) {
            prompts.push_back(randomTokens(30 + 7 * i, i));
            clients.push_back(std::make_unique<GreedyClient>(40 + 10 * i));
            together.add(prompts.back(), *clients.back(),
                         {.speculate = false, .askDraftModel = true, .draftsEachStep = 2});
            // Prompts alone: beside others they go through other kernels, with and without drafts.
            together.step();
        }
        size_t accepted = 0;
        while (!together.idle()) together.step();
        for (size_t i = 0; i < prompts.size(); ++i) {
            QCOMPARE(clients[i]->tokens, run(*target.model, nullptr, prompts[i], 40 + 10 * i, {}).tokens);
            accepted += clients[i]->accepted;
        }
        QVERIFY(accepted > 20);
    }

    /// It goes on from what it has, cuts back what differs, and finds what other sequences left behind.
    void followsBranches() {
        Guessing guessing(family("llama3"), false);
        std::vector<TokenId> tokens = randomTokens(70, 5);
        const auto alone = [&] {
            Guessing fresh(family("llama3"), false);
            DraftSequence sequence(fresh.draft);
            return *sequence.follow(tokens, {});
        };
        {
            DraftSequence sequence(guessing.draft);
            const auto first = sequence.follow(tokens, {});
            QVERIFY(first.has_value());
            QCOMPARE(sequence.followed(), size_t{70});
            QCOMPARE(first->token, alone().token);
            QVERIFY(first->probability > 0 && first->probability <= 1);
            for (int i = 0; i < 5; ++i) QVERIFY(sequence.resume({}).has_value());
            // The first guess was right, the second not.
            tokens.push_back(first->token);
            tokens.push_back(7);
            const auto next = sequence.follow(tokens, {});
            QCOMPARE(next->token, alone().token);
            QVERIFY(sequence.followed() <= 2);
        }
        // Another chat that begins alike.
        tokens.resize(50);
        tokens.push_back(9);
        DraftSequence branch(guessing.draft);
        QCOMPARE(branch.follow(tokens, {})->token, alone().token);
        QCOMPARE(branch.followed(), size_t{1});
    }

    /// Long prompts are followed in parts, and a stop request ends any of them without harm.
    void followsInPartsAndStops() {
        Guessing guessing(family("llama3"), false, context, {.rows = 64, .logitRows = 1});
        const std::vector<TokenId> tokens = randomTokens(150, 5);
        std::stop_source stop;
        stop.request_stop();
        DraftSequence sequence(guessing.draft);
        QVERIFY(!sequence.follow(tokens, stop.get_token()));
        QCOMPARE(sequence.followed(), size_t{0});
        QVERIFY(!sequence.follow(tokens, {}));
        QCOMPARE(sequence.followed(), size_t{64});
        QVERIFY(!sequence.follow(tokens, {}));
        QVERIFY(!sequence.resume({}));  // there is nothing to continue yet
        const auto guess = sequence.follow(tokens, {});
        QVERIFY(guess.has_value());
        QCOMPARE(sequence.followed(), size_t{22});
        QVERIFY(!sequence.resume(stop.get_token()));
        Guessing whole(family("llama3"), false);
        DraftSequence other(whole.draft);
        QVERIFY(!other.follow(tokens, {}));
        QCOMPARE(guess->token, other.follow(tokens, {})->token);
    }

    /// Tokens that one of the two vocabularies lacks.
    void staysInsideTheVocabularies() {
        const Loaded small(family("llama3"), false);
        DraftModel narrow(*small.model, KvType::F16, context, 10);
        DraftSequence sequence(narrow);
        for (unsigned seed = 0; seed < 20; ++seed)
            QVERIFY(sequence.follow(randomTokens(20, seed), {})->token < 10);
        const auto beyond = static_cast<TokenId>(small.model->config().vocabSize);
        QVERIFY(!sequence.follow(std::vector<TokenId>{1, 2, beyond}, {}));
        QVERIFY(!sequence.follow(std::vector<TokenId>{1, 2, beyond, 3}, {}));
        QVERIFY(sequence.follow(std::vector<TokenId>{1, 2, 3}, {}).has_value());
        QVERIFY(!sequence.follow({}, {}));
    }

    void cacheIsAsPlanned() {
        const Loaded small(family("gemma3"));
        for (const KvType type : {KvType::F16, KvType::Q8_0}) {
            const DraftModel draft(*small.model, type, context, 64);
            QCOMPARE(draft.kv().sizeBytes, DraftModel::cacheBytes(small.model->config(), type, context));
        }
        QCOMPARE(DraftModel::blocksFor(512), 17U);
        QCOMPARE(DraftModel::blocksFor(1), 2U);
    }
};

QTEST_GUILESS_MAIN(TestDraftModel)
#include "tst_draft_model.moc"

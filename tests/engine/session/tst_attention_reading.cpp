#include "session/attention_reading.h"

#include <QtTest>
#include <filesystem>

#include "backend/cpu/cpu_backend.h"
#include "hearth/engine.h"
#include "hearth/gguf.h"
#include "hearth/probe.h"
#include "session/scheduler.h"
#include "support/greedy_client.h"
#include "support/reference_pack.h"
#include "support/tiny_model.h"

using namespace hearth;
using namespace hearth::test;

namespace {

const std::filesystem::path families = HEARTH_SOURCE_DIR "/tests/reference/families";

class Ear final : public AttentionListener {
public:
    void looked(TokenAttention attention) override { answer = std::move(attention); }
    void failed(const Error& error) override { problem = error; }
    bool heard() const { return answer || problem; }
    std::optional<TokenAttention> answer;
    std::optional<Error> problem;
};

/// A scheduler of a small model on the CPU.
struct Setup {
    CpuBackend backend{CpuOptions{.threads = 2}};
    std::unique_ptr<Model> model;
    std::unique_ptr<Scheduler> scheduler;
    AttentionReadings readings;

    explicit Setup(const char* name, uint32_t context = 512) {
        model = Model::load(GgufFile::open(families / (std::string(name) + ".gguf")), backend, context,
                            {.rows = 64, .logitRows = 8});
        std::vector<uint32_t> blocks(model->kvWindows().size(), 24);
        scheduler = std::make_unique<Scheduler>(*model, KvType::F32, context, GroupBlocks(blocks));
    }
    void step() {
        scheduler->step();
        readings.tellEnded();
    }
    Ear ask(std::vector<TokenId> tokens, std::vector<ContextShift> cuts = {}) {
        Ear ear;
        readings.add({.tokens = std::move(tokens), .cuts = std::move(cuts), .tenant = {}}, ear, *scheduler);
        while (!ear.heard()) step();
        return ear;
    }
};

/// Attention of the last token, without a scheduler.
std::vector<LayerAttention> directly(const char* name, std::span<const TokenId> tokens) {
    TinyModel model(families / (std::string(name) + ".gguf"),
                    std::make_unique<CpuBackend>(CpuOptions{.threads = 2}), KvType::F32);
    Batch batch;
    batch.sequences.push_back(model.makeSequence(tokens.size()));
    batch.kind = RowKind::Decode;
    std::vector<LayerAttention> layers;
    for (size_t i = 0; i < tokens.size(); ++i) {
        batch.rows = {
            {.sequence = 0, .slot = static_cast<int32_t>(i), .token = tokens[i], .wantLogits = true}};
        if (i + 1 == tokens.size()) model.model().pass().watch({.row = 0, .layers = &layers});
        (void)model.model().forward(batch, model.kv(), model.states());
    }
    return layers;
}

double largestDifference(const std::vector<LayerAttention>& a, const std::vector<LayerAttention>& b) {
    if (a.size() != b.size()) return std::numeric_limits<double>::infinity();
    double largest = 0;
    for (size_t i = 0; i < a.size(); ++i) {
        if (a[i].first != b[i].first || a[i].heads != b[i].heads)
            return std::numeric_limits<double>::infinity();
        largest = std::max(largest, test::largestDifference(a[i].shares, b[i].shares));
    }
    return largest;
}

}  // namespace

/// Questions about tokens beside replies, on the same cache.
class TestAttentionReading : public QObject {
    Q_OBJECT

private slots:
    void answersFromTheCache_data() {
        QTest::addColumn<QByteArray>("name");
        for (const char* name : {"llama3", "gemma3", "gpt-oss", "deepseek3", "lfm2", "qwen35"})
            QTest::newRow(name) << QByteArray(name);
    }
    void answersFromTheCache() {
        QFETCH(QByteArray, name);
        Setup setup(name.constData());
        std::vector<TokenId> tokens = randomTokens(70, 3);
        GreedyClient reply(30);
        setup.scheduler->add(tokens, reply, {});
        while (!setup.scheduler->idle()) setup.step();
        tokens.insert(tokens.end(), reply.tokens.begin(), reply.tokens.end());
        for (const size_t length :
             {tokens.size() - 1, size_t{85}, size_t{65}, size_t{40}, size_t{2}, size_t{1}}) {
            std::vector<TokenId> until(tokens.begin(), tokens.begin() + static_cast<ptrdiff_t>(length));
            const Ear ear = setup.ask(until);
            QVERIFY(ear.answer);
            QCOMPARE(ear.answer->tokens, until);
            if (name == "llama3" && length > 80) QVERIFY(ear.answer->reusedTokens >= 64);
            const double difference =
                largestDifference(ear.answer->layers, directly(name.constData(), until));
            QVERIFY2(difference < 1e-4, qPrintable(QString("%1: %2").arg(length).arg(difference)));
        }
    }

    /// Of another content behind the same ids nothing is taken from the cache.
    void contentsAreReadEach() {
        Setup setup("llama3");
        const auto with = [](uint64_t content) {
            return PromptTokens(randomTokens(120, 3),
                                {{.content = {content, 0}, .first = 40, .rows = 40, .positions = 40}});
        };
        GreedyClient reply(2);
        setup.scheduler->add(with(1), reply, {});
        while (!setup.scheduler->idle()) setup.step();
        const auto reusedBy = [&](const PromptTokens& tokens) {
            Ear ear;
            setup.readings.add(
                {.tokens = tokens.ids, .cuts = {}, .tenant = {}, .stop = {}, .spans = tokens.spans}, ear,
                *setup.scheduler);
            while (!setup.scheduler->idle()) setup.step();
            return ear.answer ? ear.answer->reusedTokens : -1;
        };
        QVERIFY(reusedBy(with(1)) >= 96);
        const int ofOther = reusedBy(with(2)), ofText = reusedBy(PromptTokens(with(1).ids));
        QVERIFY(ofOther >= 0 && ofOther <= 40 && ofText >= 0 && ofText <= 40);
    }

    /// Replies that run go on meanwhile, to the letter as without a question.
    void repliesGoOn() {
        const std::vector<TokenId> prompt = randomTokens(50, 5);
        GreedyClient alone(40), beside(40);
        Setup quiet("qwen3"), setup("qwen3");
        quiet.scheduler->add(prompt, alone, {});
        while (!quiet.scheduler->idle()) quiet.step();
        setup.scheduler->add(prompt, beside, {});
        Ear first, second;
        for (int i = 0; i < 10; ++i) setup.step();
        setup.readings.add({.tokens = randomTokens(90, 6), .cuts = {}, .tenant = {}}, first,
                           *setup.scheduler);
        setup.readings.add({.tokens = prompt, .cuts = {}, .tenant = {}}, second, *setup.scheduler);
        while (!setup.scheduler->idle()) setup.step();
        QVERIFY(first.answer && second.answer && setup.readings.empty());
        QCOMPARE(beside.tokens, alone.tokens);
        QCOMPARE(largestDifference(second.answer->layers, directly("qwen3", prompt)) < 1e-4, true);
    }

    /// The tokens behind a cut look at what is left, as they did when they were made.
    void cutsLeaveOutWhatTheyDropped() {
        Setup setup("llama3");
        const std::vector<TokenId> tokens = randomTokens(200, 8);
        const ContextShift cut{.keep = 32, .dropTo = 96, .at = 160};
        const Ear ear = setup.ask(tokens, {cut});
        QVERIFY(ear.answer);
        QCOMPARE(ear.answer->tokens.size(), size_t{200 - 64});
        QCOMPARE(ear.answer->tokens.back(), tokens.back());
        QCOMPARE(ear.answer->layers[0].positions(), size_t{200 - 64});
        // Before it was made, nothing was left out.
        const Ear before = setup.ask({tokens.begin(), tokens.begin() + 120}, {cut});
        QCOMPARE(before.answer->tokens.size(), size_t{120});
    }

    void stopsAtOnce() {
        Setup setup("llama3");
        Ear ear;
        std::stop_source stop;
        setup.readings.add(
            {.tokens = randomTokens(300, 9), .cuts = {}, .tenant = {}, .stop = stop.get_token()}, ear,
            *setup.scheduler);
        setup.step();
        QVERIFY(!ear.heard());
        stop.request_stop();
        setup.step();
        QVERIFY(ear.problem);
        QCOMPARE(ear.problem->code(), ErrorCode::Cancelled);
        QVERIFY(setup.scheduler->idle());
        Ear other;
        setup.readings.add({.tokens = randomTokens(300, 9), .cuts = {}, .tenant = {}}, other,
                           *setup.scheduler);
        setup.readings.cancelAll();
        setup.step();
        QCOMPARE(other.problem->code(), ErrorCode::Cancelled);
    }

    void saysWhatDoesNotWork() {
        Setup setup("llama3", 64);
        Ear ear;
        QVERIFY_THROWS_EXCEPTION(Error, setup.readings.add({}, ear, *setup.scheduler));
        QVERIFY_THROWS_EXCEPTION(
            Error, setup.readings.add({.tokens = randomTokens(80, 1), .cuts = {}, .tenant = {}}, ear,
                                      *setup.scheduler));
        QVERIFY(setup.readings.empty());
        const Ear full = setup.ask(randomTokens(65, 1));
        QVERIFY(full.problem);
        QCOMPARE(full.problem->code(), ErrorCode::ContextFull);
        QVERIFY(setup.ask(randomTokens(64, 1)).answer);
        Ear failing;
        setup.readings.add({.tokens = randomTokens(30, 1), .cuts = {}, .tenant = {}}, failing,
                           *setup.scheduler);
        setup.readings.failAll(Error(ErrorCode::Device, "The card is gone."), *setup.scheduler);
        QCOMPARE(failing.problem->code(), ErrorCode::Device);
        QVERIFY(setup.scheduler->idle());
    }

    void theEngineAnswers() {
        EngineOptions options;
        options.model = tinyModelsFolder() / "llama-f32.gguf";
        options.backend = "cpu";
        options.contextLength = 256;
        const auto engine = Engine::load(options);
        Ear ear, stranger, late;
        engine->probe()->readAttention({.tokens = randomTokens(60, 2), .cuts = {}, .tenant = {}}, ear);
        while (!ear.heard()) QVERIFY(engine->step());
        QVERIFY(ear.answer);
        QCOMPARE(ear.answer->layers.size(), static_cast<size_t>(engine->info().layers));
        try {
            engine->probe()->readAttention({.tokens = {3, 1'000'000}, .cuts = {}, .tenant = {}}, stranger);
            QFAIL("taken");
        } catch (const Error& error) {
            QCOMPARE(error.code(), ErrorCode::BadInput);
            QVERIFY(QString(error.what()).contains("another model"));
        }
        engine->probe()->readAttention({.tokens = randomTokens(60, 4), .cuts = {}, .tenant = {}}, late);
        engine->endAll();
        QVERIFY(late.problem);
        QCOMPARE(late.problem->code(), ErrorCode::Cancelled);
    }
};

QTEST_GUILESS_MAIN(TestAttentionReading)
#include "tst_attention_reading.moc"

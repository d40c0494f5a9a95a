#include "worker/worker_model.h"

#include <signal.h>

#include <QtTest/QtTest>
#include <atomic>
#include <functional>

#include "engine/vision/pack_messages.h"
#include "hearth/cache_admin.h"
#include "hearth/prefix_folder.h"
#include "hearth/probe.h"
#include "hearth/prompt_service.h"
#include "hearth/waking_engine.h"
#include "support/generate.h"
#include "support/reference_pack.h"
#include "worker/worker_errors.h"
#include "worker_process.h"

using namespace hearth;
using namespace hearth::test;

namespace {

class Recorder final : public GenerationListener {
public:
    void finished(GenerationResult reply) override { result = std::move(reply); }
    void failed(const Error& error) override { problem = error; }
    void prefillProgress(int done, int, int, double) override { processed = done; }
    void replied(const ReplyDelta& delta) override {
        text += delta.shown;
        tokens += static_cast<int>(delta.tokens.size());
        if (onToken) onToken();
    }
    bool hasEnded() const { return result || problem; }

    std::string text;
    int tokens = 0, processed = 0;
    std::optional<GenerationResult> result;
    std::optional<Error> problem;
    std::function<void()> onToken;
};

/// Attention of the last of the question's tokens.
std::optional<TokenAttention> lookedAt(Engine& engine, AttentionQuestion question) {
    struct Ear final : AttentionListener {
        void looked(TokenAttention attention) override { answer = std::move(attention), heard = true; }
        void failed(const Error&) override { heard = true; }
        std::optional<TokenAttention> answer;
        bool heard = false;
    } ear;
    engine.probe()->readAttention(std::move(question), ear);
    while (!ear.heard) (void)engine.step();
    return ear.answer;
}
std::optional<TokenAttention> lookedAt(Engine& engine, const std::vector<TokenId>& tokens) {
    return lookedAt(engine, AttentionQuestion{.tokens = tokens, .cuts = {}, .tenant = {}});
}

}  // namespace

class TestWorkerModel : public QObject {
    Q_OBJECT

    QTemporaryDir m_folder;
    std::unique_ptr<Engine> load(const EngineOptions& options = tinyOptions()) {
        return loadInWorker(options, builtProcess());
    }
    void killProcess(int signal = SIGKILL) {
        const std::vector<pid_t> all = modelProcesses();
        QCOMPARE(all.size(), size_t(1));
        kill(all[0], signal);
    }

private slots:
    void cleanup() { QTRY_VERIFY(modelProcesses().empty()); }

    void repliesAreThoseOfAnEngineHere_data() {
        QTest::addColumn<QString>("name");
        for (const char* name : {"llama-f32.gguf", "llama-moe.gguf", "qwen3-f16.gguf", "gemma2-f16.gguf"})
            QTest::newRow(name) << name;
    }
    void repliesAreThoseOfAnEngineHere() {
        QFETCH(QString, name);
        const EngineOptions options = tinyOptions(qPrintable(name));
        const auto here = Engine::load(options), there = load(options);
        GenerationRequest request = greedyRequest("A question of some length, so that there is a prompt", 24);
        request.candidates = 3;
        Recorder a, b;
        const GenerationResult wanted = test::generate(*here, request, a),
                               got = test::generate(*there, request, b);
        QCOMPARE(got.text, wanted.text);
        QCOMPARE(b.text, a.text);
        QCOMPARE(b.tokens, a.tokens);
        QVERIFY(b.processed > 0 && got.promptTokens == wanted.promptTokens);
        QCOMPARE(got.tokens.size(), wanted.tokens.size());
        for (size_t i = 0; i < got.tokens.size(); ++i) {
            QCOMPARE(got.tokens[i].token, wanted.tokens[i].token);
            QCOMPARE(got.tokens[i].probability, wanted.tokens[i].probability);
            QCOMPARE(got.tokens[i].candidates.size(), size_t(3));
        }
        QCOMPARE(there->probe()->logits(wanted.promptTokens, true),
                 here->probe()->logits(wanted.promptTokens, true));
        QCOMPARE(test::estimate(*there, request).promptTokens, test::estimate(*here, request).promptTokens);
        const auto seen = lookedAt(*there, wanted.promptTokens), known = lookedAt(*here, wanted.promptTokens);
        QVERIFY(seen && known && seen->tokens == known->tokens &&
                seen->layers.size() == known->layers.size());
        for (size_t i = 0; i < seen->layers.size(); ++i) {
            QCOMPARE(seen->layers[i].shares, known->layers[i].shares);
            QCOMPARE(seen->layers[i].first, known->layers[i].first);
        }
        QVERIFY_EXCEPTION_THROWN(lookedAt(*there, {1, 1'000'000}), Error);
    }

    /// A picture in parts, with an overview.
    void tokensOfPicturesAreInTheSamePlaces() {
        const auto golden = goldenFolder();
        if (!golden || !std::filesystem::exists(*golden / "vision" / "smolvlm2-a"))
            QSKIP("the reference pack ($HEARTH_GOLDEN) is not there");
        EngineOptions options = tinyOptions();
        options.model = *golden / "vision" / "smolvlm2-a" / "hf";
        options.contextLength = 2048;
        GenerationRequest request = packRequest(*golden / "vision", "photo");
        std::vector<PictureGrid> grids;
        for (const auto& engine : {Engine::load(options), load(options)}) {
            GenerationRequest asked = request;
            promptsOf(*engine).make(asked);
            AttentionQuestion question{.tokens = asked.prompt->tokens, .cuts = {}, .tenant = {}};
            question.spans = asked.prompt->spans;
            question.pictures = asked.prompt->pictures;
            question.files = {asked.messages[0].pictures[0]};
            const auto seen = lookedAt(*engine, std::move(question));
            QVERIFY(seen && seen->pictures.size() > 2 && seen->pictures.back().isOverview);
            if (grids.empty()) grids = seen->pictures;
            QVERIFY(seen->pictures == grids);
        }
    }

    void whatIsToldOfTheModelIsTheSame() {
        const auto here = Engine::load(tinyOptions()), there = load();
        const EngineInfo wanted = here->info(), got = there->info();
        QCOMPARE(got.modelName, wanted.modelName);
        QCOMPARE(got.weightsHash, wanted.weightsHash);
        QCOMPARE(got.memory.weightsBytes, wanted.memory.weightsBytes);
        QCOMPARE(got.memory.kv.conversationBytes(4096, KvType::F16),
                 wanted.memory.kv.conversationBytes(4096, KvType::F16));
        QVERIFY(got.backendReason.front().is(errors::workerUsesCpu));
        const std::string text = "Hello <|im_end|> there, naïve \xff world";
        QCOMPARE(promptsOf(*there).tokenizer().encode(text), promptsOf(*here).tokenizer().encode(text));
        QCOMPARE(promptsOf(*there).tokenizer().encode(text, {.parseSpecial = true, .addSpecial = true}),
                 promptsOf(*here).tokenizer().encode(text, {.parseSpecial = true, .addSpecial = true}));
        const auto tokens = promptsOf(*here).tokenizer().encode(text);
        QCOMPARE(promptsOf(*there).tokenizer().decode(tokens), promptsOf(*here).tokenizer().decode(tokens));
        QCOMPARE(promptsOf(*there).templateSource(), promptsOf(*here).templateSource());
        QVERIFY(there->cache()->stats().blocks == here->cache()->stats().blocks);
    }

    void promptsAreMadeBeside() {
        const auto engine = load();
        GenerationRequest request = greedyRequest("Hello", 4);
        engine->prompts()->make(request);
        QVERIFY(request.prompt && !request.prompt->tokens.empty());
        QCOMPARE(request.prompt->tokens, madePrompt(promptsOf(*engine), greedyRequest("Hello", 4)).tokens);
    }

    void aReplyIsCancelled() {
        const auto engine = load();
        Recorder reply;
        const RequestId id = engine->submit(greedyRequest("Hello", 400), reply);
        reply.onToken = [&] {
            if (reply.tokens == 3) engine->cancel(id);
        };
        while (!reply.hasEnded()) engine->step();
        QVERIFY(reply.result && reply.result->reason == FinishReason::Cancelled);
        QVERIFY(reply.tokens >= 3 && reply.tokens < 400);
    }

    void attentionIsReadThere() {
        class Looked final : public AttentionListener {
        public:
            void looked(TokenAttention all) override { attention = std::move(all); }
            void failed(const Error& error) override { problem = error; }
            std::optional<TokenAttention> attention;
            std::optional<Error> problem;
        };
        const auto here = Engine::load(tinyOptions()), there = load();
        const std::vector<TokenId> tokens =
            promptsOf(*there).tokenizer().encode("What did this token look at?");
        Looked a, b, c;
        here->probe()->readAttention({.tokens = tokens, .cuts = {}, .tenant = {}}, a);
        there->probe()->readAttention({.tokens = tokens, .cuts = {}, .tenant = {}}, b);
        while (!a.attention) QVERIFY(here->step());
        while (!b.attention && !b.problem) QVERIFY(there->step());
        QVERIFY(b.attention && b.attention->tokens == tokens);
        QCOMPARE(b.attention->layers.size(), a.attention->layers.size());
        for (size_t i = 0; i < a.attention->layers.size(); ++i)
            QCOMPARE(b.attention->layers[i].shares, a.attention->layers[i].shares);
        // And of a process that is gone nothing.
        there->probe()->readAttention({.tokens = tokens, .cuts = {}, .tenant = {}}, c);
        killProcess();
        while (!c.problem) QVERIFY(there->step());
        QVERIFY(c.problem->is(errors::workerKilled));
    }

    void errorsComeAcrossAsTheyAre() {
        EngineOptions missing = tinyOptions();
        missing.model = "/nonexistent/model.gguf";
        try {
            load(missing);
            QFAIL("it was loaded");
        } catch (const Error& error) {
            QCOMPARE(error.code(), ErrorCode::Io);
            QVERIFY(error.message().text().find("model.gguf") != std::string::npos);
        }
        const auto engine = load();
        GenerationRequest request = greedyRequest("Hello", 4);
        request.sampling.temperature = -3;
        Recorder reply;
        QVERIFY_THROWS_EXCEPTION(Error, engine->submit(request, reply));
        // And it goes on.
        QVERIFY(!test::generate(*engine, greedyRequest("Hello", 4), reply).text.empty());
    }

    void whenTheProcessDiesRepliesFailAndAnotherAnswers() {
        for (const auto& [signal, kind] :
             {std::pair(SIGKILL, errors::workerKilled), std::pair(SIGSEGV, errors::workerCrashed),
              std::pair(SIGSYS, errors::workerCrashed)}) {
            const auto engine = load();
            Recorder first, second, third;
            const std::string wanted = test::generate(*engine, greedyRequest("Hello", 12), third).text;
            engine->submit(greedyRequest("Hello", 400), first);
            engine->submit(greedyRequest("Others", 400), second);
            first.onToken = [&, signal = signal] {
                if (first.tokens == 5) killProcess(signal);
            };
            while (!first.hasEnded() || !second.hasEnded()) QVERIFY(engine->step());
            QVERIFY(first.problem && first.problem->is(kind) && second.problem && second.problem->is(kind));
            QVERIFY(first.tokens >= 5);
            // Another is started without being asked, and the model says what it said.
            engine->step();
            QCOMPARE(modelProcesses().size(), size_t(1));
            QCOMPARE(test::generate(*engine, greedyRequest("Hello", 12), third).text, wanted);
        }
    }

    void aProcessThatHangsIsEndedAndAnotherAnswers() {
        WorkerProcess process = builtProcess();
        process.patience = std::chrono::milliseconds(1500);
        const auto engine = loadInWorker(tinyOptions(), process);
        Recorder reply, another;
        const std::string wanted = test::generate(*engine, greedyRequest("Hello", 12), another).text;
        engine->submit(greedyRequest("Hello", 400), reply);
        reply.onToken = [&] {
            if (reply.tokens == 5) killProcess(SIGSTOP);
        };
        QElapsedTimer timer;
        timer.start();
        while (!reply.hasEnded()) QVERIFY(engine->step());
        QVERIFY(reply.problem && reply.problem->is(errors::workerStuck));
        QVERIFY(reply.tokens >= 5 && timer.elapsed() > 1000);
        engine->step();
        QCOMPARE(modelProcesses().size(), size_t(1));
        QCOMPARE(test::generate(*engine, greedyRequest("Hello", 12), another).text, wanted);
        // One that was stopped while nothing was asked of it is found out by the next question.
        killProcess(SIGSTOP);
        QCOMPARE(test::generate(*engine, greedyRequest("Hello", 12), another).text, wanted);
    }

    void anEndThatNobodyWaitsForIsTold() {
        const auto engine = load();
        std::atomic<int> woken = 0;
        setWaker(*engine, [&woken] { ++woken; });
        QVERIFY(!engine->step());
        killProcess();
        QTRY_COMPARE(woken.load(), 1);
        while (engine->step()) {
        }
        // The channel of one that was killed is closed a moment before it is gone.
        QTRY_COMPARE(modelProcesses().size(), size_t(1));
        // Once from request to request: it might end of what it reads.
        killProcess();
        QTRY_COMPARE(woken.load(), 2);
        while (engine->step()) {
        }
        QTRY_VERIFY(modelProcesses().empty());
        Recorder reply;
        QVERIFY(!test::generate(*engine, greedyRequest("Hello", 4), reply).text.empty());
    }

    void aProcessThatDiesWhileNothingRunsIsReplacedUnnoticed() {
        const auto engine = load();
        Recorder reply;
        const std::string wanted = test::generate(*engine, greedyRequest("Hello", 12), reply).text;
        killProcess();
        QCOMPARE(test::generate(*engine, greedyRequest("Hello", 12), reply).text, wanted);
        killProcess();
        QTRY_VERIFY(modelProcesses().empty());
        // Functions that must not throw do not.
        (void)engine->cache()->stats();
        engine->cache()->clear();
        engine->endAll();
        QVERIFY(!engine->cache()->takeProblem());
        QCOMPARE(promptsOf(*engine).tokenizer().pieceBytes(5, true).empty(), false);
        QVERIFY_THROWS_EXCEPTION(Error, promptsOf(*engine).tokenizer().encode("text"));
        QCOMPARE(test::generate(*engine, greedyRequest("Hello", 12), reply).text, wanted);
    }

    void aModelThatIsGoneFailsOnceAndAgain() {
        const std::filesystem::path copy = std::filesystem::path(m_folder.path().toStdString()) / "copy.gguf";
        std::filesystem::copy_file(tinyOptions().model, copy);
        EngineOptions options = tinyOptions();
        options.model = copy;
        const auto engine = load(options);
        std::filesystem::remove(copy);
        killProcess();
        Recorder reply;
        QVERIFY_THROWS_EXCEPTION(Error, test::generate(*engine, greedyRequest("Hello", 4), reply));
        QVERIFY(!engine->step());
        QVERIFY_THROWS_EXCEPTION(Error, test::generate(*engine, greedyRequest("Hello", 4), reply));
        std::filesystem::copy_file(tinyOptions().model, copy);
        QVERIFY(!test::generate(*engine, greedyRequest("Hello", 4), reply).text.empty());
    }

    void theCacheIsKeptInItsFolder() {
        const std::filesystem::path folder =
            std::filesystem::path(m_folder.path().toStdString()) / "prefixes";
        EngineOptions options = tinyOptions();
        options.prefixFolder = folder;
        WorkerProcess process = builtProcess();
        process.cacheFolder = folder;
        const std::string text(300, 'a');
        Recorder reply;
        {
            const auto engine = loadInWorker(options, process);
            (void)test::generate(*engine, greedyRequest(text, 8), reply);
            engine->cache()->flush();
            QVERIFY(!engine->cache()->takeProblem());
        }
        QVERIFY(prefixUse(folder, {}).bytes > 0);
        const auto engine = loadInWorker(options, process);
        QVERIFY(test::generate(*engine, greedyRequest(text, 8), reply).metrics.reusedFromDisk > 0);
    }

    void loadingIsCancelled() {
        std::stop_source stop;
        try {
            (void)loadInWorker(
                tinyOptions(), builtProcess(), [&](const auto&) { stop.request_stop(); }, stop.get_token());
            QFAIL("it was loaded");
        } catch (const Error& error) {
            QCOMPARE(error.code(), ErrorCode::Cancelled);
        }
    }
};

QTEST_GUILESS_MAIN(TestWorkerModel)
#include "tst_worker_model.moc"

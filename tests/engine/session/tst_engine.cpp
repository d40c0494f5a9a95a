#include "hearth/engine.h"

#include <QTemporaryDir>
#include <QtTest>

#include "session/session_errors.h"
#include "support/generate.h"
#include "support/scripted_engine.h"
#include "support/tiny_llama_gguf.h"

using namespace hearth;

/// The parts of the interface that every engine shares.
class TestEngine : public QObject {
    Q_OBJECT

private slots:
    void whatAModelOnAServerHasNotIsRefused() {
        const auto script = std::make_shared<test::EngineScript>();
        test::ScriptedEngine engine(script);
        QCOMPARE(&promptsOf(engine), engine.prompts().get());
        script->hasTokens = false;
        QVERIFY_EXCEPTION_THROWN(promptsOf(engine), Error);
        struct Ear final : AttentionListener {
            void looked(TokenAttention attention) override { tokens = attention.tokens; }
            void failed(const Error&) override {}
            std::vector<TokenId> tokens;
        } ear;
        try {
            readAttention(engine, {.tokens = {1, 2}, .cuts = {}, .tenant = {}}, ear);
            QFAIL("it was asked");
        } catch (const Error& error) {
            QVERIFY(error.is(errors::runsElsewhere));
        }
        script->attention = [](const AttentionQuestion& question) {
            return TokenAttention{.tokens = question.tokens, .layers = {}};
        };
        readAttention(engine, {.tokens = {1, 2}, .cuts = {}, .tenant = {}}, ear);
        QCOMPARE(ear.tokens, (std::vector<TokenId>{1, 2}));
    }

    void whateverAStepThrowsEndsTheRepliesAlone() {
        QTemporaryDir folder;
        EngineOptions options;
        options.model = folder.filePath("m.gguf").toStdString();
        options.backend = "reference";
        test::tinyLlamaGguf().save(options.model);
        const auto engine = Engine::load(options);
        struct Throwing final : GenerationListener {
            void replied(const ReplyDelta&) override { throw std::runtime_error("x"); }
            void failed(const Error& error) override { why = error.what(); }
            std::string why;
        } first;
        GenerationRequest request;
        request.rawText = "Hello there";
        request.sampling.maxTokens = 4;
        (void)engine->submit(request, first, Priority::Chat);
        while (engine->step()) {
        }
        QVERIFY2(first.why.find("(x)") != std::string::npos, first.why.c_str());
        struct Ear final : GenerationListener {
            void finished(GenerationResult result) override { tokens = result.tokens.size(); }
            size_t tokens = 0;
        } next;
        (void)engine->submit(request, next, Priority::Chat);
        while (engine->step()) {
        }
        QVERIFY(next.tokens > 0);
    }

    /// A span's content is part of the prompt's identity, for cached blocks and for stored replies.
    void contentsOfAPromptCount() {
        QTemporaryDir folder;
        EngineOptions options;
        options.model = folder.filePath("m.gguf").toStdString();
        options.backend = "reference";
        options.kvType = KvType::F32;
        test::tinyLlamaGguf().save(options.model);
        const auto engine = Engine::load(options);
        const auto asking = [](uint64_t content) {
            GenerationRequest request;
            request.sampling.temperature = 0;
            request.sampling.maxTokens = 4;
            request.replyReuse = ReplyReuse::Use;
            Prompt& prompt = request.prompt.emplace();
            for (TokenId i = 0; i < 100; ++i) prompt.tokens.push_back(1 + i % 13);
            prompt.spans = {{.content = {content, 0}, .first = 40, .rows = 40, .positions = 40}};
            return request;
        };
        GenerationListener nobody;
        (void)test::generate(*engine, asking(1), nobody);
        QCOMPARE(test::estimate(*engine, asking(1)).cachedTokens, 100);
        QVERIFY(test::estimate(*engine, asking(2)).cachedTokens <= 40);
        QVERIFY(test::generate(*engine, asking(1), nobody).metrics.keptReply);
        const GenerationResult other = test::generate(*engine, asking(2), nobody);
        QVERIFY(!other.metrics.keptReply && other.metrics.reusedTokens <= 40);
    }

    /// The prompt is made once, and what it took counts.
    void aPreparedPromptIsTakenAsItIs() {
        QTemporaryDir folder;
        EngineOptions options;
        options.model = folder.filePath("m.gguf").toStdString();
        options.backend = "reference";
        options.kvType = KvType::F32;
        test::tinyLlamaGguf().save(options.model);
        const auto engine = Engine::load(options);
        GenerationRequest request;
        request.rawTokens = {1, 2, 3};
        request.sampling.maxTokens = 1;
        QCOMPARE(engine->prepare(request).promptTokens, 3);
        QVERIFY(request.prompt);
        QCOMPARE(request.prompt->tokens, request.rawTokens);
        // Nobody looks at what it was made of any more.
        request.rawTokens = {4};
        request.prompt->templateMs = 7;
        request.spentMs = 1000;
        GenerationListener nobody;
        const GenerationResult result = test::generate(*engine, request, nobody);
        QCOMPARE(result.promptTokens, (std::vector<TokenId>{1, 2, 3}));
        QCOMPARE(result.metrics.templateMs, 7.0);
        QVERIFY(result.metrics.timeToFirstTokenMs >= 1000);
        QVERIFY(result.metrics.totalMs >= result.metrics.timeToFirstTokenMs);
    }

    void whatWasCancelledIsNotKept() {
        QTemporaryDir folder;
        EngineOptions options;
        options.model = folder.filePath("m.gguf").toStdString();
        options.backend = "reference";
        test::tinyLlamaGguf().save(options.model);
        const auto engine = Engine::load(options);
        GenerationRequest request;
        request.rawTokens = {1, 2, 3};
        request.sampling.temperature = 0;
        request.sampling.maxTokens = 12;
        request.replyReuse = ReplyReuse::Use;
        GenerationListener nobody;
        (void)engine->submit(request, nobody);
        for (int step = 0; step < 3; ++step) QVERIFY(engine->step());
        engine->endAll();
        QVERIFY(!test::generate(*engine, request, nobody).metrics.keptReply);
        // A kept one that is cancelled before it is told says so.
        const RequestId id = engine->submit(request, nobody);
        engine->cancel(id);
        while (engine->step()) {
        }
        QVERIFY(test::generate(*engine, request, nobody).metrics.keptReply);
    }
};

QTEST_GUILESS_MAIN(TestEngine)
#include "tst_engine.moc"

#include "hearth/engine.h"

#include <QTemporaryDir>
#include <QtTest>
#include <filesystem>

#include "support/scripted_engine.h"
#include "support/tiny_llama_gguf.h"

using namespace hearth;

/// What every engine has of the interface itself.
class TestEngine : public QObject {
    Q_OBJECT

private slots:
    void generateIsSubmitAndSteps() {
        auto script = std::make_shared<test::EngineScript>();
        test::ScriptedEngine engine(script);
        struct Ear final : GenerationListener {
            void replied(const ReplyDelta& delta) override { text += delta.shown; }
            std::string text;
        } ear, other;
        // What runs already goes on meanwhile.
        (void)engine.submit({}, other, Priority::Chat);
        const GenerationResult result = engine.generate({}, ear);
        QCOMPARE(result.text, std::string("Hello, world."));
        QCOMPARE(ear.text, result.text);
        QCOMPARE(other.text, result.text);
    }

    void errorsAreThrown() {
        auto script = std::make_shared<test::EngineScript>();
        script->generateError = "no memory";
        test::ScriptedEngine engine(script);
        GenerationListener nobody;
        QVERIFY_EXCEPTION_THROWN(engine.generate({}, nobody), Error);
        QVERIFY(!engine.step());
    }

    void aStopCancelsIt() {
        test::ScriptedEngine engine(std::make_shared<test::EngineScript>());
        GenerationListener nobody;
        std::stop_source stop;
        stop.request_stop();
        QCOMPARE(engine.generate({}, nobody, stop.get_token()).reason, FinishReason::Cancelled);
        QVERIFY(!engine.step());
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

    void theFolderOfTheCacheOpensAndCloses() {
        QTemporaryDir folder;
        EngineOptions options;
        options.model = folder.filePath("m.gguf").toStdString();
        options.backend = "reference";
        options.kvType = KvType::F32;
        test::tinyLlamaGguf().save(options.model);
        const auto engine = Engine::load(options);
        const std::filesystem::path kept = folder.filePath("kept").toStdString();
        const auto files = [&kept] {
            std::error_code error;
            size_t count = 0;
            for (const auto& file : std::filesystem::recursive_directory_iterator(kept, error))
                if (file.is_regular_file() && file.path().filename().string().find('.') == 32) ++count;
            return count;
        };
        const auto ask = [&](TokenId last) {
            GenerationRequest request;
            for (TokenId token = 0; token < 80; ++token) request.rawTokens.push_back(token % 7 + 1);
            request.rawTokens.back() = last;
            request.sampling.maxTokens = 20;
            return request;
        };
        GenerationListener nobody;
        // Not while something runs, which began without it.
        (void)engine->submit(ask(1), nobody);
        QVERIFY(engine->step());
        engine->openPrefixFolder(kept, 1'000'000'000, 1'000'000'000);
        while (engine->step()) {
        }
        engine->savePrefixes();
        const size_t before = files();
        (void)engine->generate(ask(2), nobody);
        engine->savePrefixes();
        QVERIFY(files() >= before + 2);
        QVERIFY(!engine->prefixProblem());
        engine->openPrefixFolder(kept, 1, 1'000'000'000);
        engine->savePrefixes();
        QCOMPARE(files(), size_t{0});
        engine->openPrefixFolder(kept, 1'000'000'000, 1'000'000'000);
        engine->closePrefixFolder();
        (void)engine->generate(ask(3), nobody);
        QCOMPARE(files(), size_t{0});
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
        const GenerationResult result = engine->generate(request, nobody);
        QCOMPARE(result.promptTokens, (std::vector<TokenId>{1, 2, 3}));
        QCOMPARE(result.metrics.templateMs, 7.0);
        QVERIFY(result.metrics.timeToFirstTokenMs >= 1000);
        QVERIFY(result.metrics.totalMs >= result.metrics.timeToFirstTokenMs);
    }

    void anIdenticalRequestIsAnsweredAtOnce() {
        QTemporaryDir folder;
        EngineOptions options;
        options.model = folder.filePath("m.gguf").toStdString();
        options.backend = "reference";
        options.kvType = KvType::F32;
        options.prefixFolder = folder.filePath("kept").toStdString();
        test::tinyLlamaGguf().save(options.model);
        auto engine = Engine::load(options);
        GenerationRequest request;
        request.rawTokens = {1, 2, 3};
        request.sampling.temperature = 0;
        request.sampling.maxTokens = 12;
        request.candidates = 2;
        request.owner = "chat";
        request.replyReuse = ReplyReuse::Use;
        struct Ear final : GenerationListener {
            void prefillProgress(int done, int total, int, double) override { read = done, all = total; }
            void replied(const ReplyDelta& delta) override {
                text += delta.shown;
                tokens += delta.tokens.size();
            }
            std::string text;
            size_t tokens = 0;
            int read = 0, all = 0;
        };
        Ear first, again;
        const GenerationResult made = engine->generate(request, first);
        QVERIFY(!made.metrics.keptReply);
        const auto checkKept = [&](const GenerationResult& kept) {
            QVERIFY(kept.metrics.keptReply);
            QCOMPARE(kept.text, made.text);
            QCOMPARE(kept.reason, made.reason);
            QCOMPARE(kept.promptTokens, made.promptTokens);
            QCOMPARE(kept.tokens.size(), made.tokens.size());
            QCOMPARE(kept.tokens.back().candidates.size(), made.tokens.back().candidates.size());
            QCOMPARE(kept.metrics.generatedTokens, made.metrics.generatedTokens);
            QCOMPARE(kept.metrics.processedTokens, 0);
            QCOMPARE(kept.metrics.reusedTokens, 3);
            QCOMPARE(kept.metrics.decodeTokensPerS, 0.0);
        };
        checkKept(engine->generate(request, again));
        QCOMPARE(again.text, first.text);
        QCOMPARE(again.tokens, first.tokens);
        QCOMPARE(again.read, 3);
        QCOMPARE(again.all, 3);
        // Beside one that is made.
        GenerationRequest other = request;
        other.rawTokens = {3, 2, 1};
        Ear beside, made2;
        (void)engine->submit(other, made2);
        const RequestId id = engine->submit(request, beside);
        QVERIFY(engine->status(id));
        engine->setPriority(id, Priority::Background);
        QVERIFY(engine->step());
        QVERIFY(!engine->status(id));
        QCOMPARE(beside.text, first.text);
        engine->endAll();
        // After a restart.
        engine->savePrefixes();
        engine.reset();
        engine = Engine::load(options);
        checkKept(engine->generate(request, again));
        other = request;
        other.replyReuse = ReplyReuse::Renew;
        QVERIFY(!engine->generate(other, again).metrics.keptReply);
        other.replyReuse = ReplyReuse::Off;
        QVERIFY(!engine->generate(other, again).metrics.keptReply);
        checkKept(engine->generate(request, again));
        engine->keepOwners({"another chat"});
        QVERIFY(!engine->generate(request, again).metrics.keptReply);
        engine->clearCache();
        QVERIFY(!engine->generate(request, again).metrics.keptReply);
    }

    void anEncryptedFolderServesWhoHasTheKey() {
        QTemporaryDir folder;
        EngineOptions options;
        options.model = folder.filePath("m.gguf").toStdString();
        options.backend = "reference";
        options.kvType = KvType::F32;
        options.prefixFolder = folder.filePath("kept").toStdString();
        test::tinyLlamaGguf().save(options.model);
        GenerationRequest request;
        for (TokenId token = 0; token < 80; ++token) request.rawTokens.push_back(token % 7 + 1);
        request.sampling.temperature = 0;
        request.sampling.maxTokens = 4;
        const auto ask = [&](const std::optional<CacheKey>& key) {
            options.prefixKey = key;
            const auto engine = Engine::load(options);
            GenerationListener nobody;
            const GenerationResult result = engine->generate(request, nobody);
            engine->savePrefixes();
            return result;
        };
        const CacheKey key{std::byte{1}}, other{std::byte{2}};
        const GenerationResult first = ask(key), again = ask(key);
        QCOMPARE(first.metrics.reusedTokens, 0);
        QCOMPARE(again.metrics.reusedTokens, 80);
        QCOMPARE(again.text, first.text);
        request.replyReuse = ReplyReuse::Use;
        QVERIFY(!ask(key).metrics.keptReply);
        QVERIFY(ask(key).metrics.keptReply);
        // Another key is another cache, and none is a third.
        for (const std::optional<CacheKey>& wrong : {std::optional(other), std::optional<CacheKey>()}) {
            const GenerationResult made = ask(wrong);
            QCOMPARE(made.metrics.reusedTokens, 0);
            QCOMPARE(made.text, first.text);
        }
        QCOMPARE(ask(key).metrics.reusedTokens, 0);
    }

    void memoryIsToldByOwner() {
        QTemporaryDir folder;
        EngineOptions options;
        options.model = folder.filePath("m.gguf").toStdString();
        options.backend = "reference";
        options.kvType = KvType::F32;
        test::tinyLlamaGguf().save(options.model);
        const auto engine = Engine::load(options);
        GenerationListener nobody;
        const auto ask = [&](const char* owner, TokenId last) {
            GenerationRequest request;
            for (TokenId token = 0; token < 80; ++token) request.rawTokens.push_back(token % 7 + 1);
            request.rawTokens.back() = last;
            request.sampling.maxTokens = 1;
            request.owner = owner;
            (void)engine->generate(request, nobody);
        };
        const std::vector<std::string> owners{"a", "b", "c"};
        QCOMPARE(engine->memoryUse(owners).bytes, uint64_t{0});
        ask("a", 1);
        const Engine::PrefixUse alone = engine->memoryUse(owners);
        // Two whole blocks and one that is filled in part.
        const auto stats = engine->cacheStats();
        const uint64_t block = stats.groups[0].bytes / stats.groups[0].blocks;
        QCOMPARE(alone.owners[0].bytes, 3 * block);
        QCOMPARE(alone.owners[0].sharedBytes, uint64_t{0});
        QCOMPARE(alone.bytes, 3 * block);
        ask("b", 2);
        const Engine::PrefixUse both = engine->memoryUse(owners);
        QCOMPARE(both.bytes, 4 * block);
        QCOMPARE(both.owners[1].bytes, 3 * block);
        QCOMPARE(both.owners[1].sharedBytes, 2 * block);
        QCOMPARE(both.owners[1].sharesWith, std::vector<size_t>{0});
        QCOMPARE(both.owners[2].bytes, uint64_t{0});
        engine->clearCache();
        QCOMPARE(engine->memoryUse(owners).owners[0].bytes, uint64_t{0});
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
        QVERIFY(!engine->generate(request, nobody).metrics.keptReply);
        // A kept one that is cancelled before it is told says so.
        const RequestId id = engine->submit(request, nobody);
        engine->cancel(id);
        while (engine->step()) {
        }
        QVERIFY(engine->generate(request, nobody).metrics.keptReply);
    }
};

QTEST_GUILESS_MAIN(TestEngine)
#include "tst_engine.moc"

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
};

QTEST_GUILESS_MAIN(TestEngine)
#include "tst_engine.moc"

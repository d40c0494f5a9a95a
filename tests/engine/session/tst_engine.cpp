#include "hearth/engine.h"

#include <QTemporaryDir>
#include <QtTest>

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

// Two models as one in the window's thread: who answers, what is told, and what concerns both.
#include <QDir>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QtTest>

#include "hearth/routing.h"
#include "inference/inference_thread.h"
#include "support/generate.h"
#include "support/reference_pack.h"
#include "support/scripted_engine.h"

using namespace hearth;
using namespace hearth::app;

class TestPairOfModels : public QObject {
    Q_OBJECT

    std::shared_ptr<test::EngineScript> m_small, m_large;
    RoutingRule m_rule;
    std::unique_ptr<InferenceThread> m_thread;

    static GenerationRequest asking(const std::string& text) {
        GenerationRequest request;
        request.messages.push_back({.role = "user", .content = text, .reasoning = {}, .tokens = {}});
        return request;
    }
    EngineOptions options() const {
        EngineOptions options, large;
        options.model = "small";
        large.model = "large";
        options.large = std::make_shared<LargeModel>(LargeModel{large, m_rule});
        return options;
    }
    InferenceThread& thread() {
        m_thread = std::make_unique<InferenceThread>(
            [this](const EngineOptions& wanted, const auto& progress, std::stop_token stop) {
                return test::ScriptedEngine::load(wanted.model == "small" ? m_small : m_large, progress,
                                                  std::move(stop));
            });
        return *m_thread;
    }
    InferenceThread& ready() {
        InferenceThread& inference = thread();
        QSignalSpy loaded(&inference, &InferenceThread::loaded);
        inference.load(options());
        if (!loaded.wait()) qFatal("the scripts did not load");
        return inference;
    }
    static GenerationResultPtr ask(InferenceThread& inference, const GenerationRequest& request) {
        QSignalSpy finished(&inference, &InferenceThread::finished);
        inference.generate(request);
        if (!finished.wait(20000)) return std::make_shared<GenerationResult>();
        return finished[0][1].value<GenerationResultPtr>();
    }

private slots:
    void init() {
        m_small = std::make_shared<test::EngineScript>();
        m_large = std::make_shared<test::EngineScript>();
        m_small->pieces = {"I ", "am ", "little."};
        m_large->pieces = {"I ", "am ", "big."};
        m_small->contextLength = 1000;
        m_large->contextLength = 4000;
        m_rule = {};
    }
    void cleanup() { m_thread.reset(); }

    void isLoadedWhenBothAre() {
        InferenceThread& inference = thread();
        QSignalSpy loaded(&inference, &InferenceThread::loaded);
        const quint64 id = inference.load(options());
        QCOMPARE(inference.models(inference.current()).size(), size_t(2));
        QVERIFY(inference.routingRule(id));
        QVERIFY(loaded.wait());
        QCOMPARE(loaded[0][0].toULongLong(), id);
        const auto info = loaded[0][1].value<EngineInfo>();
        QCOMPARE(info.parts.size(), size_t(2));
        QCOMPARE(info.contextLength, 4000);
        QTest::qWait(50);
        QCOMPARE(loaded.count(), 1);
    }
    void failsWhereOneDoes() {
        m_large->loadError = "It is cut off.";
        InferenceThread& inference = thread();
        QSignalSpy failed(&inference, &InferenceThread::loadFailed);
        QSignalSpy replyFailed(&inference, &InferenceThread::failed);
        const quint64 id = inference.load(options());
        QVERIFY(failed.wait());
        QCOMPARE(failed[0][0].toULongLong(), id);
        QCOMPARE(failed[0][1].value<InferenceProblem>().message, QString("It is cut off."));
        QVERIFY(inference.models(inference.current()).empty());
        inference.generate({});
        QVERIFY(replyFailed.wait());
        QVERIFY(replyFailed[0][1].value<InferenceProblem>().message.contains("No model"));
        QCOMPARE(failed.count(), 1);
    }
    void oneOfBothAnswers() {
        m_small->probabilities = {0.9F, 0.9F, 0.9F};
        InferenceThread& inference = ready();
        QString text;
        connect(&inference, &InferenceThread::textReady, this,
                [&](quint64, const QString& delta, int) { text += delta; });
        QCOMPARE(ask(inference, asking("Hello"))->route->reason, RouteReason::Certain);
        QCOMPARE(text, QString("I am little."));
        text.clear();
        m_small->probabilities = {0.01F, 0.01F, 0.01F};
        const auto result = ask(inference, asking("Hello"));
        QCOMPARE(result->route->reason, RouteReason::Uncertain);
        QVERIFY(result->droppedTokens > 0);
        // Nothing of the small one's is heard.
        QCOMPARE(text, QString("I am big."));
    }
    void theSmallOnesPromptIsSeenToGoOn() {
        m_small->prefillSteps = 20;
        m_small->prefillStep = std::chrono::milliseconds(5);
        m_small->probabilities = {0.9F, 0.9F, 0.9F};
        InferenceThread& inference = ready();
        QSignalSpy progress(&inference, &InferenceThread::prefillProgress);
        QSignalSpy text(&inference, &InferenceThread::textReady);
        QSignalSpy finished(&inference, &InferenceThread::finished);
        inference.generate(asking("Hello"));
        QTRY_VERIFY(progress.count() >= 5);
        QCOMPARE(text.count(), 0);
        QVERIFY(finished.wait());
    }
    void aReplyThatIsStoppedWhileItIsHeldEnds() {
        m_rule.firstTokens = 100;
        m_small->pieces.assign(10000, "x");
        m_small->tokenStep = std::chrono::milliseconds(1);
        InferenceThread& inference = ready();
        QSignalSpy progress(&inference, &InferenceThread::prefillProgress);
        QSignalSpy finished(&inference, &InferenceThread::finished);
        const quint64 id = inference.generate(asking("Hello"));
        QTRY_VERIFY(progress.count() > 0);
        inference.cancel(id);
        QVERIFY(finished.wait());
        QCOMPARE(finished[0][1].value<GenerationResultPtr>()->reason, FinishReason::Cancelled);
    }
    void aLostDeviceIsLeftByBoth() {
        m_small->backend = m_large->backend = "GPU";
        m_small->generateError = "The card is gone.";
        m_small->generateErrorCode = ErrorCode::Device;
        std::atomic<int> onCpu = 0;
        InferenceThread inference(
            [&](const EngineOptions& wanted, const auto& progress, std::stop_token stop) {
                const auto script = wanted.model == "small" ? m_small : m_large;
                if (wanted.backend == "cpu") {
                    ++onCpu;
                    script->backend = "CPU";
                    script->generateError.clear();
                }
                return test::ScriptedEngine::load(script, progress, std::move(stop));
            });
        QSignalSpy loaded(&inference, &InferenceThread::loaded);
        QSignalSpy failed(&inference, &InferenceThread::failed);
        inference.load(options());
        QVERIFY(loaded.wait());
        inference.generate(asking("/small Hello"));
        QTRY_COMPARE(failed.count(), 1);
        QTRY_COMPARE(loaded.count(), 3);
        QCOMPARE(onCpu.load(), 2);
        QCOMPARE(ask(inference, asking("/large Hello"))->text, std::string("I am big."));
        QCOMPARE(failed.count(), 1);
    }
    void whatIsTooLongForTheSmallOneIsCountedForTheLargeOne() {
        m_small->contextLength = 100;
        m_small->tokensPerMessage = 150;
        m_large->tokensPerMessage = 140;
        InferenceThread& inference = ready();
        QSignalSpy estimated(&inference.questions(), &EngineQuestions::estimated);
        inference.questions().estimate(asking("Hello"));
        QVERIFY(estimated.wait());
        QCOMPARE(estimated[0][1].value<PromptEstimate>().promptTokens, 140);
        inference.questions().estimate(asking("/small Hello"));
        QVERIFY(estimated.wait());
        QCOMPARE(estimated[1][1].value<PromptEstimate>().promptTokens, 150);
    }
    void theCachesOfBothAreSeenTo() {
        QTemporaryDir data;
        const QString folder = data.filePath("prefixes");
        InferenceThread& inference = ready();
        QVERIFY(QDir().mkpath(folder));
        inference.caches().keepPrefixes(folder, true);
        inference.caches().keepTenants({"a"});
        QTRY_COMPARE(m_small->keptTenants.size() + m_large->keptTenants.size(), size_t(2));
        QTRY_COMPARE(m_small->prefixFolders.size() + m_large->prefixFolders.size(), size_t(2));
        QSignalSpy kept(&inference.caches(), &ModelCaches::written);
        (void)ask(inference, asking("Hello"));
        inference.caches().write();
        QVERIFY(kept.wait());
        QCOMPARE(m_small->savedPrefixes + m_large->savedPrefixes, 2);
        QSignalSpy read(&inference.caches(), &ModelCaches::statsRead);
        inference.caches().stats();
        QVERIFY(read.wait());
        inference.caches().clear();
        QTRY_VERIFY(!QDir(folder).exists());
    }
    void bothGoTogether() {
        m_small->pieces.assign(100000, "x");
        m_large->pieces.assign(100000, "x");
        InferenceThread& inference = ready();
        QSignalSpy text(&inference, &InferenceThread::textReady);
        QSignalSpy finished(&inference, &InferenceThread::finished);
        QSignalSpy unloaded(&inference, &InferenceThread::unloaded);
        inference.generate(asking("/small Hello"));
        inference.generate(asking("/large Hello"));
        QTRY_VERIFY(text.count() >= 2);
        inference.close(inference.current());
        QTRY_COMPARE(unloaded.count(), 1);
        QCOMPARE(finished.count(), 2);
        QVERIFY(inference.models(inference.current()).empty());
    }
    void twoRealModelsAnswerAsTheyDoAlone() {
        const auto optionsOf = [](const char* name) {
            EngineOptions options;
            options.model = test::tinyModelsFolder() / name;
            options.backend = "reference";
            options.contextLength = 256;
            return options;
        };
        const auto request = [](const std::string& text) {
            GenerationRequest asked = asking(text);
            asked.sampling.temperature = 0;
            asked.sampling.maxTokens = 12;
            asked.ignoreEndOfText = true;
            return asked;
        };
        GenerationListener nobody;
        const std::string small =
            test::generate(*Engine::load(optionsOf("llama-f32.gguf")), request("Hi"), nobody).text;
        const std::string large =
            test::generate(*Engine::load(optionsOf("qwen3-f16.gguf")), request("Hi"), nobody).text;
        QVERIFY(small != large);
        // Nobody is sure of what these say.
        m_rule.firstTokens = 4;
        m_rule.leastMeanLogProbability = 0;
        EngineOptions both = optionsOf("llama-f32.gguf");
        both.large = std::make_shared<LargeModel>(LargeModel{optionsOf("qwen3-f16.gguf"), m_rule});
        InferenceThread inference(Engine::load);
        QSignalSpy loaded(&inference, &InferenceThread::loaded);
        inference.load(both);
        QVERIFY(loaded.wait(20000));
        const auto uncertain = ask(inference, request("Hi"));
        QCOMPARE(uncertain->text, large);
        QCOMPARE(uncertain->route->reason, RouteReason::Uncertain);
        QVERIFY(uncertain->droppedTokens > 0);
        QCOMPARE(ask(inference, request("/small Hi"))->text, small);
        QCOMPARE(ask(inference, request("/large Hi"))->text, large);
        // The cache of either model is kept.
        QVERIFY(ask(inference, request("/large Hi"))->metrics.reusedTokens > 0);
        QVERIFY(ask(inference, request("/small Hi"))->metrics.reusedTokens > 0);
    }
};

QTEST_GUILESS_MAIN(TestPairOfModels)
#include "tst_pair_of_models.moc"

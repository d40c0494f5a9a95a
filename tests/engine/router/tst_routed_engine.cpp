// Two engines with scripts as one: who answers is exact, and what a listener hears is of one of them.
#include "hearth/routed_engine.h"

#include <QtTest>
#include <cmath>

#include "support/scripted_engine.h"

using namespace hearth;

class TestRoutedEngine : public QObject {
    Q_OBJECT

    struct Heard final : GenerationListener {
        void replied(const ReplyDelta& delta) override { text += delta.text; }
        void finished(GenerationResult ended) override { result = std::move(ended); }
        void failed(const Error& problem) override { error = problem.what(); }
        std::string text, error;
        std::optional<GenerationResult> result;

        /// "large uncertain: I am big."
        std::string told() const {
            if (!error.empty()) return text + "! " + error;
            if (!result || !result->route) return "nothing";
            if (result->text != text && result->reason != FinishReason::Cancelled) return "other text";
            return std::string(routeTargetName(result->route->target)) + " " +
                   std::string(routeReasonName(result->route->reason)) + ": " + text;
        }
    };

    std::shared_ptr<test::EngineScript> m_small, m_large;
    std::unique_ptr<Engine> m_engine;
    RoutingRule m_rule;

    static float chance(double logarithm) { return static_cast<float>(std::exp(logarithm)); }
    static GenerationRequest asking(const std::string& text) {
        GenerationRequest request;
        request.messages.push_back({.role = "user", .content = text, .reasoning = {}, .tokens = {}});
        return request;
    }
    void load() {
        m_engine = routedEngine(std::make_unique<test::ScriptedEngine>(m_small),
                                std::make_unique<test::ScriptedEngine>(m_large), m_rule);
    }
    void run() {
        while (m_engine->step()) {
        }
    }
    Heard ask(const GenerationRequest& request) {
        Heard heard;
        m_engine->submit(request, heard, Priority::Chat);
        run();
        return heard;
    }
    std::string told(const std::string& text) { return ask(asking(text)).told(); }

private slots:
    void init() {
        m_small = std::make_shared<test::EngineScript>();
        m_large = std::make_shared<test::EngineScript>();
        m_small->pieces = {"I ", "am ", "little."};
        m_large->pieces = {"I ", "am ", "big."};
        m_rule = {};
        m_rule.firstTokens = 2;
        m_rule.leastMeanLogProbability = -1;
    }

    void escalatesExactlyUnderTheThreshold_data() {
        QTest::addColumn<double>("first");
        QTest::addColumn<double>("second");
        QTest::addColumn<QByteArray>("answer");
        QTest::addColumn<int>("dropped");
        QTest::newRow("sure") << -0.1 << -0.1 << QByteArray("small certain: I am little.") << 0;
        QTest::newRow("just sure") << -1.0 << -0.99 << QByteArray("small certain: I am little.") << 0;
        QTest::newRow("just not") << -1.0 << -1.01 << QByteArray("large uncertain: I am big.") << 2;
        QTest::newRow("the first alone") << -2.1 << -0.1 << QByteArray("large uncertain: I am big.") << 1;
        QTest::newRow("made up for") << -1.9 << -0.05 << QByteArray("small certain: I am little.") << 0;
    }
    void escalatesExactlyUnderTheThreshold() {
        QFETCH(double, first);
        QFETCH(double, second);
        QFETCH(QByteArray, answer);
        QFETCH(int, dropped);
        // What comes behind the first two is not looked at.
        m_small->probabilities = {chance(first), chance(second), chance(-9)};
        load();
        const Heard heard = ask(asking("Hello"));
        QCOMPARE(QByteArray::fromStdString(heard.told()), answer);
        QCOMPARE(heard.result->droppedTokens, dropped);
        QCOMPARE(m_small->requests.size(), size_t(1));
        QCOMPARE(m_large->requests.size(), size_t(dropped > 0 ? 1 : 0));
        QVERIFY(!m_engine->step());
    }
    void rulesDecideBeforeAnybodyAnswers() {
        load();
        QCOMPARE(told("/large Hello"), std::string("large hint: I am big."));
        QCOMPARE(m_large->requests.at(0).messages.at(0).content, std::string("Hello"));
        QCOMPARE(told("```\nx\n```"), std::string("large code: I am big."));
        QCOMPARE(m_small->requests.size(), size_t(0));
        // What is asked for is not looked at.
        m_small->probabilities = {chance(-9)};
        QCOMPARE(told("/small Hello"), std::string("small hint: I am little."));
        GenerationRequest asked = asking("/large x");
        asked.route = RouteTarget::Small;
        QCOMPARE(ask(asked).told(), std::string("small asked: I am little."));
        m_rule.firstTokens = 0;
        load();
        QCOMPARE(told("Hello"), std::string("small easy: I am little."));
    }
    void shortRepliesAreDecidedAtTheirEnd() {
        m_rule.firstTokens = 50;
        m_small->probabilities = {chance(-0.5), chance(-0.5), chance(-0.5)};
        load();
        QCOMPARE(told("Hello"), std::string("small certain: I am little."));
        m_small->probabilities = {chance(-1.5), chance(-1.5), chance(-1.5)};
        QCOMPARE(told("Hello"), std::string("large uncertain: I am big."));
        m_small->pieces.clear();
        QCOMPARE(told("Hello"), std::string("small certain: "));
    }
    void whatDoesNotFitGoesToTheLargeOne() {
        m_small->refusedMessages = 1;
        load();
        QCOMPARE(told("Hello"), std::string("large does_not_fit: I am big."));
        m_large->refusedMessages = 1;
        QCOMPARE(told("Hello"), std::string("! The script has no room for this."));
        // Who is asked for by name has to answer.
        QCOMPARE(told("/small Hello"), std::string("! The script has no room for this."));
    }
    void aServerThatDoesNotAnswerIsGoneWithout() {
        m_small->probabilities = {chance(-9)};
        m_large->generateError = "There is no answer.";
        load();
        QCOMPARE(told("Hello"), std::string("! There is no answer."));
        m_large->serverHost = "rack.lan";
        // What the server refuses is no reason to go without it.
        QCOMPARE(told("Hello"), std::string("! There is no answer."));
        m_large->generateErrorCode = ErrorCode::Io;
        QCOMPARE(told("Hello"), std::string("small large_unavailable: I am little."));
        QCOMPARE(told("```\nx\n```"), std::string("small large_unavailable: I am little."));
        QCOMPARE(told("/large Hello"), std::string("! There is no answer."));
        // What has begun to answer goes on.
        m_large->failAfterPieces = 1;
        QCOMPARE(told("```\nx\n```"), std::string("I ! There is no answer."));
    }
    void requestsGoOnTogether() {
        m_small->probabilities = {chance(-0.1), chance(-0.1)};
        load();
        Heard easy, hard, noted;
        m_engine->submit(asking("Hello"), easy, Priority::Reading);
        m_engine->submit(asking("/large Hello"), hard, Priority::Chat);
        // Its own engines may be asked as well, by their own numbers.
        m_engine->part(RouteTarget::Large).submit(asking("x"), noted, Priority::Chat);
        run();
        QCOMPARE(easy.told(), std::string("small certain: I am little."));
        QCOMPARE(hard.told(), std::string("large hint: I am big."));
        QCOMPARE(noted.text, std::string("I am big."));
    }
    void stoppedRepliesEnd_data() {
        QTest::addColumn<double>("probability");
        QTest::addColumn<QByteArray>("text");
        QTest::newRow("while it is held") << -0.1 << QByteArray("small easy: I ");
        QTest::newRow("of the large one") << -9.0 << QByteArray("large uncertain: I ");
    }
    void stoppedRepliesEnd() {
        QFETCH(double, probability);
        QFETCH(QByteArray, text);
        m_rule.firstTokens = 3;
        m_small->probabilities = {chance(probability)};
        m_small->prefillSteps = m_large->prefillSteps = 0;
        load();
        Heard heard;
        const RequestId id = m_engine->submit(asking("Hello"), heard, Priority::Chat);
        const auto& last = probability > -1 ? m_small : m_large;
        // The prompt, then the first piece.
        while (last->requests.empty()) m_engine->step();
        m_engine->step();
        m_engine->cancel(id);
        run();
        QCOMPARE(QByteArray::fromStdString(heard.told()), text);
        QCOMPARE(heard.result->reason, FinishReason::Cancelled);
        QVERIFY(!m_engine->status(id));
        // Nothing happens for one that has ended.
        m_engine->cancel(id);
    }
    void oneThatTurnsIsStoppedToo() {
        m_small->probabilities = {chance(-9)};
        load();
        Heard heard;
        m_engine->submit(asking("Hello"), heard, Priority::Chat);
        while (m_small->requests.empty()) m_engine->step();
        m_engine->endAll();
        QCOMPARE(heard.result->reason, FinishReason::Cancelled);
        QCOMPARE(m_large->requests.size(), size_t(0));
        QVERIFY(!m_engine->step());
    }
    void allOfBothEndAtOnce() {
        m_small->prefillSteps = m_large->prefillSteps = 5;
        load();
        Heard small, large;
        m_engine->submit(asking("/small Hello"), small, Priority::Chat);
        m_engine->submit(asking("/large Hello"), large, Priority::Chat);
        m_engine->step();
        m_engine->endAll();
        QCOMPARE(small.result->reason, FinishReason::Cancelled);
        QCOMPARE(large.result->reason, FinishReason::Cancelled);
        QVERIFY(!m_engine->step());
    }
    void itsFiguresAreThoseOfBoth() {
        m_small->contextLength = 1000;
        m_large->contextLength = 4000;
        m_small->kvBytes = 7;
        m_large->kvBytes = 5;
        load();
        const EngineInfo info = m_engine->info();
        QCOMPARE(info.parts.size(), size_t(2));
        QCOMPARE(info.contextLength, 4000);
        QCOMPARE(info.memory.kvBytes, uint64_t(12));
        QVERIFY(!info.canSlide);
        int saved = 0;
        double last = 0;
        m_engine->savePrefixes([&](double share) { ++saved, last = share; }, {});
        QCOMPARE(saved, 4);
        QCOMPARE(last, 1.0);
        m_engine->keepOwners({"a"});
        QCOMPARE(m_small->keptOwners.size() + m_large->keptOwners.size(), size_t(2));
    }
    void whatIsTooLongForTheSmallOneIsCountedForTheLargeOne() {
        m_small->contextLength = 100;
        m_small->tokensPerMessage = 150;
        m_large->tokensPerMessage = 140;
        load();
        GenerationRequest request = asking("Hello");
        QCOMPARE(m_engine->prepare(request).promptTokens, 140);
        GenerationRequest easy = asking("/small Hello");
        QCOMPARE(m_engine->prepare(easy).promptTokens, 150);
    }
    void twoRealModelsAnswerAsTheyDoAlone() {
        const auto real = [](const char* name) {
            EngineOptions options;
            options.model = std::string(HEARTH_SOURCE_DIR "/tests/reference/tiny/") + name;
            options.backend = "reference";
            options.contextLength = 256;
            return Engine::load(options);
        };
        const auto request = [](const std::string& text) {
            GenerationRequest asked = asking(text);
            asked.sampling.temperature = 0;
            asked.sampling.maxTokens = 12;
            asked.ignoreEndOfText = true;
            return asked;
        };
        GenerationListener nobody;
        const std::string small = real("llama-f32.gguf")->generate(request("Hi"), nobody).text,
                          large = real("qwen3-f16.gguf")->generate(request("Hi"), nobody).text;
        QVERIFY(small != large);
        // Nobody is sure of what these say.
        m_rule.firstTokens = 4;
        m_rule.leastMeanLogProbability = 0;
        m_engine = routedEngine(real("llama-f32.gguf"), real("qwen3-f16.gguf"), m_rule);
        const auto heard = [&](const std::string& text, bool prepare) {
            GenerationRequest asked = request(text);
            if (prepare) m_engine->prompts()->make(asked, {});
            return ask(asked);
        };
        for (const bool prepare : {false, true}) {
            const Heard uncertain = heard("Hi", prepare);
            QCOMPARE(uncertain.result->text, large);
            QCOMPARE(uncertain.text, large);
            QCOMPARE(uncertain.result->route->reason, RouteReason::Uncertain);
            QVERIFY(uncertain.result->droppedTokens > 0);
            QCOMPARE(heard("/small Hi", prepare).result->text, small);
            QCOMPARE(heard("/large Hi", prepare).result->text, large);
        }
        QCOMPARE(m_engine->info().parts.size(), size_t(2));
        // What either has cached stays.
        QVERIFY(heard("/large Hi", false).result->metrics.reusedTokens > 0);
        QVERIFY(heard("/small Hi", false).result->metrics.reusedTokens > 0);
    }
};

QTEST_GUILESS_MAIN(TestRoutedEngine)
#include "tst_routed_engine.moc"

#include "router/routed_request.h"

#include <QtTest>

#include "hearth/error.h"
#include "support/scripted_engine.h"

using namespace hearth;

/// One request with its deltas told by hand; two engines at work are in tst_routed_engine.
class TestRoutedRequest : public QObject {
    Q_OBJECT

    struct Ear final : GenerationListener {
        void replied(const ReplyDelta& delta) override { text += delta.text; }
        void finished(GenerationResult ended) override { result = std::move(ended); }
        void failed(const Error& problem) override { error = problem.what(); }
        std::string text, error;
        std::optional<GenerationResult> result;
    };
    test::ScriptedEngine m_engine{std::make_shared<test::EngineScript>()};

    static RoutingRule rule() {
        RoutingRule rule;
        rule.firstTokens = 2;
        rule.leastMeanLogProbability = -1;
        return rule;
    }
    static ReplyDelta delta(const std::string& text, std::vector<float> chances) {
        ReplyDelta delta;
        delta.text = text;
        for (const float chance : chances) {
            delta.tokens.emplace_back();
            delta.tokens.back().probability = chance;
        }
        return delta;
    }

private slots:
    void anErrorOfTheOneThatIsLetGoIsNoMatter() {
        Ear ear;
        RoutedRequest request(rule(), {.id = 1, .request = {}, .listener = &ear}, {});
        request.at = {&m_engine, 1};
        request.replied(delta("a", {0.01F, 0.9F}));
        request.failed(Error(ErrorCode::OutOfMemory, "too little"));
        QVERIFY(request.isTurning() && ear.error.empty());
        QVERIFY(request.outcome().target == RouteTarget::Large &&
                request.outcome().reason == RouteReason::Uncertain);
    }
    void everythingIsToldOrNothing() {
        Ear sure, unsure;
        RoutedRequest first(rule(), {.id = 1, .request = {}, .listener = &sure}, {});
        first.at = {&m_engine, 1};
        first.replied(delta("a", {0.9F}));
        QCOMPARE(sure.text, std::string());
        first.replied(delta("b", {0.9F}));
        QCOMPARE(sure.text, std::string("ab"));
        first.replied(delta("c", {0.001F}));
        QCOMPARE(sure.text, std::string("abc"));
        RoutedRequest second(rule(), {.id = 2, .request = {}, .listener = &unsure}, {});
        second.at = {&m_engine, 2};
        // Two tokens at once, of which the second is not needed any more.
        second.replied(delta("a", {0.01F, 0.9F}));
        QVERIFY(!second.isTurning());
        GenerationResult ended;
        ended.metrics.generatedTokens = 2;
        ended.metrics.prefillMs = 5;
        second.finished(ended);
        QVERIFY(second.isTurning() && unsure.text.empty() && !unsure.result);
        QCOMPARE(second.outcome().triedTokens, 1);
        second.begin(3);
        second.replied(delta("x", {0.1F}));
        second.finished({});
        QCOMPARE(unsure.text, std::string("x"));
        QCOMPARE(unsure.result->droppedTokens, 2);
        QCOMPARE(unsure.result->droppedMs, 5.0);
        QVERIFY(second.hasEnded());
    }
    void timePassesForTheLargeOne() {
        Ear ear;
        GenerationRequest asked;
        asked.spentMs = 10;
        RoutedRequest request(rule(), {.id = 1, .request = asked, .listener = &ear}, {});
        QTest::qSleep(5);
        QVERIFY(request.request().spentMs >= 14);
    }
    void oneThatIsCancelledWhileItTurnsEnds() {
        Ear ear;
        RoutedRequest request(rule(), {.id = 1, .request = {}, .listener = &ear}, {});
        request.at = {&m_engine, 1};
        QVERIFY(request.turnsAwayFrom(Error(ErrorCode::ContextFull, "It does not fit.")));
        QCOMPARE(request.outcome().reason, RouteReason::DoesNotFit);
        request.cancel();
        request.endCancelled();
        QVERIFY(request.hasEnded() && ear.result->reason == FinishReason::Cancelled);
        QVERIFY(!request.turnsAwayFrom(Error(ErrorCode::ContextFull, "It does not fit.")));
    }
};

QTEST_GUILESS_MAIN(TestRoutedRequest)
#include "tst_routed_request.moc"

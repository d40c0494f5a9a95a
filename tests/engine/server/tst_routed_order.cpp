// Two engines with scripts: who answers is exact.
#include "server/routed_order.h"

#include <QtTest>
#include <cmath>

#include "engine/server/scripted_pair.h"

using namespace hearth;
using Sums = RouteFigures::Sums;

class TestRoutedOrder : public QObject {
    Q_OBJECT

    std::unique_ptr<test::ScriptedPair> m_pair;

    uint64_t counted(RouteTarget target, RouteReason reason) const {
        const Sums sums = m_pair->routing.figures->sums();
        const auto found = sums.replies.find({target, reason});
        return found == sums.replies.end() ? 0 : found->second;
    }
    static float chance(double logarithm) { return static_cast<float>(std::exp(logarithm)); }

private slots:
    void init() { m_pair = std::make_unique<test::ScriptedPair>(); }
    void cleanup() { m_pair.reset(); }

    void escalatesExactlyUnderTheThreshold_data() {
        QTest::addColumn<double>("first");
        QTest::addColumn<double>("second");
        QTest::addColumn<QByteArray>("answer");
        QTest::addColumn<int>("dropped");
        QTest::newRow("sure") << -0.1 << -0.1 << QByteArray("little certain: 0 I am little.\n") << 0;
        QTest::newRow("just sure") << -1.0 << -0.99 << QByteArray("little certain: 0 I am little.\n") << 0;
        QTest::newRow("just not") << -1.0 << -1.01 << QByteArray("big uncertain: 0 I am big.\n") << 2;
        QTest::newRow("the first alone") << -2.1 << -0.1 << QByteArray("big uncertain: 0 I am big.\n") << 1;
        QTest::newRow("made up for") << -1.9 << -0.05 << QByteArray("little certain: 0 I am little.\n") << 0;
    }
    void escalatesExactlyUnderTheThreshold() {
        QFETCH(double, first);
        QFETCH(double, second);
        QFETCH(QByteArray, answer);
        QFETCH(int, dropped);
        // Tokens after the first two are not examined.
        m_pair->small->probabilities = {chance(first), chance(second), chance(-9)};
        m_pair->load();
        QCOMPARE(QByteArray::fromStdString(m_pair->ask("Hello")), answer);
        QCOMPARE(m_pair->small->requests.size(), size_t(1));
        QCOMPARE(m_pair->large->requests.size(), size_t(dropped > 0 ? 1 : 0));
        const Sums sums = m_pair->routing.figures->sums();
        QCOMPARE(sums.droppedTokens, uint64_t(dropped));
        QCOMPARE(sums.replies.size(), size_t(1));
        QCOMPARE(counted(dropped > 0 ? RouteTarget::Large : RouteTarget::Small,
                         dropped > 0 ? RouteReason::Uncertain : RouteReason::Certain),
                 uint64_t(1));
        // A client asked once.
        const auto records = m_pair->log->figures().log();
        QCOMPARE(records.size(), size_t(1));
        QCOMPARE(records[0].model, std::string(dropped > 0 ? "big" : "little"));
        QCOMPARE(records[0].generatedTokens, 3);
    }
    void rulesDecideBeforeAnybodyAnswers() {
        m_pair->load();
        QCOMPARE(m_pair->ask("/large Hello"), std::string("big hint: 0 I am big.\n"));
        QCOMPARE(m_pair->small->requests.size(), size_t(0));
        QCOMPARE(m_pair->large->requests.at(0).messages.at(0).content, std::string("Hello"));
        QCOMPARE(m_pair->ask("```\nx\n```"), std::string("big code: 0 I am big.\n"));
        QCOMPARE(m_pair->ask(std::string(2001, 'x')), std::string("big long_turn: 0 I am big.\n"));
        // With an explicit choice of the model the probabilities are not examined.
        m_pair->small->probabilities = {chance(-9)};
        QCOMPARE(m_pair->ask("/small Hello"), std::string("little hint: 0 I am little.\n"));
        GenerationRequest asked;
        asked.messages.push_back({.role = "user", .content = "/large x", .reasoning = {}, .tokens = {}});
        asked.route = RouteTarget::Small;
        QCOMPARE(m_pair->ask(asked), std::string("little asked: 0 I am little.\n"));
        QCOMPARE(counted(RouteTarget::Small, RouteReason::Asked), uint64_t(1));
    }
    void withoutFirstTokensTheSmallOneAnswers() {
        m_pair->routing.rule.firstTokens = 0;
        m_pair->small->probabilities = {chance(-9), chance(-9)};
        m_pair->load();
        QCOMPARE(m_pair->ask("Hello"), std::string("little easy: 0 I am little.\n"));
    }
    void shortRepliesAreDecidedAtTheirEnd() {
        m_pair->routing.rule.firstTokens = 50;
        m_pair->small->probabilities = {chance(-0.5), chance(-0.5), chance(-0.5)};
        m_pair->load();
        QCOMPARE(m_pair->ask("Hello"), std::string("little certain: 0 I am little.\n"));
        m_pair->small->probabilities = {chance(-1.5), chance(-1.5), chance(-1.5)};
        QCOMPARE(m_pair->ask("Hello"), std::string("big uncertain: 0 I am big.\n"));
        QCOMPARE(m_pair->routing.figures->sums().droppedTokens, uint64_t(3));
        m_pair->small->pieces.clear();
        QCOMPARE(m_pair->ask("Hello"), std::string("little certain: 0 \n"));
    }
    void severalRepliesGoTogether() {
        m_pair->load();
        QCOMPARE(m_pair->ask("Hello", 2), std::string("little certain: 0 I am little.\n1 I am little.\n"));
        m_pair->small->probabilities = {chance(-3)};
        QCOMPARE(m_pair->ask("Hello", 2), std::string("big uncertain: 0 I am big.\n1 I am big.\n"));
        QCOMPARE(m_pair->log->figures().log().size(), size_t(2));
    }
    void whatDoesNotFitGoesToTheLargeOne() {
        m_pair->small->refusedMessages = 1;
        m_pair->load();
        QCOMPARE(m_pair->ask("Hello"), std::string("big does_not_fit: 0 I am big.\n"));
        m_pair->large->refusedMessages = 1;
        QCOMPARE(m_pair->ask("Hello"), std::string("big does_not_fit: The script has no room for this."));
        QCOMPARE(counted(RouteTarget::Large, RouteReason::DoesNotFit), uint64_t(1));
        QCOMPARE(m_pair->log->figures().log().at(1).status, 400);
    }
    void aFailureIsTold() {
        m_pair->small->generateError = "It broke.";
        m_pair->load();
        QCOMPARE(m_pair->ask("Hello"), std::string("little easy: It broke."));
        QCOMPARE(m_pair->log->figures().log().at(0).status, 500);
        QVERIFY(m_pair->routing.figures->sums().replies.empty());
    }
    void clientsThatLeaveAreLetGo_data() {
        QTest::addColumn<float>("probability");
        QTest::newRow("while it is held") << 0.99F;
        QTest::newRow("of the large one") << 0.0001F;
    }
    void clientsThatLeaveAreLetGo() {
        QFETCH(float, probability);
        m_pair->routing.rule.firstTokens = 200;
        for (const auto& script : {m_pair->small, m_pair->large}) {
            script->pieces.assign(2000, "x");
            script->probabilities.assign(2000, probability);
            script->tokenStep = std::chrono::milliseconds(5);
        }
        m_pair->load();
        http::ServerOptions options;
        options.port = 0;
        http::Server server(options, [&](http::Request asked, std::shared_ptr<http::Response> response) {
            m_pair->begin(std::move(asked), std::move(response), {});
        });
        {
            test::RawClient client(server.port());
            client.send("GET /x HTTP/1.1\r\nHost: localhost\r\n\r\n");
            const RouteTarget last = probability > 0.5F ? RouteTarget::Small : RouteTarget::Large;
            QTRY_VERIFY_WITH_TIMEOUT(m_pair->running() == 1 && m_pair->given(last) == 1, 5000);
        }
        QTRY_COMPARE_WITH_TIMEOUT(m_pair->running(), 0, 1000);
        QTRY_COMPARE(m_pair->log->figures().log().size(), size_t(1));
        QVERIFY(m_pair->log->figures().log()[0].cancelled);
        QVERIFY(m_pair->routing.figures->sums().replies.empty());
    }
    void aModelThatIsGoneIsNamed() {
        m_pair->load();
        m_pair->forget("big");
        QVERIFY(m_pair->ask("/large Hello").find("There is no model called \\\"big\\\" any more.") !=
                std::string::npos);
        m_pair->forget("little");
        QVERIFY(m_pair->ask("Hello").find("There is no model called \\\"little\\\" any more.") !=
                std::string::npos);
    }
    void withoutTheLargeOneTheSmallOneAnswers() {
        m_pair->small->probabilities = {chance(-3)};
        m_pair->load();
        m_pair->forget("big");
        QCOMPARE(m_pair->ask("```\nx\n```"), std::string("little large_unavailable: 0 I am little.\n"));
        QCOMPARE(m_pair->routing.figures->sums().droppedTokens, uint64_t(0));
        // It is not held back once more, and what it made before is told as dropped.
        QCOMPARE(m_pair->ask("Hello"), std::string("little large_unavailable: 0 I am little.\n"));
        QCOMPARE(m_pair->routing.figures->sums().droppedTokens, uint64_t(1));
        QCOMPARE(counted(RouteTarget::Small, RouteReason::LargeUnavailable), uint64_t(2));
        QCOMPARE(m_pair->log->figures().log().size(), size_t(2));
    }
};

QTEST_GUILESS_MAIN(TestRoutedOrder)
#include "tst_routed_order.moc"

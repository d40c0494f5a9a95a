#include "server/held_writer.h"

#include <QtTest>

#include "engine/server/noting_writer.h"

using namespace hearth;
using namespace hearth::server;
using Events = std::vector<std::string>;

class TestHeldWriter : public QObject {
    Q_OBJECT

    std::shared_ptr<test::WriterNotes> m_notes;
    std::vector<RouteOutcome> m_made, m_escalated;
    HeldWriter::Dropped m_dropped;

    HeldWriter held(int tokens, int choices = 1) {
        RoutingRule rule;
        rule.firstTokens = tokens;
        rule.leastMeanLogProbability = -1;
        return HeldWriter(
            rule, choices,
            [this](const RouteOutcome& outcome) {
                m_made.push_back(outcome);
                return std::make_unique<test::NotingWriter>(m_notes);
            },
            [this](const RouteOutcome& outcome, const HeldWriter::Dropped& dropped) {
                m_escalated.push_back(outcome);
                m_dropped = dropped;
            });
    }
    static ReplyDelta delta(const char* text, float probability) {
        ReplyDelta made;
        made.text = text;
        made.tokens.push_back({.token = 1, .probability = probability, .candidates = {}});
        return made;
    }
    static GenerationResult result(int tokens) {
        GenerationResult made;
        made.metrics.generatedTokens = tokens;
        made.metrics.prefillMs = 3;
        made.metrics.decodeMs = 4;
        made.metrics.totalMs = 100;
        return made;
    }

private slots:
    void init() {
        m_notes = std::make_shared<test::WriterNotes>();
        m_made.clear();
        m_escalated.clear();
        m_dropped = {};
    }

    void tellsEverythingOnceItIsCertain() {
        HeldWriter writer = held(2);
        QVERIFY(writer.promptProgress(0, 10, 30, 10));
        QVERIFY(writer.begin());
        QVERIFY(writer.add(0, delta("a", 0.9F)));
        QVERIFY(m_made.empty());
        QVERIFY(m_notes->events.empty());
        QVERIFY(writer.add(0, delta("b", 0.9F)));
        QCOMPARE(m_notes->events, (Events{"begin", "0 a", "0 b"}));
        QCOMPARE(m_notes->prompts, (Events{"0 10 of 30"}));
        QCOMPARE(m_made.size(), size_t(1));
        QVERIFY(m_made[0].reason == RouteReason::Certain);
        QCOMPARE(m_made[0].triedTokens, 2);
        QVERIFY(writer.add(0, delta("c", 0.001F)));
        writer.finish(0, result(3));
        QCOMPARE(m_notes->events, (Events{"begin", "0 a", "0 b", "0 c", "0 end"}));
        QVERIFY(m_escalated.empty());
    }
    void tellsNothingWhenItIsNot() {
        HeldWriter writer = held(2);
        QVERIFY(writer.begin());
        QVERIFY(!writer.hasEnough(0));
        QVERIFY(writer.add(0, delta("a", 0.01F)));
        QVERIFY(writer.hasEnough(0));
        QVERIFY(m_escalated.empty());
        QVERIFY(writer.add(0, delta("b", 0.9F)));
        writer.finish(0, result(2));
        QCOMPARE(m_escalated.size(), size_t(1));
        QVERIFY(m_escalated[0].target == RouteTarget::Large);
        QVERIFY(m_escalated[0].reason == RouteReason::Uncertain);
        QCOMPARE(m_escalated[0].triedTokens, 1);
        QCOMPARE(m_dropped.tokens, 2);
        QCOMPARE(m_dropped.ms, 7.0);
        QVERIFY(m_made.empty());
        QVERIFY(m_notes->events.empty());
    }
    void theFirstReplyDecidesForAll() {
        HeldWriter writer = held(1, 2);
        QVERIFY(writer.add(1, delta("x", 0.0001F)));
        writer.finish(1, result(1));
        QVERIFY(m_notes->events.empty());
        QVERIFY(writer.add(0, delta("a", 0.9F)));
        QCOMPARE(m_notes->events, (Events{"begin", "0 a", "1 x", "1 end"}));
        writer.finish(0, result(1));
        QCOMPARE(m_notes->events.back(), std::string("0 end"));
    }
    void escalatesWhenAllHaveEnded() {
        HeldWriter writer = held(1, 2);
        QVERIFY(writer.add(0, delta("a", 0.01F)));
        writer.finish(0, result(1));
        QVERIFY(m_escalated.empty());
        QVERIFY(writer.hasEnough(1));
        writer.finish(1, result(4));
        QCOMPARE(m_escalated.size(), size_t(1));
        QCOMPARE(m_dropped.tokens, 5);
    }
    void aClientThatIsGoneIsSaid() {
        m_notes->takes = 1;
        HeldWriter writer = held(2);
        QVERIFY(writer.add(0, delta("a", 0.9F)));
        QVERIFY(!writer.add(0, delta("b", 0.9F)));
    }
    void failuresAreTold() {
        HeldWriter writer = held(2);
        writer.fail(Error(ErrorCode::Device, "It broke."));
        QCOMPARE(m_notes->events, (Events{"failed: It broke."}));
        HeldWriter full = held(2);
        full.fail(Error(ErrorCode::ContextFull, "Too long."));
        QCOMPARE(m_escalated.size(), size_t(1));
        QVERIFY(m_escalated[0].reason == RouteReason::DoesNotFit);
        QCOMPARE(m_notes->events.size(), size_t(1));
    }
};

QTEST_GUILESS_MAIN(TestHeldWriter)
#include "tst_held_writer.moc"

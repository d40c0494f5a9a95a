#include "inference/dropped_turns.h"

#include <QtTest>

#include "support/scripted_engine.h"

using namespace hearth;
using namespace hearth::app;

class TestDroppedTurns : public QObject {
    Q_OBJECT

    static GenerationRequest chatOf(int turns) {
        GenerationRequest request;
        request.messages.push_back({"system", "s", {}, {}});
        for (int turn = 0; turn < turns; ++turn) {
            request.messages.push_back({"user", "q" + std::to_string(turn), {}, {}});
            if (turn + 1 < turns)
                request.messages.push_back({"assistant", "a" + std::to_string(turn), {}, {}});
        }
        return request;
    }

private slots:
    void aCutLeavesRoomForTheNextTurns() {
        auto script = std::make_shared<test::EngineScript>();
        script->tokensPerMessage = 100;
        const test::ScriptedEngine engine(script);
        for (int turns = 1; turns < 12; ++turns) {
            GenerationRequest request = chatOf(turns);
            const size_t before = request.messages.size();
            const DroppedTurns dropped = dropTurns(engine, request, 700, 400, {});
            QCOMPARE(request.messages.size() + static_cast<size_t>(dropped.messages), before);
            QCOMPARE(dropped.messages, 2 * dropped.turns);
            QCOMPARE(dropped.turns > 0, before > 7);
            // One turn more would have been too much.
            QVERIFY(dropped.turns == 0 || request.messages.size() == 4);
            QCOMPARE(request.messages.front().role, std::string("system"));
            QCOMPARE(request.messages.back().content, "q" + std::to_string(turns - 1));
        }
    }

    void whatGoesHasASize() {
        auto script = std::make_shared<test::EngineScript>();
        script->tokensPerMessage = 100;
        const test::ScriptedEngine engine(script);
        GenerationRequest request = chatOf(6);
        QCOMPARE(lastTurnTokens(engine, request, {}), 200);
        QCOMPARE(request.messages.size(), size_t{12});
        const DroppedTurns dropped = dropTurns(engine, request, 700, 400, {});
        QCOMPARE(dropped.tokens, 800);
        QCOMPARE(lastTurnTokens(engine, chatOf(1), {}), 200);
        QCOMPARE(lastTurnTokens(engine, {}, {}), 0);
    }

    void theContinuedReplyAndItsQuestionStay() {
        auto script = std::make_shared<test::EngineScript>();
        script->tokensPerMessage = 1000;
        const test::ScriptedEngine engine(script);
        GenerationRequest request = chatOf(4);
        request.messages.push_back({"assistant", "begun", {}, {}});
        request.continueLast = true;
        QCOMPARE(dropTurns(engine, request, 100, 50, {}).turns, 3);
        QCOMPARE(request.messages.size(), size_t{3});
        QCOMPARE(request.messages[1].content, std::string("q3"));
    }

    void turnsGoWhole() {
        auto script = std::make_shared<test::EngineScript>();
        script->tokensPerMessage = 100;
        const test::ScriptedEngine engine(script);
        GenerationRequest request;
        // A greeting before the first question, a question that got no answer, and one with two.
        for (const auto& [role, content] :
             std::vector<std::pair<const char*, const char*>>{{"assistant", "hello"},
                                                              {"user", "q0"},
                                                              {"assistant", "a0"},
                                                              {"user", "q1"},
                                                              {"user", "q2"},
                                                              {"assistant", "a2"},
                                                              {"tool", "t2"},
                                                              {"user", "q3"}})
            request.messages.push_back({role, content, {}, {}});
        GenerationRequest other = request;
        const DroppedTurns two = dropTurns(engine, request, 700, 400, {});
        QCOMPARE(two.turns, 2);
        QCOMPARE(two.messages, 4);
        QCOMPARE(request.messages.front().content, std::string("q2"));
        const DroppedTurns three = dropTurns(engine, other, 700, 300, {});
        QCOMPARE(three.turns, 3);
        QCOMPARE(three.messages, 7);
        QCOMPARE(other.messages.front().content, std::string("q3"));
    }
};

QTEST_GUILESS_MAIN(TestDroppedTurns)
#include "tst_dropped_turns.moc"

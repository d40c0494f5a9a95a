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
    void aReplyHasRoom() {
        auto script = std::make_shared<test::EngineScript>();
        script->contextLength = 800;
        QCOMPARE(roomForPrompt(test::ScriptedEngine(script)), size_t{700});
        script->contextLength = 100000;
        QCOMPARE(roomForPrompt(test::ScriptedEngine(script)), size_t{100000 - 1024});
    }

    void asFewAsNeeded() {
        auto script = std::make_shared<test::EngineScript>();
        script->tokensPerMessage = 100;
        const test::ScriptedEngine engine(script);
        for (int turns = 1; turns < 12; ++turns) {
            GenerationRequest request = chatOf(turns);
            const size_t before = request.messages.size();
            const int dropped = dropTurns(engine, request, Overflow::DropOldest, 700, {});
            QCOMPARE(request.messages.size() + static_cast<size_t>(dropped), before);
            // One turn more would not have fitted.
            QVERIFY(request.messages.size() <= 7);
            QVERIFY(dropped == 0 || request.messages.size() + 2 > 7);
            QCOMPARE(request.messages.back().content, "q" + std::to_string(turns - 1));
        }
    }

    void theContinuedReplyAndItsQuestionStay() {
        auto script = std::make_shared<test::EngineScript>();
        script->tokensPerMessage = 1000;
        const test::ScriptedEngine engine(script);
        GenerationRequest request = chatOf(4);
        request.messages.push_back({"assistant", "begun", {}, {}});
        request.continueLast = true;
        QCOMPARE(dropTurns(engine, request, Overflow::KeepStart, 100, {}), 6);
        QCOMPARE(request.messages.size(), size_t{3});
        QCOMPARE(request.messages[1].content, std::string("q3"));
        QCOMPARE(dropTurns(engine, request, Overflow::Refuse, 1, {}), 0);
    }
};

QTEST_GUILESS_MAIN(TestDroppedTurns)
#include "tst_dropped_turns.moc"

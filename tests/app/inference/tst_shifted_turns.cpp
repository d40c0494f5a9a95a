#include "inference/shifted_turns.h"

#include <QtTest>
#include <array>

#include "support/scripted_engine.h"

using namespace hearth;
using namespace hearth::app;

class TestShiftedTurns : public QObject {
    Q_OBJECT

    /// A system message and turns of two messages, each message 100 tokens.
    static GenerationRequest chatOf(int turns, bool hasSystem = true) {
        GenerationRequest request;
        if (hasSystem) request.messages.push_back({"system", "s", {}, {}});
        for (int turn = 0; turn < turns; ++turn) {
            request.messages.push_back({"user", "q", {}, {}});
            if (turn + 1 < turns) request.messages.push_back({"assistant", "a", {}, {}});
        }
        return request;
    }
    static DroppedTurns dropped(const GenerationRequest& request, uint32_t keep, uint32_t dropTo) {
        auto script = std::make_shared<test::EngineScript>();
        script->tokensPerMessage = 100;
        const test::ScriptedEngine engine(script);
        const std::array<ContextShift, 2> cuts{ContextShift{keep, keep + 1, keep + 1},
                                               ContextShift{keep, dropTo, dropTo + 50}};
        return turnsOfShifts(engine, request, cuts, {});
    }

private slots:
    void aTurnIsGoneWhenMostOfItIs() {
        // Turns begin at 100, 300, 500, ...
        const GenerationRequest chat = chatOf(6);
        QCOMPARE(dropped(chat, 128, 160).turns, 0);
        QCOMPARE(dropped(chat, 128, 288).turns, 1);
        QCOMPARE(dropped(chat, 128, 288).messages, 2);
        // Up to a multiple of 32 in front of the third turn, and of the last one.
        QCOMPARE(dropped(chat, 128, 480).turns, 2);
        QCOMPARE(dropped(chat, 128, 896).turns, 4);
        // The last turn stays whatever the cut says.
        QCOMPARE(dropped(chat, 128, 5000).turns, 5);
        QCOMPARE(dropped(chat, 128, 5000).messages, 10);
    }

    void withoutASystemMessageTheFirstTurnGoesAsWell() {
        QCOMPARE(dropped(chatOf(4, false), 32, 192).turns, 1);
        QCOMPARE(dropped(chatOf(4, false), 32, 192).messages, 2);
    }

    void whereNothingCanGoNothingIsCounted() {
        auto script = std::make_shared<test::EngineScript>();
        script->hasTokens = false;
        const test::ScriptedEngine engine(script);
        QCOMPARE(turnsOfShifts(engine, chatOf(6), {}, {}).turns, 0);
        const std::array<ContextShift, 1> cut{ContextShift{32, 64, 64}};
        QCOMPARE(turnsOfShifts(engine, chatOf(1), cut, {}).turns, 0);
        QCOMPARE(turnsOfShifts(engine, {}, cut, {}).turns, 0);
    }
};

QTEST_GUILESS_MAIN(TestShiftedTurns)
#include "tst_shifted_turns.moc"

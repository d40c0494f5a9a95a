// When a part of a prompt pauses for others.
#include <QtTest>

#include "session/prompt_pauses.h"

using namespace hearth;
using namespace std::chrono_literals;

class TestPromptPauses : public QObject {
    Q_OBJECT
private slots:
    void quickRoundsComeAfterTheLeastSlice() {
        PromptPauses pauses;
        const PromptPauses::Clock::time_point start{};
        pauses.decoded(start, start + 1ms);
        QVERIFY(!pauses.due(start + 25ms));
        QVERIFY(pauses.due(start + 27ms));
    }

    void longRoundsComeAfterTheirOwnTimeAndTwoFifths() {
        PromptPauses pauses;
        const PromptPauses::Clock::time_point start{};
        pauses.decoded(start, start + 100ms);
        QVERIFY(!pauses.due(start + 239ms));
        QVERIFY(pauses.due(start + 241ms));
    }

    void withoutALeastSliceItPausesWhereverItCan() {
        PromptPauses pauses;
        pauses.setLeastSlice(0);
        const PromptPauses::Clock::time_point start{};
        pauses.decoded(start, start + 100ms);
        QVERIFY(pauses.due(start + 100ms));
    }
};

QTEST_GUILESS_MAIN(TestPromptPauses)
#include "tst_prompt_pauses.moc"

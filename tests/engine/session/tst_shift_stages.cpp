#include "session/shift_stages.h"

#include <QtTest>
#include <numeric>

#include "session/context_shifts.h"

using namespace hearth;

class TestShiftStages : public QObject {
    Q_OBJECT

    static std::vector<TokenId> numbered(size_t count) {
        std::vector<TokenId> tokens(count);
        std::iota(tokens.begin(), tokens.end(), 0);
        return tokens;
    }
    const MoveLimits m_limits{.canMove = true, .windows = {0}, .positions = 512};

private slots:
    void withoutCutsThereIsOne() {
        const auto stages = shiftStages(numbered(100), {}, m_limits);
        QCOMPARE(stages.size(), size_t{1});
        QCOMPARE(stages[0].tokens.ids, numbered(100));
        QVERIFY(stages[0].origin == SequenceOrigin());
    }
    /// Each stage ends where a cut was made, and the next one goes on with what was left.
    void aStageForEachCut() {
        const auto tokens = numbered(900);
        const std::vector<ContextShift> cuts{{32, 288, 500}, {32, 576, 760}};
        const auto stages = shiftStages(tokens, cuts, m_limits);
        QCOMPARE(stages.size(), size_t{3});
        QCOMPARE(stages[0].tokens.ids, numbered(500));
        QCOMPARE(stages[1].tokens.ids, withoutDropped(numbered(760), std::span(cuts).first(1)));
        QCOMPARE(stages[1].moved, size_t{32 + 500 - 288});
        QCOMPARE(stages[1].dropped, size_t{256});
        QCOMPARE(stages[2].tokens.ids, withoutDropped(tokens, cuts));
        QCOMPARE(stages[2].moved, size_t{32 + 760 - 576});
        QCOMPARE(stages[2].dropped, size_t{288});
        QVERIFY(stages[1].origin != stages[0].origin && stages[1].origin != stages[2].origin);
        // A reply that is cut comes to the same as its conversation afterwards.
        const ShiftStage live = stageBehind(stages[1], 32, 288);
        QVERIFY(live.origin == stages[2].origin);
        QCOMPARE(live.tokens.size(), live.moved);
    }
    /// The dropped part belongs to the origin of the rest.
    void originsTellWhatWasDropped() {
        auto tokens = numbered(600);
        const std::vector<ContextShift> cuts{{32, 288, 500}};
        const SequenceOrigin origin = shiftStages(tokens, cuts, m_limits).back().origin;
        tokens[100] = 7;  // dropped
        QVERIFY(shiftStages(tokens, cuts, m_limits).back().origin != origin);
        tokens[100] = 100;
        tokens[550] = 7;  // behind the cut
        QVERIFY(shiftStages(tokens, cuts, m_limits).back().origin == origin);
        const std::vector<ContextShift> later{{32, 288, 501}};
        QVERIFY(shiftStages(tokens, later, m_limits).back().origin != origin);
    }
    /// If nothing can be moved, the rest is a sequence like any other.
    void whatCannotMoveIsPlain() {
        const auto tokens = numbered(900);
        const std::vector<ContextShift> cuts{{32, 288, 500}, {32, 576, 760}};
        const auto plain = [&](std::span<const ContextShift> of, const MoveLimits& limits) {
            const auto stages = shiftStages(tokens, of, limits);
            return stages.size() == 1 && stages[0].origin == SequenceOrigin() &&
                   stages[0].tokens.ids == withoutDropped(tokens, of);
        };
        QVERIFY(plain(cuts, {.canMove = false, .windows = {0}, .positions = 512}));
        QVERIFY(plain(cuts, {.canMove = true, .windows = {0, 300}, .positions = 512}));
        QVERIFY(!plain(cuts, {.canMove = true, .windows = {0, 100}, .positions = 512}));
        const std::vector<ContextShift> fresh{{32, 288, 500}, {32, 576, 576}};
        QVERIFY(plain(fresh, m_limits));
        const std::vector<ContextShift> long1{{32, 288, 600}, {32, 576, 576}};
        QVERIFY(plain(long1, m_limits));
        // One that moves nothing, and then one that does.
        const std::vector<ContextShift> mixed{{32, 288, 288}, {32, 576, 760}};
        const auto stages = shiftStages(tokens, mixed, m_limits);
        QCOMPARE(stages.size(), size_t{2});
        QCOMPARE(stages[0].tokens.ids, withoutDropped(numbered(760), std::span(mixed).first(1)));
        QCOMPARE(stages[1].tokens.ids, withoutDropped(tokens, mixed));
    }
};

QTEST_GUILESS_MAIN(TestShiftStages)
#include "tst_shift_stages.moc"

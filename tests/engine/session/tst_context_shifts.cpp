#include "session/context_shifts.h"

#include <QtTest>
#include <algorithm>
#include <numeric>
#include <random>

using namespace hearth;

class TestContextShifts : public QObject {
    Q_OBJECT

    /// Tokens 0, 1, 2, ...; messages end with those in `ends`.
    static ShiftPoints placesOf(size_t tokens, const std::vector<TokenId>& ends, bool keepsFirst,
                                size_t context = 1024) {
        std::vector<TokenId> conversation(tokens);
        std::iota(conversation.begin(), conversation.end(), 0);
        return ShiftPoints::of(
            conversation, [&](TokenId token) { return std::ranges::find(ends, token) != ends.end(); },
            keepsFirst, context);
    }

private slots:
    void placesAreBehindMessages() {
        const ShiftPoints places = placesOf(500, {39, 199, 499}, true);
        QCOMPARE(places.starts, (std::vector<uint32_t>{40, 200}));
        QCOMPARE(places.keep, 64U);  // the system message, to the end of its block
        QCOMPARE(placesOf(500, {39, 199}, false).keep, 32U);
        QCOMPARE(placesOf(5000, {900, 2000}, true).keep, 256U);  // a quarter of the context at most
        QCOMPARE(placesOf(500, {}, true).keep, 32U);
    }
    /// About half the context is left, from a message on.
    void aCutBeginsWithAMessage() {
        const ShiftPoints places{.keep = 32, .starts = {100, 300, 500, 610, 700, 880}};
        const auto cut = nextShift(places, {}, 900, 870, 1024);
        QVERIFY(cut.has_value());
        // 512 tokens at most: from 420 on, so from the message at 500, less what makes whole blocks.
        QCOMPARE(*cut, (ContextShift{32, 480, 870}));
        // Nothing is behind the model: nothing is moved.
        QCOMPARE(nextShift(places, {}, 900, 0, 1024)->at, 480U);
        QCOMPARE(nextShift(places, {}, 900, 500, 1024)->at, 480U);
        // The next one goes on from there.
        const ShiftPoints later{.keep = 32, .starts = {100, 300, 500, 610, 700, 880, 1000, 1200, 1390}};
        const auto next = nextShift(later, std::span(&*cut, 1), 1400, 1380, 1024);
        QVERIFY(next.has_value());
        QCOMPARE(*next, (ContextShift{32, 992, 1380}));
        QCOMPARE(validShifts(std::vector{*cut, *next}, 1400).size(), size_t{2});
        QCOMPARE(validShifts(std::vector{*cut, *next}, 1379).size(), size_t{1});
        QVERIFY(validShifts(std::vector{*cut, *next}, 869).empty());
        QVERIFY(validShifts(std::vector{*next, *cut}, 1400).size() == 1);
        QCOMPARE(droppedTokens(std::vector{*cut, *next}), size_t{960});
        QCOMPARE(droppedTokens({}), size_t{0});
    }
    /// A question that is longer than half the context stays whole, one that is longer than it is cut.
    void longMessages() {
        QCOMPARE(nextShift({.keep = 32, .starts = {100, 300, 890}}, {}, 900, 295, 1024)->dropTo, 288U);
        QCOMPARE(nextShift({.keep = 32, .starts = {100, 300, 1990}}, {}, 2000, 0, 1024),
                 (ContextShift{32, 1504, 1504}));
        QCOMPARE(nextShift({.keep = 32, .starts = {}}, {}, 2000, 0, 1024), (ContextShift{32, 1504, 1504}));
    }
    /// No cut reaches into the part that stays whole: it ends before that part, or there is none.
    void whatStaysWhole() {
        ShiftPoints places{.keep = 32, .starts = {100, 300, 890}, .whole = 300};
        // 600 tokens, more than half.
        QCOMPARE(nextShift(places, {}, 900, 0, 1024), (ContextShift{32, 288, 288}));
        // More than three quarters, but with room for a reply.
        QCOMPARE(nextShift(places, {}, 1150, 0, 1024), (ContextShift{32, 288, 288}));
        // Without.
        QVERIFY(!nextShift(places, {}, 1250, 0, 1024));
        QVERIFY(!nextShift({.keep = 32, .starts = {}, .whole = 40}, {}, 2000, 0, 1024));
        // Cutting at a message after it would leave half. It stays whole all the same.
        places.starts = {100, 300, 700, 890};
        QCOMPARE(nextShift(places, {}, 900, 0, 1024), (ContextShift{32, 288, 288}));
        // If cutting at a message before it leaves half, the cut is there.
        places.whole = 700;
        places.starts = {100, 300, 500, 700, 890};
        QCOMPARE(nextShift(places, {}, 900, 0, 1024), (ContextShift{32, 480, 480}));
    }
    /// A cut is before or behind a span, never within it.
    void cutsDivideNoSpan() {
        const auto span = [](int64_t first, uint32_t rows, bool bothWays = false) {
            return TokenSpan{
                .content = {1, 0}, .first = first, .rows = rows, .positions = 1, .bothWays = bothWays};
        };
        const ShiftPoints text{.keep = 32, .starts = {}};
        QCOMPARE(nextShift(text, {}, 900, 0, 1024), (ContextShift{32, 416, 416}));
        QCOMPARE(nextShift({.keep = 32, .starts = {}, .spans = {span(400, 100)}}, {}, 900, 0, 1024),
                 (ContextShift{32, 512, 512}));
        QCOMPARE(
            nextShift({.keep = 32, .starts = {}, .spans = {span(400, 16), span(416, 100)}}, {}, 900, 0, 1024),
            (ContextShift{32, 416, 416}));
        // The part to keep whole stays whole, and therefore so does the span.
        QCOMPARE(nextShift({.keep = 32, .starts = {300, 700}, .whole = 430, .spans = {span(400, 100)}}, {},
                           900, 0, 1024),
                 (ContextShift{32, 384, 384}));
        // A span whose rows attend in both directions is not moved in part either.
        const auto at = [&](bool bothWays) {
            return nextShift({.keep = 32, .starts = {}, .spans = {span(800, 50, bothWays)}}, {}, 900, 820,
                             1024)
                ->at;
        };
        QCOMPARE(at(false), 820U);
        QCOMPARE(at(true), 800U);
        const std::vector<ContextShift> cuts{{32, 416, 500}};
        QCOMPARE(validShifts(cuts, 900, std::vector{span(416, 80)}).size(), size_t{1});
        QVERIFY(validShifts(cuts, 900, std::vector{span(410, 80)}).empty());
        QVERIFY(validShifts(cuts, 900, std::vector{span(30, 80)}).empty());
        // The beginning that stays ends in front of one, or behind it where that is all there is.
        const auto keepOf = [&](int64_t first, uint32_t rows) {
            const PromptTokens tokens(std::vector<TokenId>(900, 1), {span(first, rows)});
            return ShiftPoints::of(
                       tokens, [](TokenId) { return false; }, false, 1024)
                .keep;
        };
        QCOMPARE(keepOf(100, 50), 32U);
        QCOMPARE(keepOf(20, 50), 96U);
    }
    void whatCannotBeCut() {
        QVERIFY(!nextShift({.keep = 32, .starts = {100}}, {}, 400, 0, 1024));  // short enough
        QVERIFY(!nextShift({.keep = 32, .starts = {100}}, {}, 4000, 0, 128));  // no half to drop
        QCOMPARE(roomForPrompt(2048), size_t{1792});
        QCOMPARE(roomForPrompt(32768), size_t{31744});
    }
    void cutsOfAFileMayBeAnything() {
        for (const ContextShift& wrong : {ContextShift{},
                                          {0, 64, 64},
                                          {32, 32, 64},
                                          {32, 64, 63},
                                          {33, 64, 64},
                                          {32, 65, 65},
                                          {64, 32, 100},
                                          {32, 64, 1001}})
            QVERIFY(validShifts(std::span(&wrong, 1), 1000).empty());
        const std::vector<ContextShift> otherKeep{{32, 64, 100}, {64, 128, 200}};
        QCOMPARE(validShifts(otherKeep, 1000).size(), size_t{1});
    }
    void whatIsLeft() {
        std::vector<TokenId> tokens(200);
        std::iota(tokens.begin(), tokens.end(), 0);
        const std::vector<ContextShift> cuts{{32, 64, 100}, {32, 128, 150}};
        const auto left = withoutDropped(tokens, cuts);
        QCOMPARE(left.size(), size_t{104});
        QCOMPARE(left[31], 31);
        QCOMPARE(left[32], 128);
        QCOMPARE(droppedTokens(cuts), size_t{96});
        QCOMPARE(withoutDropped(tokens, {}), tokens);
    }
    /// For any conversation the rest fits with room for a reply, and the resulting cuts are valid.
    void anyConversationFits() {
        std::mt19937 random(1);
        for (int round = 0; round < 300; ++round) {
            const size_t context = 256 + random() % 4096;
            ShiftPoints places{.keep = static_cast<uint32_t>(32 * (1 + random() % (context / 128))),
                               .starts = {}};
            std::vector<ContextShift> cuts;
            for (size_t tokens = 1; tokens < 5 * context;) {
                tokens += 1 + random() % (context / 2);
                places.starts.push_back(static_cast<uint32_t>(tokens));
                if (tokens - droppedTokens(cuts) > roomForPrompt(context)) {
                    const auto cut = nextShift(places, cuts, tokens, tokens - 1 - random() % 100, context);
                    QVERIFY(cut.has_value());
                    cuts.push_back(*cut);
                    QCOMPARE(validShifts(cuts, tokens), cuts);
                    QVERIFY(tokens - droppedTokens(cuts) <= roomForPrompt(context));
                }
            }
        }
    }
};

QTEST_GUILESS_MAIN(TestContextShifts)
#include "tst_context_shifts.moc"

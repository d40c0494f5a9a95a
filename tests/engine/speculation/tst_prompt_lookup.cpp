#include "speculation/prompt_lookup.h"

#include <QtTest>
#include <algorithm>
#include <random>

using namespace hearth;

class TestPromptLookup : public QObject {
    Q_OBJECT

    static PromptLookup of(const std::vector<TokenId>& tokens) {
        PromptLookup lookup;
        lookup.append(tokens);
        return lookup;
    }

private slots:
    /// Ids of a span say nothing: neither do they match, nor are they guessed.
    void spansAreNoText() {
        PromptLookup lookup;
        lookup.append(PromptTokens(
            {1, 2, 3, 9, 9, 4, 5, 9, 9, 9, 1, 2},
            {{.content = {1, 0}, .first = 3, .rows = 2}, {.content = {1, 0}, .first = 7, .rows = 3}}));
        const PromptLookup::Draft draft = lookup.propose(6);
        QCOMPARE(draft.tokens, std::vector<TokenId>{3});
        QCOMPARE(draft.matched, size_t{2});
        lookup.append(9);
        lookup.append(9);
        QVERIFY(lookup.propose(6).tokens.empty());
    }
    void guessesWhatFollowedBefore() {
        const auto draft = of({1, 2, 3, 4, 5, 6, 7, 9, 9, 2, 3, 4}).propose(3);
        QCOMPARE(draft.tokens, (std::vector<TokenId>{5, 6, 7}));
        QCOMPARE(draft.matched, size_t{3});
    }
    void theLongestMatchWinsAndOfThoseTheLatest() {
        // "2 3" stood thrice: behind 8 with 20, behind 7 with 21, behind 9 with 22.
        QCOMPARE(of({7, 2, 3, 21, 8, 2, 3, 20, 9, 2, 3, 22, 7, 2, 3}).propose(1).tokens,
                 (std::vector<TokenId>{21}));
        QCOMPARE(of({7, 2, 3, 21, 8, 2, 3, 20, 6, 2, 3}).propose(1).tokens, (std::vector<TokenId>{20}));
    }
    void whatRepeatsItselfGoesOn() {
        const auto draft = of({5, 1, 2, 3, 1, 2, 3, 1, 2}).propose(7);
        QCOMPARE(draft.tokens, (std::vector<TokenId>{3, 1, 2, 3, 1, 2, 3}));
        QCOMPARE(of({4, 4, 4}).propose(4).tokens, (std::vector<TokenId>{4, 4, 4, 4}));
    }
    void newTextGivesNothing() {
        QVERIFY(PromptLookup().propose(7).tokens.empty());
        QVERIFY(of({1}).propose(7).tokens.empty());
        QVERIFY(of({1, 2, 3, 4, 5}).propose(7).tokens.empty());
        // One token alone says too little.
        QVERIFY(of({1, 2, 3, 1}).propose(7).tokens.empty());
        QVERIFY(of({1, 2, 1, 2}).propose(0).tokens.empty());
    }
    /// Against a search through everything, where a pair stands at fewer places than are looked at.
    void equalsASearch() {
        std::mt19937 random(3);
        std::vector<TokenId> text;
        PromptLookup lookup;
        int found = 0;
        for (int i = 0; i < 600; ++i) {
            text.push_back(static_cast<TokenId>(random() % 9));
            lookup.append(text.back());
            size_t best = 1, end = 0;
            for (size_t e = text.size() - 1; e-- > 0;) {
                size_t matched = 0;
                while (matched < 16 && matched <= e && text[e - matched] == text[text.size() - 1 - matched])
                    ++matched;
                if (matched > best) best = matched, end = e;
            }
            const auto draft = lookup.propose(1);
            QCOMPARE(draft.tokens.empty(), best < 2);
            if (best < 2) continue;
            ++found;
            QCOMPARE(draft.matched, best);
            QCOMPARE(draft.tokens[0], text[end + 1]);
        }
        QVERIFY(found > 300);
    }
    /// A hundred thousand equal tokens: no step looks at more than a few places.
    void isQuickWhereEverythingMatches() {
        PromptLookup lookup;
        QElapsedTimer timer;
        timer.start();
        for (int i = 0; i < 100000; ++i) {
            lookup.append(i % 2);
            (void)lookup.propose(7);
        }
        QVERIFY2(timer.elapsed() < 5000, qPrintable(QString::number(timer.elapsed())));
    }
};

QTEST_GUILESS_MAIN(TestPromptLookup)
#include "tst_prompt_lookup.moc"

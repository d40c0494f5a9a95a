#include "hearth/prompt_tokens.h"

#include <QtTest>
#include <algorithm>
#include <functional>

#include "cache/prefix_key.h"

using namespace hearth;

namespace {

TokenSpan picture(uint64_t content, int64_t first, uint32_t rows, bool bothWays = false) {
    return {.content = {content, 1}, .first = first, .rows = rows, .positions = rows, .bothWays = bothWays};
}

/// Three tokens of text, `rows` of a picture and three of text.
PromptTokens withPicture(uint64_t content, uint32_t rows = 4, bool bothWays = false) {
    PromptTokens tokens{1, 2, 3};
    tokens.spans.push_back(picture(content, 3, rows, bothWays));
    tokens.ids.insert(tokens.ids.end(), rows, 9);
    for (const TokenId token : {4, 5, 6}) tokens.push_back(token);
    return tokens;
}

}  // namespace

class TestPromptTokens : public QObject {
    Q_OBJECT
    static std::vector<RowPositions> positionsOf(const PromptTokens& tokens) {
        std::vector<RowPositions> positions;
        for (size_t row = 0; row <= tokens.size(); ++row)
            positions.push_back(PromptView(tokens).positionsAt(row));
        return positions;
    }

private slots:
    /// The rows of a grid have its lines and columns, and what follows goes on behind the longer side.
    void positionsOfAGrid() {
        PromptTokens tokens{1, 2};
        tokens.spans = {{.content = {7, 1}, .first = 2, .rows = 6, .positions = 3, .columns = 3}};
        tokens.ids.insert(tokens.ids.end(), 6, 9);
        tokens.push_back(3);
        QCOMPARE(positionsOf(tokens), (std::vector<RowPositions>{{0, 0, 0},
                                                                 {1, 1, 1},
                                                                 {2, 2, 2},
                                                                 {2, 2, 3},
                                                                 {2, 2, 4},
                                                                 {2, 3, 2},
                                                                 {2, 3, 3},
                                                                 {2, 3, 4},
                                                                 {5, 5, 5},
                                                                 {6, 6, 6}}));
        QCOMPARE(PromptView(tokens).nextPosition(), 6);
        QCOMPARE(PromptView(tokens).offsetAt(7), (RowPositions{-5, -4, -3}));
        QCOMPARE(PromptView(tokens).offsetAt(20), (RowPositions{-3, -3, -3}));
        // A prompt that ends within it goes on behind its row.
        const PromptTokens part(PromptView(tokens).first(5));
        QCOMPARE(PromptView(part).positionsAt(4), (RowPositions{2, 2, 4}));
    }

    /// Families with one position, and two grids, the second of which is higher than wide.
    void positionsOfTextAndOfSeveralSpans() {
        QCOMPARE(PromptView(PromptTokens{1, 2, 3}).positionsAt(2), (RowPositions{2, 2, 2}));
        QCOMPARE(PromptView(PromptTokens{1, 2, 3}).nextPosition(), 3);
        QCOMPARE(PromptView().nextPosition(), 0);
        const PromptTokens plain = withPicture(7);
        for (size_t row = 0; row <= plain.size(); ++row)
            QCOMPARE(PromptView(plain).offsetAt(row), RowPositions());
        PromptTokens two(std::vector<TokenId>(20, 9));
        two.spans = {{.content = {1, 1}, .first = 0, .rows = 8, .positions = 4, .columns = 4},
                     {.content = {2, 1}, .first = 9, .rows = 6, .positions = 6, .columns = 1}};
        const PromptView view(two);
        QCOMPARE(view.positionsAt(7), (RowPositions{0, 1, 3}));
        QCOMPARE(view.positionsAt(8), (RowPositions{4, 4, 4}));
        QCOMPARE(view.positionsAt(14), (RowPositions{5, 10, 5}));
        QCOMPARE(view.positionsAt(15), (RowPositions{11, 11, 11}));
        QCOMPARE(view.nextPosition(), 16);
        // Without the first picture all that follows is as if it had never been there.
        const PromptTokens left = withoutRows(two, 0, 8);
        for (size_t row = 0; row <= left.size(); ++row) {
            const RowPositions before = view.positionsAt(row + 8), after = PromptView(left).positionsAt(row);
            QCOMPARE(after, before.plus(-4));
        }
    }

    /// Keys of spans without a grid are those that they had before there were any.
    void gridsAreInTheIdentity() {
        PromptTokens tokens = withPicture(7, 4, true);
        const std::vector<TokenId> before = identityNumbers(tokens);
        QCOMPARE(before[before.size() - 6], TokenId{1});
        tokens.spans[0].columns = 2;
        const std::vector<TokenId> with = identityNumbers(tokens);
        QCOMPARE(with[with.size() - 6], TokenId{5});
    }

    void textIsItsIds() {
        const std::vector<TokenId> ids{1, 2, 3, 4}, other{1, 2, 9};
        QVERIFY(PromptView(ids) == PromptTokens(ids));
        QCOMPARE(commonLength(ids, other), size_t{2});
        QCOMPARE(identityNumbers(ids), ids);
        QVERIFY(!PromptView(ids).dividedAt(2));
        QCOMPARE(commonLength({}, ids), size_t{0});
    }

    void contentsDiffer() {
        const PromptTokens cat = withPicture(7), dog = withPicture(8);
        QCOMPARE(cat.ids, dog.ids);
        QVERIFY(PromptView(cat) != PromptView(dog));
        QCOMPARE(commonLength(cat, dog), size_t{3});
        QCOMPARE(commonLength(cat, PromptView(cat.ids)), size_t{3});
        QCOMPARE(commonLength(PromptView(cat.ids), cat), size_t{3});
        QCOMPARE(commonLength(cat, withPicture(7)), size_t{10});
        QVERIFY(identityNumbers(cat) != identityNumbers(dog));
        // Each field of a span but its place makes it another.
        for (const auto& change : std::vector<std::function<void(TokenSpan&)>>{
                 [](TokenSpan& span) { span.content.high = 2; }, [](TokenSpan& span) { span.rows = 5; },
                 [](TokenSpan& span) { span.positions = 2; }, [](TokenSpan& span) { span.bothWays = true; },
                 [](TokenSpan& span) { span.columns = 2; }}) {
            PromptTokens other = cat;
            change(other.spans[0]);
            QCOMPARE(commonLength(cat, other), size_t{3});
            QVERIFY(tokenHash(cat) != tokenHash(other));
        }
    }

    /// Rows of the same content at another place within it are others.
    void partsKnowTheirPlace() {
        const PromptTokens all = withPicture(7, 6);
        const PromptView view(all), begin = view.subspan(3, 3), end = view.subspan(6, 3);
        QVERIFY(std::ranges::equal(begin.ids(), end.ids()));
        QVERIFY(begin != end);
        QVERIFY(tokenHash(begin) != tokenHash(end));
        QCOMPARE(commonLength(begin, end), size_t{0});
        QVERIFY(!view.first(3).hasSpans() && !view.subspan(9).hasSpans() && !view.subspan(5, 0).hasSpans());
        QCOMPARE(end.span(0).first, int64_t{-3});
        const PromptTokens copy(end);
        QVERIFY(PromptView(copy) == end);
        QVERIFY(PromptView(copy).subspan(1) == view.subspan(7, 2));
    }

    /// In whatever parts tokens come, they are the same again.
    void partsJoin() {
        PromptTokens all = withPicture(7, 6);
        all.append(withPicture(8, 2));
        for (size_t step = 1; step < all.size(); ++step) {
            PromptTokens joined;
            for (size_t at = 0; at < all.size(); at += step)
                joined.append(PromptView(all).subspan(at, std::min(step, all.size() - at)));
            QVERIFY(joined == all);
        }
        // The same picture twice in a row is two.
        PromptTokens twice;
        const PromptTokens alone({9, 9}, {picture(7, 0, 2)});
        twice.append(alone);
        twice.append(alone);
        QCOMPARE(twice.spans.size(), size_t{2});
        QVERIFY(tokenHash(twice) != tokenHash(PromptTokens({9, 9, 9, 9}, {picture(7, 0, 4)})));
    }

    void partsAreLeftOut() {
        PromptTokens all = withPicture(7);
        all.append(withPicture(8));
        PromptTokens wanted{1, 2};
        wanted.append(PromptView(all).subspan(8));
        QVERIFY(withoutRows(all, 2, 6) == wanted);
        QCOMPARE(wanted.spans.size(), size_t{1});
        QCOMPARE(wanted.spans[0].first, int64_t{7});
    }

    void unitsAreNotDivided() {
        const PromptTokens both = withPicture(7, 4, true), causal = withPicture(7, 4, false);
        for (size_t row = 0; row <= both.size(); ++row) {
            const bool within = row > 3 && row < 7;
            QCOMPARE(PromptView(both).dividedAt(row).has_value(), within);
            QCOMPARE(PromptView(causal).dividedAt(row).has_value(), within);
            QCOMPARE(PromptView(both).withoutPartOfUnit(row), within ? 3 : row);
            QCOMPARE(PromptView(causal).withoutPartOfUnit(row), row);
        }
        // The end of a part divides what goes on behind it.
        QCOMPARE(PromptView(both).first(5).withoutPartOfUnit(5), size_t{3});
    }

    /// No text has the identity of a prompt with a span, however it goes on.
    void spansAreNoText() {
        const PromptTokens cat = withPicture(7);
        const std::vector<TokenId> numbers = identityNumbers(cat);
        QVERIFY(std::equal(cat.ids.begin(), cat.ids.end(), numbers.begin()));
        QVERIFY(numbers[cat.size()] < 0);
    }
};

QTEST_GUILESS_MAIN(TestPromptTokens)
#include "tst_prompt_tokens.moc"

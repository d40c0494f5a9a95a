// Rows of spans, as long as they are needed.
#include <QtTest>

#include "session/session_errors.h"
#include "session/span_rows.h"

using namespace hearth;

namespace {

/// Rows of two numbers: the content's and the row's.
class CountedRows final : public PictureRows {
public:
    Rows rowsOf(const TokenSpan& span, const std::stop_token&) override {
        ++asked;
        auto rows = std::make_shared<std::vector<float>>();
        for (uint32_t i = 0; i < span.rows + excess; ++i)
            rows->insert(rows->end(), {static_cast<float>(span.content.low), static_cast<float>(i)});
        return rows;
    }
    int asked = 0;
    uint32_t excess = 0;
};

/// Two pictures of four rows behind two tokens each.
PromptTokens twoPictures() {
    return PromptTokens(std::vector<TokenId>(12, 1),
                        {{.content = {7, 0}, .first = 2, .rows = 4, .positions = 4},
                         {.content = {8, 0}, .first = 8, .rows = 4, .positions = 4}});
}

}  // namespace

class TestSpanRows : public QObject {
    Q_OBJECT
private slots:
    void asksForWhatAPartHas() {
        const PromptTokens tokens = twoPictures();
        CountedRows source;
        SpanRows rows;
        rows.prepare(PromptView(tokens).first(2), source, {});
        QCOMPARE(source.asked, 0);
        rows.prepare(PromptView(tokens).first(4), source, {});
        QCOMPARE(source.asked, 1);
        const auto row = rows.row(tokens.spans[0], 3);
        QCOMPARE(row.size(), size_t{2});
        QCOMPARE(row[0], 7.0F);
        QCOMPARE(row[1], 3.0F);
        QVERIFY(rows.row(tokens.spans[0], 4).empty());
        QVERIFY(rows.row(tokens.spans[1], 0).empty());
    }

    /// Until the pass that has its last row.
    void holdsASpanThatGoesOn() {
        const PromptTokens tokens = twoPictures();
        CountedRows source;
        SpanRows rows;
        rows.prepare(PromptView(tokens).first(10), source, {});
        QCOMPARE(rows.size(), size_t{2});
        rows.keepDivided(tokens, 10);
        QCOMPARE(rows.size(), size_t{1});
        rows.prepare(PromptView(tokens).subspan(10), source, {});
        QCOMPARE(source.asked, 2);
        QCOMPARE(rows.row(tokens.spans[1], 2)[0], 8.0F);
        rows.keepDivided(tokens, 12);
        QCOMPARE(rows.size(), size_t{0});
    }

    void refusesOtherNumbersOfRows() {
        const PromptTokens tokens = twoPictures();
        CountedRows source;
        source.excess = 1;
        SpanRows rows;
        try {
            rows.prepare(tokens, source, {});
            QFAIL("five rows for four");
        } catch (const Error& error) {
            QVERIFY(error.is(errors::pictureOfOtherRows));
        }
    }
};

QTEST_GUILESS_MAIN(TestSpanRows)
#include "tst_span_rows.moc"

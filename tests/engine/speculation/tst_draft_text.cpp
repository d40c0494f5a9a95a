#include "speculation/draft_text.h"

#include <QtTest>

using namespace hearth;

class TestDraftText : public QObject {
    Q_OBJECT
private slots:
    void rowsOfPicturesAreLeftOut() {
        const std::vector<TokenId> ids{1, 9, 9, 9, 2, 3, 9, 4};
        const auto text = [&](std::vector<TokenSpan> spans) {
            return draftText(PromptTokens(ids, std::move(spans)));
        };
        QCOMPARE(text({}), ids);
        QCOMPARE(text({{.content = {}, .first = 1, .rows = 3}}), (std::vector<TokenId>{1, 2, 3, 9, 4}));
        QCOMPARE(text({{.content = {}, .first = 1, .rows = 3}, {.content = {}, .first = 6, .rows = 1}}),
                 (std::vector<TokenId>{1, 2, 3, 4}));
        // Of a part of a prompt, spans keep the rows outside of it.
        QCOMPARE(text({{.content = {}, .first = -2, .rows = 3}, {.content = {}, .first = 6, .rows = 30}}),
                 (std::vector<TokenId>{9, 9, 9, 2, 3}));
    }
};

QTEST_GUILESS_MAIN(TestDraftText)
#include "tst_draft_text.moc"

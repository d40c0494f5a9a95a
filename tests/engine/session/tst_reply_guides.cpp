#include "session/reply_guides.h"

#include <QtTest>

#include "hearth/error.h"
#include "hearth/gguf.h"
#include "session/session_errors.h"
#include "support/reference_pack.h"

using namespace hearth;

class ReplyGuidesTest : public QObject {
    Q_OBJECT

    std::unique_ptr<Tokenizer> m_tokenizer =
        Tokenizer::fromGguf(GgufFile::open(test::tinyModelsFolder() / "llama-f32.gguf"));
    static GenerationRequest asking(ReplyGrammar grammar) {
        GenerationRequest request;
        request.messages = {{.role = "user", .content = "x", .reasoning = {}, .tokens = {}}};
        request.grammar = std::move(grammar);
        return request;
    }

private slots:
    void onlyWhereAGrammarIsAskedFor() {
        ReplyGuides guides(*m_tokenizer, "");
        QVERIFY(!guides.guide(asking({}), {}));
        auto guide = guides.guide(asking({ReplyGrammar::Kind::Regex, "a+"}), {});
        QVERIFY(guide && guide->mask() != nullptr);
        QVERIFY_THROWS_EXCEPTION(Error, (void)guides.guide(asking({ReplyGrammar::Kind::Regex, "("}), {}));
    }
    void reasoningIsFree() {
        ReplyGuides guides(*m_tokenizer, "<think></think>");
        PromptPieces open(1);
        open.front().text = "<assistant><think>\n";
        QVERIFY(guides.guide(asking({ReplyGrammar::Kind::Regex, "a+"}), open)->mask() == nullptr);
        // A text that no template frames has none.
        GenerationRequest raw = asking({ReplyGrammar::Kind::Regex, "a+"});
        raw.rawText = "x";
        QVERIFY(guides.guide(raw, open)->mask() != nullptr);
    }
    void callsNeedAForm() {
        const ReplyGrammar calls{ReplyGrammar::Kind::ToolCalls, "{\"tools\": [{\"name\": \"f\"}]}"};
        ReplyGuides without(*m_tokenizer, "no tools");
        try {
            (void)without.guide(asking(calls), {});
            QFAIL("it was not refused");
        } catch (const Error& error) {
            QVERIFY(error.is(errors::callsWithoutForm));
        }
        ReplyGuides with(*m_tokenizer, "<tool_call>\n{\"name\"}\n</tool_call>");
        QVERIFY(with.guide(asking(calls), {}));
    }
};

QTEST_GUILESS_MAIN(ReplyGuidesTest)
#include "tst_reply_guides.moc"

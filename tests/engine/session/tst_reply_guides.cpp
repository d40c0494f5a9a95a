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
    /// Shows no calls of earlier replies.
    const ChatTemplate m_tags = ChatTemplate::parse("<tool_call>\n{\"name\"}\n</tool_call></think>");
    static GenerationRequest asking(ReplyGrammar grammar) {
        GenerationRequest request;
        request.messages = {{.role = "user", .content = "x", .reasoning = {}, .tokens = {}}};
        request.grammar = std::move(grammar);
        return request;
    }

private slots:
    void onlyWhereAGrammarIsAskedFor() {
        const ChatTemplate plain = ChatTemplate::parse("");
        ReplyGuides guides(*m_tokenizer, plain);
        QVERIFY(!guides.guide(asking({}), {}));
        auto guide = guides.guide(asking({ReplyGrammar::Kind::Regex, "a+"}), {});
        QVERIFY(guide && guide->mask() != nullptr);
        QVERIFY_THROWS_EXCEPTION(Error, (void)guides.guide(asking({ReplyGrammar::Kind::Regex, "("}), {}));
    }
    void reasoningIsFree() {
        const ChatTemplate reasons = ChatTemplate::parse("<think></think>");
        ReplyGuides guides(*m_tokenizer, reasons);
        PromptPieces open(1);
        open.front().text = "<assistant><think>\n";
        QVERIFY(guides.guide(asking({ReplyGrammar::Kind::Regex, "a+"}), open)->mask() == nullptr);
        // A text that no template frames has none.
        GenerationRequest raw = asking({ReplyGrammar::Kind::Regex, "a+"});
        raw.rawText = "x";
        QVERIFY(guides.guide(raw, open)->mask() != nullptr);
    }
    void aReplyThatGoesOnIsHeldFromItsBeginning() {
        const ChatTemplate plain = ChatTemplate::parse("");
        ReplyGuides guides(*m_tokenizer, plain);
        GenerationRequest request = asking({ReplyGrammar::Kind::Regex, "abc"});
        request.messages.push_back({.role = "assistant", .content = "ab", .reasoning = {}, .tokens = {}});
        request.continueLast = true;
        PromptPieces prompt(2);
        prompt[0].text = "<user>x<assistant>";
        prompt[1].text = "ab";
        auto guide = guides.guide(request, prompt);
        QVERIFY(guide->mask()->allows(m_tokenizer->encode("c", {}).back()));
        QVERIFY(!guide->mask()->allows(m_tokenizer->encode("a", {}).back()));
        prompt[1].text = request.messages.back().content = "ax";
        try {
            (void)guides.guide(request, prompt);
            QFAIL("it was not refused");
        } catch (const Error& error) {
            QVERIFY(error.is(errors::replyDoesNotFit));
        }
    }
    void aCallGoesOnWhereItWasStopped_data() {
        QTest::addColumn<bool>("must");
        QTest::addColumn<QString>("opened");
        QTest::addColumn<QString>("started");
        const QString call = "<tool_call>\n{\"name\": \"abc\", \"argu";
        for (const bool must : {true, false}) {
            const auto row = [must](const char* name) {
                return &(QTest::newRow(qPrintable(QString(must ? "must, " : "may, ") + name)) << must);
            };
            *row("at once") << "<assistant>" << call;
            *row("behind reasoning") << "<assistant><think>\n"
                                     << "so</think>\n" + call;
        }
        QTest::newRow("may, behind words") << false << "<assistant>"
                                           << "I will. " + call;
    }
    void aCallGoesOnWhereItWasStopped() {
        QFETCH(bool, must);
        QFETCH(QString, opened);
        QFETCH(QString, started);
        const ChatTemplate reasons =
            ChatTemplate::parse("<tool_call>\n{\"name\"}\n</tool_call><think></think>");
        ReplyGuides guides(*m_tokenizer, reasons);
        const char* tools = "[{\"name\": \"abc\"}]";
        GenerationRequest request = asking(toolCallGrammar(tools, must, true));
        request.messages.push_back(
            {.role = "assistant", .content = started.toStdString(), .reasoning = {}, .tokens = {}});
        request.continueLast = true;
        PromptPieces prompt(2);
        prompt[0].text = opened.toStdString();
        prompt[1].text = started.toStdString();
        auto guide = guides.guide(request, prompt);
        QVERIFY(guide && !guide->isFree());
        QVERIFY(guide->mask()->allows(m_tokenizer->encode("m", {}).back()));
        QVERIFY(!guide->mask()->allows(m_tokenizer->encode("<", {}).back()));
    }
    void aStartThatIsNoCallIsRefusedWhereOneMustCome() {
        ReplyGuides guides(*m_tokenizer, m_tags);
        GenerationRequest request = asking(toolCallGrammar("[{\"name\": \"f\"}]", true, true));
        request.messages.push_back({.role = "assistant", .content = "No", .reasoning = {}, .tokens = {}});
        request.continueLast = true;
        PromptPieces prompt(2);
        prompt[1].text = "No";
        try {
            (void)guides.guide(request, prompt);
            QFAIL("it was not refused");
        } catch (const Error& error) {
            QVERIFY(error.is(errors::replyDoesNotFit));
        }
    }
    void callsNeedAForm() {
        const ReplyGrammar calls{ReplyGrammar::Kind::ToolCalls, "{\"tools\": [{\"name\": \"f\"}]}"};
        const ChatTemplate silent = ChatTemplate::parse("{{ tools }} in a notation of its own");
        ReplyGuides without(*m_tokenizer, silent);
        try {
            (void)without.guide(asking(calls), {});
            QFAIL("it was not refused");
        } catch (const Error& error) {
            QVERIFY(error.is(errors::callsWithoutForm));
        }
        // If calls are allowed but not required, the reply is not constrained.
        const auto may = toolCallGrammar("[{\"name\": \"f\"}]", false, true);
        QVERIFY(!without.guide(asking(may), {}));
        ReplyGuides with(*m_tokenizer, m_tags);
        QVERIFY(with.guide(asking(calls), {})->mask() != nullptr);
        QVERIFY(with.guide(asking(may), {})->isFree());
    }
    void callsAreHeldFromWhereTheyBegin() {
        ReplyGuides guides(*m_tokenizer, m_tags);
        const auto may = toolCallGrammar("[{\"name\": \"f\"}]", false, true);
        const auto after = [&](const std::string& text) {
            auto guide = guides.guide(asking(may), {});
            for (const TokenId token : m_tokenizer->encode(text)) guide->accept(token);
            return guide->isFree();
        };
        QVERIFY(after("No call <tool"));
        QVERIFY(!after("First some text. <tool_call>"));
        QVERIFY(!after("<tool_call>\n{\"name\": \"f"));
        // In reasoning it is nothing.
        QVERIFY(after("<think>I might write <tool_call>"));
        QVERIFY(!after("<think>I might write <tool_call> or so</think>Yes: <tool_call>"));
    }
};

QTEST_GUILESS_MAIN(ReplyGuidesTest)
#include "tst_reply_guides.moc"

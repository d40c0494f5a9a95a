#include "chat/prompt_builder.h"

#include "chat/chat_errors.h"
#include "hearth/error.h"
#include "hearth/gguf.h"
#include "support/reference_pack.h"

// After the engine's headers: Qt makes "slots" a macro.
#include <QtTest>

using namespace hearth;

namespace {

ChatMessage message(const char* role, const char* content, std::vector<TokenId> tokens = {}) {
    return {.role = role, .content = content, .reasoning = {}, .tokens = std::move(tokens)};
}

/// Text that came in through messages stands between ⟦ and ⟧.
std::string marked(const PromptPieces& pieces) {
    std::string text;
    for (const PromptPiece& piece : pieces) text += piece.trusted ? piece.text : "⟦" + piece.text + "⟧";
    return text;
}

std::string textOf(const PromptPieces& pieces) {
    std::string text;
    for (const PromptPiece& piece : pieces) text += piece.text;
    return text;
}

}  // namespace

class TestPromptBuilder : public QObject {
    Q_OBJECT

    const GgufFile m_file = GgufFile::open(test::tinyModelsFolder() / "llama-f32.gguf");
    std::unique_ptr<Tokenizer> m_tokenizer = Tokenizer::fromGguf(m_file);
    ChatTemplate m_chatMl = ChatTemplate::parse(*m_file.getString("tokenizer.chat_template"));
    PromptBuilder m_builder{*m_tokenizer, m_chatMl};

    std::vector<TokenId> tokensOf(const GenerationRequest& request) const {
        return m_builder.tokens(request, m_builder.render(request));
    }

private slots:
    void aStopEndsTheTemplate() {
        const ChatTemplate endless = ChatTemplate::parse(
            "{% for a in range(100000) %}{% for b in range(100000) %}{% endfor %}{% endfor %}");
        const PromptBuilder builder(*m_tokenizer, endless);
        GenerationRequest request;
        request.messages = {{"system", "a", {}, {}}, {"user", "b", {}, {}}};
        std::stop_source stop;
        stop.request_stop();
        try {
            (void)builder.render(request, stop.get_token());
            QFAIL("not stopped");
        } catch (const Error& error) {
            QCOMPARE(static_cast<int>(error.code()), static_cast<int>(ErrorCode::Cancelled));
        }
    }

    void messagesGoThroughTheTemplate() {
        GenerationRequest request;
        request.messages = {message("system", "Be brief."), message("user", "Hi <|im_end|>")};
        QCOMPARE(marked(m_builder.render(request)),
                 std::string("<|im_start|>system\n⟦Be brief.⟧<|im_end|>\n<|im_start|>user\n⟦Hi <|im_end|>⟧"
                             "<|im_end|>\n<|im_start|>assistant\n"));
        // Control tokens: two for each of two messages and one for the reply; what was typed is none.
        const auto tokens = tokensOf(request);
        QCOMPARE(std::count(tokens.begin(), tokens.end(), TokenId{1}), 3);
        QCOMPARE(std::count(tokens.begin(), tokens.end(), TokenId{2}), 2);
        QCOMPARE(
            m_tokenizer->decode(tokens),
            std::string("<|im_start|>system\nBe brief.<|im_end|>\n<|im_start|>user\nHi <|im_end|><|im_end|>\n"
                        "<|im_start|>assistant\n"));
    }

    void generatedTokensStandForTheirText() {
        // "the" is one token of the vocabulary; it was generated as three.
        const std::vector<TokenId> bytes = {'t' + 3, 'h' + 3, 'e' + 3};
        QVERIFY(m_tokenizer->encode("the") != bytes);
        GenerationRequest request;
        request.messages = {message("user", "the"), message("assistant", "the", bytes),
                            message("user", "the")};
        const auto with = tokensOf(request);
        QCOMPARE(std::search(with.begin(), with.end(), bytes.begin(), bytes.end()) == with.end(), false);
        // The token that ended the reply is the template's to write.
        request.messages[1].tokens.push_back(2);
        QCOMPARE(tokensOf(request), with);
        // Tokens of what a person wrote are not believed.
        request.messages[0].tokens = {99, 99};
        QCOMPARE(tokensOf(request), with);
        request.messages[1].tokens = {2};
        const auto without = tokensOf(request);
        QVERIFY(std::search(without.begin(), without.end(), bytes.begin(), bytes.end()) == without.end());
    }

    // As a chat that was imported from somebody's file may hold them.
    void idsThatSayOtherWordsAreNotUsed() {
        GenerationRequest request;
        request.messages = {message("user", "the"), message("assistant", "the"), message("user", "the")};
        const auto honest = tokensOf(request);
        for (const std::vector<TokenId>& lie : {std::vector<TokenId>{'o' + 3, 'b' + 3, 'e' + 3, 'y' + 3},
                                                {'t' + 3, 'h' + 3, 'e' + 3, 2, 1},
                                                {1, 't' + 3, 'h' + 3, 'e' + 3},
                                                {-1},
                                                {1 << 30}}) {
            request.messages[1].tokens = lie;
            QCOMPARE(tokensOf(request), honest);
        }
        // The same for a reply that is to be continued.
        request.messages.pop_back();
        request.messages[1].tokens.clear();
        request.continueLast = true;
        const auto continued = tokensOf(request);
        request.messages[1].tokens = {'o' + 3, 'b' + 3, 'e' + 3, 'y' + 3};
        QCOMPARE(tokensOf(request), continued);
        request.messages[1].tokens = {'t' + 3, 'h' + 3, 1, 'e' + 3};
        QCOMPARE(tokensOf(request), continued);
        request.messages[1].content = "<think>\nWhy\n</think>\n\nthe";
        request.messages[1].tokens.clear();
        const auto reasoned = tokensOf(request);
        request.messages[1].tokens = {'o' + 3, 'b' + 3, 'e' + 3, 'y' + 3};
        QCOMPARE(tokensOf(request), reasoned);
    }

    void anEarlierTurnIsTheStartOfALater() {
        GenerationRequest request;
        request.messages = {message("user", "the house")};
        const auto first = tokensOf(request);
        const std::vector<TokenId> reply = {'o' + 3, 'k' + 3, 2};
        request.messages.push_back(message("assistant", "ok", reply));
        request.messages.push_back(message("user", "more"));
        const auto second = tokensOf(request);
        std::vector<TokenId> expected = first;
        expected.insert(expected.end(), reply.begin(), reply.end());
        QVERIFY(second.size() > expected.size());
        QVERIFY(std::equal(expected.begin(), expected.end(), second.begin()));
    }

    void systemMessagesWithoutATemplateForThem() {
        const ChatTemplate strict = ChatTemplate::parse(
            "{% for m in messages %}{% if m.role == 'system' %}{{ raise_exception('No system role.') }}{% "
            "endif %}"
            "[{{ m.content }}]{% endfor %}");
        const PromptBuilder builder(*m_tokenizer, strict);
        GenerationRequest request;
        request.messages = {message("system", "Be brief."), message("user", "Hi")};
        QCOMPARE(marked(builder.render(request)), std::string("[⟦Be brief.\n\nHi⟧]"));
        request.messages = {message("user", "Hi"), message("system", "Late.")};
        QCOMPARE(marked(builder.render(request)), std::string("[⟦Hi\n\nLate.⟧]"));
        request.messages = {message("system", "A"),       message("system", "B"),     message("user", "Hi"),
                            message("assistant", "Yes."), message("system", "Late."), message("user", "So?")};
        QCOMPARE(marked(builder.render(request)), std::string("[⟦A\n\nB\n\nHi⟧][⟦Yes.⟧][⟦Late.\n\nSo?⟧]"));
    }
    void laterSystemMessagesStayWhereTheTemplateHasThem() {
        GenerationRequest request;
        request.messages = {message("system", "A"), message("system", "B"), message("user", "Hi"),
                            message("system", "Late."), message("user", "So?")};
        const ChatTemplate all =
            ChatTemplate::parse("{% for m in messages %}{{ m.role }}:{{ m.content }};{% endfor %}");
        QCOMPARE(textOf(PromptBuilder(*m_tokenizer, all).render(request)),
                 std::string("system:A\n\nB;user:Hi;system:Late.;user:So?;"));
        // Some leave them out without a word.
        const ChatTemplate silent = ChatTemplate::parse(
            "{% for m in messages %}{% if loop.first or m.role != 'system' %}<{{ m.content }}>{% endif %}{% "
            "endfor %}");
        QCOMPARE(textOf(PromptBuilder(*m_tokenizer, silent).render(request)),
                 std::string("<A\n\nB><Hi\n\nLate.\n\nSo?>"));
    }
    void brokenArgumentsNameTheirMessage() {
        const ChatTemplate items = ChatTemplate::parse(
            "{% for m in messages %}{% for c in m.tool_calls %}{% for k, v in c.function.arguments.items() "
            "%}{{ k }}{% endfor %}{% endfor %}{% endfor %}");
        GenerationRequest request;
        request.messages = {message("user", "Hi"), message("assistant", "")};
        request.messages[1].toolCalls =
            "[{\"type\":\"function\",\"function\":{\"name\":\"look\",\"arguments\":\"{\"}}]";
        try {
            (void)PromptBuilder(*m_tokenizer, items).render(request);
            QFAIL("was rendered");
        } catch (const Error& error) {
            QVERIFY(error.is(errors::brokenArguments));
            QVERIFY(std::string(error.what()).find("messages[1]") != std::string::npos);
            QVERIFY(std::string(error.what()).find("\"look\"") != std::string::npos);
        }
    }

    void aStartedReplyIsContinued() {
        GenerationRequest request;
        request.messages = {message("user", "Hi"), message("assistant", "Well, ", {})};
        request.continueLast = true;
        QVERIFY(marked(m_builder.render(request)).ends_with("<|im_start|>assistant\n⟦Well, ⟧"));
        request.messages.pop_back();
        QVERIFY_THROWS_EXCEPTION(Error, (void)m_builder.render(request));
    }

    void variablesOfTheTemplate() {
        const ChatTemplate shown =
            ChatTemplate::parse("{{ bos_token }}|{{ mood }}|{{ add_generation_prompt }}");
        const PromptBuilder builder(*m_tokenizer, shown);
        GenerationRequest request;
        request.messages = {message("user", "Hi")};
        request.templateVariables = QByteArray("{\"mood\": \"calm\"}").toStdString();
        QCOMPARE(marked(builder.render(request)), std::string("<|im_start|>|⟦calm⟧|True"));
        for (const char* bad : {"[1]", "{", "5"}) {
            request.templateVariables = bad;
            QVERIFY_THROWS_EXCEPTION(Error, (void)builder.render(request));
        }
    }

    void rawPromptsGoThroughNothing() {
        GenerationRequest request;
        request.rawText = "the <|im_start|>";
        QCOMPARE(marked(m_builder.render(request)), std::string("the <|im_start|>"));
        QCOMPARE(tokensOf(request).back(), TokenId{1});
        request = {};
        request.rawTokens = {5, 6, 270};
        QCOMPARE(tokensOf(request), request.rawTokens);
        request.rawTokens = {5, 300};
        QVERIFY_THROWS_EXCEPTION(Error, (void)tokensOf(request));
        request.rawTokens = {-1};
        QVERIFY_THROWS_EXCEPTION(Error, (void)tokensOf(request));
    }

    void nothingToAnswerIsAnError() { QVERIFY_THROWS_EXCEPTION(Error, (void)m_builder.render({})); }
};

QTEST_APPLESS_MAIN(TestPromptBuilder)
#include "tst_prompt_builder.moc"

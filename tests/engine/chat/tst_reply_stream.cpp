#include "chat/reply_stream.h"

#include <QtTest>
#include <algorithm>
#include <nlohmann/json.hpp>

#include "chat/prompt_builder.h"
#include "engine/text/sample_vocabulary.h"
#include "hearth/reply_text.h"

using namespace hearth;
using namespace hearth::test;

namespace {

const std::string chatMl =
    "{% for m in messages %}{{ '<|im_start|>' + m.role + '\\n' }}"
    "{% if m.reasoning_content %}{{ '<think>\\n' + m.reasoning_content + '\\n</think>\\n\\n' }}{% endif %}"
    "{{ m.content + '<|im_end|>\\n' }}{% endfor %}{{ '<|im_start|>assistant\\n' }}";
/// Leaves the reasoning of earlier turns out, and opens it for the new one.
const std::string startsOpen =
    "{% for m in messages %}{{ m.role + ': ' + m.content + '\\n' }}{% endfor %}{{ 'assistant: <think>\\n' }}"
    "{# </think> #}";
const std::string mistral =
    "{% for m in messages %}{{ m.role + ': ' + m.content + '\\n' }}{% endfor %}{# [THINK] [/THINK] #}";
const std::string harmony =
    "{% for m in messages %}{{ '<|start|>' + m.role + '<|message|>' + m.content + '<|end|>' }}{% endfor %}"
    "{{ '<|start|>assistant' }}{# <|channel|> #}";
const std::string plain =
    "{% for m in messages %}{{ m.role + ': ' + m.content + '\\n' }}{% endfor %}{{ 'assistant: ' }}";

SampleVocabulary vocabulary() {
    SampleVocabulary out = SampleVocabulary::byteLevel();
    for (const char* mark : {"<think>", "</think>", "<|channel|>", "<|message|>", "<|start|>", "<|end|>"})
        out.add(mark, TokenKind::Control);
    return out;
}

/// A vocabulary of bytes and marks with a template.
class Framing {
public:
    explicit Framing(const std::string& source)
        : m_tokenizer(vocabulary().tokenizer()),
          m_template(ChatTemplate::parse(source)),
          m_prompts(*m_tokenizer, m_template) {}
    const Tokenizer& tokenizer() const { return *m_tokenizer; }
    std::string_view templateSource() const { return m_template.source(); }
    PromptPieces pieces(const GenerationRequest& request) const { return m_prompts.render(request); }
    std::vector<TokenId> tokens(const GenerationRequest& request) const {
        return m_prompts.tokens(request, pieces(request));
    }
    std::string text(const GenerationRequest& request) const {
        std::string text;
        for (const PromptPiece& piece : pieces(request)) text += piece.text;
        return text;
    }

private:
    std::unique_ptr<Tokenizer> m_tokenizer;
    ChatTemplate m_template;
    PromptBuilder m_prompts;
};

GenerationRequest asking(std::string text) {
    GenerationRequest request;
    request.messages.push_back({.role = "user", .content = std::move(text), .reasoning = {}, .tokens = {}});
    return request;
}

/// One token a byte, marks as their own tokens.
std::vector<TokenId> idsOf(const std::string& reply) {
    const SampleVocabulary words = vocabulary();
    std::vector<TokenId> ids;
    for (size_t i = 0; i < reply.size();) {
        size_t taken = 1;
        TokenId id = static_cast<unsigned char>(reply[i]);
        for (TokenId mark = 256; mark < static_cast<TokenId>(words.tokens.size()); ++mark) {
            const std::string& entry = words.tokens[static_cast<size_t>(mark)];
            const bool isMark =
                words.types[static_cast<size_t>(mark)] == static_cast<int>(TokenKind::Control);
            if (isMark && reply.compare(i, entry.size(), entry) == 0) id = mark, taken = entry.size();
        }
        ids.push_back(id);
        i += taken;
    }
    return ids;
}

struct Parts {
    std::string reasoning, content, text;
    std::vector<ToolCallDelta> calls;  ///< the parts of each joined
    size_t callParts = 0;
};

Parts partsOf(const Framing& framing, const GenerationRequest& request, const std::vector<TokenId>& ids) {
    ReplyStream stream =
        ReplyStream::parsed(framing.tokenizer(), framing.templateSource(), request, framing.pieces(request));
    Parts parts;
    const auto take = [&](const std::vector<ReplyDelta>& deltas) {
        for (const ReplyDelta& delta : deltas) {
            parts.reasoning += delta.reasoning;
            parts.content += delta.text;
            if (delta.call) {
                ++parts.callParts;
                const auto index = static_cast<size_t>(delta.call->index);
                QVERIFY(index <= parts.calls.size());
                if (index == parts.calls.size()) {
                    parts.calls.push_back(*delta.call);
                } else {
                    QVERIFY(delta.call->name.empty());
                    parts.calls[index].arguments += delta.call->arguments;
                }
            }
            parts.text += delta.shown;
        }
    };
    for (const TokenId id : ids) {
        if (!stream.stopped()) take(stream.push(id));
    }
    take(stream.finish());
    return parts;
}

}  // namespace

class TestReplyStream : public QObject {
    Q_OBJECT
private slots:
    void everyFamilysReasoningComesInTheSameMarks_data() {
        QTest::addColumn<QString>("source");
        QTest::addColumn<QString>("reply");
        const auto row = [](const char* name, const std::string& source, const char* reply) {
            QTest::addRow("%s", name) << QString::fromStdString(source) << reply;
        };
        row("think tags", chatMl, "<think>\nWhy not.\n</think>\n\nYes.");
        row("opened by the prompt", startsOpen, "Why not.\n</think>\n\nYes.");
        row("brackets", mistral, "[THINK]Why not.[/THINK]Yes.");
        row("channels", harmony,
            "<|channel|>analysis<|message|>Why not.<|end|><|start|>assistant<|channel|>final<|message|>Yes.");
    }
    void everyFamilysReasoningComesInTheSameMarks() {
        QFETCH(QString, source);
        QFETCH(QString, reply);
        const Framing framing(source.toStdString());
        const Parts parts = partsOf(framing, asking("Shall we?"), idsOf(reply.toStdString()));
        const auto split = splitReplyText(parts.text);
        QVERIFY2(split.has_value(), parts.text.c_str());
        QCOMPARE(split->reasoning, std::string("Why not."));
        QCOMPARE(split->content, std::string("Yes."));
        QVERIFY(parts.text.starts_with("<think>\nWhy not."));
    }

    void repliesWithoutReasoningStayAsTheyAre() {
        for (const std::string& source : {chatMl, mistral, plain}) {
            const Framing framing(source);
            const Parts parts = partsOf(framing, asking("Shall we?"), idsOf("Yes, \xC3\xA4h.\n\n* one"));
            QCOMPARE(parts.text, std::string("Yes, \xC3\xA4h.\n\n* one"));
        }
        // A template that knows no reasoning: the marks are text.
        const Framing framing(plain);
        QCOMPARE(partsOf(framing, asking("x"), idsOf("say <b>")).text, std::string("say <b>"));
    }

    void reasoningThatIsCutOffStaysOpen() {
        const Framing framing(chatMl);
        QCOMPARE(partsOf(framing, asking("x"), idsOf("<think>\nWell")).text, std::string("<think>\nWell"));
    }

    void stopStringsEndIt() {
        const Framing framing(chatMl);
        GenerationRequest request = asking("x");
        request.sampling.stop = {"STOP"};
        QCOMPARE(partsOf(framing, request, idsOf("one STOP two")).content, std::string("one "));
        QCOMPARE(partsOf(framing, request, idsOf("one STO")).content, std::string("one STO"));
    }

    /// Not in the reasoning, and not in the layout behind it.
    void stopStringsCountInTheAnswer() {
        const Framing framing(chatMl + "{# <tool_call> #}");
        GenerationRequest request = asking("x");
        request.sampling.stop = {"\n\n"};
        const Parts parts =
            partsOf(framing, request, idsOf("<think>\nWell\n\nso.\n</think>\n\nYes.\n\nMore"));
        QCOMPARE(parts.reasoning, std::string("Well\n\nso."));
        QCOMPARE(parts.content, std::string("Yes."));
    }

    void textsAroundACallAreLinesOfTheirOwn() {
        const Framing framing(chatMl + "{# <tool_call> #}");
        const std::string reply = "So:\n<tool_call>{\"name\": \"f\", \"arguments\": {}}</tool_call>\nDone.";
        const Parts parts = partsOf(framing, asking("x"), idsOf(reply));
        QCOMPARE(parts.calls.size(), size_t{1});
        QCOMPARE(parts.content, std::string("So:\nDone."));
        QCOMPARE(parts.text, reply);
    }

    /// The text that is shown keeps it, so that the reply can be continued.
    void aCallThatIsCutOffIsNotContent() {
        const Framing framing(chatMl + "{# <tool_call> #}");
        const std::string reply = "So.\n<tool_call>\n{\"name\": \"f\", \"ar";
        const Parts parts = partsOf(framing, asking("x"), idsOf(reply));
        QCOMPARE(parts.content, std::string("So."));
        QCOMPARE(parts.text, reply);
    }

    void callsAreTakenOut() {
        const Framing framing(chatMl + "{# <tool_call> #}");
        const Parts parts =
            partsOf(framing, asking("x"),
                    idsOf("<tool_call>\n{\"name\": \"f\", \"arguments\": {\"a\": 1}}\n</tool_call>"));
        QCOMPARE(parts.calls.size(), size_t{1});
        QCOMPARE(parts.calls[0].name, std::string("f"));
        QCOMPARE(parts.calls[0].arguments, std::string("{\"a\":1}"));
        QVERIFY(parts.callParts > 2);
    }

    /// A reply that was cut off within a call, and goes on: all of the call is told, once.
    void aCallThatIsContinuedIsTold() {
        const Framing framing(chatMl + "{# <tool_call> #}");
        GenerationRequest request = asking("x");
        request.messages.push_back({.role = "assistant",
                                    .content = "<tool_call>{\"name\": \"f\", \"arguments\": {\"a\": [1, ",
                                    .reasoning = {},
                                    .tokens = {}});
        request.continueLast = true;
        const Parts parts = partsOf(framing, request, idsOf("2]}}</tool_call>"));
        QCOMPARE(parts.calls.size(), size_t{1});
        QCOMPARE(parts.calls[0].name, std::string("f"));
        QCOMPARE(parts.calls[0].arguments, std::string("{\"a\":[1,2]}"));
    }

    void everyCallHasItsIndex() {
        const Framing framing(chatMl + "{# <tool_call> #}");
        const std::string call = "<tool_call>{\"name\": \"f\", \"arguments\": {}}</tool_call>";
        const Parts parts = partsOf(framing, asking("x"), idsOf("Wait." + call + call));
        QCOMPARE(parts.calls.size(), size_t{2});
        QCOMPARE(parts.calls[0].index, 0);
        QCOMPARE(parts.calls[1].index, 1);
        QCOMPARE(parts.content, std::string("Wait."));
        // As one text it is what the model wrote.
        QCOMPARE(parts.text, "Wait." + call + call);
    }

    void aRawReplyIsAllText() {
        const Framing framing(chatMl);
        ReplyStream stream = ReplyStream::raw(framing.tokenizer(), {"STOP"});
        std::string text, shown;
        for (const TokenId id : idsOf("<think>Why</think> \xE2\x82\xAC <b> STOP on")) {
            for (const ReplyDelta& delta : stream.push(id)) {
                QVERIFY(delta.reasoning.empty() && !delta.call && !delta.text.empty());
                text += delta.text;
                shown += delta.shown;
            }
        }
        QVERIFY(stream.stopped());
        QVERIFY(stream.finish().empty());
        // Marks that are control tokens have no text.
        QCOMPARE(text, std::string("Why \xE2\x82\xAC <b> "));
        QCOMPARE(shown, text);
    }

    void aContinuedReplyGoesOnWhereItWas() {
        const Framing framing(chatMl);
        GenerationRequest request = asking("x");
        request.continueLast = true;
        request.messages.push_back({.role = "assistant",
                                    .content = "<think>\nWhy",
                                    .reasoning = {},
                                    .tokens = idsOf("<think>\nWhy")});
        const Parts parts = partsOf(framing, request, idsOf(" not.</think>Yes."));
        QCOMPARE(parts.reasoning, std::string(" not."));
        QCOMPARE(parts.text, std::string(" not.\n</think>\n\nYes."));
        // The prompt goes on with what was generated.
        QVERIFY(framing.text(request).ends_with("assistant\n<think>\nWhy"));
        const std::vector<TokenId> prompt = framing.tokens(request), end = idsOf("<think>\nWhy");
        QVERIFY(std::equal(end.rbegin(), end.rend(), prompt.rbegin()));
    }

    /// The generated tokens are in the next prompt wherever the template keeps them.
    void laterTurnsKeepTheIds() {
        const std::string content = "hello world";  // tokenising it again would merge its letters
        GenerationRequest request = asking("x");
        request.messages.push_back({.role = "assistant",
                                    .content = "<think>\nWhy not.\n</think>\n\n" + content,
                                    .reasoning = {},
                                    .tokens = idsOf("<think>\nWhy not.\n</think>\n\n" + content)});
        request.messages.push_back({.role = "user", .content = "y", .reasoning = {}, .tokens = {}});
        const std::vector<TokenId> letters = idsOf(content);
        for (const std::string& source : {chatMl, startsOpen}) {
            const Framing framing(source);
            const std::vector<TokenId> prompt = framing.tokens(request);
            QVERIFY(std::search(prompt.begin(), prompt.end(), letters.begin(), letters.end()) !=
                    prompt.end());
            QCOMPARE(framing.text(request).find("Why not.") != std::string::npos, source == chatMl);
        }
    }
};

QTEST_GUILESS_MAIN(TestReplyStream)
#include "tst_reply_stream.moc"

#include "session/grammar_maker.h"

#include <QtTest>

#include "hearth/gguf.h"
#include "hearth/prompt_size.h"
#include "session/loaded_prompts.h"
#include "support/reference_pack.h"

using namespace hearth;

class GrammarMakerTest : public QObject {
    Q_OBJECT

    const std::shared_ptr<const Tokenizer> m_tokenizer =
        Tokenizer::fromGguf(GgufFile::open(test::tinyModelsFolder() / "llama-f32.gguf"));
    const std::shared_ptr<const ChatTemplate> m_template =
        std::make_shared<ChatTemplate>(ChatTemplate::parse("{{ messages[0].content }}"));

    static ReplyGrammar large() {
        std::string values;
        for (int i = 0; i < 5000; ++i) values += (i == 0 ? "\"" : ",\"") + std::to_string(i) + "\"";
        return {ReplyGrammar::Kind::JsonSchema, "{\"enum\":[" + values + "]}"};
    }

private slots:
    void preparesBothBeginnings() {
        GrammarMaker maker(m_tokenizer, m_template);
        const ReplyGrammar grammar{ReplyGrammar::Kind::Regex, "a+"};
        maker.prepare(grammar);
        QCOMPARE(maker.automata()->size(), size_t{2});
        QVERIFY(maker.automata()->get(grammar, false) != maker.automata()->get(grammar, true));
        QCOMPARE(maker.automata()->size(), size_t{2});
        // An invalid grammar is reported where it is requested.
        maker.prepare({ReplyGrammar::Kind::Regex, "("});
        QVERIFY_THROWS_EXCEPTION(Error, (void)maker.automata()->get({ReplyGrammar::Kind::Regex, "("}, false));
        // A template without tools has the generic form.
        QVERIFY(maker.callForm());
        maker.prepare(toolCallGrammar("[{\"name\":\"f\"}]", false, true));
    }
    /// Together with the prompt, away from the engine's thread.
    void largeGrammarsAreMadeWithThePrompt() {
        const auto maker = std::make_shared<GrammarMaker>(m_tokenizer, m_template);
        const LoadedPrompts prompts(m_tokenizer, m_template, {.context = 512}, maker);
        GenerationRequest request;
        request.messages = {{.role = "user", .content = "x", .reasoning = {}, .tokens = {}}};
        request.grammar = large();
        QVERIFY(promptBytes(request) > longPromptBytes);
        prompts.make(request, {});
        QVERIFY(request.prompt.has_value());
        QCOMPARE(maker->automata()->size(), size_t{2});
    }
};

QTEST_GUILESS_MAIN(GrammarMakerTest)
#include "tst_grammar_maker.moc"

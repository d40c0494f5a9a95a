#include "session/call_form.h"

#include <QtTest>

#include "hearth/gguf.h"
#include "support/reference_pack.h"

using namespace hearth;

class CallFormTest : public QObject {
    Q_OBJECT

    std::unique_ptr<Tokenizer> m_tokenizer =
        Tokenizer::fromGguf(GgufFile::open(test::tinyModelsFolder() / "llama-f32.gguf"));
    std::optional<grammar::CallForm> formOf(const std::string& source) {
        return callFormOf(replyFormatOf(source, ""), source, *m_tokenizer);
    }

private slots:
    void familiesThatWriteJson() {
        const auto hermes = formOf(
            "{{ tools }}<tool_call>\n{\"name\": <function-name>, \"arguments\": <args>}\n</tool_call>");
        QVERIFY(hermes && hermes->open.ends_with("<tool_call>\n{\"name\": ") && hermes->several);
        const auto llama = formOf("ipython \"parameters\" {{ tools }}");
        QVERIFY(llama && llama->open == "{\"name\": " && !llama->several);
        const auto mistral = formOf("[AVAILABLE_TOOLS] [TOOL_CALLS]");
        QVERIFY(mistral && mistral->first.ends_with("[TOOL_CALLS][") && mistral->last == "]");
        const auto newer = formOf("[AVAILABLE_TOOLS] [TOOL_CALLS] [ARGS]");
        QVERIFY(newer && !newer->quotesName && newer->middle.ends_with("[ARGS]"));
    }
    void othersHaveNone() {
        QVERIFY(!formOf("no tools"));
        QVERIFY(!formOf("<tool_call><function=name><parameter=key></tool_call>"));
        QVERIFY(!formOf("<|channel|> <|message|>"));
        QVERIFY(!formOf("<|tool_call_start|>"));
    }
    void marksThatAreTokensAreMarked() {
        HEARTH_REQUIRE(model, test::starterModel(), "the starter model");
        const auto tokenizer = Tokenizer::fromGguf(GgufFile::open(model));
        // This vocabulary spells the mark in several tokens.
        const std::string source = "<tool_call>\n{\"name\"}\n</tool_call>";
        const auto form = callFormOf(replyFormatOf(source, ""), source, *tokenizer);
        QVERIFY(form);
        const bool isToken = tokenizer->encode("<tool_call>", {.parseSpecial = true}).size() == 1;
        QCOMPARE(form->open.front() == grammar::markSign, isToken);
    }
};

QTEST_GUILESS_MAIN(CallFormTest)
#include "tst_call_form.moc"

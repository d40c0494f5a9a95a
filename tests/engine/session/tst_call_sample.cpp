#include "session/call_sample.h"

#include <QtTest>

#include "hearth/gguf.h"
#include "support/reference_pack.h"

using namespace hearth;

/// Templates made up for what the families of the reference pack do not have; those are in tst_call_form.
class CallSampleTest : public QObject {
    Q_OBJECT

    std::unique_ptr<Tokenizer> m_tokenizer =
        Tokenizer::fromGguf(GgufFile::open(test::tinyModelsFolder() / "llama-f32.gguf"));

    std::optional<grammar::CallForm> formOf(const std::string& call, const std::string& before = {},
                                            const std::string& behind = {}) const {
        const std::string source =
            "{% for m in messages %}<{{ m.role }}>{{ m.content }}{% if m.tool_calls %}" + before +
            "{% for c in m.tool_calls %}" + call + "{% endfor %}" + behind +
            "{% endif %}</s>{% endfor %}<assistant>";
        const ChatTemplate chatTemplate = ChatTemplate::parse(source);
        return callFormOfTemplate(PromptBuilder(*m_tokenizer, chatTemplate), replyFormatOf(source, {}));
    }

private slots:
    void piecesAroundNameAndArguments() {
        const auto form =
            formOf("<tool_call>{{ c.function.name }}: {{ c.function.arguments | tojson }}</tool_call>");
        QVERIFY(form && form->several && !form->arguments);
        QCOMPARE(form->first, std::string("<tool_call>"));
        QCOMPARE(form->middle, std::vector<std::string>{": "});
        QCOMPARE(form->between, std::string("</tool_call><tool_call>"));
        QCOMPARE(form->last, std::string("</tool_call>"));
    }
    void idsAndCounts() {
        const auto form = formOf(
            "<tool_call>{{ loop.index }}|{{ c.function.name }}|{{ c.id }}|{{ c.function.arguments | tojson "
            "}}</tool_call>");
        QVERIFY(form && form->several);
        QCOMPARE(form->middle.front(), std::string("|") + grammar::idSign + "|");
        QCOMPARE(form->between, std::string("</tool_call><tool_call>") + grammar::countSign + "|");
    }
    void argumentsOneByOne() {
        const auto form = formOf(
            "<tool_call>{{ c.function.name }}{% for k, v in c.function.arguments.items() %}({{ k }}: {{ v | "
            "tojson "
            "if v is not string else v }}){% endfor %}</tool_call>");
        QVERIFY(form && form->arguments);
        QCOMPARE(form->arguments->first, std::string("("));
        QCOMPARE(form->arguments->between, std::string(")("));
        QCOMPARE(form->arguments->quote, '\0');
        QVERIFY(form->several && form->resumes && form->between == "<tool_call>");
        QVERIFY(form->arguments->object.known && form->arguments->text.before == ": ");
        const SpelledCall bare = spellCall(*form, false);
        QCOMPARE(bare.text, std::string("<tool_call>hearthcall</tool_call>"));
        QCOMPARE(bare.arguments, std::string("{}"));
    }
    void oneCallAtATime() {
        const auto form =
            formOf("<tool_call>{{ c.function.name }} {{ c.function.arguments | tojson }}</tool_call>",
                   "{% if m.tool_calls | length > 1 %}{{ raise_exception('one') }}{% endif %}");
        QVERIFY(form && !form->several && form->between.empty());
    }
    void whatDoesNotComeApart() {
        QVERIFY(!formOf("<tool_call>{{ c.function.name }}</tool_call>"));               // no arguments
        QVERIFY(!formOf("{{ c.function.name }} {{ c.function.arguments | tojson }}"));  // no mark
    }
};

QTEST_GUILESS_MAIN(CallSampleTest)
#include "tst_call_sample.moc"

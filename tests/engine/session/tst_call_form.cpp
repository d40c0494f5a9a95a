#include "session/call_form.h"

#include <QtTest>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <set>

#include "engine/grammar/grammar_text.h"
#include "hearth/gguf.h"
#include "session/call_sample.h"
#include "support/reference_pack.h"

using namespace hearth;

class CallFormTest : public QObject {
    Q_OBJECT

    using Json = nlohmann::ordered_json;
    std::unique_ptr<Tokenizer> m_tokenizer =
        Tokenizer::fromGguf(GgufFile::open(test::tinyModelsFolder() / "llama-f32.gguf"));
    std::optional<grammar::CallForm> formOf(const std::string& source) const {
        return callFormOf(*m_tokenizer, ChatTemplate::parse(source));
    }
    /// The grammar of the tool that a sample calls, with all arguments that the form knows required.
    static grammar::Rules rulesFor(const grammar::CallForm& form, const SpelledCall& call, bool required);

private slots:
    void everyFamilyOfThePack_data() {
        QTest::addColumn<QString>("file");
        const auto golden = test::goldenFolder();
        if (!golden) QSKIP("the reference pack is not there");
        for (const auto& entry : std::filesystem::directory_iterator(*golden / "templates"))
            if (entry.path().extension() == ".jinja")
                QTest::newRow(entry.path().stem().string().c_str()) << QString::fromStdString(entry.path());
    }
    /// Calls in a form are parsed as calls (callFormOf() proves that). Here: its grammar matches just those.
    void everyFamilyOfThePack() {
        QFETCH(QString, file);
        // These show calls as text without an opening mark.
        const std::set<std::string> without{"CohereForAI-c4ai-command-r-plus-tool_use"};
        const std::filesystem::path path = file.toStdString();
        const auto form = formOf(test::readText(path));
        QCOMPARE(form.has_value(), !without.contains(path.stem()));
        if (!form) return;
        const SpelledCall full = spellCall(*form, true), bare = spellCall(*form, false);
        const auto required = rulesFor(*form, full, true), optional = rulesFor(*form, full, false);
        QVERIFY2(grammar::fitsText(required, full.text), full.text.c_str());
        QVERIFY2(!grammar::fitsText(required, bare.text), bare.text.c_str());
        QVERIFY(grammar::fitsText(optional, full.text));
        QVERIFY2(grammar::fitsText(optional, bare.text), bare.text.c_str());
        QVERIFY(!grammar::fitsText(optional, full.text + full.text.substr(0, 1)));
        std::string wrong = full.text;
        wrong.replace(wrong.find("70707"), 5, "seven");
        QVERIFY2(!grammar::fitsText(optional, wrong), wrong.c_str());
        if (!form->several) return;
        const std::string two = full.text.substr(0, full.text.size() - form->last.size()) + form->between +
                                full.text.substr(form->outer.size() + form->first.size());
        if (two.find(grammar::idSign) == std::string::npos &&
            two.find(grammar::countSign) == std::string::npos &&
            two.find(grammar::keySign) == std::string::npos)
            QVERIFY2(grammar::fitsText(optional, two), two.c_str());
    }
    void formsOfTemplatesThatShowNoCalls() {
        const auto hermes = formOf(
            "{{ tools }}<tool_call>\n{\"name\": <function-name>, \"arguments\": <args>}\n</tool_call>");
        QVERIFY(hermes && hermes->first == "<tool_call>\n{\"name\": \"" && hermes->several);
        QCOMPARE(hermes->trigger, std::string("<tool_call>"));
        const auto llama = formOf("ipython \"parameters\" {{ tools }}");
        QVERIFY(llama && llama->first == "{\"name\": \"" && !llama->several && llama->onlyAtStart);
        const auto mistral = formOf("[AVAILABLE_TOOLS] [TOOL_CALLS]");
        QVERIFY(mistral && mistral->first.starts_with("[TOOL_CALLS][") && mistral->last == "}]");
        const auto newer = formOf("[AVAILABLE_TOOLS] [TOOL_CALLS] [ARGS]");
        QVERIFY(newer && newer->first == "[TOOL_CALLS]" && newer->middle.front() == "[ARGS]");
        const auto generic = formOf("no tools");
        QVERIFY(generic && generic->first == hermes->first && generic->between == hermes->between);
        QVERIFY(!formOf("{{ tools }} in a notation of its own"));
        QVERIFY(!formOf("<tool_call><function=name><parameter=key></tool_call>"));
        QVERIFY(!formOf("<|tool_call_start|>"));
    }
    void marksThatAreTokensAreMarked() {
        HEARTH_REQUIRE(model, test::starterModel(), "the starter model");
        const auto tokenizer = Tokenizer::fromGguf(GgufFile::open(model));
        // This vocabulary has the one as a token, and spells the other in several.
        const auto marked = callFormOf(*tokenizer, ChatTemplate::parse("<|im_start|>[TOOL_CALLS]"));
        QVERIFY(marked && marked->first.find(grammar::markSign) == std::string::npos);
        const auto form = callFormOf(*tokenizer, ChatTemplate::parse("<|channel|> <|message|>"));
        QVERIFY(form);
        const bool isToken = tokenizer->encode("<|end|>", {.parseSpecial = true}).size() == 1;
        QCOMPARE(form->freeClose.front() == grammar::markSign, isToken);
    }
};

grammar::Rules CallFormTest::rulesFor(const grammar::CallForm& form, const SpelledCall& call, bool required) {
    Json function = Json::parse(call.tools)[0]["function"];
    Json& parameters = function["parameters"];
    const Json given = Json::parse(call.arguments);
    for (auto it = parameters["properties"].begin(); it != parameters["properties"].end();)
        it = given.contains(it.key()) ? std::next(it) : parameters["properties"].erase(it);
    Json keys = Json::array();
    for (const auto& [key, value] : parameters["properties"].items()) keys.push_back(key);
    if (required) parameters["required"] = std::move(keys);
    return grammar::toolCallRules(Json{{"tools", {function}}, {"parallel", true}}.dump(), form);
}

QTEST_GUILESS_MAIN(CallFormTest)
#include "tst_call_form.moc"

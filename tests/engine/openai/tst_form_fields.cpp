#include "openai/form_fields.h"

#include <QtTest>
#include <nlohmann/json.hpp>

#include "openai/refusal.h"

using namespace hearth;
using namespace hearth::openai;

class TestFormFields : public QObject {
    Q_OBJECT

    static ReplyGrammar read(const std::string& field, const Json& value) {
        RequestNotes notes;
        ReplyGrammar form;
        readFormField(field, value, notes, form);
        return form;
    }

private slots:
    void choicesAreTexts() {
        const ReplyGrammar form = read("guided_choice", {"a\"b", "c\\d", "e\nf"});
        QCOMPARE(form.kind, ReplyGrammar::Kind::Gbnf);
        QCOMPARE(form.source, std::string("root ::= \"a\\\"b\" | \"c\\\\d\" | \"e\\nf\""));
    }
    void structuredOutputsAreOneOfThem() {
        const Json empty{{"json", nullptr}, {"regex", ""}, {"json_object", false}, {"choice", {"a"}}};
        QCOMPARE(read("structured_outputs", empty), read("guided_choice", {"a"}));
        QCOMPARE(read("structured_outputs", Json::object()), ReplyGrammar());
    }
    void refusesWhatIsNoForm() {
        for (const auto& [field, value] :
             {std::pair("guided_json", Json("{")), std::pair("guided_choice", Json::array()),
              std::pair("guided_choice", Json({1})), std::pair("guided_regex", Json("(")),
              std::pair("structured_outputs", Json("x")), std::pair("json_schema", Json(7))})
            QVERIFY_THROWS_EXCEPTION(Refusal, (void)read(field, value));
    }
    void oneFormTwiceIsOne() {
        RequestNotes notes;
        ReplyGrammar form;
        readFormField("regex", "a", notes, form);
        readFormField("guided_regex", "a", notes, form);
        QVERIFY_THROWS_EXCEPTION(Refusal, readFormField("grammar", "root ::= \"a\"", notes, form));
    }
};

QTEST_GUILESS_MAIN(TestFormFields)
#include "tst_form_fields.moc"

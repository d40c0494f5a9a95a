#include "openai/template_variables.h"

#include <QtTest>
#include <nlohmann/json.hpp>

#include "openai/refusal.h"

using namespace hearth;
using namespace hearth::openai;

class TestTemplateVariables : public QObject {
    Q_OBJECT

private slots:
    void toolsThatMayNotBeCalledAreNotThere() {
        GenerationRequest request;
        QVERIFY(!setTemplateVariables(request, Json::object(), true));
        QVERIFY(request.templateVariables.empty());
        const Json variables{{"tools", {{{"type", "function"}}}}, {"enable_thinking", true}};
        QVERIFY(setTemplateVariables(request, variables, true));
        QCOMPARE(Json::parse(request.templateVariables), variables);
        QVERIFY(!setTemplateVariables(request, variables, false));
        QCOMPARE(Json::parse(request.templateVariables), Json({{"enable_thinking", true}}));
    }
    void strictnessIsNothingForTheModel() {
        GenerationRequest request;
        const Json tool{{"type", "function"}, {"function", {{"name", "f"}, {"strict", true}}}};
        QVERIFY(setTemplateVariables(request, {{"tools", Json::array({tool})}}, true));
        QCOMPARE(Json::parse(request.templateVariables)["tools"][0]["function"], Json({{"name", "f"}}));
    }
    void effortsToThink() {
        const auto of = [](const char* effort) {
            Json variables = Json::object();
            RequestNotes strict(UnknownFields::Refuse);
            setReasoningEffort("reasoning_effort", effort, strict, variables);
            return variables;
        };
        QCOMPARE(of("none"), Json({{"enable_thinking", false}, {"reasoning_effort", "low"}}));
        QCOMPARE(of("medium"), Json({{"enable_thinking", true}, {"reasoning_effort", "medium"}}));
        QCOMPARE(of("xhigh"), Json({{"enable_thinking", true}, {"reasoning_effort", "high"}}));
        QCOMPARE(of("max"), of("xhigh"));
        RequestNotes notes;
        Json variables = Json::object();
        setReasoningEffort("reasoning_effort", "huge", notes, variables);
        QVERIFY(variables.empty() && notes.sentences().size() == 1);
        try {
            (void)of("huge");
            QFAIL("was taken");
        } catch (const Refusal& refusal) {
            QCOMPARE(refusal.field, std::string("reasoning_effort"));
        }
    }
};

QTEST_GUILESS_MAIN(TestTemplateVariables)
#include "tst_template_variables.moc"

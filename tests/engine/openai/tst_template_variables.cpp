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
    void effortsToThink() {
        const auto of = [](const char* effort) {
            Json variables = Json::object();
            setReasoningEffort("reasoning_effort", effort, variables);
            return variables;
        };
        QCOMPARE(of("none"), Json({{"enable_thinking", false}, {"reasoning_effort", "low"}}));
        QCOMPARE(of("medium"), Json({{"enable_thinking", true}, {"reasoning_effort", "medium"}}));
        QCOMPARE(of("xhigh"), Json({{"enable_thinking", true}, {"reasoning_effort", "high"}}));
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

#include "openai/template_variables.h"

#include <QtTest>
#include <nlohmann/json.hpp>

#include "openai/refusal.h"

using namespace hearth::openai;

class TestTemplateVariables : public QObject {
    Q_OBJECT

private slots:
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

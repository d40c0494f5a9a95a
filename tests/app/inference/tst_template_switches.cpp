#include "inference/template_switches.h"

#include <QtTest>

#include "support/scripted_engine.h"

using namespace hearth;
using namespace hearth::app;

class TestTemplateSwitches : public QObject {
    Q_OBJECT

private slots:
    void whatTheSourceReads() {
        QCOMPARE(templateSwitches("{% if enable_thinking %}<think>{% endif %}"),
                 (TemplateSwitches{true, false}));
        QCOMPARE(templateSwitches("Reasoning: {{ reasoning_effort }}"), (TemplateSwitches{false, true}));
        QCOMPARE(templateSwitches("{{ messages }}"), TemplateSwitches());
    }

    void aModelSaysItOrHasNoTemplate() {
        const auto script = std::make_shared<test::EngineScript>();
        const test::ScriptedEngine engine(script);
        QCOMPARE(templateSwitches(engine), TemplateSwitches());
        script->chatTemplate = std::make_shared<ChatTemplate>(
            ChatTemplate::parse("{{ enable_thinking }}{{ reasoning_effort }}"));
        QCOMPARE(templateSwitches(engine), (TemplateSwitches{true, true}));
    }
};

QTEST_GUILESS_MAIN(TestTemplateSwitches)
#include "tst_template_switches.moc"

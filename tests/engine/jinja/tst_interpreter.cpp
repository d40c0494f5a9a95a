#include "snippet_test.h"

using namespace hearth;
using hearth::test::renderSnippet;

class TestInterpreter : public test::SnippetTest {
    Q_OBJECT

public:
    TestInterpreter() : SnippetTest("interpreter", 30) {}

private slots:
    void scopesEndWithTheirBlocks() {
        QCOMPARE(renderSnippet("{% set a = 1 %}{% for x in [1] %}{% set a = 2 %}{% endfor %}{{ a }}"),
                 std::string("1"));
        QCOMPARE(renderSnippet("{% if t %}{% set a = 2 %}{% endif %}{{ a }}"), std::string("2"));
    }

    void theOutputIsBounded() {
        QVERIFY(renderSnippet(
                    "{% for i in range(99999) %}{% for j in range(99999) %}xxxxxxxx{% endfor %}{% endfor %}")
                    .starts_with("error: "));
    }

    void whatATemplateSaysOfItselfIsPassedOn() {
        QVERIFY(
            renderSnippet("{{ raise_exception('Roles must alternate.') }}").find("Roles must alternate.") !=
            std::string::npos);
    }
};

QTEST_GUILESS_MAIN(TestInterpreter)
#include "tst_interpreter.moc"

#include "snippet_test.h"

using namespace hearth;
using hearth::test::renderSnippet;

class TestMacroObject : public test::SnippetTest {
    Q_OBJECT

public:
    TestMacroObject() : SnippetTest("macro_object", 18) {}

private slots:
    void macrosSeeWhereTheyWereWritten() {
        QCOMPARE(renderSnippet("{% set g = 'outer' %}{% macro m() %}{{ g }}{% endmacro %}"
                               "{% for x in [1] %}{% set g = 'inner' %}{{ m() }}{% endfor %}"),
                 std::string("outer"));
    }

    void recursionIsBounded() {
        QVERIFY(
            renderSnippet("{% macro m(n) %}{{ m(n + 1) }}{% endmacro %}{{ m(0) }}").starts_with("error: "));
    }

    void whereTextCameFromIsKept() {
        QCOMPARE(renderSnippet("{% macro m(a) %}<{{ a }}>{% endmacro %}{{ m(s) | upper }}", true),
                 std::string("<⟦HELLO, WORLD⟧>"));
    }
};

QTEST_GUILESS_MAIN(TestMacroObject)
#include "tst_macro_object.moc"

#include "snippet_test.h"

using namespace hearth;
using hearth::test::renderSnippet;

class TestLoopObject : public test::SnippetTest {
    Q_OBJECT

public:
    TestLoopObject() : SnippetTest("loop_object", 9) {}

private slots:
    void everyCounterOfALoop() {
        QCOMPARE(
            renderSnippet("{% for x in 'abc' %}{{ [loop.index, loop.index0, loop.revindex, loop.revindex0, "
                          "loop.first, loop.last, loop.length, loop.depth] }}{% endfor %}"),
            std::string("[1, 0, 3, 2, True, False, 3, 1][2, 1, 2, 1, False, False, 3, 1]"
                        "[3, 2, 1, 0, False, True, 3, 1]"));
    }

    void neighboursAreUndefinedAtTheEnds() {
        QCOMPARE(
            renderSnippet("{% for x in [1, 2] %}{{ loop.previtem is defined }}{{ loop.nextitem is defined }}"
                          "{% endfor %}"),
            std::string("FalseTrueTrueFalse"));
    }

    void innerLoopsHaveTheirOwn() {
        QCOMPARE(
            renderSnippet(
                "{% for x in [1, 2] %}{% set o = loop %}{% for y in 'ab' %}{{ o.index }}{{ loop.index }} "
                "{% endfor %}{% endfor %}"),
            std::string("11 12 21 22 "));
        QCOMPARE(renderSnippet("{{ loop is defined }}"), std::string("False"));
    }
};

QTEST_GUILESS_MAIN(TestLoopObject)
#include "tst_loop_object.moc"

#include "snippet_test.h"

using namespace hearth;
using hearth::test::renderSnippet;

class TestEvaluator : public test::SnippetTest {
    Q_OBJECT

public:
    TestEvaluator() : SnippetTest("evaluator", 30) {}

private slots:
    void sidesAreEvaluatedOnlyWhenNeeded() {
        QCOMPARE(renderSnippet("{{ t or raise_exception('no') }}{{ no and raise_exception('no') }}"),
                 std::string("TrueNone"));
        QCOMPARE(renderSnippet("{{ 1 if t else raise_exception('no') }}"), std::string("1"));
        QCOMPARE(renderSnippet("{{ 3 < 2 < raise_exception('no') }}"), std::string("False"));
    }

    void whereTextCameFromIsKept() {
        QCOMPARE(renderSnippet("{{ 'a' ~ s ~ 1 }}", true), std::string("a⟦Hello, World⟧1"));
        QCOMPARE(renderSnippet("{{ p.tags[0] or 'x' }}", true), std::string("⟦x⟧"));
    }
};

QTEST_GUILESS_MAIN(TestEvaluator)
#include "tst_evaluator.moc"

#include "snippet_test.h"

using namespace hearth;
using hearth::test::renderSnippet;

class TestPostfixParser : public test::SnippetTest {
    Q_OBJECT

public:
    TestPostfixParser() : SnippetTest("postfix_parser", 5) {}

private slots:
    void chainsOfEverything() {
        QCOMPARE(renderSnippet("{{ p.nested['a'].b[-1].c.upper()[1:3] | lower | replace('e', 'E') }}"),
                 std::string("EE"));
        QCOMPARE(renderSnippet("{{ (p.name if n is odd else s) | upper is string and 5 is not even }}"),
                 std::string("True"));
        // A test's argument without brackets takes one operand only.
        QCOMPARE(renderSnippet("{{ 9 is divisibleby 3 and 4 }}"), std::string("4"));
    }

    void argumentsKeepTheirOrder() {
        QCOMPARE(renderSnippet("{{ dict(a=1, b=2, **{'c': 3}) }}{{ range(*[1, 3]) | list }}"),
                 std::string("{'a': 1, 'b': 2, 'c': 3}[1, 2]"));
        QVERIFY(renderSnippet("{{ dict(a=1, a=2) }}").starts_with("error: "));
    }

    void longChainsAreBounded() {
        std::string dots = "{{ p";
        for (int i = 0; i < 100000; ++i) dots += ".a";
        QVERIFY(renderSnippet(dots + " }}").starts_with("error: "));
    }
};

QTEST_GUILESS_MAIN(TestPostfixParser)
#include "tst_postfix_parser.moc"

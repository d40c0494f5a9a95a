#include "snippet_test.h"

using namespace hearth;
using hearth::test::renderSnippet;

class TestExpressionParser : public test::SnippetTest {
    Q_OBJECT

public:
    TestExpressionParser() : SnippetTest("expression_parser", 30) {}

private slots:
    void depthIsBounded() {
        QVERIFY(renderSnippet("{{ " + std::string(100000, '(') + "1" + std::string(100000, ')') + " }}")
                    .starts_with("error: "));
        QVERIFY(renderSnippet("{{ " + std::string(100000, '[') + std::string(100000, ']') + " }}")
                    .starts_with("error: "));
    }

    void theLineIsNamed() { QVERIFY(renderSnippet("a\nb\n{{ 1 + }}").find("line 3") != std::string::npos); }

    void integersPast64BitsAreRefused() {
        QCOMPARE(renderSnippet("{{ 9223372036854775807 }}"), std::string("9223372036854775807"));
        QVERIFY(renderSnippet("{{ 9223372036854775808 }}").starts_with("error: "));
    }
};

QTEST_GUILESS_MAIN(TestExpressionParser)
#include "tst_expression_parser.moc"

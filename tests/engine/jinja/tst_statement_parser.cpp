#include "snippet_test.h"

using namespace hearth;
using hearth::test::renderSnippet;

class TestStatementParser : public test::SnippetTest {
    Q_OBJECT

public:
    TestStatementParser() : SnippetTest("statement_parser", 15) {}

private slots:
    void blocksMustMatch() {
        for (const char* bad :
             {"{% if t %}{% endfor %}", "{% for x in nums %}{% else %}{% else %}{% endfor %}",
              "{% macro m() %}{% endif %}", "{% else %}", "{% if t %}", "{% set x %}"})
            QVERIFY2(renderSnippet(bad).starts_with("error: "), bad);
    }

    void theLineIsNamed() {
        QVERIFY(renderSnippet("a\n{% if t %}\n{% nosuch %}\n{% endif %}").find("line 3") !=
                std::string::npos);
    }

    void depthIsBounded() {
        std::string ifs;
        for (int i = 0; i < 20000; ++i) ifs += "{% if t %}";
        QVERIFY(renderSnippet(ifs).starts_with("error: "));
    }
};

QTEST_GUILESS_MAIN(TestStatementParser)
#include "tst_statement_parser.moc"

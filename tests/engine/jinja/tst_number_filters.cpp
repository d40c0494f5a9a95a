#include "snippet_test.h"

using namespace hearth;
using hearth::test::renderSnippet;

class TestNumberFilters : public test::SnippetTest {
    Q_OBJECT

public:
    TestNumberFilters() : SnippetTest("number_filters", 60) {}

private slots:
    void textThatIsNoNumberGivesTheDefault() {
        QCOMPARE(renderSnippet("{{ '' | int(3) }} {{ '5x' | int(-1) }} {{ 'e5' | float(2) }}"),
                 std::string("3 -1 2"));
    }

    void numbersPastADoubleKeepTheirSign() {
        QCOMPARE(renderSnippet("{{ '1e400' | float }} {{ '-1e400' | float }} {{ '1E-400' | float }} {{ "
                               "'-1e-400' | float }}"),
                 std::string("inf -inf 0.0 -0.0"));
    }
};

QTEST_GUILESS_MAIN(TestNumberFilters)
#include "tst_number_filters.moc"

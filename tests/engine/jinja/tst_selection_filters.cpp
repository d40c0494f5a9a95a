#include "snippet_test.h"

using namespace hearth;
using hearth::test::renderSnippet;

class TestSelectionFilters : public test::SnippetTest {
    Q_OBJECT

public:
    TestSelectionFilters() : SnippetTest("selection_filters", 45) {}

private slots:
    void nothingIsReachedThroughAttributes() {
        const std::string reached = renderSnippet("{{ [s] | map(attribute='__class__') | first }}");
        QVERIFY2(reached.empty() || reached.starts_with("error: "), reached.c_str());
    }

    void pathsGoThroughListsAndDicts() {
        QCOMPARE(renderSnippet("{{ [p] | map(attribute='nested.a.b.2.c') | first }}"), std::string("deep"));
        QCOMPARE(renderSnippet("{{ ll | map(attribute='0', default='-') | join }}"), std::string("13-"));
    }
};

QTEST_GUILESS_MAIN(TestSelectionFilters)
#include "tst_selection_filters.moc"

#include "snippet_test.h"

using namespace hearth;
using hearth::test::renderSnippet;

class TestSequenceFilters : public test::SnippetTest {
    Q_OBJECT

public:
    TestSequenceFilters() : SnippetTest("sequence_filters", 80) {}

private slots:
    void sortingIsStable() {
        QCOMPARE(renderSnippet("{{ rows | sort(attribute='v') | map(attribute='n') | join }}"),
                 std::string("Abca"));
        QCOMPARE(renderSnippet("{{ rows | sort(attribute='v', reverse=true) | map(attribute='n') | join }}"),
                 std::string("abcA"));
    }

    void whereTextCameFromIsKept() {
        QCOMPARE(renderSnippet("{{ p.tags | join('-') }}", true), std::string("⟦x⟧-⟦y⟧"));
        QCOMPARE(renderSnippet("{{ ['k', s] | last | reverse }}", true), std::string("⟦dlroW ,olleH⟧"));
    }
};

QTEST_GUILESS_MAIN(TestSequenceFilters)
#include "tst_sequence_filters.moc"

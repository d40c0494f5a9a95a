#include "snippet_test.h"

using namespace hearth;
using hearth::test::renderSnippet;

class TestTextFilters : public test::SnippetTest {
    Q_OBJECT

public:
    TestTextFilters() : SnippetTest("text_filters", 70) {}

private slots:
    void whereTextCameFromIsKept() {
        QCOMPARE(renderSnippet("{{ s | replace('l', 'L') | indent(2, true) }}", true),
                 std::string("  ⟦He⟧LL⟦o, Wor⟧L⟦d⟧"));
        QCOMPARE(renderSnippet("{{ html | e }}", true),
                 std::string("⟦&lt;b a=&#39;1&#39;&gt;&amp;amp; &#34;x&#34;&lt;/b&gt;⟧"));
    }

    void lengthsAreBounded() {
        QVERIFY(renderSnippet("{{ 'a' | center(10000000000) }}").starts_with("error: "));
        QVERIFY(renderSnippet("{{ multi | indent(10000000000) }}").starts_with("error: "));
    }
};

QTEST_GUILESS_MAIN(TestTextFilters)
#include "tst_text_filters.moc"

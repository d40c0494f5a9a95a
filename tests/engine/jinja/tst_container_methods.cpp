#include "snippet_test.h"

using namespace hearth;
using hearth::test::renderSnippet;

class TestContainerMethods : public test::SnippetTest {
    Q_OBJECT

public:
    TestContainerMethods() : SnippetTest("container_methods", 20) {}

private slots:
    void listsAndDictsCanBeChanged() {
        QCOMPARE(renderSnippet("{% set l = [1] %}{% set _ = l.append(2) %}{% set _ = l.insert(0, 0) %}"
                               "{% set _ = l.extend([3, 4]) %}{{ l.pop() }}{{ l.pop(0) }}{{ l }}"),
                 std::string("40[1, 2, 3]"));
        QCOMPARE(renderSnippet(
                     "{% set d2 = {'a': 1} %}{% set _ = d2.update({'b': 2}) %}{{ d2.setdefault('c', 3) }}"
                     "{{ d2.pop('a') }}{{ d2 }}"),
                 std::string("31{'b': 2, 'c': 3}"));
    }

    void whatIsNotThereIsAnError() {
        for (const char* bad : {"{{ [].pop() }}", "{{ [1].pop(5) }}", "{{ [1].index(2) }}",
                                "{{ {}.pop('a') }}", "{{ [1].append() }}", "{{ [].extend(5) }}"})
            QVERIFY2(renderSnippet(bad).starts_with("error: "), bad);
        QCOMPARE(renderSnippet("{{ {}.pop('a', 'x') }}"), std::string("x"));
    }

    void aListInItselfIsNoTrap() {
        QVERIFY(!renderSnippet("{% set l = [1] %}{% set _ = l.append(l) %}{{ l | length }}")
                     .starts_with("error: "));
        (void)renderSnippet("{% set l = [1] %}{% set _ = l.append(l) %}{{ l == l }}{{ l | tojson }}");
    }
};

QTEST_GUILESS_MAIN(TestContainerMethods)
#include "tst_container_methods.moc"

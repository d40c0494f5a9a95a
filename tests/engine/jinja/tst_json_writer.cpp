#include "snippet_test.h"

using namespace hearth;
using hearth::test::renderSnippet;

class TestJsonWriter : public test::SnippetTest {
    Q_OBJECT

public:
    TestJsonWriter() : SnippetTest("json_writer", 40) {}

private slots:
    void marksAreOursAndTextIsNot() {
        QCOMPARE(renderSnippet("{{ [s, 'a', 1] | tojson }}", true),
                 std::string("[\"⟦Hello, World⟧\", \"a\", 1]"));
        QCOMPARE(renderSnippet("{{ {s: none} | tojson(indent=1) }}", true),
                 std::string("{\n \"⟦Hello, World⟧\": null\n}"));
    }

    void depthIsBounded() {
        const std::string nest =
            "{% set ns = namespace(x=[]) %}{% for i in range(5000) %}{% set ns.x = [ns.x] %}"
            "{% endfor %}{{ ns.x | tojson }}";
        QVERIFY(renderSnippet(nest).starts_with("error: "));
    }
};

QTEST_GUILESS_MAIN(TestJsonWriter)
#include "tst_json_writer.moc"

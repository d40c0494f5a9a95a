#include "jinja/globals.h"

#include "snippet_test.h"

using namespace hearth;
using namespace hearth::jinja;
using hearth::test::renderSnippet;

class TestGlobals : public test::SnippetTest {
    Q_OBJECT

public:
    TestGlobals() : SnippetTest("globals", 25) {}

private slots:
    void rangesAreNotFilledBeforeTheyAreUsed() {
        QCOMPARE(renderSnippet("{{ range(99999) | length }}"), std::string("99999"));
        QVERIFY(renderSnippet("{{ range(10000000) }}").starts_with("error: "));
        QVERIFY(
            renderSnippet("{{ range(-9223372036854775807, 9223372036854775807) }}").starts_with("error: "));
    }

    void otherNamesAreUndefined() {
        QVERIFY(globalFunction("open").isUndefined() && globalFunction("__import__").isUndefined());
        QVERIFY(!globalFunction("namespace").isUndefined());
    }
};

QTEST_GUILESS_MAIN(TestGlobals)
#include "tst_globals.moc"

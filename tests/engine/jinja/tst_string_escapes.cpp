#include "jinja/string_escapes.h"

#include "snippet_test.h"

using namespace hearth;
using namespace hearth::jinja;
using hearth::test::renderSnippet;

class TestStringEscapes : public test::SnippetTest {
    Q_OBJECT

public:
    TestStringEscapes() : SnippetTest("string_escapes", 4) {}

private slots:
    void escapes() {
        QCOMPARE(*decodeEscapes(R"(a\n\t\\\'\x41\u00e9\U0001F642\101\q)"),
                 std::string("a\n\t\\'Aé🙂A\\q"));
        QCOMPARE(*decodeEscapes("a\\\nb"), std::string("ab"));
        QVERIFY(!decodeEscapes(R"(\x4)") && !decodeEscapes(R"(\u12)") && !decodeEscapes(R"(\UFFFFFFFF)") &&
                !decodeEscapes(R"(\N{DASH})"));
    }
};

QTEST_GUILESS_MAIN(TestStringEscapes)
#include "tst_string_escapes.moc"

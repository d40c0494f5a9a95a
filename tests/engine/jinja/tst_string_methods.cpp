#include "snippet_test.h"

#include "jinja/methods.h"

using namespace hearth;
using namespace hearth::jinja;
using hearth::test::renderSnippet;

class TestStringMethods : public test::SnippetTest {
    Q_OBJECT

public:
    TestStringMethods() : SnippetTest("string_methods", 45) {}

private slots:
    void everyMethodIsFound() {
        for (const char* name :
             {"strip",      "lstrip",   "rstrip",       "split",        "rsplit",    "splitlines", "replace",
              "startswith", "endswith", "upper",        "lower",        "title",     "capitalize", "swapcase",
              "find",       "rfind",    "index",        "count",        "center",    "ljust",      "rjust",
              "zfill",      "join",     "removeprefix", "removesuffix", "partition", "rpartition", "isalpha",
              "isdigit",    "isspace",  "format"})
            QVERIFY2(findStringMethod(name) != nullptr, name);
        QVERIFY(findStringMethod("encode") == nullptr);
    }

    void positionsAreCharacters() {
        QCOMPARE(renderSnippet("{{ 'aé日b'.find('b') }}{{ 'aé日b'.index('日') }}{{ 'éé'.rfind('é') }}"),
                 std::string("321"));
    }
};

QTEST_GUILESS_MAIN(TestStringMethods)
#include "tst_string_methods.moc"

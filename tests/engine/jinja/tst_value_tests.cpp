#include "jinja/value_tests.h"

#include "snippet_test.h"

#include "hearth/error.h"

using namespace hearth;
using namespace hearth::jinja;
using hearth::test::renderSnippet;

class TestValueTests : public test::SnippetTest {
    Q_OBJECT

public:
    TestValueTests() : SnippetTest("value_tests", 85) {}

private slots:
    void unknownTestsSayTheirName() {
        QVERIFY(findTest("defined") != nullptr && findTest("nosuch") == nullptr);
        try {
            (void)requireTest("nosuch");
            QFAIL("found");
        } catch (const Error& error) {
            QVERIFY(std::string(error.what()).find("nosuch") != std::string::npos);
        }
    }
};

QTEST_GUILESS_MAIN(TestValueTests)
#include "tst_value_tests.moc"

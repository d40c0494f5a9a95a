#include "jinja/methods.h"

#include "snippet_test.h"

using namespace hearth;
using namespace hearth::jinja;
using hearth::test::renderSnippet;

class TestMethods : public test::SnippetTest {
    Q_OBJECT

public:
    TestMethods() : SnippetTest("methods", 5) {}

private slots:
    void everyTypeHasItsOwn() {
        Runtime runtime({}, {});
        QVERIFY(boundMethod(runtime.trusted("a"), "upper"));
        QVERIFY(boundMethod(Value(runtime.dict()), "keys"));
        QVERIFY(boundMethod(runtime.list({}), "append"));
        QVERIFY(boundMethod(Value(1.5), "is_integer"));
        QVERIFY(!boundMethod(runtime.tuple({}), "append"));
        QVERIFY(!boundMethod(Value(), "upper"));
        for (const char* name : {"__class__", "__init__", "mro", "", "format_map"})
            QVERIFY(!boundMethod(runtime.trusted("a"), name));
    }

    void aBoundMethodRemembersItsObject() {
        Runtime runtime({}, {});
        Arguments none;
        QCOMPARE(runtime.call(*boundMethod(runtime.trusted("aß"), "upper"), none).bytes(),
                 std::string("ASS"));
    }
};

QTEST_GUILESS_MAIN(TestMethods)
#include "tst_methods.moc"

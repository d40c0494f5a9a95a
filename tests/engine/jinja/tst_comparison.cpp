#include "jinja/comparison.h"

#include "snippet_test.h"

#include "hearth/error.h"
#include "jinja/runtime.h"

using namespace hearth;
using namespace hearth::jinja;
using hearth::test::renderSnippet;

class TestComparison : public test::SnippetTest {
    Q_OBJECT

public:
    TestComparison() : SnippetTest("comparison", 30) {}

private slots:
    void numbersCompareByValueAndHashAlike() {
        Runtime runtime({}, {});
        QVERIFY(equals(runtime, Value(1), Value(1.0)) && equals(runtime, Value(true), Value(1)));
        QVERIFY(!equals(runtime, Value(1), runtime.trusted("1")));
        QCOMPARE(keyHash(Value(1)), keyHash(Value(1.0)));
        QCOMPARE(keyHash(Value(true)), keyHash(Value(1)));
        QVERIFY(sameKey(Value(0), Value(false)) && !sameKey(Value(), Value(false)));
        // 2^53 + 1 is not the double nearest to it.
        QVERIFY(!equals(runtime, Value(int64_t{9007199254740993}), Value(9007199254740992.0)));
        QVERIFY(lessThan(runtime, Value(9007199254740992.0), Value(int64_t{9007199254740993})));
    }

    void onlyOrderedTypesHaveAnOrder() {
        Runtime runtime({}, {});
        QVERIFY(lessThan(runtime, runtime.trusted("a"), runtime.trusted("b")));
        QVERIFY(lessThan(runtime, runtime.list({Value(1)}), runtime.list({Value(1), Value(0)})));
        QVERIFY_THROWS_EXCEPTION(Error, (void)lessThan(runtime, Value(1), runtime.trusted("a")));
        QVERIFY_THROWS_EXCEPTION(Error, (void)lessThan(runtime, Value(), Value()));
        QVERIFY_THROWS_EXCEPTION(Error, (void)contains(runtime, Value(5), Value(1)));
    }

    void truthIsPythons() {
        Runtime runtime({}, {});
        for (const Value& no : {Value(), Value(0), Value(0.0), Value(false), Value::undefined(),
                                runtime.trusted(""), runtime.list({}), runtime.tuple({})})
            QVERIFY(!truthy(no));
        for (const Value& yes :
             {Value(-1), Value(0.1), Value(true), runtime.trusted("0"), runtime.list({Value()})})
            QVERIFY(truthy(yes));
    }
};

QTEST_GUILESS_MAIN(TestComparison)
#include "tst_comparison.moc"

#include "jinja/operators.h"

#include <limits>
#include "snippet_test.h"

#include "hearth/error.h"

using namespace hearth;
using namespace hearth::jinja;
using hearth::test::renderSnippet;

class TestOperators : public test::SnippetTest {
    Q_OBJECT

public:
    TestOperators() : SnippetTest("operators", 60) {}

private slots:
    void integersDoNotWrap() {
        Runtime runtime({}, {});
        const Value most(std::numeric_limits<int64_t>::max()), least(std::numeric_limits<int64_t>::min());
        QVERIFY_THROWS_EXCEPTION(Error, (void)calculate(runtime, Operator::Add, most, Value(1)));
        QVERIFY_THROWS_EXCEPTION(Error, (void)calculate(runtime, Operator::Subtract, least, Value(1)));
        QVERIFY_THROWS_EXCEPTION(Error, (void)calculate(runtime, Operator::Multiply, most, Value(2)));
        QVERIFY_THROWS_EXCEPTION(Error, (void)calculate(runtime, Operator::FloorDivide, least, Value(-1)));
        QVERIFY_THROWS_EXCEPTION(Error, (void)calculate(runtime, Operator::Power, Value(2), Value(64)));
        QVERIFY_THROWS_EXCEPTION(Error, (void)negate(least));
        QCOMPARE(calculate(runtime, Operator::Modulo, least, Value(-1)).asInt(), int64_t{0});
    }

    void repetitionIsBounded() {
        QVERIFY(renderSnippet("{{ 'x' * 10000000000 }}").starts_with("error: "));
        QVERIFY(renderSnippet("{{ ([1] * 100000) * 100000 }}").starts_with("error: "));
    }
};

QTEST_GUILESS_MAIN(TestOperators)
#include "tst_operators.moc"

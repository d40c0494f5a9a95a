#include "grammar/schema_values.h"

#include <QtTest>

#include "engine/grammar/grammar_text.h"

using namespace hearth;
using namespace hearth::grammar;

class SchemaValuesTest : public QObject {
    Q_OBJECT

private slots:
    void knowsTypes() {
        QCOMPARE(typeOf(1), json_type::integer);
        QCOMPARE(typeOf(1.0), json_type::integer);
        QCOMPARE(typeOf(1.5), json_type::fraction);
        QCOMPARE(typeOf(nullptr), json_type::null);
        QCOMPARE(typeOf(Json::array()), json_type::array);
    }
    void values() {
        const SchemaDocument document(
            "{\"type\":\"object\",\"properties\":{\"a\":{\"type\":\"array\",\"items\":{\"minimum\":2}},\"b\":"
            "{\"minLength\":2}},\"required\":[\"a\"],\"maxProperties\":2}");
        SchemaWays ways(document);
        const auto good = [&](const char* value) {
            return hearth::grammar::fits(Json::parse(value), Schemas{&document.root()}, ways);
        };
        QVERIFY(good("{\"a\": []}") && good("{\"a\": [2, \"x\"], \"b\": \"éé\"}") &&
                good("{\"a\": [3], \"z\": null}"));
        QVERIFY(!good("{}") && !good("{\"a\": [1]}") && !good("{\"a\": [], \"b\": \"x\"}") &&
                !good("{\"a\": [], \"b\": \"xx\", \"c\": 1}") && !good("[]"));
    }
};

QTEST_GUILESS_MAIN(SchemaValuesTest)
#include "tst_schema_values.moc"

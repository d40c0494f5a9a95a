#include "grammar/schema_parts.h"

#include <QtTest>

#include "engine/grammar/grammar_text.h"

using namespace hearth;
using namespace hearth::grammar;

class SchemaPartsTest : public QObject {
    Q_OBJECT

private slots:
    void joinsKeywords() {
        const Json one = Json::parse(
            "{\"type\": [\"integer\", \"string\"], \"minimum\": 1, \"properties\": {\"a\": {}}, "
            "\"minLength\": 2}");
        const Json two = Json::parse(
            "{\"type\": \"number\", \"exclusiveMinimum\": 1, \"required\": [\"b\"], "
            "\"additionalProperties\": false, \"minLength\": 1}");
        const SchemaParts parts({&one, &two});
        QCOMPARE(parts.types(), json_type::integer);
        QVERIFY(!parts.fitsNumber(1) && parts.fitsNumber(2) && !parts.onlyTypes());
        QCOMPARE(parts.leastCharacters(), size_t{2});
        QVERIFY(parts.names() == (std::vector<std::string>{"a", "b"}) && parts.requires_("b") &&
                !parts.requires_("a"));
        // The second schema forbids a, which only the first one names.
        QVERIFY(parts.property("a") == joined({&one["properties"]["a"], &two["additionalProperties"]}));
        QCOMPARE(parts.otherProperty().size(), size_t{1});
    }
    void valuesAreTheCommonOnes() {
        const Json one = Json::parse("{\"enum\": [1, 2, \"a\"]}"), two = Json::parse("{\"const\": 2}");
        const SchemaParts parts({&one, &two});
        QVERIFY(parts.values() == std::vector<Json>{2});
    }
    void itemsHaveTheirSchemas() {
        const Json one = Json::parse(
            "{\"prefixItems\": [{\"const\": 1}], \"items\": {\"const\": 2}, \"minItems\": 3, \"maxItems\": "
            "2}");
        const SchemaParts parts({&one});
        QVERIFY(parts.item(0) == Schemas{&one["prefixItems"][0]} && parts.item(1) == Schemas{&one["items"]} &&
                parts.items().empty());
    }
    void excludedValues() {
        const Json one = Json::parse("{\"hearth:notValues\": [\"a\", 2, null]}");
        const SchemaParts parts({&one});
        QVERIFY((parts.types() & json_type::null) == 0 && parts.isExcluded(2) && !parts.isExcluded(3));
        QVERIFY(!parts.texts().contains("a") && parts.texts().contains("b"));
        QVERIFY(!parts.numbers().contains("2") && !parts.numbers().contains("2.0") &&
                parts.numbers().contains("2.5"));
    }
};

QTEST_GUILESS_MAIN(SchemaPartsTest)
#include "tst_schema_parts.moc"

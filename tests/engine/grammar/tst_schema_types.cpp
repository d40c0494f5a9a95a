// The types that schemas leave possible.
#include "grammar/schema_types.h"

#include <QtTest>

#include "grammar/schema_values.h"

using namespace hearth;
using namespace hearth::grammar;

class SchemaTypesTest : public QObject {
    Q_OBJECT

    /// With apostrophes for quotation marks.
    static Json parsed(QString text) { return Json::parse(text.replace('\'', '"').toStdString()); }
    static json_type::Mask of(const QString& text) {
        const Json schema = parsed(text);
        return typesOf(schema, schema);
    }

private slots:
    void types_data() {
        QTest::addColumn<QString>("schema");
        QTest::addColumn<int>("types");
        namespace t = json_type;
        const int any = t::any, null = t::null, boolean = t::boolean, integer = t::integer,
                  string = t::string, array = t::array, object = t::object;
        const auto row = [](const char* schema, int types) {
            QTest::newRow(schema) << QString(schema) << types;
        };
        row("{}", any);
        row("true", any);
        row("false", 0);
        row("{'description': 'x'}", any);
        row("{'type': 'integer'}", integer);
        row("{'type': ['string', 'null']}", string | null);
        row("{'type': []}", 0);
        row("{'enum': ['a', 1, null, true, [], {}]}", string | integer | null | boolean | array | object);
        row("{'enum': []}", 0);
        row("{'const': {'a': 1}}", object);
        row("{'const': null}", null);
        row("{'type': 'string', 'enum': ['a', 1]}", string);
        row("{'anyOf': [{'type': 'integer'}, {'type': 'null'}]}", integer | null);
        row("{'oneOf': [{'const': 'a'}, {'type': 'array'}]}", string | array);
        row("{'allOf': [{'type': ['string', 'null']}, {'type': ['null', 'integer']}]}", null);
        row("{'anyOf': [{'allOf': [{'enum': [true]}]}, {'oneOf': [{'const': 1.5}]}]}", boolean | t::fraction);
        row("{'allOf': [{'$ref': '#/$defs/a'}], '$defs': {'a': {'type': 'integer'}}}", integer);
        row("{'$ref': '#/$defs/a~1b', '$defs': {'a/b': {'type': 'array'}}}", array);
        row("{'$ref': '#/$defs/a', 'type': ['null', 'string'], '$defs': {'a': {'type': ['string', "
            "'array']}}}",
            string);
    }
    void types() {
        QFETCH(const QString, schema);
        QFETCH(const int, types);
        QCOMPARE(int(of(schema)), types);
    }

    void whatCannotBeToldIsAny_data() {
        QTest::addColumn<QString>("schema");
        for (const char* schema :
             {"{'type': 'colour'}", "{'type': 5}", "{'enum': 5}", "{'anyOf': []}",
              "{'anyOf': {'type': 'null'}}", "{'$ref': '#/nowhere'}", "{'$ref': '#anchor'}",
              "{'$ref': '#/~2'}", "{'$ref': '#/a/x', 'a': [1]}", "{'$ref': 'other.json'}", "{'$ref': 7}",
              "{'$ref': '#'}", "[1]", "'string'", "5",
              "{'allOf': [{'$ref': '#/$defs/a'}], '$defs': {'a': {'$ref': '#/$defs/b'}, 'b': {'$ref': "
              "'#/$defs/a'}}}"})
            QTest::newRow(schema) << QString(schema);
    }
    void whatCannotBeToldIsAny() {
        QFETCH(const QString, schema);
        QCOMPARE(int(of(schema)), int(json_type::any));
    }

    void manyWaysOfReferencesEnd() {
        // Each definition refers to the next one twice: 2^40 ways, and one schema that refers to itself.
        Json schema = {{"$ref", "#/$defs/a0"}};
        for (int i = 0; i < 40; ++i) {
            const Json next = {{"$ref", "#/$defs/a" + std::to_string(i + 1)}};
            schema["$defs"]["a" + std::to_string(i)] = {{"anyOf", {next, next}}};
        }
        schema["$defs"]["a40"] = {{"type", "integer"}};
        QVERIFY((typesOf(schema, schema) & json_type::integer) != 0);
        const Json self = parsed("{'anyOf': [{'$ref': '#'}, {'$ref': '#'}, {'$ref': '#'}]}");
        QCOMPARE(int(typesOf(self, self)), int(json_type::any));
    }
};

QTEST_GUILESS_MAIN(SchemaTypesTest)
#include "tst_schema_types.moc"

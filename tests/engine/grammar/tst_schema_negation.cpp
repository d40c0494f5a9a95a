#include "grammar/schema_negation.h"

#include <QtTest>

#include "engine/grammar/grammar_text.h"
#include "grammar/schema_values.h"

using namespace hearth;
using namespace hearth::grammar;

class SchemaNegationTest : public QObject {
    Q_OBJECT

private slots:
    /// A value fits the opposite of a schema exactly when it does not fit the schema.
    void isTheOpposite() {
        QFETCH(QString, schema);
        const std::string text = schema.toStdString();
        const SchemaDocument document(text), opposite("{\"not\": " + text + "}");
        SchemaWays ways(document), others(opposite);
        int fitting = 0;
        for (const char* value :
             {"null", "true", "false", "0", "3", "3.5", "-2", "\"\"", "\"a\"", "\"abc\"", "[]", "[1]",
              "[\"a\", 2]", "{}", "{\"a\": 1}", "{\"a\": \"x\", \"b\": 2}"}) {
            const bool one = hearth::grammar::fits(Json::parse(value), Schemas{&document.root()}, ways);
            QVERIFY2(one != hearth::grammar::fits(Json::parse(value), Schemas{&opposite.root()}, others),
                     value);
            fitting += one;
        }
        QVERIFY(fitting > 0 && fitting < 16);
    }
    void isTheOpposite_data() {
        QTest::addColumn<QString>("schema");
        for (const char* schema :
             {"{\"type\": \"integer\"}", "{\"type\": [\"number\", \"null\"]}", "{\"minimum\": 3}",
              "{\"exclusiveMaximum\": 3}", "{\"minLength\": 1}", "{\"maxLength\": 1}",
              "{\"pattern\": \"^a\"}", "{\"enum\": [0, \"a\", null, true]}", "{\"required\": [\"a\", \"b\"]}",
              "{\"minItems\": 1}", "{\"maxProperties\": 1}",
              "{\"properties\": {\"a\": {\"type\": \"integer\"}}}",
              "{\"prefixItems\": [{\"type\": \"integer\"}]}",
              "{\"allOf\": [{\"type\": \"string\"}, {\"minLength\": 2}]}",
              "{\"anyOf\": [{\"type\": \"string\"}, {\"minimum\": 2, \"type\": \"number\"}]}",
              "{\"not\": {\"type\": \"string\"}}"})
            QTest::newRow(schema) << schema;
    }
    void refusesWhatHasNone() {
        const SchemaDocument document("{}");
        for (const char* schema :
             {"{\"items\": {\"type\": \"null\"}}", "{\"enum\": [[]]}", "{\"uniqueItems\": true}",
              "{\"multipleOf\": 2}", "{\"propertyNames\": {\"maxLength\": 2}}"})
            QVERIFY(refusalOf([&] {
                        return negated(Json::parse(schema), document, "oneOf", nullptr);
                    }).contains("\"oneOf\""));
        QCOMPARE(negated(true, document, "not", nullptr), Json(false));
        QCOMPARE(negated(Json::object(), document, "not", nullptr), Json(false));
    }
};

QTEST_GUILESS_MAIN(SchemaNegationTest)
#include "tst_schema_negation.moc"

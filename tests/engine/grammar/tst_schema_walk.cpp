#include "grammar/schema_walk.h"

#include <QtTest>

using hearth::grammar::forEachSubschema;

class SchemaWalkTest : public QObject {
    Q_OBJECT

private slots:
    void meetsSchemasAlone() {
        auto schema = nlohmann::ordered_json::parse(
            R"({"properties":{"enum":1,"not":2},"items":[3],"anyOf":[4,5],"additionalProperties":6,"$defs":{"a":7},
                "enum":[{"items":8}],"const":{"not":9},"default":{"not":10},"required":["a"],"propertyNames":11})");
        QStringList met;
        forEachSubschema(schema, [&](const std::string& keyword, nlohmann::ordered_json& part) {
            met += QString::fromStdString(keyword + part.dump());
        });
        QCOMPARE(met.join(' '),
                 QString("properties1 properties2 items3 anyOf4 anyOf5 additionalProperties6 $defs7 "
                         "propertyNames11"));
    }
    void partsCanBeChanged() {
        auto schema = nlohmann::ordered_json::parse(R"({"items":{"a":1}})");
        forEachSubschema(schema, [](const std::string&, nlohmann::ordered_json& part) { part = true; });
        QCOMPARE(schema.dump(), std::string(R"({"items":true})"));
        nlohmann::ordered_json plain = true;
        forEachSubschema(plain, [](const std::string&, nlohmann::ordered_json&) { QFAIL("met something"); });
    }
};

QTEST_GUILESS_MAIN(SchemaWalkTest)
#include "tst_schema_walk.moc"

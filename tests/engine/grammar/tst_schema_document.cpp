#include "grammar/schema_document.h"

#include <QtTest>

#include "engine/grammar/grammar_text.h"

using namespace hearth;
using namespace hearth::grammar;

class SchemaDocumentTest : public QObject {
    Q_OBJECT

private slots:
    void resolves() {
        const SchemaDocument document(
            "{\"$id\":\"http://a.b/root.json\",\"$defs\":{\"x\":{\"$anchor\":\"named\",\"const\":1},\"a/"
            "b~c%\":{\"const\":2},"
            "\"inner\":{\"$id\":\"other/inner.json\",\"$defs\":{\"y\":{\"const\":3}},\"z\":{\"$ref\":\"#/"
            "$defs/y\"}}}}");
        const auto find = [&](const char* reference) {
            const Json schema = {{"$ref", reference}};
            return document.resolve(schema)["const"];
        };
        QCOMPARE(find("#/$defs/x"), Json(1));
        QCOMPARE(find("http://a.b/root.json#named"), Json(1));
        QCOMPARE(find("http://a.b/root.json#/$defs/a~1b~0c%25"), Json(2));
        QCOMPARE(find("http://a.b/other/inner.json#/$defs/y"), Json(3));
        QCOMPARE(document.resolve(document.root()["$defs"]["inner"]["z"])["const"], Json(3));
    }
    void refuses() {
        const SchemaDocument document("{\"$defs\": {}}");
        for (const char* reference : {"#/$defs/x", "#name", "http://a.b/", "#/0"}) {
            const Json schema = {{"$ref", reference}};
            QVERIFY(refusalOf([&] { return document.resolve(schema); }).contains("\"$ref\""));
        }
        const Json number = {{"$ref", 1}};
        QVERIFY(refusalOf([&] { return document.resolve(number); }).contains("no text"));
        for (const char* text : {"", "[]", "1", "{"})
            QVERIFY(refusalOf([&] { return SchemaDocument(text).root(); }).contains("not a JSON object"));
    }
};

QTEST_GUILESS_MAIN(SchemaDocumentTest)
#include "tst_schema_document.moc"

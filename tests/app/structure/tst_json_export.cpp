#include "structure/json_export.h"

#include <QJsonDocument>
#include <QtTest>

using namespace hearth::app;

namespace {

QString tableOf(const QString& text) {
    const JsonOutline outline = JsonOutline::of(text);
    const auto table = tableOfJson(text, outline);
    if (table.has_value() != hasTable(outline)) return QStringLiteral("hasTable() says otherwise");
    return table.value_or(QStringLiteral("none"));
}

}  // namespace

class TestJsonExport : public QObject {
    Q_OBJECT

private slots:
    void aListOfObjectsIsATable() {
        QCOMPARE(tableOf(QString::fromUtf8(
                     "[{\"name\": \"B\xc3\xa4r\", \"n\": 12345678901234567890}, {\"n\": 1.50, "
                     "\"ok\": true, \"name\": null}]")),
                 QString::fromUtf8("name,n,ok\r\nB\xc3\xa4r,12345678901234567890,\r\n,1.50,true\r\n"));
    }

    void objectsWithNothingInCommonAreNoTable() {
        QStringList objects;
        for (int i = 0; i < 2000; ++i) objects += QString("{\"k%1\":1}").arg(i);
        const QString text = "[" + objects.join(",") + "]";
        QVERIFY(!tableOfJson(text, JsonOutline::of(text)));
    }

    void marksAndLinesAreQuoted() {
        QCOMPARE(tableOf("[{\"a,b\": \"say \\\"hi\\\"\", \"c\": \"two\\nlines\", \"d\": \" x\"}]"),
                 QString("\"a,b\",c,d\r\n\"say \"\"hi\"\"\",\"two\nlines\",\" x\"\r\n"));
    }

    void whatLiesDeeperIsJson() {
        QCOMPARE(tableOf("[{\"a\": {\"x\": [1, 2]}, \"b\": []}]"),
                 QString("a,b\r\n\"{\"\"x\"\":[1,2]}\",[]\r\n"));
    }

    void theOnlyListOfAnObjectCounts() {
        QCOMPARE(tableOf("{\"total\": 2, \"rows\": [{\"a\": 1}, {\"a\": 2}]}"), QString("a\r\n1\r\n2\r\n"));
        QCOMPARE(tableOf("{\"x\": [{\"a\": 1}], \"y\": [{\"a\": 2}]}"), QString("none"));
    }

    void otherJsonIsNoTable() {
        for (const char* text :
             {"{}", "[]", "[1, 2]", "[{\"a\": 1}, 2]", "\"x\"", "{\"a\": {\"b\": [{}]}}", "text"})
            QCOMPARE(tableOf(text), QString("none"));
    }

    void aListThatIsCutOffHasWhatIsThere() {
        QCOMPARE(tableOf("[{\"a\": 1}, {\"a\": \"tw"), QString("a\r\n1\r\ntw\r\n"));
    }

    void jsonIsIndentedAndNothingElse() {
        QCOMPARE(
            indentedJson(u"{\"b\":[1.50,{\"a\" : \"x, {y}: \\\"z\\\"\"}],\"e\":{ },\"l\":[\n]}"),
            QString(
                "{\n  \"b\": [\n    1.50,\n    {\n      \"a\": \"x, {y}: \\\"z\\\"\"\n    }\n  ],\n  \"e\": "
                "{},\n  \"l\": []\n}"));
        QCOMPARE(indentedJson(u"[1, 2"), QString("[\n  1,\n  2"));
        const QByteArray json = R"({"k":[true,null,{"deep":{"er":"x"}}],"n":-1e5})";
        QCOMPARE(QJsonDocument::fromJson(indentedJson(QString::fromUtf8(json)).toUtf8()),
                 QJsonDocument::fromJson(json));
    }
};

QTEST_GUILESS_MAIN(TestJsonExport)
#include "tst_json_export.moc"

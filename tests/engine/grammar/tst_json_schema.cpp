#include "grammar/json_schema.h"

#include <QtTest>

#include "engine/grammar/grammar_text.h"

using namespace hearth;
using namespace hearth::grammar;

class JsonSchemaTest : public QObject {
    Q_OBJECT

private slots:
    void fits() {
        QFETCH(QString, schema);
        QFETCH(QStringList, good);
        QFETCH(QStringList, bad);
        const auto quoted = [](QString text) { return text.replace('\'', '"').toStdString(); };
        const Rules rules = readJsonSchema(quoted(schema));
        for (const QString& text : good) QVERIFY2(fitsText(rules, quoted(text)), qPrintable(text));
        for (const QString& text : bad) QVERIFY2(!fitsText(rules, quoted(text)), qPrintable(text));
    }
    void fits_data() {
        QTest::addColumn<QString>("schema");
        QTest::addColumn<QStringList>("good");
        QTest::addColumn<QStringList>("bad");
        QTest::newRow("anything") << "{}" << QStringList{"1", "\"a\"", "[null, {}]"} << QStringList{"", "x"};
        QTest::newRow("order as given")
            << "{'type':'object','properties':{'b':{'type':'integer'},'a':{'type':'boolean'}},'required':['a'"
               "],'additionalProperties':false}"
            << QStringList{"{'b': 1, 'a': true}", "{'a': false}"}
            << QStringList{"{'a': true, 'b': 1}", "{'b': 1}", "{}", "{'a': true, 'c': 1}"};
        QTest::newRow("other properties")
            << "{'type':'object','properties':{'a':{}},'additionalProperties':{'type':'integer'}}"
            << QStringList{"{'a': 'x', 'b': 1, 'aa': 2}", "{}", "{'b': 1}"}
            << QStringList{"{'b': 'x'}", "{'b': 1, 'a': 1}"};
        QTest::newRow("required without a name")
            << "{'type':'object','required':['k']}" << QStringList{"{'k': 1, 'z': 2}"}
            << QStringList{"{}", "{'z': 1}"};
        QTest::newRow("counts of properties")
            << "{'type':'object','minProperties':1,'maxProperties':2}"
            << QStringList{"{'a': 1}", "{'a': 1, 'b': 2}"} << QStringList{"{}", "{'a': 1, 'b': 2, 'c': 3}"};
        QTest::newRow("lists") << "{'type':'array','prefixItems':[{'type':'string'},{'type':'integer'}],'"
                                  "items':{'type':'boolean'},'minItems':1,'maxItems':4}"
                               << QStringList{"['a']", "['a', 1]", "['a', 1, true, false]"}
                               << QStringList{"[]", "[1]", "['a', 1, 2]", "['a', 1, true, true, true]"};
        QTest::newRow("closed list") << "{'type':'array','prefixItems':[{'const':1}],'items':false}"
                                     << QStringList{"[]", "[1]"} << QStringList{"[1, 1]", "[2]"};
        QTest::newRow("enum") << "{'enum':['a',1,null,{'x':[true]}]}"
                              << QStringList{"'a'", "1", "null", "{'x': [true]}"}
                              << QStringList{"'b'", "2", "{}"};
        QTest::newRow("enum and type")
            << "{'enum':['a',1],'type':'string'}" << QStringList{"'a'"} << QStringList{"1"};
        QTest::newRow("recursion")
            << "{'$ref':'#/$defs/n','$defs':{'n':{'type':'object','properties':{'next':{'anyOf':[{'$ref':'#/"
               "$defs/n'},{'type':'null'}]}},'required':['next'],'additionalProperties':false}}}"
            << QStringList{"{'next': null}", "{'next': {'next': {'next': null}}}"}
            << QStringList{"{}", "{'next': 1}"};
        QTest::newRow("allOf") << "{'allOf':[{'type':'integer','minimum':3},{'maximum':5}]}"
                               << QStringList{"3", "5"} << QStringList{"2", "6", "'a'"};
        QTest::newRow("oneOf that may overlap")
            << "{'oneOf':[{'type':'integer'},{'type':'number','minimum':2}]}" << QStringList{"1", "2.5"}
            << QStringList{"3", "1.5"};
        QTest::newRow("not") << "{'type':'string','not':{'enum':['a','b']}}" << QStringList{"'c'", "'aa'"}
                             << QStringList{"'a'", "'b'"};
        QTest::newRow("if") << "{'type':'object','properties':{'k':{'enum':['a','b']},'v':{}},'required':['k'"
                               ",'v'],'additionalProperties':false,"
                               "'if':{'properties':{'k':{'const':'a'}}},'then':{'properties':{'v':{'type':'"
                               "integer'}}},'else':{'properties':{'v':{'type':'string'}}}}"
                            << QStringList{"{'k': 'a', 'v': 1}", "{'k': 'b', 'v': 'x'}"}
                            << QStringList{"{'k': 'a', 'v': 'x'}", "{'k': 'b', 'v': 1}"};
        QTest::newRow("pattern and length")
            << "{'type':'string','pattern':'^a*$','minLength':2,'maxLength':3}"
            << QStringList{"'aa'", "'aaa'"} << QStringList{"'a'", "'aaaa'", "'ab'"};
        QTest::newRow("format") << "{'type':'string','format':'date'}" << QStringList{"'2024-02-29'"}
                                << QStringList{"'2023-02-29'", "'2024-1-1'"};
        QTest::newRow("what cannot be is left out")
            << "{'anyOf':[{'type':'integer','minimum':3,'maximum':2},{'type':'null'}]}" << QStringList{"null"}
            << QStringList{"3", "2"};
    }
    void refusesByName() {
        QFETCH(QString, schema);
        QFETCH(QString, keyword);
        const QString refusal = refusalOf([&] { return readJsonSchema(schema.toStdString()); });
        QVERIFY2(refusal.contains("\"" + keyword + "\""), qPrintable(refusal));
    }
    void refusesByName_data() {
        QTest::addColumn<QString>("schema");
        QTest::addColumn<QString>("keyword");
        for (const auto& [schema, keyword] :
             {std::pair("{\"uniqueItems\": true}", "uniqueItems"),
              {"{\"multipleOf\": 2}", "multipleOf"},
              {"{\"patternProperties\": {\"a\": {\"type\": \"null\"}}}", "patternProperties"},
              {"{\"contains\": {}}", "contains"},
              {"{\"format\": \"phone\"}", "format"},
              {"{\"$ref\": \"http://other/\"}", "$ref"},
              {"{\"$dynamicRef\": \"#a\"}", "$dynamicRef"},
              {"{\"type\": \"text\"}", "type"},
              {"{\"minLength\": \"2\"}", "minLength"},
              {"{\"required\": \"a\"}", "required"},
              {"{\"properties\": {\"a\": {\"dependentRequired\": {\"a\": [\"b\"]}}}}", "dependentRequired"},
              {"{\"not\": {\"items\": {\"type\": \"null\"}}}", "not"},
              {"{\"pattern\": \"(?=a)b\"}", "(?=a)b"}})
            QTest::newRow(schema) << QString(schema) << QString(keyword);
    }
    void sizeIsBounded() {
        QVERIFY(!refusalOf([] {
                     return readJsonSchema(
                                "{\"type\":\"array\",\"items\":{\"type\":\"array\",\"minItems\":90000},"
                                "\"minItems\":90000}"),
                            Automaton(readJsonSchema("{\"type\":\"array\",\"minItems\":90000000}"));
                 }).isEmpty());
        QString deep = "true";
        for (int i = 0; i < 40; ++i) deep = "{\"allOf\":[" + deep + "]}";
        QVERIFY(fitsText(readJsonSchema(deep.toStdString()), "1"));
        QVERIFY(!refusalOf([] { return readJsonSchema(std::string(5000, '[')); }).isEmpty());
    }
};

QTEST_GUILESS_MAIN(JsonSchemaTest)
#include "tst_json_schema.moc"

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
        QTest::newRow("distinct items")
            << "{'type':'array','items':{'enum':['a','b','c']},'uniqueItems':true,'minItems':1}"
            << QStringList{"['b', 'a']", "['c']", "['a', 'c', 'b']"}
            << QStringList{"[]", "['a', 'a']", "['a', 'b', 'a']"};
        QTest::newRow("many distinct items, in order")
            << "{'type':'array','items':{'enum':[1,2,3,4,5,6,7,8,9,10]},'uniqueItems':true,'minItems':2,"
               "'maxItems':3}"
            << QStringList{"[1, 10]", "[2, 5, 9]"} << QStringList{"[1]", "[3, 3]", "[1, 2, 3, 4]"};
        QTest::newRow("one item is always distinct")
            << "{'type':'array','items':{'type':'string'},'uniqueItems':true,'maxItems':1}"
            << QStringList{"[]", "['a']"} << QStringList{"['a', 'b']"};
        QTest::newRow("multiples") << "{'type':'integer','multipleOf':7,'minimum':1}"
                                   << QStringList{"7", "14", "700"} << QStringList{"0", "8", "-7", "15"};
        QTest::newRow("multiples of a fraction")
            << "{'type':'number','multipleOf':0.25}" << QStringList{"0", "1.5", "-0.75", "12"}
            << QStringList{"0.3", "1.125", "0.1"};
        QTest::newRow("multiples of thousands")
            << "{'type':'integer','multipleOf':3000}" << QStringList{"0", "3000", "-12000"}
            << QStringList{"1000", "300", "3500"};
        QTest::newRow("tuples of draft 7")
            << "{'type':'array','items':[{'type':'string'},{'type':'integer'}],'additionalItems':false}"
            << QStringList{"[]", "['a']", "['a', 1]"} << QStringList{"[1]", "['a', 'b']", "['a', 1, 2]"};
        QTest::newRow("tuples with more")
            << "{'type':'array','items':[{'const':1}],'additionalItems':{'type':'null'}}"
            << QStringList{"[1, null, null]"} << QStringList{"[1, 1]"};
        QTest::newRow("names of properties")
            << "{'type':'object','propertyNames':{'pattern':'^x-','maxLength':4},'properties':{'b':{},'x-1':{"
               "'"
               "type':'null'}},'additionalProperties':{'type':'integer'}}"
            << QStringList{"{}", "{'x-1': null, 'x-ab': 1}"}
            << QStringList{"{'b': 1}", "{'y': 1}", "{'x-abc': 1}", "{'x-1': 1}"};
        QTest::newRow("listed names of properties")
            << "{'type':'object','propertyNames':{'enum':['a','b']}}" << QStringList{"{'a': 1, 'b': 2}"}
            << QStringList{"{'c': 1}"};
        QTest::newRow("formats of numbers")
            << "{'type':'integer','format':'int32'}" << QStringList{"7"} << QStringList{"'a'"};
        QTest::newRow("what cannot be is left out")
            << "{'anyOf':[{'type':'integer','minimum':3,'maximum':2},{'type':'null'}]}" << QStringList{"null"}
            << QStringList{"3", "2"};
    }
    /// Counts of any size cost few places and hold to the last one.
    void largeCounts() {
        QFETCH(QString, schema);
        QFETCH(QString, open);
        QFETCH(QString, part);
        QFETCH(QString, close);
        QFETCH(int, least);
        QFETCH(int, most);
        const Rules rules = readJsonSchema(schema.toStdString());
        QVERIFY(Automaton::placesOf(rules) < 4000);
        const auto fits = [&](int count) {
            QString text = part.repeated(count);
            if (part.startsWith(", ")) text.remove(0, 2);
            return fitsText(rules, (open + text + close).toStdString());
        };
        QVERIFY(fits(least) && fits((least + most) / 2) && fits(most));
        QVERIFY(!fits(most + 1) && (least == 0 || !fits(least - 1)));
    }
    void largeCounts_data() {
        QTest::addColumn<QString>("schema");
        QTest::addColumn<QString>("open");
        QTest::addColumn<QString>("part");
        QTest::addColumn<QString>("close");
        QTest::addColumn<int>("least");
        QTest::addColumn<int>("most");
        const auto row = [](const char* schema, const char* open, const char* part, const char* close,
                            int least, int most) {
            QTest::newRow(schema) << schema << open << part << close << least << most;
        };
        row(R"({"type":"string","maxLength":65536})", "\"", "é", "\"", 0, 65'536);
        row(R"({"type":"string","minLength":30000,"maxLength":65536})", "\"", "\\n", "\"", 30'000, 65'536);
        row(R"({"type":"string","pattern":"^[a-z]+$","maxLength":50000})", "\"", "x", "\"", 1, 50'000);
        row(R"({"type":"string","pattern":"^[a-z]{3,50000}$"})", "\"", "x", "\"", 3, 50'000);
        row(R"({"type":"string","pattern":"^(ab){0,40000}(cd)?$"})", "\"", "ab", "cd\"", 0, 40'000);
        row(R"({"type":"string","pattern":"^(ab){200,}$","maxLength":90000})", "\"", "ab", "\"", 200, 45'000);
        row(R"({"type":"string","pattern":"[0-9]{3,60000}","maxLength":70000})", "\"", "7", "\"", 3, 70'000);
        row(R"({"type":"array","items":{"type":"integer"},"minItems":2,"maxItems":30000})", "[", ", 1", "]",
            2, 30'000);
        row(R"({"type":"object","minProperties":1,"maxProperties":30000})", "{", ", \"a\": 1", "}", 1,
            30'000);
    }
    void boundsOutOfReach() {
        const Rules wide = readJsonSchema("{\"type\":\"number\",\"minimum\":-1e300,\"maximum\":1e300}");
        QVERIFY(fitsText(wide, "1") && fitsText(wide, "-5.5") && fitsText(wide, "123456789012345678901"));
        const Rules fine = readJsonSchema("{\"type\":\"number\",\"minimum\":1e-300,\"maximum\":1e25}");
        QVERIFY(fitsText(fine, "0.1") && !fitsText(fine, "0") && !fitsText(fine, "-1"));
    }
    void refusalsNameTheProperty() {
        const QString refusal = refusalOf([] {
            return readJsonSchema(
                R"({"properties":{"a":{"items":{"properties":{"b":{"type":"string","format":"phone"}}}}}})");
        });
        QVERIFY2(refusal.contains("\"format\"") && refusal.contains("\"a[].b\""), qPrintable(refusal));
        const QString within = refusalOf([] {
            return readJsonSchema(R"({"properties":{"a":{"oneOf":[{"format":"phone"},{"minLength":1}]}}})");
        });
        QVERIFY2(within.contains("\"a\"") && within.contains("phone"), qPrintable(within));
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
              {"{\"multipleOf\": 1234567}", "multipleOf"},
              {"{\"multipleOf\": 0}", "multipleOf"},
              {"{\"minimum\": 1e300}", "minimum"},
              {"{\"items\": {\"type\": \"string\"}, \"uniqueItems\": true}", "uniqueItems"},
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
        QVERIFY(refusalOf([] {
                    return Automaton(readJsonSchema("{\"const\":\"" + std::string(10'000'000, 'a') + "\"}"));
                }).contains("places"));
        QString deep = "true";
        for (int i = 0; i < 40; ++i) deep = "{\"allOf\":[" + deep + "]}";
        QVERIFY(fitsText(readJsonSchema(deep.toStdString()), "1"));
        QVERIFY(!refusalOf([] { return readJsonSchema(std::string(5000, '[')); }).isEmpty());
    }
};

QTEST_GUILESS_MAIN(JsonSchemaTest)
#include "tst_json_schema.moc"

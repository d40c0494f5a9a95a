#include "grammar/loose_schema.h"

#include <QtTest>

#include "engine/grammar/grammar_text.h"

using namespace hearth;
using namespace hearth::grammar;

class LooseSchemaTest : public QObject {
    Q_OBJECT

private slots:
    void holdsWhatCanBeHeld() {
        QFETCH(QString, schema);
        QFETCH(QString, leftOut);
        QFETCH(QStringList, good);
        QFETCH(QStringList, bad);
        const auto quoted = [](QString text) { return text.replace('\'', '"').toStdString(); };
        const LooseSchema loose = readLooseSchema(Json::parse(quoted(schema)), false);
        for (const QString& text : good) QVERIFY2(fitsText(loose.rules, quoted(text)), qPrintable(text));
        for (const QString& text : bad) QVERIFY2(!fitsText(loose.rules, quoted(text)), qPrintable(text));
        QStringList names;
        for (const LeftOut& one : loose.leftOut)
            names += QString::fromStdString(one.property + ":" + one.keyword);
        names.sort();
        QCOMPARE(names.join(' '), leftOut);
    }
    void holdsWhatCanBeHeld_data() {
        QTest::addColumn<QString>("schema");
        QTest::addColumn<QString>("leftOut");
        QTest::addColumn<QStringList>("good");
        QTest::addColumn<QStringList>("bad");
        QTest::newRow("all") << "{'type':'integer'}"
                             << "" << QStringList{"1"} << QStringList{"'a'"};
        QTest::newRow("formats and expressions")
            << "{'type':'object','properties':{'a':{'type':'string','format':'binary','maxLength':2},'b':{'"
               "type':"
               "'string','pattern':'(?=x)y'}},'required':['a'],'additionalProperties':false}"
            << "a:format b:pattern" << QStringList{"{'a': 'xy'}", "{'a': '', 'b': 'any'}"}
            << QStringList{"{}", "{'a': 'xyz'}", "{'a': 'x', 'b': 1}"};
        QTest::newRow("distinct texts")
            << "{'type':'array','items':{'type':'string'},'uniqueItems':true,'maxItems':2}"
            << ":uniqueItems" << QStringList{"['a', 'a']"} << QStringList{"[1]", "['a', 'b', 'c']"};
        QTest::newRow("in what must not fit") << "{'type':'string','not':{'format':'binary'},'maxLength':1}"
                                              << ":not" << QStringList{"'a'"} << QStringList{"'ab'", "1"};
        QTest::newRow("in a condition")
            << "{'type':'string','if':{'pattern':'(?=a)'},'then':{'maxLength':1},'else':{'maxLength':2}}"
            << ":if" << QStringList{"'abc'"} << QStringList{"1"};
        QTest::newRow("what does not fit")
            << "{'oneOf':[{'type':'string','format':'date'},{'type':'string'}]}"
            << ":oneOf" << QStringList{"'a'", "1"} << QStringList{};
        QTest::newRow("unknown references")
            << "{'type':'object','properties':{'a':{'$ref':'http://x/','type':'null'}}}"
            << "a:$ref" << QStringList{"{'a': null}"} << QStringList{"{'a': 1}"};
        QTest::newRow("definitions")
            << "{'$ref':'#/$defs/d','$defs':{'d':{'type':'array','items':{'format':'x','type':'"
               "string'}}}}"
            << "d[]:format" << QStringList{"['a']"} << QStringList{"[1]", "1"};
        QTest::newRow("damage") << "{'type':'text','maxLength':'a','minLength':2}"
                                << ":maxLength :type" << QStringList{"'ab'"} << QStringList{"'a'"};
        QTest::newRow("no schema") << "[1]"
                                   << ":" << QStringList{"1", "{}"} << QStringList{};
    }
    void nothingFits() {
        const LooseSchema loose =
            readLooseSchema(Json::parse(R"({"type":"integer","minimum":3,"maximum":2})"), false);
        QVERIFY(loose.leftOut.size() == 1 && loose.leftOut[0].keyword.empty() && fitsText(loose.rules, "1"));
    }
    void objectsAlone() {
        const LooseSchema loose = readLooseSchema(Json::parse("[]"), true);
        QVERIFY(fitsText(loose.rules, "{}") && !fitsText(loose.rules, "1"));
        const LooseSchema open = readLooseSchema(Json::parse("{\"minProperties\":1}"), true);
        QVERIFY(fitsText(open.rules, "{\"a\": 1}") && !fitsText(open.rules, "{}") &&
                !fitsText(open.rules, "1"));
    }
    void sentences() {
        QCOMPARE(sentenceOf({"a", "format", "why."}),
                 std::string("are not held to \"format\" of \"a\": why."));
        QCOMPARE(sentenceOf({"", "", "why"}), std::string("are not held to the schema: why."));
    }
    void manyAtOnceAreQuick() {
        Json schema{{"type", "object"}, {"properties", Json::object()}};
        for (int i = 0; i < 1000; ++i)
            schema["properties"]["p" + std::to_string(i)] = {{"type", "string"}, {"format", "binary"}};
        QCOMPARE(readLooseSchema(schema, true).leftOut.size(), size_t{1000});
    }
};

QTEST_GUILESS_MAIN(LooseSchemaTest)
#include "tst_loose_schema.moc"

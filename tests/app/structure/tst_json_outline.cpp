#include "structure/json_outline.h"

#include <QtTest>

using namespace hearth::app;

namespace {

/// "key kind [begin,end)" of each node, indented by its depth; an open one ends with "…".
QStringList linesOf(const QString& text) {
    static const char* const kinds[] = {"object", "list", "text", "number", "word"};
    QStringList lines;
    for (const JsonOutline::Node& node : JsonOutline::of(text).nodes)
        lines += QString(node.depth, u'.') + (node.key.isEmpty() ? QString::number(node.index) : node.key) +
                 u' ' + QLatin1String(kinds[static_cast<size_t>(node.kind)]) + u' ' +
                 text.mid(node.begin, node.end - node.begin) + (node.whole ? "" : "…");
    return lines;
}

}  // namespace

class TestJsonOutline : public QObject {
    Q_OBJECT

private slots:
    void valuesStandInTheirOrder() {
        const QString text = " {\"b\": [1, -2.50e3 , \"x,]\"], \"a\": {\"c\": null}, \"d\": {} }\n";
        const JsonOutline outline = JsonOutline::of(text);
        QVERIFY(outline.isJson && outline.whole && !outline.cut);
        QCOMPARE(outline.nodes[0].children, 3);
        QCOMPARE(outline.nodes[1].children, 3);
        QCOMPARE(
            linesOf(text).mid(1),
            (QStringList{".b list [1, -2.50e3 , \"x,]\"]", "..0 number 1", "..1 number -2.50e3",
                         "..2 text \"x,]\"", ".a object {\"c\": null}", "..c word null", ".d object {}"}));
    }

    void everyBeginningIsAlsoJson() {
        const QString text =
            "{\"na\\\"me\": \"\\u00e4\\n\", \"list\": [true, {\"n\": -12.5E+7}, [], null], \"x\": 0}";
        size_t values = 0;
        for (qsizetype length = 1; length <= text.size(); ++length) {
            const JsonOutline outline = JsonOutline::of(QStringView(text).left(length));
            QVERIFY2(outline.isJson, qPrintable(text.left(length)));
            QCOMPARE(outline.whole, length == text.size());
            QVERIFY(outline.nodes.size() >= values);
            values = outline.nodes.size();
        }
        QCOMPARE(values, size_t{9});
    }

    void whatIsBeingWrittenIsOpen() {
        QCOMPARE(linesOf("[12"), (QStringList{"0 list [12…", ".0 number 12…"}));
        QCOMPARE(linesOf("[tr"), (QStringList{"0 list [tr…", ".0 word tr…"}));
        QCOMPARE(linesOf("{\"a\": \"b\\"), (QStringList{"0 object {\"a\": \"b\\…", ".a text \"b\\…"}));
    }

    void otherTextIsNone_data() {
        QTest::addColumn<QString>("text");
        for (const char* text :
             {"", "Hello", "[1] Smith says", "{a: 1}", "{\"a\" 1}", "{\"a\": 1,}", "[1,]", "[01]", "[1.]",
              "[-]", "[.5]", "{} more", "[truth]", "]", "[1 2]", "{\"a\": 1]", "{1: 2}"})
            QTest::newRow(text) << text;
    }

    void otherTextIsNone() {
        QFETCH(QString, text);
        const JsonOutline outline = JsonOutline::of(text);
        QVERIFY(!outline.isJson && outline.nodes.empty() && !outline.whole);
    }

    void aTextOfItsOwnIsAValue() {
        QCOMPARE(linesOf("\"yes\""), QStringList{"0 text \"yes\""});
        QVERIFY(JsonOutline::of(u"-0.5").whole);
    }

    void depthAndNumberAreBounded() {
        const JsonOutline deep = JsonOutline::of(QString(1'000'000, u'['));
        QVERIFY(deep.isJson && deep.cut && !deep.whole);
        QCOMPARE(deep.nodes.size(), size_t{JsonOutline::mostDepth});
        const JsonOutline many =
            JsonOutline::of(u'[' + QStringLiteral("1,").repeated(100'000) + QStringLiteral("1]"));
        QVERIFY(many.isJson && many.cut && !many.whole);
        QCOMPARE(many.nodes.size(), size_t{JsonOutline::mostNodes});
    }

    void escapesBecomeWhatTheyMean() {
        QCOMPARE(unescapedJson(u"\"a\\\"b\\\\c\\/d\\n\\t\\u00e9\\ud83d\\ude00\""),
                 QString::fromUtf8("a\"b\\c/d\n\t\xc3\xa9\xf0\x9f\x98\x80"));
        QCOMPARE(unescapedJson(u"\"cut \\u00"), QString("cut 00"));
        QCOMPARE(unescapedJson(u"\"cut \\"), QString("cut "));
    }
};

QTEST_GUILESS_MAIN(TestJsonOutline)
#include "tst_json_outline.moc"

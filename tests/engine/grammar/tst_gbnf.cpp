#include "grammar/gbnf.h"

#include <QtTest>

#include "engine/grammar/grammar_text.h"

using namespace hearth;
using namespace hearth::grammar;

class GbnfTest : public QObject {
    Q_OBJECT

private slots:
    void halfAPairOfSurrogatesIsRefused() {
        for (const char* bad : {"root ::= \"\\uD800\"", "root ::= \"\\uDC00\"", "root ::= \"\\uD800\\u0041\"",
                                "root ::= [\\uD800]", "root ::= \"\\U0000D800\""})
            QVERIFY2(refusalOf([&] { return readGbnf(bad); }).contains("surrogates"), bad);
        const Rules pair = readGbnf("root ::= \"\\uD83D\\uDE00\"");
        QVERIFY(fitsText(pair, "\xF0\x9F\x98\x80"));
    }
    void reads() {
        QFETCH(QString, text);
        QFETCH(QStringList, good);
        QFETCH(QStringList, bad);
        const Rules rules = readGbnf(text.toStdString());
        for (const QString& one : good) QVERIFY2(fitsText(rules, one.toStdString()), qPrintable(one));
        for (const QString& one : bad) QVERIFY2(!fitsText(rules, one.toStdString()), qPrintable(one));
    }
    void reads_data() {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QStringList>("good");
        QTest::addColumn<QStringList>("bad");
        QTest::newRow("rules over lines")
            << "# a list\nroot ::= item\n  | item \",\" root # more\nitem ::= [a-c]+"
            << QStringList{"a", "abc,b"} << QStringList{"", "a,", "d"};
        QTest::newRow("groups over lines") << "root ::= (\n \"x\" |\n \"y\"\n)*\n"
                                           << QStringList{"", "xyx"} << QStringList{"z"};
        QTest::newRow("escapes") << "root ::= \"\\n\\t\\\"\\\\\\x41\\u00e9\\U0001F600\" [\\]\\-^]"
                                 << QStringList{QString::fromUtf8("\n\t\"\\Aé😀]"),
                                                QString::fromUtf8("\n\t\"\\Aé😀-")}
                                 << QStringList{"n"};
        QTest::newRow("classes") << "root ::= [^0-9a] [ぁ-ゟ] ." << QStringList{QString::fromUtf8("bあ\n")}
                                 << QStringList{QString::fromUtf8("aあx"), "bax"};
        QTest::newRow("counts") << "root ::= \"a\"{2} \"b\"{1,} \"c\"{,2} \"d\"{2,3}"
                                << QStringList{"aabdd", "aabbbccddd"}
                                << QStringList{"abdd", "aabcccdd", "aabd"};
        QTest::newRow("a repetition of a repetition")
            << "root ::= (\"a\"?)* \"b\"" << QStringList{"b", "aab"} << QStringList{"a"};
    }
    void refuses() {
        QFETCH(QString, text);
        QFETCH(QString, why);
        const QString refusal = refusalOf([&] { return readGbnf(text.toStdString()); });
        QVERIFY2(refusal.contains(why), qPrintable(refusal));
    }
    void refuses_data() {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("why");
        QTest::newRow("nothing") << ""
                                 << "\"root\"";
        QTest::newRow("no root") << "a ::= \"b\""
                                 << "\"root\"";
        QTest::newRow("text that is not closed") << "root ::= \"a"
                                                 << "Line 1";
        QTest::newRow("parenthesis") << "\nroot ::= (\"a\""
                                     << "Line 2";
        QTest::newRow("class") << "root ::= [a-"
                               << "character class";
        QTest::newRow("range") << "root ::= [z-a]"
                               << "before its start";
        QTest::newRow("counts") << "root ::= \"a\"{3,1}"
                                << "above its largest";
        QTest::newRow("twice") << "root ::= \"a\"\nroot ::= \"b\""
                               << "second time";
        QTest::newRow("escape") << "root ::= \"\\q\""
                                << "unknown";
        QTest::newRow("nesting") << "root ::= " + QString(1000, '(') << "nests deeper";
        QTest::newRow("no rule") << "root ::= \"a\" ; \"b\""
                                 << "not expected";
    }
};

QTEST_GUILESS_MAIN(GbnfTest)
#include "tst_gbnf.moc"

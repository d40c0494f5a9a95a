#include "grammar/pattern.h"

#include <QtTest>

#include "engine/grammar/grammar_text.h"

using namespace hearth;
using namespace hearth::grammar;

class PatternTest : public QObject {
    Q_OBJECT

private slots:
    void refuses() {
        QFETCH(QString, pattern);
        const QString refusal = refusalOf([&] { return readPattern(pattern.toStdString()); });
        // Of a long one the beginning.
        QVERIFY2(refusal.startsWith("The regular expression \"" + pattern.left(40)), qPrintable(refusal));
        QVERIFY2(refusal.contains("\" cannot be used: ") && refusal.size() < 300, qPrintable(refusal));
    }
    void refuses_data() {
        QTest::addColumn<QString>("pattern");
        for (const char* pattern : {"(", ")", "[a", "a{3,2}", "*", "(?=a)", "(?!a)", "(?<=a)", "\\1",
                                    "\\k<a>", "\\b", "\\q", "\\x1", "\\p{Nonsense}", "[z-a]", "\\", "a{2"})
            QTest::newRow(pattern) << pattern;
        QTest::newRow("deep") << QString(1000, '(');
    }
    void readsSyntax() {
        const Pattern pattern = readPattern("^(?:a|(?<name>b))[^c-e]{2,}$");
        QVERIFY(pattern.nodes.size() > 5);
        QCOMPARE(readPattern("\\ud83d\\ude00").nodes.front().characters, CodePoints::one(0x1F600));
        QCOMPARE(readPattern("\\u{1F600}").nodes.front().characters, CodePoints::one(0x1F600));
        QVERIFY(readPattern("\\p{Lu}").nodes.front().characters.contains(0xC9));
        QVERIFY(!readPattern("\\P{L}").nodes.front().characters.contains('x'));
    }
};

QTEST_GUILESS_MAIN(PatternTest)
#include "tst_pattern.moc"

#include "grammar/text_reader.h"

#include <QtTest>

#include "engine/grammar/grammar_text.h"

using namespace hearth;
using namespace hearth::grammar;

class GrammarTextReaderTest : public QObject {
    Q_OBJECT

private slots:
    void readsWhatParsersAskFor() {
        TextReader reader("12\n0x1Fé");
        QCOMPARE(reader.number(), std::optional<size_t>(12));
        QCOMPARE(reader.line(), size_t{1});
        QVERIFY(!reader.number());
        reader.skip();
        QCOMPARE(reader.line(), size_t{2});
        QVERIFY(reader.take("0x") && !reader.take("0x"));
        QVERIFY(!reader.hexadecimal(3));
        QCOMPARE(reader.hexadecimal(2), std::optional<uint32_t>(0x1F));
        QCOMPARE(reader.character(), uint32_t{0xE9});
        QVERIFY(reader.atEnd());
        QCOMPARE(reader.peek(), '\0');
        QCOMPARE(reader.character(), uint32_t{0xFFFD});
        QVERIFY(!reader.take("x"));
    }
    void numbersAreCapped() {
        QCOMPARE(TextReader("99999999999999999999999999").number(), std::optional<size_t>(1'000'000'000));
    }
};

QTEST_GUILESS_MAIN(GrammarTextReaderTest)
#include "tst_text_reader.moc"

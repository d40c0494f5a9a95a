#include "unicode/composition.h"

#include <QtTest>
#include <random>

#include "unicode/utf8.h"

using namespace hearth;

/// Qt's own normalisation is the reference.
class CompositionTest : public QObject {
    Q_OBJECT

private slots:
    void knownTexts_data() {
        QTest::addColumn<QByteArray>("input");
        QTest::addColumn<QByteArray>("expected");
        const auto row = [](const char* name, const char* input, const char* expected) {
            QTest::newRow(name) << QByteArray(input) << QByteArray(expected);
        };
        row("nothing", "", "");
        row("ascii", "plain text", "plain text");
        row("accent", "e\xCC\x81", "\xC3\xA9");
        row("composed stays", "\xC3\xA9", "\xC3\xA9");
        row("two marks in the wrong order", "a\xCC\x88\xCC\xA3", "\xE1\xBA\xA1\xCC\x88");
        row("a mark of the same class blocks", "a\xCC\x82\xCC\x80\xCC\x81", "\xE1\xBA\xA7\xCC\x81");
        row("Hangul letters", "\xE1\x84\x92\xE1\x85\xA1\xE1\x86\xAB", "\xED\x95\x9C");
        row("Hangul syllable and last letter", "\xED\x95\x98\xE1\x86\xAB", "\xED\x95\x9C");
        row("singleton", "\xE2\x84\xAB", "\xC3\x85");
        row("excluded from composition", "\xE0\xA5\x98", "\xE0\xA4\x95\xE0\xA4\xBC");
        row("beyond the basic plane", "\xF0\x91\x82\xA5\xF0\x91\x82\xBA\xE1\x84\x80\xE1\x85\xA1",
            "\xF0\x91\x82\xAB\xEA\xB0\x80");
        row("a mark at the start", "\xCC\x81\x65", "\xCC\x81\x65");
        row("bytes that are no text", "e\xFF\xCC\x81\xE2\x82", "e\xFF\xCC\x81\xE2\x82");
    }
    void knownTexts() {
        QFETCH(QByteArray, input);
        QFETCH(QByteArray, expected);
        QCOMPARE(QByteArray::fromStdString(composed(input.toStdString())), expected);
    }
    void everyCodePoint() {
        for (char32_t c = 0; c <= 0x10FFFF; ++c) {
            const bool surrogate = c >= 0xD800 && c <= 0xDFFF;
            if (surrogate || QChar::unicodeVersion(c) == QChar::Unicode_Unassigned) continue;
            std::string text;
            hearth::appendUtf8(text, c);
            const QString expected =
                QStringView(QChar::fromUcs4(c)).toString().normalized(QString::NormalizationForm_C);
            if (composed(text) != expected.toStdString()) QFAIL(qPrintable(QString::number(c, 16)));
        }
    }
    void randomMarksAndLetters() {
        std::mt19937 random(1);
        const std::u32string letters =
            U"aeo\u1100\u1161\u11a8\uac00\u0915\u0300\u0301\u0308\u0323\u0327\u0338"
            U"\u093c\u0344\u1ea4\u00c5\u0b47\u0b3e\u3099\u304b";
        for (int round = 0; round < 20000; ++round) {
            std::u32string characters;
            for (size_t i = random() % 8 + 1; i > 0; --i) characters += letters[random() % letters.size()];
            const QString text = QString::fromStdU32String(characters);
            QCOMPARE(QString::fromStdString(composed(text.toStdString())),
                     text.normalized(QString::NormalizationForm_C));
        }
    }

    void decompositionAgreesWithQt() {
        int different = 0;
        for (char32_t c = 1; c <= 0x2FFFF; ++c) {
            if (c >= 0xD800 && c < 0xE000) continue;
            const QString text = QString::fromUcs4(&c, 1);
            const QString full = (text + "a\u0301\u0323").normalized(QString::NormalizationForm_D);
            if (full.size() < 4) continue;  // Qt drops non-characters
            different += decomposed((text + "a\u0301\u0323").toStdString()) == full.toStdString() ? 0 : 1;
        }
        QVERIFY2(different < 5, qPrintable(QString::number(different)));
        QCOMPARE(decomposed("\xC3\xA9\xFF\xED\x95\x9C"),
                 std::string("e\xCC\x81\xFF\xE1\x84\x92\xE1\x85\xA1\xE1\x86\xAB"));
    }
};

QTEST_GUILESS_MAIN(CompositionTest)
#include "tst_composition.moc"

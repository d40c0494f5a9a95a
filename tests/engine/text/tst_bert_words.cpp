#include "text/bert_words.h"

#include <QtTest>

using namespace hearth::text;

/// Expected values are those of the library tokenizers for the same texts. A whole vocabulary is compared
/// with it in tst_folder_vocabulary.
class BertWordsTest : public QObject {
    Q_OBJECT

    static QStringList words(const QString& text, const BertRules& rules = {}) {
        QStringList out;
        splitBertWords(text.toStdString(), rules, [&](std::string_view word) {
            out << QString::fromUtf8(word.data(), static_cast<qsizetype>(word.size()));
        });
        return out;
    }

private slots:
    void punctuationStandsAlone() {
        QCOMPARE(words("It's a $5 x^2—ok\u00BF"),
                 (QStringList{"it", "'", "s", "a", "$", "5", "x", "^", "2", "—", "ok", "¿"}));
        QCOMPARE(words("5€ 3×4"), (QStringList{"5€", "3×4"}));
    }
    void ideographsStandAlone() {
        QCOMPARE(words("日本go語カナ"), (QStringList{"日", "本", "go", "語", "カナ"}));
        QCOMPARE(words("日本", {.spacesHan = false}), QStringList{"日本"});
    }
    void accentsGoWithLowerCase() {
        QCOMPARE(words("ÀÉ ÅNGSTRÖM e\u0301"), (QStringList{"ae", "angstrom", "e"}));
        QCOMPARE(words("Àé İ", {.stripsAccents = false}), (QStringList{"àé", "i\u0307"}));
        QCOMPARE(words("Àé", {.stripsAccents = false, .lowercases = false}), QStringList{"Àé"});
        QCOMPARE(words("한"), QStringList{"\u1112\u1161\u11AB"});
    }
    void controlCharactersGo() {
        QCOMPARE(words(QString("a\u200Bb\uFEFFc\u000Bd\uE000e\uFFFD") + QChar(0) + "f"),
                 QStringList{"abcdef"});
        QCOMPARE(words("a\tb\nc\rd\u00A0e\u2028f\u3000g"), (QStringList{"a", "b", "c", "d", "e", "f", "g"}));
        QCOMPARE(words("a\u200Bb", {.cleans = false}), QStringList{"a\u200Bb"});
        QCOMPARE(words("a\u000Bb", {.cleans = false}), (QStringList{"a", "b"}));
    }
    void youngCharactersAreOrdinary() {
        QCOMPARE(words("a\u2E43b\u08D4"), QStringList{"a\u2E43b\u08D4"});
        QCOMPARE(words("a\u166Db\u1734c"), (QStringList{"a", "\u166D", "bc"}));
    }
    void bytesThatAreNoTextGo() {
        QStringList out;
        splitBertWords("caf\xFFz \xE2\x82", {}, [&](std::string_view word) {
            out << QString::fromUtf8(word.data(), static_cast<qsizetype>(word.size()));
        });
        QCOMPARE(out, QStringList{"cafz"});
    }
};

QTEST_APPLESS_MAIN(BertWordsTest)
#include "tst_bert_words.moc"

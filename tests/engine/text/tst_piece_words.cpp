#include "text/piece_words.h"

#include <QtTest>

#include "text/char_map.h"

using namespace hearth::text;
using Prefix = PieceRules::Prefix;

/// With maps, tst_folder_vocabulary compares with the library tokenizers.
class PieceWordsTest : public QObject {
    Q_OBJECT

    static QStringList words(const QString& text, const PieceRules& rules, bool atStart = true) {
        QStringList out;
        splitPieceWords(text.toStdString(), atStart, rules, CharMap(), [&](std::string_view word) {
            out << QString::fromUtf8(word.data(), static_cast<qsizetype>(word.size()))
                       .replace(u'\u2581', u'_');
        });
        return out;
    }

private slots:
    void marks() {
        QCOMPARE(words("a b", {}), QStringList{"a_b"});
        QCOMPARE(words("a b", {.prefix = Prefix::Always}), QStringList{"_a_b"});
        QCOMPARE(words(" a", {.prefix = Prefix::Always}), QStringList{"_a"});
        QCOMPARE(words("a", {.prefix = Prefix::First}, false), QStringList{"a"});
        QCOMPARE(words("a", {.prefix = Prefix::Always}, false), QStringList{"_a"});
        QCOMPARE(words("", {.prefix = Prefix::Always}), QStringList{});
    }
    void eachMarkBeginsAWord() {
        QCOMPARE(words("a  b c", {.splitsAtMarks = true}), (QStringList{"a", "_", "_b", "_c"}));
    }
    void whiteSpaceEndsWords() {
        QCOMPARE(words("\ta b\u3000c\n", {.splitsAtWhiteSpace = true, .prefix = Prefix::Always}),
                 (QStringList{"_a", "_b", "_c"}));
        QCOMPARE(words("a b", {.splitsAtWhiteSpace = true, .prefix = Prefix::First}),
                 (QStringList{"_a", "b"}));
    }
    void spacesJoin() {
        QCOMPARE(words("a   b c  ", {.spaces = " "}), QStringList{"a_b_c_"});
        QCOMPARE(words("  a  b", {.spaces = "\xE2\x96\x81", .splitsAtWhiteSpace = true}),
                 QStringList{"_a_b"});
        QCOMPARE(words(" a \n", {.stripsLeft = true, .stripsRight = true}), QStringList{"a"});
    }
    void clusters() {
        const auto first = [](const QString& text) {
            const std::string bytes = text.toStdString();
            return QString::fromStdString(bytes.substr(0, clusterEnd(bytes, 0)));
        };
        QCOMPARE(first("ab"), QString("a"));
        QCOMPARE(first("e\u0301\u0323x"), QString("e\u0301\u0323"));
        QCOMPARE(first("\r\nx"), QString("\r\n"));
        QCOMPARE(first("\n\u0301"), QString("\n"));
        QCOMPARE(first("a\u200Db"), QString("a\u200D"));
        QCOMPARE(first("\u200B\u0301"), QString("\u200B"));
        QCOMPARE(first("a\u102B"), QString("a"));
    }
    void bytesThatAreNoText() {
        QStringList out;
        splitPieceWords("a\xFF", true, {}, CharMap(), [&](std::string_view word) {
            out << QString::fromUtf8(word.data(), static_cast<qsizetype>(word.size()));
        });
        QCOMPARE(out, QStringList{"a\uFFFD"});
    }
};

QTEST_APPLESS_MAIN(PieceWordsTest)
#include "tst_piece_words.moc"

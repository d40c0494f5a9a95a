#include <QtTest>

#include "hearth/tokenizer.h"
#include "sample_vocabulary.h"

using namespace hearth;
using test::SampleVocabulary;

class StreamDecoderTest : public QObject {
    Q_OBJECT

    /// In SampleVocabulary::byteLevel() the id of a byte entry is the byte.
    static std::string streamed(const Tokenizer& tokenizer, const std::string& bytes, bool flush = true) {
        StreamDecoder decoder(tokenizer);
        std::string out;
        for (const char byte : bytes) out += decoder.push(static_cast<unsigned char>(byte));
        return flush ? out + decoder.flush() : out;
    }

private slots:
    void sequencesCutAtEveryByte() {
        const auto tokenizer = SampleVocabulary::byteLevel().tokenizer();
        for (const std::string text :
             {"a", "\xC3\xA4", "\xE2\x82\xAC", "\xF0\x9F\x98\x80", "x\xF0\x9F\x98\x80y"}) {
            QCOMPARE(streamed(*tokenizer, text, false), text);
            for (size_t cut = 0; cut <= text.size(); ++cut) {
                StreamDecoder decoder(*tokenizer);
                std::string before;
                for (size_t i = 0; i < cut; ++i) before += decoder.push(static_cast<unsigned char>(text[i]));
                // The output so far consists of whole characters, and is a start of the text.
                QVERIFY(QString::fromStdString(before).toStdString() == before && text.starts_with(before));
                std::string after;
                for (size_t i = cut; i < text.size(); ++i)
                    after += decoder.push(static_cast<unsigned char>(text[i]));
                QCOMPARE(before + after, text);
                QCOMPARE(decoder.flush(), std::string());
            }
        }
    }

    void asciiComesAtOnce() {
        const auto tokenizer = SampleVocabulary::byteLevel().tokenizer();
        StreamDecoder decoder(*tokenizer);
        QCOMPARE(decoder.push('h'), std::string("h"));
        QCOMPARE(decoder.push(0xE2), std::string());
        QCOMPARE(decoder.push(0x82), std::string());
        QCOMPARE(decoder.push(0xAC), std::string("\xE2\x82\xAC"));
    }

    void invalidBytesBecomeReplacementCharacters_data() {
        QTest::addColumn<QByteArray>("bytes");
        QTest::addColumn<QByteArray>("expected");
        const QByteArray bad = "\xEF\xBF\xBD";
        QTest::newRow("lone continuation") << QByteArray("a\x80z") << "a" + bad + "z";
        QTest::newRow("never used") << QByteArray("\xFF\xFE") << bad + bad;
        QTest::newRow("overlong") << QByteArray("\xC0\xAF") << bad + bad;
        QTest::newRow("overlong three") << QByteArray("\xE0\x80\x80") << bad + bad + bad;
        QTest::newRow("surrogate") << QByteArray("\xED\xA0\x80") << bad + bad + bad;
        QTest::newRow("too large") << QByteArray("\xF4\x90\x80\x80") << bad + bad + bad + bad;
        QTest::newRow("cut off by a letter") << QByteArray("\xE2\x82z") << bad + "z";
        QTest::newRow("cut off by a start") << QByteArray("\xF0\x9F\xC3\xA4") << bad + "\xC3\xA4";
        QTest::newRow("cut off by the end") << QByteArray("a\xF0\x9F\x98") << "a" + bad;
    }
    void invalidBytesBecomeReplacementCharacters() {
        QFETCH(QByteArray, bytes);
        QFETCH(QByteArray, expected);
        const auto tokenizer = SampleVocabulary::byteLevel().tokenizer();
        QCOMPARE(QByteArray::fromStdString(streamed(*tokenizer, bytes.toStdString())), expected);
    }

    void everyThreeBytesGiveValidUtf8() {
        const auto tokenizer = SampleVocabulary::byteLevel().tokenizer();
        const unsigned char interesting[] = {0x00, 'a',  0x7F, 0x80, 0xBF, 0xC2, 0xDF, 0xE0,
                                             0xA0, 0xED, 0x9F, 0xF0, 0x90, 0xF4, 0x8F, 0xFF};
        for (const auto a : interesting) {
            for (const auto b : interesting) {
                for (const auto c : interesting) {
                    const std::string bytes = {static_cast<char>(a), static_cast<char>(b),
                                               static_cast<char>(c)};
                    const QByteArray out = QByteArray::fromStdString(streamed(*tokenizer, bytes));
                    QVERIFY(out.isValidUtf8());
                }
            }
        }
    }

    void specialTokensOnlyOnRequest() {
        const auto vocabulary = SampleVocabulary::byteLevel();
        const auto tokenizer = vocabulary.tokenizer();
        QCOMPARE(StreamDecoder(*tokenizer).push(vocabulary.idOf("<|e|>")), std::string());
        QCOMPARE(StreamDecoder(*tokenizer, true).push(vocabulary.idOf("<|e|>")), std::string("<|e|>"));
    }
};

QTEST_APPLESS_MAIN(StreamDecoderTest)
#include "tst_stream_decoder.moc"

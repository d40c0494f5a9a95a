#include "text/dna_words.h"

#include <QtTest>

#include "sample_vocabulary.h"

using namespace hearth;
using test::SampleVocabulary;
using Ids = std::vector<TokenId>;

class DnaWordsTest : public QObject {
    Q_OBJECT

private slots:
    void wordsOfSixLetters() {
        auto sample = SampleVocabulary::byteLevel();
        sample.model = "hybriddna";
        sample.add("<dna>").add("</dna>").add("<oov>").add("ACGTAC\xEE\x80\x80").add("GTAAAA\xEE\x80\x80");
        const auto tokenizer = sample.tokenizer();
        const TokenId open = sample.idOf("<dna>");
        const TokenId close = sample.idOf("</dna>");
        const TokenId unknown = sample.idOf("<oov>");
        const TokenId word = sample.idOf("ACGTAC\xEE\x80\x80");
        const TokenId filled = sample.idOf("GTAAAA\xEE\x80\x80");
        QCOMPARE(tokenizer->encode("a<dna>acgtacGT</dna>b"), (Ids{'a', open, word, filled, close, 'b'}));
        QCOMPARE(tokenizer->encode("<dna>ACGTACNNNNNN"), (Ids{open, word, unknown}));
        QCOMPARE(tokenizer->encode("<dna></dna><dna>"), (Ids{open, close, open}));
        QCOMPARE(tokenizer->encode("hello"), Ids{sample.idOf("hello")});
        QCOMPARE(tokenizer->decode(Ids{open, word, close}), std::string("<dna>ACGTAC</dna>"));
    }
    void withoutTheEntriesItIsText() {
        auto sample = SampleVocabulary::byteLevel();
        sample.model = "hybriddna";
        QCOMPARE(sample.tokenizer()->encode("<dna>A").size(), size_t{6});
    }
};

QTEST_APPLESS_MAIN(DnaWordsTest)
#include "tst_dna_words.moc"

#include "text/rwkv_tokenizer.h"

#include <QtTest>

#include "sample_vocabulary.h"

using namespace hearth;
using test::SampleVocabulary;
using Ids = std::vector<TokenId>;

class RwkvTokenizerTest : public QObject {
    Q_OBJECT

private slots:
    void longestEntryAtEachPlace() {
        SampleVocabulary sample;
        sample.model = "rwkv";
        for (const char* entry : {"<s>", "a", "ab", "abcd", "b", "\\n", "\\xff\\x80", "\\\\", "\\t\\'"})
            sample.add(entry);
        const auto tokenizer = sample.tokenizer();
        QCOMPARE(tokenizer->encode("abcabcd"),
                 (Ids{2, 3}));  // "c" has no entry and there is no unknown token
        QCOMPARE(tokenizer->encode("aab\nb"), (Ids{1, 2, 5, 4}));
        QCOMPARE(tokenizer->encode("\xFF\x80\\"), (Ids{6, 7}));
        QCOMPARE(tokenizer->encode("\t'"), Ids{8});
        QCOMPARE(tokenizer->decode(Ids{5, 6, 7}), std::string("\n\xFF\x80\\"));
    }
    void longTextTakesNearLinearTime() {
        SampleVocabulary sample;
        sample.model = "rwkv";
        sample.add("<s>").add("a").add(std::string(128, 'a') + "b").add(std::string(100'000, 'a'));
        QCOMPARE(sample.tokenizer()->encode(std::string(300'000, 'a')).size(), size_t{300'000});
    }
};

QTEST_APPLESS_MAIN(RwkvTokenizerTest)
#include "tst_rwkv_tokenizer.moc"

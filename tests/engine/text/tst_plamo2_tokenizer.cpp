#include "text/plamo2_tokenizer.h"

#include <QtTest>
#include <cmath>

#include "best_path.h"
#include "hearth/error.h"
#include "sample_vocabulary.h"

using namespace hearth;
using test::SampleVocabulary;
using Ids = std::vector<TokenId>;

class Plamo2TokenizerTest : public QObject {
    Q_OBJECT

    static SampleVocabulary sample() {
        auto out = SampleVocabulary::sentencePiece();
        out.model = "plamo2";
        out.tokens.resize(259);
        out.types.resize(259);
        out.scores.resize(259);
        const std::pair<const char*, float> entries[] = {
            {"a", -3.1F}, {"b", -3.7F}, {"ab", -4.2F}, {"ba", -4.4F}, {"bab", -6.3F}};
        for (const auto& [entry, score] : entries) out.add(entry, TokenKind::Normal, score);
        return out;
    }

private slots:
    void bestPathByDefinition() {
        const auto vocabulary = sample();
        const auto tokenizer = vocabulary.tokenizer();
        std::vector<std::pair<std::string, double>> parts;
        for (size_t i = 259; i < vocabulary.tokens.size(); ++i) {
            parts.emplace_back(vocabulary.tokens[i],
                               std::round(static_cast<double>(vocabulary.scores[i]) * 1e4));
        }
        for (unsigned bits = 0; bits < 1U << 9U; ++bits) {
            std::string text;
            for (unsigned i = 0; i < 9; ++i) text.push_back((bits >> i & 1U) != 0 ? 'a' : 'b');
            double score = 0;
            for (const TokenId id : tokenizer->encode(text)) {
                score += std::round(static_cast<double>(vocabulary.scores[static_cast<size_t>(id)]) * 1e4);
            }
            QCOMPARE(score, test::bestScore(text, parts, -1e7));
        }
    }
    void othersBecomeBytes() {
        const auto tokenizer = sample().tokenizer();
        QCOMPARE(tokenizer->encode("aü\xFF"), (Ids{259, 3 + 0xC3, 3 + 0xBC, 3 + 0xFF}));
        QCOMPARE(tokenizer->encode("\xEF\xBB\xBF"
                                   "a"),
                 Ids{259});
        QCOMPARE(tokenizer->decode(tokenizer->encode("aüb")), std::string("aüb"));
        QCOMPARE(tokenizer->encode("\x80\x80 \xF0\x9F\x98").size(), size_t{6});
    }
    void everyByteNeedsAnEntry() {
        auto vocabulary = sample();
        vocabulary.types[10] = static_cast<int32_t>(TokenKind::Normal);
        QVERIFY_EXCEPTION_THROWN(vocabulary.tokenizer(), Error);
    }
};

QTEST_APPLESS_MAIN(Plamo2TokenizerTest)
#include "tst_plamo2_tokenizer.moc"

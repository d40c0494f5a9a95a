#include "text/special_matcher.h"

#include <QtTest>
#include <ctime>
#include <random>

#include "sample_vocabulary.h"
#include "text/vocabulary.h"

using namespace hearth;
using namespace hearth::text;
using test::SampleVocabulary;

class SpecialMatcherTest : public QObject {
    Q_OBJECT

    static Vocabulary load(const SampleVocabulary& sample) {
        return Vocabulary::load(GgufFile::parse(sample.writer().image()));
    }
    using Found = std::vector<std::tuple<size_t, size_t, TokenId>>;
    static Found find(const Vocabulary& vocabulary, std::string_view text,
                      const std::vector<SpecialMatcher::Range>& trusted) {
        Found out;
        const SpecialMatcher matcher(vocabulary);
        for (const auto& match : matcher.find(text, trusted, SpecialMatcher::UntrustedMarkup::Plain)) {
            out.emplace_back(match.begin, match.end, match.token);
        }
        return out;
    }
    static std::vector<SpecialMatcher::Range> all(std::string_view text) { return {{0, text.size()}}; }

private slots:
    void longestFromTheLeft() {
        SampleVocabulary sample = SampleVocabulary::byteLevel();
        for (const char* name : {"<a>", "<a><b>", "<b>c", "a>", "<"}) sample.add(name, TokenKind::Control);
        const Vocabulary vocabulary = load(sample);
        const auto id = [&](const char* name) { return sample.idOf(name); };
        QCOMPARE(find(vocabulary, "<a><b>c", all("<a><b>c")), (Found{{0, 6, id("<a><b>")}}));
        QCOMPARE(find(vocabulary, "<a><b", all("<a><b")),
                 (Found{{0, 3, id("<a>")}, {3, 4, static_cast<TokenId>(sample.tokens.size()) - 1}}));
        QCOMPARE(find(vocabulary, "xa>", all("xa>")), (Found{{1, 3, id("a>")}}));
        QCOMPARE(find(vocabulary, "", {}), Found{});
    }

    void shorterOneInsideTheTrustedPart() {
        SampleVocabulary sample = SampleVocabulary::byteLevel();
        sample.add("<a>", TokenKind::Control).add("<a><b>", TokenKind::Control);
        const Vocabulary vocabulary = load(sample);
        QCOMPARE(find(vocabulary, "<a><b>", {{0, 3}}), (Found{{0, 3, sample.idOf("<a>")}}));
        QCOMPARE(find(vocabulary, "<a><b>", {{0, 5}}), (Found{{0, 3, sample.idOf("<a>")}}));
        QCOMPARE(find(vocabulary, "<a><b>", {{1, 6}}), Found{});
        QCOMPARE(find(vocabulary, "<a><b>", {{0, 3}, {3, 6}}), (Found{{0, 3, sample.idOf("<a>")}}));
    }

    void everyRangeByDefinition() {
        SampleVocabulary sample = SampleVocabulary::byteLevel();
        const std::string token = "<|s|>";
        const Vocabulary vocabulary = load(sample);
        const std::string text = "x<|s|><|s|>y";
        for (size_t begin = 0; begin <= text.size(); ++begin) {
            for (size_t end = begin; end <= text.size(); ++end) {
                Found expected;
                for (const size_t at : {1, 6}) {
                    if (begin <= at && end >= at + 5) expected.emplace_back(at, at + 5, sample.idOf(token));
                }
                QCOMPARE(find(vocabulary, text, {{begin, end}}), expected);
            }
        }
    }

    void hostileTextTakesNearLinearTime() {
        SampleVocabulary sample = SampleVocabulary::byteLevel();
        sample.add(std::string(200, '<') + ">", TokenKind::Control)
            .add(std::string(5000, '<'), TokenKind::Control);
        const Vocabulary vocabulary = load(sample);
        const std::string text(1'000'000, '<');
        const std::clock_t begin = std::clock();
        QCOMPARE(find(vocabulary, text, all(text)), Found{});
        QVERIFY(std::clock() - begin < 20 * CLOCKS_PER_SEC);
    }
};

QTEST_APPLESS_MAIN(SpecialMatcherTest)
#include "tst_special_matcher.moc"

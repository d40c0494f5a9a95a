#include "text/word_rule.h"

#include <QtTest>

using namespace hearth;
using namespace hearth::text;
using namespace hearth::char_class;

/// The parameters one by one; whole rules are compared with published patterns in tst_pre_tokenizer.
class WordRuleTest : public QObject {
    Q_OBJECT

    static size_t match(const WordRule& rule, std::string_view text, size_t at = 0) {
        WordRule::Memory memory;
        const CharText chars(text);
        return rule.match(chars, at, chars.size(), memory) - at;
    }

private slots:
    void contractions() {
        WordRule rule{.contraction = WordRule::Contraction::Lower, .spaceBeforeWord = true};
        QCOMPARE(match(rule, "'sx"), size_t{2});
        QCOMPARE(match(rule, "'llx"), size_t{3});
        QCOMPARE(match(rule, "'S"), size_t{1});
        rule.contraction = WordRule::Contraction::AnyCase;
        QCOMPARE(match(rule, "'VE"), size_t{3});
        QCOMPARE(match(rule, "'l"), size_t{1});
        rule.contractionAsSuffix = true;
        QCOMPARE(match(rule, "we'RE"), size_t{5});
        QCOMPARE(match(rule, "'RE"), size_t{1});
    }
    void leads() {
        const WordRule space{.spaceBeforeWord = true};
        QCOMPARE(match(space, " word"), size_t{5});
        QCOMPARE(match(space, "-word"), size_t{1});
        const WordRule any{.notLetterPrefix = kLetter | kNumber};
        QCOMPARE(match(any, "-word"), size_t{5});
        QCOMPARE(match(any, "\nword"), size_t{1});
        QCOMPARE(match(any, "1word"), size_t{1});
        QCOMPARE(match(any, " 12"), size_t{1});
        QCOMPARE(match(space, " 12"), size_t{3});
    }
    void digits() {
        QCOMPARE(match(WordRule{.digits = 3}, "12345"), size_t{3});
        QCOMPARE(match(WordRule{.digits = 0}, "12345a"), size_t{5});
    }
    void camelCase() {
        const WordRule rule{.notLetterPrefix = kLetter | kNumber, .letterCase = WordRule::Case::SplitCamel};
        QCOMPARE(match(rule, "camelCase"), size_t{5});
        QCOMPARE(match(rule, "HTTPServer"), size_t{10});
        QCOMPARE(match(rule, "HTTP server"), size_t{4});
        QCOMPARE(match(rule, " Word"), size_t{5});
        QCOMPARE(match(rule, "中A"), size_t{1});
        QCOMPARE(match(rule, "A中A"), size_t{2});
    }
    void whiteSpace() {
        const WordRule rule{.newlines = WordRule::Newlines::WithSpaceBefore};
        QCOMPARE(match(rule, "   x"), size_t{2});
        QCOMPARE(match(rule, "   "), size_t{3});
        QCOMPARE(match(rule, " \n \n  x"), size_t{4});
        const WordRule single{.newlines = WordRule::Newlines::Single};
        QCOMPARE(match(single, "\n\n"), size_t{1});
        const WordRule powers{.spaces = WordRule::Spaces::PowersOfTwo};
        QCOMPARE(match(powers, std::string(7, ' ') + "x"), size_t{4});
        QCOMPARE(match(powers, std::string(8, ' ')), size_t{8});
        QCOMPARE(match(powers, std::string(2000, ' ')), size_t{512});
        QCOMPARE(match(powers, "  x"), size_t{1});
    }
    void nothingMatchesOutsideTheRule() {
        const WordRule rule{.punctuation = kPunctuation};
        QCOMPARE(match(rule, "\x01"), size_t{0});
        QCOMPARE(match(rule, "+"), size_t{0});
        QCOMPARE(match(rule, "a", 1), size_t{0});
    }
};

QTEST_APPLESS_MAIN(WordRuleTest)
#include "tst_word_rule.moc"

#include "grammar/string_form.h"

#include <QtTest>

#include "engine/grammar/grammar_text.h"

using namespace hearth;
using namespace hearth::grammar;

class StringFormTest : public QObject {
    Q_OBJECT

    static Rules spelled(const StringForm& form) {
        return rulesWith([&](Rules& to) {
            return form.spell(
                to, [](Rules& inner, const CodePoints& points) { return inner.characters(points); });
        });
    }
    static std::string text(size_t count, char c = 'a') { return std::string(count, c); }

private slots:
    void wishesHoldTogether() {
        const StringForm form({.patterns = {"^[a-c]+$"},
                               .notPatterns = {"bb"},
                               .excluded = {"abc"},
                               .lengths = {.least = 2, .most = 50'000}});
        const Rules rules = spelled(form);
        for (const auto& [one, good] : {std::pair(text(2), true),
                                        {text(50'000), true},
                                        {text(1), false},
                                        {text(50'001), false},
                                        {"abc", false},
                                        {"abca", true},
                                        {"abba", false},
                                        {"ad", false}}) {
            QCOMPARE(form.contains(one), good);
            QCOMPARE(fitsText(rules, one), good);
        }
    }
    void lengthsAreNeverMissedInTheEnd() {
        // Texts of an even number of characters alone: no beginning of a text is a dead end.
        const StringForm form({.patterns = {"^(ab)*$"}, .lengths = {.least = 3000, .most = 3001}});
        States states{Automaton(spelled(form))};
        auto state = states.start();
        int count = 0;
        for (; !states.accepts(state); ++count) {
            state = states.next(state, count % 2 == 0 ? 'a' : 'b');
            QVERIFY(state != States::dead);
        }
        QCOMPARE(count, 3000);
        QVERIFY(StringForm({.patterns = {"^(ab)*$"}, .lengths = {.least = 3001, .most = 3001}}).empty());
        QVERIFY(StringForm({.patterns = {"^a{0,5}$"}, .lengths = {.least = 6}}).empty());
    }
    void largeCountsOfExpressions() {
        const StringForm form({.patterns = {"^x(ab|c){2,70000}y$"}});
        QVERIFY(form.contains("xabcy") && !form.contains("xcy") && !form.contains("xabcdy"));
        const StringForm whole = StringForm::ofWhole("a{100000}");
        const Rules rules = spelled(whole);
        QVERIFY(Automaton::placesOf(rules) < 50);
        QVERIFY(fitsText(rules, text(100'000)) && !fitsText(rules, text(99'999)));
        // With other wishes they are too large.
        QVERIFY(refusalOf([] {
                    return StringForm({.patterns = {"^x(ab|c){2,70000}y$", "^x"}});
                }).contains("too many states"));
    }
    void unwantedTexts() {
        const StringForm form = StringForm({.lengths = {.most = 70'000}})
                                    .within(TextSet::of(std::vector<std::string>{"a"}).complement());
        QVERIFY(!form.contains("a") && form.contains("b") && form.contains("") &&
                !form.contains(text(70'001)));
    }
    /// As many properties of characters as fit into 20 KB: none is looked up twice.
    void propertiesOfCharacters() {
        std::string letters, mixed;
        for (int i = 0; i < 4000; ++i) letters += "\\p{L}";
        for (int i = 0; i < 1000; ++i) mixed += "[\\p{L}\\p{N}\\p{P}]";
        for (const std::string& pattern : {letters, mixed})
            QVERIFY(Automaton::placesOf(spelled(StringForm::ofWhole(pattern))) < 100'000);
    }
};

QTEST_GUILESS_MAIN(StringFormTest)
#include "tst_string_form.moc"

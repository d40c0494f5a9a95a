#include "grammar/counted_pattern.h"

#include <QtTest>

#include "engine/grammar/grammar_text.h"

using namespace hearth;
using namespace hearth::grammar;

class CountedPatternTest : public QObject {
    Q_OBJECT

    static constexpr auto part = TextSet::Fit::Part, whole = TextSet::Fit::Whole;

private slots:
    void lengths() {
        const auto of = [](const char* text) {
            const Pattern pattern = readPattern(text);
            return lengthsOf(pattern, pattern.root);
        };
        QVERIFY(of("a{2,5}b").least == 3 && of("a{2,5}b").most == 6);
        QVERIFY(of("(a|bcd)*").least == 0 && !of("(a|bcd)*").most);
        QVERIFY(of("^$").least == 0 && of("^$").most == 0);
        QVERIFY(of("(a{1000000}){1000000}").least > 1'000'000 && writtenOut(readPattern("a{1000}")) >= 1000);
    }
    void knowsPlainRepetitions() {
        const auto found = countedCharacters(readPattern("^([a-z]){2,70000}$"), part);
        QVERIFY(found && found->lengths.least == 2 && found->lengths.most == 70'000);
        QVERIFY(countedCharacters(readPattern("[a-z]{9}"), whole));
        for (const char* other : {"[a-z]{9}", "^[a-z]{9}", "^a[a-z]{9}$", "^(ab){9}$", "^a{9}$|^b$"})
            QVERIFY2(!countedCharacters(readPattern(other), part), other);
    }
    void dropsCountsThatMakeNoDifference() {
        Pattern open = readPattern("a{3,70000}");
        dropIdleCounts(open, part, {});
        QVERIFY(!lengthsOf(open, open.root).most);
        Pattern held = readPattern("^a{3,70000}$");
        dropIdleCounts(held, part, {});
        QVERIFY(lengthsOf(held, held.root).most == 70'000);
        dropIdleCounts(held, part, 70'000);
        QVERIFY(!lengthsOf(held, held.root).most);
    }
    void fewCountsAtATimeCanBeSpelled() {
        for (const char* good : {"^a{1,70000}$", "^x[^,]{0,70000},[a-z]{900}$|^y$", "^.*a{5000,}$",
                                 "^\\S(.{0,70000}\\S)?$", "^(ab){2000,70000}c?$"})
            QVERIFY2(canBeCounted(readPattern(good), part), good);
        // An expression within which starts are forgotten neither way, counts within counts, and no counts.
        for (const char* bad : {"^.*x.{5000,6000}$", "^(a{1,300}){1,300}$", "^(a|aa){2000,3000}$", "^a*$"})
            QVERIFY2(!canBeCounted(readPattern(bad), part), bad);
    }
    void spellsWhatTheExpressionFits() {
        const Pattern pattern = readPattern("^x[a-z]{2000,3000}(-\\d+)?$");
        const Rules rules = rulesWith([&](Rules& to) {
            return spellCounted(to, pattern, part, [](Rules& inner, const CodePoints& points) {
                return inner.characters(points);
            });
        });
        const auto text = [](size_t count) { return "x" + std::string(count, 'q'); };
        QVERIFY(fitsText(rules, text(2000)) && fitsText(rules, text(3000) + "-12"));
        QVERIFY(!fitsText(rules, text(1999)) && !fitsText(rules, text(3001)) &&
                !fitsText(rules, text(2000) + "-"));
    }
};

QTEST_GUILESS_MAIN(CountedPatternTest)
#include "tst_counted_pattern.moc"

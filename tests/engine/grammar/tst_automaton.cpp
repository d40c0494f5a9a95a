#include "grammar/automaton.h"

#include <QtTest>

#include "engine/grammar/grammar_text.h"

using namespace hearth;
using namespace hearth::grammar;

class GrammarAutomatonTest : public QObject {
    Q_OBJECT

private slots:
    void countsRepetitions() {
        const Rules rules = rulesWith([](Rules& to) { return to.repeat(to.literal("ab"), 2, 4); });
        for (int count = 0; count < 7; ++count)
            QCOMPARE(fitsText(rules, QByteArray("ab").repeated(count).toStdString()),
                     count >= 2 && count <= 4);
    }
    void largeCountsCostFewPlaces() {
        const Rules rules = rulesWith([](Rules& to) { return to.repeat(to.literal("ab"), 300, 70'000); });
        QVERIFY(Automaton::placesOf(rules) < 20);
        const auto fits = [&](int count) {
            return fitsText(rules, QByteArray("ab").repeated(count).toStdString());
        };
        QVERIFY(!fits(299) && fits(300) && fits(301) && fits(70'000) && !fits(70'001));
        QVERIFY(!fitsText(rules, QByteArray("ab").repeated(300).toStdString() + "a"));
    }
    void countsNestAndRepeat() {
        // From 2 to 1,000 times: from 100 to 300 a, then a b.
        const Rules rules = rulesWith([](Rules& to) {
            return to.repeat(to.sequence({to.repeat(to.literal("a"), 100, 300), to.literal("b")}), 2, 1000);
        });
        const auto part = [](int count) { return std::string(static_cast<size_t>(count), 'a') + "b"; };
        QVERIFY(fitsText(rules, part(100) + part(300)) && fitsText(rules, part(300) + part(200) + part(100)));
        QVERIFY(!fitsText(rules, part(100)) && !fitsText(rules, part(100) + part(301)) &&
                !fitsText(rules, part(99) + part(300)));
    }
    void partsThatMayBeEmptyAreCounted() {
        const Rules rules =
            rulesWith([](Rules& to) { return to.repeat(to.repeat(to.literal("a"), 0, 1), 500, 1000); });
        QVERIFY(fitsText(rules, "") && fitsText(rules, std::string(1000, 'a')) &&
                !fitsText(rules, std::string(1001, 'a')));
    }
    void limitsAreKeptFromAfar() {
        // A text of a and b that ends with two b, of 3 to 5 characters: no way leads where it cannot be kept.
        Rules rules;
        const auto root = rules.declare("root"), more = rules.declare("more"), last = rules.declare("last"),
                   end = rules.declare("end");
        const auto step = [&](char c, size_t least, std::optional<size_t> most, Rules::RuleId then) {
            return rules.sequence(
                {rules.tick(least, most), rules.literal(std::string(1, c)), rules.rule(then)});
        };
        rules.define(more, rules.choice({step('a', 2, std::nullopt, more), step('b', 1, 1, last)}));
        rules.define(last, step('b', 0, 0, end));
        rules.define(end, rules.leave());
        rules.define(root, rules.sequence({rules.limit(more, 3, 5), rules.literal(".")}));
        rules.setStart(root);
        for (const char* text : {"abb.", "aabb.", "aaabb."}) QVERIFY2(fitsText(rules, text), text);
        for (const char* text : {"bb.", "aaaabb.", "abb", "aba."}) QVERIFY2(!fitsText(rules, text), text);
        States states{Automaton(rules)};
        QCOMPARE(states.next(states.start(), 'b'), States::dead);
        auto state = states.start();
        for (int i = 0; i < 3; ++i) state = states.next(state, 'a');
        QVERIFY(state != States::dead && states.next(state, 'a') == States::dead);
    }
    void literalsOfAChoiceShareTheirBeginnings() {
        std::vector<std::string> words;
        for (int i = 0; i < 20'000; ++i) words.push_back("word-" + std::to_string(i));
        const Rules rules = rulesWith([&](Rules& to) {
            std::vector<Rules::Id> ways;
            for (const std::string& word : words) ways.push_back(to.literal(word));
            ways.push_back(to.sequence({to.literal("wor"), to.literal("k")}));
            return to.choice(std::move(ways));
        });
        for (const char* text : {"word-0", "word-1", "word-19999", "work"})
            QVERIFY2(fitsText(rules, text), text);
        for (const char* text : {"", "word-", "word-20000", "word-01", "wor"})
            QVERIFY2(!fitsText(rules, text), text);
    }
    void leavesOutWhatNeverEnds() {
        // b leads to a rule without an end: only a is left.
        Rules rules;
        const auto root = rules.declare("root"), endless = rules.declare("endless");
        rules.define(endless, rules.sequence({rules.literal("b"), rules.rule(endless)}));
        rules.define(root, rules.choice({rules.literal("a"),
                                         rules.sequence({rules.literal("b"), rules.rule(endless)})}));
        rules.setStart(root);
        States states{Automaton(rules)};
        QCOMPARE(states.next(states.start(), 'b'), States::dead);
        QVERIFY(fitsText(rules, "a"));
    }
    void refusesWhatHasNoText() {
        const Rules none = rulesWith([](Rules& to) { return to.nothing(); });
        QVERIFY(refusalOf([&] { return Automaton(none); }).contains("No text fits"));
        Rules missing;
        missing.define(missing.declare("root"), missing.rule(missing.declare("other")));
        QVERIFY(refusalOf([&] { return Automaton(missing); }).contains("\"other\""));
        // A counted repetition requires its minimum, too.
        for (const size_t least : {size_t{0}, size_t{70'000}}) {
            const Rules dead = rulesWith([least](Rules& to) {
                return to.sequence({to.literal("a"), to.repeat(to.nothing(), least, 90'000)});
            });
            QCOMPARE(refusalOf([&] { return Automaton(dead); }).contains("No text fits"), least > 0);
        }
        const Rules huge = rulesWith([](Rules& to) { return to.literal(std::string(10'000'000, 'a')); });
        QVERIFY(refusalOf([&] { return Automaton(huge); }).contains("places"));
    }
    void bytesThatAreTreatedAlikeShareAClass() {
        const Automaton automaton(rulesWith([](Rules& to) {
            return to.characters(CodePoints({{'b', 'd'}}));
        }));
        QCOMPARE(automaton.classCount(), size_t{3});
        QCOMPARE(automaton.classes()['b'], automaton.classes()['d']);
        QVERIFY(automaton.classes()['a'] != automaton.classes()['b']);
    }
};

QTEST_GUILESS_MAIN(GrammarAutomatonTest)
#include "tst_automaton.moc"

#include "grammar/states.h"

#include <QtTest>

#include "engine/grammar/grammar_text.h"
#include "grammar/gbnf.h"

using namespace hearth;
using namespace hearth::grammar;

class GrammarStatesTest : public QObject {
    Q_OBJECT

private slots:
    void countsOutOfReachAreAlike() {
        States states{Automaton(readGbnf("root ::= [a-z]{0,1000} \".\"")), 20};
        std::vector<States::State> path = {states.start()};
        for (int i = 0; i < 1000; ++i) path.push_back(states.next(path.back(), 'x'));
        QVERIFY(path[1] != path[2] && states.alike(path[1]) == states.alike(path[900]));
        QVERIFY(states.alike(path[999]) != states.alike(path[900]));
        QVERIFY(states.next(path[1000], 'x') == States::dead && states.next(path[999], 'x') != States::dead);
        // States that are alike read the next bytes alike.
        auto one = states.alike(path[950]), two = path[950];
        for (int i = 0; i < 20; ++i) {
            one = states.next(one, 'x'), two = states.next(two, 'x');
            QCOMPARE(states.next(one, '.') == States::dead, states.next(two, '.') == States::dead);
        }
    }
    void laterStartsAreForgotten() {
        // Wherever the run of digits began: the longest one counts.
        States states{Automaton(readGbnf("root ::= [0-9a]* [0-9]{2000,} \".\""))};
        auto state = states.start();
        for (int i = 0; i < 5000; ++i) state = states.next(state, '7');
        QVERIFY(states.next(state, '.') != States::dead);
        state = states.next(state, 'a');
        QCOMPARE(states.next(state, '.'), States::dead);
    }
    void nestsAsDeepAsTheText() {
        const Rules rules = readGbnf("root ::= \"(\" root \")\" | \"x\"");
        const std::string deep(2000, '('), closed(2000, ')');
        QVERIFY(fitsText(rules, deep + "x" + closed));
        QVERIFY(!fitsText(rules, deep + "x" + closed.substr(1)) &&
                !fitsText(rules, deep + "x" + closed + ")"));
    }
    void repeatingAtItsEndNeedsNoStack() {
        States states{Automaton(readGbnf("root ::= \"a\" root | \"b\""))};
        const auto first = states.next(states.start(), 'a');
        QCOMPARE(states.next(first, 'a'), first);
    }
    void theSamePlaceIsTheSameState() {
        States states{Automaton(readGbnf("root ::= (\"a\" | \"b\")* \"c\""))};
        const auto start = states.start();
        QCOMPARE(states.next(start, 'a'), states.next(start, 'b'));
        QCOMPARE(states.next(start, 'd'), States::dead);
        QVERIFY(states.accepts(states.next(start, 'c')));
    }
    void knowsTheOnlyByte() {
        States states{Automaton(readGbnf("root ::= \"ab\" (\"c\" | \"d\")"))};
        QCOMPARE(states.onlyByte(states.start()), std::optional<uint8_t>('a'));
        const auto second = states.next(states.start(), 'a');
        QCOMPARE(states.onlyByte(second), std::optional<uint8_t>('b'));
        QCOMPARE(states.onlyByte(states.next(second, 'b')), std::nullopt);
    }
    void knowsWhereAnyPlainTextGoesOn() {
        const char* open = "root ::= \"\\\"\" [^\"\\\\\\x00-\\x1F]* \"\\\"\"";
        States states{Automaton(readGbnf(open))};
        const auto inside = states.next(states.start(), '"');
        QVERIFY(states.goesOnWithPlain(inside) && !states.goesOnWithPlain(states.start()));
        States few{Automaton(readGbnf("root ::= [^\"]{15}"))};
        QVERIFY(!few.goesOnWithPlain(few.start()));
        States enough{Automaton(readGbnf("root ::= [^\"]{0,16}"))};
        QVERIFY(enough.goesOnWithPlain(enough.start()));
        States noVowels{Automaton(readGbnf("root ::= [^\"e]*"))};
        QVERIFY(!noVowels.goesOnWithPlain(noVowels.start()));
    }
    void ambiguityIsBounded() {
        // Each a can be read by any of both rules, all of which have to be remembered.
        const Rules rules =
            readGbnf("root ::= x | y\nx ::= \"a\" root \"b\" | \"a\"\ny ::= \"a\" root \"c\" | \"a\"");
        States states{Automaton(rules)};
        const QString refusal = refusalOf([&] {
            auto state = states.start();
            for (int i = 0; i < 100; ++i) state = states.next(state, 'a');
            return state;
        });
        QVERIFY2(refusal.contains("too many ways"), qPrintable(refusal));
    }
};

QTEST_GUILESS_MAIN(GrammarStatesTest)
#include "tst_states.moc"

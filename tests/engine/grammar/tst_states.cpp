#include "grammar/states.h"

#include <QtTest>

#include "engine/grammar/grammar_text.h"
#include "grammar/gbnf.h"

using namespace hearth;
using namespace hearth::grammar;

class GrammarStatesTest : public QObject {
    Q_OBJECT

private slots:
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

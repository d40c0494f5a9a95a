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
        const Rules huge = rulesWith(
            [](Rules& to) { return to.repeat(to.repeat(to.literal("ab"), 5000, 5000), 5000, 5000); });
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

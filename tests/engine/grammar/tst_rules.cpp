#include "grammar/rules.h"

#include <QtTest>

#include "engine/grammar/grammar_text.h"

using namespace hearth;
using namespace hearth::grammar;

class RulesTest : public QObject {
    Q_OBJECT

private slots:
    void buildExpressions() {
        const Rules rules = rulesWith([](Rules& to) {
            const auto word = to.shared("word", to.repeat(to.characters(CodePoints({{'a', 'z'}})), 1));
            return to.sequence(
                {word, to.optional(to.literal("!")), to.choice({to.literal("x1"), to.empty()})});
        });
        QCOMPARE(rules.all().size(), size_t{2});
        QVERIFY(fitsText(rules, "hello!x1") && fitsText(rules, "hello") && fitsText(rules, "hellox1"));
        QVERIFY(!fitsText(rules, "!") && !fitsText(rules, "hello!!"));
    }
    void othersCanBeEmbedded() {
        const Rules inner = rulesWith([](Rules& to) { return to.shared("x", to.literal("inner")); });
        const Rules outer = rulesWith([&](Rules& to) {
            const auto first = to.literal("<");
            const auto middle = to.embed(inner);
            return to.sequence({first, middle, to.literal(">")});
        });
        QVERIFY(fitsText(outer, "<inner>") && !fitsText(outer, "inner"));
    }
    void aSinglePartIsItself() {
        Rules rules;
        const Rules::Id part = rules.literal("a");
        QCOMPARE(rules.sequence({part}), part);
        QCOMPARE(rules.choice({part}), part);
        QCOMPARE(rules.repeat(part, 1, 1), part);
    }
};

QTEST_GUILESS_MAIN(RulesTest)
#include "tst_rules.moc"

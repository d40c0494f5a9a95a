#include "grammar/prepared_automata.h"

#include <QtTest>

#include "engine/grammar/grammar_text.h"

using namespace hearth;
using namespace hearth::grammar;

class PreparedAutomataTest : public QObject {
    Q_OBJECT

    static bool fits(std::shared_ptr<const Automaton> automaton, std::string_view text) {
        States states(std::move(automaton));
        auto state = states.start();
        for (const char byte : text) state = states.next(state, static_cast<uint8_t>(byte));
        return states.accepts(state);
    }

private slots:
    void areMadeOnce() {
        PreparedAutomata automata;
        const ReplyGrammar ab{ReplyGrammar::Kind::Regex, "ab"};
        const auto first = automata.get(ab, false);
        QCOMPARE(automata.get(ab, false), first);
        const auto spaced = automata.get(ab, true);
        QVERIFY(spaced != first && fits(spaced, "\nab") && !fits(first, "\nab") && fits(first, "ab"));
        const ReplyGrammar calls = toolCallGrammar("[{\"name\":\"f\"}]", true, false);
        QVERIFY(automata.get(calls, false, {.first = "a"}) != automata.get(calls, false, {.first = "b"}));
    }
    void theOldestAreForgotten() {
        PreparedAutomata automata;
        const ReplyGrammar ab{ReplyGrammar::Kind::Regex, "ab"};
        const std::weak_ptr<const Automaton> first = automata.get(ab, false);
        QVERIFY(!first.expired());
        for (int i = 0; i < 20; ++i)
            (void)automata.get({ReplyGrammar::Kind::Regex, std::to_string(i)}, false);
        QVERIFY(first.expired());
    }
    void problemsAreKeptToo() {
        PreparedAutomata automata;
        for (int i = 0; i < 2; ++i)
            QVERIFY(refusalOf([&] {
                        return automata.get({ReplyGrammar::Kind::Regex, "("}, false);
                    }).contains("not closed"));
    }
};

QTEST_GUILESS_MAIN(PreparedAutomataTest)
#include "tst_prepared_automata.moc"

#include "chat/stop_matcher.h"

#include <QtTest>

using hearth::StopMatcher;

class TestStopMatcher : public QObject {
    Q_OBJECT
private slots:
    void passesTextThroughWithoutStops();
    void findsAStopCutAnywhere();
    void letsGoOfWhatWasNoStop();
    void theEarliestStopWins();
    void flushesWhatIsHeld();
};

void TestStopMatcher::passesTextThroughWithoutStops() {
    StopMatcher matcher({});
    QCOMPARE(matcher.push("anything"), std::string("anything"));
    QVERIFY(!matcher.found());
}

void TestStopMatcher::findsAStopCutAnywhere() {
    const std::string text = "one two STOP three";
    for (size_t cut = 0; cut <= text.size(); ++cut) {
        for (size_t second = cut; second <= text.size(); ++second) {
            StopMatcher matcher({"STOP"});
            std::string out = matcher.push(text.substr(0, cut));
            out += matcher.push(text.substr(cut, second - cut));
            out += matcher.push(text.substr(second));
            out += matcher.flush();
            QCOMPARE(out, std::string("one two "));
            QVERIFY(matcher.found());
        }
    }
}

void TestStopMatcher::letsGoOfWhatWasNoStop() {
    StopMatcher matcher({"aab"});
    QCOMPARE(matcher.push("xa"), std::string("x"));
    QCOMPARE(matcher.push("a"), std::string());
    QCOMPARE(matcher.push("a"), std::string("a"));  // "aa" may still begin "aab"
    QCOMPARE(matcher.push("b tail"), std::string());
    QVERIFY(matcher.found());
}

void TestStopMatcher::theEarliestStopWins() {
    StopMatcher matcher({"later", "now"});
    QCOMPARE(matcher.push("do it now or later"), std::string("do it "));
    QCOMPARE(matcher.push("more"), std::string());
}

void TestStopMatcher::flushesWhatIsHeld() {
    StopMatcher matcher({"\n\nUser:"});
    QCOMPARE(matcher.push("done\n\nUs"), std::string("done"));
    QCOMPARE(matcher.flush(), std::string("\n\nUs"));
    QCOMPARE(matcher.flush(), std::string());
}

QTEST_GUILESS_MAIN(TestStopMatcher)
#include "tst_stop_matcher.moc"

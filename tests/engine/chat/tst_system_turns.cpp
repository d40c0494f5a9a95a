#include "chat/system_turns.h"

#include <QtTest>

using namespace hearth;

class TestSystemTurns : public QObject {
    Q_OBJECT

    using Turns = std::vector<std::pair<std::string, std::string>>;

    static std::vector<ChatMessage> messagesOf(const Turns& turns) {
        std::vector<ChatMessage> messages;
        for (const auto& [role, content] : turns)
            messages.push_back({.role = role, .content = content, .reasoning = {}, .tokens = {}});
        return messages;
    }
    static Turns turnsOf(const std::vector<ChatMessage>& messages) {
        Turns turns;
        for (const ChatMessage& message : messages) turns.emplace_back(message.role, message.content);
        return turns;
    }
    static Turns moved(const Turns& turns) { return turnsOf(withLaterSystemInUserTurns(messagesOf(turns))); }

private slots:
    void leadingOnesAreJoined() {
        QCOMPARE(turnsOf(withLeadingSystemJoined(
                     messagesOf({{"system", "a"}, {"system", ""}, {"system", "b"}, {"user", "x"}}))),
                 (Turns{{"system", "a\n\nb"}, {"user", "x"}}));
        QCOMPARE(
            turnsOf(withLeadingSystemJoined(messagesOf({{"user", "x"}, {"system", "a"}, {"system", "b"}}))),
            (Turns{{"user", "x"}, {"system", "a"}, {"system", "b"}}));
    }
    void laterOnesJoinTurnsOfTheUser() {
        QCOMPARE(moved({{"system", "s"}, {"user", "x"}, {"assistant", "y"}, {"system", "d"}, {"user", "z"}}),
                 (Turns{{"system", "s"}, {"user", "x"}, {"assistant", "y"}, {"user", "d\n\nz"}}));
        QCOMPARE(moved({{"user", "x"}, {"system", "d"}, {"user", "z"}}), (Turns{{"user", "x\n\nd\n\nz"}}));
        QCOMPARE(moved({{"user", "x"}, {"system", "d"}, {"assistant", "y"}}),
                 (Turns{{"user", "x\n\nd"}, {"assistant", "y"}}));
        QCOMPARE(moved({{"user", "x"}, {"tool", "t"}, {"system", "d"}, {"system", "e"}}),
                 (Turns{{"user", "x"}, {"tool", "t"}, {"user", "d\n\ne"}}));
        // Turns that were two stay two.
        QCOMPARE(moved({{"user", "x"}, {"user", "y"}}), (Turns{{"user", "x"}, {"user", "y"}}));
    }
    void theBeginningStaysWhateverFollows() {
        const Turns all{{"system", "s"},    {"user", "a"}, {"system", "b"}, {"assistant", "c"},
                        {"system", "d"},    {"user", "e"}, {"system", "f"}, {"user", "g"},
                        {"assistant", "h"}, {"user", "i"}};
        std::string before;
        for (size_t count = 1; count <= all.size(); ++count) {
            std::string text;
            for (const auto& [role, content] :
                 moved(Turns(all.begin(), all.begin() + static_cast<int>(count))))
                text += content;
            QVERIFY2(text.starts_with(before), (before + " / " + text).c_str());
            before = text;
        }
    }
    void theFirstOneJoinsTheFirstTurn() {
        QCOMPARE(turnsOf(withSystemInFirstTurn(messagesOf({{"system", "s"}, {"user", "x"}}))),
                 (Turns{{"user", "s\n\nx"}}));
        QCOMPARE(turnsOf(withSystemInFirstTurn(messagesOf({{"system", "s"}, {"assistant", "x"}}))),
                 (Turns{{"user", "s"}, {"assistant", "x"}}));
        QCOMPARE(turnsOf(withSystemInFirstTurn(messagesOf({{"user", "x"}}))), (Turns{{"user", "x"}}));
    }
    void whatIsLeftOutIsSeen() {
        const auto messages = messagesOf({{"user", "x"}, {"system", " Be brief. \n"}});
        QVERIFY(hasLaterSystem(messages));
        QVERIFY(tellsLaterSystem({{.text = "x Be "}, {.text = "brief."}}, messages));
        QVERIFY(!tellsLaterSystem({{.text = "x"}}, messages));
        QVERIFY(!hasLaterSystem(messagesOf({{"system", "s"}, {"user", "x"}})));
    }
};

QTEST_GUILESS_MAIN(TestSystemTurns)
#include "tst_system_turns.moc"

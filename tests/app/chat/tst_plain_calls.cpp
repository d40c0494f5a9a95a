#include "chat/plain_calls.h"

#include <QtTest>

#include "support/small_picture.h"

using namespace hearth;

class TestPlainCalls : public QObject {
    Q_OBJECT

private slots:
    void callsAndResultsBecomeText() {
        std::vector<ChatMessage> messages{
            {.role = "user", .content = "1 + 1 and 2 + 2?", .reasoning = {}, .tokens = {}},
            {.role = "assistant",
             .content = "Let me see.",
             .reasoning = {},
             .tokens = {1, 2},
             .toolCalls = R"([{"id":"a","function":{"name":"add","arguments":{"x":1}}},)"
                          R"({"id":"b","function":{"name":"add","arguments":"not JSON"}}])"},
            {.role = "tool", .content = "2", .reasoning = {}, .tokens = {}, .toolCallId = "a", .name = "add"},
            {.role = "tool", .content = "4", .reasoning = {}, .tokens = {}, .toolCallId = "b", .name = "add"},
            {.role = "user", .content = "Thanks.", .reasoning = {}, .tokens = {}},
            {.role = "assistant", .content = "2 and 4.", .reasoning = {}, .tokens = {3}}};
        app::tellCallsAsText(messages);
        QCOMPARE(messages.size(), size_t{4});
        QCOMPARE(messages[1].content, std::string("Let me see.\n\nCall of the tool add: {\"x\":1}\n\n"
                                                  "Call of the tool add: not JSON"));
        QVERIFY(messages[1].tokens.empty() && messages[1].toolCalls.empty());
        // One message of the person, so that both sides take turns.
        QCOMPARE(messages[2].role, std::string("user"));
        QCOMPARE(messages[2].content, std::string("Result of the tool add:\n2\n\nResult of the tool add:\n4"
                                                  "\n\nThanks."));
        QVERIFY(messages[2].toolCallId.empty() && messages[2].name.empty());
        QCOMPARE(messages[3].tokens, std::vector<TokenId>{3});
    }
    void picturesStayAtTheirPlaces() {
        std::vector<ChatMessage> messages{
            {.role = "tool", .content = "2", .reasoning = {}, .tokens = {}, .name = "add"},
            {.role = "user", .content = "Thanks.", .reasoning = {}, .tokens = {}}};
        messages[0].pictures = {{1, test::smallPicture(1)}};
        messages[1].pictures = {{0, test::smallPicture(2)}, {7, test::smallPicture(3)}};
        app::tellCallsAsText(messages);
        QCOMPARE(messages.size(), size_t{1});
        const std::string expected = "Result of the tool add:\n2\n\nThanks.";
        QCOMPARE(messages[0].content, expected);
        QCOMPARE(messages[0].pictures.size(), size_t{3});
        QCOMPARE(messages[0].pictures[0].at, expected.find("\n\nThanks."));
        QCOMPARE(messages[0].pictures[1].at, expected.find("Thanks."));
        QCOMPARE(messages[0].pictures[2].at, expected.size());
        QVERIFY(messages[0].pictures[2].file->hash() == test::smallPicture(3)->hash());
    }
    void chatsWithoutCallsStayAsTheyAre() {
        std::vector<ChatMessage> messages{{.role = "user", .content = "a", .reasoning = {}, .tokens = {}},
                                          {.role = "user", .content = "b", .reasoning = {}, .tokens = {}}};
        app::tellCallsAsText(messages);
        QCOMPARE(messages.size(), size_t{2});
        QCOMPARE(messages[1].content, std::string("b"));
    }
};

QTEST_GUILESS_MAIN(TestPlainCalls)
#include "tst_plain_calls.moc"

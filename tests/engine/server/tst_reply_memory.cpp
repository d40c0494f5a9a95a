#include "server/reply_memory.h"

#include <QtTest>

using namespace hearth;
using namespace hearth::server;

class TestReplyMemory : public QObject {
    Q_OBJECT

    static std::vector<GeneratedToken> tokens(std::initializer_list<TokenId> ids) {
        std::vector<GeneratedToken> made;
        for (const TokenId id : ids) made.push_back({.token = id, .probability = 0, .candidates = {}});
        return made;
    }
    static std::vector<TokenId> recalled(ReplyMemory& memory, const char* role, const char* content) {
        std::vector<ChatMessage> messages{{.role = role, .content = content, .reasoning = {}, .tokens = {}}};
        memory.recall(messages);
        return messages.front().tokens;
    }

private slots:
    void knowsRepliesByTheirText() {
        ReplyMemory memory;
        memory.keep("Hello", tokens({1, 2}));
        QCOMPARE(recalled(memory, "assistant", "Hello"), (std::vector<TokenId>{1, 2}));
        QVERIFY(recalled(memory, "user", "Hello").empty());
        QVERIFY(recalled(memory, "assistant", "Hello ").empty());
        memory.keep("Hello", tokens({3}));
        QCOMPARE(recalled(memory, "assistant", "Hello"), (std::vector<TokenId>{3}));
        memory.keep("", tokens({3}));
        QVERIFY(recalled(memory, "assistant", "").empty());
    }
    void forgetsWhatWasNotUsedForLongest() {
        ReplyMemory memory(4);
        memory.keep("a", tokens({1, 2}));
        memory.keep("b", tokens({3, 4}));
        QVERIFY(!recalled(memory, "assistant", "a").empty());
        memory.keep("c", tokens({5}));
        QVERIFY(recalled(memory, "assistant", "b").empty());
        QVERIFY(!recalled(memory, "assistant", "a").empty());
        memory.keep("long", tokens({1, 2, 3, 4, 5}));
        QVERIFY(recalled(memory, "assistant", "long").empty());
    }
};

QTEST_GUILESS_MAIN(TestReplyMemory)
#include "tst_reply_memory.moc"

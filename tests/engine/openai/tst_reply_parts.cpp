#include "openai/reply_parts.h"

#include <QtTest>

using namespace hearth;
using namespace hearth::openai;

class TestReplyParts : public QObject {
    Q_OBJECT

    static ReplyDelta text(const char* text, TokenId token) {
        ReplyDelta delta;
        delta.text = text;
        delta.tokens.push_back({.token = token, .probability = 0, .candidates = {}});
        return delta;
    }
    static ReplyDelta call(int index, const char* name, const char* arguments, const char* id = "") {
        ReplyDelta delta;
        delta.call =
            ToolCallDelta{.index = index, .id = id, .name = name, .arguments = arguments, .written = ""};
        return delta;
    }

private slots:
    void deltasMakeParts() {
        using enum ReplyParts::Change;
        ReplyParts reply("answer");
        ReplyDelta thought;
        thought.reasoning = "Hm.";
        QCOMPARE(reply.add(thought), Began);
        QCOMPARE(reply.add(text("", 1)), None);
        QCOMPARE(reply.add(text("Let me ", 2)), Began);
        QCOMPARE(reply.add(text("look.", 3)), Added);
        QVERIFY(!reply.hasCalls());
        QCOMPARE(reply.add(call(0, "weather", R"({"city":)")), Began);
        QCOMPARE(reply.add(call(0, "", R"("Rome"})")), Added);
        QCOMPARE(reply.add(call(1, "time", "", "own")), Began);
        QVERIFY(reply.hasCalls());
        const auto& parts = reply.parts();
        QCOMPARE(parts.size(), size_t(4));
        QCOMPARE(parts[0].text, std::string("Hm."));
        QCOMPARE(parts[1].text, std::string("Let me look."));
        QCOMPARE(parts[1].tokens.size(), size_t(3));
        QCOMPARE(parts[2].text, std::string(R"({"city":"Rome"})"));
        QCOMPARE(parts[2].name, std::string("weather"));
        QVERIFY(!parts[2].id.empty());
        QCOMPARE(parts[3].id, std::string("own"));
    }
};

QTEST_GUILESS_MAIN(TestReplyParts)
#include "tst_reply_parts.moc"

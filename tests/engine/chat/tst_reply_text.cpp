#include "hearth/reply_text.h"

#include <QtTest>

using namespace hearth;

class TestReplyText : public QObject {
    Q_OBJECT

    static ReplyDelta said(const char* text) {
        ReplyDelta delta;
        delta.text = text;
        return delta;
    }
    static ReplyDelta thought(const char* text) {
        ReplyDelta delta;
        delta.reasoning = text;
        return delta;
    }

private slots:
    void reasoningStandsInMarks() {
        ReplyText text;
        QCOMPARE(text.add(thought("\n")), std::string());  // blanks alone open nothing
        QCOMPARE(text.add(thought("\nlet me")), std::string("<think>\nlet me"));
        QCOMPARE(text.add(thought(" see\n")), std::string(" see\n"));
        QCOMPARE(text.add(said("\n")), std::string());
        QCOMPARE(text.add(said(" Yes.")), std::string("\n</think>\n\nYes."));
        QCOMPARE(text.add(said(" It is.\n")), std::string(" It is.\n"));
        QCOMPARE(text.add(thought("hm")), std::string("\n\n<think>\nhm"));
    }

    void contentStaysAsItIs() {
        ReplyText text;
        QCOMPARE(text.add(said("\n one ")), std::string("\n one "));
        ReplyDelta call;
        call.call =
            ToolCallDelta{.index = 0, .id = "", .name = "f", .arguments = "{}", .written = "<f>{}</f>"};
        QCOMPARE(text.add(call), std::string("<f>{}</f>"));
    }

    void textsAreSplit() {
        QVERIFY(!splitReplyText(""));
        QVERIFY(!splitReplyText("Yes <think>no</think>"));
        const auto open = splitReplyText("  <think>\n so ");
        QVERIFY(open && open->reasoning == "so" && open->content.empty());
        const auto closed = splitReplyText("<think>so</think>\n\n  x \n");
        QVERIFY(closed && closed->reasoning == "so" && closed->content == "x \n");
    }
};

QTEST_APPLESS_MAIN(TestReplyText)
#include "tst_reply_text.moc"

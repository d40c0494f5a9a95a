#include "inference/reply_calls.h"

#include <QtTest>

using namespace hearth;
using namespace hearth::app;

namespace {

ReplyDelta text(const char* added) {
    ReplyDelta delta;
    delta.text = added;
    return delta;
}

ReplyDelta reasoning(const char* added) {
    ReplyDelta delta;
    delta.reasoning = added;
    return delta;
}

ReplyDelta call(int index, const char* id, const char* name, const char* arguments) {
    ReplyDelta delta;
    delta.call = ToolCallDelta{index, id, name, arguments, "written"};
    return delta;
}

}  // namespace

class TestReplyCalls : public QObject {
    Q_OBJECT

private slots:
    void areWholeWhenTheArgumentsOfTheLastAre() {
        ReplyCalls calls;
        QVERIFY(!calls.areWhole());
        calls.add(call(0, "", "add", "{\"x\": "));
        QVERIFY(!calls.areWhole());
        calls.add(call(0, "", "", "1}"));
        QVERIFY(calls.areWhole());
        calls.add(call(1, "", "add", ""));
        QVERIFY(!calls.areWhole());
    }
    void partsOfACallAreJoined() {
        ReplyCalls calls;
        calls.add(text("I ask.\n"));
        calls.add(call(0, "", "add", "{\"x\":"));
        calls.add(call(0, "", "", " 1}"));
        calls.add(call(1, "b", "clock", "{}"));
        QCOMPARE(calls.text(), QString("I ask."));
        QCOMPARE(calls.calls(), (QList<ReplyCall>{{"", "add", "{\"x\": 1}"}, {"b", "clock", "{}"}}));
    }
    void aReplyMayBeginWithACall() {
        ReplyCalls calls;
        calls.add(call(0, "", "clock", ""));
        QVERIFY(calls.text().isEmpty());
        QCOMPARE(calls.calls().size(), 1);
    }
    /// A reply that is continued may have the beginning of the call in its text.
    void theBeginningOfTheCallIsFound() {
        ReplyCalls calls;
        QCOMPARE(calls.begunIn("<call>{"), 0);
        ReplyDelta first = call(0, "", "clock", "");
        first.call->written = "<call>{\"name\": ";
        calls.add(first);
        ReplyDelta rest = call(0, "", "", "{}");
        rest.call->written = "\"clock\"}</call>";
        calls.add(rest);
        ReplyDelta second = call(1, "", "clock", "{}");
        second.call->written = "<call>{\"name\": \"clock\"}</call>";
        calls.add(second);
        QCOMPARE(calls.begunIn("I look.\n<call>{\"name\": \"cl"), 19);
        QCOMPARE(calls.begunIn("<call>"), 6);
        QCOMPARE(calls.begunIn("I look. "), 0);
        QCOMPARE(calls.begunIn("A <call> is written so."), 0);
        QCOMPARE(calls.begunIn(""), 0);
    }
    void aCallEndsReasoning() {
        ReplyCalls calls;
        calls.add(reasoning("What is the time?\n"));
        calls.add(call(0, "", "clock", "{}"));
        QCOMPARE(calls.text(), QString("<think>\nWhat is the time?\n</think>"));
    }
    void withoutCallsTheTextIsTheReply() {
        ReplyCalls calls;
        calls.add(reasoning("Hm."));
        calls.add(text("Yes. "));
        QCOMPARE(calls.text(), QString("<think>\nHm.\n</think>\n\nYes. "));
        QVERIFY(calls.calls().isEmpty());
    }
};

QTEST_GUILESS_MAIN(TestReplyCalls)
#include "tst_reply_calls.moc"

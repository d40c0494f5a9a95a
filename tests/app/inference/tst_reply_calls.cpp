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

#include "store/tool_call.h"

#include <QtTest>

using namespace hearth::app::store;

class TestToolCall : public QObject {
    Q_OBJECT

private slots:
    void callsAreReadAsTheyWereWritten() {
        const std::vector<ToolCall> calls{
            {"call_1", "calculate", "{\"expression\":\"2 \\\"x\\\"\"}", "Hearth"}, {"", "broken", "{\n", ""}};
        QCOMPARE(callsOf(toText(calls)), calls);
        QVERIFY(toText({}).isEmpty());
    }
    void whatIsNoCallIsLeftOut() {
        QVERIFY(callsOf("").empty());
        QVERIFY(callsOf("{").empty());
        QVERIFY(callsOf("{\"name\":\"x\"}").empty());
        QVERIFY(callsOf("[1, null, [], {\"id\":\"1\"}, {\"name\":7}]").empty());
        QCOMPARE(callsOf("[7, {\"name\":\"x\"}]"), (std::vector<ToolCall>{{"", "x", "", ""}}));
    }
};

QTEST_GUILESS_MAIN(TestToolCall)
#include "tst_tool_call.moc"

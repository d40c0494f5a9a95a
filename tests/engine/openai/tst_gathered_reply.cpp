#include "openai/gathered_reply.h"

#include <QtTest>

using namespace hearth;
using namespace hearth::openai;

class TestGatheredReply : public QObject {
    Q_OBJECT

    static ReplyDelta call(int index, const char* name, const char* arguments, const char* written) {
        ReplyDelta delta;
        delta.call =
            ToolCallDelta{.index = index, .id = {}, .name = name, .arguments = arguments, .written = written};
        return delta;
    }

private slots:
    void gathersPartsOfCalls() {
        GatheredReply reply(true);
        ReplyDelta text;
        text.text = "Wait.";
        text.reasoning = "Hm.";
        (void)reply.add(text);
        (void)reply.add(call(0, "f", "{\"a\"", "<f"));
        (void)reply.add(call(1, "g", "{}", "<g>"));
        (void)reply.add(call(0, "", ":1}", ">"));
        QCOMPARE(reply.content(), std::string("Wait."));
        QCOMPARE(reply.reasoning(), std::string("Hm."));
        QCOMPARE(reply.calls().size(), size_t(2));
        QCOMPARE(reply.calls()[0].arguments, std::string("{\"a\":1}"));
        QCOMPARE(reply.calls()[1].name, std::string("g"));
    }
    void oneCallMayBeEnough() {
        GatheredReply reply(true, false);
        QVERIFY(reply.add(call(0, "f", "{}", "<f>")).call);
        QVERIFY(!reply.hasEnough());
        QVERIFY(!reply.add(call(1, "g", "{}", "<g>")).call);
        QVERIFY(reply.hasEnough());
        QCOMPARE(reply.calls().size(), size_t(1));
    }
    void callsThatNobodyAskedForAreText() {
        GatheredReply reply(false);
        const ReplyDelta said = reply.add(call(0, "f", "{}", "<f>"));
        QVERIFY(!said.call);
        QCOMPARE(said.text, std::string("<f>"));
        QCOMPARE(reply.content(), std::string("<f>"));
        QVERIFY(reply.calls().empty());
    }
};

QTEST_GUILESS_MAIN(TestGatheredReply)
#include "tst_gathered_reply.moc"

#include "server/call_log.h"

#include <QtTest>

#include "engine/server/served_answer.h"

using namespace hearth;
using namespace hearth::server;

class TestCallLog : public QObject {
    Q_OBJECT

private slots:
    void callsThatEndAreFigures() {
        CallLog log;
        const std::string answer = test::servedAnswer(
            [&](http::Request request, std::shared_ptr<http::Response> response) {
                ApiCall call;
                call.request = std::move(request);
                call.response = std::move(response);
                call.route = "/x";
                ReplyOutcome outcome;
                outcome.metrics.promptTokens = 5;
                outcome.generatedTokens = 3;
                log.record(call, "tiny", outcome);
                log.refuse(call, {429, "Later.", "", ""});
            },
            "User-Agent: Probe/1.0\r\n");
        QCOMPARE(test::statusOf(answer), 429);
        const auto records = log.figures().log();
        QCOMPARE(records.size(), size_t(2));
        QCOMPARE(records[0].client, std::string("Probe/1.0"));
        QCOMPARE(records[0].model, std::string("tiny"));
        QCOMPARE(records[0].promptTokens, 5);
        QCOMPARE(records[0].generatedTokens, 3);
        QCOMPARE(records[1].status, 429);
        QCOMPARE(records[1].route, std::string("/x"));
    }
};

QTEST_GUILESS_MAIN(TestCallLog)
#include "tst_call_log.moc"

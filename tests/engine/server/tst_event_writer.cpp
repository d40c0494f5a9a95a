#include "server/event_writer.h"

#include <QtTest>

#include "engine/server/served_answer.h"

using namespace hearth;
using namespace hearth::server;

class TestEventWriter : public QObject {
    Q_OBJECT

private slots:
    void beginsWithTheFirstEvent() {
        const std::string answer = test::servedAnswer([](const http::Request&, auto response) {
            EventWriter stream(response);
            QVERIFY(stream.write(""));
            QVERIFY(!stream.hasBegun());
            QVERIFY(stream.write("data: 1\n\n"));
            QVERIFY(stream.hasBegun());
            stream.fail("data: 2\n\n");
        });
        QCOMPARE(test::statusOf(answer), 200);
        QVERIFY(answer.find("text/event-stream") != std::string::npos);
        QCOMPARE(test::unchunked(answer), std::string("data: 1\n\ndata: 2\n\n"));
    }
    void mayBeRefusedInstead() {
        const std::string answer = test::servedAnswer(
            [](const http::Request&, auto response) { EventWriter(response).refuse(404, "{}"); });
        QCOMPARE(test::statusOf(answer), 404);
        QVERIFY(answer.ends_with("{}"));
    }
};

QTEST_GUILESS_MAIN(TestEventWriter)
#include "tst_event_writer.moc"

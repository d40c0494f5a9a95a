#include "hub/hub_get.h"

#include <QSignalSpy>
#include <QtTest>

#include "support/fake_chat_server.h"
#include "support/fake_hub_environment.h"

using namespace hearth::app;

class TestHubGet : public QObject {
    Q_OBJECT

    std::unique_ptr<FakeHub> m_hub;

    HubEnvironment environment() const { return environmentOf(*m_hub); }

private slots:
    void initTestCase() {
        m_hub = std::make_unique<FakeHub>();
        if (!m_hub->isRunning()) QSKIP("SKIPPED: the openssl program is not there");
        m_hub->addFile("o/n", "f", QByteArray(100000, 'f'));
        m_hub->addFile("o/n", "circle", "x", FakeHub::Lie::Circle);
    }

    void followsAndKeepsTheHubsHeaders() {
        const HubEnvironment hub = environment();
        HubGet get(hub, 2000);
        QByteArray body, size;
        connect(&get, &HubGet::received, this, [&](const QByteArray& bytes) { body += bytes; });
        connect(&get, &HubGet::answered, this, [&] { size = get.hubHeader("x-linked-size"); });
        QSignalSpy ended(&get, &HubGet::ended);
        get.start(hub.fileAddress("o/n", FakeHub::commit(), "f"), {{"Range", "bytes=10-19"}});
        QVERIFY(ended.wait());
        QVERIFY2(ended[0][0].toString().isEmpty(), qPrintable(ended[0][0].toString()));
        QCOMPARE(body, QByteArray(10, 'f'));
        QCOMPARE(size, QByteArray("100000"));
        QCOMPARE(get.status(), 206);
    }

    void circlesStallsAndBadAddressesEnd() {
        const HubEnvironment hub = environment();
        HubGet circle(hub, 2000);
        QSignalSpy circled(&circle, &HubGet::ended);
        circle.start(hub.fileAddress("o/n", FakeHub::commit(), "circle"));
        QVERIFY(circled.wait());
        QVERIFY(circled[0][0].toString().contains("loop"));
        QVERIFY(m_hub->seen().size() <= 20);

        m_hub->setFaults([] { return FakeHub::Stall; });
        HubGet stalled(hub, 100);
        QSignalSpy stopped(&stalled, &HubGet::ended);
        stalled.start(hub.fileAddress("o/n", FakeHub::commit(), "f"));
        QVERIFY(stopped.wait(3000));
        QVERIFY(stopped[0][0].toString().contains("stopped sending"));
        QVERIFY(stopped[0][1].toBool());
        m_hub->setFaults({});

        HubGet plain(hub, 100);
        QSignalSpy refused(&plain, &HubGet::ended);
        plain.start(QUrl("http://example.org/"));
        QCOMPARE(refused.size(), 1);
    }

    void whatIsNoWebServerHasASentence() {
        FakeChatServer stranger([](const FakeChatServer::Request&) {
            FakeChatServer::Answer answer;
            answer.rawHead = true;
            answer.pieces = {"SSH-2.0-x\r\n"};
            return answer;
        });
        HubEnvironment hub;
        hub.endpoint = QUrl(stranger.address());
        HubGet get(hub, 2000);
        QSignalSpy ended(&get, &HubGet::ended);
        get.start(QUrl(stranger.address()));
        QVERIFY(ended.wait());
        QCOMPARE(ended[0][0].toString(),
                 QString("127.0.0.1 does not respond like a web server. Check the connection."));
    }

    void nothingIsHeardAfterAbort() {
        const HubEnvironment hub = environment();
        HubGet get(hub, 2000);
        QSignalSpy ended(&get, &HubGet::ended), received(&get, &HubGet::received);
        connect(&get, &HubGet::answered, &get, &HubGet::abort);
        get.start(hub.fileAddress("o/n", FakeHub::commit(), "f"));
        QTest::qWait(200);
        QCOMPARE(ended.size() + received.size(), 0);
    }
};

QTEST_GUILESS_MAIN(TestHubGet)
#include "tst_hub_get.moc"

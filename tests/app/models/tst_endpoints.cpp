#include "models/endpoints.h"

#include <QAbstractItemModelTester>
#include <QSignalSpy>
#include <QTcpServer>
#include <QTcpSocket>
#include <QtTest>

#include "hearth/engine.h"
#include "support/fake_chat_server.h"

using namespace hearth::app;

class TestEndpoints : public QObject {
    Q_OBJECT

    static QVariant role(const Endpoints& endpoints, int row, Endpoints::Role role) {
        return endpoints.data(endpoints.index(row), role);
    }

private slots:
    void addsTestsKeepsAndForgets() {
        FakeChatServer server([](const FakeChatServer::Request& request) {
            FakeChatServer::Answer answer;
            answer.type = "application/json";
            if (request.authorization != "Bearer sk-1") {
                answer.status = 401;
                answer.pieces = {"{}"};
            } else {
                answer.pieces = {
                    "{\"data\":[{\"id\":\"Qwen/"
                    "Qwen3-8B\",\"owned_by\":\"vllm\",\"max_model_len\":40960},{\"id\":\"bge-m3\"}]}"};
            }
            return answer;
        });
        const auto store = store::Store::inMemory();
        KeyRing keys;
        EndpointDirectory directory;
        {
            Endpoints endpoints(*store, keys, directory);
            QAbstractItemModelTester tester(&endpoints,
                                            QAbstractItemModelTester::FailureReportingMode::QtTest);
            const int row = endpoints.add();
            QVERIFY(!endpoints.save(row, "Rack", "ftp://x", {}, false).isEmpty());
            QVERIFY(!endpoints.save(row, "Rack", server.address(), "two words", true).isEmpty());
            QVERIFY(server.seen().isEmpty());
            QCOMPARE(endpoints.save(row, "Rack", server.address(), "wrong", true), QString());
            QTRY_COMPARE(role(endpoints, row, Endpoints::StateRole).toInt(), int(Endpoints::Failed));
            QVERIFY(role(endpoints, row, Endpoints::StateTextRole).toString().contains("key"));
            QCOMPARE(endpoints.save(row, "Rack", server.address(), "sk-1", true), QString());
            QTRY_COMPARE(role(endpoints, row, Endpoints::StateRole).toInt(), int(Endpoints::Reached));
            QVERIFY(role(endpoints, row, Endpoints::StateTextRole).toString().startsWith("Answered in"));
            QCOMPARE(role(endpoints, row, Endpoints::ProgramRole).toString(), QString("vLLM"));
            QCOMPARE(role(endpoints, row, Endpoints::ModelsRole).toList().size(), 2);
            QVERIFY(role(endpoints, row, Endpoints::NoticeRole).toString().contains("on this computer"));
            QCOMPARE(endpoints.choices().size(), size_t(1));
            QCOMPARE(endpoints.choices()[0].name, QString("Qwen3 8B"));
            QVERIFY(endpoints.keyNote().contains("until Hearth closes"));
        }
        // The key is in the ring and nowhere in the store.
        QVERIFY(!QJsonDocument(store->settings().find("endpoints").toArray()).toJson().contains("sk-1"));
        Endpoints endpoints(*store, keys, directory);
        QCOMPARE(endpoints.count(), 1);
        QVERIFY(role(endpoints, 0, Endpoints::HasKeyRole).toBool());
        QVERIFY(directory.engineFor(endpoints.choices()[0].path) != nullptr);
        endpoints.setShown(0, "Qwen/Qwen3-8B", false);
        QVERIFY(endpoints.choices().empty());
        // A key that is not wanted any more goes, and nothing of it stays in the ring.
        endpoints.save(0, "Rack", server.address(), {}, true);
        QVERIFY(!role(endpoints, 0, Endpoints::HasKeyRole).toBool());
        bool isEmpty = false;
        keys.read(role(endpoints, 0, Endpoints::EndpointIdRole).toString(),
                  [&](const QByteArray& key) { isEmpty = key.isEmpty(); });
        QVERIFY(isEmpty);
        QTRY_COMPARE(role(endpoints, 0, Endpoints::StateRole).toInt(), int(Endpoints::Failed));
        endpoints.save(0, "Rack", server.address(), "sk-1", true);
        QVERIFY(role(endpoints, 0, Endpoints::HasKeyRole).toBool());
        QTRY_COMPARE(role(endpoints, 0, Endpoints::StateRole).toInt(), int(Endpoints::Reached));
        // Another server does not get this one's key.
        const int before = static_cast<int>(server.seen().size());
        endpoints.save(0, "Rack", "http://127.0.0.1:1/v1", {}, false);
        QVERIFY(!role(endpoints, 0, Endpoints::HasKeyRole).toBool());
        QTRY_COMPARE(role(endpoints, 0, Endpoints::StateRole).toInt(), int(Endpoints::Failed));
        QVERIFY(role(endpoints, 0, Endpoints::StateTextRole).toString().contains("Nothing answers"));
        QCOMPARE(static_cast<int>(server.seen().size()), before);
        endpoints.remove(0);
        QCOMPARE(endpoints.count(), 0);
        QVERIFY(store->settings().find("endpoints").toArray().isEmpty());
        endpoints.test(0);
        endpoints.remove(5);
    }

    void twoServersOnOneHostHaveTwoNames() {
        FakeChatServer first([](const FakeChatServer::Request&) { return FakeChatServer::Answer(); });
        FakeChatServer second([](const FakeChatServer::Request&) { return FakeChatServer::Answer(); });
        const auto store = store::Store::inMemory();
        KeyRing keys;
        EndpointDirectory directory;
        Endpoints endpoints(*store, keys, directory);
        // As it is added, and with nothing typed.
        QStringList names;
        for (const FakeChatServer* server : {&first, &second}) {
            const int row = endpoints.add();
            endpoints.save(row, row == 0 ? role(endpoints, row, Endpoints::NameRole).toString() : QString(),
                           server->address(), {}, false);
            names += role(endpoints, row, Endpoints::NameRole).toString();
        }
        QCOMPARE(names[0], QUrl(first.address()).authority());
        QCOMPARE(names[1], QUrl(second.address()).authority());
    }

    void choicesSayWhoseTheyAreAndWhere() {
        const auto store = store::Store::inMemory();
        KeyRing keys;
        EndpointDirectory directory;
        store->settings().put("endpoints",
                              writeEndpoints({{"a", "Desk", QUrl("http://127.0.0.1:8000/v1"), {}, {{"m"}}},
                                              {"b", "Rack", QUrl("http://rack.lan:8000/v1"), {}, {{"m"}}},
                                              {"c", "", QUrl("http://[::1]:9/v1"), {}, {{"m"}}}}));
        const std::vector<Endpoints::Choice> choices = Endpoints(*store, keys, directory).choices();
        QCOMPARE(choices.size(), size_t{3});
        QVERIFY(choices[0].server == "Desk" && choices[0].isHere);
        QVERIFY(choices[1].server == "Rack" && !choices[1].isHere);
        QVERIFY(choices[2].server == "[::1]:9" && choices[2].isHere);
    }

    void noticesSayWhereTextsGo() {
        const auto store = store::Store::inMemory();
        KeyRing keys;
        EndpointDirectory directory;
        store->settings().put("endpoints",
                              writeEndpoints({{"a", "A", QUrl("https://api.example.org/v1"), {}, {}},
                                              {"b", "B", QUrl("http://rack.lan:8000/v1"), {}, {}}}));
        const Endpoints endpoints(*store, keys, directory);
        QCOMPARE(role(endpoints, 0, Endpoints::NoticeRole).toString(),
                 QString("Chats with these models leave this computer for api.example.org."));
        QVERIFY(role(endpoints, 1, Endpoints::NoticeRole).toString().contains("unencrypted"));
    }

    void strangeAnswersAreNamed() {
        FakeChatServer::Answer next;
        FakeChatServer server([&](const FakeChatServer::Request&) { return next; });
        const auto store = store::Store::inMemory();
        KeyRing keys;
        EndpointDirectory directory;
        Endpoints endpoints(*store, keys, directory);
        const int row = endpoints.add();
        const auto ask = [&] {
            endpoints.save(row, "X", server.address(), {}, false);
            return QTest::qWaitFor(
                [&] { return role(endpoints, row, Endpoints::StateRole).toInt() == Endpoints::Failed; },
                5000);
        };
        next.pieces = {"<html>hello</html>"};
        QVERIFY(ask());
        QVERIFY(role(endpoints, row, Endpoints::StateTextRole).toString().contains("/v1"));
        next.status = 302;
        next.location = "http://elsewhere/";
        QVERIFY(ask());
        QVERIFY(role(endpoints, row, Endpoints::StateTextRole).toString().contains("another address"));
        next.status = 500;
        QVERIFY(ask());
        QVERIFY(role(endpoints, row, Endpoints::StateTextRole).toString().contains("500"));
        // A server of http that is asked over https.
        QTcpServer plain;
        QVERIFY(plain.listen(QHostAddress::LocalHost));
        connect(&plain, &QTcpServer::newConnection, this, [&] {
            QTcpSocket* socket = plain.nextPendingConnection();
            connect(socket, &QTcpSocket::readyRead, socket, [socket] {
                socket->write("HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\n\r\n");
                socket->disconnectFromHost();
            });
        });
        endpoints.save(row, "X", QString("https://127.0.0.1:%1/v1").arg(plain.serverPort()), {}, false);
        QTRY_VERIFY(
            role(endpoints, row, Endpoints::StateTextRole).toString().contains("does not answer over https"));
    }

    // Prices are typed, kept over restarts, and no price is kept that is none.
    void pricesAreKept() {
        const auto store = store::Store::inMemory();
        KeyRing keys;
        EndpointDirectory directory;
        {
            Endpoints endpoints(*store, keys, directory);
            const int row = endpoints.add();
            endpoints.save(row, "Cloud", "http://127.0.0.1:1/v1", {}, false);
            QSignalSpy priced(&endpoints, &Endpoints::pricesChanged);
            QVERIFY(endpoints.setPrices(row, "cheap", "").contains("cheap"));
            QVERIFY(endpoints.setPrices(row, "0.15", "-2").contains("-2"));
            QCOMPARE(priced.count(), 0);
            QCOMPARE(endpoints.setPrices(row, "0.15", "0,6"), QString());
            QCOMPARE(endpoints.setPrices(row, "0.15", "0.6"), QString());
            QCOMPARE(priced.count(), 1);
        }
        const Endpoints again(*store, keys, directory);
        QCOMPARE(again.index(0).data(Endpoints::PriceReadRole).toString(), QString("0.15"));
        QCOMPARE(again.index(0).data(Endpoints::PriceWrittenRole).toString(), QString("0.6"));
    }
};

QTEST_GUILESS_MAIN(TestEndpoints)
#include "tst_endpoints.moc"

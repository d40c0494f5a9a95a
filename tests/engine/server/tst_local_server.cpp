#include "hearth/local_server.h"

#include <QtTest>

#include "engine/http/raw_client.h"
#include "hearth/model_loop.h"
#include "support/reference_pack.h"

using namespace hearth;

class TestLocalServer : public QObject {
    Q_OBJECT

    std::unique_ptr<ModelLoop> m_thread;

    static uint16_t portOf(const LocalServer& server) {
        const std::string url = server.url();
        return static_cast<uint16_t>(std::stoi(url.substr(url.rfind(':') + 1)));
    }
    static std::string request(const std::string& headers = "", int tokens = 4) {
        const std::string body =
            R"({"messages":[{"role":"user","content":"the river"}],"temperature":0,"ignore_eos":true,"max_tokens":)" +
            std::to_string(tokens) + "}";
        return "POST /v1/chat/completions HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nUser-Agent: "
               "someone/1.0\r\n" +
               headers + "Content-Length: " + std::to_string(body.size()) + "\r\n\r\n" + body;
    }
    static std::string ask(const LocalServer& server, const std::string& headers = "") {
        test::RawClient client(portOf(server));
        client.send(request(headers));
        return client.readAll(std::chrono::seconds(60));
    }

private slots:
    void initTestCase() {
        EngineOptions options;
        options.model = test::tinyModelsFolder() / "llama-f32.gguf";
        options.threads = 1;
        options.contextLength = 8192;
        m_thread =
            std::make_unique<ModelLoop>([options](const std::stop_token&) { return Engine::load(options); });
        m_thread->waitUntilReady();
    }
    void answersForTheModelInUseAndTellsWhoAsked() {
        const auto server = LocalServer::listen({.port = 0, .keys = {}}, *m_thread);
        QCOMPARE(test::statusOf(ask(*server)), 404);
        server->setModel("tiny");
        QCOMPARE(test::statusOf(ask(*server)), 200);
        QTRY_COMPARE(server->log().size(), size_t(2));
        QCOMPARE(server->log().back().client, std::string("someone/1.0"));
        QCOMPARE(server->log().back().model, std::string("tiny"));
        QCOMPARE(server->clients().at("someone/1.0").requests, uint64_t(2));
        QCOMPARE(server->running(), 0);
    }
    void needsItsKey() {
        const auto server = LocalServer::listen({.port = 0, .keys = {"secret"}}, *m_thread);
        server->setModel("tiny");
        QCOMPARE(test::statusOf(ask(*server)), 401);
        QCOMPARE(test::statusOf(ask(*server, "Authorization: Bearer secret\r\n")), 200);
    }
    void aPortThatIsTakenIsTold() {
        const auto server = LocalServer::listen({.port = 0, .keys = {}}, *m_thread);
        try {
            (void)LocalServer::listen({.port = portOf(*server), .keys = {}}, *m_thread);
            QFAIL("it listens twice");
        } catch (const Error& error) {
            QVERIFY(!std::string(error.what()).empty());
        }
    }
    /// A reply that runs is cancelled, and nothing of it is left in the engine.
    void closesInTheMiddleOfAReply() {
        auto server = LocalServer::listen({.port = 0, .keys = {}}, *m_thread);
        server->setModel("tiny");
        test::RawClient client(portOf(*server));
        client.send(request("", 8000));
        QTRY_COMPARE(server->running(), 1);
        const auto start = std::chrono::steady_clock::now();
        server.reset();
        QVERIFY(std::chrono::steady_clock::now() - start < std::chrono::seconds(2));
    }
};

QTEST_GUILESS_MAIN(TestLocalServer)
#include "tst_local_server.moc"

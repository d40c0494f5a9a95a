#include "hearth/local_server.h"

#include <QtTest>
#include <atomic>
#include <nlohmann/json.hpp>
#include <thread>

#include "engine/http/raw_client.h"
#include "engine/server/hosted_pair.h"
#include "support/reference_pack.h"

using namespace hearth;
using Json = nlohmann::json;

class TestLocalServer : public QObject {
    Q_OBJECT

    std::unique_ptr<test::HostedPair> m_models;

    static uint16_t portOf(const LocalServer& server) {
        const std::string url = server.url();
        return static_cast<uint16_t>(std::stoi(url.substr(url.rfind(':') + 1)));
    }
    static std::string request(const std::string& headers = "", int tokens = 4, const std::string& model = "",
                               const std::string& text = "the river") {
        Json body{{"messages", {{{"role", "user"}, {"content", text}}}},
                  {"temperature", 0},
                  {"ignore_eos", true},
                  {"max_tokens", tokens},
                  {"cache_reply", false}};
        if (!model.empty()) body["model"] = model;
        const std::string bytes = body.dump();
        return "POST /v1/chat/completions HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nUser-Agent: "
               "someone/1.0\r\n" +
               headers + "Content-Length: " + std::to_string(bytes.size()) + "\r\n\r\n" + bytes;
    }
    static std::string send(const LocalServer& server, const std::string& bytes) {
        test::RawClient client(portOf(server));
        client.send(bytes);
        return client.readAll(std::chrono::seconds(60));
    }
    static std::string ask(const LocalServer& server, const std::string& headers = "") {
        return send(server, request(headers));
    }
    /// The model that answers, or the status.
    static std::string answering(const LocalServer& server, const std::string& model,
                                 const std::string& text = "the river") {
        const std::string answer = send(server, request("", 4, model, text));
        if (test::statusOf(answer) != 200) return std::to_string(test::statusOf(answer));
        const Json body = Json::parse(test::bodyOf(answer));
        return body.at("model").get<std::string>() +
               (body.contains("route") ? " " + body["route"].at("reason").get<std::string>() : "");
    }
    /// The small model is always sure enough.
    static RoutingRule sureRule() { return {.firstTokens = 2, .leastMeanLogProbability = -50}; }

private slots:
    void init() {
        const auto load = [](const std::stop_token& stop) {
            EngineOptions options;
            options.model = test::tinyModelsFolder() / "llama-f32.gguf";
            options.threads = 1;
            options.contextLength = 8192;
            return Engine::load(options, {}, stop);
        };
        m_models = std::make_unique<test::HostedPair>(load, load);
    }
    void cleanup() { m_models.reset(); }

    void answersForTheModelInUseAndTellsWhoAsked() {
        const auto server = LocalServer::listen({.port = 0, .keys = {}});
        QCOMPARE(test::statusOf(ask(*server)), 404);
        server->setModels({m_models->small()}, {});
        QCOMPARE(test::statusOf(ask(*server)), 200);
        QTRY_COMPARE(server->log().size(), size_t(2));
        QCOMPARE(server->log().back().client, std::string("someone/1.0"));
        QCOMPARE(server->log().back().model, std::string("small"));
        QCOMPARE(server->clients().at("someone/1.0").requests, uint64_t(2));
        QTRY_COMPARE(server->running(), 0);
    }
    void oneModelAnswersToAnyName() {
        const auto server = LocalServer::listen({.port = 0, .keys = {}});
        server->setModels({m_models->large()}, {});
        for (const char* name : {"", "large", "auto", "gpt-4"})
            QCOMPARE(answering(*server, name), std::string("large"));
    }
    void twoModelsAreThreeNames() {
        const auto server = LocalServer::listen({.port = 0, .keys = {}});
        server->setModels(m_models->both(), sureRule());
        for (const char* name : {"", "auto"}) {
            QCOMPARE(answering(*server, name), std::string("small certain"));
            QCOMPARE(answering(*server, name, "/large the river"), std::string("large hint"));
        }
        RoutingRule unsure = sureRule();
        unsure.leastMeanLogProbability = 0;
        server->setModels(m_models->both(), unsure);
        QCOMPARE(answering(*server, "auto"), std::string("large uncertain"));
        for (const char* name : {"small", "large"}) QCOMPARE(answering(*server, name), std::string(name));
        QCOMPARE(answering(*server, "gpt-4"), std::string("404"));
        const Json listed = Json::parse(test::bodyOf(send(
            *server, "GET /v1/models HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")))["data"];
        QCOMPARE(listed.size(), size_t(3));
        QCOMPARE(listed[0].at("id"), Json("auto"));
        QCOMPARE(listed[1].at("id"), Json("small"));
        QCOMPARE(listed[2].at("id"), Json("large"));
        const std::string metrics =
            send(*server, "GET /metrics HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n");
        QVERIFY2(metrics.find("uncertain") != std::string::npos, metrics.c_str());
    }
    void needsItsKey() {
        const auto server = LocalServer::listen({.port = 0, .keys = {"secret"}});
        server->setModels({m_models->small()}, {});
        QCOMPARE(test::statusOf(ask(*server)), 401);
        QCOMPARE(test::statusOf(ask(*server, "Authorization: Bearer secret\r\n")), 200);
    }
    void aPortThatIsTakenIsTold() {
        const auto server = LocalServer::listen({.port = 0, .keys = {}});
        try {
            (void)LocalServer::listen({.port = portOf(*server), .keys = {}});
            QFAIL("it listens twice");
        } catch (const Error& error) {
            QVERIFY(!std::string(error.what()).empty());
        }
    }
    /// Running requests continue until their model is closed.
    void modelsChangeInTheMiddleOfRequests() {
        const auto server = LocalServer::listen({.port = 0, .keys = {}});
        server->setModels(m_models->both(), sureRule());
        test::RawClient routed(portOf(*server)), named(portOf(*server)), other(portOf(*server));
        routed.send(request("", 8000, "auto"));
        named.send(request("", 8000, "small"));
        other.send(request("", 40, "large"));
        QTRY_VERIFY(server->running() >= 2);
        server->setModels({m_models->large()}, {});
        QVERIFY(server->running() >= 2);
        QCOMPARE(answering(*server, "small"), std::string("large"));
        QCOMPARE(test::statusOf(other.readAll(test::kLongEnough)), 200);
        m_models->host().close("small");
        QCOMPARE(test::statusOf(routed.readAll(test::kLongEnough)), 503);
        QCOMPARE(test::statusOf(named.readAll(test::kLongEnough)), 503);
        QTRY_COMPARE(server->running(), 0);
        QCOMPARE(answering(*server, ""), std::string("large"));
    }
    void aModelThatIsClosedAnswersNothing() {
        const auto server = LocalServer::listen({.port = 0, .keys = {}});
        server->setModels({m_models->small()}, {});
        m_models->host().close("small");
        QCOMPARE(answering(*server, ""), std::string("404"));
        server->setModels({}, {});
        QCOMPARE(answering(*server, ""), std::string("404"));
    }
    void changesFromAnotherThreadWhileManyAsk() {
        const auto server = LocalServer::listen({.port = 0, .keys = {}});
        server->setModels(m_models->both(), sureRule());
        std::atomic<bool> ends = false;
        std::thread changes([&] {
            for (int turn = 0; !ends; ++turn) {
                if (turn % 2 == 0)
                    server->setModels({m_models->large()}, {});
                else
                    server->setModels(m_models->both(), sureRule());
                std::this_thread::sleep_for(std::chrono::microseconds(200));
            }
        });
        std::vector<std::string> answers;
        for (int i = 0; i < 40; ++i) answers.push_back(answering(*server, i % 2 == 0 ? "auto" : "large"));
        ends = true;
        changes.join();
        for (const std::string& answer : answers)
            QVERIFY2(answer.starts_with("large") || answer == "small certain", answer.c_str());
    }
    void closesInTheMiddleOfReplies_data() {
        QTest::addColumn<bool>("two");
        QTest::newRow("of one model") << false;
        QTest::newRow("of two") << true;
    }
    /// Replies that run are cancelled, and nothing of them is left in the engines.
    void closesInTheMiddleOfReplies() {
        QFETCH(bool, two);
        auto server = LocalServer::listen({.port = 0, .keys = {}, .parallel = 2});
        // Some are still held back by then.
        RoutingRule rule = sureRule();
        rule.firstTokens = RoutingRule::mostFirstTokens;
        server->setModels(two ? m_models->both() : std::vector{m_models->small()}, rule);
        std::vector<std::unique_ptr<test::RawClient>> clients;
        for (const char* name : {"small", "small", "auto", "large"}) {
            clients.push_back(std::make_unique<test::RawClient>(portOf(*server)));
            clients.back()->send(request("", 8000, name));
        }
        QTRY_COMPARE(server->running(), two ? 3 : 2);
        const auto start = std::chrono::steady_clock::now();
        server.reset();
        QVERIFY(std::chrono::steady_clock::now() - start < std::chrono::seconds(2));
        // Nobody but the host has them any more.
        const std::weak_ptr<HostedModel> small = m_models->small().model;
        QTRY_COMPARE(small.use_count(), 1L);
    }
};

QTEST_GUILESS_MAIN(TestLocalServer)
#include "tst_local_server.moc"

// Two tiny models behind one name: every form of answers is that of the model that answers, and says so.
#include <QtTest>

#include "engine/server/tiny_server.h"
#include "server/served_folder.h"

using namespace hearth;
using Json = nlohmann::json;

class TestRoutedApis : public QObject {
    Q_OBJECT

    std::unique_ptr<ModelHost> m_host;
    std::unique_ptr<server::ModelRegistry> m_shelf;
    std::unique_ptr<server::ServedFolder> m_folder;
    std::unique_ptr<server::ApiServer> m_server;

    void serve(double leastMean, int tokens = 3) {
        m_server.reset();
        server::Routing routing{.small = "qwen3-f16", .large = "llama-f32", .rule = {}};
        routing.rule.firstTokens = tokens;
        routing.rule.leastMeanLogProbability = leastMean;
        m_folder.reset();
        m_folder = std::make_unique<server::ServedFolder>(servedWith(std::move(routing)), *m_host, *m_shelf);
        server::ApiOptions options;
        options.http.port = 0;
        m_server = std::make_unique<server::ApiServer>(std::move(options), *m_shelf);
    }
    std::string ask(const std::string& method, const std::string& path, const std::string& body = "") const {
        test::RawClient client(m_server->port());
        client.send(method + " " + path +
                    " HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Length: " +
                    std::to_string(body.size()) + "\r\n\r\n" + body);
        return client.readAll(std::chrono::seconds(60));
    }
    Json post(const std::string& path, const Json& body) const {
        return test::TinyServer::bodyOf(ask("POST", path, body.dump()));
    }
    static Json bodyFor(const std::string& path, const std::string& model, const std::string& text) {
        Json body{{"model", model}, {"temperature", 0}, {"cache_reply", false}};
        body[path == "/v1/responses" ? "max_output_tokens" : "max_tokens"] = 6;
        if (path == "/v1/completions")
            body["prompt"] = text;
        else if (path == "/v1/responses")
            body["input"] = text;
        else
            body["messages"] = {{{"role", "user"}, {"content", text}}};
        return body;
    }
    /// Text of an answer in any of the formats.
    static std::string textOf(const Json& answer) {
        if (answer.contains("output")) return answer["output"].at(0).at("content").at(0).at("text");
        if (answer.contains("content")) return answer["content"].at(0).at("text");
        const Json& choice = answer.at("choices").at(0);
        return choice.contains("message") ? choice["message"].at("content") : choice.at("text");
    }
    /// The text of all events, and the first route and model that one of them names.
    static Json gathered(const std::vector<Json>& events) {
        Json all{{"text", ""}, {"route", nullptr}, {"model", nullptr}};
        const auto add = [&](const Json& text) {
            if (text.is_string()) all["text"] = all["text"].get<std::string>() + text.get<std::string>();
        };
        for (const Json& event : events) {
            if (!event.is_object()) continue;
            for (const Json& head :
                 {event, event.value("message", Json::object()), event.value("response", Json::object())}) {
                for (const char* field : {"route", "model"})
                    if (head.contains(field) && all[field].is_null()) all[field] = head[field];
            }
            const std::string type = event.value("type", "");
            if (type == "response.output_text.delta") add(event["delta"]);
            if (type == "content_block_delta") add(event["delta"].value("text", Json()));
            if (event.contains("choices") && !event["choices"].empty()) {
                const Json& choice = event["choices"][0];
                add(choice.contains("delta") ? choice["delta"].value("content", Json()) : choice["text"]);
            }
        }
        return all;
    }

    static server::ServedFolder::Options servedWith(server::Routing routing) {
        server::ServedFolder::Options options;
        options.folder = test::tinyModelsFolder();
        options.source = [](const std::filesystem::path& model) {
            ModelSource source;
            source.load = [model](const std::stop_token& stop) {
                EngineOptions one;
                one.model = model;
                one.threads = 1;
                return Engine::load(one, {}, stop);
            };
            return source;
        };
        options.routing = std::make_shared<const server::Routing>(std::move(routing));
        return options;
    }

private slots:
    void initTestCase() {
        m_host = std::make_unique<ModelHost>(ModelHost::Options());
        m_shelf = std::make_unique<server::ModelRegistry>();
    }
    void cleanupTestCase() {
        m_server.reset();
        m_folder.reset();
        m_shelf.reset();
        m_host.reset();
    }

    void everyFormIsThatOfWhoAnswers_data() {
        QTest::addColumn<QByteArray>("path");
        QTest::addColumn<bool>("certain");
        for (const char* path : {"/v1/chat/completions", "/v1/completions", "/v1/responses", "/v1/messages"})
            for (const bool certain : {true, false})
                QTest::addRow("%s %s", path, certain ? "certain" : "uncertain")
                    << QByteArray(path) << certain;
    }
    void everyFormIsThatOfWhoAnswers() {
        QFETCH(QByteArray, path);
        QFETCH(bool, certain);
        serve(certain ? -20 : 0);
        const std::string route = path.toStdString(), model = certain ? "qwen3-f16" : "llama-f32";
        const Json direct = post(route, bodyFor(route, model, "the river"));
        QVERIFY(!direct.contains("route"));
        Json body = bodyFor(route, "auto", "the river");
        const Json whole = post(route, body);
        QCOMPARE(whole.at("model"), Json(model));
        QCOMPARE(whole.at("route").at("answered_by"), Json(certain ? "small" : "large"));
        QCOMPARE(whole.at("route").at("reason"), Json(certain ? "certain" : "uncertain"));
        QCOMPARE(textOf(whole), textOf(direct));
        body["stream"] = true;
        const Json streamed = gathered(test::streamedEvents(ask("POST", route, body.dump())));
        QCOMPARE(streamed.at("text"), Json(textOf(direct)));
        QCOMPARE(streamed.at("model"), Json(model));
        QCOMPARE(streamed.at("route"), whole.at("route"));
    }
    void whatWasComputedStays() {
        serve(0);
        const Json body = bodyFor("/v1/chat/completions", "auto", "Something that nobody asked for before.");
        (void)post("/v1/chat/completions", body);
        for (const char* model : {"qwen3-f16", "llama-f32"}) {
            Json direct = body;
            direct["model"] = model;
            const Json usage = post("/v1/chat/completions", direct).at("usage");
            QVERIFY(usage.at("prompt_tokens_details").at("cached_tokens").get<int>() >=
                    usage.at("prompt_tokens").get<int>() - 1);
        }
    }
    void theUsageIsThatOfWhoAnswers() {
        serve(0);
        Json body = bodyFor("/v1/messages", "auto", "the river");
        body["stream"] = true;
        const auto events = test::streamedEvents(ask("POST", "/v1/messages", body.dump()));
        Json direct = body;
        direct["model"] = "llama-f32";
        const auto other = test::streamedEvents(ask("POST", "/v1/messages", direct.dump()));
        const auto inputOf = [](const Json& event) {
            const Json& usage = event.at("message").at("usage");
            return usage.at("input_tokens").get<int>() + usage.at("cache_read_input_tokens").get<int>();
        };
        QVERIFY(inputOf(events.front()) > 0);
        QCOMPARE(inputOf(events.front()), inputOf(other.front()));
    }
    void aRequestSaysWho() {
        serve(-20);
        Json body = bodyFor("/v1/chat/completions", "", "/small the river");
        body.erase("model");
        QCOMPARE(post("/v1/chat/completions", body).at("route"),
                 Json({{"answered_by", "small"}, {"reason", "hint"}}));
        body["route"] = "large";
        const Json asked = post("/v1/chat/completions", body);
        QCOMPARE(asked.at("route"), Json({{"answered_by", "large"}, {"reason", "asked"}}));
        // Without the hint.
        QCOMPARE(textOf(asked), textOf(post("/v1/chat/completions",
                                            bodyFor("/v1/chat/completions", "llama-f32", "the river"))));
    }
    void countsForWhoWouldBegin() {
        serve(-20);
        Json body = bodyFor("/v1/messages", "auto", "the river");
        body.erase("max_tokens");
        body.erase("temperature");
        body.erase("cache_reply");
        for (const auto& [route, model] :
             {std::pair("small", "qwen3-f16"), std::pair("large", "llama-f32")}) {
            Json direct = body, routed = body;
            direct["model"] = model;
            routed["route"] = route;
            QCOMPARE(post("/v1/messages/count_tokens", routed), post("/v1/messages/count_tokens", direct));
        }
    }
    void refuses_data() {
        QTest::addColumn<QByteArray>("path");
        QTest::addColumn<QByteArray>("body");
        QTest::addColumn<QByteArray>("says");
        const auto row = [](const char* path, const char* body, const char* says) {
            QTest::addRow("%s %.80s", path, body) << QByteArray(path) << QByteArray(body) << QByteArray(says);
        };
        const char* needs = R"(The field \"route\" needs the model \"auto\")";
        row("/v1/chat/completions",
            R"({"model":"llama-f32","route":"large","messages":[{"role":"user","content":"x"}]})", needs);
        row("/v1/messages/count_tokens",
            R"({"model":"llama-f32","route":"small","messages":[{"role":"user","content":"x"}]})", needs);
        row("/v1/responses", R"({"model":"auto","route":"huge","input":"x"})",
            R"(The field \"route\" must be \"small\", \"large\" or \"auto\".)");
        row("/v1/completions", R"({"model":"auto","prompt":[1,2]})",
            R"(The field \"prompt\" must be a text)");
        row("/v1/completions", R"({"model":"auto","prompt":"x","logit_bias":{"1":2}})",
            R"(The field \"logit_bias\" cannot be used)");
    }
    void refuses() {
        QFETCH(QByteArray, path);
        QFETCH(QByteArray, body);
        QFETCH(QByteArray, says);
        serve(-20);
        const std::string answer = ask("POST", path.toStdString(), body.toStdString());
        QCOMPARE(test::statusOf(answer), 400);
        QVERIFY2(QByteArray::fromStdString(answer).contains(says), answer.c_str());
    }
    void theFiguresAreToldAndTheModelIsListed() {
        serve(0);
        (void)post("/v1/chat/completions", bodyFor("/v1/chat/completions", "auto", "the river"));
        QTRY_VERIFY(ask("GET", "/metrics")
                        .find("hearth_routed_replies_total{model=\"large\",reason=\"uncertain\"} 1\n") !=
                    std::string::npos);
        QCOMPARE(test::TinyServer::bodyOf(ask("GET", "/v1/models/auto")).at("id"), Json("auto"));
    }
};

QTEST_GUILESS_MAIN(TestRoutedApis)
#include "tst_routed_apis.moc"

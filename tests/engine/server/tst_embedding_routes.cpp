// /v1/embeddings and /v1/rerank over a socket: what they answer, with a real tiny model and with one that
// counts.
#include "server/embedding_routes.h"

#include <QtTest>
#include <cmath>

#include "engine/embedding/text_folder.h"
#include "engine/http/raw_client.h"
#include "engine/server/served_embedder.h"
#include "server/api_server.h"
#include "server/model_registry.h"

using namespace hearth;
using namespace hearth::server;
using Json = nlohmann::json;

namespace {

/// A server of embedding models alone.
class EmbeddingServer {
public:
    explicit EmbeddingServer(EmbedderRegistry* registry) {
        ApiOptions options;
        options.http.port = 0;
        options.embedders = registry;
        m_server = std::make_unique<ApiServer>(std::move(options), m_none);
    }
    std::string ask(const std::string& path, const std::string& body) const {
        test::RawClient client(m_server->port());
        const std::string method = body.empty() ? "GET " : "POST ";
        client.send(method + path + " HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Length: " +
                    std::to_string(body.size()) + "\r\n\r\n" + body);
        return client.readAll(std::chrono::seconds(60));
    }
    Json post(const std::string& path, const Json& body) const {
        const std::string answer = ask(path, body.dump());
        const size_t at = answer.find("\r\n\r\n");
        return at == std::string::npos ? Json() : Json::parse(answer.substr(at + 4), nullptr, false);
    }
    const ServerFigures& figures() const { return m_server->figures(); }

private:
    ModelRegistry m_none;
    std::unique_ptr<ApiServer> m_server;
};

}  // namespace

class TestEmbeddingRoutes : public QObject {
    Q_OBJECT
private slots:
    void answersAsTheEmbedderDoes() {
        const test::TextFolder folder;
        ModelHost host{ModelHost::Options()};
        EmbedderRegistry registry(host, {{"bert", folder.path()}},
                                  [](const std::filesystem::path& model, const std::stop_token& stop) {
                                      return Embedder::load({.model = model, .backend = "cpu", .threads = 1},
                                                            {}, stop);
                                  });
        const EmbeddingServer server(&registry);
        const std::vector<std::string> texts{"cat", "a dog", "tree tree"};
        const Json answer = server.post("/v1/embeddings", {{"input", texts}, {"model", "bert"}});
        const auto expected = folder.load()->embed(texts);
        int tokens = 0;
        for (size_t i = 0; i < texts.size(); ++i) {
            const auto values = answer.at("data").at(i).at("embedding").get<std::vector<float>>();
            QCOMPARE(values.size(), expected[i].values.size());
            for (size_t j = 0; j < values.size(); ++j)
                QVERIFY(std::abs(values[j] - expected[i].values[j]) < 1e-6F);
            tokens += expected[i].tokens;
        }
        QCOMPARE(answer.at("usage").at("total_tokens"), Json(tokens));
        const Json cut = server.post("/v1/embeddings", {{"input", texts}, {"dimensions", 2}});
        for (size_t i = 0; i < texts.size(); ++i) {
            const auto values = cut.at("data").at(i).at("embedding").get<std::vector<float>>();
            const float first = expected[i].values[0], second = expected[i].values[1];
            QCOMPARE(values.size(), size_t{2});
            QVERIFY(std::abs(values[0] - first / std::hypot(first, second)) < 1e-5F);
            QVERIFY(std::abs(values[1] - second / std::hypot(first, second)) < 1e-5F);
        }
        const Json ranked = server.post("/v1/rerank", {{"query", "cat"}, {"documents", texts}});
        const auto scores = folder.load()->rerank("cat", texts);
        for (const Json& one : ranked.at("results"))
            QVERIFY(std::abs(one.at("relevance_score").get<float>() -
                             scores[one.at("index").get<size_t>()].score) < 1e-5F);
        QTRY_COMPARE(server.figures().log().size(), size_t{3});
    }
    void takesEveryForm() {
        const test::CountingRegistry counting({"a", "b"});
        const EmbeddingServer server(counting.registry.get());
        const auto first = [&](const Json& body) {
            return server.post("/v1/embeddings", body).at("data").at(0).at("embedding");
        };
        QCOMPARE(first({{"input", "abc"}}), (Json{3.0, 0.0}));
        QCOMPARE(first({{"input", "abc"}, {"input_type", "query"}}), (Json{3.0, 1.0}));
        QCOMPARE(first({{"input", Json::array({4, 5})}}), (Json{2.0, 7.0}));
        QCOMPARE(first({{"input", "abc"}, {"encoding_format", "base64"}}), Json("AABAQAAAAAA="));
        QCOMPARE(first({{"input", "abc"}, {"dimensions", 1}}), Json::array({1.0}));
        QCOMPARE(first({{"input", "123456789"}, {"truncate", true}}), (Json{9.0, 0.0}));
        QCOMPARE(first({{"input", Json::array({std::vector<int>(20, 1)})}, {"truncate", true}}),
                 (Json{8.0, 7.0}));
        QCOMPARE(server.post("/v1/embeddings", {{"input", "x"}, {"model", "b"}}).at("model"), Json("b"));
        const Json many = server.post("/v1/embeddings", {{"input", std::vector<std::string>(300, "ab")}});
        QCOMPARE(many.at("data").size(), size_t{300});
        QCOMPARE(many.at("data").at(299).at("index"), Json(299));
        QVERIFY(server.ask("/v1/models", "").find("\"id\":\"b\"") != std::string::npos);
    }
    void refuses_data() {
        QTest::addColumn<QByteArray>("path");
        QTest::addColumn<QByteArray>("body");
        QTest::addColumn<int>("status");
        QTest::addColumn<QByteArray>("says");
        const auto row = [](const char* path, const char* body, int status, const char* says) {
            QTest::addRow("%s %s", path, body)
                << QByteArray(path) << QByteArray(body) << status << QByteArray(says);
        };
        row("/v1/embeddings", "x", 400, "not valid JSON");
        row("/v1/embeddings", R"({"input":"x","model":"c"})", 404, "model_not_found");
        row("/v1/embeddings", R"({"input":"x","model":"bad"})", 500, "damaged");
        row("/v1/embeddings", R"({"input":"123456789"})", 400, "context_length_exceeded");
        row("/v1/embeddings", R"({"input":[1,2,3,4,5,6,7,8,9]})", 400, "context_length_exceeded");
        row("/v1/embeddings", R"({"input":"x","dimensions":3})", 400, "2 at most");
        row("/v1/rerank", R"({"query":"q"})", 400, "documents");
        row("/v1/rerank", R"({"query":"q","documents":["123456789"],"truncate":false})", 400, "documents[0]");
        row("/v1/rerank", R"({"query":"q","documents":["a"],"model":"c"})", 404, "model_not_found");
    }
    void refuses() {
        QFETCH(QByteArray, path);
        QFETCH(QByteArray, body);
        QFETCH(int, status);
        QFETCH(QByteArray, says);
        const test::CountingRegistry counting({"a", "bad"});
        const std::string answer =
            EmbeddingServer(counting.registry.get()).ask(path.toStdString(), body.toStdString());
        QCOMPARE(test::statusOf(answer), status);
        QVERIFY2(answer.find(says.toStdString()) != std::string::npos, answer.c_str());
    }
    void withoutANameItTakesOneOfTheKind() {
        const test::CountingRegistry counting({"scores", "a", "b"});
        const EmbeddingServer server(counting.registry.get());
        QCOMPARE(server.post("/v1/embeddings", {{"input", "x"}}).at("model"), Json("a"));
        const Json rerank{{"query", "x"}, {"documents", {"x"}}};
        QCOMPARE(server.post("/v1/rerank", rerank).at("model"), Json("scores"));
        const std::string named = server.ask("/v1/embeddings", R"({"input":"x","model":"scores"})");
        QCOMPARE(test::statusOf(named), 400);
        QVERIFY2(named.find("makes no embeddings") != std::string::npos, named.c_str());
        const test::CountingRegistry alone({"scores"});
        const std::string none =
            EmbeddingServer(alone.registry.get()).ask("/v1/embeddings", R"({"input":"x"})");
        QCOMPARE(test::statusOf(none), 400);
        QVERIFY2(none.find("--embedding-model") != std::string::npos, none.c_str());
        QCOMPARE(alone.loads, 0);
    }
    void withoutModelsItSaysSo() {
        const std::string answer = EmbeddingServer(nullptr).ask("/v1/embeddings", R"({"input":"x"})");
        QCOMPARE(test::statusOf(answer), 400);
        QVERIFY(answer.find("--embedding-model") != std::string::npos);
    }
    void ranksTheBestFirst() {
        const test::CountingRegistry counting({"a"});
        const Json answer = EmbeddingServer(counting.registry.get())
                                .post("/rerank", {{"query", "cat"},
                                                  {"documents", {"some dog", "cat", "a"}},
                                                  {"top_n", 2},
                                                  {"return_documents", true}});
        QCOMPARE(answer.at("results").size(), size_t{2});
        QCOMPARE(answer.at("results").at(0).at("index"), Json(1));
        QCOMPARE(answer.at("results").at(1).at("document").at("text"), Json("a"));
    }
};

QTEST_GUILESS_MAIN(TestEmbeddingRoutes)
#include "tst_embedding_routes.moc"

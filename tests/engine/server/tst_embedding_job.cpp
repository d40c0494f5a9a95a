// Processing of work in parts. Answers over a socket are in tst_embedding_routes.cpp.
#include "server/embedding_job.h"

#include <QtTest>
#include <future>

#include "engine/http/raw_client.h"
#include "engine/server/served_embedder.h"
#include "http/server.h"

using namespace hearth;
using namespace hearth::server;

class TestEmbeddingJob : public QObject {
    Q_OBJECT

    /// Sends a request and has `answer` take it.
    static std::string ask(const std::function<void(const std::shared_ptr<ApiCall>&)>& answer) {
        http::ServerOptions options;
        options.port = 0;
        http::Server server(options, [&](http::Request request, std::shared_ptr<http::Response> response) {
            auto call = std::make_shared<ApiCall>();
            call->request = std::move(request);
            call->response = std::move(response);
            answer(call);
        });
        test::RawClient client(server.port());
        client.send("GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n");
        return client.readAll(std::chrono::seconds(30));
    }

private slots:
    void othersComeBetweenTheParts() {
        const test::CountingRegistry counting({"a"});
        const auto log = std::make_shared<CallLog>();
        std::vector<std::string> order;
        std::promise<void> posted;
        const auto waits = posted.get_future().share();
        const std::string answer = ask([&](const std::shared_ptr<ApiCall>& call) {
            startEmbedding(*counting.registry, log, call, "a",
                           {.texts = 2 * textsOfPart + 1,
                            .part =
                                [&, waits](Embedder&, size_t first, size_t count, const std::stop_token&) {
                                    waits.wait();
                                    order.push_back(std::to_string(first) + "+" + std::to_string(count));
                                },
                            .answer = [] { return std::string("\"done\""); },
                            .tokens = [] { return 5; }});
            counting.registry->post(
                "a", [&](Embedder*, const Error*, const std::stop_token&) { order.emplace_back("another"); });
            posted.set_value();
        });
        QCOMPARE(test::statusOf(answer), 200);
        QVERIFY(answer.ends_with("\"done\""));
        QCOMPARE(order, (std::vector<std::string>{"0+64", "another", "64+64", "128+1"}));
        // The request is written down after its answer has left.
        QTRY_VERIFY(!log->figures().log().empty());
        QCOMPARE(log->figures().log().back().promptTokens, 5);
        QCOMPARE(log->figures().log().back().model, std::string("a"));
    }
    void aFailureIsAnAnswer() {
        const test::CountingRegistry counting({"a", "bad"});
        const auto log = std::make_shared<CallLog>();
        const auto start = [&](const char* model, const std::function<void()>& part) {
            return ask([&](const std::shared_ptr<ApiCall>& call) {
                startEmbedding(*counting.registry, log, call, model,
                               {.texts = 1,
                                .part = [part](Embedder&, size_t, size_t, const std::stop_token&) { part(); },
                                .answer = [] { return std::string(); },
                                .tokens = [] { return 0; }});
            });
        };
        QCOMPARE(test::statusOf(start("a", [] { throw Error(ErrorCode::BadInput, "No."); })), 400);
        QCOMPARE(test::statusOf(start("a", [] { throw openai::Refusal{"No.", "input", "", 404}; })), 404);
        QCOMPARE(test::statusOf(start("bad", [] {})), 500);
    }
};

QTEST_GUILESS_MAIN(TestEmbeddingJob)
#include "tst_embedding_job.moc"

#include "server/server_figures.h"

#include <QtTest>

using namespace hearth;
using namespace hearth::server;

class TestServerFigures : public QObject {
    Q_OBJECT

    static RequestRecord record(const std::string& client, int status) {
        return {.at = std::chrono::system_clock::now(),
                .client = client,
                .route = "/v1/completions",
                .model = "tiny",
                .status = status,
                .promptTokens = 10,
                .cachedTokens = 4,
                .generatedTokens = 3,
                .firstTokenMs = 20,
                .totalMs = 300};
    }

private slots:
    void addsUpByClient() {
        ServerFigures figures;
        figures.add(record("a", 200));
        figures.add(record("a", 400));
        figures.add(record("b", 200));
        const auto clients = figures.clients();
        QCOMPARE(clients.size(), size_t(2));
        QCOMPARE(clients.at("a").requests, uint64_t(2));
        QCOMPARE(clients.at("a").failed, uint64_t(1));
        QCOMPARE(clients.at("a").cachedTokens, uint64_t(8));
        QCOMPARE(figures.log().size(), size_t(3));
    }
    void isBounded() {
        ServerFigures figures;
        for (int i = 0; i < 1000; ++i) figures.add(record("client " + std::to_string(i), 200));
        QCOMPARE(figures.log().size(), ServerFigures::mostRecords);
        QCOMPARE(figures.clients().size(), ServerFigures::mostClients);
        QVERIFY(figures.clients().contains("client 999"));
    }
    void speaksPrometheus() {
        ServerFigures figures;
        figures.add(record("a", 200));
        const std::string text = figures.metrics(2, 5);
        for (const char* line :
             {"hearth_requests_total{route=\"/v1/completions\",status=\"200\"} 1\n",
              "hearth_prompt_tokens_total 10\n", "hearth_cached_tokens_total 4\n",
              "hearth_replies_running 2\n", "hearth_requests_waiting 5\n",
              "hearth_time_to_first_token_seconds_bucket{le=\"0.025\"} 1\n",
              "hearth_time_to_first_token_seconds_bucket{le=\"0.01\"} 0\n",
              "hearth_request_seconds_bucket{le=\"+Inf\"} 1\n", "hearth_request_seconds_count 1\n"})
            QVERIFY2(text.find(line) != std::string::npos, line);
    }
};

QTEST_GUILESS_MAIN(TestServerFigures)
#include "tst_server_figures.moc"

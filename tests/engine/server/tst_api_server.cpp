// The routes, with a real tiny model behind them.
#include "server/api_server.h"

#include <QtTest>
#include <cmath>
#include <mutex>

#include "engine/server/tiny_server.h"

using namespace hearth;
using namespace hearth::server;
using Json = nlohmann::json;

class TestApiServer : public QObject {
    Q_OBJECT

    std::unique_ptr<test::TinyServer> m_tiny;

    void serve(std::vector<std::string> keys = {}) {
        ApiOptions options;
        options.keys = std::move(keys);
        m_tiny->serve(std::move(options));
    }
    std::string ask(const std::string& method, const std::string& path, const std::string& body = "",
                    const std::string& headers = "") const {
        return m_tiny->ask(method, path, body, headers);
    }
    static Json bodyOf(const std::string& answer) { return test::TinyServer::bodyOf(answer); }
    static std::string chat(const Json& more = Json::object()) {
        Json body{{"messages", {{{"role", "user"}, {"content", "the river"}}}},
                  {"temperature", 0},
                  {"max_tokens", 6}};
        body.update(more);
        return body.dump();
    }

private slots:
    void initTestCase() { m_tiny = std::make_unique<test::TinyServer>(); }
    void init() { serve(); }
    void cleanupTestCase() { m_tiny.reset(); }

    void tellsWhatThereIs() {
        QCOMPARE(bodyOf(ask("GET", "/health")), Json({{"status", "ok"}}));
        const Json models = bodyOf(ask("GET", "/v1/models"));
        QCOMPARE(models.at("data").size(), size_t(2));
        QCOMPARE(models.at("data").at(0).at("id"), Json("tiny"));
        QCOMPARE(bodyOf(ask("GET", "/v1/models/local")).at("id"), Json("local"));
        QCOMPARE(test::statusOf(ask("GET", "/v1/models/other")), 404);
        QVERIFY(ask("GET", "/metrics").find("hearth_replies_running 0") != std::string::npos);
        QCOMPARE(models.at("data").at(0).at("status"), Json("loaded"));
        QCOMPARE(bodyOf(ask("GET", "/props")).at("server"), Json("hearth"));
    }

    void tellsAnthropicsSdkInItsForm() {
        const std::string version = "anthropic-version: 2023-06-01\r\n";
        const Json models = bodyOf(ask("GET", "/v1/models", "", version));
        QCOMPARE(models.at("first_id"), Json("tiny"));
        QCOMPARE(models.at("data").at(1).at("display_name"), Json("local"));
        QCOMPARE(bodyOf(ask("GET", "/v1/models/tiny", "", version)).at("type"), Json("model"));
        QCOMPARE(bodyOf(ask("GET", "/v1/models/other", "", version)).at("type"), Json("error"));
    }
    void answersAChat() {
        const Json first = bodyOf(ask("POST", "/v1/chat/completions", chat()));
        QCOMPARE(first.at("object"), Json("chat.completion"));
        QCOMPARE(first.at("model"), Json("tiny"));
        QCOMPARE(first.at("usage").at("completion_tokens"), Json(6));
        const Json again = bodyOf(ask("POST", "/chat/completions", chat({{"model", "local"}})));
        QCOMPARE(again.at("choices").at(0).at("message"), first.at("choices").at(0).at("message"));
        const int prompt = again.at("usage").at("prompt_tokens");
        QVERIFY(again.at("usage").at("prompt_tokens_details").at("cached_tokens") >= prompt - 1);
    }
    void streamsTheSameText() {
        const std::string whole = bodyOf(ask("POST", "/v1/chat/completions", chat()))
                                      .at("choices")
                                      .at(0)
                                      .at("message")
                                      .at("content");
        std::string streamed;
        const std::string events =
            test::unchunked(ask("POST", "/v1/chat/completions", chat({{"stream", true}})));
        for (size_t at = 0; at < events.size();) {
            const size_t end = events.find("\n\n", at);
            const Json event = Json::parse(events.substr(at + 6, end - at - 6), nullptr, false);
            if (event.is_object()) streamed += event.at("choices").at(0).at("delta").value("content", "");
            at = end + 2;
        }
        QCOMPARE(streamed, whole);
        QVERIFY(events.ends_with("data: [DONE]\n\n"));
    }
    void continuesATextWithSeveralReplies() {
        const Json json = bodyOf(
            ask("POST", "/v1/completions",
                R"({"prompt":"the river","max_tokens":4,"n":3,"seed":5,"temperature":1.5,"logprobs":2})"));
        QCOMPARE(json.at("choices").size(), size_t(3));
        QCOMPARE(json.at("choices").at(2).at("index"), Json(2));
        QVERIFY(json.at("choices").at(0).at("logprobs").at("top_logprobs").at(0).size() <= 2);
    }
    void aBiasDecides() {
        // "logit_bias" makes one token certain.
        const Json json = bodyOf(ask("POST", "/v1/completions",
                                     R"({"prompt":"the river","max_tokens":3,"temperature":0,"logprobs":1,
                                         "logit_bias":{"40":100}})"));
        const Json tokens = json.at("choices").at(0).at("logprobs").at("tokens");
        QCOMPARE(tokens.size(), size_t(3));
        QVERIFY(tokens.at(0) == tokens.at(1) && tokens.at(1) == tokens.at(2));
    }

    void refuses_data() {
        QTest::addColumn<QByteArray>("method");
        QTest::addColumn<QByteArray>("path");
        QTest::addColumn<QByteArray>("body");
        QTest::addColumn<int>("status");
        QTest::addColumn<QByteArray>("says");
        const auto row = [](const char* method, const char* path, const char* body, int status,
                            const char* says) {
            QTest::addRow("%s %s %.40s", method, path, body)
                << QByteArray(method) << QByteArray(path) << QByteArray(body) << status << QByteArray(says);
        };
        row("GET", "/v1/nothing", "", 404, "not_found");
        row("GET", "/v1/chat/completions", "", 405, "method_not_allowed");
        row("POST", "/v1/models", "", 405, "method_not_allowed");
        row("POST", "/v1/chat/completions", "", 400, "not valid JSON");
        row("POST", "/v1/chat/completions", "[]", 400, "not a JSON object");
        row("POST", "/v1/chat/completions", "{}", 400, "\\\"messages\\\" is missing");
        row("POST", "/v1/chat/completions", R"({"messages":[{"role":"user","content":"x"}],"mirostat":1})",
            400, "\"param\":\"mirostat\"");
        row("POST", "/v1/completions", R"({"prompt":"x","logit_bias":{"99999999":5}})", 400,
            "\"param\":\"logit_bias\"");
        row("POST", "/v1/completions", R"({"prompt":"x","suffix":"y"})", 400, "\"param\":\"suffix\"");
        row("POST", "/v1/completions", R"({"prompt":[99999999]})", 400, "no token");
        row("POST", "/v1/embeddings", R"({"input":"x"})", 400, "unsupported_model");
        row("POST", "/v1/rerank", R"({"query":"x","documents":["y"]})", 400, "unsupported_model");
    }
    void refuses() {
        QFETCH(QByteArray, method);
        QFETCH(QByteArray, path);
        QFETCH(QByteArray, body);
        QFETCH(int, status);
        QFETCH(QByteArray, says);
        const std::string answer = ask(method.toStdString(), path.toStdString(), body.toStdString());
        QCOMPARE(test::statusOf(answer), status);
        QVERIFY2(answer.find(says.toStdString()) != std::string::npos, answer.c_str());
    }
    void deepJsonIsRefused() {
        QCOMPARE(test::statusOf(ask("POST", "/v1/chat/completions", std::string(100'000, '['))), 400);
    }
    void aPromptThatDoesNotFitIsRefused() {
        std::string text;
        for (int i = 0; i < 5000; ++i) text += "river ";
        // The field that holds the prompt in each API.
        const Json messages{{{"role", "user"}, {"content", text}}};
        for (const auto& [path, field, body] :
             {std::tuple("/v1/completions", "prompt", Json{{"prompt", text}}),
              std::tuple("/v1/chat/completions", "messages", Json{{"messages", messages}}),
              std::tuple("/v1/responses", "input", Json{{"input", text}})})
            for (const bool stream : {false, true}) {
                Json asked = body;
                asked["stream"] = stream;
                const std::string answer = ask("POST", path, asked.dump());
                QCOMPARE(test::statusOf(answer), 400);
                QVERIFY(answer.find("context_length_exceeded") != std::string::npos);
                QVERIFY2(answer.find("This model's maximum context length is ") != std::string::npos,
                         answer.c_str());
                QVERIFY2(answer.find("\"param\":\"" + std::string(field) + "\"") != std::string::npos,
                         answer.c_str());
            }
    }

    void whatIsNotKnownIsIgnoredAndToldOnce() {
        std::vector<std::string> told;
        std::mutex mutex;
        ApiOptions options;
        options.notice = [&](const std::string& sentence) {
            const std::scoped_lock lock(mutex);
            told.push_back(sentence);
        };
        m_tiny->serve(std::move(options));
        const Json more{{"foo", 1}, {"store", true}, {"tools", {{{"type", "web_search"}}}}};
        for (int i = 0; i < 3; ++i)
            QCOMPARE(test::statusOf(ask("POST", "/v1/chat/completions", chat(more))), 200);
        QCOMPARE(test::statusOf(ask("POST", "/v1/messages", chat({{"model", "tiny"}, {"foo", 1}}))), 200);
        QCOMPARE(
            test::statusOf(ask("POST", "/v1/responses", R"({"input":"x","foo":1,"max_output_tokens":1})")),
            200);
        QCOMPARE(told.size(), size_t(3));
        ApiOptions strict;
        strict.unknownFields = openai::UnknownFields::Refuse;
        m_tiny->serve(std::move(strict));
        const std::string answer = ask("POST", "/v1/chat/completions", chat({{"foo", 1}}));
        QCOMPARE(test::statusOf(answer), 400);
        QVERIFY(answer.find("\"param\":\"foo\"") != std::string::npos);
    }
    void theOneModelAnswersToAnyName() {
        for (const char* name : {"tiny.gguf", "openai/tiny", "TINY:latest", "gpt-4o"}) {
            const Json json = bodyOf(ask("POST", "/v1/chat/completions", chat({{"model", name}})));
            QCOMPARE(json.at("model"), Json("tiny"));
        }
        QCOMPARE(test::statusOf(ask("GET", "/v1/models/openai%2Ftiny")), 200);
    }
    void tellsHowLongTheContextIs() {
        const auto lengthOf = [&] { return bodyOf(ask("GET", "/v1/models")).at("data").at(0); };
        QTRY_VERIFY(lengthOf().contains("max_model_len"));
        const Json length = lengthOf().at("max_model_len");
        QVERIFY(length > 0);
        QCOMPARE(lengthOf().at("context_length"), length);
        QCOMPARE(bodyOf(ask("GET", "/props")).at("default_generation_settings").at("n_ctx"), length);
        const std::string version = "anthropic-version: 2023-06-01\r\n";
        QCOMPARE(bodyOf(ask("GET", "/v1/models", "", version)).at("data").at(0).at("max_input_tokens"),
                 length);
    }
    void otherAddressesOfTheSame() {
        QCOMPARE(bodyOf(ask("GET", "/v1/health")), Json({{"status", "ok"}}));
        QVERIFY(ask("POST", "/v2/rerank", R"({"query":"x","documents":["y"]})").find("unsupported_model") !=
                std::string::npos);
    }
    void aLongNameIsCut() {
        const std::string name(1'000'000, 'x');
        const Json json = bodyOf(ask("POST", "/v1/embeddings", Json{{"input", "x"}, {name, 1}}.dump()));
        QVERIFY(json.dump().size() < 2000);
        const std::string answer =
            ask("POST", "/v1/responses", Json{{"input", "x"}, {"previous_response_id", name}}.dump());
        QVERIFY(answer.size() < 2000);
    }
    void halfASurrogatePairIsTaken() {
        const std::string answer = ask("POST", "/v1/completions", R"({"prompt":"x\ud83d","max_tokens":1})");
        QCOMPARE(test::statusOf(answer), 200);
    }
    void thePromptsTokensAreToldToo() {
        const Json asked{
            {"prompt", "the river runs"}, {"echo", true},      {"logprobs", 2}, {"max_tokens", 2},
            {"temperature", 0},           {"ignore_eos", true}};
        const Json json = bodyOf(ask("POST", "/v1/completions", asked.dump()));
        const Json& choice = json.at("choices").at(0);
        const Json& told = choice.at("logprobs");
        const size_t prompt = json.at("usage").at("prompt_tokens");
        QCOMPARE(told.at("tokens").size(), prompt + 2);
        for (const char* list : {"token_logprobs", "top_logprobs", "text_offset"})
            QCOMPARE(told.at(list).size(), prompt + 2);
        QVERIFY(told.at("token_logprobs").at(0).is_null() && told.at("top_logprobs").at(0).is_null());
        // A token has the same figures in a prompt as in a reply. The reply's tokens are sent as a prompt.
        Json again = asked;
        again["max_tokens"] = 0;
        again["prompt"] = choice.at("text");
        const Json longer = bodyOf(ask("POST", "/v1/completions", again.dump()));
        const Json& read = longer.at("choices").at(0).at("logprobs");
        QCOMPARE(longer.at("choices").at(0).at("text"), choice.at("text"));
        QCOMPARE(longer.at("usage").at("completion_tokens"), Json(0));
        if (read.at("tokens") == told.at("tokens"))
            for (size_t i = 1; i < prompt + 2; ++i)
                QVERIFY(std::abs(read.at("token_logprobs").at(i).get<double>() -
                                 told.at("token_logprobs").at(i).get<double>()) < 1e-3);
        Json streaming = asked;
        streaming["stream"] = true;
        Json tokens = Json::array();
        for (const Json& event : test::streamedEvents(ask("POST", "/v1/completions", streaming.dump()))) {
            if (!event.is_object() || event.at("choices").empty()) continue;
            const Json& part = event.at("choices").at(0).at("logprobs");
            if (part.is_object())
                for (const Json& token : part.at("tokens")) tokens.push_back(token);
        }
        QCOMPARE(tokens, told.at("tokens"));
    }
    void severalPromptsAreAnswered() {
        const Json asked{{"prompt", {"the river", "a cat"}},
                         {"n", 2},
                         {"max_tokens", 3},
                         {"temperature", 0},
                         {"echo", true},
                         {"ignore_eos", true}};
        const Json json = bodyOf(ask("POST", "/v1/completions", asked.dump()));
        const Json& choices = json.at("choices");
        QCOMPARE(choices.size(), size_t(4));
        for (size_t i = 0; i < 4; ++i) {
            QCOMPARE(choices.at(i).at("index"), Json(i));
            const std::string text = choices.at(i).at("text");
            QVERIFY(text.starts_with(i < 2 ? "the river" : "a cat"));
            Json alone = asked;
            alone["prompt"] = asked.at("prompt").at(i / 2);
            alone["n"] = 1;
            const Json one = bodyOf(ask("POST", "/v1/completions", alone.dump()));
            QCOMPARE(one.at("choices").at(0).at("text"), Json(text));
        }
        QCOMPARE(json.at("usage").at("completion_tokens"), Json(12));
        const Json streamed{{"prompt", {"the river", "a cat"}}, {"max_tokens", 3}, {"stream", true}};
        const std::string events = test::unchunked(ask("POST", "/v1/completions", streamed.dump()));
        QVERIFY(events.find("\"index\":1") != std::string::npos && events.ends_with("data: [DONE]\n\n"));
    }

    void keysAreNeeded() {
        serve({"secret", "other"});
        QCOMPARE(test::statusOf(ask("GET", "/health")), 200);
        for (const char* header : {"", "Authorization: Bearer wrong\r\n", "Authorization: secret\r\n",
                                   "Authorization: Bearer secre\r\n", "x-api-key: \r\n"})
            QCOMPARE(test::statusOf(ask("GET", "/v1/models", "", header)), 401);
        QCOMPARE(test::statusOf(ask("GET", "/v1/models", "", "Authorization: Bearer secret\r\n")), 200);
        for (const char* header : {"x-api-key: other\r\n", "api-key: other\r\n",
                                   "Authorization: bearer secret\r\n", "Authorization: BEARER  secret\r\n"})
            QCOMPARE(test::statusOf(ask("GET", "/v1/models", "", header)), 200);
    }

    void aClientThatLeavesEndsItsReply() {
        {
            test::RawClient client(m_tiny->server().port());
            const std::string body =
                R"({"prompt":"the river","stream":true,"max_tokens":100000,"ignore_eos":true})";
            client.send("POST /v1/completions HTTP/1.1\r\nHost: localhost\r\nContent-Length: " +
                        std::to_string(body.size()) + "\r\n\r\n" + body);
            QVERIFY(client.readUntil("data:", std::chrono::seconds(30)).find("data:") != std::string::npos);
        }
        QTRY_COMPARE_WITH_TIMEOUT(m_tiny->registry().running(), 0, 1000);
        QTRY_VERIFY(!m_tiny->server().figures().log().empty());
    }
    void theLogHasNoText() {
        (void)ask("POST", "/v1/chat/completions", chat(), "User-Agent: Probe/1.0 extra\r\n");
        QTRY_VERIFY(!m_tiny->server().figures().log().empty());
        const RequestRecord last = m_tiny->server().figures().log().back();
        QCOMPARE(last.client, std::string("Probe/1.0"));
        QCOMPARE(last.route, std::string("/v1/chat/completions"));
        QCOMPARE(last.generatedTokens, 6);
        QVERIFY(last.totalMs > 0);
    }
};

QTEST_GUILESS_MAIN(TestApiServer)
#include "tst_api_server.moc"

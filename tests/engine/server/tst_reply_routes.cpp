// The routes that have a model answer, with a real tiny one behind them.
#include "server/reply_routes.h"

#include <QtTest>

#include "engine/server/tiny_server.h"

using namespace hearth;
using Json = nlohmann::json;

class TestReplyRoutes : public QObject {
    Q_OBJECT

    std::unique_ptr<test::TinyServer> m_tiny;

    static Json message(const Json& more = Json::object()) {
        Json body{{"model", "tiny"},
                  {"messages", {{{"role", "user"}, {"content", "the river"}}}},
                  {"temperature", 0},
                  {"max_tokens", 6}};
        body.update(more);
        return body;
    }
    static bool isPlain(char byte) { return byte > ' ' && byte < 127; }
    static int inputOf(const Json& usage) {
        return usage.at("input_tokens").get<int>() + usage.at("cache_read_input_tokens").get<int>() +
               usage.at("cache_creation_input_tokens").get<int>();
    }

private slots:
    void initTestCase() { m_tiny = std::make_unique<test::TinyServer>(); }
    void cleanupTestCase() { m_tiny.reset(); }

    void aMessageIsTheChatsText() {
        const Json chat = m_tiny->post("/v1/chat/completions", message());
        const Json whole = m_tiny->post("/v1/messages", message());
        QCOMPARE(whole.at("content").at(0).at("text"), chat.at("choices").at(0).at("message").at("content"));
        QCOMPARE(whole.at("stop_reason"), Json("max_tokens"));
        QCOMPARE(whole.at("usage").at("output_tokens"), Json(6));
        QCOMPARE(inputOf(whole.at("usage")), chat.at("usage").at("prompt_tokens").get<int>());
        QVERIFY(whole.at("usage").at("cache_read_input_tokens") > 0);
    }
    void eventsAreTheSameMessage() {
        const std::string whole = m_tiny->post("/v1/messages", message()).at("content").at(0).at("text");
        const auto events =
            test::streamedEvents(m_tiny->ask("POST", "/v1/messages", message({{"stream", true}}).dump()));
        QCOMPARE(events.front().at("type"), Json("message_start"));
        QVERIFY(inputOf(events.front().at("message").at("usage")) > 0);
        QCOMPARE(events.back().at("type"), Json("message_stop"));
        std::string streamed;
        for (const Json& event : events)
            if (event.at("type") == "content_block_delta") streamed += event.at("delta").value("text", "");
        QCOMPARE(streamed, whole);
    }
    void aStopSequenceIsNamed() {
        const std::string whole =
            m_tiny->post("/v1/messages", message({{"max_tokens", 20}})).at("content").at(0).at("text");
        // Two characters that are bytes.
        size_t at = 1;
        while (at + 2 < whole.size() && !(isPlain(whole[at]) && isPlain(whole[at + 1]))) ++at;
        const std::string stop = whole.substr(at, 2);
        QVERIFY(isPlain(stop[0]) && isPlain(stop[1]));
        const Json json = m_tiny->post(
            "/v1/messages", message({{"max_tokens", 20}, {"stop_sequences", {"\x01never", stop}}}));
        QCOMPARE(json.at("stop_reason"), Json("stop_sequence"));
        QCOMPARE(json.at("stop_sequence"), Json(stop));
    }
    void countsWhatAMessageTakes() {
        Json body = message();
        const Json reply = m_tiny->post("/v1/messages", body);
        body.erase("max_tokens");
        body.erase("temperature");
        QCOMPARE(m_tiny->post("/v1/messages/count_tokens", body),
                 Json({{"input_tokens", inputOf(reply.at("usage"))}}));
    }
    void aPromptCanBeProcessedForTheCacheAlone() {
        const Json system{{"system", "Something that no other test says."}};
        Json warm = message(system);
        warm["max_tokens"] = 0;
        const Json nothing = m_tiny->post("/v1/messages", warm);
        QCOMPARE(nothing.at("content"), Json::array());
        QCOMPARE(nothing.at("usage").at("output_tokens"), Json(0));
        const Json usage = m_tiny->post("/v1/messages", message(system)).at("usage");
        QVERIFY(usage.at("cache_read_input_tokens").get<int>() >= inputOf(usage) - 1);
    }

    void aResponseIsTheChatsText() {
        const Json chat = m_tiny->post("/v1/chat/completions", message());
        const Json asked{{"input", "the river"}, {"temperature", 0}, {"max_output_tokens", 6}};
        const Json whole = m_tiny->post("/v1/responses", asked);
        QCOMPARE(whole.at("output").at(0).at("content").at(0).at("text"),
                 chat.at("choices").at(0).at("message").at("content"));
        QCOMPARE(whole.at("usage").at("input_tokens"), chat.at("usage").at("prompt_tokens"));
        Json streamed = asked;
        streamed["stream"] = true;
        const auto events = test::streamedEvents(m_tiny->ask("POST", "/v1/responses", streamed.dump()));
        QCOMPARE(events.back().at("type"), Json("response.incomplete"));
        QCOMPARE(events.back().at("response").at("output").at(0).at("content"),
                 whole.at("output").at(0).at("content"));
    }
    void responsesGoOn() {
        const Json first = m_tiny->post(
            "/v1/responses", {{"input", "the river"}, {"temperature", 0}, {"max_output_tokens", 6}});
        const std::string id = first.at("id"), said = first.at("output").at(0).at("content").at(0).at("text");
        const Json second = m_tiny->post("/v1/responses", {{"input", "and then"},
                                                           {"previous_response_id", id},
                                                           {"temperature", 0},
                                                           {"max_output_tokens", 6}});
        const Json chat =
            m_tiny->post("/v1/chat/completions", message({{"messages",
                                                           {{{"role", "user"}, {"content", "the river"}},
                                                            {{"role", "assistant"}, {"content", said}},
                                                            {{"role", "user"}, {"content", "and then"}}}}}));
        QCOMPARE(second.at("output").at(0).at("content").at(0).at("text"),
                 chat.at("choices").at(0).at("message").at("content"));
        QCOMPARE(second.at("previous_response_id"), Json(id));
        // All of the first response is cached.
        QVERIFY(second.at("usage").at("input_tokens_details").at("cached_tokens") >=
                first.at("usage").at("total_tokens").get<int>() - 1);

        QCOMPARE(test::TinyServer::bodyOf(m_tiny->ask("GET", "/v1/responses/" + id)), first);
        QCOMPARE(test::statusOf(m_tiny->ask("GET", "/v1/responses/" + id + "?stream=true")), 400);
        QCOMPARE(test::TinyServer::bodyOf(m_tiny->ask("DELETE", "/v1/responses/" + id)).at("deleted"),
                 Json(true));
        QCOMPARE(test::statusOf(m_tiny->ask("DELETE", "/v1/responses/" + id)), 404);
        QCOMPARE(test::statusOf(m_tiny->ask("GET", "/v1/responses/" + id)), 404);
        const std::string lost =
            m_tiny->ask("POST", "/v1/responses", Json{{"input", "x"}, {"previous_response_id", id}}.dump());
        QCOMPARE(test::statusOf(lost), 400);
        QVERIFY(lost.find("previous_response_not_found") != std::string::npos);
    }
    void whatIsNotToBeStoredIsNot() {
        const Json json =
            m_tiny->post("/v1/responses", {{"input", "x"}, {"store", false}, {"max_output_tokens", 2}});
        QCOMPARE(test::statusOf(m_tiny->ask("GET", "/v1/responses/" + json.at("id").get<std::string>())),
                 404);
    }

    void refusesInAnthropicsShape_data() {
        QTest::addColumn<QByteArray>("path");
        QTest::addColumn<QByteArray>("body");
        QTest::addColumn<int>("status");
        QTest::addColumn<QByteArray>("type");
        QTest::addColumn<QByteArray>("says");
        const auto row = [](const char* path, const char* body, int status, const char* type,
                            const char* says) {
            QTest::addRow("%s %.40s", path, body)
                << QByteArray(path) << QByteArray(body) << status << QByteArray(type) << QByteArray(says);
        };
        row("/v1/messages", "", 400, "invalid_request_error", "not valid JSON");
        row("/v1/messages", "{}", 400, "invalid_request_error", "\"model\"");
        row("/v1/messages",
            R"({"model":"tiny","max_tokens":5,"messages":[{"role":"user","content":[{"type":"image"}]}]})",
            400, "invalid_request_error", "messages[0].content[0].source.type");
        row("/v1/messages",
            R"({"model":"t","max_tokens":5,"messages":[{"role":"user","content":"x"}],"n":2})", 400,
            "invalid_request_error", "\"n\"");
        row("/v1/messages/count_tokens", R"({"model":"tiny","messages":[]})", 400, "invalid_request_error",
            "messages");
        row("/v1/messages/batches", "{}", 404, "not_found_error", "path");
    }
    void refusesInAnthropicsShape() {
        QFETCH(QByteArray, path);
        QFETCH(QByteArray, body);
        QFETCH(int, status);
        QFETCH(QByteArray, type);
        QFETCH(QByteArray, says);
        const std::string answer =
            m_tiny->ask("POST", path.toStdString(), body.toStdString(), "anthropic-version: 2023-06-01\r\n");
        QCOMPARE(test::statusOf(answer), status);
        const Json json = test::TinyServer::bodyOf(answer);
        QCOMPARE(json.at("type"), Json("error"));
        QCOMPARE(json.at("error").at("type"), Json(type.toStdString()));
        QVERIFY(json.at("error").at("message").get<std::string>().find(says.toStdString()) !=
                std::string::npos);
    }
    void aPromptThatDoesNotFitIsRefused() {
        std::string text;
        for (int i = 0; i < 5000; ++i) text += "river ";
        for (const bool stream : {false, true}) {
            const std::string answer = m_tiny->ask(
                "POST", "/v1/messages",
                message({{"messages", {{{"role", "user"}, {"content", text}}}}, {"stream", stream}}).dump());
            QCOMPARE(test::statusOf(answer), 400);
            QCOMPARE(test::TinyServer::bodyOf(answer).at("type"), Json("error"));
            const std::string says = test::TinyServer::bodyOf(answer).at("error").at("message");
            QVERIFY2(says.starts_with("prompt is too long: ") && says.ends_with(" maximum"), says.c_str());
        }
        const std::string counted =
            m_tiny->ask("POST", "/v1/messages/count_tokens",
                        message({{"messages", {{{"role", "user"}, {"content", text}}}}}).dump());
        QCOMPARE(test::statusOf(counted), 200);
    }
    void clientsMayLeaveAtAnyEvent() {
        const auto asked = [&](const std::string& path, Json body) {
            body["stream"] = true;
            const std::string text = body.dump();
            return "POST " + path +
                   " HTTP/1.1\r\nHost: localhost\r\nContent-Length: " + std::to_string(text.size()) +
                   "\r\n\r\n" + text;
        };
        const auto leave = [&](const std::string& request, std::initializer_list<const char*> marks) {
            for (const char* mark : marks) {
                test::RawClient client(m_tiny->server().port());
                client.send(request);
                (void)client.readUntil(mark, std::chrono::seconds(30));
            }
        };
        leave(asked("/v1/messages", message({{"max_tokens", 100}})),
              {"HTTP", "message_start", "ping", "content_block_start", "text_delta", "message_delta",
               "message_stop"});
        leave(asked("/v1/responses", {{"input", "the river"}, {"max_output_tokens", 100}}),
              {"HTTP", "response.created", "response.in_progress", "output_item.added", "content_part.added",
               "output_text.delta", "output_text.done", "response.incomplete"});
        leave(asked("/v1/chat/completions", message({{"max_tokens", 100}})),
              {"HTTP", "data:", "\"content\":", "finish_reason\":\"", "DONE"});
        QTRY_COMPARE_WITH_TIMEOUT(m_tiny->registry().running(), 0, 2000);
        QCOMPARE(m_tiny->post("/v1/messages", message()).at("type"), Json("message"));
    }
    void repliesMayEndLaterThanTheServer() {
        test::RawClient client(m_tiny->server().port());
        const std::string body = R"({"prompt":"x","stream":true,"max_tokens":100000,"ignore_eos":true})";
        client.send("POST /v1/completions HTTP/1.1\r\nHost: localhost\r\nContent-Length: " +
                    std::to_string(body.size()) + "\r\n\r\n" + body);
        QVERIFY(client.readUntil("data:", std::chrono::seconds(30)).find("data:") != std::string::npos);
        m_tiny->serve({});
        QTRY_COMPARE_WITH_TIMEOUT(m_tiny->registry().running(), 0, 1000);
    }
    // A client does not want its ten megabytes back.
    void errorsRepeatTheBeginningOfWhatTheyName() {
        const std::string name(100'000, 'x');
        const Json tool{{"type", "function"}, {"function", {{"name", "look"}}}};
        const auto schema = [](const Json& properties) {
            return Json{{"response_format",
                         {{"type", "json_schema"},
                          {"json_schema",
                           {{"name", "a"}, {"strict", true}, {"schema", {{"properties", properties}}}}}}}};
        };
        for (const Json& more :
             {Json{{"tools", {tool}},
                   {"tool_choice", {{"type", "function"}, {"function", {{"name", name}}}}}},
              Json{{"tools", {tool}},
                   {"tool_choice",
                    {{"type", "allowed_tools"},
                     {"allowed_tools",
                      {{"mode", "auto"}, {"tools", {{{"type", "function"}, {"name", name}}}}}}}}},
              Json{{"guided_regex", name + "("}}, Json{{"guided_regex", name + name}},
              Json{{"grammar", "root ::= " + name}},
              Json{{"grammar", name + " ::= root\n" + name + " ::= root"}},
              schema({{"a", {{"pattern", name + "("}}}}), schema({{"a", {{"$ref", name}}}}),
              schema({{name, {{"pattern", "(?=a)"}}}}), schema({{"a", {{"type", name}}}}),
              schema({{"a", {{"format", name}}}}), Json{{"reasoning_effort", name}}, Json{{name, 1}}}) {
            const std::string answer = m_tiny->ask("POST", "/v1/chat/completions", message(more).dump());
            QVERIFY2(answer.size() < 2000, answer.substr(0, 300).c_str());
        }
    }
};

QTEST_GUILESS_MAIN(TestReplyRoutes)
#include "tst_reply_routes.moc"

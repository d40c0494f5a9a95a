#include "anthropic/message_request.h"

#include <QtTest>
#include <algorithm>
#include <nlohmann/json.hpp>

#include "openai/refusal.h"

using namespace hearth;
using namespace hearth::anthropic;

class TestMessageRequest : public QObject {
    Q_OBJECT

    static Json body(const Json& more = Json::object()) {
        Json json{
            {"model", "tiny"}, {"max_tokens", 5}, {"messages", {{{"role", "user"}, {"content", "Hi."}}}}};
        json.update(more);
        return json;
    }
    /// As --strict-fields has it.
    static MessageRequest read(const Json& json, MessageUse use = MessageUse::Reply) {
        openai::RequestNotes strict(openai::UnknownFields::Refuse);
        return readMessageRequest(json, use, strict);
    }
    static std::string refusedField(const Json& json, MessageUse use = MessageUse::Reply) {
        try {
            (void)read(json, use);
        } catch (const openai::Refusal& refusal) {
            return refusal.field;
        }
        return "none";
    }

private slots:
    void readsARequest() {
        const MessageRequest request =
            read(body({{"system", "Be brief."},
                       {"temperature", 0.5},
                       {"top_p", 0.9},
                       {"top_k", 7},
                       {"stop_sequences", {"END", "STOP"}},
                       {"stream", true},
                       {"thinking", {{"type", "enabled"}, {"budget_tokens", 1024}}},
                       {"output_config", {{"effort", "low"}}},
                       {"tools", {{{"name", "f"}, {"input_schema", {{"type", "object"}}}}}},
                       {"tool_choice", {{"type", "auto"}, {"disable_parallel_tool_use", true}}},
                       {"cache_control", {{"type", "ephemeral"}}},
                       {"metadata", {{"user_id", "u"}}},
                       {"service_tier", "auto"}}),
                 MessageUse::Reply);
        QCOMPARE(request.model, std::string("tiny"));
        QCOMPARE(request.generation.messages.size(), size_t(2));
        const SamplingParams& sampling = request.generation.sampling;
        QCOMPARE(sampling.maxTokens, 5);
        QCOMPARE(sampling.temperature, 0.5F);
        QCOMPARE(sampling.topK, 7);
        QCOMPARE(sampling.stop.size(), size_t(2));
        QVERIFY(request.stream && request.tools && !request.parallelCalls && request.marksCache);
        const Json variables = Json::parse(request.generation.templateVariables);
        QCOMPARE(variables.at("enable_thinking"), Json(true));
        QCOMPARE(variables.at("reasoning_effort"), Json("low"));
        QCOMPARE(variables.at("tools").at(0).at("function").at("name"), Json("f"));
    }
    void theSmallestRequest() {
        const MessageRequest request = read(body(), MessageUse::Reply);
        QVERIFY(!request.stream && !request.tools && request.parallelCalls && !request.marksCache);
        QVERIFY(request.generation.templateVariables.empty());
        QCOMPARE(read(body({{"max_tokens", 0}}), MessageUse::Reply).generation.sampling.maxTokens, 0);
    }
    void toolsThatMayNotBeCalledAreNotTold() {
        const MessageRequest request =
            read(body({{"tools", {{{"name", "f"}, {"input_schema", Json::object()}}}},
                       {"tool_choice", {{"type", "none"}}}}),
                 MessageUse::Reply);
        QVERIFY(!request.tools && request.generation.templateVariables.empty());
    }
    void ignoresWhatItDoesNotKnow() {
        openai::RequestNotes notes;
        const MessageRequest request = readMessageRequest(
            body(Json::parse(R"({"context_management":{"edits":[]},"thread":"t","container":"c",
                "cache_control":{"type":"ephemeral","scope":"global"},"speed":"fast","max_tokens":-1,
                "output_config":{"effort":"huge","task_budget":{}}})")),
            MessageUse::Reply, notes);
        QVERIFY(request.marksCache && request.generation.templateVariables.empty());
        QCOMPARE(request.generation.sampling.maxTokens, -1);
        QCOMPARE(notes.sentences().size(), size_t(7));
        openai::RequestNotes others;
        QVERIFY_THROWS_EXCEPTION(
            openai::Refusal, (void)readMessageRequest(body({{"min_tokens", 3}}), MessageUse::Reply, others));
    }
    void formsOfOtherServers() {
        const Json format{{"type", "json_schema"}, {"schema", {{"type", "integer"}}}};
        QCOMPARE(read(body({{"output_format", format}})).generation.grammar,
                 read(body({{"guided_json", {{"type", "integer"}}}})).generation.grammar);
    }
    void countingNeedsNoLimit() {
        Json json = body();
        json.erase("max_tokens");
        QCOMPARE(refusedField(json), std::string("max_tokens"));
        QCOMPARE(refusedField(json, MessageUse::Count), std::string("none"));
        QCOMPARE(refusedField(body(), MessageUse::Count), std::string("none"));
        const auto fields = messageFields(MessageUse::Count);
        QVERIFY(std::find(fields.begin(), fields.end(), "stream") == fields.end());
        QVERIFY(std::find(fields.begin(), fields.end(), "system") != fields.end());
    }

    void namesWhatCannotBeUsed_data() {
        QTest::addColumn<QByteArray>("more");
        QTest::addColumn<QByteArray>("field");
        const auto row = [](const char* more, const char* field) {
            QTest::addRow("%s", more) << QByteArray(more) << QByteArray(field);
        };
        row(R"({"model":null})", "model");
        row(R"({"messages":null})", "messages");
        row(R"({"max_tokens":"5"})", "max_tokens");
        row(R"({"temperature":3})", "temperature");
        row(R"({"stop_sequences":[1]})", "stop_sequences");
        row(R"({"stream":1})", "stream");
        row(R"({"container":"c"})", "container");
        row(R"({"mcp_servers":[{}]})", "mcp_servers");
        row(R"({"speed":"fast"})", "speed");
        row(R"({"thinking":{"type":"between_tools"}})", "thinking.type");
        row(R"({"output_config":{"format":{"type":"json_schema"}}})", "output_config.format.schema");
        row(R"({"output_config":{"effort":"huge"}})", "output_config.effort");
        row(R"({"max_tokens":-2})", "max_tokens");
        row(R"({"max_completion_tokens":6})", "max_tokens");
        row(R"({"n":2})", "n");
    }
    void namesWhatCannotBeUsed() {
        QFETCH(QByteArray, more);
        QFETCH(QByteArray, field);
        QCOMPARE(refusedField(body(Json::parse(more.toStdString()))), field.toStdString());
    }
    void aBodyIsAnObject() { QCOMPARE(refusedField(Json::array()), std::string()); }
};

QTEST_GUILESS_MAIN(TestMessageRequest)
#include "tst_message_request.moc"

#include "endpoints/chat_protocol.h"

#include <QJsonDocument>
#include <QJsonObject>
#include <QtTest>

#include "support/deep_json.h"

using namespace hearth;
using namespace hearth::app;

class TestChatProtocol : public QObject {
    Q_OBJECT

private slots:
    /// Qt's own limit: at 1,024 levels it stops reading.
    void depthIsBounded() {
        const QByteArray deep = test::deepJson();
        QVERIFY(!readChunk("{\"choices\":" + deep + "}"));
        QVERIFY(!readModels("{\"data\":" + deep + "}"));
        QCOMPARE(errorText("{\"error\":" + deep + "}"), QString());
    }

    // Nobody is sent to the page that is open already.
    void errorsAtTheFormDoNotLeadThere() {
        QCOMPARE(endpointProblem(401, "{}", "h", true), QString("h does not accept the key. Type it again."));
        QCOMPARE(endpointProblem(404, "{}", "h", true), QString("h has no such address. Most end in /v1."));
        QVERIFY(endpointProblem(401, "{}", "h").contains("Models, Endpoints"));
    }

    void asksWithTheSettings() {
        GenerationRequest request;
        request.messages = {{"system", "be kind", {}, {}}, {"user", "Hi \xc3\xa4 \"quoted\"", {}, {}}};
        request.sampling.temperature = 0.7F;
        request.sampling.maxTokens = 20;
        request.sampling.seed = 42;
        request.sampling.stop = {"a", "b", "c", "d", "e"};
        request.sampling.presencePenalty = 0.5F;
        const QJsonObject full = QJsonDocument::fromJson(chatBody(request, "m/x", true)).object();
        QCOMPARE(full["model"].toString(), QString("m/x"));
        QCOMPARE(full["temperature"].toDouble(), 0.7);
        QCOMPARE(full["max_tokens"].toInt(), 20);
        QCOMPARE(full["seed"].toInt(), 42);
        QCOMPARE(full["stop"].toArray().size(), 4);
        QCOMPARE(full["presence_penalty"].toDouble(), 0.5);
        QVERIFY(full["stream"].toBool() && full["stream_options"].toObject()["include_usage"].toBool());
        QCOMPARE(full["messages"].toArray()[1].toObject()["content"].toString(),
                 QString::fromUtf8("Hi ä \"quoted\""));
        QVERIFY(full.contains("top_k") && full.contains("min_p") && full.contains("repeat_last_n") &&
                full.contains("repeat_penalty"));
        const QJsonObject plain = QJsonDocument::fromJson(chatBody(request, "m", false)).object();
        QVERIFY(!plain.contains("top_k") && !plain.contains("min_p") && !plain.contains("repeat_penalty"));
    }

    void asksForTheFormOfTheReply() {
        using Kind = ReplyGrammar::Kind;
        GenerationRequest request;
        request.messages = {{"user", "Hi", {}, {}}};
        const auto format = [&](const ReplyGrammar& grammar) {
            request.grammar = grammar;
            return QJsonDocument::fromJson(chatBody(request, "m", false))
                .object()["response_format"]
                .toObject();
        };
        QVERIFY(format({}).isEmpty() && format({Kind::MayCallTools, "[]"}).isEmpty());
        QCOMPARE(format({Kind::JsonObject}), (QJsonObject{{"type", "json_object"}}));
        const char* const schema = "{\"properties\": {\"z\": {\"type\": \"string\"}, \"a\": {}}}";
        const QJsonObject asked = format({Kind::JsonSchema, schema});
        QCOMPARE(asked["type"].toString(), QString("json_schema"));
        QCOMPARE(asked["json_schema"].toObject()["strict"].toBool(), true);
        QCOMPARE(asked["json_schema"].toObject()["schema"].toObject(),
                 QJsonDocument::fromJson(schema).object());
        // In the order in which the values are to come.
        QVERIFY(chatBody(request, "m", false).contains(schema));
        QVERIFY(canAskFor({}) && canAskFor({Kind::JsonObject}) && canAskFor({Kind::JsonSchema, schema}));
        for (const ReplyGrammar& other :
             {ReplyGrammar{Kind::Regex, "a"}, ReplyGrammar{Kind::Gbnf, "root ::= \"a\""},
              ReplyGrammar{Kind::JsonSchema, "[]"}, ReplyGrammar{Kind::JsonSchema, "{}, \"tools\": {}"}})
            QVERIFY(!canAskFor(other));
    }

    void readsChunks() {
        QVERIFY(readChunk("[DONE]")->done);
        QVERIFY(!readChunk("not json") && !readChunk("[]"));
        auto chunk = readChunk(
            "{\"choices\":[{\"delta\":{\"content\":\"Hel\"},\"finish_reason\":null}],\"usage\":null}");
        QCOMPARE(chunk->text, std::string("Hel"));
        QVERIFY(chunk->finishReason.isEmpty() && chunk->promptTokens == -1);
        QCOMPARE(readChunk("{\"choices\":[{\"delta\":{\"reasoning_content\":\"hm\"}}]}")->reasoning,
                 std::string("hm"));
        QCOMPARE(readChunk("{\"choices\":[{\"delta\":{\"reasoning\":\"hm\"}}]}")->reasoning,
                 std::string("hm"));
        QCOMPARE(readChunk("{\"choices\":[{\"delta\":{},\"finish_reason\":\"length\"}]}")->finishReason,
                 QString("length"));
        chunk = readChunk(
            "{\"choices\":[],\"usage\":{\"prompt_tokens\":9,\"completion_tokens\":3,\"prompt_tokens_"
            "details\":"
            "{\"cached_tokens\":5}}}");
        QVERIFY(chunk->promptTokens == 9 && chunk->completionTokens == 3 && chunk->cachedTokens == 5);
        chunk = readChunk(
            "{\"choices\":[],\"timings\":{\"cache_n\":10,\"prompt_n\":4,\"prompt_ms\":12.5,\"predicted_n\":7,"
            "\"predicted_ms\":70}}");
        QVERIFY(chunk->promptTokens == 14 && chunk->cachedTokens == 10 && chunk->completionTokens == 7);
        QCOMPARE(chunk->promptMs, 12.5);
        QCOMPARE(readChunk("{\"error\":{\"message\":\"out of memory\"}}")->error, QString("out of memory"));
        QVERIFY(!readChunk("{\"error\":{}}")->error.isEmpty());
        QCOMPARE(readChunk("{\"choices\":[],\"usage\":{\"prompt_tokens\":-1e300}}")->promptTokens, -1);
    }

    void readsModelsAndProgram() {
        auto list = readModels(
            "{\"data\":[{\"id\":\"Qwen/Qwen3-8B\",\"owned_by\":\"vllm\",\"max_model_len\":40960},"
            "{\"id\":\"bge-m3\"},{\"id\":\"\"},7]}");
        QVERIFY(list.has_value());
        QCOMPARE(list->program, QString("vLLM"));
        QCOMPARE(list->models.size(), size_t(2));
        QCOMPARE(list->models[0].contextLength, 40960);
        QVERIFY(list->models[0].canChat && !list->models[1].canChat);
        list = readModels(
            "{\"data\":[{\"id\":\"x.gguf\",\"owned_by\":\"llamacpp\",\"meta\":{\"n_ctx\":2048,\"n_ctx_"
            "train\":8192}}]}");
        QCOMPARE(list->program, QString("llama.cpp"));
        QCOMPARE(list->models[0].contextLength, 2048);
        QVERIFY(!readModels("<html>") && !readModels("{}") && !readModels("[]"));
    }

    void errorsInEveryShape() {
        QCOMPARE(errorText("{\"error\":{\"message\":\"a\\nb\"}}"), QString("a b"));
        QCOMPARE(errorText("{\"error\":\"plain\"}"), QString("plain"));
        QCOMPARE(errorText("{\"object\":\"error\",\"message\":\"flat\"}"), QString("flat"));
        QCOMPARE(errorText("{\"detail\":\"fast\"}"), QString("fast"));
        QCOMPARE(errorText("{\"detail\":[{\"msg\":\"deep\"}]}"), QString("deep"));
        QVERIFY(errorText("<html>502</html>").isEmpty());
        QVERIFY(refusesExtras(400,
                              "{\"error\":{\"message\":\"Unrecognized request argument supplied: top_k\"}}"));
        QVERIFY(!refusesExtras(400, "context too long") && !refusesExtras(500, "top_k"));
        QVERIFY(endpointProblem(401, {}, "h").contains("key"));
        QVERIFY(endpointProblem(404, "{\"error\":\"no model x\"}", "h").contains("no model x"));
        QVERIFY(endpointProblem(404, {}, "h").contains("address"));
        QVERIFY(endpointProblem(404, "{\"detail\":\"Not Found\"}", "h").contains("address"));
        QVERIFY(endpointProblem(429, {}, "h").contains("quota"));
        QVERIFY(endpointProblem(503, "{\"error\":{\"message\":\"Loading model\"}}", "h")
                    .contains("still loading"));
        QVERIFY(endpointProblem(500, {}, "h").contains("500"));
    }
};

QTEST_GUILESS_MAIN(TestChatProtocol)
#include "tst_chat_protocol.moc"

#include "endpoints/chat_protocol.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QtTest>

#include "support/deep_json.h"
#include "support/small_picture.h"

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
        const QJsonObject full = QJsonDocument::fromJson(chatBody(request, "m/x", {})).object();
        QCOMPARE(full["model"].toString(), QString("m/x"));
        QCOMPARE(full["temperature"].toDouble(), 0.7);
        QCOMPARE(full["max_tokens"].toInt(), 20);
        QCOMPARE(full["seed"].toInt(), 42);
        QCOMPARE(full["stop"].toArray().size(), 5);
        QCOMPARE(full["presence_penalty"].toDouble(), 0.5);
        QVERIFY(full["stream"].toBool() && full["stream_options"].toObject()["include_usage"].toBool());
        QCOMPARE(full["messages"].toArray()[1].toObject()["content"].toString(),
                 QString::fromUtf8("Hi ä \"quoted\""));
        QVERIFY(full.contains("top_k") && full.contains("min_p") && full.contains("repeat_last_n") &&
                full.contains("repeat_penalty"));
        const QJsonObject plain = QJsonDocument::fromJson(chatBody(request, "m", {.extras = false})).object();
        QVERIFY(!plain.contains("top_k") && !plain.contains("min_p") && !plain.contains("repeat_penalty"));
    }

    void picturesArePartsOfTheContent() {
        GenerationRequest request;
        request.messages = {{"user", "before \xc3\xa4 after", {}, {}}, {"user", "words", {}, {}}};
        request.messages[0].pictures = {{0, test::smallPicture(1)},
                                        {9, test::smallPicture(2), PictureDetail::Low},
                                        {9, test::smallPicture(3), PictureDetail::High}};
        const QJsonArray messages = QJsonDocument::fromJson(chatBody(request, "m", {}))["messages"].toArray();
        const QJsonArray parts = messages[0]["content"].toArray();
        const auto textOf = [&](int part) { return parts[part]["text"].toString(); };
        const auto pictureOf = [&](int part) {
            const QString url = parts[part]["image_url"]["url"].toString();
            const QString head = "data:image/png;base64,";
            return url.startsWith(head) ? QByteArray::fromBase64(url.mid(head.size()).toLatin1())
                                        : QByteArray();
        };
        const auto bytesOf = [](uint32_t number) {
            const auto bytes = test::smallPictureBytes(number);
            return QByteArray(reinterpret_cast<const char*>(bytes.data()),
                              static_cast<qsizetype>(bytes.size()));
        };
        QCOMPARE(parts.size(), 5);
        // A detail that was not chosen is not sent.
        QVERIFY(!parts[0]["image_url"].toObject().contains("detail"));
        QCOMPARE(parts[2]["image_url"]["detail"].toString(), QString("low"));
        QCOMPARE(parts[3]["image_url"]["detail"].toString(), QString("high"));
        QCOMPARE(parts[0]["type"].toString(), QString("image_url"));
        QCOMPARE(pictureOf(0), bytesOf(1));
        QCOMPARE(parts[1]["type"].toString(), QString("text"));
        QCOMPARE(textOf(1), QString::fromUtf8("before \xc3\xa4"));
        QCOMPARE(pictureOf(2), bytesOf(2));
        QCOMPARE(pictureOf(3), bytesOf(3));
        QCOMPARE(textOf(4), QString(" after"));
        // A text alone stays one: not every server knows parts.
        QCOMPARE(messages[1]["content"].toString(), QString("words"));
    }

    void asksForAlternatives() {
        GenerationRequest request;
        request.messages = {{"user", "Hi", {}, {}}};
        const auto body = [&](const ServerFields& fields) {
            return QJsonDocument::fromJson(chatBody(request, "m", fields)).object();
        };
        QVERIFY(!body({.alternatives = 8}).contains("logprobs"));
        request.candidates = 32;
        QVERIFY(!body({}).contains("logprobs"));
        QVERIFY(body({.alternatives = 8})["logprobs"].toBool());
        QCOMPARE(body({.alternatives = 8})["top_logprobs"].toInt(), 8);
        QCOMPARE(body({.alternatives = 0})["top_logprobs"].toInt(-1), 0);
        request.templateVariables = R"({"tools":[{"type":"function","function":{"name":"f"}}]})";
        QVERIFY(body({.alternatives = 8}).contains("logprobs"));
        QVERIFY(!body({.alternatives = 8, .alternativesWithTools = false}).contains("logprobs"));
    }

    void readsTokensAndTheirAlternatives() {
        // As vLLM 0.32 sends it; the second is a part of a character.
        const auto chunk = readChunk(
            R"({"choices":[{"index":0,"delta":{"content":" birch"},"logprobs":{"content":[
            {"token":" birch","logprob":-0.6931472,"bytes":[32,98,105,114,99,104],"top_logprobs":[
            {"token":" oak","logprob":-9999.0,"bytes":[32,111,97,107]},
            {"token":" birch","logprob":-0.6931472,"bytes":[32,98,105,114,99,104]}]},
            {"token":"\ufffd","logprob":0.0,"bytes":[226,130],"top_logprobs":[]}]},"finish_reason":null}]})");
        QVERIFY(chunk);
        QCOMPARE(chunk->tokens.size(), size_t{2});
        const ToldToken& token = chunk->tokens[0];
        QCOMPARE(token.text, std::string(" birch"));
        QVERIFY(std::abs(token.chance - 0.5F) < 1e-4F);
        QCOMPARE(token.alternatives.size(), size_t{2});
        QCOMPARE(token.alternatives[0].text, std::string(" birch"));
        QCOMPARE(token.alternatives[1].chance, 0.0F);
        QCOMPARE(chunk->tokens[1].text, std::string("\xe2\x82"));
        QCOMPARE(chunk->tokens[1].chance, 1.0F);
        // Malformed fields cost the alternatives, never the reply.
        for (const char* odd :
             {"null", "[]", "{\"content\":null}", "{\"content\":[null,3,[]]}",
              "{\"content\":[{\"token\":7,\"logprob\":\"x\",\"bytes\":[300,-1],\"top_logprobs\":{}}]}",
              "{\"tokens\":[\"a\"],\"token_logprobs\":[-1]}"}) {
            const auto other =
                readChunk(QByteArray(R"({"choices":[{"delta":{"content":"a"},"logprobs":)") + odd + "}]}");
            QVERIFY2(other && other->text == "a", odd);
            for (const ToldToken& told : other->tokens) QVERIFY(told.text.empty() && told.chance == 0);
        }
    }

    void asksForTheFormOfTheReply() {
        using Kind = ReplyGrammar::Kind;
        GenerationRequest request;
        request.messages = {{"user", "Hi", {}, {}}};
        const auto format = [&](const ReplyGrammar& grammar) {
            request.grammar = grammar;
            return QJsonDocument::fromJson(chatBody(request, "m", {.extras = false}))
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
        QVERIFY(chatBody(request, "m", {.extras = false}).contains(schema));
    }

    void expressionsAndGrammarsAreAskedForInTheServersWords() {
        using Kind = ReplyGrammar::Kind;
        using Forms = ServerFields::Forms;
        GenerationRequest request;
        request.messages = {{"user", "Hi", {}, {}}};
        const auto body = [&](const ReplyGrammar& grammar, Forms forms) {
            request.grammar = grammar;
            return QJsonDocument::fromJson(chatBody(request, "m", {.forms = forms})).object();
        };
        QCOMPARE(body({Kind::Regex, "\"a\\d\""}, Forms::StructuredOutputs)["structured_outputs"].toObject(),
                 (QJsonObject{{"regex", "\"a\\d\""}}));
        QCOMPARE(
            body({Kind::Gbnf, "root ::= \"a\"\n"}, Forms::StructuredOutputs)["structured_outputs"].toObject(),
            (QJsonObject{{"grammar", "root ::= \"a\"\n"}}));
        QCOMPARE(body({Kind::Gbnf, "root ::= \"a\""}, Forms::Grammar)["grammar"].toString(),
                 QString("root ::= \"a\""));
    }

    void thoughtsAreNoPartOfATextThatIsSentBack_data() {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("content");
        QTest::addColumn<QString>("thought");
        QTest::newRow("none") << "Yes."
                              << "Yes." << QString();
        QTest::newRow("one") << "<think>\nlet me see\n</think>\n\nYes."
                             << "Yes."
                             << "let me see";
        QTest::newRow("empty") << "<think>\n\n</think>\n\nYes."
                               << "Yes." << QString();
        QTest::newRow("two") << "<think>\na\n</think>\n\n<think>\nb\n</think>\n\nYes."
                             << "Yes."
                             << "a\n\nb";
        QTest::newRow("cut off") << "<think>\nlet me" << QString() << "let me";
        QTest::newRow("only the mark") << "<think>\n" << QString() << QString();
        QTest::newRow("an answer about the marks") << "Write `<think>` and `</think>`."
                                                   << "Write `<think>` and `</think>`." << QString();
    }
    void thoughtsAreNoPartOfATextThatIsSentBack() {
        QFETCH(QString, text);
        GenerationRequest request;
        request.messages = {{"user", "<think>\nmine\n</think>\n\nq", {}, {}},
                            {"assistant", text.toStdString(), {}, {}},
                            {"user", "And now?", {}, {}}};
        const auto sent = [&](const ServerFields& fields, int message) {
            return QJsonDocument::fromJson(chatBody(request, "m", fields))
                .object()["messages"]
                .toArray()[message]
                .toObject();
        };
        QTEST(sent({}, 1)["content"].toString(), "content");
        QCOMPARE(sent({}, 1).size(), 2);
        QTEST(sent({.thought = "reasoning"}, 1)["content"].toString(), "content");
        QTEST(sent({.thought = "reasoning"}, 1)["reasoning"].toString(), "thought");
        // A person's text stays unchanged.
        QCOMPARE(sent({}, 0)["content"].toString(), QString("<think>\nmine\n</think>\n\nq"));
    }

    void aThoughtThatGoesOnIsPartOfTheText() {
        GenerationRequest request;
        request.messages = {{"user", "q", {}, {}}, {"assistant", "<think>\nlet me", {}, {}}};
        request.continueLast = true;
        const auto last = [&] {
            return QJsonDocument::fromJson(chatBody(request, "m", {.thought = "reasoning"}))
                .object()["messages"]
                .toArray()[1]
                .toObject();
        };
        QCOMPARE(last()["content"].toString(), QString("<think>\nlet me"));
        QVERIFY(!last().contains("reasoning"));
        request.messages.back().content = "<think>\nlet me\n</think>\n\nYe";
        QCOMPARE(last()["content"].toString(), QString("Ye"));
        QCOMPARE(last()["reasoning"].toString(), QString("let me"));
    }

    void noBoundThatTheServerCannotHave() {
        GenerationRequest request;
        request.messages = {{"user", "Hi", {}, {}}};
        request.sampling.maxTokens = 4096;
        const auto bound = [&](const ServerFields& fields) {
            const QJsonObject body = QJsonDocument::fromJson(chatBody(request, "m", fields)).object();
            return fields.limit.isEmpty() || !body.contains(fields.limit) ? -1 : body[fields.limit].toInt();
        };
        QCOMPARE(bound({}), 4096);
        QCOMPARE(bound({.contextLength = 8192}), 4096);
        QCOMPARE(bound({.contextLength = 2048}), -1);
        QCOMPARE(bound({.limit = "max_completion_tokens"}), 4096);
        QVERIFY(!chatBody(request, "m", {.limit = {}}).contains("4096"));
    }

    void variablesOfTheTemplateGoAlong() {
        GenerationRequest request;
        request.messages = {{"user", "Hi", {}, {}}};
        request.templateVariables =
            R"({"enable_thinking":false,"reasoning_effort":"low","tools":[{"type":"function"}]})";
        const QJsonObject none = QJsonDocument::fromJson(chatBody(request, "m", {})).object();
        QVERIFY(!none.contains("chat_template_kwargs") && !none.contains("reasoning_effort"));
        const QJsonObject sent =
            QJsonDocument::fromJson(chatBody(request, "m", {.templateVariables = true})).object();
        QCOMPARE(sent["chat_template_kwargs"].toObject(),
                 (QJsonObject{{"enable_thinking", false}, {"reasoning_effort", "low"}}));
        QCOMPARE(sent["reasoning_effort"].toString(), QString("low"));
        QCOMPARE(sent["tools"].toArray().size(), 1);
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
        // Of an older server: how much of the prompt was read says not how long it is.
        chunk = readChunk("{\"choices\":[],\"usage\":{\"prompt_tokens\":14},\"timings\":{\"prompt_n\":4}}");
        QVERIFY(chunk->promptTokens == 14 && chunk->cachedTokens == -1);
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
        // vLLM's adapters.
        list = readModels(
            "{\"data\":[{\"id\":\"lora\",\"owned_by\":\"vllm\",\"parent\":\"base\",\"max_model_len\":null},"
            "{\"id\":\"base\",\"owned_by\":\"vllm\",\"parent\":null,\"max_model_len\":2048},{\"id\":\"x\"}]"
            "}");
        QCOMPARE(list->models[0].contextLength, 2048);
        QCOMPARE(list->models[2].contextLength, 0);
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

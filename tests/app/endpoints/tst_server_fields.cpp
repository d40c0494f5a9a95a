#include "endpoints/server_fields.h"

#include <QtTest>

using namespace hearth;
using namespace hearth::app;

class TestServerFields : public QObject {
    Q_OBJECT

    static Endpoint at(const QString& program, int contextLength = 0) {
        Endpoint endpoint{"a", "rack", QUrl("http://rack.lan:8000/v1"), program, {}};
        endpoint.models.push_back({"m", contextLength});
        return endpoint;
    }
    /// Answers of vLLM 0.32.
    static constexpr const char* tooLarge =
        "{\"error\":{\"message\":\"max_tokens=4000 cannot be greater than max_model_len=2048. Please request "
        "fewer output tokens. (parameter=max_tokens, "
        "value=4000)\",\"type\":\"BadRequestError\",\"param\":\"max_tokens\",\"code\":400}}";
    static constexpr const char* togetherTooLong =
        "{\"error\":{\"message\":\"This model's maximum context length is 2048 tokens. However, your prompt "
        "contains at least 49 input tokens, which exceeds this limit even without any output tokens. Please "
        "reduce the length of the input prompt. (parameter=input_tokens, "
        "value=49)\",\"type\":\"BadRequestError\",\"param\":\"input_tokens\",\"code\":400}}";

private slots:
    void knowsPrograms() {
        QCOMPARE(fieldsOf(at("vLLM", 2048), "m").contextLength, 2048);
        QCOMPARE(fieldsOf(at("vLLM"), "m").thought, QString("reasoning"));
        QCOMPARE(fieldsOf(at("llama.cpp"), "m").thought, QString("reasoning_content"));
        QVERIFY(fieldsOf(at({}), "m").thought.isEmpty() && !fieldsOf(at({}), "m").templateVariables);
        QVERIFY(fieldsOf(at("llama.cpp"), "m").penaltyWindow && !fieldsOf(at("vLLM"), "m").penaltyWindow);
    }

    // Fewer first, for servers limit their number; then none.
    void alternativesThatAreRefusedAreNotAskedFor() {
        for (const char* program : {"vLLM", "llama.cpp", "Hearth"})
            QVERIFY2(fieldsOf(at(program), "m").alternatives > 0, program);
        QCOMPARE(ServerFields().alternatives, int{ServerFields::notAsked});
        const QByteArray tooMany =
            R"({"error":{"message":"Requested sample logprobs of 8, which is greater than max allowed: 5"}})";
        const ServerFields asked = fieldsOf(at("vLLM"), "m");
        const auto fewer = fieldsAfter({.fields = asked, .status = 400, .body = tooMany});
        QVERIFY(fewer && fewer->alternatives == 0 && fewer->extras);
        const auto none = fieldsAfter(
            {.fields = *fewer, .status = 422, .body = R"({"detail":"Unknown parameter: 'logprobs'"})"});
        QVERIFY(none && none->alternatives == ServerFields::notAsked && none->extras);
        QVERIFY(!fieldsAfter({.fields = *none, .status = 400, .body = tooMany}));
        // As earlier servers of llama.cpp.
        QVERIFY(fieldsAfter(
            {.fields = asked,
             .status = 500,
             .body = R"({"error":{"message":"logprobs is not supported with tools + stream"}})"}));
        QVERIFY(!fieldsAfter({.fields = asked, .status = 500, .body = "Internal Server Error"}));
    }

    void knowsWhatRepliesCanBeHeldTo() {
        using Kind = ReplyGrammar::Kind;
        const ReplyGrammar regex{Kind::Regex, "a|b"}, gbnf{Kind::Gbnf, "root ::= \"a\""};
        QVERIFY(canAskFor(fieldsOf(at("vLLM"), "m"), regex) && canAskFor(fieldsOf(at("vLLM"), "m"), gbnf));
        QVERIFY(!canAskFor(fieldsOf(at("llama.cpp"), "m"), regex));
        QVERIFY(canAskFor(fieldsOf(at("llama.cpp"), "m"), gbnf));
        QVERIFY(!canAskFor({}, regex) && !canAskFor({}, gbnf));
        QVERIFY(canAskFor({}, {}) && canAskFor({}, {Kind::JsonObject}));
        QVERIFY(canAskFor({}, {Kind::JsonSchema, "{\"type\": \"object\"}"}));
        QVERIFY(!canAskFor({}, {Kind::JsonSchema, "[]"}));
        QVERIFY(!canAskFor({}, {Kind::JsonSchema, "{}, \"tools\": {}"}));
    }

    void aBoundThatIsTooLargeIsLeftToTheServer_data() {
        QTest::addColumn<QByteArray>("body");
        QTest::newRow("more than the context") << QByteArray(tooLarge);
        QTest::newRow("more than is left of it") << QByteArray(togetherTooLong);
        QTest::newRow("OpenAI, more than a reply may have") << QByteArray(
            "{\"error\":{\"message\":\"max_tokens is too large: 100000. This model supports at most 16384 "
            "completion "
            "tokens.\",\"type\":\"invalid_request_error\",\"param\":\"max_tokens\",\"code\":\"invalid_"
            "value\"}}");
        QTest::newRow("OpenAI, more than is left") << QByteArray(
            "{\"error\":{\"message\":\"This model's maximum context length is 4097 tokens. However, you "
            "requested 9000 tokens (1000 in the messages, 8000 in the "
            "completion).\",\"param\":\"messages\",\"code\":\"context_length_exceeded\"}}");
        QTest::newRow("TGI") << QByteArray(
            "{\"error\":\"Input validation error: `inputs` tokens + `max_new_tokens` must be <= 4096. Given: "
            "31 `inputs` tokens and 4090 `max_new_tokens`\"}");
    }
    void aBoundThatIsTooLargeIsLeftToTheServer() {
        QFETCH(QByteArray, body);
        const ServerFields asked;
        const auto again = fieldsAfter({.fields = asked, .hasLimit = true, .status = 400, .body = body});
        QVERIFY(again && again->limit.isEmpty());
        QVERIFY(again->extras && again->drawnSeed);
        // Without a bound it is the prompt, or something else that does not go away.
        QVERIFY(!fieldsAfter({.fields = *again, .hasLimit = false, .status = 400, .body = body}));
    }

    void aBoundOfAnotherNameIsTaken() {
        const ServerFields asked;
        const auto again = fieldsAfter(
            {.fields = asked,
             .hasLimit = true,
             .status = 400,
             .body = "{\"error\":{\"message\":\"Unsupported parameter: 'max_tokens' is not supported with "
                     "this model. Use 'max_completion_tokens' instead.\",\"param\":\"max_tokens\"}}"});
        QVERIFY(again);
        QCOMPARE(again->limit, QString("max_completion_tokens"));
    }

    void fieldsThatAreNotKnownAreLeftOutOneByOne() {
        ServerFields asked = fieldsOf(at("vLLM"), "m");
        const auto after = [&](const char* body, bool chosen = false) {
            return fieldsAfter(
                {.fields = asked, .chosenSeed = chosen, .hasLimit = true, .status = 422, .body = body});
        };
        const auto plain =
            after("{\"detail\":[{\"loc\":[\"body\",\"top_k\"],\"msg\":\"Extra inputs are not permitted\"}]}");
        QVERIFY(plain && !plain->extras && plain->limit == asked.limit);
        const char* const seed =
            "{\"detail\":[{\"loc\":[\"body\",\"seed\"],\"msg\":\"Extra inputs are not permitted\"}]}";
        const auto seedless = after(seed);
        QVERIFY(seedless && !seedless->drawnSeed);
        // A person's choice is not left out silently.
        QVERIFY(!after(seed, true));
        const auto thoughtless = after("{\"error\":{\"message\":\"messages[1].reasoning: not allowed\"}}");
        QVERIFY(thoughtless && thoughtless->thought.isEmpty() && !thoughtless->takesThoughts);
        QVERIFY(!after("{\"error\":{\"message\":\"no such model\"}}"));
        QVERIFY(!fieldsAfter(
            {.fields = asked, .hasLimit = true, .status = 500, .body = "top_k seed max_tokens"}));
    }
};

QTEST_GUILESS_MAIN(TestServerFields)
#include "tst_server_fields.moc"

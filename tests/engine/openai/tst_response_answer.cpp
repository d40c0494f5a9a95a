#include "openai/response_answer.h"

#include <QtTest>
#include <nlohmann/json.hpp>

using namespace hearth;
using namespace hearth::openai;

class TestResponseAnswer : public QObject {
    Q_OBJECT

    static ResponseHead head() {
        RequestNotes notes;
        ResponseRequest request = readResponseRequest({{"input", "Hi."}}, notes);
        request.tools = true;
        return responseHead("resp_7", "Tiny", 5, request);
    }

private slots:
    void aWholeResponse() {
        ResponseAnswer answer(head(), nullptr);
        ReplyDelta thought, text, call;
        thought.reasoning = "Hm.";
        thought.tokens.resize(2);
        text.text = "I look.";
        text.tokens.resize(3);
        call.call =
            ToolCallDelta{.index = 0, .id = "", .name = "f", .arguments = R"({"a":1})", .written = ""};
        for (const ReplyDelta& delta : {thought, text, call}) answer.add(delta);
        GenerationResult result;
        result.metrics.promptTokens = 10;
        result.metrics.reusedTokens = 7;
        result.metrics.generatedTokens = 9;
        const Json json = answer.json(result);
        QCOMPARE(json.at("status"), Json("completed"));
        QCOMPARE(json.at("output").at(0),
                 Json::parse(R"({"id":"rs_7_0","type":"reasoning","status":"completed",
            "summary":[],"content":[{"type":"reasoning_text","text":"Hm."}]})"));
        QCOMPARE(json.at("output").at(1).at("content").at(0).at("text"), Json("I look."));
        QCOMPARE(json.at("output").at(1).at("id"), Json("msg_7_1"));
        QCOMPARE(json.at("output").at(2).at("arguments"), Json(R"({"a":1})"));
        QVERIFY(!json.at("output").at(2).at("call_id").get<std::string>().empty());
        QCOMPARE(json.at("usage"), Json::parse(R"({"input_tokens":10,
            "input_tokens_details":{"cached_tokens":7,"cache_write_tokens":3},"output_tokens":9,
            "output_tokens_details":{"reasoning_tokens":2},"total_tokens":19})"));
        QCOMPARE(json.at("temperature"), head().echo.at("temperature"));
        result.metrics.keptReply = true;
        QCOMPARE(answer.json(result).at("usage").at("cached_reply"), Json(true));
    }
    void aLimitCutsItOff() {
        ResponseAnswer answer(head(), nullptr);
        ReplyDelta text;
        text.text = "I lo";
        answer.add(text);
        GenerationResult result;
        result.reason = FinishReason::MaxTokens;
        const Json json = answer.json(result);
        QCOMPARE(json.at("status"), Json("incomplete"));
        QCOMPARE(json.at("incomplete_details").at("reason"), Json("max_output_tokens"));
        QCOMPARE(json.at("output").at(0).at("status"), Json("incomplete"));
    }
    void onesThatHaveNoEnd() {
        const Json begun = begunResponse(head());
        QCOMPARE(begun.at("status"), Json("in_progress"));
        QVERIFY(begun.at("usage").is_null() && begun.at("output").empty());
        const Json failed = failedResponse(head(), "The card is gone.");
        QCOMPARE(failed.at("status"), Json("failed"));
        QCOMPARE(failed.at("error").at("message"), Json("The card is gone."));
    }
};

QTEST_GUILESS_MAIN(TestResponseAnswer)
#include "tst_response_answer.moc"

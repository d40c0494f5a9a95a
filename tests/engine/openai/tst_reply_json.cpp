#include "openai/reply_json.h"

#include <QtTest>
#include <cmath>
#include <nlohmann/json.hpp>

#include "engine/text/sample_vocabulary.h"

using namespace hearth;
using namespace hearth::openai;

class TestReplyJson : public QObject {
    Q_OBJECT

private slots:
    void countsWhatWasCachedBefore() {
        GenerationMetrics first, second;
        first.promptTokens = second.promptTokens = 100;
        first.reusedTokens = 64;
        second.reusedTokens = 100;
        first.generatedTokens = 5;
        second.generatedTokens = 7;
        QCOMPARE(usageOf(std::vector{first, second}),
                 Json::parse(R"({"prompt_tokens":100,"completion_tokens":12,"total_tokens":112,
                                 "prompt_tokens_details":{"cached_tokens":64}})"));
    }
    void saysThatTheReplyWasThere() {
        GenerationMetrics made, kept;
        kept.keptReply = true;
        QVERIFY(!usageOf(std::vector{made}).contains("cached_reply"));
        QCOMPARE(usageOf(std::vector{made, kept}).at("cached_reply"), Json(true));
    }
    void saysWhyItEnded() {
        QCOMPARE(finishReasonOf(FinishReason::EndOfText, false), std::string("stop"));
        QCOMPARE(finishReasonOf(FinishReason::StopString, true), std::string("tool_calls"));
        QCOMPARE(finishReasonOf(FinishReason::MaxTokens, true), std::string("length"));
        QCOMPARE(finishReasonOf(FinishReason::ContextFull, false), std::string("length"));
    }
    void callsHaveAnId() {
        ToolCallDelta call;
        call.name = "f";
        call.index = 1;
        const std::string id = callOf(call, "chatcmpl-1", 0).at("id");
        QCOMPARE(id.size(), size_t(9));
        QVERIFY(std::all_of(id.begin(), id.end(), [](char c) { return std::isalnum(c) != 0; }));
        QVERIFY(callOf(call, "chatcmpl-1", 1).at("id") != id);
        QCOMPARE(callOf(call, "chatcmpl-1", 0).at("id"), Json(id));
        call.id = "own";
        QCOMPARE(callOf(call, "chatcmpl-1", 0).at("id"), Json("own"));
    }
    void probabilitiesOfTokens() {
        const auto tokenizer = test::SampleVocabulary::byteLevel().tokenizer();
        GeneratedToken token;
        token.token = tokenizer->encode("a").front();
        token.probability = 0.5F;
        token.candidates = {{.token = token.token, .plainProbability = 0.5F},
                            {.token = tokenizer->encode("b").front(), .plainProbability = 0}};
        const Json chat = chatLogprobs(*tokenizer, std::vector{token}, 2);
        const Json& entry = chat.at("content").at(0);
        QCOMPARE(entry.at("token"), Json("a"));
        QCOMPARE(entry.at("bytes"), Json::array({97}));
        QVERIFY(std::abs(entry.at("logprob").get<double>() - std::log(0.5)) < 1e-6);
        QCOMPARE(entry.at("top_logprobs").size(), size_t(2));
        QCOMPARE(entry.at("top_logprobs").at(1).at("logprob"), Json(-100.0));
        const Json text = textLogprobs(*tokenizer, std::vector{token, token}, 1, 5);
        QCOMPARE(text.at("tokens"), Json::array({"a", "a"}));
        QCOMPARE(text.at("text_offset"), Json::array({5, 6}));
        QCOMPARE(text.at("top_logprobs").at(0).size(), size_t(1));
    }
    void tokensOfAPromptComeFirst() {
        const auto tokenizer = test::SampleVocabulary::byteLevel().tokenizer();
        std::vector<GeneratedToken> prompt(2);
        prompt[0].token = tokenizer->encode("a").front();
        prompt[1].token = tokenizer->encode("b").front();
        prompt[1].probability = 0.5F;
        Json json = echoLogprobs(*tokenizer, prompt, 1, "ab");
        QCOMPARE(json.at("tokens"), Json::array({"a", "b"}));
        QCOMPARE(json.at("text_offset"), Json::array({0, 1}));
        QVERIFY(json.at("token_logprobs").at(0).is_null() && json.at("top_logprobs").at(0).is_null());
        QVERIFY(std::abs(json.at("token_logprobs").at(1).get<double>() - std::log(0.5)) < 1e-6);
        appendLogprobs(json, textLogprobs(*tokenizer, std::vector{prompt[1]}, 0, 2));
        QCOMPARE(json.at("text_offset"), Json::array({0, 1, 2}));
    }
    void usageOfSeveralPrompts() {
        std::vector<GenerationMetrics> replies(4);
        for (size_t i = 0; i < replies.size(); ++i) {
            replies[i].promptTokens = i < 2 ? 10 : 20;
            replies[i].reusedTokens = i % 2 == 0 ? 1 : 9;
            replies[i].generatedTokens = 3;
        }
        const Json usage = usageOf(replies, 2);
        QCOMPARE(usage.at("prompt_tokens"), Json(30));
        QCOMPARE(usage.at("completion_tokens"), Json(12));
        QCOMPARE(usage.at("prompt_tokens_details").at("cached_tokens"), Json(2));
        QCOMPARE(finishReasonOf(FinishReason::EndOfText, true, true), std::string("function_call"));
    }
    void errorsHaveTheFieldsOfTheApi() {
        QCOMPARE(errorJson("No.", "invalid_request_error", "", "x"),
                 Json::parse(R"({"error":{"message":"No.","type":"invalid_request_error","param":null,
                                 "code":"x"}})"));
        QCOMPARE(dumped(Json("\xff")), std::string("\"\xEF\xBF\xBD\""));
    }
};

QTEST_GUILESS_MAIN(TestReplyJson)
#include "tst_reply_json.moc"

#include "cli/batch_answer.h"

#include <QtTest>
#include <nlohmann/json.hpp>

#include "chat/prompt_builder.h"
#include "chat/reply_stream.h"
#include "engine/text/sample_vocabulary.h"
#include "hearth/engine.h"
#include "hearth/prompt_service.h"
#include "tiny_reference.h"

using namespace hearth;
using namespace hearth::cli;
using Json = nlohmann::json;

namespace {

/// A vocabulary of bytes and marks with a template that knows reasoning and tools.
class MarkingPrompts final : public PromptService {
public:
    MarkingPrompts()
        : m_tokenizer(vocabulary().tokenizer()),
          m_template(
              ChatTemplate::parse("{% for m in messages %}{{ m.role + ': ' + m.content + '\\n' }}{% endfor %}"
                                  "{# <think> </think> <tool_call> </tool_call> #}")),
          m_prompts(*m_tokenizer, m_template) {}
    void make(GenerationRequest& request, std::stop_token) const override {
        request.prompt = Prompt{.pieces = m_prompts.render(request), .tokens = {}, .cuts = {}};
    }
    const Tokenizer& tokenizer() const override { return *m_tokenizer; }
    std::string_view templateSource() const override { return m_template.source(); }

private:
    static hearth::test::SampleVocabulary vocabulary() {
        auto out = hearth::test::SampleVocabulary::byteLevel();
        for (const char* mark : {"<think>", "</think>", "<tool_call>", "</tool_call>"})
            out.add(mark, TokenKind::Control);
        return out;
    }
    std::unique_ptr<Tokenizer> m_tokenizer;
    ChatTemplate m_template;
    PromptBuilder m_prompts;
};

}  // namespace

class BatchAnswerTest : public QObject {
    Q_OBJECT

    std::unique_ptr<Engine> m_engine;

    static openai::CompletionRequest requestOf(const std::string& url, const std::string& body) {
        const Json line{{"custom_id", "a"}, {"method", "POST"}, {"url", url}, {"body", Json::parse(body)}};
        return std::get<openai::CompletionRequest>(readBatchLine(line.dump()).content);
    }
    GenerationResult resultOf(const std::string& text, FinishReason reason) const {
        return resultOf(promptsOf(*m_engine), text, reason);
    }
    static GenerationResult resultOf(const PromptService& prompts, const std::string& text,
                                     FinishReason reason) {
        GenerationResult result;
        result.text = text;
        for (const TokenId token : prompts.tokenizer().encode(text))
            result.tokens.push_back({.token = token, .probability = 0, .candidates = {}});
        result.reason = reason;
        result.metrics.promptTokens = 10;
        result.metrics.reusedTokens = 8;
        result.metrics.generatedTokens = 3;
        return result;
    }
    /// Gives the text to the answer as an engine tells it.
    static void tell(BatchAnswer& answer, const PromptService& prompts, const GenerationRequest& request,
                     const std::string& text) {
        ReplyStream stream = ReplyStream::parsed(prompts.tokenizer(), prompts.templateSource(), request,
                                                 madePrompt(prompts, request).pieces);
        const auto add = [&](const std::vector<ReplyDelta>& deltas) {
            for (const ReplyDelta& delta : deltas) answer.add(delta);
        };
        for (const TokenId token : prompts.tokenizer().encode(text)) add(stream.push(token));
        add(stream.finish());
    }
    static Json markedChoice(const std::string& text, const std::string& more = "") {
        const MarkingPrompts prompts;
        const openai::CompletionRequest request = requestOf(
            "/v1/chat/completions", "{\"messages\":[{\"role\":\"user\",\"content\":\"x\"}]" + more + "}");
        BatchAnswer answer("Marks", {.customId = "a", .line = 3}, request, &prompts.tokenizer());
        tell(answer, prompts, request.generation, text);
        return Json::parse(answer.lineOf(resultOf(prompts, text, FinishReason::EndOfText)))
            .at("response")
            .at("body")
            .at("choices")[0];
    }
    Json chatAnswer(const std::string& text, FinishReason reason, const std::string& more = "") const {
        const openai::CompletionRequest request = requestOf(
            "/v1/chat/completions", "{\"messages\":[{\"role\":\"user\",\"content\":\"x\"}]" + more + "}");
        BatchAnswer answer(m_engine->info().modelName, {.customId = "a", .line = 12}, request,
                           &promptsOf(*m_engine).tokenizer());
        tell(answer, promptsOf(*m_engine), request.generation, text);
        const std::string line = answer.lineOf(resultOf(text, reason));
        return line.find('\n') == line.size() - 1 ? Json::parse(line) : Json();
    }

private slots:
    void initTestCase() {
        EngineOptions options;
        options.model = hearth::test::tinyModel().toStdString();
        options.threads = 1;
        m_engine = Engine::load(options);
    }

    void aChatIsAChatCompletion() {
        const Json json = chatAnswer("Hello\nthere", FinishReason::EndOfText);
        QCOMPARE(json.at("id"), Json("batch_req_12"));
        QCOMPARE(json.at("custom_id"), Json("a"));
        QVERIFY(json.at("error").is_null());
        const Json& response = json.at("response");
        QCOMPARE(response.at("status_code"), Json(200));
        QCOMPARE(response.at("request_id"), Json("req_12"));
        const Json& body = response.at("body");
        QCOMPARE(body.at("object"), Json("chat.completion"));
        QCOMPARE(body.at("model"), Json(m_engine->info().modelName));
        QCOMPARE(body.at("choices"), Json::parse(R"([{"index":0,"finish_reason":"stop","logprobs":null,
            "message":{"role":"assistant","content":"Hello\nthere","refusal":null}}])"));
        QCOMPARE(body.at("usage"), Json::parse(R"({"prompt_tokens":10,"completion_tokens":3,"total_tokens":13,
                                 "prompt_tokens_details":{"cached_tokens":8}})"));
    }

    void theEndHasAReason() {
        const auto reason = [&](FinishReason ended) {
            return chatAnswer("x", ended).at("response").at("body").at("choices")[0].at("finish_reason");
        };
        QCOMPARE(reason(FinishReason::StopString), Json("stop"));
        QCOMPARE(reason(FinishReason::MaxTokens), Json("length"));
        QCOMPARE(reason(FinishReason::ContextFull), Json("length"));
    }

    void reasoningStandsApart() {
        const Json message = markedChoice("<think>Why not.</think>Yes.").at("message");
        QCOMPARE(message.at("reasoning_content"), Json("Why not."));
        QCOMPARE(message.at("content"), Json("Yes."));
    }

    void callsAreCallsWhereToolsWereGiven() {
        const std::string call =
            "Wait.<tool_call>{\"name\":\"warmth\",\"arguments\":{\"of\":\"Rome\"}}</tool_call>";
        const Json choice =
            markedChoice(call, R"(,"tools":[{"type":"function","function":{"name":"warmth"}}])");
        QCOMPARE(choice.at("finish_reason"), Json("tool_calls"));
        QCOMPARE(choice.at("message").at("content"), Json("Wait."));
        const Json& made = choice.at("message").at("tool_calls").at(0);
        QCOMPARE(made.at("id").get<std::string>().size(), size_t(9));
        QCOMPARE(made.at("function").at("name"), Json("warmth"));
        QCOMPARE(Json::parse(made.at("function").at("arguments").get<std::string>()),
                 Json::parse(R"({"of":"Rome"})"));
        const Json plain = markedChoice(call);
        QCOMPARE(plain.at("finish_reason"), Json("stop"));
        QCOMPARE(plain.at("message").at("content"), Json(call));
    }

    void aCompletionIsText() {
        const openai::CompletionRequest request = requestOf("/v1/completions", R"({"prompt":"x"})");
        BatchAnswer answer(m_engine->info().modelName, {.customId = "a", .line = 1}, request,
                           &promptsOf(*m_engine).tokenizer());
        const Json body = Json::parse(answer.lineOf(resultOf("one \xff two", FinishReason::MaxTokens)))
                              .at("response")
                              .at("body");
        QCOMPARE(body.at("object"), Json("text_completion"));
        QCOMPARE(
            body.at("choices"),
            Json::parse(R"([{"index":0,"text":"one \ufffd two","logprobs":null,"finish_reason":"length"}])"));
    }

    void aRefusalNamesTheField() {
        const Json json = Json::parse(refusalLine({.customId = "a", .line = 2}, {"Wrong.", "n"}));
        QCOMPARE(json, Json::parse(R"({"id":"batch_req_2","custom_id":"a","error":null,"response":{
            "status_code":400,"request_id":"req_2","body":{"error":{"message":"Wrong.",
            "type":"invalid_request_error","param":"n","code":null}}}})"));
        QVERIFY(Json::parse(refusalLine({.customId = "a", .line = 2},
                                        {"Wrong.", ""}))["response"]["body"]["error"]["param"]
                    .is_null());
    }

    void aFaultNamesTheLine() {
        QCOMPARE(Json::parse(faultLine(std::nullopt, 7, {"invalid_json", "No."})),
                 Json::parse(R"({"custom_id":null,"response":null,
                                 "error":{"code":"invalid_json","message":"No.","line":7}})"));
        QCOMPARE(Json::parse(faultLine("b", 7, {"duplicate_custom_id", "No."})).at("custom_id"), Json("b"));
    }
};

QTEST_GUILESS_MAIN(BatchAnswerTest)
#include "tst_batch_answer.moc"

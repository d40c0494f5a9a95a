#include "openai/completion_request.h"

#include <QtTest>
#include <nlohmann/json.hpp>

#include "openai/refusal.h"

using namespace hearth;
using namespace hearth::openai;

class TestCompletionRequest : public QObject {
    Q_OBJECT

    static Json chatBody() { return {{"messages", {{{"role", "user"}, {"content", "x"}}}}}; }
    static CompletionRequest chat(const Json& more) {
        Json body = chatBody();
        body.update(more);
        return readCompletionRequest(body, Completion::Chat);
    }
    static CompletionRequest text(const Json& body) { return readCompletionRequest(body, Completion::Text); }
    static Json variablesOf(const CompletionRequest& request) {
        return Json::parse(request.generation.templateVariables);
    }
    template <class Read>
    static std::string refusedField(Read read) {
        try {
            (void)read();
        } catch (const Refusal& refusal) {
            return refusal.field;
        }
        return "taken";
    }

private slots:
    void streamsAndChoices() {
        const CompletionRequest request = chat({{"stream", true},
                                                {"stream_options", {{"include_usage", true}}},
                                                {"n", 3},
                                                {"model", "any"},
                                                {"logprobs", true},
                                                {"top_logprobs", 4}});
        QVERIFY(request.stream && request.streamsUsage && request.logprobs);
        QCOMPARE(request.choices, 3);
        QCOMPARE(request.model, std::string("any"));
        QCOMPARE(request.topLogprobs, 4);
        QCOMPARE(request.generation.candidates, 4);
        QCOMPARE(chat({{"logprobs", true}}).generation.candidates, 1);
    }
    void whatEditorsSendIsTaken() {
        // As the plug-in Continue asks in a chat with tools, and for what comes next in a file.
        const Json tools = Json::array(
            {{{"type", "function"}, {"function", {{"name", "f"}, {"parameters", {{"type", "object"}}}}}}});
        const Json calls = Json::array(
            {{{"id", "a"}, {"type", "function"}, {"function", {{"name", "f"}, {"arguments", "{}"}}}}});
        const Json messages =
            Json::array({{{"role", "user"}, {"content", {{{"type", "text"}, {"text", "x"}}}}},
                         {{"role", "assistant"}, {"content", " "}, {"tool_calls", calls}},
                         {{"role", "tool"}, {"content", "y"}, {"tool_call_id", "a"}}});
        const CompletionRequest asked = chat({{"messages", messages},
                                              {"tools", tools},
                                              {"parallel_tool_calls", false},
                                              {"stream", true},
                                              {"stream_options", {{"include_usage", true}}},
                                              {"max_tokens", 100},
                                              {"top_p", 1},
                                              {"stop", {"</COMPLETION>", "/src/"}}});
        QVERIFY(asked.tools && asked.streamsUsage);
        QCOMPARE(asked.generation.messages.size(), size_t(3));
        QCOMPARE(asked.generation.messages[0].content, std::string("x"));
        const CompletionRequest middle =
            text({{"prompt", "<|fim_prefix|>a<|fim_suffix|>b<|fim_middle|>"}, {"stream", true}});
        QVERIFY(middle.generation.rawText.has_value());
        QCOMPARE(refusedField([] {
                     return text({{"prompt", "a"}, {"suffix", "b"}});
                 }),
                 std::string("suffix"));
    }
    void toolsGoToTheTemplate() {
        const Json tools = Json::array({{{"type", "function"}, {"function", {{"name", "f"}}}}});
        const CompletionRequest request = chat({{"tools", tools}, {"tool_choice", "auto"}});
        QVERIFY(request.tools);
        QCOMPARE(variablesOf(request).at("tools"), tools);
        const CompletionRequest none = chat({{"tools", tools}, {"tool_choice", "none"}});
        QVERIFY(!none.tools && none.generation.templateVariables.empty());
    }
    void effortGoesToTheTemplate() {
        QCOMPARE(variablesOf(chat({{"reasoning_effort", "high"}})),
                 Json::parse(R"({"enable_thinking":true,"reasoning_effort":"high"})"));
        QCOMPARE(variablesOf(chat({{"reasoning_effort", "none"}})).at("enable_thinking"), Json(false));
    }
    void textsAndTokens() {
        QCOMPARE(text({{"prompt", "Once"}}).generation.rawText, std::optional<std::string>("Once"));
        QCOMPARE(text({{"prompt", {"Once"}}}).generation.rawText, std::optional<std::string>("Once"));
        QCOMPARE(text({{"prompt", {1, 2, 3}}}).generation.rawTokens, (std::vector<TokenId>{1, 2, 3}));
        QVERIFY(text({{"prompt", "x"}, {"echo", true}}).echo);
        QCOMPARE(text({{"prompt", "x"}, {"logprobs", 0}}).logprobs, true);
    }
    void namesWhatIsNotSupported() {
        const auto refused = [](const Json& more) { return refusedField([&] { return chat(more); }); };
        QCOMPARE(refused({{"nonsense", 1}}), std::string("nonsense"));
        QCOMPARE(refused({{"tool_choice", "required"}}), std::string("tool_choice"));
        QCOMPARE(refused({{"response_format", {{"type", "xml"}}}}), std::string("response_format.type"));
        QCOMPARE(refused({{"regex", "a"}, {"grammar", "root ::= \"a\""}}), std::string("grammar"));
        QCOMPARE(refused({{"regex", "a"}, {"response_format", {{"type", "text"}}}}), std::string("taken"));
        QCOMPARE(refused({{"response_format", {{"type", "text"}}}, {"regex", "a"}}), std::string("taken"));
        QCOMPARE(refused({{"top_logprobs", 2}}), std::string("top_logprobs"));
        QCOMPARE(refused({{"logprobs", true}, {"top_logprobs", 21}}), std::string("top_logprobs"));
        QCOMPARE(refused({{"n", 17}}), std::string("n"));
        QCOMPARE(refused({{"stream_options", {{"include_usage", true}}}}), std::string("stream_options"));
        QCOMPARE(refused({{"reasoning_effort", "much"}}), std::string("reasoning_effort"));
        QCOMPARE(refused({{"store", true}}), std::string("store"));
        QCOMPARE(refused({{"tools", {{{"type", "web_search"}}}}}), std::string("tools[0]"));
        QCOMPARE(refusedField([] { return text({{"prompt", {"x", "y"}}}); }), std::string("prompt"));
        QCOMPARE(refusedField([] {
                     return text({{"prompt", "x"}, {"messages", Json::array()}});
                 }),
                 std::string("messages"));
        QCOMPARE(refusedField([] { return readCompletionRequest(Json(7), Completion::Chat); }),
                 std::string());
        QCOMPARE(refused({{"nonsense", nullptr}}), std::string("taken"));
        QCOMPARE(refused({{"response_format", {{"type", "text"}}}}), std::string("taken"));
    }
};

QTEST_GUILESS_MAIN(TestCompletionRequest)
#include "tst_completion_request.moc"

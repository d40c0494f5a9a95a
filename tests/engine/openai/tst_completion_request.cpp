#include "openai/completion_request.h"

#include <QtTest>
#include <algorithm>
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
        RequestNotes strict(UnknownFields::Refuse);
        return readCompletionRequest(body, Completion::Chat, strict);
    }
    static CompletionRequest text(const Json& body) {
        RequestNotes strict(UnknownFields::Refuse);
        return readCompletionRequest(body, Completion::Text, strict);
    }
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
    void entriesOfToolsAreFields() {
        const auto tool = [](const char* text) { return Json{{"tools", Json::array({Json::parse(text)})}}; };
        const auto refused = [](const Json& more) { return refusedField([&] { return chat(more); }); };
        QCOMPARE(refused(tool(R"({"type":"function","function":{"name":"f","magic":1}})")),
                 std::string("tools[0].function.magic"));
        QCOMPARE(refused(tool(
                     R"({"type":"function","function":{"name":"f"},"cache_control":{"type":"ephemeral"}})")),
                 std::string("tools[0].cache_control"));
        QCOMPARE(refused(tool(R"({"type":"function","function":{"name":"f","strict":1}})")),
                 std::string("tools[0].function.strict"));
        QCOMPARE(refused({{"functions", Json::parse(R"([{"name":"f","magic":1}])")}}),
                 std::string("functions[0].magic"));
        QCOMPARE(refused({{"functions", Json::parse(R"([1])")}}), std::string("functions[0]"));
        // Ignored fields do not reach the model either.
        Json body = chatBody();
        body.update(tool(
            R"({"type":"function","x":1,"function":{"name":"f","description":null,"parameters":[],"x":1}})"));
        RequestNotes notes;
        const CompletionRequest request = readCompletionRequest(body, Completion::Chat, notes);
        QCOMPARE(variablesOf(request)["tools"],
                 Json::parse(R"([{"type":"function","function":{"name":"f","parameters":{}}}])"));
        QCOMPARE(notes.sentences().size(), size_t(2));
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
        const CompletionRequest several = text({{"prompt", {"Once", "Twice"}}, {"n", 3}, {"echo", true}});
        QCOMPARE(several.choices, 6);
        QCOMPARE(echoOf(several, nullptr, 2), std::string("Once"));
        QCOMPARE(echoOf(several, nullptr, 3), std::string("Twice"));
        QCOMPARE(text({{"prompt", {{1, 2}, {3}}}}).prompts.at(1).tokens, (std::vector<TokenId>{3}));
        QVERIFY(text({{"prompt", "x"}, {"echo", true}}).echo);
        QCOMPARE(text({{"prompt", "x"}, {"logprobs", 0}}).logprobs, true);
    }
    void ignoresWhatItDoesNotKnow() {
        RequestNotes notes;
        Json body = chatBody();
        body.update(Json::parse(R"({"store":true,"keep_alive":"5m","timings_per_token":true,"stop":"",
            "max_tokens":-1,"stream_options":{"include_usage":true},"use_beam_search":false,"min_tokens":0,
            "prediction":{"type":"content","content":"x"},"tools":[{"type":"web_search"},
            {"type":"function","function":{"name":"f"}},{"type":"web_search"}]})"));
        body["messages"][0]["thread"] = 7;
        const CompletionRequest request = readCompletionRequest(body, Completion::Chat, notes);
        QCOMPARE(request.generation.sampling.maxTokens, -1);
        QVERIFY(request.generation.sampling.stop.empty() && !request.streamsUsage);
        QCOMPARE(variablesOf(request).at("tools").size(), size_t(1));
        const auto& said = notes.sentences();
        const auto noted = [&](const char* part) {
            return std::ranges::any_of(
                said, [&](const std::string& one) { return one.find(part) != std::string::npos; });
        };
        for (const char* name : {"\"store\"", "\"keep_alive\"", "\"timings_per_token\"", "\"prediction\"",
                                 "\"messages[].thread\"", "\"web_search\""})
            QVERIFY2(noted(name), name);
        QCOMPARE(said.size(), size_t(6));
    }
    void refusesWhatWouldChangeTheReply() {
        for (const char* more :
             {R"({"min_tokens":5})", R"({"use_beam_search":true})", R"({"mirostat":2})",
              R"({"stop_token_ids":[7]})", R"({"modalities":["text","audio"]})", R"({"chat_template":"x"})",
              R"({"typical_p":0.5})", R"({"structured_outputs":{"structural_tag":"x"}})"}) {
            Json body = chatBody();
            body.update(Json::parse(more));
            RequestNotes notes;
            QVERIFY_THROWS_EXCEPTION(Refusal, (void)readCompletionRequest(body, Completion::Chat, notes));
        }
    }
    void wholeNumbersMayHaveAPoint() {
        QCOMPARE(chat({{"max_tokens", 16.0}}).generation.sampling.maxTokens, 16);
        QCOMPARE(chat({{"seed", 7.0}}).generation.sampling.seed, std::optional<uint64_t>(7));
        QCOMPARE(chat({{"n_predict", -1.0}}).generation.sampling.maxTokens, -1);
        QCOMPARE(text({{"prompt", "x"}, {"max_tokens", 0}}).generation.sampling.maxTokens, 0);
    }
    void formsOfOtherServers() {
        const auto form = [](const Json& more) { return chat(more).generation.grammar; };
        const Json schema{{"type", "integer"}};
        const ReplyGrammar held{ReplyGrammar::Kind::LooseJsonSchema, schema.dump()};
        QCOMPARE(form({{"guided_json", schema}}), held);
        QCOMPARE(form({{"guided_json", schema.dump()}}), held);
        QCOMPARE(form({{"json_schema", schema}}), held);
        QCOMPARE(form({{"structured_outputs", {{"json", schema}}}}), held);
        QCOMPARE(form({{"response_format", {{"type", "json_object"}, {"schema", schema}}}}), held);
        QCOMPARE(form({{"guided_regex", "a+"}}), (ReplyGrammar{ReplyGrammar::Kind::Regex, "a+"}));
        const std::string grammar = "root ::= \"a\"";
        QCOMPARE(form({{"guided_grammar", grammar}}), (ReplyGrammar{ReplyGrammar::Kind::Gbnf, grammar}));
        QCOMPARE(form({{"guided_choice", {"yes", "a \"no\""}}}),
                 (ReplyGrammar{ReplyGrammar::Kind::Gbnf, "root ::= \"yes\" | \"a \\\"no\\\"\""}));
        QCOMPARE(form({{"structured_outputs", {{"json_object", true}}}}),
                 (ReplyGrammar{ReplyGrammar::Kind::JsonObject, ""}));
        QCOMPARE(refusedField([&] {
                     return chat({{"guided_json", schema}, {"guided_regex", "a"}});
                 }),
                 std::string("guided_regex"));
    }
    void functionsAreTools() {
        const CompletionRequest request =
            chat({{"functions", {{{"name", "f"}, {"parameters", {{"type", "object"}}}}, {{"name", "g"}}}},
                  {"function_call", {{"name", "g"}}}});
        QVERIFY(request.tools && request.answersOldCalls && !request.parallelCalls);
        QCOMPARE(variablesOf(request).at("tools").size(), size_t(2));
        QCOMPARE(request.generation.grammar.kind, ReplyGrammar::Kind::ToolCalls);
        QVERIFY(!chat({{"functions", {{{"name", "f"}}}}, {"function_call", "none"}}).tools);
    }
    void allowedToolsAreTheList() {
        const Json tools = Json::parse(R"([{"type":"function","function":{"name":"f"}},
            {"type":"function","function":{"name":"g"}},{"type":"function","function":{"name":"h"}}])");
        const auto chosen = [&](const char* choice) {
            return chat({{"tools", tools}, {"tool_choice", Json::parse(choice)}});
        };
        const Json left = variablesOf(chosen(R"({"type":"allowed_tools","allowed_tools":{"mode":"auto",
            "tools":[{"type":"function","function":{"name":"g"}}]}})"))
                              .at("tools");
        QCOMPARE(left, Json::array({tools[1]}));
        QCOMPARE(
            chosen(R"({"type":"allowed_tools","mode":"required","tools":[{"type":"function","name":"h"}]})")
                .generation.grammar.kind,
            ReplyGrammar::Kind::ToolCalls);
        QCOMPARE(refusedField([&] {
                     return chosen(R"({"type":"allowed_tools","tools":[{"type":"function","name":"x"}]})");
                 }),
                 std::string("tool_choice"));
        QVERIFY(!chosen(R"({"type":"allowed_tools","tools":[]})").tools);
        QCOMPARE(refusedField([&] { return chosen(R"({"type":"web_search"})"); }),
                 std::string("tool_choice"));
    }
    void thinkingInTheWordsOfOthers() {
        QCOMPARE(variablesOf(chat({{"reasoning", {{"effort", "max"}}}})).at("reasoning_effort"),
                 Json("high"));
        QCOMPARE(variablesOf(chat({{"enable_thinking", false}})).at("enable_thinking"), Json(false));
        QCOMPARE(variablesOf(chat({{"thinking", {{"type", "disabled"}}}})).at("enable_thinking"),
                 Json(false));
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
        QCOMPARE(refused({{"reasoning_effort", "much"}}), std::string("reasoning_effort"));
        QCOMPARE(refused({{"store", true}}), std::string("store"));
        QCOMPARE(refused({{"tools", {{{"type", "web_search"}}}}}), std::string("tools[0].type"));
        QCOMPARE(refusedField([] { return text({{"prompt", {"x", 7}}}); }), std::string("prompt[1]"));
        QCOMPARE(refusedField([] { return text({{"prompt", Json::array()}}); }), std::string("prompt"));
        QCOMPARE(refusedField([] {
                     return text({{"prompt", std::vector<std::string>(65, "x")}, {"n", 2}});
                 }),
                 std::string("prompt"));
        QCOMPARE(refusedField([] {
                     return text({{"prompt", "x"}, {"messages", Json::array()}});
                 }),
                 std::string("messages"));
        QCOMPARE(refusedField([] {
                     RequestNotes notes;
                     return readCompletionRequest(Json(7), Completion::Chat, notes);
                 }),
                 std::string());
        QCOMPARE(refused({{"best_of", 2}}), std::string("best_of"));
        QCOMPARE(refusedField([] {
                     return text({{"prompt", "x"}, {"best_of", 2}});
                 }),
                 std::string("best_of"));
        QCOMPARE(refused({{"add_generation_prompt", false}}), std::string("add_generation_prompt"));
        QCOMPARE(refused({{"continue_final_message", true}}), std::string("continue_final_message"));
        QCOMPARE(refused({{"max_tokens", 16.5}}), std::string("max_tokens"));
        QCOMPARE(refused({{"nonsense", nullptr}}), std::string("taken"));
        QCOMPARE(refused({{"response_format", {{"type", "text"}}}}), std::string("taken"));
    }
};

QTEST_GUILESS_MAIN(TestCompletionRequest)
#include "tst_completion_request.moc"

#include "chat/template_tools.h"

#include <QtTest>
#include <filesystem>
#include <set>

#include "chat/prompt_builder.h"
#include "chat/reply_stream.h"
#include "hearth/error.h"
#include "hearth/gguf.h"
#include "support/reference_pack.h"

using namespace hearth;

namespace {

using Json = nlohmann::ordered_json;

constexpr const char* kChatMl =
    "{% for m in messages %}<|im_start|>{{ m.role }}\n{{ m.content }}<|im_end|>\n{% endfor %}"
    "<|im_start|>assistant\n";
/// As Gemma 2 has it: no system messages, and the sides take turns.
constexpr const char* kGemma =
    "{% if messages[0].role == 'system' %}{{ raise_exception('System role not supported') }}{% endif %}"
    "{% for m in messages %}{% if (m.role == 'user') != (loop.index0 % 2 == 0) %}"
    "{{ raise_exception('Roles must alternate') }}{% endif %}"
    "<start_of_turn>{{ 'model' if m.role == 'assistant' else m.role }}\n{{ m.content | trim }}<end_of_turn>\n"
    "{% endfor %}<start_of_turn>model\n";
/// Knows three roles and leaves out all others, as Phi 3.5 does.
constexpr const char* kThreeRoles =
    "{% for m in messages %}{% if m.role in ['user', 'assistant'] %}<|{{ m.role }}|>{{ m.content }}<|end|>"
    "{% endif %}{% endfor %}<|assistant|>";

Json functionNamed(const char* name) {
    return {{"type", "function"},
            {"function",
             {{"name", name},
              {"description", "Says it."},
              {"parameters",
               {{"type", "object"},
                {"properties", {{"city", {{"type", "string"}, {"description", "A city."}}}}}}}}}};
}

ChatMessage said(const char* role, const char* content) {
    return {.role = role, .content = content, .reasoning = {}, .tokens = {}};
}

ChatMessage result(const char* id, const char* content) {
    ChatMessage message = said("tool", content);
    message.toolCallId = id;
    return message;
}

/// A question, two calls at once, their results in the other order, and what the person says next.
GenerationRequest conversation() {
    GenerationRequest request;
    request.templateVariables = Json{{"tools", {functionNamed("weather"), functionNamed("time")}}}.dump();
    request.messages = {said("system", "Be brief."), said("user", "Rome?"),
                        said("assistant", "Let me look.")};
    request.messages.back().toolCalls =
        R"([{"id": "a", "type": "function", "function": {"name": "weather", "arguments": {"city": "Rome"}}},
            {"id": "b", "type": "function", "function": {"name": "time", "arguments": "{}"}}])";
    request.messages.push_back(result("b", "nine"));
    request.messages.push_back(result("a", "sunny"));
    request.messages.push_back(said("user", "So?"));
    return request;
}

size_t occurrences(std::string_view text, std::string_view part) {
    size_t count = 0;
    for (size_t at = text.find(part); at != std::string_view::npos; at = text.find(part, at + 1)) ++count;
    return count;
}

}  // namespace

class TemplateToolsTest : public QObject {
    Q_OBJECT

    std::unique_ptr<Tokenizer> m_tokenizer =
        Tokenizer::fromGguf(GgufFile::open(test::tinyModelsFolder() / "llama-f32.gguf"));

    std::string promptOf(const std::string& source, const GenerationRequest& request) const {
        const ChatTemplate chatTemplate = ChatTemplate::parse(source);
        std::string text;
        for (const PromptPiece& piece : PromptBuilder(*m_tokenizer, chatTemplate).render(request))
            text += piece.text;
        return text;
    }

private slots:
    void partsThatTemplatesShow_data() {
        QTest::addColumn<QString>("file");
        const auto golden = test::goldenFolder();
        if (!golden) QSKIP("the reference pack is not there");
        for (const auto& entry : std::filesystem::directory_iterator(*golden / "templates"))
            if (entry.path().extension() == ".jinja")
                QTest::newRow(entry.path().stem().string().c_str()) << QString::fromStdString(entry.path());
    }
    void partsThatTemplatesShow() {
        QFETCH(const QString, file);
        const std::filesystem::path path = file.toStdString();
        const std::string name = path.stem(), source = test::readText(path);
        const ReplyFormat format = replyFormatOf(source, {});
        const TemplateTools shown = templateToolsOf(ChatTemplate::parse(source), format);
        const std::set<std::string> nothing{"HuggingFaceTB-SmolLM3-3B", "google-gemma-2-2b-it",
                                            "microsoft-Phi-3.5-mini-instruct"};
        // The last means to, and fails.
        const std::set<std::string> noList{"deepseek-ai-DeepSeek-R1-Distill-Qwen-32B",
                                           "deepseek-ai-DeepSeek-V3.1", "llama-cpp-deepseek-r1"};
        const std::set<std::string> noCalls{"LFM2-8B-A1B", "ibm-granite-granite-3.3-2B-Instruct"};
        QCOMPARE(shown.lists, !nothing.contains(name) && !noList.contains(name));
        QCOMPARE(shown.calls, !nothing.contains(name) && !noCalls.contains(name));
        if (noList.contains(name))
            QVERIFY2(shown.example.find("FUNCTION") != std::string::npos, shown.example.c_str());
        // Information that the template leaves out is in the prompt, once.
        GenerationRequest request = conversation();
        request.messages[2].toolCalls =
            R"([{"id": "functions.time:0", "type": "function", "function": {"name": "time", "arguments": {"city": "Oslo"}}}])";
        request.messages.erase(request.messages.begin() + 4);
        request.messages[3].toolCallId = "functions.time:0";
        if (name.starts_with("mistralai") || name.starts_with("Mistral")) {
            request.messages[2].toolCalls.replace(request.messages[2].toolCalls.find("functions.time:0"), 16,
                                                  "HEARTH123");
            request.messages[3].toolCallId = "HEARTH123";
        }
        // Some want no words of the person right behind a result.
        request.messages.pop_back();
        const std::string prompt = promptOf(source, request);
        QVERIFY2(prompt.find("weather") != std::string::npos, prompt.c_str());
        QVERIFY2(prompt.find("Oslo") != std::string::npos, prompt.c_str());
        QCOMPARE(occurrences(prompt, "nine"), size_t{1});
        QCOMPARE(prompt.find(toolsHeading()) != std::string::npos, !shown.lists);
    }

    void whatATemplateLeavesOutIsWritten() {
        const std::string prompt = promptOf(kChatMl, conversation());
        QCOMPARE(prompt.substr(0, prompt.find(toolsHeading())),
                 std::string("<|im_start|>system\nBe brief.\n\n"));
        QVERIFY(prompt.find("{\"name\": \"weather\", \"description\": \"Says it.\", \"parameters\": "
                            "{\"type\": \"object\", \"properties\": {\"city\": {\"type\": \"string\", "
                            "\"description\": \"A city.\"}}}}\n") != std::string::npos);
        const size_t reply = prompt.find("<|im_start|>assistant\nLet me look.");
        QCOMPARE(QString::fromStdString(prompt.substr(reply)),
                 QString::fromStdString(
                     "<|im_start|>assistant\nLet me look.\n"
                     "<tool_call>\n{\"name\": \"weather\", \"arguments\": {\"city\": \"Rome\"}}\n"
                     "</tool_call>\n<tool_call>\n{\"name\": \"time\", \"arguments\": {}}\n"
                     "</tool_call><|im_end|>\n"
                     "<|im_start|>user\n<tool_response name=\"weather\">\nsunny\n</tool_response>\n"
                     "<tool_response name=\"time\">\nnine\n</tool_response>\n\nSo?<|im_end|>\n"
                     "<|im_start|>assistant"));
    }
    void templatesThatKnowNoSystemMessages() {
        for (const char* source : {kGemma, kThreeRoles}) {
            const std::string prompt = promptOf(source, conversation());
            QCOMPARE(occurrences(prompt, "{\"name\": \"time\", \"description\""), size_t{1});
            QVERIFY(prompt.find("Be brief.\n\nYou may call these") < prompt.find("Rome?"));
            QCOMPARE(occurrences(prompt, "<tool_response"), size_t{3});  // one speaks of them
        }
    }
    void callsStayWithoutTools() {
        GenerationRequest request = conversation();
        request.templateVariables.clear();
        const std::string prompt = promptOf(kGemma, request);
        QVERIFY(prompt.find(toolsHeading()) == std::string::npos);
        QCOMPARE(occurrences(prompt, "<tool_call>\n"), size_t{2});
        QCOMPARE(occurrences(prompt, "</tool_response>"), size_t{2});
        // A result without its call, and one that ends the conversation.
        request.messages = {result("x", "lost")};
        QVERIFY(promptOf(kGemma, request).find("<tool_response>\nlost\n</tool_response>") !=
                std::string::npos);
        request.messages = conversation().messages;
        request.messages.resize(4);
        const std::string ended = promptOf(kGemma, request);
        QVERIFY2(ended.ends_with("nine\n</tool_response><end_of_turn>\n<start_of_turn>model"), ended.c_str());
    }
    void aFamilyThatShowsNoCallsHasThemInItsOwnMarks() {
        const std::string lists = "{{ tools | tojson }}<|tool_list_start|>";
        const std::string python = promptOf(kChatMl + lists, conversation());
        QVERIFY2(python.find("<|tool_call_start|>[weather(city=\"Rome\"), time()]<|tool_call_end|>") !=
                     std::string::npos,
                 python.c_str());
        const std::string list =
            promptOf(kChatMl + std::string("{{ tools | tojson }}<|tool_call|>"), conversation());
        QVERIFY(list.find("<|tool_call|>[{\"name\": \"weather\", \"arguments\": {\"city\": \"Rome\"}}, "
                          "{\"name\": \"time\", \"arguments\": {}}]") != std::string::npos);
        QVERIFY(list.find(toolsHeading()) == std::string::npos);
    }
    void whatWasGeneratedStandsForItsText() {
        const ChatTemplate chatTemplate = ChatTemplate::parse(kChatMl);
        const PromptBuilder builder(*m_tokenizer, chatTemplate);
        GenerationRequest request = conversation();
        const std::string text =
            "Let me look.\n<tool_call>\n{\"name\": \"weather\", \"arguments\": {\"city\": "
            "\"Rome\"}}\n</tool_call>"
            "\n<tool_call>\n{\"name\": \"time\", \"arguments\": {}}\n</tool_call>";
        std::vector<TokenId> bytes;
        for (const char c : text) bytes.push_back(c + 3);
        request.messages[2].tokens = bytes;
        const auto tokens = builder.tokens(request, builder.render(request));
        QVERIFY(std::search(tokens.begin(), tokens.end(), bytes.begin(), bytes.end()) != tokens.end());
    }
    void callsOfSuchModelsAreRead() {
        const GenerationRequest request = conversation();
        const auto callsIn = [&](const std::string& text, const Json& tools) {
            ReplyParser parser(replyFormatOf(kChatMl, {}), tools);
            auto segments = parser.feed(text);
            for (ReplySegment& one : parser.finish()) segments.push_back(std::move(one));
            std::string calls;
            for (const ReplySegment& one : segments)
                if (one.kind == SegmentKind::ToolCall) calls += one.call.name + one.call.argumentsJson;
            return calls;
        };
        const std::string two =
            "<tool_call>\n{\"name\": \"weather\", \"arguments\": {\"city\": \"Rome\"}}\n</tool_call>\n"
            "<tool_call>\n{\"name\": \"time\", \"arguments\": {}}\n</tool_call>";
        QCOMPARE(callsIn(two, toolsOf(request)), std::string("weather{\"city\":\"Rome\"}time{}"));
        QCOMPARE(callsIn("```json\n{\"name\": \"time\", \"arguments\": {}}\n```", toolsOf(request)),
                 std::string("time{}"));
        QCOMPARE(callsIn(two, Json()), std::string());
    }
};

QTEST_GUILESS_MAIN(TemplateToolsTest)
#include "tst_template_tools.moc"

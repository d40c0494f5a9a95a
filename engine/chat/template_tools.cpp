#include "chat/template_tools.h"

#include <algorithm>
#include <array>
#include <optional>
#include <string_view>
#include <utility>

#include "chat/call_body.h"
#include "chat/joined_messages.h"
#include "hearth/bounded_json.h"
#include "hearth/error.h"

namespace hearth {

namespace {

constexpr std::string_view kHeading = "You may call these functions:";
constexpr std::string_view kSampleTool = "hearthtool", kSampleResult = "hearthresult";
constexpr std::string_view kSampleKey = "hearthkey", kSampleValue = "hearthvalue";

bool holds(std::string_view text, std::string_view part) {
    return text.find(part) != std::string_view::npos;
}

void replaceEach(std::string& text, std::string_view from, std::string_view to) {
    for (size_t at = 0; (at = text.find(from, at)) != std::string::npos; at += to.size())
        text.replace(at, from.size(), to);
}

Json sampleTool(std::string_view name) {
    return {{"type", "function"},
            {"function",
             {{"name", name},
              {"description", "x"},
              {"parameters",
               {{"type", "object"},
                {"properties", {{"x", {{"type", "string"}, {"description", "x"}}}}},
                {"required", {"x"}}}}}}};
}

/// A conversation as templates get it. `tool`: the one that there is; empty: none. `id`: of a call that the
/// reply makes; empty: there is no reply.
Json sampleContext(std::string_view tool, std::string_view id, bool answered) {
    Json messages = Json::array({{{"role", "user"}, {"content", "u"}}});
    if (!id.empty()) {
        const Json arguments{{std::string(kSampleKey), kSampleValue}};
        messages.push_back(
            {{"role", "assistant"},
             {"content", ""},
             {"tool_calls",
              Json::array({{{"type", "function"},
                            {"id", id},
                            {"function", {{"name", kSampleTool}, {"arguments", arguments}}}}})}});
    }
    if (answered)
        messages.push_back(
            {{"role", "tool"}, {"content", kSampleResult}, {"tool_call_id", id}, {"name", kSampleTool}});
    Json context{{"messages", std::move(messages)},
                 {"add_generation_prompt", true},
                 {"bos_token", ""},
                 {"eos_token", ""}};
    if (!tool.empty()) context["tools"] = Json::array({sampleTool(tool)});
    return context;
}

/// nullopt: the template refuses the conversation.
std::optional<std::string> rendered(const ChatTemplate& chatTemplate, const Json& context,
                                    const std::stop_token& stop) {
    try {
        return chatTemplate.renderText(context, stop);
    } catch (const Error& error) {
        if (error.code() == ErrorCode::Cancelled) throw;
        return std::nullopt;
    }
}

/// The call in a rendered sample, between the marks of the family.
std::string exampleIn(const std::string& text, const ReplyFormat& format) {
    for (const CallSyntax& syntax : format.calls) {
        const size_t begin = text.rfind(syntax.open, text.find(kSampleTool));
        if (begin == std::string::npos) continue;
        const size_t close = syntax.close.empty() ? std::string::npos : text.find(syntax.close, begin);
        if (close == std::string::npos) continue;
        std::string example = text.substr(begin, close + syntax.close.size() - begin);
        replaceEach(example, kSampleTool, "FUNCTION");
        replaceEach(example, kSampleKey, "ARGUMENT");
        replaceEach(example, kSampleValue, "VALUE");
        return example;
    }
    return {};
}

/// As tojson of templates spells it.
std::string jsonText(const Json& value) {
    std::string out;
    if (value.is_object()) {
        for (const auto& [key, entry] : value.items())
            out += (out.empty() ? "" : ", ") + dump(Json(key)) + ": " + jsonText(entry);
        return "{" + out + "}";
    }
    if (value.is_array()) {
        for (const Json& entry : value) out += (out.empty() ? "" : ", ") + jsonText(entry);
        return "[" + out + "]";
    }
    return dump(value);
}

/// A value in the notation of Python.
std::string pythonText(const Json& value) {
    if (value.is_null()) return "None";
    if (value.is_boolean()) return value.get<bool>() ? "True" : "False";
    if (!value.is_structured()) return dump(value);
    std::string out;
    for (const auto& [key, entry] : value.items())
        out +=
            (out.empty() ? "" : ", ") + (value.is_object() ? dump(Json(key)) + ": " : "") + pythonText(entry);
    return value.is_object() ? "{" + out + "}" : "[" + out + "]";
}

struct SpokenCall {
    std::string id, name;
    Json arguments = Json::object();  ///< or a text that is no JSON object
};

std::vector<SpokenCall> callsOf(const ChatMessage& message) {
    std::vector<SpokenCall> calls;
    if (message.toolCalls.empty()) return calls;
    const Json list = parseOrderedJson(message.toolCalls);
    if (!list.is_array())
        throw Error(ErrorCode::BadInput, "The tool calls of a message are not a JSON list.");
    for (const Json& entry : list) {
        if (!entry.is_object()) continue;
        const Json& function = entry.contains("function") ? entry["function"] : entry;
        if (!function.is_object() || !function.value("name", Json()).is_string()) continue;
        SpokenCall& call = calls.emplace_back();
        call.name = function["name"];
        if (const Json id = entry.value("id", Json()); id.is_string()) call.id = id;
        call.arguments = function.value("arguments", Json::object());
        if (!call.arguments.is_string()) continue;
        if (const auto text = argumentsText(call.arguments.get<std::string>()))
            call.arguments = parseOrderedJson(*text);
    }
    return calls;
}

std::string pythonicText(const SpokenCall& call) {
    std::string arguments;
    if (call.arguments.is_object())
        for (const auto& [key, value] : call.arguments.items())
            arguments += (arguments.empty() ? "" : ", ") + key + "=" + pythonText(value);
    return call.name + "(" + arguments + ")";
}

/// Calls as a reply of the family would write them.
std::string textOf(const std::vector<SpokenCall>& calls, const ReplyFormat& format) {
    const CallSyntax syntax = format.calls.empty() ? genericCallSyntax() : format.calls.front();
    const CallSyntax generic = genericCallSyntax();
    const bool eachInMarks = syntax.open == generic.open && syntax.body == generic.body;
    std::string out;
    for (const SpokenCall& call : calls) {
        const std::string text = syntax.body == CallBody::Pythonic
                                     ? pythonicText(call)
                                     : jsonText({{"name", call.name}, {"arguments", call.arguments}});
        if (eachInMarks)
            out += (out.empty() ? "" : "\n") + syntax.open + "\n" + text + "\n" + syntax.close;
        else
            out += (out.empty() ? "" : ", ") + text;
    }
    return eachInMarks ? out : syntax.open + "[" + out + "]" + syntax.close;
}

/// Puts the results from message `at` on into one message of the user, with what the user said next.
void writeResults(std::vector<ChatMessage>& messages, size_t at, const std::vector<SpokenCall>& calls) {
    const auto first = messages.begin() + static_cast<ptrdiff_t>(std::min(at, messages.size()));
    const auto end = std::find_if(first, messages.end(), [](const auto& one) { return one.role != "tool"; });
    if (first == end) return;
    const auto placeOf = [&](const ChatMessage& result) {
        return std::ranges::find(calls, result.toolCallId, &SpokenCall::id) - calls.begin();
    };
    std::stable_sort(first, end, [&](const ChatMessage& one, const ChatMessage& other) {
        return placeOf(one) < placeOf(other);
    });
    ChatMessage all;
    all.role = "user";
    for (auto result = first; result != end; ++result) {
        const auto call = calls.begin() + placeOf(*result);
        const std::string name = call != calls.end() ? call->name : result->name;
        all.content += (all.content.empty() ? "" : "\n") + std::string("<tool_response") +
                       (name.empty() ? "" : " name=" + dump(Json(name))) + ">\n";
        appendMessage(all, *result, "");
        all.content += "\n</tool_response>";
    }
    if (end != messages.end() && end->role == "user") {
        appendMessage(all, *end, "\n\n");
        *end = std::move(all);
        messages.erase(first, end);
    } else {
        *first = std::move(all);
        messages.erase(first + 1, end);
    }
}

std::string toolList(const Json& tools, const TemplateTools& shown, const ReplyFormat& format) {
    std::string text(kHeading);
    for (const Json& tool : tools) {
        const bool wrapped = tool.is_object() && tool.contains("function");
        text += "\n" + jsonText(wrapped ? tool["function"] : tool);
    }
    text += "\nTo call one, write only:\n";
    const SpokenCall example{.id = {}, .name = "FUNCTION", .arguments = {{"ARGUMENT", "VALUE"}}};
    text += shown.example.empty() ? textOf({example}, format) : shown.example;
    text += "\nSeveral calls are several such blocks. ";
    if (!shown.results) text += "What they return comes in <tool_response> blocks. ";
    return text + "Otherwise answer in plain text.";
}

}  // namespace

CallSyntax genericCallSyntax() {
    return {"<tool_call>", "</tool_call>", CallBody::Tagged};
}

bool hasCallSyntax(const ReplyFormat& format) {
    return format.harmony || format.bareJsonCalls || !format.calls.empty();
}

nlohmann::ordered_json toolsOf(const GenerationRequest& request) {
    if (request.templateVariables.empty()) return {};
    Json variables = parseOrderedJson(request.templateVariables);
    return variables.is_object() && variables.contains("tools") ? std::move(variables["tools"]) : Json();
}

std::string_view toolsHeading() {
    return kHeading;
}

TemplateTools templateToolsOf(const ChatTemplate& chatTemplate, const ReplyFormat& format,
                              const std::stop_token& stop) {
    TemplateTools shown;
    if (const auto text = rendered(chatTemplate, sampleContext(kSampleTool, {}, false), stop))
        shown.lists = holds(*text, kSampleTool);
    // Some templates want ids of nine characters, others write the name within the id.
    for (const std::string_view id : {"HEARTH123", "functions.hearthtool:0"}) {
        const std::string_view tool = shown.lists ? "another" : "";
        Json context = sampleContext(tool, id, false);
        const auto open = rendered(chatTemplate, context, stop);
        const auto answered = rendered(chatTemplate, sampleContext(tool, id, true), stop);
        if (!open && !answered) continue;
        const bool whileOpen = open && (holds(*open, kSampleTool) || holds(*open, kSampleKey));
        // Some show calls only once they are answered.
        shown.calls = whileOpen || (answered && holds(*answered, kSampleValue));
        // One that writes any role as it is knows nothing of results.
        shown.results = answered && (shown.lists || shown.calls) && holds(*answered, kSampleResult);
        if (!shown.calls) continue;
        shown.example = exampleIn(whileOpen ? *open : *answered, format);
        context["messages"][1]["content"] = "hearthwords";
        const auto spoken = rendered(chatTemplate, context, stop);
        shown.callsAlone = whileOpen && spoken && !holds(*spoken, kSampleTool);
        return shown;
    }
    return shown;
}

void writeTools(std::vector<ChatMessage>& messages, const nlohmann::ordered_json& tools,
                const TemplateTools& shown, const ReplyFormat& format) {
    for (size_t i = 0; i < messages.size(); ++i) {
        if (messages[i].role == "tool" && !shown.results) {  // its call is not here
            writeResults(messages, i, {});
            continue;
        }
        const std::vector<SpokenCall> calls = callsOf(messages[i]);
        if (calls.empty()) continue;
        if (!shown.calls) {
            std::string& content = messages[i].content;
            content += (content.empty() ? "" : "\n") + textOf(calls, format);
            messages[i].toolCalls.clear();
        }
        if (!shown.results) writeResults(messages, i + 1, calls);
        if (shown.callsAlone && !messages[i].content.empty()) {
            ChatMessage words = messages[i];
            words.toolCalls.clear();
            messages[i].content.clear();
            messages[i].tokens.clear();
            messages.insert(messages.begin() + static_cast<ptrdiff_t>(i++), std::move(words));
        }
    }
    if (shown.lists || !tools.is_array() || tools.empty()) return;
    const std::string list = toolList(tools, shown, format);
    if (messages.empty() || messages.front().role != "system") {
        messages.insert(messages.begin(), ChatMessage{"system", list, {}, {}});
        return;
    }
    std::string& content = messages.front().content;
    content += (content.empty() ? "" : "\n\n") + list;
}

}  // namespace hearth

#include "chat/call_body.h"

#include <algorithm>

namespace hearth {
namespace {

using Calls = std::optional<std::vector<ToolCall>>;

// One newline on either side belongs to the layout, the rest to the value.
std::string_view withoutLineBreaks(std::string_view text) {
    if (text.starts_with('\n')) text.remove_prefix(1);
    if (text.ends_with('\n')) text.remove_suffix(1);
    return text;
}

// Moves behind the next `mark`, returning the text before it.
std::optional<std::string_view> takeUntil(std::string_view& text, std::string_view mark) {
    const size_t at = text.find(mark);
    if (at == std::string_view::npos) return std::nullopt;
    const std::string_view before = text.substr(0, at);
    text.remove_prefix(at + mark.size());
    return before;
}

// <function=name><parameter=key>value</parameter></function>, any number of them.
Calls functionTags(std::string_view text, const Json& tools) {
    std::vector<ToolCall> calls;
    while (takeUntil(text, "<function=")) {
        const auto name = takeUntil(text, ">");
        if (!name) return std::nullopt;
        std::string_view body = text;
        const size_t close = text.find("</function>");
        if (close != std::string_view::npos) {
            body = text.substr(0, close);
            text.remove_prefix(close + std::string_view("</function>").size());
        } else {
            text = {};
        }
        ToolCall call{std::string(trimmed(*name)), "{}", {}};
        Json arguments = Json::object();
        while (takeUntil(body, "<parameter=")) {
            const auto key = takeUntil(body, ">");
            const auto value = key ? takeUntil(body, "</parameter>") : std::nullopt;
            if (!value) return std::nullopt;
            const std::string keyText(trimmed(*key));
            arguments[keyText] = looseArgument(withoutLineBreaks(*value), tools, call.name, keyText);
        }
        call.argumentsJson = dump(arguments);
        calls.push_back(std::move(call));
    }
    if (calls.empty()) return std::nullopt;
    return calls;
}

// name <arg_key>key</arg_key> <arg_value>value</arg_value> ...
Calls argumentTags(std::string_view text, const Json& tools) {
    const size_t nameEnd = std::min(text.find('<'), text.size());
    ToolCall call{std::string(trimmed(text.substr(0, nameEnd))), "{}", {}};
    const bool plainName = !call.name.empty() && std::all_of(call.name.begin(), call.name.end(), [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
               c == '-' || c == '.' || c == '/' || c == ':';
    });
    if (!plainName) return std::nullopt;
    Json arguments = Json::object();
    while (takeUntil(text, "<arg_key>")) {
        const auto key = takeUntil(text, "</arg_key>");
        if (!key || !takeUntil(text, "<arg_value>")) return std::nullopt;
        const auto value = takeUntil(text, "</arg_value>");
        if (!value) return std::nullopt;
        const std::string keyText(trimmed(*key));
        arguments[keyText] = looseArgument(*value, tools, call.name, keyText);
    }
    call.argumentsJson = dump(arguments);
    return std::vector<ToolCall>{std::move(call)};
}

// Tags may carry a suffix (":opensource") that says nothing.
std::string withoutTagSuffix(std::string_view text) {
    std::string suffix;
    const size_t key = text.find("<arg_key:");
    const size_t separator = text.find("<tool_sep:");
    const size_t tag = std::min(key, separator);
    if (tag == std::string_view::npos) return std::string(text);
    const size_t colon = text.find(':', tag);
    const size_t end = text.find('>', colon);
    if (end == std::string_view::npos) return std::string(text);
    suffix = std::string(text.substr(colon, end - colon)) + ">";
    std::string plain;
    for (size_t at = 0; at < text.size();) {
        const size_t found = std::min(text.find(suffix, at), text.size());
        plain.append(text.substr(at, found - at));
        if (found == text.size()) break;
        plain += ">";
        at = found + suffix.size();
    }
    return plain;
}

Calls taggedCalls(std::string_view text, const Json& tools) {
    text = trimmed(text);
    if (text.starts_with('{') || text.starts_with('[')) {
        const auto json = parseBoundedJson(text);
        return json ? callsOfJson(*json) : std::nullopt;
    }
    if (text.starts_with("<function=")) return functionTags(text, tools);
    return argumentTags(withoutTagSuffix(text), tools);
}

Calls namedCall(std::string_view text) {
    const auto name = takeUntil(text, ">");
    const auto arguments = name ? argumentsText(text) : std::nullopt;
    if (!arguments) return std::nullopt;
    return std::vector<ToolCall>{{std::string(trimmed(*name)), *arguments, {}}};
}

Calls mistralCalls(std::string_view text) {
    text = trimmed(text);
    if (text.starts_with('[')) {
        const auto json = parseBoundedJson(text);
        return json ? callsOfJson(*json) : std::nullopt;
    }
    std::vector<ToolCall> calls;
    while (!text.empty()) {
        std::string_view entry = text;
        const size_t next = text.find("[TOOL_CALLS]");
        entry = text.substr(0, next);
        text = next == std::string_view::npos ? std::string_view() : text.substr(next + 12);
        const size_t mark = entry.find("[ARGS]");
        const size_t argumentsAt = mark == std::string_view::npos ? entry.find('{') : mark + 6;
        if (argumentsAt == std::string_view::npos) return std::nullopt;
        std::string_view name = entry.substr(0, mark == std::string_view::npos ? argumentsAt : mark);
        ToolCall call;
        if (const size_t id = name.find("[CALL_ID]"); id != std::string_view::npos) {
            call.id = trimmed(name.substr(id + 9));
            name = name.substr(0, id);
        }
        const auto arguments = argumentsText(entry.substr(argumentsAt));
        if (!arguments || trimmed(name).empty()) return std::nullopt;
        call.name = trimmed(name);
        call.argumentsJson = *arguments;
        calls.push_back(std::move(call));
    }
    if (calls.empty()) return std::nullopt;
    return calls;
}

Calls deepSeekCalls(std::string_view text) {
    std::vector<ToolCall> calls;
    while (takeUntil(text, "<｜tool▁call▁begin｜>")) {
        const size_t end = text.find("<｜tool▁call▁end｜>");
        std::string_view entry = text.substr(0, end);
        const auto first = takeUntil(entry, "<｜tool▁sep｜>");
        if (!first) return std::nullopt;
        std::string_view name = *first;
        std::string_view arguments = entry;
        if (const size_t fence = entry.find("```json"); fence != std::string_view::npos) {
            name = entry.substr(0, fence);  // the first part is the kind, "function"
            arguments = entry.substr(fence + 7);
            arguments = arguments.substr(0, arguments.rfind("```"));
        }
        const auto json = argumentsText(arguments);
        if (!json) return std::nullopt;
        calls.push_back({std::string(trimmed(name)), *json, {}});
    }
    if (calls.empty()) return std::nullopt;
    return calls;
}

Calls kimiCalls(std::string_view text) {
    std::vector<ToolCall> calls;
    while (takeUntil(text, "<|tool_call_begin|>")) {
        const auto id = takeUntil(text, "<|tool_call_argument_begin|>");
        if (!id) return std::nullopt;
        const size_t end = text.find("<|tool_call_end|>");
        const auto arguments = argumentsText(text.substr(0, end));
        if (!arguments) return std::nullopt;
        std::string_view name = trimmed(*id);
        ToolCall call{{}, *arguments, std::string(name)};
        if (name.starts_with("functions.")) name.remove_prefix(10);
        call.name = name.substr(0, name.rfind(':'));
        calls.push_back(std::move(call));
    }
    if (calls.empty()) return std::nullopt;
    return calls;
}

// The value of name="..." in a tag; entities as the template writes them.
std::optional<std::string> attribute(std::string_view tag, std::string_view name) {
    if (!takeUntil(tag, std::string(name) + "=\"")) return std::nullopt;
    const auto value = takeUntil(tag, "\"");
    if (!value) return std::nullopt;
    std::string out(*value);
    for (const auto& [entity, character] : {std::pair{"&quot;", "\""}, std::pair{"&amp;", "&"}}) {
        for (size_t at = out.find(entity); at != std::string::npos; at = out.find(entity, at + 1)) {
            out.replace(at, std::string_view(entity).size(), character);
        }
    }
    return out;
}

Calls kimiMarkupCall(std::string_view text) {
    const auto head = takeUntil(text, "<|sep|>");
    const auto name = head ? attribute(*head, "tool") : std::nullopt;
    if (!name) return std::nullopt;
    Json arguments = Json::object();
    while (takeUntil(text, "<|open|>")) {
        const auto tag = takeUntil(text, "<|sep|>");
        const auto value = tag ? takeUntil(text, "<|close|>") : std::nullopt;
        if (!value) return std::nullopt;
        if (tag->starts_with("json")) {
            const auto json = parseBoundedJson(*value);
            if (!json || !json->is_object()) return std::nullopt;
            arguments = *json;
            continue;
        }
        const auto key = attribute(*tag, "key");
        if (!key) return std::nullopt;
        const auto json = attribute(*tag, "type") == "string" ? std::nullopt : parseBoundedJson(*value);
        arguments[*key] = json ? *json : Json(std::string(*value));
    }
    return std::vector<ToolCall>{{*name, dump(arguments), {}}};
}

// <invoke name="..."> with <parameter name="...">value</parameter>, or with tags that are the parameters'
// names.
Calls invokeCalls(std::string_view text, const Json& tools) {
    constexpr std::string_view kSeparator = "]<]minimax[>[";
    std::string plain;
    for (size_t at = 0; at < text.size();) {
        const size_t found = std::min(text.find(kSeparator, at), text.size());
        plain.append(text.substr(at, found - at));
        at = found == text.size() ? found : found + kSeparator.size();
    }
    std::string_view rest = plain;
    std::vector<ToolCall> calls;
    while (takeUntil(rest, "invoke name=\"")) {
        const auto name = takeUntil(rest, "\"");
        if (!name || !takeUntil(rest, ">")) return std::nullopt;
        ToolCall call{std::string(*name), "{}", {}};
        Json arguments = Json::object();
        for (;;) {
            if (!takeUntil(rest, "<")) return std::nullopt;
            const auto tag = takeUntil(rest, ">");
            if (!tag) return std::nullopt;
            if (tag->starts_with('/')) break;  // </invoke>
            const bool named = tag->find("parameter ") != std::string_view::npos;
            const std::string key = named ? attribute(*tag, "name").value_or("") : std::string(*tag);
            const std::string close =
                "</" + std::string(tag->substr(0, named ? tag->find(' ') : tag->size())) + ">";
            const auto value = takeUntil(rest, close);
            if (!value || key.empty()) return std::nullopt;
            const auto isString = attribute(*tag, "string");
            if (isString == "true") {
                arguments[key] = std::string(*value);
            } else {
                arguments[key] = looseArgument(withoutLineBreaks(*value), tools, call.name, key);
            }
        }
        call.argumentsJson = dump(arguments);
        calls.push_back(std::move(call));
    }
    if (calls.empty()) return std::nullopt;
    return calls;
}

// JSON objects with semicolons between them, or a call in Python's way.
Calls pythonCalls(std::string_view text) {
    text = trimmed(text);
    if (!text.starts_with('{')) return parsePythonicCalls(text);
    std::vector<ToolCall> all;
    for (size_t from = 0, at = text.find(';');; at = text.find(';', at + 1)) {
        const auto json = parseBoundedJson(text.substr(from, at == std::string_view::npos ? at : at - from));
        if (json) {
            const Calls calls = callsOfJson(*json);
            if (!calls) return std::nullopt;
            all.insert(all.end(), calls->begin(), calls->end());
            from = at + 1;
        }
        if (at == std::string_view::npos) return json ? Calls(all) : std::nullopt;
    }
}

/// Where the JSON object that a text begins with ends; npos: it does not.
size_t objectEnd(std::string_view text) {
    int depth = 0;
    bool quoted = false;
    for (size_t i = 0; i < text.size(); ++i) {
        if (quoted && text[i] == '\\') {
            ++i;
        } else if (text[i] == '"') {
            quoted = !quoted;
        } else if (!quoted && (text[i] == '{' || text[i] == '}')) {
            depth += text[i] == '{' ? 1 : -1;
            if (depth == 0) return i + 1;
        }
    }
    return std::string_view::npos;
}

Calls fencedCalls(std::string_view text, const Json& tools) {
    text = trimmed(text);
    std::vector<ToolCall> all;
    while (!text.empty()) {
        const size_t end = text.starts_with('[') ? text.size() : objectEnd(text);
        if (end == std::string_view::npos) return std::nullopt;
        const auto json = parseBoundedJson(text.substr(0, end));
        const Calls calls = json ? callsOfJson(*json) : std::nullopt;
        if (!calls) return std::nullopt;
        for (const ToolCall& call : *calls)
            if (!declares(tools, call.name)) return std::nullopt;
        all.insert(all.end(), calls->begin(), calls->end());
        text = text.substr(end);
        text.remove_prefix(std::min(text.size(), text.find_first_not_of(" \t\r\n,;")));
    }
    if (all.empty()) return std::nullopt;
    return all;
}

}  // namespace

Calls parseCallBody(CallBody body, std::string_view text, const Json& tools) {
    switch (body) {
        case CallBody::Tagged:
            return taggedCalls(text, tools);
        case CallBody::Named:
            return namedCall(text);
        case CallBody::Mistral:
            return mistralCalls(text);
        case CallBody::DeepSeek:
            return deepSeekCalls(text);
        case CallBody::Kimi:
            return kimiCalls(text);
        case CallBody::KimiMarkup:
            return kimiMarkupCall(text);
        case CallBody::Pythonic:
            return parsePythonicCalls(text);
        case CallBody::Invoke:
            return invokeCalls(text, tools);
        case CallBody::Gemma:
            return parseGemmaCalls(text);
        case CallBody::Python:
            return pythonCalls(text);
        case CallBody::Fenced:
            return fencedCalls(text, tools);
    }
    return std::nullopt;
}

}  // namespace hearth

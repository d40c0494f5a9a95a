#include "chat/call_body.h"

#include <algorithm>

#include "chat/call_schema.h"
#include "chat/json_copier.h"
#include "chat/json_extent.h"

namespace hearth {
namespace {

using Calls = std::optional<std::vector<ToolCall>>;

// One newline on either side belongs to the layout, the rest to the value.
std::string_view withoutLineBreaks(std::string_view text) {
    if (text.starts_with('\n')) text.remove_prefix(1);
    if (text.ends_with('\n')) text.remove_suffix(1);
    return text;
}

// Bytes of the JSON that a text begins with; npos: it does not end.
size_t jsonEnd(std::string_view text) {
    return text.starts_with('{') || text.starts_with('[') ? JsonExtent().read(text) : std::string_view::npos;
}

std::string_view trimmedLeft(std::string_view text) {
    return text.substr(std::min(text.size(), text.find_first_not_of(" \t\r\n")));
}

// Calls as JSON objects or lists, one after the other. Some models double the braces around a call.
Calls jsonCalls(std::string_view text) {
    std::vector<ToolCall> all;
    for (text = trimmed(text); !text.empty();) {
        std::string_view part = text.substr(0, jsonEnd(text));
        text.remove_prefix(part.size());
        text.remove_prefix(std::min(text.size(), text.find_first_not_of(" \t\r\n,;")));
        auto json = parseBoundedJson(part);
        if (!json && part.starts_with('{') && part.ends_with('}'))
            json = parseBoundedJson(part.substr(1, part.size() - 2));
        const Calls calls = json ? callsOfJson(*json) : std::nullopt;
        if (!calls) return std::nullopt;
        all.insert(all.end(), calls->begin(), calls->end());
    }
    if (all.empty()) return std::nullopt;
    return all;
}

// Moves behind the next `mark`, returning the text before it.
std::optional<std::string_view> takeUntil(std::string_view& text, std::string_view mark) {
    const size_t at = text.find(mark);
    if (at == std::string_view::npos) return std::nullopt;
    const std::string_view before = text.substr(0, at);
    text.remove_prefix(at + mark.size());
    return before;
}

size_t skipSpace(std::string_view text, size_t from) {
    return std::min(text.size(), text.find_first_not_of(" \t\r\n", from));
}

// Position of `mark` where one of the marks that may follow it, or the end, comes next. Otherwise it is text
// within a value.
size_t markBefore(std::string_view text, std::string_view mark,
                  std::initializer_list<std::string_view> next) {
    for (size_t at = text.find(mark); at != std::string_view::npos; at = text.find(mark, at + 1)) {
        const std::string_view rest = text.substr(skipSpace(text, at + mark.size()));
        if (rest.empty()) return at;
        for (const std::string_view one : next)
            if (rest.starts_with(one)) return at;
    }
    return std::string_view::npos;
}

std::optional<std::string_view> takeUntilBefore(std::string_view& text, std::string_view mark,
                                                std::initializer_list<std::string_view> next) {
    const size_t at = markBefore(text, mark, next);
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
        ToolCall call{std::string(trimmed(*name)), "{}", {}};
        Json arguments = Json::object();
        for (;;) {
            text.remove_prefix(skipSpace(text, 0));
            if (!text.starts_with("<parameter=")) break;
            (void)takeUntil(text, "=");
            const auto key = takeUntil(text, ">");
            const auto value =
                key ? takeUntilBefore(text, "</parameter>", {"<parameter=", "</function>"}) : std::nullopt;
            if (!value) return std::nullopt;
            const std::string keyText(trimmed(*key));
            arguments[keyText] = looseArgument(withoutLineBreaks(*value), tools, call.name, keyText);
        }
        if (text.starts_with("</function>")) (void)takeUntil(text, ">");
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
        const auto value = takeUntilBefore(text, "</arg_value>", {"<arg_key>", "</tool_call"});
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
    if (text.starts_with('{') || text.starts_with('[')) return jsonCalls(text);
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
    if (text.starts_with('[')) return jsonCalls(text);
    std::vector<ToolCall> calls;
    while (!text.empty()) {
        const size_t brace = text.find('{'),
                     size = brace == std::string_view::npos ? brace : jsonEnd(text.substr(brace));
        const size_t next = text.find("[TOOL_CALLS]", size == std::string_view::npos ? 0 : brace + size);
        const std::string_view entry = text.substr(0, next);
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
        const size_t brace = text.find('{'),
                     size = brace == std::string_view::npos ? brace : jsonEnd(text.substr(brace));
        const size_t end =
            text.find("<｜tool▁call▁end｜>", size == std::string_view::npos ? 0 : brace + size);
        std::string_view entry = text.substr(0, end);
        text.remove_prefix(std::min(end, text.size()));
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
        const size_t size = jsonEnd(trimmedLeft(text));
        const size_t end =
            size == std::string_view::npos ? text.find("<|tool_call_end|>") : skipSpace(text, 0) + size;
        const auto arguments = argumentsText(text.substr(0, end));
        if (!arguments) return std::nullopt;
        text.remove_prefix(std::min(end, text.size()));
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
        const std::string kind(tag ? tag->substr(0, tag->find(' ')) : std::string_view());
        const auto value = tag ? takeUntilBefore(text, "<|close|>" + kind + "<|sep|>",
                                                 {"<|open|>argument ", "<|close|>call<|sep|>"})
                               : std::nullopt;
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
            const auto value = takeUntilBefore(rest, close, {"<"});
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
    return text.starts_with('{') ? jsonCalls(text) : parsePythonicCalls(text);
}

// Without marks of the family, JSON is a call only if it is one that a tool takes; else it is text.
Calls fencedCalls(std::string_view text, const Json& tools) {
    const Calls calls = jsonCalls(text);
    const bool fit = calls && std::ranges::all_of(
                                  *calls, [&](const ToolCall& call) { return fitsDeclaration(call, tools); });
    return fit ? calls : std::nullopt;
}

/// True if a text that holds JSON objects ends within a string of one.
bool endsInString(std::string_view text) {
    for (size_t at = text.find('{'); at != std::string_view::npos; at = text.find('{', at)) {
        JsonExtent extent;
        const size_t size = extent.read(text.substr(at));
        if (size == std::string_view::npos) return extent.isQuoted();
        at += size;
    }
    return false;
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

bool endsWithinValue(CallBody body, std::string_view text) {
    const std::string_view solid = trimmedLeft(text);
    const bool isJson = solid.starts_with('{') || solid.starts_with('[');
    if (isJson && body != CallBody::Pythonic) return endsInString(solid);
    const auto isOpen = [text](std::string_view open, std::string_view close) {
        const size_t begin = text.rfind(open), end = text.rfind(close);
        return begin != std::string_view::npos && (end == std::string_view::npos || end < begin);
    };
    switch (body) {
        case CallBody::Tagged:
            return isOpen("<parameter=", "</parameter>") || isOpen("<arg_value", "</arg_value");
        case CallBody::Invoke:
            return isOpen("parameter name=", "parameter>") && text.rfind("parameter name=") != 0;
        case CallBody::Gemma: {
            size_t quotes = 0;
            constexpr std::string_view quote = "<|\"|>";
            for (size_t at = text.find(quote); at != std::string_view::npos; at = text.find(quote, at + 1))
                ++quotes;
            return quotes % 2 == 1;
        }
        case CallBody::DeepSeek:
        case CallBody::Kimi:
        case CallBody::Named:
            return endsInString(text);
        default:
            return false;
    }
}

bool endsWithinObject(std::string_view text) {
    for (size_t at = text.find('{'); at != std::string_view::npos; at = text.find('{', at)) {
        JsonCopier object;
        std::string copied;
        at += object.copy(text.substr(at), copied);
        if (!object.complete()) return !object.broken();
    }
    return false;
}

bool beginsCall(CallBody body, std::string_view text) {
    constexpr std::string_view invoke = "invoke name=";
    text = trimmedLeft(text);
    const auto begins = [text](std::string_view mark) {
        return text.starts_with(mark) || mark.starts_with(text);
    };
    if (begins("{\"name\"") || begins("{{\"name\"") || begins("[{\"name\"")) return true;
    switch (body) {
        case CallBody::Tagged:
            return begins("<function=") || text.find("<arg_key") != std::string_view::npos;
        case CallBody::Invoke:
            return begins("<invoke name=") || text.find(invoke) != std::string_view::npos;
        case CallBody::Gemma:
            return begins("call:");
        case CallBody::DeepSeek:
            return begins("<｜tool▁call▁begin｜>");
        case CallBody::Kimi:
            return begins("<|tool_call_begin|>");
        case CallBody::KimiMarkup:
            return begins("tool=");
        case CallBody::Pythonic:
            return begins("[");
        case CallBody::Named: {
            const size_t name = std::min(text.find('>'), text.size());
            const std::string_view rest = trimmedLeft(text.substr(std::min(name + 1, text.size())));
            return text.find_first_of(" \n<{") >= name && (rest.empty() || rest.front() == '{');
        }
        case CallBody::Mistral:
            return text.find("[ARGS]") != std::string_view::npos;
        default:
            return false;
    }
}

}  // namespace hearth

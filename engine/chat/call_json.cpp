// Common parts of the call syntaxes: JSON of bounded depth, and calls that are JSON objects.
#include "chat/call_body.h"

#include <algorithm>

#include "grammar/schema_types.h"
#include "grammar/schema_values.h"
#include "hearth/bounded_json.h"
#include "unicode/utf8.h"

namespace hearth {
namespace {

using Calls = std::optional<std::vector<ToolCall>>;

const Json* member(const Json& object, std::initializer_list<const char*> names) {
    for (const char* name : names) {
        const auto found = object.find(name);
        if (found != object.end()) return &*found;
    }
    return nullptr;
}

}  // namespace

std::string_view trimmed(std::string_view text) {
    const auto [begin, end] = trimmedRange(text, true, true);
    return text.substr(begin, end - begin);
}

std::string dump(const Json& json) {
    return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

std::optional<std::string> argumentsText(std::string_view text) {
    text = trimmed(text);
    if (text.empty()) return "{}";
    const auto json = parseBoundedJson(text);
    if (!json || !json->is_object()) return std::nullopt;
    return dump(*json);
}

std::optional<Json> parseBoundedJson(std::string_view text) {
    Json json = parseOrderedJson(text);
    if (json.is_discarded()) return std::nullopt;
    return json;
}

Calls callsOfJson(const Json& json) {
    std::vector<ToolCall> calls;
    if (json.is_array()) {
        for (const Json& item : json) {
            const Calls some = item.is_object() ? callsOfJson(item) : std::nullopt;
            if (!some) return std::nullopt;
            calls.insert(calls.end(), some->begin(), some->end());
        }
        return calls.empty() ? std::nullopt : Calls(calls);
    }
    if (!json.is_object()) return std::nullopt;
    const Json* inner = member(json, {"function"});
    const Json& object = inner != nullptr && inner->is_object() ? *inner : json;
    const Json* name = member(object, {"name", "tool_name"});
    if (name == nullptr && inner != nullptr && inner->is_string()) name = inner;
    if (name == nullptr || !name->is_string()) return std::nullopt;
    ToolCall call{name->get<std::string>(), "{}", {}};
    if (const Json* arguments = member(object, {"arguments", "parameters", "args"}); arguments != nullptr) {
        if (arguments->is_string()) {
            const auto text = argumentsText(arguments->get_ref<const std::string&>());
            if (!text) return std::nullopt;
            call.argumentsJson = *text;
        } else if (arguments->is_object()) {
            call.argumentsJson = dump(*arguments);
        } else if (!arguments->is_null()) {
            return std::nullopt;
        }
    }
    if (const Json* id = member(json, {"id", "tool_call_id"}); id != nullptr && id->is_string())
        call.id = id->get<std::string>();
    calls.push_back(std::move(call));
    return calls;
}

namespace {

/// The member of an object; nullptr: there is none. Nothing is copied: schemas may be large, and names are
/// looked for with each token.
const Json* memberOf(const Json& json, const std::string& key) {
    if (!json.is_object()) return nullptr;
    const auto found = json.find(key);
    return found == json.end() ? nullptr : &*found;
}

const Json& functionIn(const Json& entry) {
    const Json* function = memberOf(entry, "function");
    return function != nullptr ? *function : entry;
}

/// True if the list has a tool whose name begins with `start`.
bool declaresSome(const Json& tools, std::string_view start) {
    if (!tools.is_array()) return true;
    return std::ranges::any_of(tools, [start](const Json& entry) {
        const Json* named = memberOf(functionIn(entry), "name");
        return named != nullptr && named->is_string() &&
               named->get_ref<const std::string&>().starts_with(start);
    });
}

}  // namespace

const Json* functionOf(const Json& tools, std::string_view name) {
    if (!tools.is_array()) return nullptr;
    for (const Json& entry : tools) {
        const Json& function = functionIn(entry);
        const Json* named = memberOf(function, "name");
        if (named != nullptr && named->is_string() && named->get_ref<const std::string&>() == name)
            return &function;
    }
    return nullptr;
}

bool declares(const Json& tools, std::string_view name) {
    return functionOf(tools, name) != nullptr;
}

bool mayNameTool(std::string_view text, const Json& tools) {
    // Compares the text with each piece in turn: it has all of it, its beginning, or something else.
    const auto space = [&] { text.remove_prefix(std::min(text.size(), text.find_first_not_of(" \t\r\n"))); };
    space();
    if (text.starts_with('[')) text.remove_prefix(1), space();
    for (const std::string_view piece : {"{", "\"name\"", ":", "\""}) {
        if (piece.starts_with(text)) return true;
        if (!text.starts_with(piece)) return false;
        text.remove_prefix(piece.size());
        if (piece != "\"") space();
        // Some models double the braces around a call.
        if (piece == "{" && text.starts_with('{')) text.remove_prefix(1), space();
    }
    const size_t end = text.find('"');
    return end == std::string_view::npos ? declaresSome(tools, text) : declares(tools, text.substr(0, end));
}

Json typedArgument(std::string_view text, grammar::json_type::Mask types) {
    namespace type = grammar::json_type;
    if (types == type::string) return std::string(text);
    const std::string_view word = trimmed(text);
    // Templates print the values of Jinja, and so do models.
    if (types != type::any && (types & type::boolean) != 0 && (word == "True" || word == "False"))
        return word == "True";
    if (types != type::any && (types & type::null) != 0 && word == "None") return nullptr;
    const auto json = parseBoundedJson(word);
    const bool isValue = json && !json->is_string();
    const bool mayBeText = (types & type::string) != 0;
    if (isValue && (!mayBeText || (grammar::typeOf(*json) & types) != 0)) return *json;
    return std::string(text);
}

Json looseArgument(std::string_view text, const Json& tools, std::string_view tool,
                   std::string_view argument) {
    const Json* function = functionOf(tools, tool);
    const Json* parameters = function != nullptr ? memberOf(*function, "parameters") : nullptr;
    const Json* properties = parameters != nullptr ? memberOf(*parameters, "properties") : nullptr;
    const Json* schema = properties != nullptr ? memberOf(*properties, std::string(argument)) : nullptr;
    if (schema == nullptr) return typedArgument(text, grammar::json_type::any);
    const auto types = grammar::typesOf(*schema, *parameters);
    if ((types & grammar::json_type::string) == 0)
        if (auto tags = readTags(text, "", *schema, *parameters)) return std::move(*tags);
    return typedArgument(text, types);
}

}  // namespace hearth

#include "grammar/tool_calls.h"

#include "grammar/argument_rules.h"
#include "grammar/automaton.h"
#include "grammar/grammar_errors.h"
#include "grammar/json_schema.h"
#include "grammar/json_text.h"
#include "grammar/loose_schema.h"
#include "grammar/schema_document.h"
#include "hearth/bounded_json.h"
#include "hearth/readable_text.h"

namespace hearth::grammar {

namespace {

/// Strings may hold marks, as tokens of their own too.
constexpr std::string_view signBefore("\xFF");
static_assert(signBefore.front() == markSign);

struct ToolArguments {
    Rules rules;
    size_t places = 0;
    std::vector<LeftOut> leftOut = {};
};

bool isStrict(const Json& tool) {
    return tool.value("strict", Json(false)) == true;
}

/// Any object.
ToolArguments freeArguments() {
    ToolArguments out;
    JsonText json(out.rules, JsonText::Spacing::Fixed);
    const Rules::RuleId root = out.rules.declare("root");
    out.rules.define(root, json.object());
    out.rules.setStart(root);
    return out;
}

ToolArguments jsonArguments(const Json& tool) {
    Json schema = tool.value("parameters", Json::object());
    if (!schema.is_object() || schema.empty()) return freeArguments();
    if (schema.contains("properties") && !schema.contains("additionalProperties"))
        schema["additionalProperties"] = false;
    // Arguments are an object, whether the schema says so or not.
    ToolArguments out;
    if (isStrict(tool)) {
        out.rules = readStrictSchema(tool.at("name").get<std::string>(), std::move(schema));
    } else {
        LooseSchema loose = readLooseSchema(std::move(schema), true);
        out.rules = std::move(loose.rules);
        out.leftOut = std::move(loose.leftOut);
    }
    out.places = Automaton::placesOf(out.rules);
    return out;
}

/// Frees the largest arguments where all of them together are too large.
void keepWithinLimits(const Json& tools, std::vector<ToolArguments>& arguments) {
    for (;;) {
        size_t all = 0, largest = arguments.size();
        for (size_t i = 0; i < arguments.size(); ++i) {
            all += arguments[i].places;
            const bool larger =
                largest == arguments.size() || arguments[i].places > arguments[largest].places;
            if (!isStrict(tools[i]) && larger) largest = i;
        }
        if (all <= Automaton::mostPlaces || largest == arguments.size() || arguments[largest].places == 0)
            return;
        arguments[largest] = freeArguments();
        arguments[largest].leftOut.push_back({"", "", "all tools together are too large"});
    }
}

/// The arguments of a tool, with what else is written to the end of the call.
Rules::Id spelledArguments(Rules& rules, const CallForm& form, std::span<const std::string> names,
                           const Json& tool, std::vector<LeftOut>& leftOut) {
    try {
        return argumentRules(rules, form, names, tool, leftOut);
    } catch (const Error& error) {
        if (!isStrict(tool)) throw;
        throw Error(errors::toolSchema, {readableText(tool.at("name").get<std::string>()), error.what()});
    }
}

/// Any text. Marks are no characters, so it ends at one.
Rules::Id freeText(Rules& rules) {
    return rules.repeat(rules.characters(CodePoints::all()), 0);
}

}  // namespace

Rules readStrictSchema(const std::string& tool, Json schema) {
    try {
        Rules rules = readJsonSchema(SchemaDocument(std::move(schema)), true);
        (void)Automaton(rules);
        return rules;
    } catch (const Error& error) {
        throw Error(errors::toolSchema, {readableText(tool), error.what()});
    }
}

Rules toolCallRules(std::string_view source, const CallForm& form, std::vector<std::string>* leftOut) {
    // Models write a line end before they end the reply.
    const CodePoints space({{'\t', '\n'}, {'\r', '\r'}, {' ', ' '}});
    constexpr size_t mostSpace = 8;
    const Json asked = parseOrderedJson(source);
    if (!asked.is_object() || !asked.contains("tools")) throw Error(errors::schemaNotJson);
    Rules rules;
    std::vector<ToolArguments> arguments(form.arguments ? asked["tools"].size() : 0);
    if (!form.arguments) {
        for (const Json& tool : asked["tools"]) arguments.push_back(jsonArguments(tool));
        keepWithinLimits(asked["tools"], arguments);
    }
    std::vector<Rules::Id> calls, middles;
    for (const std::string& middle : form.middle) middles.push_back(spelledPiece(rules, middle));
    if (middles.empty()) middles.push_back(rules.empty());
    std::vector<std::string> names;
    for (const Json& tool : asked["tools"]) names.push_back(tool.at("name").get<std::string>());
    for (size_t i = 0; i < asked["tools"].size(); ++i) {
        const Json& tool = asked["tools"][i];
        // Quotation marks around the name, if any, belong to the pieces around it.
        std::string name = tool.at("name").dump();
        name = name.substr(1, name.size() - 2);
        calls.push_back(form.arguments
                            ? rules.sequence({rules.literal(name), spelledArguments(rules, form, names, tool,
                                                                                    arguments[i].leftOut)})
                            : rules.sequence({rules.literal(name), rules.choice(middles),
                                              rules.embed(arguments[i].rules, signBefore)}));
        if (leftOut == nullptr) continue;
        for (const LeftOut& one : arguments[i].leftOut)
            leftOut->push_back("Calls of the tool \"" + readableText(tool.at("name").get<std::string>()) +
                               "\" " + sentenceOf(one));
    }
    const Rules::Id call = rules.shared("call", rules.choice(std::move(calls)));
    Rules::Id all = call;
    if (form.several && asked.value("parallel", Json(true)) == true)
        all = rules.sequence(
            {call, rules.repeat(rules.sequence({spelledPiece(rules, form.between), call}), 0, 15)});
    std::vector<Rules::Id> parts;
    if (!form.freeOpen.empty())
        parts.push_back(rules.optional(
            rules.sequence({rules.literal(form.freeOpen), freeText(rules), rules.literal(form.freeClose)})));
    parts.insert(parts.end(), {spelledPiece(rules, form.outer), spelledPiece(rules, form.first), all,
                               spelledPiece(rules, form.last)});
    // If only the end of the reply can follow a call, as in gpt-oss, no space can follow it either.
    if (form.several || !form.last.empty())
        parts.push_back(rules.repeat(rules.characters(space), 0, mostSpace));
    const Rules::RuleId root = rules.declare("root");
    rules.define(root, rules.sequence(std::move(parts)));
    rules.setStart(root);
    return rules;
}

}  // namespace hearth::grammar
